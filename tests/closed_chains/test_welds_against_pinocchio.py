"""Forward dynamics with 6-D loops against Pinocchio's constraintDynamics."""

from __future__ import annotations

import sysconfig
import warnings
from dataclasses import replace
from pathlib import Path

import numpy as np
import pinocchio as pin
import pytest

from psiphi import Robot
from psiphi.compat.pinocchio import PinocchioMap
from psiphi.formats.load import load_model
from psiphi.model import Frame, Loop, Model
from psiphi.model.kinematics import frame_pose
from psiphi.spatial import Pose

ROBOTS = Path(sysconfig.get_paths()["purelib"]) / "cmeel.prefix/share/example-robot-data/robots"
ANYMAL = ROBOTS / "anymal_b_simple_description/robots/anymal.urdf"
XARM = ROBOTS / "xarm_description/urdf/xarm7.urdf"
LINEAR_FIRST = [3, 4, 5, 0, 1, 2]


def closed(model: Model, q: np.ndarray, ends: list[tuple[str, str]]) -> Model:
    """The model with welds that are closed at q: the second end is put where the first is."""
    frames, loops = list(model.frames), []
    for i, (first, second) in enumerate(ends):
        body = -1 if second == "world" else model.frame(second).body
        carrier = Pose.identity() if body < 0 else Pose(*frame_pose(model, q, model.body_names[body]))
        frames.append(Frame(f"end_{i}", body, carrier.inverse() @ Pose(*frame_pose(model, q, first))))
        loops.append(Loop(f"weld_{i}", "weld", first, f"end_{i}"))
    return replace(model, frames=tuple(frames), loops=tuple(loops))


@pytest.mark.parametrize(
    ("path", "base", "ends"),
    [
        (XARM, "fixed", [("link_eef", "world")]),
        (ANYMAL, "free", [("LF_FOOT", "world"), ("RH_FOOT", "world")]),
        (ANYMAL, "free", [("LF_FOOT", "RH_FOOT"), ("RF_FOOT", "world")]),
    ],
    ids=["tip to the world", "two feet to the world", "foot to foot"],
)
def test_welds(path: Path, base: str, ends: list[tuple[str, str]]):
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        tree = load_model(path, base=base, snap=0)  # type: ignore[arg-type]
    theirs = pin.buildModelFromUrdf(str(path), *([pin.JointModelFreeFlyer()] if base == "free" else []))
    theirs.armature[:] = 0.0
    to = PinocchioMap(tree, theirs)
    rng = np.random.default_rng(0)
    q = tree.random_configuration(rng)
    robot, data = Robot(closed(tree, q, ends)), theirs.createData()
    pin.framesForwardKinematics(theirs, data, to.q_to(q))
    models, datas = pin.StdVec_RigidConstraintModel(), pin.StdVec_RigidConstraintData()
    for first, second in ends:
        index = theirs.getFrameId(first)
        joint = 0 if second == "world" else theirs.frames[theirs.getFrameId(second)].parentJoint
        place = data.oMi[joint].inverse() * data.oMf[index]
        frame = theirs.frames[index]
        weld = pin.RigidConstraintModel(
            pin.ContactType.CONTACT_6D, theirs, frame.parentJoint, frame.placement, joint, place, pin.LOCAL
        )
        models.append(weld)
        datas.append(weld.createData())
    pin.initConstraintDynamics(theirs, data, models, datas)
    J = robot.constraint_jacobian(q)
    for _ in range(5):
        v, tau = rng.standard_normal((2, robot.nv))
        v = v - np.linalg.pinv(J) @ (J @ v)
        settings = pin.ProximalSettings(1e-14, 0.0, 1)
        expected = to.v_from(
            pin.constraintDynamics(
                theirs, data, to.q_to(q), to.v_to(v), to.tau_to(tau), models, datas, settings
            )
        )
        acceleration, force = robot.constrained_forward_dynamics(q, v, tau)
        np.testing.assert_allclose(acceleration, expected, atol=1e-10 * np.abs(expected).max())
        forces = np.concatenate([x.contact_force.vector[LINEAR_FIRST] for x in datas])
        np.testing.assert_allclose(force, forces, atol=1e-10 * np.abs(forces).max())
