"""Constant poses taken apart into elementary turns and shifts, with what rounding left of 0 and ±1 removed.

Any rotation is R = R_z(b) R_x(α) R_z(c). About a joint whose axis is z the last turn merges with the joint's
own, so two constant turns remain; between frames set up after Denavit and Hartenberg only R_x(α) does.
"""

from __future__ import annotations

import math
from typing import TypeAlias

from psiphi.frozen import frozen
from psiphi.recursion.frames.turns import MatrixTurn, PlaneTurn, Turn
from psiphi.recursion.inertias.inertias import RigidInertia
from psiphi.recursion.numbers.arithmetic import Arithmetic, Number
from psiphi.recursion.numbers.vectors import ZERO, Matrix, Vector, symmetric

ROUNDING = 1e-14
"""Numbers are taken for 0 or ±1 within this, relative to their size: a few roundings, far below 1e-12."""

WELL_ACROSS = 0.1
"""A direction has a component, for the purpose of dividing by it, when it is at least this large."""

CosSin: TypeAlias = tuple[float, float]
"""The cosine and sine of an angle."""

NO_TURN: CosSin = (1.0, 0.0)

X, Z = 0, 2


@frozen
class Angle:
    """The angle q + quarters · π/2 + offset of a joint. Quarters cost nothing, an offset one addition."""

    quarters: int = 0
    offset: Number = 0.0

    @staticmethod
    def of(angle: CosSin) -> Angle:
        """The constant angle of this cosine and sine."""
        if 0.0 in angle:
            return Angle(_QUARTERS.index(angle))
        return Angle(0, math.atan2(angle[1], angle[0]))

    def cosine_and_sine(self, q: Number, arithmetic: Arithmetic) -> tuple[Number, Number]:
        """(cos, sin) of the joint's angle."""
        angle = q if type(self.offset) is float and self.offset == 0.0 else q + self.offset
        c, s = arithmetic.cos(angle), arithmetic.sin(angle)
        match self.quarters:
            case 0:
                return c, s
            case 1:
                return -s, c
            case 2:
                return -c, -s
            case _:
                return s, -c


_QUARTERS: tuple[CosSin, ...] = ((1.0, 0.0), (0.0, 1.0), (-1.0, 0.0), (0.0, -1.0))


def cos_sin(cosine: float, sine: float) -> CosSin:
    """The cosine and sine along this direction, exact for right angles."""
    length = math.hypot(cosine, sine)
    if abs(sine) <= ROUNDING * length:
        return math.copysign(1.0, cosine), 0.0
    if abs(cosine) <= ROUNDING * length:
        return 0.0, math.copysign(1.0, sine)
    return cosine / length, sine / length


def nearer_to_zero(angle: CosSin) -> CosSin:
    """The angle, or the opposite one where that is nearer to zero."""
    cosine, sine = angle
    return (-cosine + 0.0, -sine + 0.0) if cosine < 0.0 or angle == (0.0, -1.0) else angle


def zxz(rotation: Matrix) -> tuple[CosSin, CosSin, CosSin]:
    """b, α, c of R = R_z(b) R_x(α) R_z(c), with b within a quarter turn of zero.

    Each angle is measured after the ones before it are undone, so that the product is R to the last digit
    also where α is small and b and c are not well determined by themselves.
    """
    (_, _, x), (_, _, y), (_, _, z) = rotation
    if math.hypot(x, y) <= ROUNDING:
        b = NO_TURN
    else:
        b = nearer_to_zero(cos_sin(-y, x))
    cosine, sine = b
    top = [cosine * r + sine * s for r, s in zip(rotation[0], rotation[1], strict=True)]
    tilt = cos_sin(z, sine * x - cosine * y)
    return b, tilt, cos_sin(top[0], -top[1])


def plane_turns(*factors: tuple[int, CosSin]) -> tuple[Turn, ...]:
    """Turns about coordinate axes, given with their cosine and sine, without those by nothing."""
    return tuple(PlaneTurn(axis, *angle) for axis, angle in factors if angle != NO_TURN)


def constant_turns(rotation: Matrix) -> tuple[Turn, ...]:
    """A constant rotation by the cheapest turns: one matrix, unless two turns about z and x suffice."""
    rotation = snapped_rotation(rotation)
    b, tilt, c = zxz(rotation)
    factors = plane_turns((Z, b), (X, tilt), (Z, c))
    suffice = not factors or (len(factors) < 3 and not permutes_axes(rotation))
    return factors if suffice else (MatrixTurn(rotation),)


def permutes_axes(rotation: Matrix) -> bool:
    """Whether a rotation takes axes to axes, and so costs nothing."""
    return all(entry in (0.0, 1.0, -1.0) for row in rotation for entry in row)


def snapped_rotation(rotation: Matrix) -> Matrix:
    """A rotation with axes within rounding of coordinate axes put there."""
    x, y, z = (snapped_vector(row, 1.0) for row in rotation)
    return _snapped_axis(x), _snapped_axis(y), _snapped_axis(z)


def _snapped_axis(row: Vector) -> Vector:
    if nonzero(row) > 1:
        return row
    x, y, z = (math.copysign(1.0, component) if component != 0.0 else 0.0 for component in row)
    return x, y, z


def snapped_vector(v: Vector, size: float) -> Vector:
    """A vector with components put to zero that are rounding of numbers of this size."""
    x, y, z = (0.0 if abs(component) <= ROUNDING * size else component for component in v)
    return x, y, z


def snapped_inertia(inertia: RigidInertia) -> RigidInertia:
    """The inertia without what rounding left of zeros; numbers that are not known yet stay."""
    second = inertia.second
    if not all(isinstance(x, float) for row in (inertia.moment, *second) for x in row):
        return inertia
    largest = max(abs(entry) for row in second for entry in row)
    x, y, z = (snapped_vector(row, largest) for row in second)
    moment = snapped_vector(inertia.moment, max(map(abs, inertia.moment)))
    return RigidInertia(inertia.mass, moment, symmetric(*x, y[1], y[2], z[2]))


def lever_and_slide(position: Vector, axis: Vector, size: float, slide_cost: int = 1) -> tuple[Vector, float]:
    """p = lever + slide · axis with as few non-zero numbers as possible, the slide counting `slide_cost`.

    Of two ways with as many, one without a lever is cheaper. Lengths are rounded at this size.
    """
    best = snapped_vector(position, size), 0.0
    fewest = nonzero(best[0])
    for i in range(3):
        if abs(axis[i]) >= WELL_ACROSS and best[0][i] != 0.0:
            slide = position[i] / axis[i]
            rest = [p - slide * a for p, a in zip(position, axis, strict=True)]
            rest[i] = 0.0
            lever = snapped_vector((rest[0], rest[1], rest[2]), size)
            if slide_cost + nonzero(lever) < fewest + (lever == ZERO):
                best, fewest = (lever, slide), slide_cost + nonzero(lever)
    return best


def nonzero(v: Vector) -> int:
    """How many components are not zero."""
    return sum(component != 0.0 for component in v)
