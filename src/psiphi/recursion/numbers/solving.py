"""What solves systems of a matrix, chosen by what its form says of it."""

from __future__ import annotations

import numpy as np

from psiphi.algebra.expression import Expr, Inverse
from psiphi.algebra.structure import structure
from psiphi.errors import CompileError
from psiphi.recursion.numbers.arithmetic import Arithmetic
from psiphi.recursion.numbers.orthogonal_factors import OrthogonalFactors
from psiphi.recursion.numbers.small_matrices import Factors, Rows, pivot_sizes
from psiphi.recursion.numbers.vectors import is_zero

Solver = Factors | OrthogonalFactors


def may_be_singular(letter: Expr) -> bool:
    """Whether a letter is the inverse of something that need not have one."""
    return isinstance(letter, Inverse) and not structure(letter.base).positive


def operations_of(matrix: Rows, X: Expr) -> tuple[int, int]:
    """About how many operations the factors of `solver_of` take, and then each solution.

    From the zeros that are known in advance, and those that are lost on the way: all of it takes less time
    than a hundredth of the operations.
    """
    entries = np.array([[not is_zero(x) for x in row] for row in matrix], bool)
    n, total, each = len(entries), 0, 0
    if structure(X).semidefinite:
        lower = np.tril(entries, -1)
        for j in range(n):
            shared = lower[j + 1 :, :j] & lower[j, :j]
            total += 2 * int(np.count_nonzero(shared))
            lower[j + 1 :, j] |= shared.any(axis=1)
        return total, 4 * int(np.count_nonzero(lower))
    left = np.ones(n, bool)
    for k in reversed(range(n)):
        taken = np.flatnonzero(entries[:, k] & left)
        columns = np.flatnonzero(entries[taken, :k].any(axis=0))
        total += 4 * len(taken) * len(columns)
        each += 4 * len(taken) + 2 * len(columns)
        entries[np.ix_(taken, columns)] = True
        left[taken[:1]] = False
    return total, each


def solver_of(matrix: Rows, X: Expr, arithmetic: Arithmetic, floor: float = 0.0) -> Solver:
    """The factors of a square matrix, LDL* where it is (semi)definite; NaN comes out where it is singular.

    X is the expression it is the value of, or that of one of its blocks. Only where it is positive definite
    is it never singular. `floor` as in `pivot_sizes`.
    """
    facts = structure(X)
    if facts.positive:
        return Factors.of(matrix, arithmetic)
    if facts.semidefinite:
        sizes = pivot_sizes([row[i] for i, row in enumerate(matrix)], floor)
        return Factors.of(matrix, arithmetic, guarded=True, sizes=sizes)
    try:
        return OrthogonalFactors(matrix, arithmetic)
    except CompileError as singular:
        raise CompileError(f"inv({X}): {singular}") from None
