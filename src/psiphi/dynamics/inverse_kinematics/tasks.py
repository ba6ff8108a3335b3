"""What is asked of one frame, or of the centre of mass: an error, and how motion takes it away.

A task has an error e, zero where it is met, and a matrix C with ė = −C V for the velocity V of its frame,
[angular; linear] in the frame's axes. Turns are told by 2 sin(θ/2) u with the axis u and the angle θ of what
is left to turn: nearly the rotation vector, and free of arc tangents.

| kind | wanted | e | C |
|---|---|---|---|
| pose | R_d, p_d | turn R*R_d; R*(p_d − p) | I |
| orientation | R_d | turn R*R_d | [I, 0] |
| position | p_d | R*(p_d − p) | [0, I] |
| direction | d, that of an axis a of the frame | turn from a to R*d | [I − aa*, 0] |
| point | x, at which a points | turn from a to r/ρ, r = R*(x − p), ρ = |r| | [I − aa*, ã/ρ] |
| center of mass | c_d | c_d − c, in world axes | I, of the velocity of c |
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from psiphi.frozen import frozen
from psiphi.recursion.numbers.arithmetic import Arithmetic, Number
from psiphi.recursion.numbers.half_turns import half_turn_of, half_turn_of_axis
from psiphi.recursion.numbers.vectors import (
    IDENTITY,
    ZERO,
    Matrix,
    Spatial,
    Vector,
    apply,
    dot,
    product,
    scale,
    skew,
    subtract,
    times,
    transpose,
)

CENTER_OF_MASS = "center of mass"
ANGLE, LENGTH, LOOPS = "angle", "length", "loops"
_KINDS: dict[str, tuple[int, tuple[str, ...]]] = {
    "pose": (12, (ANGLE, LENGTH)),
    "orientation": (9, (ANGLE,)),
    "position": (3, (LENGTH,)),
    "direction": (3, (ANGLE,)),
    "point": (3, (ANGLE,)),
    CENTER_OF_MASS: (3, (LENGTH,)),
}
_LEAST = 1e-14
"""The square of a length is held above this, so that no quotient is infinite."""


@frozen
class Task:
    """One thing that is wanted: its kind, the frame, an axis of the frame for some kinds, and its weight."""

    kind: str
    frame: str = ""
    axis: tuple[float, float, float] = (0.0, 0.0, 1.0)
    weight: float = 1.0

    @property
    def size(self) -> int:
        """How many numbers tell what is wanted: a rotation by rows, then a position."""
        return _KINDS[self.kind][0]

    @property
    def parts(self) -> tuple[str, ...]:
        """The errors that are told apart, each an angle or a length."""
        return _KINDS[self.kind][1]


class Row(NamedTuple):
    """One equation of least squares: weight · (error − along · V)²."""

    weight: float
    error: Number
    along: Spatial


class Demand(NamedTuple):
    """The equations of a task in a configuration, and the squares of its errors, part by part."""

    rows: list[Row]
    squares: list[Number]


def demand(
    task: Task, rotation: Matrix, position: Vector, wanted: Sequence[Number], radius: float, xs: Arithmetic
) -> Demand:
    """What a task asks of its frame, whose pose in the world is given.

    radius   the length that an angle of 1 rad counts for
    """
    back = transpose(rotation)
    turning = task.weight * radius**2
    if task.kind in ("pose", "orientation"):
        a, b, c, d, e, f, g, h, i = wanted[:9]
        turn, angle = _turn(product(back, ((a, b, c), (d, e, f), (g, h, i))), xs)
        rows = _rows(turning, turn, IDENTITY, None)
        if task.kind == "orientation":
            return Demand(rows, [angle])
        apart, length = _apart(back, position, wanted[9:])
        return Demand([*rows, *_rows(task.weight, apart, None, IDENTITY)], [angle, length])
    apart, length = _apart(back, position, wanted)
    if task.kind == "position":
        return Demand(_rows(task.weight, apart, None, IDENTITY), [length])
    across = subtract_matrices(IDENTITY, _outer(task.axis))
    if task.kind == "direction":
        x, y, z = wanted
        turn, angle = _turn_of_axis(task.axis, apply(back, (x, y, z)), xs)
        return Demand(_rows(turning, turn, across, None), [angle])
    nearness = xs.reciprocal(xs.sqrt(xs.maximum(length, _LEAST)))
    turn, angle = _turn_of_axis(task.axis, scale(nearness, apart), xs)
    x, y, z = (scale(nearness, row) for row in skew(task.axis))
    return Demand(_rows(turning, turn, across, (x, y, z)), [angle])


def _apart(back: Matrix, position: Vector, wanted: Sequence[Number]) -> tuple[Vector, Number]:
    """R*(p_d − p), and its square."""
    x, y, z = wanted
    apart = apply(back, subtract((x, y, z), position))
    return apart, dot(apart, apart)


def _rows(weight: float, error: Vector, angular: Matrix | None, linear: Matrix | None) -> list[Row]:
    nothing = (ZERO, ZERO, ZERO)
    pairs = zip(angular or nothing, linear or nothing, strict=True)
    return [Row(weight, e, (*turn, *slide)) for e, (turn, slide) in zip(error, pairs, strict=True)]


def _turn(rotation: Matrix, xs: Arithmetic) -> tuple[Vector, Number]:
    """The turn of a rotation E, and its square as ½|E − I|²: of what is no rotation it is never zero."""
    (a, b, c), (d, e, f), (g, h, i) = rotation
    across, along = (b, c, d, f, g, h), (a - 1.0, e - 1.0, i - 1.0)
    return half_turn_of(rotation, xs), 0.5 * (dot(across, across) + dot(along, along))


def _turn_of_axis(axis: Vector, wanted: Vector, xs: Arithmetic) -> tuple[Vector, Number]:
    """The shortest turn that takes one unit vector to another, and its square."""
    apart = subtract(wanted, axis)
    return half_turn_of_axis(axis, wanted, xs), dot(apart, apart)


def _outer(x: Vector) -> Matrix:
    a, b, c = (scale(each, x) for each in x)
    return a, b, c


def subtract_matrices(left: Matrix, right: Matrix) -> Matrix:
    """A − B."""
    a, b, c = (subtract(x, y) for x, y in zip(left, right, strict=True))
    return a, b, c


def normal_equations(rows: Sequence[Row]) -> tuple[list[Number], list[Number], Number]:
    """C*WC (36, by rows), C*We (6) and e*We of the equations of one frame."""
    matrix: list[Number] = [0.0] * 36
    pull: list[Number] = [0.0] * 6
    total: Number = 0.0
    for weight, error, along in rows:
        weighed = [times(weight, x) for x in along]
        for i, x in enumerate(weighed):
            pull[i] = pull[i] + times(x, error)
            for j, y in enumerate(along):
                matrix[6 * i + j] = matrix[6 * i + j] + times(x, y)
        total = total + times(weight, times(error, error))
    return matrix, pull, total
