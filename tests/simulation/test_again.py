"""Motions like one before, for which arrays and code are kept ready: as if there had been none before."""

from __future__ import annotations

import weakref

import numpy as np
import pytest
from motions import some_state

import psiphi
from psiphi import Robot
from psiphi.errors import ArgumentTypeError, InputError
from psiphi.simulation.again import MOST_BYTES, Again

DT = 1e-3
ROBOTS = {"arm": psiphi.robots.ur5, "legs": psiphi.robots.quadruped}
robots = pytest.mark.parametrize("name", ROBOTS)


def states(robot: Robot, batch, count: int, dtype=np.float64):
    for seed in range(count):
        yield tuple(x.astype(dtype) for x in some_state(robot, seed, batch=batch))


def same(found, wanted) -> bool:
    return all(np.array_equal(x, y) and x.dtype == y.dtype for x, y in zip(found, wanted, strict=True))


def is_kept(robot: Robot) -> bool:
    return bool(robot.rollout._kept)


@robots
@pytest.mark.parametrize("batch", [(), (1,), (3, 4), (19,)])
@pytest.mark.parametrize("options", [{}, {"method": "rk4", "every": 2}, {"threads": 2, "limits": False}])
def test_the_bits_are_those_of_a_first_motion(name, batch, options):
    robot = ROBOTS[name]()
    for dtype in (np.float64, np.float32):
        for n, (q, v) in enumerate(states(robot, batch, 3, dtype)):
            found = robot.rollout(q, v, None, 4 + 2 * n, (n + 1) * DT, **options)
            assert is_kept(robot)
            assert same(found, ROBOTS[name]().rollout(q, v, None, 4 + 2 * n, (n + 1) * DT, **options))


@pytest.mark.parametrize("shape", [(6,), (3, 6), (5, 1, 6), (5, 3, 6), (1, 3, 6)])
def test_torques_of_every_shape(shape):
    robot, rng = psiphi.robots.ur5(), np.random.default_rng(1)
    for q, v in states(robot, (3,), 3):
        torque = rng.standard_normal(shape)
        assert same(robot.rollout(q, v, torque, 5, DT), psiphi.robots.ur5().rollout(q, v, torque, 5, DT))
    with pytest.raises(InputError, match="torque"):
        robot.rollout(q, v, np.ones((4, 1, 6)), 5, DT)


@pytest.mark.parametrize("batch", [(), (1,), (2, 3)])
@pytest.mark.parametrize("shape", [(), (1,), (2, 1), (2, 3)])
def test_parameters_of_every_shape(batch, shape):
    def varying() -> Robot:
        return psiphi.robots.ur5().varying("payload:tool")

    robot, rng = varying(), np.random.default_rng(1)
    present = robot.present_parameters()
    for n, (q, v) in enumerate(states(robot, batch, 3)):
        own = np.broadcast_to(present, (*shape, len(present))).copy()
        own[..., 0] += rng.uniform(0.0, 1.0, shape)
        found = robot.rollout(q, v, None, 3 + n, DT, parameters=own)
        assert is_kept(robot)
        assert same(found, varying().rollout(q, v, None, 3 + n, DT, parameters=own))
        own[..., 0] = -1.0
        with pytest.raises(InputError):
            robot.rollout(q, v, None, 3 + n, DT, parameters=own)
    with pytest.raises(ArgumentTypeError, match="parameters"):
        robot.rollout(q, v, None, 3, DT)


def test_arrays_that_lie_otherwise_or_serve_all_rows():
    robot = psiphi.robots.quadruped()
    (q, v), (p, w) = states(robot, (4,), 2)
    for a, b in ((q, v), (np.asfortranarray(p), w[::-1]), (p[0], w), (q[1], v)):
        fresh = psiphi.robots.quadruped()
        assert same(robot.rollout(a, b, None, 3, DT), fresh.rollout(a.copy(), b.copy(), None, 3, DT))


def test_results_stay_as_they_are_and_are_freed():
    robot = psiphi.robots.ur5()
    (q, v), (p, w) = states(robot, (), 2)
    robot.rollout(q, v, None, 3, DT)
    first = robot.rollout(q, v, None, 3, DT)
    before, given = [x.copy() for x in first], q.copy()
    assert not same(robot.rollout(p, w, None, 3, DT), before)
    assert same(first, before)
    assert np.array_equal(q, given)
    gone = weakref.ref(first.q)
    del first
    assert gone() is None


@robots
def test_what_is_refused_is_refused_again(name):
    robot = ROBOTS[name]()
    ((q, v),) = states(robot, (), 1)
    for _ in range(2):
        robot.rollout(q, v, None, 4, DT, every=1, damping=True)
    for kind, steps, dt, options in (
        (InputError, -1, DT, {}),
        (InputError, 4, 0.0, {}),
        (InputError, 4, np.nan, {}),
        (InputError, 5, DT, {"every": 2}),
        (ArgumentTypeError, 4.0, DT, {}),
        (ArgumentTypeError, 4, DT, {"every": True}),
        (ArgumentTypeError, 4, DT, {"damping": 1}),
    ):
        robot.rollout(q, v, None, 4, DT, every=2)
        with pytest.raises(kind):
            robot.rollout(q, v, None, steps, dt, **{"every": 1, "damping": True, **options})
    assert len(robot.rollout(q, v, None, 0, DT, every=1, damping=True).q) == 1


def test_quaternions_are_looked_at():
    robot = psiphi.robots.quadruped()
    ((q, v),) = states(robot, (2,), 1)
    wanted = robot.rollout(q, v, None, 3, DT)
    longer, none, lost = q.copy(), q.copy(), q.copy()
    longer[:, 3:7] *= 4.0
    none[1, 3:7], lost[1, 3:7] = 0.0, np.nan
    assert same(robot.rollout(longer, v, None, 3, DT), wanted)
    with pytest.raises(InputError, match="quaternion"):
        robot.rollout(none, v, None, 3, DT)
    found = robot.rollout(lost, v, None, 3, DT)
    assert same([x[:, 0] for x in found], [x[:, 0] for x in wanted])
    assert np.isnan(found.q[1:, 1]).all()


def test_a_motion_that_is_asked_for_amid_another(monkeypatch):
    """As another thread may do at any time; here it comes when the first has copied what it was given."""
    robot = psiphi.robots.ur5()
    (q, v), (p, w) = states(robot, (), 2)
    wanted, other = (robot.rollout(*x, None, 3, DT) for x in ((q, v), (p, w)))
    samples, amid = Again._samples, []

    def interrupted(self: Again, count: int):
        if not amid:
            amid.append(None)
            amid[0] = robot.rollout(p, w, None, 3, DT)
        return samples(self, count)

    monkeypatch.setattr(Again, "_samples", interrupted)
    assert same(robot.rollout(q, v, None, 3, DT), wanted)
    assert same(amid[0], other)


def test_what_is_large_is_not_kept():
    robot = psiphi.robots.ur5()
    ((q, v),) = states(robot, (MOST_BYTES // 8,), 1)
    robot.rollout(q, v, None, 1, DT)
    assert not is_kept(robot)
