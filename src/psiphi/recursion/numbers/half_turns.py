"""Turns as 2 sin(θ/2) u, with the axis u and the angle θ: nearly rotation vectors, free of arc tangents.

Of half a turn, of which neither sin θ nor the axis that it multiplies is known, they say nothing: zero.
"""

from __future__ import annotations

from psiphi.recursion.numbers.arithmetic import Arithmetic, Number
from psiphi.recursion.numbers.vectors import Matrix, Vector, cross, dot, minus, scale

_LEAST = 1e-14
"""The square of a cosine is held above this, so that no quotient is infinite."""


def half_turn_of(rotation: Matrix, xs: Arithmetic) -> Vector:
    """That of a rotation."""
    (a, b, c), (d, e, f), (g, h, i) = rotation
    return _half_turn(scale(0.5, (minus(h, f), minus(c, g), minus(d, b))), 0.5 * (a + e + i) - 0.5, xs)


def half_turn_of_axis(axis: Vector, turned: Vector, xs: Arithmetic) -> Vector:
    """That of the shortest turn that takes one unit vector to another."""
    return _half_turn(cross(axis, turned), dot(axis, turned), xs)


def _half_turn(sine: Vector, cosine: Number, xs: Arithmetic) -> Vector:
    """From sin θ u and cos θ."""
    half = xs.sqrt(xs.maximum(0.5 + 0.5 * cosine, _LEAST))
    return scale(xs.reciprocal(half), sine)
