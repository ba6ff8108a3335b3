"""Every quantity that MuJoCo has, on robots with armature: of dm_control, of gymnasium, of all joint types.

Three robots run as machine code, the others as the same sweeps on NumPy arrays.
"""

from __future__ import annotations

import warnings
from pathlib import Path
from typing import Any

import mujoco
import numpy as np
import pytest
from interpreted import Interpreted
from mujoco_results import MujocoSide, without_extras
from test_against_pinocchio import states
from tests.formats.files_found import DM_CONTROL, GYMNASIUM, compiled_by_mujoco

from psiphi import Robot
from psiphi.formats.mjcf.model import model_from_mujoco
from psiphi.model import Model

STATES = 5
DIGITS, INVERSE_DIGITS = 1e-12, 1e-10

ASSETS = GYMNASIUM / "envs/mujoco/assets"
FILES = [
    *(
        DM_CONTROL / "suite" / f"{name}.xml"
        for name in ("humanoid", "humanoid_CMU", "quadruped", "walker", "dog")
    ),
    DM_CONTROL / "locomotion/walkers/assets/rodent.xml",
    DM_CONTROL / "locomotion/walkers/assets/fruitfly_v2/fruitfly.xml",
    DM_CONTROL / "mujoco/testing/assets/arm.xml",
    DM_CONTROL / "third_party/kinova/jaco_arm.xml",
    *(ASSETS / f"{name}.xml" for name in ("ant", "half_cheetah", "humanoid", "pusher_v5", "swimmer")),
]
INERTIAL = '<inertial pos="0.1 0.2 0.3" mass="2" fullinertia="0.4 0.5 0.6 0.01 0.02 0.03"/>'
LIMBS = f"""
  <body name="arm" pos="0.3 0.1 -0.2" euler="10 20 30">
    <joint name="hinge" axis="0.6 0.8 0" pos="0.1 0 0.2" ref="20" armature="0.3"/>{INERTIAL}
    <body name="hand" pos="0.1 0.1 0.1"><joint name="ball" type="ball" armature="0.2"/>{INERTIAL}
      <site name="tip" pos="0.1 0.2 0.1" euler="30 10 20"/></body></body>
  <body name="leg" pos="0.2 0 0"><joint name="slide" type="slide" axis="0 0.6 0.8" armature="0.7"/>
    <joint name="knee" axis="0 1 0" armature="0.1"/>{INERTIAL}</body>"""
BASES = {
    "fixed": "",
    "sliding": '<joint name="rail" type="slide" axis="1 0 0" armature="4"/>',
    "turning": '<joint name="root" type="ball" armature="0.5"/>',
    "free": '<freejoint name="root"/>',
}
OF_Q = ("gravity_forces", "mass_matrix", "potential_energy", "center_of_mass", "momentum_matrix")
OF_V = ("bias_forces", "kinetic_energy", "momentum")


@pytest.fixture(autouse=True)
def _elsewhere(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)  # MuJoCo writes a log file where it is


def on_base(joint: str) -> Any:
    """The limbs on a base that this joint carries."""
    return mujoco.MjModel.from_xml_string(f"""<mujoco><option gravity="1 2 -9"/><worldbody>
      <body name="base" pos="0.1 0.2 0.3">{joint}{INERTIAL}{LIMBS}</body></worldbody></mujoco>""")


def model_of(mj: Any) -> Model:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        return model_from_mujoco(mj, snap=0.0)


def of_machine_code(model: Model):
    """The quantities of a robot, called as those of Interpreted."""
    robot = Robot(model)
    return lambda name, *arrays, frames=(): robot.kernel(name, frames)(*arrays)


def agree(name: str, found: np.ndarray, expected: np.ndarray, tolerance: float) -> None:
    assert np.abs(found - expected).max() <= tolerance * np.abs(expected).max(), name


@pytest.mark.parametrize("path", FILES, ids=lambda path: "/".join(path.parts[-3:]))
def test_robots_of_files(path: Path) -> None:
    compare(compiled_by_mujoco(path), compiled=path.stem in ("jaco_arm", "ant"))


@pytest.mark.parametrize("base", BASES)
def test_every_joint_type(base: str) -> None:
    compare(on_base(BASES[base]), compiled=base == "free")


def compare(mj: Any, *, compiled: bool) -> None:
    """All quantities, in a batch of states; 𝓜⁻¹ to ten digits, or what is left of sixteen."""
    assert mj.dof_armature.max() > 0.0
    model = model_of(without_extras(mj))
    robot, theirs = (of_machine_code if compiled else Interpreted)(model), MujocoSide(model, mj)
    q, v, a = (x[:STATES] for x in states(model))
    force = np.random.default_rng(1).normal(size=(STATES, 6))
    expected = theirs.results(q, v, a, force)
    at = {"frames": (theirs.frame,)}
    found = {name: robot(name, q) for name in OF_Q} | {name: robot(name, q, v) for name in OF_V}
    found["inverse_dynamics"] = robot("inverse_dynamics", q, v, a)
    found["rotation"], found["position"] = robot("frame_pose", q, **at)
    found["jacobian"] = robot("jacobian", q, **at)
    found["frame_velocity"] = robot("frame_velocity", q, v, **at)
    found["frame_acceleration"] = robot("frame_acceleration", q, v, a, **at)
    inverses = {
        "mass_matrix_inverse": robot("mass_matrix_inverse", q),
        "forward_dynamics": robot("forward_dynamics", q, v, a),
        "forward_dynamics_with_forces": robot("forward_dynamics_with_forces", q, v, a, force, **at),
        "operational_space_compliance": robot("operational_space_compliance", q, **at),
    }
    assert found.keys() | inverses.keys() == expected.keys()
    for name, value in found.items():
        agree(name, value, expected[name], DIGITS)
    digits = max(INVERSE_DIGITS, 1e-15 * np.linalg.cond(expected["mass_matrix"]).max())
    for name, value in inverses.items():
        agree(name, value, expected[name], digits)


def test_armature_of_a_free_joint_is_in_body_axes() -> None:
    """MuJoCo's resists d(R v)/dt = R(v̇ + ω × v), in world axes; psiphi's v̇. Energies and 𝓜 are the same."""
    mj = without_extras(on_base('<joint name="root" type="free" armature="0.5"/>'))
    model = model_from_mujoco(mj, snap=0.0)
    assert [x.reason for x in model.dropped] == ["that its armature and frictionloss act along world axes"]
    robot, theirs = Interpreted(model), MujocoSide(model, mj)
    q, v, a = (x[:STATES] for x in states(model))
    expected = theirs.results(q, v, a, np.zeros((STATES, 6)))
    turning, root = np.zeros_like(v), model.v_slice("root").start
    turning[:, root + 3 : root + 6] = 0.5 * np.cross(v[:, root : root + 3], v[:, root + 3 : root + 6])
    agree("mass_matrix", robot("mass_matrix", q), expected["mass_matrix"], DIGITS)
    agree("kinetic_energy", robot("kinetic_energy", q, v), expected["kinetic_energy"], DIGITS)
    agree("bias_forces", robot("bias_forces", q, v) + turning, expected["bias_forces"], DIGITS)
    forces = robot("inverse_dynamics", q, v, a) + turning
    agree("inverse_dynamics", forces, expected["inverse_dynamics"], DIGITS)
    accelerations = robot("forward_dynamics", q, v, a - turning)
    agree("forward_dynamics", accelerations, expected["forward_dynamics"], INVERSE_DIGITS)
