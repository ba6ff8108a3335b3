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
from psiphi.errors import ClosureError, InputError, UnknownNameError
from psiphi.model import LOOP_KINDS, Loop
from psiphi.model.loop_errors import frame_loop_errors
from psiphi.robot import Robot
from psiphi.spatial import rotation_about

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
        (lambda: FOUR_BAR.assemble(np.zeros(3), tolerance=0.0), InputError, "give a positive tolerance"),
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
