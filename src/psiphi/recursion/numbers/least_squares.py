"""Least squares of generic numbers, by orthogonal columns."""

from __future__ import annotations

from collections.abc import Sequence

from psiphi.recursion.numbers.arithmetic import Arithmetic, Number
from psiphi.recursion.numbers.small_matrices import without
from psiphi.recursion.numbers.vectors import dot, minus, plus, times

Column = Sequence[Number]


class LeastSquares:
    """A = Q U with the columns of Q orthogonal and U unit upper triangular, for an A of full column rank.

    A column of which the ones before it leave nothing makes NaN of the solution; with `skipping` it is left
    out.
    """

    def __init__(self, columns: Sequence[Column], arithmetic: Arithmetic, *, skipping: bool = False) -> None:
        self._columns: list[Column] = []
        self._reciprocals: list[Number] = []
        self._upper: list[list[Number]] = []
        for given in columns:
            column, shares = self._without(given)
            square = arithmetic.significant(dot(column, column), dot(given, given))
            reciprocal = arithmetic.reciprocal(square)
            self._columns.append(column)
            self._reciprocals.append(arithmetic.or_zero(reciprocal) if skipping else reciprocal)
            self._upper.append(shares)

    def solve(self, b: Column) -> list[Number]:
        """The x with the least |A x − b|."""
        _, x = self._without(b)
        for i in reversed(range(len(x))):
            for j in range(i + 1, len(x)):
                x[i] = minus(x[i], times(self._upper[j][i], x[j]))
        return x

    def least(self, y: Column, n: int) -> list[Number]:
        """The least x, of n numbers, with A* x = y."""
        z: list[Number] = []
        for shares, value in zip(self._upper, y, strict=True):
            z.append(minus(value, dot(shares, z)))
        x: list[Number] = [0.0] * n
        for k in reversed(range(len(z))):
            column = self._columns[k]
            # the columns are orthogonal but for rounding, which x would feel without the product with it
            share = times(minus(z[k], dot(column, x)), self._reciprocals[k])
            x = [plus(a, times(share, b)) for a, b in zip(x, column, strict=True)]
        return x

    def _without(self, b: Column) -> tuple[Column, list[Number]]:
        """b without its shares along the columns of Q, and the shares."""
        shares: list[Number] = []
        for column, reciprocal in zip(self._columns, self._reciprocals, strict=True):
            share = times(dot(column, b), reciprocal)
            b = without(b, share, column)
            shares.append(share)
        return b, shares
