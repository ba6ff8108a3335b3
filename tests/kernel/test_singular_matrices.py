"""Compiled solves with matrices that may be singular: NaN in the rows where they are, digits elsewhere."""

from __future__ import annotations

import numpy as np
import pytest

from psiphi import Robot, robots
from psiphi.formats.robots.random_tree import random_tree
from psiphi.kernel.counts import count
from psiphi.kernel.native import compile_program
from psiphi.kernel.program import Argument, Output, Program, evaluate
from psiphi.kernel.scalar import Graph, GraphArithmetic
from psiphi.recursion.arithmetic import LOST
from psiphi.recursion.small_matrices import Factors


def solve_program(n: int, *, skipping: bool = False) -> Program:
    """x with A x = y, guarded."""
    graph = Graph()
    A, y = Argument("A", (n, n)), Argument("y", (n,))
    entries = A.scalars(graph)
    matrix = [entries[n * i : n * i + n] for i in range(n)]
    factors = Factors.of(matrix, GraphArithmetic(graph), guarded=True, skipping=skipping)
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


def test_what_says_the_same_is_left_out():
    """Of a singular system that has a solution, one is found; of a regular one, the solution."""
    rng = np.random.default_rng(0)
    A = matrices(5, rng)[:2]
    y = (A @ rng.normal(size=(2, 5, 1)))[..., 0]
    program = solve_program(5, skipping=True)
    for x in (compile_program(program)(A, y), evaluate(program, {"A": A, "y": y})[0]):
        np.testing.assert_allclose((A @ x[..., None])[..., 0], y, rtol=1e-10, atol=1e-10)
        assert x[1, -1] == 0.0
        np.testing.assert_allclose(x[0], np.linalg.solve(A[0], y[0]), rtol=1e-10)


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
    inertia = robot.kernel("operational_space_inertia", robot.body_names[-1:])(q)
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
