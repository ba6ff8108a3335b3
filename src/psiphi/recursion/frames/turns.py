"""Rotations as elementary factors, each of which knows its cheapest way to turn vectors and matrices.

    PlaneTurn    about a coordinate axis, by an angle of known cosine and sine
    MatrixTurn   any other rotation

For a turn R: `rotate(v)` = R v, `symmetric(S)` = R S Rᵀ of a symmetric 3×3, `general(A)` = R A Rᵀ of any 3×3;
`inverse` is the turn Rᵀ.
"""

from __future__ import annotations

from typing import TypeAlias

from psiphi.frozen import frozen
from psiphi.locks import cached_property
from psiphi.recursion.numbers.arithmetic import Number
from psiphi.recursion.numbers.vectors import (
    UPPER,
    Matrix,
    Vector,
    apply,
    dot,
    is_zero,
    minus,
    negative,
    plus,
    product,
    symmetric,
    times,
    transpose,
)


@frozen
class PlaneTurn:
    """A turn about a coordinate axis, 0, 1 or 2, that takes i to c i + s j in the plane (i, j) across it."""

    axis: int
    cosine: Number
    sine: Number

    @cached_property
    def inverse(self) -> PlaneTurn:
        return PlaneTurn(self.axis, self.cosine, negative(self.sine))

    @cached_property
    def _twice_cosine(self) -> Number:
        return plus(self.cosine, self.cosine)

    def rotate(self, v: Vector) -> Vector:
        """R v: 4 multiplications, 2 additions."""
        i, j, k = _PLANES[self.axis]
        return _vector(i, j, *self._pair(v[i], v[j]), v[k])

    def symmetric(self, matrix: Matrix) -> Matrix:
        """R S Rᵀ: 8 multiplications, 7 additions besides 2c.

        With e = s (Sᵢᵢ − Sⱼⱼ) + 2c Sᵢⱼ the block in the plane is Sᵢᵢ − s e, c e − Sᵢⱼ, Sⱼⱼ + s e.
        """
        i, j, k = _PLANES[self.axis]
        a, b, d = matrix[i][i], matrix[i][j], matrix[j][j]
        if is_zero(self.sine):
            pass
        elif is_zero(self.cosine):
            a, b, d = d, negative(b), a
        else:
            e = plus(times(self.sine, minus(a, d)), times(self._twice_cosine, b))
            shift = times(self.sine, e)
            a, b, d = minus(a, shift), minus(times(self.cosine, e), b), plus(d, shift)
        x, y = self._pair(matrix[i][k], matrix[j][k])
        return _matrix(i, j, k, ((a, b, x), (b, d, y), (x, y, matrix[k][k])))

    def general(self, matrix: Matrix) -> Matrix:
        """R A Rᵀ: 12 multiplications, 11 additions.

        With e = s (Aᵢᵢ − Aⱼⱼ) + c (Aᵢⱼ + Aⱼᵢ) the block in the plane is
        Aᵢᵢ − s e, c e − Aⱼᵢ; c e − Aᵢⱼ, Aⱼⱼ + s e.
        """
        i, j, k = _PLANES[self.axis]
        a, b, g, d = matrix[i][i], matrix[i][j], matrix[j][i], matrix[j][j]
        if is_zero(self.sine):
            pass
        elif is_zero(self.cosine):
            a, b, g, d = d, negative(g), negative(b), a
        else:
            e = plus(times(self.sine, minus(a, d)), times(self.cosine, plus(b, g)))
            shift, swing = times(self.sine, e), times(self.cosine, e)
            a, b, g, d = minus(a, shift), minus(swing, g), minus(swing, b), plus(d, shift)
        x, y = self._pair(matrix[i][k], matrix[j][k])
        z, w = self._pair(matrix[k][i], matrix[k][j])
        return _matrix(i, j, k, ((a, b, x), (g, d, y), (z, w, matrix[k][k])))

    def _pair(self, x: Number, y: Number) -> tuple[Number, Number]:
        return (
            minus(times(self.cosine, x), times(self.sine, y)),
            plus(times(self.sine, x), times(self.cosine, y)),
        )


@frozen
class MatrixTurn:
    """A rotation given by its matrix. A signed permutation costs nothing."""

    matrix: Matrix

    @cached_property
    def inverse(self) -> MatrixTurn:
        return MatrixTurn(transpose(self.matrix))

    def rotate(self, v: Vector) -> Vector:
        """R v: 9 multiplications, 6 additions."""
        return apply(self.matrix, v)

    def symmetric(self, matrix: Matrix) -> Matrix:
        """R S Rᵀ: 45 multiplications, 30 additions."""
        half = product(self.matrix, matrix)
        return symmetric(*(dot(half[i], self.matrix[j]) for i, j in UPPER))

    def general(self, matrix: Matrix) -> Matrix:
        """R A Rᵀ: 54 multiplications, 36 additions."""
        return product(product(self.matrix, matrix), transpose(self.matrix))


Turn: TypeAlias = PlaneTurn | MatrixTurn

_PLANES = ((1, 2, 0), (2, 0, 1), (0, 1, 2))
"""For each axis: the plane (i, j) across it, turned from i to j, and the axis itself."""


def _vector(i: int, j: int, x: Number, y: Number, z: Number) -> Vector:
    """The vector with x at i, y at j and z at the place that is left."""
    if i == 0:
        return x, y, z
    return (y, z, x) if j == 0 else (z, x, y)


def _matrix(i: int, j: int, k: int, rows: Matrix) -> Matrix:
    """The matrix whose rows and columns are given in the order i, j, k."""
    named = {axis: _vector(i, j, *row) for axis, row in zip((i, j, k), rows, strict=True)}
    return named[0], named[1], named[2]
