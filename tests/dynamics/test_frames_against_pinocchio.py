"""Kinematics, momentum and operational space of real robots, fixed and free, against Pinocchio."""

from __future__ import annotations

import sysconfig
import warnings
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import numpy as np
import pinocchio as pin
import pytest

from psiphi import Robot
from psiphi.compat.pinocchio import PinocchioMap
from psiphi.formats.load import load_model
from psiphi.spatial.rotation import skew

FOLDER = Path(sysconfig.get_paths()["purelib"]) / "cmeel.prefix/share/example-robot-data/robots"
FILES = {
    "ur5": "ur_description/urdf/ur5_robot.urdf",
    "panda": "panda_description/urdf/panda.urdf",
    "anymal": "anymal_b_simple_description/robots/anymal.urdf",
    "talos": "talos_data/robots/talos_reduced.urdf",
    "baxter": "baxter_description/urdf/baxter.urdf",
}
CASES = [("ur5", "fixed"), ("panda", "fixed"), ("anymal", "free"), ("talos", "free"), ("baxter", "fixed")]
REFERENCES = {
    "local": pin.LOCAL,
    "world": pin.WORLD,
    "local_world_aligned": pin.LOCAL_WORLD_ALIGNED,
}
SWAP = [3, 4, 5, 0, 1, 2]  # Pinocchio has [linear; angular]
STATES = 3


@dataclass(frozen=True, eq=False)
class Twin:
    """The same robot twice, in the same states, with a frame far out on it."""

    robot: Robot
    model: pin.Model
    data: pin.Data
    to: PinocchioMap
    q: np.ndarray
    v: np.ndarray
    a: np.ndarray
    frame: str
    frame_id: int


@cache
def twin(name: str, base: str) -> Twin:
    path = FOLDER / FILES[name]
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        model = load_model(path, base=base, snap=0)  # type: ignore[arg-type]
    other = pin.buildModelFromUrdf(str(path), *([pin.JointModelFreeFlyer()] if base == "free" else []))
    robot = Robot(model)
    rng = np.random.default_rng(1)
    q = robot.random_configuration(rng, (STATES,))
    merged = model.merged()
    shared = [x for x in model.frame_names if other.existFrame(x) and merged.frame(x).body >= 0]
    frame = max(shared, key=lambda x: merged.frame(x).body)
    v, a = rng.normal(size=(2, STATES, robot.nv))
    return Twin(
        robot, other, other.createData(), PinocchioMap(model, other), q, v, a, frame, other.getFrameId(frame)
    )


def agree(found: np.ndarray, expected: object, tolerance: float = 1e-12) -> None:
    truth = np.asarray(expected)
    assert found.shape == truth.shape
    assert np.abs(found - truth).max() <= tolerance * max(1.0, np.abs(truth).max())


def columns(t: Twin, matrix: np.ndarray) -> np.ndarray:
    """The columns of a matrix of Pinocchio's on our rates, its rows [angular; linear]."""
    followed = t.to.v_to(np.eye(t.robot.nv))
    return matrix[SWAP] @ followed.T


@pytest.mark.parametrize("reference", REFERENCES)
@pytest.mark.parametrize(("name", "base"), CASES)
def test_motion_of_a_frame(name: str, base: str, reference: str) -> None:
    t = twin(name, base)
    like = REFERENCES[reference]
    velocity, acceleration, jacobian, drift, poses = [], [], [], [], []
    for q, v, a in zip(t.to.q_to(t.q), t.to.v_to(t.v), t.to.a_to(t.a), strict=True):
        pin.forwardKinematics(t.model, t.data, q, v, a)
        pin.updateFramePlacements(t.model, t.data)
        placement = t.data.oMf[t.frame_id]
        poses.append((placement.rotation.copy(), placement.translation.copy()))
        velocity.append(pin.getFrameVelocity(t.model, t.data, t.frame_id, like).vector[SWAP])
        acceleration.append(pin.getFrameAcceleration(t.model, t.data, t.frame_id, like).vector[SWAP])
        pin.computeJointJacobiansTimeVariation(t.model, t.data, q, v)
        pin.updateFramePlacements(t.model, t.data)
        jacobian.append(columns(t, pin.getFrameJacobian(t.model, t.data, t.frame_id, like)))
        drift.append((pin.getFrameJacobianTimeVariation(t.model, t.data, t.frame_id, like) @ v)[SWAP])
    agree(t.robot.frame_velocity(t.q, t.v, t.frame, reference), velocity)
    agree(t.robot.frame_acceleration(t.q, t.v, t.a, t.frame, reference), acceleration)
    agree(t.robot.jacobian(t.q, t.frame, reference), jacobian)
    agree(t.robot.jacobian_dot_v(t.q, t.v, t.frame, reference), drift)
    rotation, position = t.robot.frame_pose(t.q, t.frame)
    agree(rotation, [R for R, _ in poses])
    agree(position, [p for _, p in poses])


@pytest.mark.parametrize(("name", "base"), CASES)
def test_momentum_and_energy(name: str, base: str) -> None:
    """Pinocchio has momentum about the centre of mass; psiphi about the origin of the world."""
    t = twin(name, base)
    centers, momenta, matrices, potential = [], [], [], []
    for q, v in zip(t.to.q_to(t.q), t.to.v_to(t.v), strict=True):
        at_center = pin.computeCentroidalMap(t.model, t.data, q)
        center = pin.centerOfMass(t.model, t.data, q).copy()
        at_origin = np.eye(6)
        at_origin[:3, 3:] = skew(center)
        centers.append(center)
        matrices.append(at_origin @ columns(t, at_center))
        momenta.append(at_origin @ (at_center @ v)[SWAP])
        potential.append(pin.computePotentialEnergy(t.model, t.data, q))
    agree(t.robot.center_of_mass(t.q), centers)
    agree(t.robot.momentum(t.q, t.v), momenta)
    agree(t.robot.momentum_matrix(t.q), matrices)
    agree(t.robot.potential_energy(t.q), potential)


@pytest.mark.parametrize(("name", "base"), CASES[:2])
def test_coriolis_forces(name: str, base: str) -> None:
    """Pinocchio's matrix is another one with the same product; its forces are the same."""
    t = twin(name, base)
    coriolis = t.robot.coriolis_matrix(t.q, t.v)
    states = zip(t.to.q_to(t.q), t.to.v_to(t.v), strict=True)
    forces = [pin.computeCoriolisMatrix(t.model, t.data, q, v) @ v for q, v in states]
    agree((coriolis @ t.v[..., None])[..., 0], t.to.tau_from(np.array(forces)))


@pytest.mark.parametrize(("name", "base"), CASES[:4])
def test_operational_space(name: str, base: str) -> None:
    t = twin(name, base)
    mass = t.robot.mass_matrix(t.q)
    J = t.robot.jacobian(t.q, t.frame)
    compliance = J @ np.linalg.solve(mass, np.swapaxes(J, -1, -2))
    agree(t.robot.operational_space_compliance(t.q, t.frame), compliance, 1e-10)
    worst = np.linalg.cond(compliance).max()
    if worst < 1e6:
        inertia = t.robot.operational_space_inertia(t.q, t.frame)
        agree(inertia @ compliance, np.broadcast_to(np.eye(6), compliance.shape), 1e-13 * worst)
