"""Quintic and trapezoidal motions: exact ends, derivatives that belong together, limits that are met."""

from __future__ import annotations

import numpy as np
import pytest

from psiphi import robots
from psiphi.errors import ArgumentTypeError, InputError
from psiphi.simulation import PointToPoint, quintic, trapezoidal

START, END = np.array([0.1, -0.7, 1.3, 0.4]), np.array([1.1, 2.3, -0.9, 0.4])
MOTIONS = {
    "quintic": quintic(START, END, 4.0),
    "trapezoidal": trapezoidal(START, END, velocity=1.0, acceleration=2.0),
    "triangular": trapezoidal(START, END, velocity=9.0, acceleration=2.0),
    "slow": trapezoidal(START, END, 7.0, velocity=1.0, acceleration=2.0),
}


@pytest.mark.parametrize("motion", MOTIONS.values(), ids=MOTIONS)
def test_motions_begin_and_end_exactly(motion: PointToPoint) -> None:
    q, v, _ = motion([-1.0, 0.0, motion.duration, motion.duration + 1.0])
    assert np.array_equal(q, [START, START, END, END])
    assert not v.any()
    _, _, a = motion([-1.0, motion.duration + 1.0])
    assert not a.any()


def test_a_quintic_begins_and_ends_without_acceleration() -> None:
    _, _, a = quintic(START, END, 4.0)(np.linspace(0.0, 4.0, 300))
    assert a.shape == (300, 4)
    assert not a[[0, -1]].any()


@pytest.mark.parametrize("motion", MOTIONS.values(), ids=MOTIONS)
def test_velocities_and_accelerations_are_derivatives(motion: PointToPoint) -> None:
    t, h = np.linspace(0.0, motion.duration, 101)[1:-1] + 1e-3 * motion.duration, 1e-6
    q0, v0, _ = motion(t - h)
    q1, v1, _ = motion(t + h)
    _, v, a = motion(t)
    assert (q1 - q0) / (2 * h) == pytest.approx(v, abs=1e-8)
    assert (v1 - v0) / (2 * h) == pytest.approx(a, abs=1e-6)


@pytest.mark.parametrize("motion", MOTIONS.values(), ids=MOTIONS)
def test_velocities_add_up_to_the_whole_way(motion: PointToPoint) -> None:
    """Nothing jumps where one stage of a motion meets the next."""
    t = np.linspace(0.0, motion.duration, 20001)
    q, v, _ = motion(t)
    way = np.cumsum((v[1:] + v[:-1]) / 2 * np.diff(t)[:, None], axis=0)
    assert START + way == pytest.approx(q[1:], abs=1e-6)


@pytest.mark.parametrize(
    ("make", "velocity", "acceleration"),
    [
        (quintic, [1.0, 2.0, 3.0, 1.0], 50.0),
        (quintic, 50.0, [4.0, 3.0, 9.0, 1.0]),
        (trapezoidal, [1.0, 2.0, 3.0, 1.0], 5.0),
        (trapezoidal, 50.0, [4.0, 3.0, 9.0, 1.0]),
    ],
)
def test_the_shortest_motion_meets_its_limits_and_no_shorter_one_exists(make, velocity, acceleration) -> None:
    motion = make(START, END, velocity=velocity, acceleration=acceleration)
    _, v, a = motion(np.linspace(0.0, motion.duration, 20001))
    shares = [np.abs(v).max(axis=0) / velocity, np.abs(a).max(axis=0) / acceleration]
    assert np.max(shares) == pytest.approx(1.0, abs=1e-6)
    assert np.max(shares) <= 1.0 + 1e-12
    with pytest.raises(InputError, match=f"too short for the limits; give {motion.duration:.6g} s or more"):
        make(START, END, 0.99 * motion.duration, velocity=velocity, acceleration=acceleration)
    same = make(START, END, motion.duration, velocity=velocity, acceleration=acceleration)
    assert same(0.3 * motion.duration)[0] == pytest.approx(motion(0.3 * motion.duration)[0], rel=1e-9)


def test_a_longer_trapezoid_is_slower_and_keeps_its_acceleration() -> None:
    motion = MOTIONS["slow"]
    _, v, a = motion(np.linspace(0.0, 7.0, 20001))
    assert motion.duration == 7.0
    assert np.abs(v).max() < 0.6
    assert np.abs(a).max() == pytest.approx(2.0)


def test_robots_with_quaternions_turn_the_short_way() -> None:
    robot = robots.random_tree(1, bodies=3, kinds=["spherical", "planar"], base="free")
    rng = np.random.default_rng(0)
    q0, q1 = robot.random_configuration(rng, (2,)), robot.random_configuration(rng, (2,))
    motion = quintic(q0, q1, 2.0, robot=robot)
    q, v, a = motion([0.0, 0.7, 2.0])
    assert q.shape == (3, 2, robot.nq)
    assert v.shape == a.shape == (3, 2, robot.nv)
    assert robot.difference(q[[0, 2]], [q0, q1]) == pytest.approx(np.zeros((2, 2, robot.nv)), abs=1e-13)
    h = 1e-5
    before, after = motion(0.7 - h)[0], motion(0.7 + h)[0]
    assert robot.difference(before, after) / (2 * h) == pytest.approx(v[1], abs=1e-7)
    assert (motion(0.7 + h)[1] - motion(0.7 - h)[1]) / (2 * h) == pytest.approx(a[1], abs=1e-7)


def test_a_robot_driven_by_inverse_dynamics_follows_its_motion() -> None:
    robot = robots.puma560()
    motion = quintic(np.zeros(6), 0.5 * np.ones(6), 0.5, robot=robot)
    driven = robot.simulate(
        np.zeros(6), np.zeros(6), lambda t, q, v: robot.inverse_dynamics(*motion(t)), duration=0.5, dt=0.005
    )
    assert driven.q == pytest.approx(motion(driven.time)[0], abs=1e-6)
    assert np.array_equal(motion(0.5)[0], 0.5 * np.ones(6))


def test_nothing_to_move_is_standing_still() -> None:
    for motion in (
        quintic(START, START, 1.0),
        trapezoidal(START, START, 1.0, velocity=1.0, acceleration=1.0),
    ):
        q, v, a = motion(np.linspace(0.0, 1.0, 7))
        assert q == pytest.approx(np.broadcast_to(START, q.shape), rel=1e-15)
        assert not v.any()
        assert not a.any()


@pytest.mark.parametrize(
    ("make", "error", "says"),
    [
        (lambda: quintic(START, END), InputError, "duration: give one, or limits"),
        (lambda: quintic(START, START, velocity=1.0), InputError, "q0 and q1 are the same"),
        (lambda: trapezoidal(START, START, velocity=1, acceleration=1), InputError, "q0 and q1 are the same"),
        (lambda: quintic(START, END[:2], 1.0), InputError, r"q1: has shape \(2,\)"),
        (lambda: quintic(START, END * np.nan, 1.0), InputError, "q1: holds NaN"),
        (lambda: quintic(START, END, 0.0), InputError, "duration: 0 given"),
        (lambda: quintic(START, END, [1.0, 2.0]), ArgumentTypeError, "duration: list given; give one number"),
        (lambda: quintic(START, END, velocity=[1.0, 1.0]), InputError, r"velocity: has shape \(2,\)"),
        (lambda: quintic(START, END, velocity=-1.0), InputError, "velocity: -1.0 given; limits are positive"),
        (
            lambda: trapezoidal(START, END, velocity=1.0, acceleration=np.inf),
            InputError,
            "acceleration: inf given",
        ),
        (lambda: quintic("a", END, 1.0), ArgumentTypeError, "q0: str"),
        (lambda: quintic(0.0, 1.0, 1.0), InputError, "q0: has shape"),
        (lambda: quintic(START, END, 1.0)("now"), ArgumentTypeError, "times: str"),
        (lambda: quintic(START, END, 1.0, robot=robots.puma560()), InputError, r"give shape \(..., 6\)"),
    ],
)
def test_wrong_arguments_are_named(make, error, says) -> None:
    with pytest.raises(error, match=says):
        make()
