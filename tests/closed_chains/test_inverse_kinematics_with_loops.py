"""Inverse kinematics while loops hold, judged by `loop_residual` and `frame_pose`."""

from __future__ import annotations

import numpy as np
import pytest
from graphs import closed_tree

import psiphi


@pytest.mark.parametrize(
    "kinds",
    [
        ("weld", "distance"),
        ("hinge", "joint"),
        ("slider", "point"),
        ("cylinder", "universal"),
        ("planar", "sliding_contact"),
        ("line_contact",),
        ("helical",),
        ("soft_finger", "point_contact"),
    ],
)
def test_loops_of_all_kinds_hold(kinds: tuple[str, ...]) -> None:
    model, closed = closed_tree(7, loops=2, kinds=kinds, bodies=4, base="free")
    robot = psiphi.Robot(model)
    frame = model.body_names[2]
    position = robot.frame_pose(closed, frame)[1]
    begin = robot.integrate(closed, 0.1 * np.random.default_rng(0).standard_normal((8, robot.nv)))
    assert np.abs(robot.loop_residual(begin)).max() > 1e-3
    found = robot.inverse_kinematics({frame: (None, position)}, q0=begin, limits=False)
    assert found.converged.all()
    assert np.abs(robot.loop_residual(found.q)).max() < 1e-9
    assert found.opening.max() < 1e-9
    assert np.linalg.norm(robot.frame_pose(found.q, frame)[1] - position, axis=-1).max() < 1e-6


def test_a_five_bar_linkage_takes_its_tool_anywhere() -> None:
    robot = psiphi.robots.five_bar()
    start = robot.assemble(robot.neutral()).q
    others = robot.assemble(start + 0.3 * np.random.default_rng(0).standard_normal((10, robot.nv))).q
    position = robot.frame_pose(others, "tool")[1]
    found = robot.inverse_kinematics({"tool": (None, position)})
    assert found.converged.all()
    assert np.abs(robot.loop_residual(found.q)).max() < 1e-9
    assert np.linalg.norm(robot.frame_pose(found.q, "tool")[1] - position, axis=-1).max() < 1e-6
    assert not robot.inverse_kinematics({"tool": (None, position[0] + np.array([3.0, 0.0, 0.0]))}).converged


def test_joints_that_are_geared_to_each_other_keep_their_turns() -> None:
    """Of a joint that moves another by 1.7 times its own way, a whole turn is not nothing."""
    arm = psiphi.robots.ur5()
    _, lift, _, wrist, *_ = arm.joint_names
    robot = psiphi.Robot(arm.model.with_loop(wrist, lift, "joint", coefficients=(0.1, 1.7)))
    q = robot.random_configuration(np.random.default_rng(0), batch=50)
    q[:, 1] = np.clip(q[:, 1], -3.0, 3.0)
    q[:, 3] = 0.1 + 1.7 * q[:, 1]
    found = robot.inverse_kinematics({"tool": (None, robot.frame_pose(q, "tool")[1])})
    assert found.converged.all()
    assert np.abs(robot.loop_residual(found.q)).max() < 1e-9
