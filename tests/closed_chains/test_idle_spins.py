"""Rods that may spin about their own axes: found, named, and no obstacle to inverse dynamics."""

from __future__ import annotations

import numpy as np
import pytest

from psiphi import Robot
from psiphi.errors import ConstraintError
from psiphi.model import Body, Frame, Joint, Loop, Model
from psiphi.spatial import Inertia, Pose

ROD = Inertia(0.4, (0.5, 0.0, 0.0), np.diag([0.002, 0.03, 0.03]))
LEVER = Inertia(1.0, (0.3, 0.0, 0.0), np.diag([0.01, 0.05, 0.05]))
Z = (0.0, 0.0, 1.0)


def four_bar_with_a_rod() -> Robot:
    """Two levers with a motor at the first, and between their tips a rod on a ball at either end."""
    bodies = [
        Body("crank", -1, Joint("A", "revolute", axis=Z), LEVER),
        Body("rod", 0, Joint("ball", "spherical", Pose(position=[0.6, 0.0, 0.0])), ROD),
        Body("rocker", -1, Joint("B", "revolute", Pose(position=[0.0, 1.0, 0.0]), axis=Z), LEVER),
    ]
    frames = [
        Frame("rod_tip", 1, Pose(position=[1.0, 0.0, 0.0])),
        Frame("rocker_tip", 2, Pose(position=[0.6, 0.0, 0.0])),
    ]
    return Robot(Model("linkage", bodies, frames, loops=[Loop("pin", "point", "rod_tip", "rocker_tip")]))


def state(robot: Robot):
    start = robot.neutral()
    start[0], start[5] = 0.4, 0.4
    start[1:5] = [0.0, 0.0, np.sin(0.5), np.cos(0.5)]
    q = robot.assemble(start, locked="A").q
    rng = np.random.default_rng(0)
    v = robot.project_velocity(q, rng.standard_normal(robot.nv))
    a = robot.project_acceleration(q, v, rng.standard_normal(robot.nv))
    return q, v, a


def test_the_rod_is_named_and_the_motor_does_the_rest():
    robot = four_bar_with_a_rod()
    q, v, a = state(robot)
    assert robot.idle_spins(q, ["A"]) == ["ball"]
    found = robot.constrained_inverse_dynamics(q, v, a, ["A"])
    assert np.count_nonzero(found.torque) == 1
    # With the spin held by a moment about the rod alone, the equations of motion balance.
    left = robot.inverse_dynamics(q, v, a) - found.torque - robot.constraint_jacobian(q).T @ found.force
    along = np.array([1.0, 0.0, 0.0])  # the rod lies along x of its frame, in which the ball has its rates
    left[robot.v_slice("ball")] -= along * (along @ left[robot.v_slice("ball")])
    np.testing.assert_allclose(left, 0.0, atol=1e-10)
    many = robot.constrained_inverse_dynamics(np.stack([q, q]), v, a, ["A"])
    np.testing.assert_allclose(many.torque[1], found.torque, atol=1e-12)


def test_what_is_no_spin_is_refused_as_before():
    robot = four_bar_with_a_rod()
    q, v, a = state(robot)
    assert robot.idle_spins(q, []) == ["ball"]
    with pytest.raises(ConstraintError, match="has no motor"):
        robot.constrained_inverse_dynamics(q, v, a, [])
