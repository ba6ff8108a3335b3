"""Single precision stays within 1e-4 of double precision, in every state, on robots as they are built."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from interpreted import Interpreted
from test_against_pinocchio import EVERY, ROBOTS, cases, states
from test_against_pinocchio import FILES as ALL_FILES
from test_catalogue_against_pinocchio import distinct
from test_catalogue_against_pinocchio import loaded as model_of

import psiphi
from psiphi import Robot

FILES = {
    "UR5": ("ur_description/urdf/ur5_robot.urdf", "fixed", "tool0"),
    "Panda": ("panda_description/urdf/panda.urdf", "fixed", "panda_link8"),
    "ANYmal": ("anymal_b_simple_description/robots/anymal.urdf", "free", "LF_FOOT"),
    "Talos": ("talos_data/robots/talos_reduced.urdf", "free", "gripper_left_base_link"),
}
STATES = 16
TOLERANCE = 1e-4
# Of q; of q and v; of q, v and an acceleration, or a force of the joints.
QUANTITIES = {
    1: (
        *("mass_matrix", "mass_matrix_inverse", "gravity_forces", "center_of_mass", "momentum_matrix"),
        *("potential_energy", "jacobian", "operational_space_compliance"),
    ),
    2: ("bias_forces", "frame_velocity", "momentum", "kinetic_energy"),
    3: ("inverse_dynamics", "forward_dynamics", "frame_acceleration"),
}
INVERSES = ("mass_matrix_inverse", "forward_dynamics", "operational_space_compliance")
OF_A_FRAME = ("jacobian", "operational_space_compliance", "frame_velocity", "frame_acceleration")


def loaded(name: str) -> tuple[Robot, str]:
    file, base, frame = FILES[name]
    model = psiphi.load(ROBOTS / file, base=base).model  # type: ignore[arg-type]
    if name == "Panda":
        model = model.lock("panda_finger_joint1", 0.0)
    return Robot(model), frame


@pytest.mark.parametrize("name", FILES if EVERY else list(FILES)[:3])
def test_single_precision(name: str) -> None:
    """Machine code on float32 against sweeps in float64, relative to the largest entry of each state."""
    robot, frame = loaded(name)
    exact = Interpreted(robot.model)
    single = [x[:STATES].astype(np.float32) for x in states(robot.model)]
    double = [x.astype(np.float64) for x in single]  # the same states: rounding them is no error of ours
    for count, quantities in QUANTITIES.items():
        for quantity in quantities:
            frames = (frame,) if quantity in OF_A_FRAME else ()
            rough = robot.kernel(quantity, frames)(*single[:count])
            assert rough.dtype == np.float32
            expected = exact(quantity, *double[:count], frames=frames)
            assert rough.shape == expected.shape
            agree(rough, expected, quantity)
            assert np.any(rough != expected), quantity  # it is not double precision in disguise


@cases(distinct(ALL_FILES[:: 1 if EVERY else 3]))
def test_every_robot(path: Path, base: str) -> None:
    """The sweeps on float32 against those on float64; inverses where there is something to invert."""
    model = model_of(path, base)
    if model.nv == 0:
        pytest.skip("nothing moves")
    robot = Interpreted(model)
    single = [x[:4].astype(np.float32) for x in states(model)]
    double = [x.astype(np.float64) for x in single]
    regular = np.linalg.cond(robot("mass_matrix", double[0])).max() < 1e5
    for count, quantities in QUANTITIES.items():
        for quantity in quantities:
            if quantity in INVERSES and not regular:
                continue
            frames = (model.body_names[-1],) if quantity in OF_A_FRAME else ()
            rough = robot(quantity, *single[:count], frames=frames)
            agree(rough, robot(quantity, *double[:count], frames=frames), quantity)


def agree(rough: np.ndarray, expected: np.ndarray, quantity: str) -> None:
    """Relative to the largest entry of each state."""
    error, scale = (np.abs(x).reshape(len(x), -1).max(axis=1) for x in (rough - expected, expected))
    assert np.all(error <= TOLERANCE * scale), quantity
