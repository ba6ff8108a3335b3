"""Accelerations and forces of closed chains against dense matrices: every kind of loop, one to six."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from graphs import closed_tree
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from kkt import equations
from swept import SweptRobot

from psiphi import Robot, robots
from psiphi.errors import ConstraintError, InputError
from psiphi.model import LOOP_KINDS, Model

KINDS = tuple(LOOP_KINDS)


def state(model: Model, q: np.ndarray, seed: int) -> tuple[np.ndarray, np.ndarray]:
    """Velocities that keep the loops closed, and joint forces."""
    rng = np.random.default_rng(seed)
    v, tau = rng.standard_normal((2, model.nv))
    return equations(model, q, v).allowed(v), tau


def close_to(found: np.ndarray, expected: np.ndarray, tolerance: float) -> None:
    assert np.abs(found - expected).max() <= tolerance * max(1.0, np.abs(expected).max())


GRAPHS = st.fixed_dictionaries(
    {
        "seed": st.integers(0, 10**6),
        "loops": st.integers(1, 6),
        "bodies": st.integers(2, 30),
        "base": st.sampled_from(["fixed", "free"]),
        "mimic": st.sampled_from([0.0, 0.0, 0.2]),
        "rotors": st.booleans(),
    }
)


@settings(max_examples=12)
@given(GRAPHS, st.integers(0, 4))
def test_random_graphs(graph: dict[str, Any], form: int):
    """Loops of all kinds, every form of the sweeps; to 1e-10, times what conditions beyond 1e5 may cost.

    About half of the graphs have redundant equations, for which forces are the least. Errors of forces are
    relative to the accelerations that they hold back, too.
    """
    model, q = closed_tree(**graph)
    assume(model.loops)  # all bodies may be one, behind fixed joints
    v, tau = state(model, q, graph["seed"])
    dense = equations(model, q, v)
    values = np.linalg.svd(dense.jacobian, compute_uv=False)
    assume(not ((values > 1e-13) & (values < 1e-6)).any())  # whether such an equation counts is arbitrary
    robot = SweptRobot(model, form)
    acceleration, force = robot.constrained_forward_dynamics(q, v, tau)
    report = robot.constraint_report(q)
    assert report.rank == (values > 1e-9).sum()
    expected = dense.solve(tau)
    tolerance = 1e-10 * max(1.0, 1e-5 * report.condition)
    close_to(acceleration, expected[0], tolerance)
    held = np.abs(np.linalg.solve(dense.mass, tau - dense.bias)).max()
    assert np.abs(force - expected[1]).max() <= tolerance * max(1.0, held, np.abs(expected[1]).max())
    if report.redundant:  # otherwise the same sweeps as before
        close_to(robot.constrained_acceleration(q, v, tau), expected[0], tolerance)


@pytest.mark.parametrize(("seed", "kinds"), [(2, ("hinge", "joint")), (5, ("weld",)), (9, KINDS)])
def test_compiled_quantities(seed: int, kinds: tuple[str, ...]):
    """Several loops on one tree, some of them redundant: then forces are the least."""
    model, q = closed_tree(seed, loops=2, kinds=kinds, bodies=4, base="free" if seed % 2 else "fixed")
    v, tau = state(model, q, seed)
    robot, dense = Robot(model), equations(model, q, v)
    close_to(robot.constraint_jacobian(q), dense.jacobian, 1e-12)
    close_to(robot.constraint_bias(q, v), dense.drift, 1e-12)
    compliance = dense.jacobian @ np.linalg.solve(dense.mass, dense.jacobian.T)
    close_to(robot.constraint_compliance(q), compliance, 1e-10)
    report = robot.constraint_report(q)
    assert report.rank == np.linalg.matrix_rank(dense.jacobian, tol=1e-9)
    assert report.rank + report.redundant == model.loop_size
    acceleration, force = robot.constrained_forward_dynamics(q, v, tau)
    close_to(acceleration, dense.solve(tau)[0], 1e-10)
    close_to(force, dense.solve(tau)[1], 1e-9)
    close_to(robot.constrained_acceleration(q, v, tau), acceleration, 1e-9)
    single = [x.astype(np.float32) for x in (q, v, tau)]
    assert robot.constrained_forward_dynamics(*single).acceleration.dtype == np.float32


@pytest.fixture(scope="module")
def grasp() -> tuple[Robot, np.ndarray, np.ndarray, np.ndarray]:
    """A tree with a hinge between two of its branches, closed, and a batch of states (2, 3)."""
    model, q = closed_tree(14, loops=1, kinds=("hinge",), bodies=6, base="free")
    rng = np.random.default_rng(0)
    v, tau = rng.standard_normal((2, 1, model.nv)), rng.standard_normal((3, model.nv))
    return Robot(model), q, v, tau


def test_batches_broadcast_and_forces_from_outside_act(grasp):
    robot, q, v, tau = grasp
    acceleration, force = robot.constrained_forward_dynamics(q, v, tau)
    assert acceleration.shape == (2, 3, robot.nv)
    assert force.shape == (2, 3, robot.model.loop_size)
    for i, j in np.ndindex(2, 3):
        one = robot.constrained_forward_dynamics(q, v[i, 0], tau[j])
        np.testing.assert_array_equal(acceleration[i, j], one.acceleration)
        np.testing.assert_array_equal(force[i, j], one.force)
    frame, push = robot.body_names[-1], np.arange(6.0)
    pushed = robot.constrained_forward_dynamics(q, v, tau, {frame: push})
    equivalent = robot.jacobian(q, frame, reference="local").T @ push
    expected = robot.constrained_forward_dynamics(q, v, tau + equivalent)
    close_to(pushed.acceleration, expected.acceleration, 1e-11)
    close_to(pushed.force, expected.force, 1e-11)


def test_stabilisation_is_the_acceleration_of_the_loops(grasp):
    robot, q, v, tau = grasp
    gamma = np.linspace(-1.0, 1.0, robot.model.loop_size)
    acceleration, _ = robot.constrained_forward_dynamics(q, v[:, 0], tau[0], stabilisation=gamma)
    reached = acceleration @ robot.constraint_jacobian(q).T + robot.constraint_bias(q, v[:, 0])
    np.testing.assert_allclose(reached, np.broadcast_to(gamma, reached.shape), atol=1e-9)


def test_damping_lets_the_loops_give_way(grasp):
    robot, q, v, tau = grasp
    acceleration, force = robot.constrained_forward_dynamics(q, v, tau, damping=0.5)
    opening = acceleration @ robot.constraint_jacobian(q).T + robot.constraint_bias(q, v)
    np.testing.assert_allclose(opening, -0.5 * force, atol=1e-9)


def test_nan_stays_in_its_row(grasp):
    robot, q, v, tau = grasp
    rows = np.repeat(tau[:1], 5, axis=0)
    rows[2, 0] = np.nan
    for options in ({}, {"damping": 0.1}):
        acceleration, force = robot.constrained_forward_dynamics(q, v[0], rows, **options)
        assert np.isnan(acceleration).any(axis=1).tolist() == [False, False, True, False, False]
        assert np.isnan(force).all(axis=1).tolist() == [False, False, True, False, False]
    assert robot.constraint_report(np.stack([q, q * np.nan])).rank.tolist() == [5, 0]


def test_a_four_bar_has_one_freedom_and_more_equations_than_it_needs():
    """True hinges hold a planar ring in five directions, of which three are held already."""
    robot = robots.four_bar()
    rng = np.random.default_rng(0)
    q = robot.neutral()
    report = robot.constraint_report(q)
    assert (report.rank, report.redundant, report.freedom) == (2, 3, 1)
    assert not report.well_posed
    dense = equations(robot.model, q, np.zeros(robot.nv))
    v = np.array([dense.allowed(x) for x in rng.standard_normal((4, robot.nv))])
    tau = rng.standard_normal((4, robot.nv))
    acceleration, force = robot.constrained_forward_dynamics(q, v, tau)
    for i in range(4):
        expected = equations(robot.model, q, v[i]).solve(tau[i])
        close_to(acceleration[i], expected[0], 1e-10)
        close_to(force[i], expected[1], 1e-9)
    alone = robot.constrained_acceleration(q, v, tau)
    close_to(alone, acceleration, 1e-10)
    tau[1, 0] = np.nan
    assert np.isnan(robot.constrained_acceleration(q, v, tau)).all(axis=1).tolist() == [
        False,
        True,
        False,
        False,
    ]


def test_contradictions_are_told():
    """The same ring, asked to open in directions in which it cannot."""
    robot = robots.four_bar()
    q, zero = robot.neutral(), np.zeros(robot.nv)
    idle = np.linalg.svd(robot.constraint_jacobian(q).T)[2][-1]
    with pytest.raises(ConstraintError, match="contradict") as caught:
        robot.constrained_forward_dynamics(
            np.stack([q, q]), zero, zero, stabilisation=[0.0 * idle, 100 * idle]
        )
    assert "row (1,)" in str(caught.value)
    assert caught.value.residual[1] > 0.1
    damped = robot.constrained_forward_dynamics(q, zero, zero, stabilisation=100 * idle, damping=1e-3)
    assert np.isfinite(damped.force).all()


@pytest.mark.parametrize("redundant", [False, True])
def test_frames_of_a_closed_chain_are_stiffer(grasp, redundant: bool):
    """Λ⁻¹ of the closed system, from the mass matrix of the motions that the loops allow."""
    robot, q = (robots.four_bar(), robots.four_bar().neutral()) if redundant else grasp[:2]
    frame = robot.body_names[-1]
    J_c = robot.constraint_jacobian(q)
    allowed = np.linalg.svd(J_c)[2][np.linalg.matrix_rank(J_c, tol=1e-9) :]
    inertia = allowed @ robot.mass_matrix(q) @ allowed.T
    J = robot.jacobian(q, frame) @ allowed.T
    found = robot.constrained_operational_space_compliance(q, frame)
    close_to(found, J @ np.linalg.solve(inertia, J.T), 1e-9)
    assert np.linalg.matrix_rank(found, tol=1e-9) == min(6, len(allowed))


def test_a_robot_without_loops_says_so():
    with pytest.raises(InputError, match="has no loops"):
        robots.panda().constrained_forward_dynamics(np.zeros(7), np.zeros(7), np.zeros(7))
