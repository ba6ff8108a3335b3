"""Free flyers keep their momentum while joints, hands and bases move as the laws say."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from controlled import check_lyapunov, controlled, some_tree

import psiphi
from psiphi.control import FreeFlyingComputedTorque, FreeFlyingOperationalSpace, PoseToPose, ResolvedMomentum
from psiphi.errors import ExpressionError, InputError


def floating(seed, **options):
    """A random free flyer, without gravity."""
    return psiphi.Robot(replace(some_tree(seed, **options).model, gravity=(0.0, 0.0, 0.0)))


FLYER = psiphi.robots.free_flyer()
RANDOM = floating(3, bodies=3, kinds=("spherical",), branching="chain", base="free")
HAND, BASE = "body_2", "body_0"


def start_of(robot, seed=1, speed=0.2):
    """A configuration, and rates of the joints with which the robot has no momentum."""
    rng = np.random.default_rng(seed)
    joints = robot.nv - 6
    q = robot.integrate(robot.neutral(), np.concatenate([np.zeros(6), 0.6 * rng.standard_normal(joints)]))
    rates = speed * rng.standard_normal(joints)
    return q, np.concatenate([robot.base_velocity(q, rates), rates])


def check_momentum(robot, motion):
    """None at the start, and none later."""
    apart = np.abs(robot.momentum(motion.q, motion.v)).max()
    assert apart < 1e-9 * max(1.0, robot.mass * np.abs(motion.v).max())
    assert not motion.tau[..., :6].any()


@pytest.mark.parametrize("robot", [FLYER, RANDOM], ids=["bundled", "random"])
def test_joints_have_their_poles_while_the_base_follows(robot):
    pole = 5.0
    q, v = start_of(robot)
    goal = robot.integrate(q, np.concatenate([np.zeros(6), np.linspace(-0.2, 0.2, robot.nv - 6)]))
    law = FreeFlyingComputedTorque(robot, goal, pole=pole)
    motion = controlled(law, q, v, 0.3)
    check_lyapunov(law, motion, 1e-8)
    check_momentum(robot, motion)
    if robot is RANDOM:  # whose joints turn, and have no differences
        return
    t, e = motion.time[:, None], motion.q[:, 7:] - goal[7:]
    assert np.abs(e - np.exp(-pole * t) * (e[0] + (v[6:] + pole * e[0]) * t)).max() < 1e-8


@pytest.mark.parametrize("axes", [None, "position"])
def test_a_hand_is_led_with_the_generalised_jacobian(axes):
    robot = RANDOM
    q, v = start_of(robot)
    rotation, place = robot.frame_pose(q, HAND)
    line = PoseToPose((rotation, place), (rotation, place + 0.05), 0.3)
    law = FreeFlyingOperationalSpace(robot, HAND, line, pole=8.0, posture=q, axes=axes)
    motion = controlled(law, q, v, 0.3, dt=5e-4)
    check_lyapunov(law, motion, 1e-7)
    check_momentum(robot, motion)


def test_arms_move_without_reaction_on_the_base():
    """Held by its arms alone the base stands still, while they go where that lets them."""
    robot, frame = FLYER, FLYER.body_names[0]
    q, _ = start_of(robot)
    goal = robot.integrate(q, np.concatenate([np.zeros(6), np.linspace(-0.4, 0.4, robot.nv - 6)]))
    held = robot.frame_pose(q, frame)
    law = FreeFlyingOperationalSpace(robot, frame, held, pole=8.0, posture=goal, posture_pole=6.0)
    motion = controlled(law, q, np.zeros(robot.nv), 0.3, dt=2e-3)
    check_momentum(robot, motion)
    assert np.abs(motion.q[:, :7] - q[:7]).max() < 1e-9
    before, after = (np.linalg.norm(motion.q[i, 7:] - goal[7:]) for i in (0, -1))
    assert after < 0.9 * before


@pytest.mark.parametrize(("robot", "hand"), [(FLYER, "left_tool"), (RANDOM, HAND)], ids=["bundled", "random"])
def test_resolved_momentum_leads_a_hand_by_rates(robot, hand):
    rate, dt, steps = 3.0, 0.0025, 80
    q, _ = start_of(robot)
    rotation, place = robot.frame_pose(q, hand)
    law = ResolvedMomentum(robot, hand, (rotation, place + 0.05), rate=rate)
    jacobian, mass, v = robot.jacobian(q, hand), robot.mass_matrix(q), law(0.0, q)
    generalised = jacobian[:, 6:] - jacobian[:, :6] @ np.linalg.solve(mass[:6, :6], mass[:6, 6:])
    wanted = np.concatenate([np.zeros(3), np.full(3, 0.05 * rate)])
    np.testing.assert_allclose(v[6:], np.linalg.lstsq(generalised, wanted, rcond=None)[0], atol=1e-10)
    for step in range(steps):
        v = law(step * dt, q)
        assert np.abs(robot.momentum(q, v)).max() < 1e-9
        q = robot.integrate(q, law(step * dt, robot.integrate(q, v, dt / 2)), dt)
    e = robot.frame_pose(q, hand)[1] - place - 0.05
    np.testing.assert_allclose(e, -0.05 * np.exp(-rate * steps * dt), rtol=5e-3)


def test_what_does_not_fly_is_refused():
    panda = psiphi.robots.panda()
    with pytest.raises(ExpressionError, match="free-flying"):
        FreeFlyingComputedTorque(panda, panda.neutral(), pole=1.0)
    law = ResolvedMomentum(RANDOM, HAND, (np.eye(3), np.zeros(3)), rate=1.0)
    with pytest.raises(InputError, match="gives velocities"):
        RANDOM.rollout(RANDOM.neutral(), np.zeros(12), law, 2, 1e-3)
