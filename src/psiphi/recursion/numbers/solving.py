"""What solves systems of a matrix, chosen by what its form says of it."""

from __future__ import annotations

from psiphi.algebra.structure import Structure
from psiphi.recursion.numbers.arithmetic import Arithmetic
from psiphi.recursion.numbers.orthogonal_factors import OrthogonalFactors
from psiphi.recursion.numbers.small_matrices import Factors, Rows, pivot_sizes

Solver = Factors | OrthogonalFactors


def solver_of(matrix: Rows, facts: Structure, arithmetic: Arithmetic, floor: float = 0.0) -> Solver:
    """The factors of a square matrix, LDL* where it is (semi)definite; NaN comes out where it is singular.

    `facts` are what is known of it in every configuration. Only where it is positive definite is it never
    singular. `floor` as in `pivot_sizes`.
    """
    if facts.positive:
        return Factors.of(matrix, arithmetic)
    if facts.semidefinite:
        sizes = pivot_sizes([row[i] for i, row in enumerate(matrix)], floor)
        return Factors.of(matrix, arithmetic, guarded=True, sizes=sizes)
    return OrthogonalFactors(matrix, arithmetic)
