"""The catalogue of quantities on a flexible tree: compiled, and by sweeps, against plain matrices."""

from __future__ import annotations

import numpy as np
import pytest
from mass_points import positions
from spars import tree, tree_state
from tests.closed_chains.swept import swept

import psiphi
from psiphi.algebra.dense import dense
from psiphi.dynamics import catalogue
from psiphi.dynamics.catalogue import QUANTITIES
from psiphi.dynamics.features import Features


def apart(x: np.ndarray, y: np.ndarray) -> float:
    return float(np.abs(x - y).max() / np.abs(y).max())


WHOLE = [
    *("inverse_dynamics_with_forces", "forward_dynamics_with_forces", "force_accelerations"),
    *("mass_matrix_inverse", "kinetic_energy", "frame_velocity", "jacobian"),
    *("composite_inertia", "momentum", "momentum_matrix", "operational_space_compliance", "joint_inertias"),
    *("innovations_factor_inverse", "smoothed_forces"),
    *("coriolis_matrix", "link_accelerations", "frame_acceleration", "jacobian_dot_v"),
]


@pytest.fixture(scope="module")
def robot() -> psiphi.Robot:
    return psiphi.Robot(tree((0.0, 0.3, -9.81)))


@pytest.mark.parametrize("name", WHOLE)
def test_the_catalogue(robot: psiphi.Robot, name: str) -> None:
    q, v = tree_state()
    x = QUANTITIES[name].expression(Features.of(robot.model))
    frames = ("hand", "eye") if "B" in str(x) else ()
    kernel = robot.kernel(name, frames)
    rng = np.random.default_rng(3)
    arguments = kernel.program.arguments
    given = {y.name: rng.normal(size=y.shape) for y in arguments if y.name not in ("q", "v")}
    have = {"q": q, "v": v, **given}
    found = kernel(*(have[y.name] for y in arguments))
    found = found[0] if isinstance(found, tuple) else found
    assert apart(found, dense(x, robot.model, q, v=v, frames=frames, **given)) < 1e-11


OTHERWISE = {
    *("frame_pose", "frame_poses", "center_of_mass", "potential_energy"),  # against mass points, or below
    *("kinetic_energy", "rigid_kinetic_energy", "wiggle_kinetic_energy", "mass_matrix_pivots"),
    *("free_flying_mass_matrix", "base_acceleration", "rigid_velocity"),
    *("forward_composite_inertias", "articulated_inertias", "updated_covariances", "smoothed_covariances"),
    "costate_covariances",
    *("jacobian_normal_inverse", "jacobian_solve"),  # fewer rows than rates: singular
    *("operational_space_inertia", "operational_space_inertia_derivative", "operational_space_bias"),
    "dynamically_consistent_inverse",
    *("constrained_damped_dynamics", "constrained_damped_dynamics_with_forces"),
    *("constrained_equations", "constrained_equations_with_forces"),
    *("backward_composite_inertias", "reduced_composite_inertias"),  # refused
}
"""Quantities that are parts of the value of an expression, have other inputs, or no value for two frames."""


def test_all_of_the_catalogue_by_sweeps() -> None:
    model, (q, v), rng = tree((0.0, 0.3, -9.81)), tree_state(), np.random.default_rng(3)
    model = model.with_loop("hand", "world", "distance", length=1.1)
    for name in {*QUANTITIES} - OTHERWISE:
        x = QUANTITIES[name].expression(Features.of(model))
        frames = ("hand", "eye") if "B" in str(x) else ()
        request = catalogue.request(model, name, frames)
        arguments = request.arguments()
        given = {y.name: rng.normal(size=y.shape) for y in arguments if y.name not in ("q", "v")}
        found = swept(request, 0)(*({"q": q, "v": v, **given}[y.name] for y in arguments))
        found = found[0] if isinstance(found, tuple) else found
        assert apart(found, dense(x, model, q, v=v, frames=frames, **given)) < 2e-11, name


def test_what_is_read_off_the_catalogue(robot: psiphi.Robot) -> None:
    """Energies and centres of all mass points, the six rows of bodies without those of modes."""
    (q, v), model = tree_state(), robot.model
    masses, places = positions(model, q, np.zeros(model.nv))
    assert robot.potential_energy(q) == pytest.approx(-masses @ places @ np.array(model.gravity), rel=1e-13)
    assert robot.center_of_mass(q) == pytest.approx(masses @ places / masses.sum(), rel=1e-12)
    sizes = [6 + (body.modes.count if body.modes else 0) for body in model.bodies]
    starts = np.cumsum([0, *sizes[:-1]])
    for name in ("articulated_inertias", "costate_covariances"):
        whole = dense(QUANTITIES[name].expression(Features.of(model)), model, q)
        known = np.array([whole[k : k + 6, k : k + 6] for k in starts])
        assert apart(robot.kernel(name)(q), known) < 1e-11
    matrix = robot.mass_matrix(q)
    known = np.linalg.solve(matrix[:6, :6], (matrix @ v)[:6])
    assert apart(robot.rigid_velocity(q, v), known) < 1e-12
    together = robot.rigid_kinetic_energy(q, v) + robot.wiggle_kinetic_energy(q, v)
    assert together == pytest.approx(robot.kinetic_energy(q, v), rel=1e-12)
