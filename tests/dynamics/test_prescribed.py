"""Hybrid dynamics: some joints move as prescribed. The judge is the mass matrix, split in blocks."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

import psiphi
import psiphi.flexible
from psiphi import Robot
from psiphi.errors import InputError
from psiphi.formats.robots import random_tree

TREES = {
    "fixed": {"base": "fixed", "bodies": 7},
    "free": {"base": "free", "bodies": 6},
    "rotors": {"base": "fixed", "bodies": 6, "rotors": "carried"},
}


def by_blocks(robot: Robot, dofs: np.ndarray, q, v, tau, x, forces=None):
    """𝓜_ff a_f = tau_f − C_f − 𝓜_fp x, and tau_p = (𝓜a + C)_p, with dense matrices."""
    mass, bias = robot.mass_matrix(q), robot.inverse_dynamics(q, v, np.zeros(robot.nv), forces)
    others = np.setdiff1d(np.arange(robot.nv), dofs)
    a = np.zeros(robot.nv)
    a[dofs] = x
    right = (tau - bias - mass[:, dofs] @ x)[others]
    a[others] = np.linalg.solve(mass[np.ix_(others, others)], right)
    return a, (mass @ a + bias)[dofs]


def agree(found: np.ndarray, expected: np.ndarray, tolerance: float) -> None:
    np.testing.assert_allclose(found, expected, rtol=0, atol=tolerance * max(1.0, np.abs(expected).max()))


@pytest.mark.parametrize("options", TREES.values(), ids=TREES)
@pytest.mark.parametrize("seed", range(2))
def test_against_blocks_of_the_mass_matrix(options: dict, seed: int) -> None:
    robot = Robot(random_tree(seed, **options))
    rng = np.random.default_rng(seed)
    joints = list(rng.permutation(robot.joint_names)[:2])
    hybrid = robot.prescribed(joints)
    q, v = robot.random_configuration(rng), rng.standard_normal(robot.nv)
    tau, x = rng.standard_normal(robot.nv), rng.standard_normal(len(hybrid.dofs))
    a, force = hybrid.forward_dynamics(q, v, tau, prescribed=x)
    condition = np.linalg.cond(robot.mass_matrix(q))
    expected = by_blocks(robot, hybrid.dofs, q, v, tau, x)
    agree(a, expected[0], 1e-14 * condition)
    agree(force, expected[1], 1e-14 * condition)
    assert np.array_equal(a[hybrid.dofs], x)
    pushes = {robot.body_names[-1]: rng.standard_normal(6)}
    pushed = hybrid.forward_dynamics(q, v, tau, prescribed=x, external_forces=pushes)
    for found, truth in zip(pushed, by_blocks(robot, hybrid.dofs, q, v, tau, x, pushes), strict=True):
        agree(found, truth, 1e-14 * condition)


def test_batches_broadcast_and_forces_of_prescribed_joints_do_not_count() -> None:
    robot = psiphi.robots.panda()
    hybrid = robot.prescribed(["panda_joint2", "panda_joint5"])
    rng = np.random.default_rng(0)
    q, v = robot.random_configuration(rng, batch=(3, 1)), rng.standard_normal((4, 7))
    tau, x = rng.standard_normal(7), rng.standard_normal((3, 1, 2))
    a, force = hybrid.forward_dynamics(q, v, tau, x)
    assert (a.shape, force.shape) == ((3, 4, 7), (3, 4, 2))
    expected = by_blocks(robot, hybrid.dofs, q[2, 0], v[1], tau, x[2, 0])
    agree(a[2, 1], expected[0], 1e-11)
    agree(force[2, 1], expected[1], 1e-11)
    tau[hybrid.dofs] = 1e9
    assert np.array_equal(hybrid.forward_dynamics(q, v, tau, x)[0], a)
    single = hybrid.forward_dynamics(*(np.asarray(y, dtype=np.float32) for y in (q, v, tau, x)))[0]
    assert single.dtype == np.float32
    np.testing.assert_allclose(single, a, rtol=0, atol=1e-3 * np.abs(a).max())


def test_mimic_joints_are_led_by_prescribed_ones() -> None:
    robot = Robot(random_tree(3, mimic=0.5, kinds=["revolute", "prismatic", "spherical"]))
    leaders = {body.joint.mimic.joint for body in robot.model.bodies if body.joint.mimic}
    hybrid = robot.prescribed([next(joint for joint in robot.joint_names if joint in leaders)])
    rng = np.random.default_rng(0)
    q, v = robot.random_configuration(rng), rng.standard_normal(robot.nv)
    tau, x = rng.standard_normal(robot.nv), rng.standard_normal(len(hybrid.dofs))
    expected = by_blocks(robot, hybrid.dofs, q, v, tau, x)
    for found, truth in zip(hybrid.forward_dynamics(q, v, tau, x), expected, strict=True):
        agree(found, truth, 1e-14 * np.linalg.cond(robot.mass_matrix(q)))
    moved, moving = robot.rollout(q, v, hybrid.torque(tau, x), 10, 1e-4, damping=False, friction=False)
    assert np.isfinite(moved).all()
    expected = v[hybrid.dofs] + np.outer(1e-4 * np.arange(11), x)
    np.testing.assert_allclose(moving[:, hybrid.dofs], expected, rtol=1e-9)


def test_a_locked_joint_is_one_that_is_not_there() -> None:
    """The motion is that of the robot whose model has the joint locked, which knows nothing of hybrids."""
    robot = psiphi.robots.ur5()
    joint = robot.joint_names[2]
    options = {"friction": False, "damping": False, "effort_limits": False, "duration": 0.2, "dt": 0.001}
    locked = Robot(robot.model.lock(joint, 0.7))
    hybrid, start = robot.prescribed([joint]), robot.neutral()
    start[hybrid.dofs] = 0.7
    rest, others = np.zeros(robot.nv), np.setdiff1d(np.arange(6), hybrid.dofs)
    motion = robot.simulate(start, rest, hybrid.torque(), **options)
    expected = locked.simulate(start[others], rest[others], **options)
    np.testing.assert_allclose(motion.q[..., others], expected.q, rtol=0, atol=1e-11)
    np.testing.assert_allclose(motion.q[..., hybrid.dofs], 0.7, rtol=0, atol=1e-11)


def test_driven_and_servo_joints() -> None:
    robot = psiphi.robots.panda()
    hybrid, rest = robot.prescribed(["panda_joint1"]), np.zeros(7)
    start = np.array([0.0, -0.6, 0.0, -2.2, 0.0, 1.6, 0.8])
    options = {"duration": 0.5, "dt": 0.001, "friction": False, "damping": False, "effort_limits": False}
    driven = robot.simulate(start, rest, hybrid.torque(prescribed=[2.0]), **options)
    np.testing.assert_allclose(driven.q[:, 0], driven.time**2, rtol=0, atol=1e-9)
    servo = robot.simulate(start, rest, hybrid.torque(velocity=[0.5], rate=30.0), **options)
    np.testing.assert_allclose(servo.v[:, 0], 0.5 * (1 - np.exp(-30.0 * servo.time)), rtol=0, atol=1e-6)


def test_what_acts_on_joints_and_modes_is_made_up_for() -> None:
    model, start = psiphi.robots.panda().model, np.array([0.0, -0.6, 0.0, -2.2, 0.0, 1.6, 0.8])
    bodies = [
        replace(body, joint=replace(body.joint, damping=3.0, friction=0.5, stiffness=20.0))
        if body.joint.kind.name == "revolute"
        else body
        for body in model.bodies
    ]
    held = Robot(replace(model, bodies=tuple(bodies)))
    torque = held.prescribed(["panda_joint1"]).torque(prescribed=[2.0])
    for options in ({}, {"friction": False, "springs": False}):
        motion = held.simulate(
            start, np.zeros(7), torque, duration=0.2, dt=0.001, effort_limits=False, **options
        )
        np.testing.assert_allclose(motion.q[:, 0], motion.time**2, rtol=0, atol=1e-9)


def test_bodies_that_bend() -> None:
    model = psiphi.robots.planar_chain(2).model
    section = {"density": 2700.0, "area": 1e-4, "second_moments": (1e-9, 1e-9), "torsion": 2e-9}
    modes = psiphi.flexible.beam(length=1.0, **section, young=7e10, shear=2.6e10, modes=3)
    robot = Robot(model.with_modes(model.body_names[-1], modes))
    hybrid, rng = robot.prescribed([robot.joint_names[0]]), np.random.default_rng(0)
    q, v = robot.neutral() + 0.01 * rng.standard_normal(robot.nq), 0.1 * rng.standard_normal(robot.nv)
    tau, x = rng.standard_normal(robot.nv), np.array([1.3])
    expected = by_blocks(robot, hybrid.dofs, q, v, tau, x)
    for found, truth in zip(hybrid.forward_dynamics(q, v, tau, x), expected, strict=True):
        agree(found, truth, 1e-11)


def test_what_is_refused() -> None:
    robot = psiphi.robots.ur5()
    with pytest.raises(InputError, match="each once"):
        robot.prescribed([])
    with pytest.raises(psiphi.PsiphiError, match="elbo"):
        robot.prescribed(["elbo"])
    hybrid = robot.prescribed([robot.joint_names[0]])
    with pytest.raises(InputError, match="degrees of freedom"):
        hybrid.forward_dynamics(robot.neutral(), np.zeros(6), np.zeros(6), np.zeros(2))
    with pytest.raises(InputError, match="rate"):
        hybrid.torque(rate=-1.0)
