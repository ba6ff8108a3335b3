"""Every quantity that Pinocchio has, on every robot of example-robot-data, fixed and free, in 20 states.

Here the sweeps of the catalogue run on NumPy arrays. That machine code computes the same is tested on all of
these robots for inverse and forward dynamics and mass matrices (test_against_pinocchio.py), and on five of
them for the rest (tests/dynamics/test_frames_against_pinocchio.py).
"""

from __future__ import annotations

import warnings
from pathlib import Path

import numpy as np
import pytest
from interpreted import Interpreted
from pinocchio_results import REFERENCES, PinocchioSide
from test_against_pinocchio import EVERY, FILES, STATES, agree, cases, states

from psiphi.formats.load import load_model
from psiphi.model import Model

DIGITS, INVERSE_DIGITS = 1e-12, 1e-10
OF_Q = ("gravity_forces", "mass_matrix", "potential_energy", "center_of_mass", "momentum_matrix")
OF_V = ("bias_forces", "kinetic_energy", "momentum")


def distinct(files: list[Path]) -> list[Path]:
    """Files of different robots: some differ in their meshes alone."""
    found: dict[str, Path] = {}
    for path in files:
        found.setdefault(loaded(path, "fixed").key, path)
    return list(found.values())


def loaded(path: Path, base: str) -> Model:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        return load_model(path, base=base, snap=0)  # type: ignore[arg-type]


@cases(distinct(FILES[:: 1 if EVERY else 2]))
def test_every_quantity(path: Path, base: str) -> None:
    model = loaded(path, base)
    if model.nv == 0:
        pytest.skip("nothing moves")
    robot, theirs = Interpreted(model), PinocchioSide(model, path, base)
    q, v, a = states(model)
    force = np.random.default_rng(1).normal(size=(STATES, 6))
    frame = theirs.frame()
    expected = theirs.results(q, v, a, force, frame)
    at = {"frames": (frame,)}
    agree(robot("inverse_dynamics", q, v, a), expected["inverse_dynamics"], DIGITS)
    forced = robot("inverse_dynamics_with_forces", q, v, a, force, **at)
    agree(forced, expected["inverse_dynamics_with_forces"], DIGITS)
    found = {name: robot(name, q) for name in OF_Q} | {name: robot(name, q, v) for name in OF_V}
    for name, value in found.items():
        agree(value, expected[name], DIGITS)
    coriolis = robot("coriolis_matrix", q, v)
    agree((coriolis @ v[..., None])[..., 0], expected["coriolis forces"], DIGITS)
    agree(coriolis + np.swapaxes(coriolis, 1, 2), expected["rate of the mass matrix"], DIGITS)
    rotation, position = robot("frame_pose", q, **at)
    agree(rotation, expected["rotation"], DIGITS)
    agree(position, expected["position"], DIGITS)
    for reference in REFERENCES:
        seen = {**at, "reference": reference}
        agree(robot("frame_velocity", q, v, **seen), expected["frame_velocity", reference], DIGITS)
        agree(robot("frame_acceleration", q, v, a, **seen), expected["frame_acceleration", reference], DIGITS)
        agree(robot("jacobian", q, **seen), expected["jacobian", reference], DIGITS)
        agree(robot("jacobian_dot_v", q, v, **seen), expected["jacobian_dot_v", reference], DIGITS)
    inverses(robot, q, v, a, force, frame, expected)


def inverses(robot: Interpreted, q, v, a, force, frame: str, expected) -> None:
    """What needs 𝓜⁻¹. Ten digits, or what is left of sixteen where bodies weigh next to nothing."""
    mass = expected["mass_matrix"]
    worst = np.linalg.cond(mass).max()
    if not worst < 1e8:
        return
    digits = max(INVERSE_DIGITS, 1e-15 * worst)
    jacobian = expected["jacobian", "local_world_aligned"]
    compliance = jacobian @ np.linalg.solve(mass, np.swapaxes(jacobian, 1, 2))
    agree(robot("operational_space_compliance", q, frames=(frame,)), compliance, digits)
    if "forward_dynamics" in expected:  # Pinocchio takes mimic joints for independent ones
        agree(robot("mass_matrix_inverse", q), expected["mass_matrix_inverse"], digits)
        agree(robot("forward_dynamics", q, v, a), expected["forward_dynamics"], digits)
        forced = robot("forward_dynamics_with_forces", q, v, a, force, frames=(frame,))
        agree(forced, expected["forward_dynamics_with_forces"], digits)
    else:
        agree(robot("mass_matrix_inverse", q), np.linalg.inv(mass), digits)
        agree(robot("forward_dynamics", q, v, expected["inverse_dynamics"]), a, digits)
    stretched = np.linalg.cond(compliance).max()
    if stretched < 1e6:
        inertia = robot("operational_space_inertia", q, frames=(frame,))
        agree(inertia, np.linalg.inv(compliance), max(INVERSE_DIGITS, 1e-15 * stretched * worst))
