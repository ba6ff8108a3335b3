"""Vectors and 3×3 matrices of generic numbers, as tuples.

Zeros and ones that are known in advance, plain floats, cost nothing: every operation here skips them, so
that frames along coordinate axes and selections of coordinates need no code of their own.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import reduce
from typing import Any, TypeAlias

from psiphi.recursion.numbers.arithmetic import Number

Vector: TypeAlias = tuple[Number, Number, Number]
Matrix: TypeAlias = tuple[Vector, Vector, Vector]
Spatial: TypeAlias = tuple[Number, Number, Number, Number, Number, Number]
"""[angular; linear]."""

ZERO: Vector = (0.0, 0.0, 0.0)
IDENTITY: Matrix = ((1.0, 0.0, 0.0), (0.0, 1.0, 0.0), (0.0, 0.0, 1.0))
ZERO_MATRIX: Matrix = (ZERO, ZERO, ZERO)
ZERO_SPATIAL: Spatial = (0.0, 0.0, 0.0, 0.0, 0.0, 0.0)


# Numbers. These run a million times for a large robot, so the test for a constant is written out.


def is_zero(x: Number) -> bool:
    """Whether x is zero whatever the inputs are."""
    return type(x) is float and x == 0.0


def plus(x: Number, y: Number) -> Number:
    """x + y."""
    if type(x) is float and x == 0.0:
        return y
    if type(y) is float and y == 0.0:
        return x
    return x + y


def minus(x: Number, y: Number) -> Number:
    """x − y."""
    if type(y) is float and y == 0.0:
        return x
    if type(x) is float and x == 0.0:
        return -y
    return x - y


def times(x: Number, y: Number) -> Number:
    """x · y."""
    if type(x) is not float:
        if type(y) is not float:
            return x * y
        x, y = y, x
    if x == 0.0:
        return 0.0
    if x == 1.0:
        return y
    return negative(y) if x == -1.0 else x * y


def negative(x: Number) -> Number:
    """−x, without a negative zero."""
    return 0.0 if type(x) is float and x == 0.0 else -x


# Vectors of any length


def dot(x: Sequence[Number], y: Sequence[Number]) -> Number:
    """Σ xᵢ yᵢ."""
    total: Number = 0.0
    for left, right in zip(x, y, strict=True):
        total = plus(total, times(left, right))
    return total


def combined(factors: Sequence[Number], vectors: Sequence[Sequence[Number]]) -> Any:
    """Σ factorᵢ · vectorᵢ of one or more vectors."""
    return tuple(dot(factors, entries) for entries in zip(*vectors, strict=True))


def total(numbers: Iterable[Number]) -> Number:
    """Σ xᵢ."""
    return reduce(plus, numbers, 0.0)


def added(x: Any, y: Any) -> Any:
    """x + y, None standing for zero."""
    if x is None:
        return y
    return x if y is None else tuple(plus(a, b) for a, b in zip(x, y, strict=True))


def is_zero_vector(x: Sequence[Number]) -> bool:
    """Whether every component is zero whatever the inputs are."""
    return all(map(is_zero, x))


# Vectors of three


def add(x: Vector, y: Vector) -> Vector:
    """x + y."""
    return plus(x[0], y[0]), plus(x[1], y[1]), plus(x[2], y[2])


def subtract(x: Vector, y: Vector) -> Vector:
    """x − y."""
    return minus(x[0], y[0]), minus(x[1], y[1]), minus(x[2], y[2])


def negate(x: Vector) -> Vector:
    """−x."""
    return negative(x[0]), negative(x[1]), negative(x[2])


def scale(factor: Number, x: Vector) -> Vector:
    """factor · x."""
    return times(factor, x[0]), times(factor, x[1]), times(factor, x[2])


def cross(x: Vector, y: Vector) -> Vector:
    """x × y."""
    return (
        minus(times(x[1], y[2]), times(x[2], y[1])),
        minus(times(x[2], y[0]), times(x[0], y[2])),
        minus(times(x[0], y[1]), times(x[1], y[0])),
    )


# Matrices


def transpose(matrix: Matrix) -> Matrix:
    """Aᵀ."""
    (a, b, c), (d, e, f), (g, h, i) = matrix
    return (a, d, g), (b, e, h), (c, f, i)


def apply(matrix: Matrix, v: Vector) -> Vector:
    """A v."""
    (a, b, c), (d, e, f), (g, h, i) = matrix
    x, y, z = v
    return (
        plus(plus(times(a, x), times(b, y)), times(c, z)),
        plus(plus(times(d, x), times(e, y)), times(f, z)),
        plus(plus(times(g, x), times(h, y)), times(i, z)),
    )


def product(left: Matrix, right: Matrix) -> Matrix:
    """A B."""
    columns = transpose(right)
    return apply(columns, left[0]), apply(columns, left[1]), apply(columns, left[2])


def add_matrices(left: Matrix, right: Matrix) -> Matrix:
    """A + B."""
    return add(left[0], right[0]), add(left[1], right[1]), add(left[2], right[2])


def add_symmetric(left: Matrix, right: Matrix) -> Matrix:
    """A + B of symmetric matrices: six sums."""
    return symmetric(*(plus(left[i][j], right[i][j]) for i, j in UPPER))


UPPER = ((0, 0), (0, 1), (0, 2), (1, 1), (1, 2), (2, 2))


def symmetric(xx: Number, xy: Number, xz: Number, yy: Number, yz: Number, zz: Number) -> Matrix:
    """The symmetric matrix with this upper triangle."""
    return (xx, xy, xz), (xy, yy, yz), (xz, yz, zz)


# Spatial vectors


def spatial(x: Iterable[Number]) -> Spatial:
    """The first six of some numbers."""
    a, b, c, d, e, f, *_ = x
    return a, b, c, d, e, f


def add_spatial(x: Spatial, y: Spatial) -> Spatial:
    """x + y."""
    return *add(x[:3], y[:3]), *add(x[3:], y[3:])


def cross_motion(v: Spatial, w: Spatial) -> Spatial:
    """v × w = [ω × ω_w; ω × v_w + v × ω_w] of two motions."""
    return *cross(v[:3], w[:3]), *add(cross(v[:3], w[3:]), cross(v[3:], w[:3]))


def cross_force(v: Spatial, f: Spatial) -> Spatial:
    """v ×* f = [ω × n + v × f; ω × f] of a motion [ω; v] and a force [n; f]."""
    return *add(cross(v[:3], f[:3]), cross(v[3:], f[3:])), *cross(v[:3], f[3:])


def skew(x: Vector) -> Matrix:
    """x̃, with x̃ y = x × y."""
    a, b, c = x
    return (0.0, negative(c), b), (c, 0.0, negative(a)), (negative(b), a, 0.0)
