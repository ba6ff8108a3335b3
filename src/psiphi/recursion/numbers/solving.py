"""What solves systems of a matrix, chosen by what its form says of it."""

from __future__ import annotations

from psiphi.algebra.expression import Expr, Inverse
from psiphi.algebra.structure import structure
from psiphi.recursion.numbers.arithmetic import Arithmetic
from psiphi.recursion.numbers.orthogonal_factors import OrthogonalFactors
from psiphi.recursion.numbers.small_matrices import SINGULAR, AlwaysSingular, Factors, Rows, pivot_sizes
from psiphi.recursion.numbers.vectors import is_zero

Solver = Factors | OrthogonalFactors


def may_be_singular(letter: Expr) -> bool:
    """Whether a letter is the inverse of something that need not have one."""
    return isinstance(letter, Inverse) and not structure(letter.base).positive


def solver_of(matrix: Rows, X: Expr, arithmetic: Arithmetic, floor: float = 0.0) -> Solver:
    """The factors of a square matrix, LDL* where it is (semi)definite; NaN comes out where it is singular.

    X is the expression it is the value of, or that of one of its blocks. Only where it is positive definite
    is it never singular. `floor` as in `pivot_sizes`.
    """
    facts = structure(X)
    if facts.positive:
        return Factors.of(matrix, arithmetic)
    try:
        if not facts.semidefinite:
            return OrthogonalFactors(matrix, arithmetic)
        if not floor and any(is_zero(row[i]) for i, row in enumerate(matrix)):
            raise AlwaysSingular(SINGULAR)
        sizes = pivot_sizes([row[i] for i, row in enumerate(matrix)], floor)
        return Factors.of(matrix, arithmetic, guarded=True, sizes=sizes)
    except AlwaysSingular as singular:
        raise AlwaysSingular(f"inv({X}): {singular}") from None
