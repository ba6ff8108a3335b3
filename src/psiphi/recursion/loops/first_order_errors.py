"""How far loops are from closed, on generic numbers: to first order the errors of model/loops/errors.py.

Turns are told by 2 sin(θ/2) u, axes that tilt by the same of the shortest turn between them, so that no arc
tangent is needed: where a loop is closed, errors and their rates J_c v are the same.
"""

from __future__ import annotations

import math

import numpy as np

from psiphi.model.loops.errors import HELD_WHOLLY, constants_of
from psiphi.model.loops.loop import Loop
from psiphi.recursion.loops.ends import polynomial_rate
from psiphi.recursion.numbers.arithmetic import Arithmetic, Number
from psiphi.recursion.numbers.half_turns import half_turn_of, half_turn_of_axis
from psiphi.recursion.numbers.vectors import (
    ZERO,
    Matrix,
    Vector,
    apply,
    cross,
    dot,
    minus,
    negative,
    product,
    subtract,
    transpose,
)


def frame_errors(
    loop: Loop, first: tuple[Matrix, Vector], second: tuple[Matrix, Vector], xs: Arithmetic
) -> list[Number]:
    """The errors of a loop between frames whose rotations and positions in the world are given."""
    back = transpose(first[0])
    rotation = product(back, second[0])
    r = apply(back, subtract(second[1], first[1]))
    constants = constants_of(loop)
    turn = ZERO
    if loop.kind in HELD_WHOLLY:
        turn = half_turn_of(rotation, xs)
    elif constants.axis is not None:
        x, y, z = constants.axis.tolist()
        turn = half_turn_of_axis((x, y, z), apply(rotation, (x, y, z)), xs)
    shift = subtract(r, cross(turn, r))
    errors = [dot(row, (*turn, *shift)) for row in constants.measure.T.tolist()]
    if loop.kind == "helical" and loop.pitch != 0.0:
        errors[-1] = _screw_error(loop, rotation, r, xs)
    match loop.moving:
        case "distance":
            assert loop.length is not None
            errors.append(minus(loop.length, xs.sqrt(dot(r, r))))
        case "universal":
            sine = math.hypot(*np.cross(loop.axis, loop.axis2))
            cosine = float(np.dot(loop.axis, loop.axis2))
            errors.append((1.0 / sine) * minus(dot(loop.axis, apply(rotation, loop.axis2)), cosine))
        case "plane":
            errors.append(negative(dot(r, loop.axis)))
        case None:
            pass
    return errors


def _screw_error(loop: Loop, rotation: Matrix, position: Vector, xs: Arithmetic) -> Number:
    """How far a screw of pitch p has travelled beyond its angle θ, p (x/p − θ)/√(p² + 1), less whole turns.

    The sine and cosine of θ do not change, to first order, as the axis tilts.
    """
    (a, b, c), (d, e, f), (g, h, i) = rotation
    sine = 0.5 * dot(loop.axis, (minus(h, f), minus(c, g), minus(d, b)))
    cosine = 0.5 * (a + e + i - 1.0)
    travel = (1.0 / loop.pitch) * dot(loop.axis, position)
    c, s = xs.cos(travel), xs.sin(travel)
    beyond = xs.arctan2(s * cosine - c * sine, c * cosine + s * sine)
    return loop.pitch / math.hypot(loop.pitch, 1.0) * beyond


def joint_errors(loop: Loop, first: Number, second: Number | None) -> list[Number]:
    """q_first − p(q_second) of a coupling of joints."""
    return [minus(first, polynomial_rate(loop.coefficients or (0.0,), 0, 0.0 if second is None else second))]
