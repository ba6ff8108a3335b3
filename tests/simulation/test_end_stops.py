"""End stops act by default: they push back, never pull, lose energy, and leave all other motion as it is."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

import psiphi
from psiphi import Model, Robot
from psiphi.dynamics.motion import end_stops
from psiphi.dynamics.motion.end_stops import moved_inertias
from psiphi.model import Limits

ALONE = {"damping": False, "friction": False}


def limited(upper: float) -> Robot:
    """A pendulum that swings in the x–z plane, with an end stop."""
    arm = psiphi.robots.planar_chain(1)
    (body,) = arm.model.bodies
    joint = replace(body.joint, limits=Limits(lower=-10.0, upper=upper))
    return Robot(Model("pendulum", [replace(body, joint=joint)], gravity=(9.81, 0.0, 0.0)))


def energy(robot: Robot, q, v):
    return robot.kinetic_energy(q, v) + robot.potential_energy(q)


@pytest.mark.parametrize("method", ["semi_implicit", "implicit", "rk4", "midpoint", "dop853"])
def test_a_swing_ends_at_the_stop_and_falls_back(method):
    robot = limited(0.5)
    motion = robot.simulate([0.4], [2.0], duration=0.5, dt=1e-3, method=method)
    beyond = motion.q[:, 0] > 0.5
    assert beyond.any()
    assert motion.q.max() < 0.5 + 2.0 * 2e-3  # the depth of a critically damped stop is 2h v/e
    assert not beyond[-1]
    falling = robot.forward_dynamics(motion.q, motion.v, np.zeros(1))
    a = np.gradient(motion.v[:, 0], 1e-3)
    assert (a <= falling[:, 0] + 0.5).all()  # of the stop only a push towards smaller angles
    assert robot.simulate([0.4], [2.0], duration=0.5, dt=1e-3, method=method, limits=False).q.max() > 0.7


def test_what_leans_on_a_stop_rests_there():
    """There the spring m/4h² carries the weight."""
    robot = limited(0.5)
    (m,) = moved_inertias(robot.model)
    q, v = (x[-1] for x in robot.rollout([0.4], [0.0], [30.0], 3000, 1e-3, every=3000))
    assert np.abs(v).max() < 1e-12
    np.testing.assert_allclose(m / 4e-6 * (q - 0.5), 30.0 - robot.gravity_forces(q), rtol=1e-9)


@pytest.mark.parametrize("h", [2.5e-4, 1e-3, 4e-3, 1e-2])
@pytest.mark.parametrize("name", ["panda", "puma560"])
def test_energy_does_not_rise_at_stops_in_steps_of_any_length(name, h):
    """Arms fall from rest onto many stops at once."""
    robot = getattr(psiphi.robots, name)()
    q = robot.random_configuration(np.random.default_rng(0), batch=(16,))
    motion = robot.rollout(q, np.zeros(robot.nv), None, round(2.0 / h), h, method="rk4", **ALONE)
    assert (motion.q < robot.limits.lower).any()
    assert (motion.q > robot.limits.upper).any()
    level = energy(robot, *motion)
    scale = np.ptp(robot.potential_energy(q))
    assert (level - level[0]).max() < 1e-5 * scale  # the error of the method
    assert (level[-1] < level[0]).all()


def test_what_touches_no_stop_moves_by_the_same_bits():
    robot = psiphi.robots.quadruped()
    rng = np.random.default_rng(1)
    q, v = robot.neutral(), 0.3 * rng.standard_normal((9, robot.nv))
    q[7:] = 0.5 * (robot.limits.lower[7:] + robot.limits.upper[7:])
    for method in ("semi_implicit", "implicit", "rk4"):
        found, without = (
            robot.rollout(q, v, None, 20, 1e-3, method=method, limits=limits) for limits in (True, False)
        )
        assert np.array_equal(found.q, without.q)
        assert np.array_equal(found.v, without.v)


def test_stops_follow_the_lightest_that_they_may_push():
    """𝓜 − diag(m) is positive wherever it is looked at, so that no step is too long for the stops."""
    for name in ("panda", "ur5", "quadruped"):
        robot = getattr(psiphi.robots, name)()
        q = robot.random_configuration(np.random.default_rng(0), batch=(500,))
        stopped = np.isfinite(robot.limits.lower)[-robot.nv :]
        m = np.where(stopped, moved_inertias(robot.model), 0.0)
        inverse = np.linalg.inv(robot.mass_matrix(q))
        most = np.linalg.eigvalsh(np.sqrt(m)[:, None] * inverse * np.sqrt(m)).max()
        assert 0.5 < most < 1.78  # up to which κ + 2δ < 4 of steps with κ = ¼ and δ = 1


def test_stops_of_very_many_joints_follow_the_least_eigenvalue(monkeypatch):
    monkeypatch.setattr(end_stops, "_DENSE", 0)
    robot = psiphi.robots.panda()
    (m,) = set(moved_inertias.__wrapped__(robot.model))
    q = robot.random_configuration(np.random.default_rng(0), batch=(500,))
    least = np.linalg.eigvalsh(robot.mass_matrix(q)).min()
    assert 0.4 * least < m < 1.4 * least
