"""Loops in working frames: where their ends are, in which directions they hold, and how these turn.

A loop between frames has one place in the loop space, with a number for each of its equations. Its directions
are in the axes and at the origin of the frame `first` (psiphi.model.loops.loop).
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

import numpy as np

from psiphi.frozen import frozen
from psiphi.model.loops.loop import Loop
from psiphi.model.model import Model
from psiphi.recursion.bodies.links import FrameSeat, Link, frame_seat
from psiphi.recursion.bodies.poses import placed
from psiphi.recursion.frames.placement import snapped_vector
from psiphi.recursion.frames.transforms import Transform
from psiphi.recursion.numbers.arithmetic import Arithmetic, Number
from psiphi.recursion.numbers.vectors import (
    ZERO,
    ZERO_SPATIAL,
    Spatial,
    Vector,
    add_spatial,
    apply,
    combined,
    cross,
    cross_force,
    cross_motion,
    dot,
    negate,
    negative,
    plus,
    product,
    scale,
    subtract,
    times,
    transpose,
)


@frozen
class LoopSeat:
    """A loop as data: its ends and the directions that do not move; joint loops have `joints` instead.

    `joints` are the bodies that the two joints carry, −1 for a missing second one.
    """

    loop: Loop
    first: FrameSeat
    second: FrameSeat
    directions: tuple[Spatial, ...]
    joints: tuple[int, int] | None

    @property
    def size(self) -> int:
        """The number of equations."""
        return self.loop.size

    @property
    def ends(self) -> tuple[FrameSeat, FrameSeat]:
        """The two frames, neither on a body for loops between joints."""
        return self.first, self.second


def loop_seats(model: Model, links: Sequence[Link]) -> tuple[LoopSeat, ...]:
    """The loops of a model without fixed joints."""
    carried = {body.joint.name: k for k, body in enumerate(model.bodies)}
    nowhere = FrameSeat("", -1, Transform())
    found: list[LoopSeat] = []
    for loop in model.loops:
        if loop.kind == "joint":
            joints = (carried[loop.first], carried[loop.second] if loop.second else -1)
            found.append(LoopSeat(loop, nowhere, nowhere, (), joints))
        else:
            first, second = (frame_seat(model, links, name) for name in (loop.first, loop.second))
            rows = tuple(_snapped_row(row) for row in loop.directions().tolist())
            found.append(LoopSeat(loop, first, second, rows, None))
    return tuple(found)


def _snapped_row(row: Sequence[float]) -> Spatial:
    a, b, c = snapped_vector((row[0], row[1], row[2]), 1.0)
    d, e, f = snapped_vector((row[3], row[4], row[5]), 1.0)
    return a, b, c, d, e, f


@frozen
class LoopEnds:
    """A loop between frames in a configuration: the pose of `second` in `first`, and all its directions.

    `nearness` is 1/|r| of a loop that keeps a distance.
    """

    loop: Loop
    pose: Transform
    directions: tuple[Spatial, ...]
    nearness: Number = 0.0

    def twist(self, first: Spatial | None, second: Spatial | None) -> Spatial | None:
        """W_first − X W_second of motions of the two frames, None standing for no motion."""
        if second is None:
            return first
        opposite = _negative(self.pose.motion_to_parent(second))
        return opposite if first is None else add_spatial(first, opposite)

    def measured(self, twist: Spatial) -> tuple[Number, ...]:
        """d* W for each direction."""
        return tuple(dot(d, twist) for d in self.directions)

    def force(self, g: Sequence[Number]) -> Spatial:
        """Σ d g, the force on `first`, at its origin and in its axes."""
        return combined(g, self.directions)

    def force_on_second(self, force: Spatial) -> Spatial:
        """The opposite of a force on `first`, at the frame `second`."""
        return _negative(self.pose.force_from_parent(force))

    # Rates: Ṅ W = ḋ* W − d* (V_first × W)

    def measured_rate(self, motion: LoopMotion, twist: Spatial) -> tuple[Number, ...]:
        """Ṅ for the relative twist W of other motions."""
        rates: list[Number] = [0.0] * len(self.directions)
        if motion.first is not None:
            rates = [negative(x) for x in self.measured(cross_motion(motion.first, twist))]
        changing = self._changing(motion)
        if changing is not None:
            rates[-1] = plus(rates[-1], dot(changing, twist))
        return tuple(rates)

    def force_rate(self, motion: LoopMotion, g: Sequence[Number]) -> Spatial:
        """What Ṅ* makes of g on `first`: Σ ḋ g + V_first ×* Σ d g."""
        total = ZERO_SPATIAL if motion.first is None else cross_force(motion.first, self.force(g))
        changing = self._changing(motion)
        return total if changing is None else add_spatial(total, combined(g[-1:], (changing,)))

    def _changing(self, motion: LoopMotion) -> Spatial | None:
        """The rate of the last direction in the axes of `first`; None where none can change."""
        if motion.relative is None:
            return None
        turning = negate(motion.relative[:3])  # of `second`, seen from `first`
        moving = subtract(cross(turning, self.pose.position), motion.relative[3:])
        match self.loop.moving:
            case "distance":
                normal = self.directions[-1][3:]
                across = subtract(moving, scale(dot(normal, moving), normal))
                return *ZERO, *scale(self.nearness, across)
            case "universal":
                second_axis = apply(self.pose.rotation, self.loop.axis2)
                return *_per_sine(self.loop, cross(turning, second_axis)), *ZERO
            case "plane":
                return *cross(moving, self.loop.axis), *ZERO
            case None:
                return None


@frozen
class LoopMotion:
    """The velocity of the frame `first` of a loop, and the relative twist of its ends; None for rest.

    `carriers` are the velocities of the bodies that the ends are on.
    """

    first: Spatial | None
    relative: Spatial | None
    carriers: tuple[Any, Any] = (None, None)


def ends_of(seat: LoopSeat, first: Transform, second: Transform, arithmetic: Arithmetic) -> LoopEnds:
    """The ends of a loop from the poses of its frames in any common frame."""
    back = transpose(first.rotation)
    r = apply(back, subtract(second.position, first.position))
    pose = placed(product(back, second.rotation), r)
    loop, rows = seat.loop, seat.directions
    match loop.moving:
        case "distance":
            nearness = arithmetic.reciprocal(arithmetic.sqrt(dot(r, r)))
            return LoopEnds(loop, pose, ((*ZERO, *scale(nearness, r)),), nearness)
        case "universal":
            return LoopEnds(loop, pose, (*rows, (*_per_sine(loop, apply(pose.rotation, loop.axis2)), *ZERO)))
        case "plane":
            return LoopEnds(loop, pose, (*rows, (*cross(r, loop.axis), *loop.axis)))
        case None:
            return LoopEnds(loop, pose, rows)


def polynomial_rate(coefficients: Sequence[float], order: int, x: Number) -> Number:
    """A derivative of c₀ + c₁ x + c₂ x² + …, after Horner."""
    found = list(coefficients)
    for _ in range(order):
        found = [power * c for power, c in enumerate(found)][1:]
    total: Number = 0.0
    for c in reversed(found):
        total = plus(times(total, x), c)
    return total


def _per_sine(loop: Loop, second_axis: Vector) -> Vector:
    """axis × second_axis, over the sine of the angle that the two axes keep."""
    return scale(1.0 / math.hypot(*np.cross(loop.axis, loop.axis2)), cross(loop.axis, second_axis))


def _negative(x: Spatial) -> Spatial:
    return *negate(x[:3]), *negate(x[3:])
