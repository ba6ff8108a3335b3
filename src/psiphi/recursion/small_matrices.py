"""Small dense matrices of generic numbers: factors, solves and square roots, unrolled.

Programs cannot branch on their data, so there is no pivoting: matrices must be positive definite. One that
may be singular is `guarded`: a pivot of which rounding leaves nothing makes NaN of what is divided by it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

from psiphi.errors import CompileError
from psiphi.recursion.arithmetic import Arithmetic, Number
from psiphi.recursion.vectors import dot, minus, plus, times

Rows = Sequence[Sequence[Number]]
_ROOT_STEPS = 24  # Denman–Beavers converges for condition numbers up to about 1e12 within these


@dataclass(frozen=True)
class Factors:
    """A = L diag(d) Lᵀ with L unit lower triangular; `reciprocals` are 1/d."""

    lower: tuple[tuple[Number, ...], ...]
    diagonal: tuple[Number, ...]
    reciprocals: tuple[Number, ...]

    @staticmethod
    def of(
        matrix: Rows, arithmetic: Arithmetic, *, guarded: bool = False, size: Number | None = None
    ) -> Factors:
        """The factors of a symmetric positive definite matrix, read from its lower triangle.

        `guarded` compares each pivot with the diagonal entry it came from (Arithmetic.significant): it is the
        share of a row that the rows before it do not have. `size` is to be compared with instead, where the
        entries themselves are what cancellation left.
        """
        n = len(matrix)
        lower: list[list[Number]] = [[0.0] * n for _ in range(n)]
        diagonal: list[Number] = []
        reciprocals: list[Number] = []
        for j in range(n):
            scaled = [times(lower[j][k], diagonal[k]) for k in range(j)]
            pivot = minus(matrix[j][j], dot(lower[j][:j], scaled))
            if guarded:
                pivot = arithmetic.significant(pivot, matrix[j][j] if size is None else size)
            diagonal.append(pivot)
            reciprocals.append(arithmetic.reciprocal(pivot))
            lower[j][j] = 1.0
            for i in range(j + 1, n):
                lower[i][j] = times(minus(matrix[i][j], dot(lower[i][:j], scaled)), reciprocals[j])
        return Factors(tuple(map(tuple, lower)), tuple(diagonal), tuple(reciprocals))

    def whiten(self, x: Sequence[Number]) -> tuple[Number, ...]:
        """L⁻¹ x."""
        y: list[Number] = []
        for i, value in enumerate(x):
            y.append(minus(value, dot(self.lower[i][:i], y)))
        return tuple(y)

    def solve(self, x: Sequence[Number]) -> tuple[Number, ...]:
        """A⁻¹ x."""
        y = [times(value, r) for value, r in zip(self.whiten(x), self.reciprocals, strict=True)]
        for i in reversed(range(len(y))):
            for k in range(i + 1, len(y)):
                y[i] = minus(y[i], times(self.lower[k][i], y[k]))
        return tuple(y)

    def inverse(self) -> list[tuple[Number, ...]]:
        """A⁻¹, by columns, which are its rows too."""
        n = len(self.diagonal)
        return [self.solve([1.0 if i == j else 0.0 for i in range(n)]) for j in range(n)]


def multiply(matrix: Rows, x: Sequence[Number]) -> tuple[Number, ...]:
    """A x."""
    return tuple(dot(row, x) for row in matrix)


def power(
    matrix: Rows, exponent: Fraction, arithmetic: Arithmetic, x: Sequence[Number]
) -> tuple[Number, ...]:
    """A^p x of a symmetric positive definite A, for whole and half exponents."""
    if exponent.denominator > 2:
        raise CompileError(
            f"the power {exponent} is not compiled: whole and half powers are. Use psiphi.dense."
        )
    y = tuple(x)
    if exponent.denominator == 2:
        root, inverse_root = _square_roots(matrix, arithmetic)
        y = multiply(root if exponent > 0 else inverse_root, y)
        exponent -= Fraction(1, 2) if exponent > 0 else Fraction(-1, 2)
    factors = Factors.of(matrix, arithmetic) if exponent < 0 else None
    for _ in range(abs(int(exponent))):
        y = multiply(matrix, y) if factors is None else factors.solve(y)
    return y


def _square_roots(matrix: Rows, arithmetic: Arithmetic) -> tuple[Rows, Rows]:
    """A^½ and A^-½; for more than one row by the iteration of Denman and Beavers, scaled by the trace."""
    n = len(matrix)
    if n == 1:
        root = arithmetic.sqrt(matrix[0][0])
        return [[root]], [[arithmetic.reciprocal(root)]]
    trace: Number = 0.0
    for i in range(n):
        trace = plus(trace, matrix[i][i])
    scale = arithmetic.reciprocal(trace)
    root: list[list[Number]] = [[times(x, scale) for x in row] for row in matrix]
    inverse_root: list[list[Number]] = [[1.0 if i == j else 0.0 for j in range(n)] for i in range(n)]
    for _ in range(_ROOT_STEPS):
        other = Factors.of(root, arithmetic).inverse()
        root = _mean(root, Factors.of(inverse_root, arithmetic).inverse())
        inverse_root = _mean(inverse_root, other)
    size = arithmetic.sqrt(trace)
    return _scaled(root, size), _scaled(inverse_root, arithmetic.reciprocal(size))


def _scaled(A: Rows, factor: Number) -> list[list[Number]]:
    return [[times(x, factor) for x in row] for row in A]


def _mean(A: Rows, B: Rows) -> list[list[Number]]:
    return [[times(0.5, plus(a, b)) for a, b in zip(r, s, strict=True)] for r, s in zip(A, B, strict=True)]
