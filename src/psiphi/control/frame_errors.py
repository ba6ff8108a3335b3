"""How a frame differs from a reference motion, in the axes of the world, on generic numbers.

With R and p of the frame, R_d and p_d of the reference, S = RR_d* and V = [ω; ṗ] of the frame,

    e = [log S; p − p_d],   u = V − w,   w = [S ω_d; ṗ_d],   ẇ = [S α_d + ω × S ω_d; p̈_d]

A spring with the energy ½e*K e pulls by E*K e, where ė = E u: E is dexp⁻¹ for the rotation, I for the place.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from psiphi.kernel.program.functions import GraphArithmetic
from psiphi.kernel.tracing import inlined, remembered
from psiphi.recursion.manifold.rotations import TINY, rate_of_rotation_vector
from psiphi.recursion.numbers.arithmetic import Arithmetic, Number
from psiphi.recursion.numbers.vectors import Vector, add, cross, dot, scale, subtract
from psiphi.robot import Robot

Numbers = Sequence[Number]


class FrameError(NamedTuple):
    """e, u and ẇ, six numbers each: angular, then linear."""

    error: list[Number]
    velocity: list[Number]
    acceleration: list[Number]


class Followed:
    """A frame of a robot, traced: its pose, its velocity, and how they differ from a reference."""

    def __init__(self, robot: Robot, frame: str) -> None:
        self._pose, self._velocity = (
            robot.kernel(name, [frame]).request for name in ("frame_pose", "frame_velocity")
        )

    def error(
        self,
        arithmetic: GraphArithmetic,
        q: Numbers,
        v: Numbers,
        reference: tuple[Numbers, ...],
    ) -> FrameError:
        """The error of the frame at q and v beside a reference's R, p, velocity and acceleration."""
        rotation, position, velocity, acceleration = reference
        (entries,) = inlined(self._pose, arithmetic, {"q": q})
        rows = [entries[i : i + 6] for i in range(0, 36, 6)]
        assert self._pose.reading is not None
        found = self._pose.reading.results(remembered(self._pose).mechanism, rows, arithmetic)
        here, place = (output.scalars for output in found)
        (moving,) = inlined(self._velocity, arithmetic, {"q": q, "v": v})
        turn = rotation_between(rotation, here, arithmetic)
        omega_d = _by(rotation, here, _vector(velocity))
        omega = _vector(moving)
        thrust = add(_by(rotation, here, _vector(acceleration)), cross(omega, omega_d))
        return FrameError(
            [*turn, *subtract(_vector(place), _vector(position))],
            [*subtract(omega, omega_d), *subtract(_vector(moving[3:]), _vector(velocity[3:]))],
            [*thrust, *acceleration[3:]],
        )


def rotation_between(before: Numbers, after: Numbers, arithmetic: Arithmetic) -> Vector:
    """log(R R_d*) of rotations by rows: θ from its sine and cosine, about what both leave as it is."""
    pairs = [(_column(before, k), _column(after, k)) for k in range(3)]
    (x, y, z), trace = (0.0, 0.0, 0.0), -1.0
    for one, other in pairs:
        x, y, z = add((x, y, z), cross(one, other))
        trace = trace + dot(one, other)
    axis = scale(0.5, (x, y, z))
    sine = arithmetic.sqrt(dot(axis, axis) + TINY)
    angle = arithmetic.arctan2(sine, 0.5 * trace)
    return scale(angle * arithmetic.reciprocal(sine), axis)


def pulled(stiffness: Numbers, error: Numbers, arithmetic: Arithmetic) -> list[Number]:
    """E*K e: what a spring of stiffness K, (36), pulls with at the error e."""
    turn, *_ = stretched = [dot(stiffness[6 * i : 6 * i + 6], error) for i in range(6)]
    turn = rate_of_rotation_vector(_vector(error), _vector(stretched), arithmetic)
    return [*turn, *stretched[3:]]


def _by(before: Numbers, after: Numbers, x: Vector) -> Vector:
    """R R_d* x."""
    there = [dot(_column(before, k), x) for k in range(3)]
    a, b, c = (dot(after[3 * i : 3 * i + 3], there) for i in range(3))
    return a, b, c


def _column(rotation: Numbers, k: int) -> Vector:
    return rotation[k], rotation[3 + k], rotation[6 + k]


def _vector(x: Numbers) -> Vector:
    return x[0], x[1], x[2]
