"""Ten mechanisms of the literature: they close, move as is known of them, and agree with dense equations."""

from __future__ import annotations

import numpy as np
import pytest
from kkt import equations
from mechanisms import MECHANISMS

import psiphi


@pytest.fixture(scope="module", params=MECHANISMS)
def mechanism(request, tmp_path_factory):
    made = MECHANISMS[request.param]()
    return request.param, made, made.load(tmp_path_factory.mktemp(request.param))


def _walk(robot: psiphi.Robot, steps: int = 40, length: float = 0.02) -> np.ndarray:
    """Configurations along a motion that keeps the loops closed: Newton after every small step."""
    q, found = robot.neutral(), []
    velocity = np.ones(robot.nv)
    for _ in range(steps):
        velocity = equations(robot.model, q, velocity).allowed(velocity)
        velocity /= np.abs(velocity).max()
        q = robot.integrate(q, velocity, length)
        for _ in range(5):
            J = equations(robot.model, q, velocity).jacobian
            q = robot.integrate(q, -np.linalg.pinv(J, rcond=1e-9) @ robot.loop_residual(q), 1.0)
        found.append(q)
        np.testing.assert_allclose(robot.loop_residual(q), 0.0, atol=1e-10)
    return np.array(found)


def _places(robot: psiphi.Robot, frame: str, **walk) -> np.ndarray:
    return robot.frame_pose(_walk(robot, **walk), frame)[1]


def test_it_is_closed_and_has_the_mobility_that_is_known(mechanism) -> None:
    name, made, robot = mechanism
    q = robot.neutral()
    np.testing.assert_allclose(robot.loop_residual(q), 0.0, atol=1e-14)
    J = equations(robot.model, q, np.zeros(robot.nv)).jacobian
    assert robot.nv - np.linalg.matrix_rank(J, tol=1e-9) == made.mobility, name


def test_accelerations_are_those_of_the_dense_equations(mechanism) -> None:
    _, _, robot = mechanism
    rng = np.random.default_rng(0)
    q, (v, tau) = robot.neutral(), rng.standard_normal((2, robot.nv))
    v = equations(robot.model, q, v).allowed(v)
    expected, _ = equations(robot.model, q, v).solve(tau)
    found = robot.constrained_forward_dynamics(q, v, tau)[0]
    np.testing.assert_allclose(found, expected, rtol=1e-9, atol=1e-10 * np.abs(expected).max())


def _robot(name: str, directory) -> psiphi.Robot:
    return MECHANISMS[name]().load(directory)


def test_peaucellier_draws_a_straight_line(tmp_path) -> None:
    """x = (arm² − side²) / (2 · crank), exactly."""
    places = _places(_robot("peaucellier", tmp_path), "tracer")
    np.testing.assert_allclose(places[:, 0], (0.5**2 - 0.2**2) / (2 * 0.2), atol=1e-9)
    assert np.ptp(places[:, 2]) > 0.1


def test_chebyshev_draws_nearly_a_straight_line(tmp_path) -> None:
    """While the crank is away from the rocker, the tracer is at a height of 4 within a hundredth."""
    places = _places(_robot("chebyshev", tmp_path), "tracer", steps=25)
    assert np.ptp(places[:, 0]) > 0.6
    assert np.abs(np.abs(places[:, 2]) - 4.0).max() < 0.02


@pytest.mark.parametrize("name", ["watt", "roberts"])
def test_straight_lines_of_watt_and_roberts(name: str, tmp_path) -> None:
    """The tracer strays from a line by less than a hundredth of its way."""
    places = _places(_robot(name, tmp_path), "tracer", steps=20, length=0.01)[:, [0, 2]]
    _, sizes, _ = np.linalg.svd(places - places.mean(axis=0))
    assert sizes[1] < 0.01 * sizes[0]


def test_hart_inverts(tmp_path) -> None:
    """The distances of both points from the pivot have a constant product, and lie on one ray."""
    robot = _robot("hart", tmp_path)
    pivot = robot.frame_pose(robot.neutral(), "ab")[1]
    inner, outer = (_places(robot, frame, steps=15) - pivot for frame in ("inner", "outer"))
    products = np.einsum("ni,ni->n", inner, outer)
    np.testing.assert_allclose(products, 0.25 * 0.75 * (0.8**2 - 0.4**2), rtol=1e-8)
    assert np.ptp(np.linalg.norm(inner, axis=1)) > 0.005
    np.testing.assert_allclose(np.cross(inner, outer), 0.0, atol=1e-9)


def test_bennett_keeps_his_ratio(tmp_path) -> None:
    """tan(θ₁/2) tan(θ₂/2) = sin((β + α)/2) / sin((β − α)/2), where θ₁ = 2 at q = 0."""
    ratio = np.sin(np.pi / 3) / np.sin(np.pi / 6)
    first, second, _ = _walk(_robot("bennett", tmp_path), steps=20).T
    tangents = np.tan((2.0 + first) / 2), np.tan(np.arctan2(ratio, np.tan(1.0)) + second / 2)
    np.testing.assert_allclose(tangents[0] * tangents[1], ratio, rtol=1e-8)
    assert np.ptp(first) > 0.2


def test_the_table_of_sarrus_moves_up_and_down_without_turning(tmp_path) -> None:
    robot = _robot("sarrus", tmp_path)
    rotations, places = robot.frame_pose(_walk(robot, steps=10), "mark")
    np.testing.assert_allclose(rotations, np.broadcast_to(np.eye(3), rotations.shape), atol=1e-9)
    np.testing.assert_allclose(places[:, :2] - [0.0, 0.5], 0.0, atol=1e-9)
    assert np.ptp(places[:, 2]) > 0.02


def test_derivatives_along_motions_that_redundant_loops_allow(tmp_path) -> None:
    """Against differences of eighth order: q and v move with the loops closed, forces are the least."""
    robot = _robot("bennett", tmp_path)
    start = _walk(robot, steps=3)[-1]
    tau, rates = np.random.default_rng(2).standard_normal((2, robot.nv))
    direction = equations(robot.model, start, rates).allowed(rates)
    h = 2e-3

    def moved(s: float) -> tuple[np.ndarray, np.ndarray]:
        q = robot.integrate(start, s * direction)
        for _ in range(4):
            J = equations(robot.model, q, rates).jacobian
            q = robot.integrate(q, -np.linalg.pinv(J, rcond=1e-9) @ robot.loop_residual(q))
        return q, equations(robot.model, q, rates).allowed(rates)

    states = {s: moved(s * h) for s in range(-4, 5)}
    weights = {1: 4 / 5, 2: -1 / 5, 3: 4 / 105, 4: -1 / 280}

    def slope(f) -> np.ndarray:
        return sum(w * (f(*states[k]) - f(*states[-k])) for k, w in weights.items()) / h

    q, v = states[0]
    dq, dv = slope(lambda q, v: robot.difference(start, q)), slope(lambda q, v: v)
    found = robot.constrained_forward_dynamics_derivatives(np.stack([q, q]), v, tau)
    for place, by_q in enumerate(found[::3]):
        expected = slope(lambda q, v, i=place: robot.constrained_forward_dynamics(q, v, tau)[i])
        along = by_q[1] @ dq + found[3 * place + 1][1] @ dv
        np.testing.assert_allclose(along, expected, rtol=0, atol=1e-8 * np.abs(expected).max())
        difference = robot.constrained_forward_dynamics(q, v, 2 * tau)[place]
        difference = difference - robot.constrained_forward_dynamics(q, v, tau)[place]
        scale = np.abs(difference).max()
        np.testing.assert_allclose(found[3 * place + 2][0] @ tau, difference, rtol=0, atol=1e-10 * scale)
