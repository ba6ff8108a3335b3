"""Singular symmetric systems of generic numbers: rank by pivots, and the least of all solutions.

Programs cannot branch on their data, but a pivot can be chosen by numbers w that are 1 in its row and 0
elsewhere. For any w the step

    c = A w,    d = w* c,    A → A − c d⁻¹ c*

takes one from the rank of A, and with the largest of the diagonal chosen each time, brought to 1 at the start
so that units do not decide, no pivot d is much smaller than it must be. Where what is left of the largest is
below RANK nothing is left of the matrix; then d⁻¹ = 0. With l = c d⁻¹, A = L diag(d) L*, and

    A f = r    is    L* f = y,    y = d⁻¹ w* r, r → r − c y    step by step

whose least solution f comes from orthogonal columns of L.
"""

from __future__ import annotations

from collections.abc import Sequence

from psiphi.recursion.numbers.arithmetic import LOST, Arithmetic, Number
from psiphi.recursion.numbers.least_squares import LeastSquares
from psiphi.recursion.numbers.small_matrices import NOTHING, Rows, without
from psiphi.recursion.numbers.vectors import dot, minus, times, total

RANK = 1e-10
"""What of a diagonal entry must be left for its row to count, in double precision."""

_SIZE = RANK / (LOST * 2.0**-52)


class LeastFactors:
    """The factors of a positive semidefinite matrix; `steps` is the highest rank it can have.

    Rows whose diagonal entry is nothing beside the trace and `floor` (NOTHING) are rounding, and not chosen.
    """

    def __init__(self, matrix: Rows, arithmetic: Arithmetic, *, steps: int, floor: float = 0.0) -> None:
        self._n = n = len(matrix)
        diagonal = [matrix[i][i] for i in range(n)]
        least = times(NOTHING, total((floor, *diagonal)))
        units = [
            arithmetic.or_zero(arithmetic.reciprocal(arithmetic.significant(x, least))) for x in diagonal
        ]
        rest = [list(row) for row in matrix]
        self._choices: list[list[Number]] = []
        self._columns: list[list[Number]] = []
        self._reciprocals: list[Number] = []
        lower: list[list[Number]] = []
        for _ in range(min(n, steps)):
            w = _first_large([times(rest[i][i], units[i]) for i in range(n)], arithmetic)
            c = [dot(row, w) for row in rest]
            pivot = arithmetic.significant(dot(w, c), times(_SIZE, dot(w, diagonal)))
            reciprocal = arithmetic.or_zero(arithmetic.reciprocal(pivot))
            column = [times(x, reciprocal) for x in c]
            for i in range(n):
                for j in range(i + 1):
                    rest[i][j] = rest[j][i] = minus(rest[i][j], times(column[i], c[j]))
            self._choices.append(w)
            self._columns.append(c)
            self._reciprocals.append(reciprocal)
            lower.append(column)
        self._lower = LeastSquares(lower, arithmetic, skipping=True)

    def solve(self, r: Sequence[Number]) -> tuple[Number, ...]:
        """The least f with A f = r; where there is none, the equations of the pivots alone hold."""
        left, y = list(r), list[Number]()
        for w, c, reciprocal in zip(self._choices, self._columns, self._reciprocals, strict=True):
            share = times(dot(w, left), reciprocal)
            left = without(left, share, c)
            y.append(share)
        return tuple(self._lower.least(y, self._n))


def _first_large(shares: Sequence[Number], arithmetic: Arithmetic) -> list[Number]:
    """1 for the first share of more than half of the largest, 0 for all others and where none is left."""
    largest: Number = 0.0
    for share in shares:
        largest = arithmetic.maximum(largest, share)
    half, open_, found = times(0.5, largest), 1.0, list[Number]()
    for share in shares:
        found.append(arithmetic.select(minus(share, half), open_, 0.0))
        open_ = minus(open_, found[-1])
    return found
