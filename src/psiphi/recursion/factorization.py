"""Small symmetric matrices of generic numbers factored as L D L*: for D(k) of a joint."""

from __future__ import annotations

from collections.abc import Sequence

from psiphi.recursion.arithmetic import Arithmetic, Number
from psiphi.recursion.vectors import minus, times


class Factorization:
    """A = L diag(pivots) L*, with L lower triangular and ones on its diagonal.

    `reciprocals` are those of the pivots; for a 1×1 its reciprocal is all that is computed.
    """

    def __init__(self, matrix: Sequence[Sequence[Number]], arithmetic: Arithmetic) -> None:
        """The rows of A, of which the lower triangle is read."""
        size = len(matrix)
        self.lower: list[list[Number]] = [[1.0 if i == j else 0.0 for j in range(size)] for i in range(size)]
        self.pivots: list[Number] = []
        self.reciprocals: list[Number] = []
        scaled: list[list[Number]] = [[] for _ in range(size)]  # row i: L[i][k] · pivot k
        for i in range(size):
            for j in range(i):
                entry = self._reduced(matrix[i][j], self.lower[j], scaled[i])
                scaled[i].append(entry)
                self.lower[i][j] = times(entry, self.reciprocals[j])
            self.pivots.append(self._reduced(matrix[i][i], self.lower[i], scaled[i]))
            self.reciprocals.append(arithmetic.reciprocal(self.pivots[i]))

    @staticmethod
    def _reduced(entry: Number, row: Sequence[Number], scaled: Sequence[Number]) -> Number:
        for left, right in zip(row, scaled, strict=False):
            entry = minus(entry, times(left, right))
        return entry

    def whiten(self, x: Sequence[Number]) -> list[Number]:
        """L⁻¹ x."""
        y = list(x)
        for i, row in enumerate(self.lower):
            for k in range(i):
                y[i] = minus(y[i], times(row[k], y[k]))
        return y

    def whiten_back(self, x: Sequence[Number]) -> list[Number]:
        """L⁻* x."""
        y = list(x)
        for i in reversed(range(len(y))):
            for k in range(i + 1, len(y)):
                y[i] = minus(y[i], times(self.lower[k][i], y[k]))
        return y

    def solve(self, x: Sequence[Number]) -> list[Number]:
        """A⁻¹ x."""
        scaled = [times(d, y) for d, y in zip(self.reciprocals, self.whiten(x), strict=True)]
        return self.whiten_back(scaled)
