"""Exponentials and logarithms of rotations and rigid motions, on generic numbers.

Functions of an angle θ are written in θ² + TINY and in the direction u = ω/θ, which is zero where ω is. They
are smooth in θ², so that TINY changes nothing, and no case is set apart. Coefficients that lose their digits
near θ = 0 stand before terms in u × (u × …), where none of them are missed.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple, TypeAlias

from psiphi.recursion.bodies.joint_maps import quaternion_product
from psiphi.recursion.numbers.arithmetic import Arithmetic, Number
from psiphi.recursion.numbers.vectors import Vector, add, cross, dot, negate, scale, subtract

Quaternion: TypeAlias = tuple[Number, Number, Number, Number]
"""x, y, z, w."""

TINY = 1e-30
"""Beside squared angles: too little to be seen where they matter, and not nothing in single precision."""


class HalfTurn(NamedTuple):
    """The angle θ of a rotation vector, its direction u, and sine and cosine of θ/2."""

    angle: Number
    inverse: Number
    direction: Vector
    sine: Number
    cosine: Number


def half_turn(omega: Vector, arithmetic: Arithmetic) -> HalfTurn:
    """θ = |ω|, 1/θ, u = ω/θ, sin θ/2 and cos θ/2."""
    angle = arithmetic.sqrt(dot(omega, omega) + TINY)
    inverse = arithmetic.reciprocal(angle)
    half = 0.5 * angle
    return HalfTurn(angle, inverse, scale(inverse, omega), arithmetic.sin(half), arithmetic.cos(half))


def exponential(turn: HalfTurn) -> Quaternion:
    """[sin(θ/2) u, cos(θ/2)]."""
    return (*scale(turn.sine, turn.direction), turn.cosine)


def turned(q: Sequence[Number], by: Quaternion) -> Quaternion:
    """q ⊗ by, brought back to unit length: both have it but for rounding, so that one Newton step does it."""
    x, y, z, w = quaternion_product(q, by)
    factor = 1.5 - 0.5 * dot((x, y, z, w), (x, y, z, w))
    return factor * x, factor * y, factor * z, factor * w


def rotated(q: Sequence[Number], v: Vector) -> Vector:
    """R(q) v = v + 2 u × (u × v + w v) for q = [u, w]."""
    u = (q[0], q[1], q[2])
    return add(v, scale(2.0, cross(u, add(cross(u, v), scale(q[3], v)))))


def conjugate(q: Sequence[Number]) -> Quaternion:
    """[−u, w]."""
    x, y, z, w = q
    return (*negate((x, y, z)), w)


def turned_in_plane(x: Number, y: Number, angle: Number, arithmetic: Arithmetic) -> tuple[Number, Number]:
    """The vector (x, y) of a plane turned by an angle."""
    c, s = arithmetic.cos(angle), arithmetic.sin(angle)
    return c * x - s * y, s * x + c * y


def translation_of_screw(turn: HalfTurn, v: Vector) -> Vector:
    """∫₀¹ exp(s ω) ds v = v + 2 sin²(θ/2)/θ u × v + (1 − sin θ/θ) u × (u × v): where a screw motion leads."""
    once = cross(turn.direction, v)
    twice = cross(turn.direction, once)
    by_angle = 2.0 * turn.sine * turn.inverse
    return add(v, add(scale(by_angle * turn.sine, once), scale(1.0 - by_angle * turn.cosine, twice)))


def rate_of_rotation_vector(xi: Vector, omega: Vector, arithmetic: Arithmetic) -> Vector:
    """ξ̇ = dexp⁻¹(ξ) ω = ω + ½ ξ × ω + g u × (u × ω), g = 1 − (θ/2) cot(θ/2), for ω in body axes."""
    turn = half_turn(xi, arithmetic)
    g = 1.0 - 0.5 * turn.angle * turn.cosine * arithmetic.reciprocal(turn.sine)
    twice = cross(turn.direction, cross(turn.direction, omega))
    return add(add(omega, scale(0.5, cross(xi, omega))), scale(g, twice))


class Logarithm(NamedTuple):
    """A rotation vector ω with |ω| ≤ π, its direction u, and g = 1 − (θ/2) cot(θ/2)."""

    omega: Vector
    direction: Vector
    g: Number


def logarithm(q: Sequence[Number], arithmetic: Arithmetic) -> Logarithm:
    """ω = 2 atan2(|u|, w) u/|u| of a unit quaternion [u, w], or of its opposite: the same rotation."""
    x, y, z, w = q
    sine = arithmetic.sqrt(dot((x, y, z), (x, y, z)) + TINY)
    cosine = arithmetic.absolute(w)
    half = arithmetic.arctan2(sine, cosine)
    inverse = arithmetic.reciprocal(sine)
    direction = scale(inverse * arithmetic.select(-w, -1.0, 1.0), (x, y, z))
    return Logarithm(scale(2.0 * half, direction), direction, 1.0 - half * cosine * inverse)


def unit(q: Sequence[Number], arithmetic: Arithmetic) -> Quaternion:
    """q/|q|, without overflow; NaN for zero."""
    x, y, z, w = q
    first = arithmetic.maximum(arithmetic.absolute(x), arithmetic.absolute(y))
    second = arithmetic.maximum(arithmetic.absolute(z), arithmetic.absolute(w))
    size = arithmetic.reciprocal(arithmetic.maximum(first, second))
    x, y, z, w = (size * each for each in q)
    factor = arithmetic.reciprocal(arithmetic.sqrt(dot((x, y, z, w), (x, y, z, w))))
    return factor * x, factor * y, factor * z, factor * w


def screw_of_translation(turn: Logarithm, apart: Vector) -> Vector:
    """The inverse of `translation_of_screw`: p − ½ ω × p + g u × (u × p)."""
    twice = cross(turn.direction, cross(turn.direction, apart))
    return add(subtract(apart, scale(0.5, cross(turn.omega, apart))), scale(turn.g, twice))
