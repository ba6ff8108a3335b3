"""Motions from rest to rest between two configurations: q(t), v(t) and a(t) for any times.

All coordinates move together on q₀ + s(t) (q₁ − q₀), the timing s going from 0 to 1. On a robot with free,
spherical or planar joints that is q₀ ⊕ s(t) d with the shortest d = q₁ ⊖ q₀; v = ṡ d and a = s̈ d either way.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from psiphi.errors import InputError
from psiphi.frozen import frozen
from psiphi.model.arguments import broadcast_batch, number_array, positive_number, vector_argument
from psiphi.robot import Robot

Array = NDArray[np.float64]
Timing = Callable[[Any], tuple[Any, Any, Any]]

# The greatest ṡ T and s̈ T² of the quintic timing.
QUINTIC_SPEED, QUINTIC_ACCELERATION = 15.0 / 8.0, 10.0 / math.sqrt(3.0)

SLACK = 1e-12  # by how much a duration may be too short, for rounding


@frozen(eq=False)
class PointToPoint:
    """A motion from q0 to q1 (..., nq) over `distance` (..., nv) in `duration`; at rest before and after.

    motion(times) gives q (*times, ..., nq), v and a (*times, ..., nv).
    """

    q0: Array
    q1: Array
    distance: Array
    duration: float
    timing: Timing
    robot: Robot | None

    def __call__(self, times: ArrayLike) -> tuple[Array, Array, Array]:
        """Configurations, velocities and accelerations at the given times."""
        t = number_array("times", times)
        s, speed, acceleration = np.moveaxis(self.timed(t), -1, 0)
        s, speed, acceleration = (
            x.reshape(*t.shape, *(1,) * self.distance.ndim) for x in (s, speed, acceleration)
        )
        if self.robot is None:
            q = (1.0 - s) * self.q0 + s * self.q1  # exact at both ends
        else:
            q = self.robot.integrate(self.q0, s * self.distance)
        return q, speed * self.distance, acceleration * self.distance

    def timed(self, t: float | Array) -> Array:
        """s, ṡ and s̈ at the given times, (*times, 3)."""
        if isinstance(t, float):  # the common case of a control loop, without arrays
            s, speed, acceleration = self.timing(min(max(t, 0.0), self.duration))
            return np.array([s, speed, acceleration if 0.0 <= t <= self.duration else 0.0])
        within = (t >= 0.0) & (t <= self.duration)
        s, speed, acceleration = self.timing(np.clip(t, 0.0, self.duration))
        return np.stack([s, speed, within * acceleration], axis=-1)


def quintic(
    q0: ArrayLike,
    q1: ArrayLike,
    duration: float | None = None,
    *,
    velocity: ArrayLike | None = None,
    acceleration: ArrayLike | None = None,
    robot: Robot | None = None,
) -> PointToPoint:
    """s = 10 σ³ − 15 σ⁴ + 6 σ⁵, σ = t/T: velocity and acceleration are zero at both ends [K93 section 5].

    velocity and acceleration are limits, (nv,) or one number; without a duration the shortest within them is
    taken. Give the robot where q holds quaternions or planar joints.
    """
    start, end, distance, moved = _ends(q0, q1, robot)
    speed, thrust = _limit("velocity", velocity, distance), _limit("acceleration", acceleration, distance)
    shortest = max(QUINTIC_SPEED / speed, math.sqrt(QUINTIC_ACCELERATION / thrust))
    span = _duration(duration, shortest, distance)

    def timing(t: Array) -> tuple[Array, Array, Array]:
        x = t / span
        rest = 1.0 - x
        return (
            x**3 * (10.0 + x * (6.0 * x - 15.0)),
            30.0 / span * (x * rest) ** 2,
            60.0 / span**2 * x * rest * (1.0 - 2.0 * x),
        )

    return PointToPoint(start, end, distance, span, timing, moved)


def trapezoidal(
    q0: ArrayLike,
    q1: ArrayLike,
    duration: float | None = None,
    *,
    velocity: ArrayLike,
    acceleration: ArrayLike,
    robot: Robot | None = None,
) -> PointToPoint:
    """Constant acceleration, constant velocity, and the same acceleration backwards.

    velocity and acceleration are limits, (nv,) or one number. Without a duration the motion is the fastest
    within them, which has no constant velocity where the way is short; a longer duration lowers the velocity.
    Give the robot where q holds quaternions or planar joints.
    """
    start, end, distance, moved = _ends(q0, q1, robot)
    speed, thrust = _limit("velocity", velocity, distance), _limit("acceleration", acceleration, distance)
    cruise = min(speed, math.sqrt(thrust))
    span = _duration(duration, 1.0 / cruise + cruise / thrust, distance)
    if math.isinf(thrust):  # q0 = q1: any timing will do
        thrust = 4.0 / span**2
    # The way 1 is ṡ T − ṡ²/s̈; the smaller root, written so that it keeps its digits.
    cruise = 2.0 / (span + math.sqrt(max(span**2 - 4.0 / thrust, 0.0)))
    ramp = cruise / thrust

    def timing(t: Array) -> tuple[Array, Array, Array]:
        left = span - t
        starting, stopping = t < ramp, left < ramp
        stages = [starting, stopping]
        return (
            np.select(stages, [0.5 * thrust * t**2, 1.0 - 0.5 * thrust * left**2], cruise * (t - 0.5 * ramp)),
            np.select(stages, [thrust * t, thrust * left], cruise),
            np.select(stages, [thrust, -thrust], 0.0),
        )

    return PointToPoint(start, end, distance, span, timing, moved)


def _ends(q0: ArrayLike, q1: ArrayLike, robot: Robot | None) -> tuple[Array, Array, Array, Robot | None]:
    """Both ends with one shape, what lies between, and the robot if its coordinates are not plain numbers."""
    start, end = number_array("q0", q0), number_array("q1", q1)
    size = robot.nq if robot is not None else start.shape[-1] if start.ndim else 1
    start, end = vector_argument("q0", start, size), vector_argument("q1", end, size)
    for name, array in (("q0", start), ("q1", end)):
        if not np.isfinite(array).all():
            raise InputError(f"{name}: holds NaN or infinity; give finite numbers.")
    shape = (*broadcast_batch(q0=start, q1=end), size)
    start, end = np.array(np.broadcast_to(start, shape)), np.array(np.broadcast_to(end, shape))
    if robot is None or all(group.kind.is_plain for group in robot.model.coordinates.groups):
        return start, end, end - start, None
    return start, end, robot.difference(start, end), robot


def _limit(name: str, limit: ArrayLike | None, distance: Array) -> float:
    """A limit of all coordinates as one of s: the least limit/|distance|, infinite where nothing moves."""
    if limit is None:
        return math.inf
    bound = number_array(name, limit)
    if bound.ndim > 1 or (bound.ndim == 1 and bound.shape != distance.shape[-1:]):
        raise InputError(f"{name}: has shape {bound.shape}; give one number or shape {distance.shape[-1:]}.")
    if not ((bound > 0.0) & np.isfinite(bound)).all():
        raise InputError(f"{name}: {bound} given; limits are positive, finite numbers.")
    share = float(np.max(np.abs(distance) / bound, initial=0.0))
    return 1.0 / share if share > 0.0 else math.inf


def _duration(duration: float | None, shortest: float, distance: Array) -> float:
    """The duration asked for, or else the shortest there is."""
    if duration is None:
        if not distance.any():
            raise InputError("duration: q0 and q1 are the same; say how long to stay.")
        if shortest == 0.0:
            raise InputError("duration: give one, or limits of velocity or acceleration that decide it.")
        return shortest
    span = positive_number("duration", duration)
    if span < shortest * (1.0 - SLACK):
        raise InputError(f"duration: {span:g} s is too short for the limits; give {shortest:.6g} s or more.")
    return span
