"""Systems of generic numbers that need not be symmetric or definite: A = Q R by reflections [Householder].

Programs cannot branch on their data, so that no pivot can be chosen by its size; reflections need none. Rows
are brought to the length 1 first: then neither the units of rows nor those of columns matter. With x the
entries of a column that are left, s the sign of the first and u = x + s |x| e,

    A → A − u β (u* A),    β = 1 / (|x| (|x| + |x_first|)),

leaves −s |x| of the column. Zeros that are known in advance stay zeros: rows without an entry in the column
stay as they are, so that matrices of few entries take few operations. Columns go last to first: bodies at the
tips, which few others feel, come before what they hang on.

A diagonal entry of R of which rounding leaves nothing beside its column makes NaN of what is divided by it.
"""

from __future__ import annotations

from collections.abc import Sequence

from psiphi.frozen import frozen
from psiphi.recursion.numbers.arithmetic import LOST, Arithmetic, Number
from psiphi.recursion.numbers.dual import plain
from psiphi.recursion.numbers.small_matrices import SINGULAR, AlwaysSingular, Rows, transposed, units
from psiphi.recursion.numbers.vectors import dot, is_zero, minus, plus, times, total

LEFT = 2.0**10
"""A diagonal entry of R counts when it is more than so many roundings of its column."""

_ROUNDED = 4.0
"""A row or column counts when its length is more than so many roundings of that of all together."""

_STEEP = 2.0**100
"""What makes all but the least numbers large."""


@frozen
class _Step:
    """What is done for one column: the rows it takes, u and β (None for a lone row), and the row of R."""

    rows: tuple[int, ...]
    u: tuple[Number, ...] | None
    beta: Number
    upper: tuple[Number, ...]
    reciprocal: Number


class OrthogonalFactors:
    """A = Q R of a square matrix; `solve` takes one right-hand side after the other."""

    def __init__(self, matrix: Rows, arithmetic: Arithmetic) -> None:
        n = len(matrix)
        if any(
            all(map(is_zero, line)) for lines in (matrix, list(zip(*matrix, strict=True))) for line in lines
        ):
            raise AlwaysSingular(SINGULAR)
        self._scales = _scales(matrix, arithmetic)
        rows = [[times(scale, x) for x in row] for scale, row in zip(self._scales, matrix, strict=True)]
        sizes = [[plain(row[k]) for row in rows] for k in range(n)]
        self._steps: list[_Step] = []
        left = list(range(n))
        for k in reversed(range(n)):
            taken = tuple(i for i in left if not is_zero(rows[i][k]))
            if not taken:
                raise AlwaysSingular(SINGULAR)
            u, beta, pivot = _reflection([rows[i][k] for i in taken], arithmetic)
            for j in range(k):
                _reflect(rows, taken, u, beta, j)
            left.remove(taken[0])
            size = plus(dot(sizes[k], sizes[k]), n * (_ROUNDED / LEFT) ** 2)
            reciprocal = _reciprocal(pivot, size, arithmetic)
            self._steps.append(_Step(taken, u, beta, tuple(rows[taken[0]][:k]), reciprocal))

    def solve(self, y: Sequence[Number]) -> tuple[Number, ...]:
        """x with A x = y."""
        rows: list[list[Number]] = [[times(scale, x)] for scale, x in zip(self._scales, y, strict=True)]
        for step in self._steps:
            _reflect(rows, step.rows, step.u, step.beta, 0)
        x: list[Number] = []
        for step in reversed(self._steps):
            x.append(times(minus(rows[step.rows[0]][0], dot(step.upper, x)), step.reciprocal))
        return tuple(x)

    def inverse(self) -> list[list[Number]]:
        """A⁻¹, column by column."""
        return transposed([self.solve(unit) for unit in units(len(self._steps))])


def _scales(matrix: Rows, arithmetic: Arithmetic) -> list[Number]:
    """What makes the length of each row 1; NaN where a row is rounding beside all others."""
    squares = [dot(row, row) for row in matrix]
    size = arithmetic.sqrt(total(map(plain, squares)))
    found: list[Number] = []
    for square in squares:
        scale = arithmetic.reciprocal(arithmetic.sqrt(square))
        beside = times(size, plain(scale))
        if type(beside) is not float:
            scale = times(scale, arithmetic.significant(1.0, times(_ROUNDED / LOST, beside)))
        elif _ROUNDED * 2.0**-52 * beside >= 1.0:
            raise AlwaysSingular(SINGULAR)
        found.append(scale)
    return found


def _reflection(
    x: Sequence[Number], arithmetic: Arithmetic
) -> tuple[tuple[Number, ...] | None, Number, Number]:
    """u, β and what is left in the first row."""
    if len(x) == 1:
        return None, 0.0, x[0]
    length = arithmetic.sqrt(dot(x, x))
    signed = times(sign(plain(x[0]), arithmetic), length)
    first = plus(x[0], signed)
    beta = arithmetic.reciprocal(times(signed, first))
    return (first, *x[1:]), beta, times(-1.0, signed)


def _reflect(
    rows: list[list[Number]], taken: Sequence[int], u: Sequence[Number] | None, beta: Number, j: int
) -> None:
    """A_j − u β (u* A_j) in the column j."""
    if u is None:
        return
    share = times(beta, dot(u, [rows[i][j] for i in taken]))
    for i, component in zip(taken, u, strict=True):
        rows[i][j] = minus(rows[i][j], times(share, component))


def sign(x: Number, arithmetic: Arithmetic) -> Number:
    """1 for x ≥ 0, −1 for x < 0; for an x of less than a rounding of 1 either will do."""
    if type(x) is float:
        return 1.0 if x >= 0.0 else -1.0
    is_positive = arithmetic.or_zero(arithmetic.significant(1.0, times(-_STEEP, x)))
    return minus(plus(is_positive, is_positive), 1.0)


def _reciprocal(pivot: Number, square: Number, arithmetic: Arithmetic) -> Number:
    """1 / pivot, NaN where rounding leaves nothing of it beside its column, of which the square is given."""
    value, size = plain(pivot), arithmetic.sqrt(square)
    found = arithmetic.reciprocal(pivot)
    if type(size) is float and type(value) is float:
        if abs(value) <= LEFT * 2.0**-52 * size:
            raise AlwaysSingular(SINGULAR)
        return found
    inverse = plain(found)
    parts = times(times(LEFT / LOST, size), arithmetic.sqrt(times(inverse, inverse)))
    return times(found, arithmetic.significant(1.0, parts))  # times 1 or NaN
