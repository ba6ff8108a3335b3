"""Motions that are known: solutions in closed form, and what physics keeps."""

from __future__ import annotations

import numpy as np
import pytest
from motions import ideal_tree, single_body, some_state, weightless
from scipy.special import ellipj

from psiphi import Robot, robots
from psiphi.spatial import Inertia
from psiphi.spatial.quaternion import exp_quaternion, rotate

METHODS = ("rk4", "semi_implicit", "dop853")


@pytest.mark.parametrize(("method", "dt", "error"), [("rk4", 1e-2, 1e-6), ("dop853", 0.1, 1e-8)])
def test_a_pendulum_swings_by_elliptic_functions(method: str, dt: float, error: float) -> None:
    """sin(θ/2) = k cd(ω₀ t, k), k = sin(θ₀/2), from rest at θ₀."""
    length, start = 0.7, 2.5
    arm = Inertia(1.3, (0.0, 0.0, -length), np.zeros((3, 3)))
    robot = single_body("continuous", arm, axis=(0.0, 1.0, 0.0))
    swing = robot.simulate([start], [0.0], duration=4.0, dt=dt, method=method)
    k = np.sin(start / 2)
    _, cn, dn, _ = ellipj(np.sqrt(9.81 / length) * swing.time, k**2)
    assert swing.q[:, 0] == pytest.approx(2.0 * np.arcsin(k * cn / dn), abs=error)
    assert swing.energy_drift < error


@pytest.mark.parametrize("method", ["rk4", "dop853"])
def test_a_slide_under_constant_force_is_a_parabola(method: str) -> None:
    robot = single_body("prismatic", Inertia(2.0, (0.1, 0.2, 0.3), np.eye(3)), axis=(0.0, 0.0, 1.0))
    slide = robot.simulate([0.5], [1.0], [30.0], duration=2.0, dt=0.1, method=method)
    a, t = 30.0 / 2.0 - 9.81, slide.time
    assert slide.q[:, 0] == pytest.approx(0.5 + t + 0.5 * a * t**2, rel=1e-12)
    assert slide.v[:, 0] == pytest.approx(1.0 + a * t, rel=1e-12)


@pytest.mark.parametrize("method", METHODS)
def test_each_row_of_forces_is_held_for_one_step(method: str) -> None:
    robot = single_body("prismatic", Inertia(2.0, (0, 0, 0), np.eye(3)), gravity=(0, 0, 0))
    forces = np.array([[1.0], [-3.0], [0.0], [10.0]])
    moved = robot.simulate([0.0], [0.0], forces, duration=2.0, dt=0.5, method=method)
    v = np.concatenate([[0.0], np.cumsum(forces[:, 0] / 2.0 * 0.5)])
    assert moved.v[:, 0] == pytest.approx(v, abs=1e-12)
    if method != "semi_implicit":
        q = np.concatenate([[0.0], np.cumsum((v[1:] + v[:-1]) / 2.0 * 0.5)])
        assert moved.q[:, 0] == pytest.approx(q, abs=1e-12)
    assert np.array_equal(moved.tau[:, 0], [1.0, -3.0, 0.0, 10.0, 10.0])


@pytest.mark.parametrize("method", METHODS)
def test_a_steady_turn_is_exact_however_long_the_step(method: str) -> None:
    robot = single_body("spherical", Inertia(1.0, (0, 0, 0), 0.2 * np.eye(3)))
    omega = np.array([20.0, -30.0, 10.0])
    turn = robot.simulate(robot.neutral(), omega, duration=1.0, dt=0.1, method=method)
    for time, q in zip(turn.time, turn.q, strict=True):
        assert robot.difference(exp_quaternion(omega * time), q) == pytest.approx(np.zeros(3), abs=1e-11)


def momentum(robot: Robot, q: np.ndarray, v: np.ndarray) -> np.ndarray:
    """[angular; linear] about the world's origin: the first six rows of 𝓜 v, carried from base to world."""
    base = (robot.mass_matrix(q) @ v[..., None])[..., :6, 0]
    linear = rotate(q[..., 3:7], base[..., 3:])
    angular = rotate(q[..., 3:7], base[..., :3]) + np.cross(q[..., :3], linear)
    return np.concatenate([angular, linear], axis=-1)


@pytest.mark.parametrize(
    "robot",
    [robots.free_flyer(), weightless(ideal_tree(1, bodies=3, kinds=["spherical"], base="free"))],
    ids=["free flyer", "spherical joints"],
)
def test_what_floats_keeps_its_energy_and_momentum_for_ten_seconds(robot: Robot) -> None:
    q, v = some_state(robot, 0, speed=0.3)
    for flight in (
        robot.simulate(q, v, duration=10.0, dt=0.01, limits=False),
        robot.simulate(q, v, duration=10.0, dt=0.1, method="dop853", limits=False),
    ):
        assert flight.energy_drift < 1e-6
        kept = momentum(robot, flight.q, flight.v)
        assert kept == pytest.approx(
            np.broadcast_to(kept[0], kept.shape), rel=0, abs=1e-6 * np.abs(kept[0]).max()
        )
        assert np.linalg.norm(flight.q[:, 3:7], axis=1) == pytest.approx(np.ones(len(flight)), abs=1e-15)


def test_energy_counts_the_height_of_the_centre_of_mass() -> None:
    robot = ideal_tree(5, bodies=6)
    motion = robot.simulate(*some_state(robot, 1), duration=0.5, dt=0.002, limits=False)
    assert np.ptp(motion.potential_energy) > 0.1
    assert motion.energy_drift < 1e-7
    pushed = robot.simulate(*some_state(robot, 1), np.ones(robot.nv), duration=0.5, dt=0.002, limits=False)
    assert pushed.energy_drift > 1e-3


def test_semi_implicit_steps_do_not_wind_a_pendulum_up() -> None:
    robot = robots.planar_chain(1)
    swing = robot.simulate([0.3], [0.0], duration=60.0, dt=0.02, method="semi_implicit")
    third = len(swing) // 3
    early, late = swing.kinetic_energy[:third].max(), swing.kinetic_energy[-third:].max()
    assert late == pytest.approx(early, rel=0.02)
