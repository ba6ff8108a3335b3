"""Small dense matrices of generic numbers: factors and solves, unrolled.

Programs cannot branch on their data, so there is no pivoting: matrices must be positive definite. One that
may be singular is `guarded`: a pivot of which rounding leaves nothing makes NaN of what is divided by it.
"""

from __future__ import annotations

from collections.abc import Sequence

from psiphi.errors import CompileError
from psiphi.frozen import frozen
from psiphi.recursion.numbers.arithmetic import LOST, Arithmetic, Number
from psiphi.recursion.numbers.vectors import dot, minus, plus, times, total

Rows = Sequence[Sequence[Number]]

NOTHING = 2.0**-16
"""Pivots are compared with this part of the trace at least, so that a row of rounding is no row.

The entries of such rows are products of two roundings. In double precision pivots count from 5.5e-17 of the
trace on, in single precision from 3e-8: rows in different units stay what they are.
"""


@frozen
class Factors:
    """A = L diag(d) Lᵀ with L unit lower triangular; `reciprocals` are 1/d.

    The first rows and columns of A, `last` in number, are put last.
    """

    lower: tuple[tuple[Number, ...], ...]
    diagonal: tuple[Number, ...]
    reciprocals: tuple[Number, ...]
    last: int = 0

    @staticmethod
    def of(
        matrix: Rows,
        arithmetic: Arithmetic,
        *,
        guarded: bool = False,
        sizes: Sequence[Number] | None = None,
        last: int = 0,
    ) -> Factors:
        """The factors of a symmetric positive definite matrix, read from its lower triangle.

        `guarded` compares each pivot with the diagonal entry it came from, and with the trace (pivot_sizes,
        Arithmetic.significant): it is the share of a row that the rows before it do not have. `sizes` of the
        rows are to be compared with instead, where the entries themselves are what cancellation left.
        """
        n = len(matrix)
        if sizes is None:
            sizes = pivot_sizes([matrix[j][j] for j in range(n)]) if guarded else ()
        if last:
            order = _order(n, last)
            matrix, sizes = [[matrix[i][j] for j in order] for i in order], [sizes[i] for i in order if sizes]
        lower: list[list[Number]] = [[0.0] * n for _ in range(n)]
        scaled: list[list[Number]] = [[0.0] * n for _ in range(n)]  # L diag(d)
        diagonal: list[Number] = []
        reciprocals: list[Number] = []
        for j in range(n):
            pivot = minus(matrix[j][j], dot(lower[j][:j], scaled[j][:j]))
            tested = tested_pivot(pivot, sizes[j], arithmetic) if guarded else pivot
            diagonal.append(tested)
            reciprocals.append(arithmetic.reciprocal(tested))
            lower[j][j] = 1.0
            for i in range(j + 1, n):
                scaled[i][j] = minus(matrix[i][j], dot(lower[i][:j], scaled[j][:j]))
                lower[i][j] = times(scaled[i][j], reciprocals[j])
        return Factors(tuple(map(tuple, lower)), tuple(diagonal), tuple(reciprocals), last)

    def whiten(self, x: Sequence[Number]) -> tuple[Number, ...]:
        """L⁻¹ x."""
        y: list[Number] = []
        for i, value in enumerate((*x[self.last :], *x[: self.last])):
            y.append(minus(value, dot(self.lower[i][:i], y)))
        return tuple(y)

    def solve(self, x: Sequence[Number]) -> tuple[Number, ...]:
        """A⁻¹ x."""
        return self.back([times(value, r) for value, r in zip(self.whiten(x), self.reciprocals, strict=True)])

    def back(self, x: Sequence[Number]) -> tuple[Number, ...]:
        """L⁻* x."""
        y = list(x)
        for i in reversed(range(len(y))):
            y[i] = self._less_later_rows(i, y)
        first = len(y) - self.last
        return *y[first:], *y[:first]

    def inverse(self) -> list[list[Number]]:
        """A⁻¹, half of which is computed: a column from its last row up to the diagonal."""
        n = len(self.diagonal)
        rows: list[list[Number]] = [[0.0] * n for _ in range(n)]
        order, unit = _order(n, self.last), units(n)
        for j, b in enumerate(order):
            column = list(map(times, self.whiten(unit[b]), self.reciprocals))
            for i in reversed(range(j, n)):
                a = order[i]
                rows[a][b] = rows[b][a] = column[i] = self._less_later_rows(i, column)
        return rows

    def _less_later_rows(self, i: int, y: Sequence[Number]) -> Number:
        """y_i − Σ L_ki y_k over k > i, the last row first: it has been known for longest."""
        found = y[i]
        for k in reversed(range(i + 1, len(y))):
            found = minus(found, times(self.lower[k][i], y[k]))
        return found


def _order(n: int, last: int) -> list[int]:
    """The rows of a matrix in the order of its factors."""
    return [*range(last, n), *range(last)]


class AlwaysSingular(CompileError):
    """A matrix has no inverse, whatever its inputs are."""


SINGULAR = "what is to be inverted is singular in every configuration."


def tested_pivot(pivot: Number, size: Number, arithmetic: Arithmetic) -> Number:
    """The pivot, NaN where rounding leaves nothing of it beside a size; of constants that is known here."""
    if type(pivot) is not float or type(size) is not float:
        return arithmetic.significant(pivot, size)
    if pivot <= LOST * 2.0**-52 * size:
        raise AlwaysSingular(SINGULAR)
    return pivot


def add_rows(left: Rows, right: Rows) -> list[list[Number]]:
    """A + B."""
    return [[plus(x, y) for x, y in zip(r, s, strict=True)] for r, s in zip(left, right, strict=True)]


def without(x: Sequence[Number], share: Number, y: Sequence[Number]) -> list[Number]:
    """x − share · y."""
    return [minus(a, times(share, b)) for a, b in zip(x, y, strict=True)]


def transposed(matrix: Rows) -> list[list[Number]]:
    """The matrix with its rows as columns."""
    return [list(row) for row in zip(*matrix, strict=True)]


def units(n: int) -> list[list[float]]:
    """The rows of the identity."""
    return [[float(i == j) for j in range(n)] for i in range(n)]


def multiply(matrix: Rows, x: Sequence[Number]) -> tuple[Number, ...]:
    """A x."""
    return tuple(dot(row, x) for row in matrix)


def pivot_sizes(diagonal: Sequence[Number], floor: float = 0.0) -> list[Number]:
    """What the pivots of a matrix with this diagonal are compared with: entry + NOTHING · (trace + floor)."""
    least = times(NOTHING, total((floor, *diagonal)))
    return [plus(entry, least) for entry in diagonal]
