"""Closing loops: residuals, assembly and projected velocities, and what is said when loops stay open."""

from __future__ import annotations

import numpy as np
import pytest
from graphs import closed_tree
from hypothesis import given, settings
from hypothesis import strategies as st
from kkt import equations
from test_kkt import errors

import psiphi
from psiphi.errors import ClosureError, ConstraintError, InputError, UnknownNameError
from psiphi.model import LOOP_KINDS, Joint, Loop
from psiphi.model.graph import Connection, Graph, Link
from psiphi.model.loops.errors import frame_loop_errors
from psiphi.robot import Robot
from psiphi.spatial import Inertia, Pose, exp_so3, rotation_about

FOUR_BAR = psiphi.robots.four_bar()


@settings(max_examples=3)
@given(st.integers(0, 10**6))
def test_random_trees_are_closed_again_after_a_push_and_stay_so(seed):
    model, q = closed_tree(seed, loops=3, bodies=9, base="free", mimic=0.2, rotors=True)
    robot, rng = Robot(model), np.random.default_rng(seed)
    np.testing.assert_allclose(robot.loop_residual(q), 0.0, atol=1e-13)
    pushed = robot.integrate(q, 0.05 * rng.standard_normal((4, robot.nv)))
    residual = robot.loop_residual(pushed)
    np.testing.assert_allclose(residual, [errors(model, row) for row in pushed], atol=1e-12)
    closed = robot.assemble(pushed)
    assert np.abs(closed.residual).max() <= 1e-12
    for row in closed.q:
        np.testing.assert_allclose(errors(model, row), 0.0, atol=2e-12)
    # It is closed near where it was, and what is closed is left alone.
    assert np.abs(robot.difference(pushed, closed.q)).max() < 1.0
    np.testing.assert_array_equal(robot.assemble(closed.q).q, closed.q)

    v = rng.standard_normal((3, robot.nv))
    truth = equations(model, q, v[0])
    null = np.eye(robot.nv) - np.linalg.pinv(truth.jacobian, rcond=1e-10) @ truth.jacobian
    for metric, weight in (("mass", truth.mass), ("identity", np.eye(robot.nv))):
        allowed = robot.project_velocity(q, v, metric=metric)
        np.testing.assert_allclose(allowed @ truth.jacobian.T, 0.0, atol=1e-11)
        # Nearest to v: what is taken away is square to every velocity that the loops allow.
        np.testing.assert_allclose((v - allowed) @ weight @ null, 0.0, atol=1e-9)
        np.testing.assert_allclose(robot.project_velocity(q, allowed, metric=metric), allowed, atol=1e-11)


@pytest.mark.parametrize("kind", ["hinge", "cylinder", "planar", "line_contact"])
@pytest.mark.parametrize("axis", [(0.0, 0.0, 1.0), (0.6, 0.0, 0.8)])
def test_an_axis_turned_round_is_half_a_turn_away(kind, axis):
    loop = Loop("l", kind, "a", "b", axis=axis, axis2=(0.0, 1.0, 0.0))
    held = (0.0, 1.0, 0.0) if kind == "line_contact" else axis
    for angle in (np.pi, np.pi - 1e-9, 1.0, 1e-9):
        across = np.cross(held, (1.0, 0.0, 0.0))
        turned = rotation_about(across / np.linalg.norm(across), angle)
        left = frame_loop_errors(loop, turned, np.zeros(3))
        assert np.linalg.norm(left) == pytest.approx(angle, rel=1e-6)


def test_errors_are_measured_in_metres_and_radians():
    turn, apart = rotation_about((0.0, 0.0, 1.0), 0.3), np.array([0.0, 0.0, 0.25])
    weld = frame_loop_errors(Loop("l", "weld", "a", "b"), turn, apart)
    np.testing.assert_allclose(weld, [0, 0, -0.3, 0, 0, -0.25], atol=1e-15)
    rod = frame_loop_errors(Loop("l", "distance", "a", "b", length=0.2), turn, apart)
    np.testing.assert_allclose(rod, [-0.05], atol=1e-15)
    hinge = frame_loop_errors(Loop("l", "hinge", "a", "b"), turn, np.zeros(3))
    np.testing.assert_array_equal(hinge, np.zeros(5))


def test_superfluous_equations_do_no_harm_and_locked_joints_stay():
    crank = np.linspace(-np.pi, np.pi, 9)
    start = np.stack([crank, -0.5 * crank, 0.2 * crank], axis=-1)
    closed = FOUR_BAR.assemble(start, locked="A")
    np.testing.assert_array_equal(closed.q[:, 0], crank)
    assert np.abs(closed.residual).max() <= 1e-12
    assert closed.q.shape == (9, 3)
    square = FOUR_BAR.assemble(start.reshape(3, 3, 3), locked=["A"])
    np.testing.assert_array_equal(square.q, closed.q.reshape(3, 3, 3))


def test_accelerations_are_put_on_the_loops_and_refused_off_them():
    """Gauss: those of the open tree, put on the loops, are those of the closed chain."""
    rng = np.random.default_rng(3)
    q = FOUR_BAR.assemble([0.4, 0.0, 0.0], locked="A").q
    v = FOUR_BAR.project_velocity(q, rng.standard_normal((2, 3)))
    tau = rng.standard_normal((2, 3))
    tau[:, 1:] = 0.0
    free = FOUR_BAR.forward_dynamics(q, v, tau)
    closed = FOUR_BAR.constrained_forward_dynamics(q, v, tau).acceleration
    np.testing.assert_allclose(FOUR_BAR.project_acceleration(q, v, free), closed, rtol=1e-10, atol=1e-10)
    near = FOUR_BAR.project_acceleration(q, v, free, metric="identity")
    opening = near @ FOUR_BAR.constraint_jacobian(q).T + FOUR_BAR.constraint_bias(q, v)
    np.testing.assert_allclose(opening, 0.0, atol=1e-11)
    np.testing.assert_allclose(
        FOUR_BAR.constrained_inverse_dynamics(q, v, closed, ["A"]).torque, tau, atol=1e-9
    )
    rows = np.stack([closed[0], free[0], np.full(3, np.nan)])
    with pytest.raises(
        ConstraintError, match=r"a, row \(1,\): opens loop 'C' with .* m/s² or rad/s²\. robot\.project_acc"
    ) as caught:
        FOUR_BAR.constrained_inverse_dynamics(q, v[0], rows, ["A"])
    gamma = caught.value.residual[1]
    asked = FOUR_BAR.constrained_inverse_dynamics(q, v[0], free[0], ["A", "B", "D"], stabilisation=gamma)
    again = FOUR_BAR.constrained_forward_dynamics(q, v[0], asked.torque, stabilisation=gamma)
    np.testing.assert_allclose(again.acceleration, free[0], rtol=1e-9, atol=1e-9)
    with pytest.raises(InputError, match=r"stabilisation: expected shape \(..., 5\)"):
        FOUR_BAR.constrained_inverse_dynamics(q, v, closed, ["A"], stabilisation=[1.0])
    single = [x.astype(np.float32) for x in (q, v, closed)]
    torque = FOUR_BAR.constrained_inverse_dynamics(*single, ["A"]).torque
    assert torque.dtype == np.float32
    np.testing.assert_allclose(torque, tau, atol=1e-3)


def test_a_state_off_the_loops_stays_as_far_off():
    """Accelerations hold the loops where they are: J_c a + J̇_c v = 0 with loops open in q and in v."""
    robot = Robot(psiphi.robots.planar_chain(3).model.with_loop("tip", "world", "distance", length=1.0))
    q, v, tau = np.array([0.8, 0.7, 0.9]), np.array([1.0, -2.0, 0.5]), np.ones(3)
    assert np.abs(robot.loop_residual(q)).max() > 0.1
    acceleration, force = robot.constrained_forward_dynamics(q, v, tau)
    expected = equations(robot.model, q, v).solve(tau)
    np.testing.assert_allclose(acceleration, expected[0], rtol=1e-10)
    np.testing.assert_allclose(force, expected[1], rtol=1e-10)


def test_a_door_with_two_hinges_is_a_door_with_one():
    """All that the second hinge says is said already, and only rounding tells: it carries nothing."""
    leaf = Inertia(20.0, (0.4, 0.1, 1.0), np.diag([2.0, 2.0, 1.0]))
    upper = Pose(exp_so3([0.3, 0.5, -0.2]), (0.2, 0.3, 0.1))
    lower = upper @ Pose(position=np.array([0.6, 0.0, 0.8]) * 1.5)
    joints = [
        Joint(f"hinge_{k}", "revolute", place, (0.6, 0.0, 0.8)) for k, place in enumerate((upper, lower))
    ]
    seats = [Pose.identity(), upper.inverse() @ lower]
    ties = [Connection(joint, "world", "leaf", seat) for joint, seat in zip(joints, seats, strict=True)]
    graph = Graph("door", [Link("leaf", leaf)], ties)
    door = Robot(graph.model)
    assert door.model.loop_size == 5
    q, v = door.random_configuration(np.random.default_rng(0), 6), np.full(1, 2.0)
    assert np.abs(door.loop_residual(q)).max() < 1e-13
    acceleration, force = door.constrained_forward_dynamics(q, v, [1.0])
    np.testing.assert_allclose(acceleration, door.forward_dynamics(q, v, [1.0]), rtol=1e-12)
    np.testing.assert_allclose(force, 0.0, atol=1e-10)
    np.testing.assert_allclose(door.constrained_acceleration(q, v, [1.0]), acceleration, rtol=1e-12)
    assert door.constraint_report(q).freedom.tolist() == [1] * 6
    np.testing.assert_allclose(door.project_velocity(q, v), np.full((6, 1), 2.0), rtol=1e-12)
    assert door.embedded(q[0]).nv == 1


def test_loops_that_cannot_be_closed_say_which_and_by_how_much():
    chain = psiphi.robots.planar_chain(2).model.with_loop("tip", "world", "distance", length=2.5, name="rope")
    robot = Robot(chain)
    with pytest.raises(ClosureError, match=r"leaves 0\.5 m or rad in loop 'rope'\. Start nearer") as caught:
        robot.assemble([0.3, 0.4])
    np.testing.assert_allclose(caught.value.residual, [0.5], atol=1e-9)
    np.testing.assert_allclose(np.linalg.norm(robot.frame_pose(caught.value.q, "tip")[1]), 2.0, atol=1e-9)
    with pytest.raises(ClosureError, match=r"in row \(1,\) of the batch"):
        FOUR_BAR.assemble([[0.0, 0.0, 0.0], [0.0, 1.0, 0.0]], locked=["A", "B", "D"])


def test_a_row_that_is_not_finite_spoils_itself_alone():
    q = np.array([[0.1, 0.0, 0.0], [np.nan, 0.0, 0.0]])
    closed = FOUR_BAR.assemble(q)
    assert np.abs(closed.residual[0]).max() <= 1e-12
    assert np.isnan(closed.residual[1]).any()
    v = FOUR_BAR.project_velocity(q, np.ones(3))
    assert np.isfinite(v[0]).all()
    assert np.isnan(v[1]).all()


def test_robots_without_loops_are_closed():
    robot = psiphi.robots.planar_chain(2)
    assert robot.loop_residual(np.zeros((4, 2))).shape == (4, 0)
    np.testing.assert_array_equal(robot.assemble([0.3, 0.4]).q, [0.3, 0.4])
    np.testing.assert_array_equal(robot.project_velocity([[0.3, 0.4]], [1.0, 2.0]), [[1.0, 2.0]])


@pytest.mark.parametrize(
    ("call", "error", "words"),
    [
        (lambda: FOUR_BAR.assemble(np.zeros(2)), InputError, r"q: has shape \(2,\)"),
        (lambda: FOUR_BAR.assemble(np.zeros(3), tolerance=0.0), InputError, "tolerance: 0 given"),
        (lambda: FOUR_BAR.assemble(np.zeros(3), locked=["E"]), UnknownNameError, "no joint 'E'"),
        (lambda: FOUR_BAR.project_velocity(np.zeros(3), np.zeros(2)), InputError, r"v: has shape \(2,\)"),
        (
            lambda: FOUR_BAR.project_velocity(np.zeros(3), np.zeros(3), metric="iron"),
            UnknownNameError,
            "metric: 'iron' is unknown; choose 'mass' or 'identity'",
        ),
    ],
)
def test_wrong_arguments_are_named(call, error, words):
    with pytest.raises(error, match=words):
        call()


@pytest.mark.parametrize("kind", LOOP_KINDS)
def test_every_kind_is_closed_from_afar(kind):
    """Two bodies of ten degrees of freedom, from configurations drawn at random."""
    model = psiphi.robots.random_tree(1, bodies=3, kinds=("spherical", "prismatic"), base="free").model
    joints = [name for name in model.joint_names if model.joint(name).kind.nv == 1]
    if kind == "joint":
        model = model.with_loop(*joints[:1], kind=kind, coefficients=(0.2,))
    else:
        model = model.with_loop("body_2", "world", kind, axis=(1, 2, 3), axis2=(1, 0, 0), length=0.7)
    robot = Robot(model)
    closed = robot.assemble(robot.random_configuration(np.random.default_rng(0), (5,)))
    assert np.abs(closed.residual).max() <= 1e-12
