"""Motions of closed chains: the same as of the open robots they are equal to, with loops and energy kept."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

import psiphi
from psiphi.dynamics.loops import many_equations
from psiphi.errors import InputError, SimulationError
from psiphi.model import Body, Frame, Joint, Loop, Model
from psiphi.robot import Robot
from psiphi.spatial import Inertia, Pose

FOUR_BAR = psiphi.robots.four_bar()


def test_a_hinge_is_a_hinge_whether_joint_or_loop():
    """A double pendulum, and two bodies of which the second moves freely but for a hinge on the first."""
    inertia = Inertia(1.0, (0.0, 0.0, -0.3), np.diag([0.02, 0.03, 0.01]))
    below = Pose(position=(0.0, 0.0, -0.6))
    upper = Body("upper", -1, Joint("shoulder", "revolute", axis=(0, 1, 0)), inertia)
    elbow = Joint("elbow", "revolute", below, axis=(1, 1, 0))
    tree = Robot(Model("tree", [upper, Body("lower", 0, elbow, inertia)]))
    free = Model("free", [upper, Body("lower", -1, Joint("float", "free"), inertia)])
    free = psiphi.Model("loop", free.bodies, [psiphi.model.Frame("elbow", 0, below)])
    loop = Robot(free.with_loop("elbow", "lower", "hinge", axis=(1, 1, 0)))

    q, v = np.array([0.4, -0.3]), np.array([1.0, 2.0])
    rotation, position = tree.frame_pose(q, "lower")
    closed = loop.neutral()
    closed[0], closed[1:4] = q[0], position
    closed[4:] = psiphi.spatial.rotation_to_quaternion(rotation)
    rates = np.array([v[0], *tree.frame_velocity(q, v, "lower", "local")])
    expected = tree.simulate(q, v, duration=0.25, dt=0.0025)
    motion = loop.simulate(closed, rates, duration=0.25, dt=0.0025)
    np.testing.assert_allclose(motion.q[:, 0], expected.q[:, 0], atol=1e-7)
    np.testing.assert_allclose(motion.q[-1, 1:4], tree.frame_pose(expected.q[-1], "lower")[1], atol=1e-7)
    exact = tree.simulate(q, v, duration=0.25, dt=0.25, method="dop853", tolerance=1e-12)
    closer = loop.simulate(closed, rates, duration=0.25, dt=0.25, method="dop853", tolerance=1e-12)
    np.testing.assert_allclose(closer.q[-1, 0], exact.q[-1, 0], atol=1e-10)
    assert np.abs(loop.loop_residual(motion.q)).max() < 1e-10


def two_cranks() -> Robot:
    """The four-bar with a coupler without mass: a crank and a rocker whose ends stay as far apart."""
    bar = psiphi.robots.four_bar().model
    ends = [psiphi.model.Frame("B", 0, Pose(position=(0, 0, 0.2))), replace(bar.frame("C:second"), body=1)]
    cranks = Model("cranks", [bar.bodies[0], bar.bodies[2]], ends)
    return Robot(cranks.with_loop("B", "C:second", "distance", length=float(np.hypot(0.45, 0.2))))


@pytest.mark.parametrize(
    ("robot", "duration"), [(two_cranks(), 0.25), (FOUR_BAR, 10.0)], ids=["two cranks", "four-bar"]
)
def test_energy_is_kept_and_loops_stay_closed(robot, duration):
    """A drift below 1e-6 in 10 s with steps of 1 ms, loops closed to 1e-9 all the while."""
    v = robot.project_velocity(robot.neutral(), [3.0, *np.zeros(robot.nv - 1)])
    motion = robot.simulate(robot.neutral(), v, duration=duration, dt=1e-3)
    assert len(motion.q) == 1 + round(1e3 * duration)
    assert np.ptp(motion.q[:, 0]) > 0.1
    assert motion.energy_drift < 1e-6 * duration / 10.0
    assert np.abs(robot.loop_residual(motion.q)).max() < 1e-10
    rates = robot.constraint_jacobian(motion.q) @ motion.v[..., None]
    assert np.abs(rates).max() < 1e-10


def test_velocities_that_loops_allow_in_compiled_code(monkeypatch):
    """The same as by matrices, with three of five equations left out, and NaN in its own row alone."""
    q = FOUR_BAR.assemble([[0.1, 0.0, 0.0], [0.8, 0.0, 0.0], [2.0, 0.0, 0.0]], locked="A").q
    v = np.random.default_rng(0).standard_normal((3, 3))
    expected = FOUR_BAR.project_velocity(q, v)
    np.testing.assert_allclose(FOUR_BAR.constrained_velocity(q, v), expected, atol=1e-12)
    q[1] = np.nan
    found = FOUR_BAR.constrained_velocity(q, v)
    assert np.isnan(found).any(axis=1).tolist() == [False, True, False]
    with monkeypatch.context() as patch:  # as for robots with more equations
        patch.setattr(many_equations, "MOST_EQUATIONS", 0)
        np.testing.assert_allclose(FOUR_BAR.constrained_velocity(q, v), found, atol=1e-12)
    with pytest.raises(InputError, match="has no loops"):
        psiphi.robots.planar_chain(2).constrained_velocity(np.zeros(2), np.zeros(2))


@pytest.mark.parametrize("options", [{"method": "dop853"}, {"method": "semi_implicit"}, {"baumgarte": 50.0}])
def test_every_method_stays_on_the_loops(options):
    q = np.stack([FOUR_BAR.neutral(), FOUR_BAR.assemble([0.5, 0.0, 0.0], locked="A").q])
    v = FOUR_BAR.project_velocity(q, [2.0, 0.0, 0.0])
    motion = FOUR_BAR.simulate(q, v, duration=0.05, **options)
    assert np.abs(FOUR_BAR.loop_residual(motion.q)).max() < 1e-10
    exact = FOUR_BAR.simulate(q, v, duration=0.05, method="dop853", tolerance=1e-12)
    slack = 1e-2 if options.get("method") == "semi_implicit" else 1e-8
    np.testing.assert_allclose(motion.q[-1], exact.q[-1], atol=slack)


def test_open_loops_draw_together_as_baumgarte_has_it():
    """ë + 2κė + κ²e = 0, for which e = e₀(1 + κt)exp(−κt) from rest."""
    chain = psiphi.robots.planar_chain(3).model.with_loop("tip", "world", "distance", length=1.0, name="rod")
    robot, q, rate = Robot(chain), np.array([0.8, 0.7, 0.9]), 10.0
    assert abs(robot.loop_residual(q)) > 0.1
    motion = robot.simulate(q, np.zeros(3), duration=0.5, projection=False, baumgarte=rate)
    e = robot.loop_residual(motion.q)[:, 0]
    grown = rate * motion.time
    np.testing.assert_allclose(e, e[0] * (1 + grown) * np.exp(-grown), atol=1e-7)


def test_a_start_off_the_loops_is_refused_with_the_way_back():
    q, v = np.array([0.1, 0.0, 0.0]), np.zeros(3)
    with pytest.raises(
        InputError, match=r"q0: the loops are open by 0\.\d+, most of all 'C'; robot\.assemble"
    ):
        FOUR_BAR.simulate(q, v, duration=0.01)
    closed = FOUR_BAR.assemble(q).q
    with pytest.raises(InputError, match=r"v0: the loops open at the rate .*'C'; robot\.project_velocity"):
        FOUR_BAR.simulate(closed, [1.0, 0.0, 0.0], duration=0.01)
    with pytest.raises(InputError, match=r"in row \(1,\) of the batch"):
        FOUR_BAR.simulate([closed, q], v, duration=0.01)
    # What is off by rounding alone is closed before the start.
    motion = FOUR_BAR.simulate(closed + 1e-8, v, duration=0.002)
    assert np.abs(FOUR_BAR.loop_residual(motion.q)).max() < 1e-10
    with pytest.raises(InputError, match="velocities: 'diagonalized' are those of robots without loops"):
        FOUR_BAR.simulate(closed, v, duration=0.01, velocities="diagonalized")
    with pytest.raises(InputError, match="baumgarte: -1 given; give a positive number"):
        FOUR_BAR.simulate(closed, v, duration=0.01, baumgarte=-1.0)


def test_loops_that_cannot_be_followed_end_the_motion_with_its_time():
    def shove(t, q, v):
        return np.array([1e9, 0.0, 0.0]) if t > 0.003 else np.zeros(3)

    with pytest.raises(SimulationError, match=r"no longer finite at t = 0\.01 s.* loops can be followed"):
        FOUR_BAR.simulate(FOUR_BAR.neutral(), np.zeros(3), shove, duration=0.2, dt=0.01)


def test_loops_that_contradict_each_other_by_the_rounding_of_a_file_are_closed_as_far_as_they_can_be():
    """A hinge as two points on its axis, further apart on the one body than on the other by 1.3e-8 m."""
    bar = psiphi.robots.four_bar().model
    loop = bar.loops[0]
    frames = []
    for end, apart in ((loop.first, 0.1), (loop.second, 0.1 + 1.3e-8)):
        seat = bar.frame(end)
        frames += [
            Frame(f"{end}:{k}", seat.body, seat.pose @ Pose(position=[0, k * apart, 0])) for k in (0, 1)
        ]
    points = [Loop(f"p{k}", "point", frames[k].name, frames[2 + k].name) for k in (0, 1)]
    model = replace(bar.without_loop(loop.name), frames=(*bar.frames, *frames), loops=tuple(points))
    robot = psiphi.Robot(model)
    q = FOUR_BAR.assemble(FOUR_BAR.neutral()).q
    whole = FOUR_BAR.simulate(q, np.zeros(3), duration=0.1, dt=1e-3, progress=False)
    found = robot.simulate(q, np.zeros(3), duration=0.1, dt=1e-3, progress=False)
    assert np.abs(found.q - whole.q).max() < 1e-6
    worst = np.abs(robot.loop_residual(found.q)).max()
    assert 1e-9 < worst < 1e-7
