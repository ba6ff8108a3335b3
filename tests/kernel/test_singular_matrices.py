"""Compiled solves with matrices that may be singular: NaN in the rows where they are, digits elsewhere."""

from __future__ import annotations

import numpy as np
import pytest

from psiphi import Robot, robots
from psiphi.algebra import (
    B,
    H,
    M,
    P,
    Pi_root,
    Space,
    body_vector,
    dense,
    frame_vector,
    g,
    identity,
    inv,
    phi,
    r,
    rate,
)
from psiphi.dynamics.loops.least_forces import least_forces
from psiphi.errors import CompileError, SingularError
from psiphi.formats.robots.random_tree import random_tree
from psiphi.kernel.native import compile_program
from psiphi.kernel.program.counts import count
from psiphi.kernel.program.differentiate import jvp, vjp
from psiphi.kernel.program.functions import GraphArithmetic
from psiphi.kernel.program.program import Argument, Output, Program, evaluate
from psiphi.kernel.program.scalar import Graph
from psiphi.recursion.numbers.arithmetic import LOST
from psiphi.recursion.numbers.least_factors import LeastFactors
from psiphi.recursion.numbers.small_matrices import Factors


def solve_program(n: int, *, least: bool = False) -> Program:
    """x with A x = y, guarded, or the least of them."""
    graph = Graph()
    A, y = Argument("A", (n, n)), Argument("y", (n,))
    entries = A.scalars(graph)
    matrix = [entries[n * i : n * i + n] for i in range(n)]
    arithmetic = GraphArithmetic(graph)
    if least:
        factors = LeastFactors(matrix, arithmetic, steps=n)
    else:
        factors = Factors.of(matrix, arithmetic, guarded=True)
    return Program((A, y), (Output("x", (n,), tuple(factors.solve(y.scalars(graph)))),))


def matrices(n: int, rng: np.random.Generator) -> np.ndarray:
    """Positive definite; of rank n − 1; and with a last pivot a little more and less than what is lost."""
    J = rng.normal(size=(4, n, n + 2))
    J[1, -1] = J[1, 0] - 2.0 * J[1, 1]
    A = J @ np.swapaxes(J, 1, 2)
    for row, share in ((2, 4.0), (3, 0.25)):
        lower = np.linalg.cholesky(A[row])
        size = lower[-1, :-1] @ lower[-1, :-1]
        lower[-1, -1] = np.sqrt(share * LOST * 2.0**-52 * size)
        A[row] = lower @ lower.T
    return A


@pytest.mark.parametrize("n", [3, 6])
def test_a_row_with_a_singular_matrix_is_nan_and_no_other(n):
    rng = np.random.default_rng(n)
    program = solve_program(n)
    A, y = matrices(n, rng), rng.normal(size=(4, n))
    compiled = compile_program(program)(A, y)
    for x in (compiled, evaluate(program, {"A": A, "y": y})[0]):
        assert np.isnan(x).any(axis=1).tolist() == [False, True, False, True]
        np.testing.assert_allclose(x[0], np.linalg.solve(A[0], y[0]), rtol=1e-11)
    assert np.isnan(compiled[1]).all()


@pytest.mark.parametrize("n", [1, 3, 8])
def test_the_least_of_many_solutions(n):
    """Of every rank, with rows that nearly repeat others, rows of rounding, and units far apart."""
    rng = np.random.default_rng(n)
    J = rng.normal(size=(200, n, n))
    J *= np.arange(n)[:, None] <= rng.integers(0, n, (200, 1, 1))  # ranks 1 to n
    if n > 2:
        J[:100, :, 1] = J[:100, :, 0] + 1e-2 * J[:100, :, 1]
        J[:50, :, 2] *= 1e-16
        J[7, 0, 0] = np.nan
    J *= 10.0 ** rng.uniform(-1.5, 1.5, (200, 1, n))
    A = np.swapaxes(J, 1, 2) @ J
    size = np.maximum(np.sqrt(np.diagonal(A, axis1=1, axis2=2)), 1e-6)
    y = (A @ (rng.normal(size=(200, n)) / size)[..., None])[..., 0]
    program = solve_program(n, least=True)
    found = compile_program(program)(A, y)
    np.testing.assert_array_equal(np.isnan(found).any(axis=1), np.isnan(y).any(axis=1))
    for i in np.flatnonzero(np.isfinite(y).all(axis=1)):
        expected = least_forces(A[i], y[i], 0.0).force
        scale = np.abs(size[i] * expected).max()  # of one unit
        np.testing.assert_allclose(size[i] * found[i], size[i] * expected, atol=1e-7 * scale)
        assert np.abs((A[i] @ found[i] - y[i]) / size[i]).max() <= 1e-11 * scale
        assert np.linalg.norm(found[i]) <= (1.0 + 1e-7) * np.linalg.norm(expected)
    again = evaluate(program, {"A": A, "y": y})[0]
    np.testing.assert_allclose(size * again, size * found, rtol=1e-6, atol=1e-6)


def test_single_precision_has_its_own_measure():
    """A pivot with a thousandth left is worth nothing there, and plenty in double precision."""
    A = np.array([[1.0, 1.0], [1.0, 1.001]])
    solve = compile_program(solve_program(2))
    y = np.ones(2)
    np.testing.assert_allclose(solve(A, y), [1.0, 0.0], atol=1e-11)
    assert np.isnan(solve(A.astype(np.float32), y.astype(np.float32))).all()


def test_tests_are_counted_apart():
    counts = count(solve_program(3))
    assert counts.tests == 3
    assert counts.total == counts.mul + counts.add + counts.div


def test_a_stretched_arm_has_no_operational_inertia():
    """Panda at q = 0 cannot move its hand in every direction; the row says so, and its neighbours do not."""
    robot = robots.panda()
    q = robot.random_configuration(np.random.default_rng(1), (4,))
    q[2] = 0.0
    kernel = robot.kernel("operational_space_inertia", robot.body_names[-1:])
    with pytest.raises(SingularError, match="row 2 of the batch") as refused:
        kernel(q)
    assert refused.value.rows.tolist() == [False, False, True, False]
    q[1] = np.nan
    with pytest.raises(SingularError, match="row 2 of the batch"):  # row 1 is NaN because it was given so
        kernel(q)
    q[1] = q[0]
    inertia = kernel.call(q)
    assert np.isnan(inertia).all(axis=(1, 2)).tolist() == [False, False, True, False]
    compliance = robot.operational_space_compliance(q, robot.body_names[-1])
    good = [0, 1, 3]
    np.testing.assert_allclose(inertia[good] @ compliance[good], np.tile(np.eye(6), (3, 1, 1)), atol=1e-9)


def test_what_is_never_singular_is_not_tested():
    """The filter, and coordinates of mimic joints."""
    robot = robots.panda()
    assert robot.kernel("forward_dynamics").operations.tests == 0
    coupled = Robot(random_tree(3, bodies=6, mimic=0.4, rotors=True))
    assert coupled.model.coupling.shape[0] > coupled.nv
    assert coupled.kernel("forward_dynamics").operations.tests == 0


def test_bodies_without_mass_have_no_inverse_although_it_would_cancel():
    """The first link of the PUMA turns about one axis alone, and has no mass in its table."""
    for x in (M @ inv(M) @ g, inv(M) @ M @ g, phi @ inv(M) @ phi.T @ M @ g):
        with pytest.raises(CompileError, match=r"inv\(M\): a body of 'puma560' has no mass"):
            robots.puma560().compile(x)


def test_what_has_no_inverse_has_none_of_nothing():
    """Gravity is there at the root alone, where Π_root is the identity."""
    with pytest.raises(CompileError, match=r"inv\(Π_root\).*singular in every configuration"):
        robots.panda().compile(inv(Pi_root) @ g)


@pytest.mark.parametrize(
    "expression",
    [
        inv(M @ inv(identity(Space.BODY) - B @ B.T)) @ body_vector("x"),
        inv(phi.T @ inv(identity(Space.BODY) - B @ B.T) @ phi) @ body_vector("x"),
        H
        @ phi
        @ B
        @ inv(B.T @ phi.T @ H.T @ H @ phi @ B)
        @ B.T
        @ phi.T
        @ H.T
        @ H
        @ phi
        @ B
        @ frame_vector("x"),
    ],
    ids=["behind a product", "behind a congruence", "rows of zeros"],
)
@pytest.mark.parametrize("seed", [6, 8])
def test_what_has_no_inverse_is_told_although_others_would_hide_it(expression, seed):
    """inv(A X⁻¹) = X A⁻¹ has a value where X is singular, as I − BB* is; so has J*(JJ*)⁻¹J x."""
    robot = Robot(random_tree(seed, bodies=4, kinds=["revolute"]))
    x = np.ones(6 if expression.range is Space.JOINT else 24)
    with pytest.raises((CompileError, SingularError), match="singular"):
        robot.compile(expression, frames=[robot.frame_names[-1]])(robot.neutral(), x)


def test_halves_of_an_inverse_inertia_meet_between_outward_columns():
    """inv(P) in the middle was taken for inv(D), whose blocks are smaller."""
    robot, half = Robot(random_tree(5, bodies=1, kinds=["planar"])), P**-0.5
    middle = inv(P @ H.T @ H @ P + r) @ half @ half @ inv(P @ H.T @ H @ P + r)
    x = B.T @ phi.T @ H.T @ H @ P @ middle @ P @ H.T @ H @ phi @ B
    q = robot.random_configuration(np.random.default_rng(0))
    expected = dense(x, robot, q, frames=["body_0"])
    found = robot.compile(x, frames=["body_0"])(q)
    np.testing.assert_allclose(found, expected, rtol=0, atol=1e-10 * np.abs(expected).max())


def test_an_inverse_that_never_exists_is_refused_where_nothing_moves_too() -> None:
    robot, f = Robot(random_tree(5, bodies=1, base="free")), frame_vector("f")
    Y = B.T @ phi.T @ inv(M) @ phi @ B  # of two frames on one body: constant, and of rank 6
    for x in (inv(Y) @ f, rate(inv(identity(Space.FRAME) + inv(Y))) @ f):
        with pytest.raises(CompileError, match="singular in every configuration"):
            robot.compile(x, frames=("body_0", "frame_0"))


def test_slopes_of_least_solutions_are_those_of_differences_in_both_modes():
    """Of A = J J* with a row of J that others make up, along changes of J that leave it so."""
    rng = np.random.default_rng(0)
    J, change = rng.normal(size=(2, 4, 6))
    for rows in (J, change):
        rows[3] = rows[0] - 2.0 * rows[1]
    A, dA = J @ J.T, change @ J.T + J @ change.T
    y, dy, weight = J @ rng.normal(size=6), np.zeros(4), rng.normal(size=4)
    program = solve_program(4, least=True)
    forward = compile_program(jvp(program))(A, y, dA, dy)
    owed_A, _ = compile_program(vjp(program))(A, y, weight)
    h = 1e-5
    there, back = (np.linalg.pinv(rows @ rows.T, rcond=1e-9) @ y for rows in (J + h * change, J - h * change))
    kept = np.linalg.pinv(A, rcond=1e-9) @ A  # what is told of y by changes of A that keep its range
    np.testing.assert_allclose(kept @ forward, kept @ (there - back) / (2.0 * h), rtol=1e-6, atol=1e-6)
    np.testing.assert_allclose((owed_A * dA).sum(), weight @ forward, rtol=1e-10)
