"""Diagonalised dynamics: ν̇ + μ = ε with ν*μ = 0, on every joint kind, fixed and free, with rotors."""

from __future__ import annotations

import numpy as np
import pytest

from psiphi import Robot
from psiphi.formats.robots import random_tree

BATCH = (3,)
ROBOTS = {
    "free base": random_tree(5, bodies=3, base="free", kinds=("revolute", "prismatic")),
    "two roots": random_tree(
        8, bodies=6, roots=2, kinds=("revolute", "spherical", "helical", "universal"), rotors=True
    ),
    "one body": random_tree(2, bodies=1, kinds=("planar",)),
    "one hinge": random_tree(2, bodies=1, kinds=("revolute",)),
}


@pytest.fixture(scope="module", params=ROBOTS)
def robot(request: pytest.FixtureRequest) -> Robot:
    return Robot(ROBOTS[request.param])


@pytest.fixture(scope="module")
def state(robot: Robot) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    rng = np.random.default_rng(0)
    shape = (*BATCH, robot.nv)
    return robot.random_configuration(rng, BATCH), rng.normal(size=shape), rng.normal(size=shape)


def close(found: np.ndarray, expected: np.ndarray, tolerance: float) -> bool:
    return bool(np.abs(found - expected).max() <= tolerance * max(1.0, np.abs(expected).max()))


def product(A: np.ndarray, x: np.ndarray) -> np.ndarray:
    return (A @ x[..., None])[..., 0]


def test_velocities_are_decoupled(robot: Robot, state) -> None:
    """½ν*ν is the kinetic energy, and ν leads back to v."""
    q, v, _ = state
    nu = robot.diagonalized_velocity(q, v)
    assert close((nu * nu).sum(axis=-1) / 2, robot.kinetic_energy(q, v), 1e-12)
    assert close(robot.velocity_from_diagonalized(q, nu), v, 1e-10)


def test_forces_keep_their_power(robot: Robot, state) -> None:
    """m ε = τ, and ν*ε = v*τ."""
    q, v, tau = state
    epsilon, nu = robot.diagonalized_forces(q, tau), robot.diagonalized_velocity(q, v)
    assert close(product(robot.mass_matrix_square_root(q), epsilon), tau, 1e-10)
    assert close((nu * epsilon).sum(axis=-1), (v * tau).sum(axis=-1), 1e-10)


def test_coriolis_forces_do_no_work(robot: Robot, state) -> None:
    q, v, _ = state
    nu, mu = robot.diagonalized_velocity(q, v), robot.diagonalized_coriolis(q, v)
    sizes = np.linalg.norm(nu, axis=-1) * np.linalg.norm(mu, axis=-1)
    assert (np.abs((nu * mu).sum(axis=-1)) <= 1e-12 * np.maximum(sizes, 1e-3)).all()


def test_coriolis_forces_are_those_of_a_moving_root(robot: Robot, state) -> None:
    """m μ = C − m ṁ*v, the rate of m by differences of tenth order along the motion."""
    q, v, _ = state
    root, h = robot.mass_matrix_square_root(q), 0.004

    def speeds(t: float) -> np.ndarray:
        return robot.diagonalized_velocity(robot.integrate(q, v, t), v)

    weights = (5 / 6, -5 / 21, 5 / 84, -5 / 504, 1 / 1260)
    rate = sum(w * (speeds(i * h) - speeds(-i * h)) for i, w in enumerate(weights, start=1)) / h
    coriolis = robot.bias_forces(q, v) - robot.gravity_forces(q)
    expected = coriolis - product(root, rate)
    assert close(product(root, robot.diagonalized_coriolis(q, v)), expected, 1e-9)


def test_equations_of_motion(robot: Robot, state) -> None:
    """ν̇ = ε − μ is d/dt (m*v) of the motion that forward dynamics gives."""
    q, v, tau = state
    found = robot.diagonalized_acceleration(q, v, tau)
    epsilon = robot.diagonalized_forces(q, tau - robot.gravity_forces(q))
    assert close(found, epsilon - robot.diagonalized_coriolis(q, v), 1e-10)
    root = np.swapaxes(robot.mass_matrix_square_root(q), -1, -2)
    h, a = 1e-5, robot.forward_dynamics(q, v, tau)
    ahead, behind = (robot.diagonalized_velocity(robot.integrate(q, v, s), v) for s in (h, -h))
    assert close(found, (ahead - behind) / (2 * h) + product(root, a), 1e-6)


def test_rate_of_the_mass_matrix(robot: Robot, state) -> None:
    """𝓜̇ = 𝓒 + 𝓒*: 𝓜̇ − 2𝓒 is skew."""
    q, v, _ = state
    coriolis = robot.coriolis_matrix(q, v)
    assert close(robot.mass_matrix_rate(q, v), coriolis + np.swapaxes(coriolis, -1, -2), 1e-12)


def test_mimic_joints_have_the_factors_of_the_joints_that_lead_them() -> None:
    robot = Robot(random_tree(7, bodies=4, kinds=("revolute",), mimic=0.9))
    rng = np.random.default_rng(1)
    q, v = robot.random_configuration(rng), rng.normal(size=robot.nv)
    coriolis = robot.coriolis_matrix(q, v)
    assert close(robot.mass_matrix_rate(q, v), coriolis + coriolis.T, 1e-12)
    root = robot.mass_matrix_square_root(q)
    assert close(root @ root.T, robot.mass_matrix(q), 1e-12)
    nu = robot.diagonalized_velocity(q, v)
    assert close(nu, root.T @ v, 1e-12)
    assert close(robot.velocity_from_diagonalized(q, nu), v, 1e-10)
    assert abs(nu @ robot.diagonalized_coriolis(q, v)) <= 1e-12 * np.linalg.norm(nu) ** 2
