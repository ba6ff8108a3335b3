"""Poses of a frame that laws follow, in the axes of the world."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from psiphi.control.references import Arrays, Motion, Numbers, Reference, at_start, in_time
from psiphi.errors import InputError
from psiphi.kernel.program.functions import GraphArithmetic
from psiphi.model.arguments import number_array
from psiphi.recursion.manifold.rotations import half_turn
from psiphi.recursion.numbers.arithmetic import Arithmetic, Number
from psiphi.recursion.numbers.vectors import Vector, add, cross, scale
from psiphi.simulation.point_to_point import PointToPoint, quintic
from psiphi.spatial import log_so3

Array = NDArray[Any]

ORTHOGONAL = 1e-9
"""How far R*R of a rotation may be from the identity."""


class FrameReference(Reference):
    """A motion of a frame: `traced` gives R (9, row by row), p (3), velocity and acceleration (6 each).

    The velocity is [ω; ṗ] and the acceleration [ω̇; p̈], in the axes of the world.
    """


class HeldPose(FrameReference):
    """A pose to hold: rotation (..., 3, 3) and position (..., 3)."""

    def __init__(self, rotation: ArrayLike, position: ArrayLike) -> None:
        self.moving = {}
        self.fixed = {"rotation": flat_rotation(rotation), "position": point(position)}

    def traced(self, arithmetic: GraphArithmetic, x: Arrays) -> tuple[Numbers, ...]:
        return x["rotation"], x["position"], [0.0] * 6, [0.0] * 6


class FrameMotion(FrameReference):
    """A function of time that gives R (..., 3, 3), p (..., 3), velocity and acceleration (..., 6)."""

    def __init__(self, motion: Motion) -> None:
        self.fixed = {}
        self.moving = {"rotation": 9, "position": 3, "velocity": 6, "acceleration": 6}
        self.motion = motion
        found = at_start(motion, "rotation, position, velocity and acceleration")
        flat_rotation(found[0])
        point(found[1])
        for name, x in (("velocity", found[2]), ("acceleration", found[3])):
            if np.shape(x)[-1:] != (6,):
                raise InputError(f"reference: {name} has shape {np.shape(x)}; give (..., 6).")

    def __call__(self, t: float | Array) -> tuple[Array, ...]:
        rotation, *rest = in_time(self.motion, t)
        return rotation.reshape(*rotation.shape[:-2], 9), *rest

    def traced(self, arithmetic: GraphArithmetic, x: Arrays) -> tuple[Numbers, ...]:
        return x["rotation"], x["position"], x["velocity"], x["acceleration"]


class PoseToPose(FrameReference):
    """From one pose to another: along a straight line, turning about one axis, with the timing of `quintic`.

    start, goal   (rotation (3, 3), position (3,))
    R = exp(s w) R₀, p = p₀ + s d, of which only s, ṡ and s̈ move.
    """

    def __init__(
        self, start: tuple[ArrayLike, ArrayLike], goal: tuple[ArrayLike, ArrayLike], duration: float
    ) -> None:
        for name, pose in (("start", start), ("goal", goal)):
            if not isinstance(pose, tuple | list) or len(pose) != 2:
                raise InputError(f"{name}: give a pose (rotation, position).")
        rotation, end = (flat_rotation(x[0]).reshape(*np.shape(x[0])) for x in (start, goal))
        self.moving = {"timing": 3}
        self.fixed = {
            "rotation": flat_rotation(rotation),
            "position": point(start[1]),
            "turn": log_so3(end @ rotation.swapaxes(-1, -2)),
            "way": point(goal[1]) - point(start[1]),
        }
        self._timing: PointToPoint = quintic(np.zeros(1), np.ones(1), duration)

    def __call__(self, t: float | Array) -> tuple[Array, ...]:
        return (self._timing.timed(t),)

    def traced(self, arithmetic: GraphArithmetic, x: Arrays) -> tuple[Numbers, ...]:
        s, speed, thrust = x["timing"]
        turn, way = [*x["turn"]], [*x["way"]]
        rotation = turned_rotation((s * turn[0], s * turn[1], s * turn[2]), x["rotation"], arithmetic)
        position = [p + s * d for p, d in zip(x["position"], way, strict=True)]
        along = [*turn, *way]
        return rotation, position, [speed * d for d in along], [thrust * d for d in along]


def turned_rotation(by: Vector, rotation: Numbers, arithmetic: Arithmetic) -> list[Number]:
    """exp(w) R, row by row: x + sin θ u × x + (1 − cos θ) u × (u × x) of each column x."""
    turn = half_turn(by, arithmetic)
    sine, rest = 2.0 * turn.sine * turn.cosine, 2.0 * turn.sine * turn.sine
    columns: list[Vector] = []
    for k in range(3):
        x = (rotation[k], rotation[3 + k], rotation[6 + k])
        once = cross(turn.direction, x)
        columns.append(add(x, add(scale(sine, once), scale(rest, cross(turn.direction, once)))))
    return [columns[k][i] for i in range(3) for k in range(3)]


def frame_reference(given: Any) -> FrameReference:
    """A pose (rotation, position) to hold, or a function of time that gives pose, velocity, acceleration."""
    if isinstance(given, FrameReference):
        return given
    if callable(given):
        motion: Any = given
        return FrameMotion(motion)
    if not isinstance(given, tuple | list) or len(given) != 2:
        raise InputError("reference: give a pose (rotation, position), or a function of time.")
    return HeldPose(*given)


def flat_rotation(value: ArrayLike) -> Array:
    """A rotation (..., 3, 3) as (..., 9)."""
    rotation = number_array("rotation", value)
    if rotation.shape[-2:] != (3, 3):
        raise InputError(f"rotation: has shape {rotation.shape}; give (..., 3, 3).")
    off = np.abs(rotation.swapaxes(-1, -2) @ rotation - np.eye(3)).max(initial=0.0)
    if not (off <= ORTHOGONAL and (np.linalg.det(rotation) > 0.0).all()):
        raise InputError("rotation: is no rotation; its columns are not of unit length and at right angles.")
    return rotation.reshape(*rotation.shape[:-2], 9)


def point(value: ArrayLike) -> Array:
    """A position (..., 3), finite."""
    position = number_array("position", value)
    if position.shape[-1:] != (3,) or not np.isfinite(position).all():
        raise InputError(f"position: has shape {position.shape}; give (..., 3) finite numbers.")
    return position
