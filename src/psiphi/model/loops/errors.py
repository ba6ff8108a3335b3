"""How far a loop is from closed: errors whose rates, where it is closed, are those of its equations."""

from __future__ import annotations

from functools import lru_cache
from math import hypot
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from psiphi.model.loops.loop import Loop
from psiphi.spatial.rotation import exp_so3, log_so3, skew, unskew

Array = NDArray[np.float64]

HELD_WHOLLY = ("weld", "slider")  # kinds that allow no rotation
_HELD_ALONG_AXIS = ("hinge", "cylinder", "planar", "helical")
_NEXT, _AFTER = np.array([1, 2, 0]), np.array([2, 0, 1])


def frame_loop_errors(loop: Loop, rotation: Array, position: Array) -> Array:
    """The errors of a loop between frames, from the pose of `second` in `first`.

    rotation R (..., 3, 3), position r (..., 3) → (..., m). With the small rotation w that the kind forbids,

        e = −d* [w; r − w × r]      for the constant directions d,
        e = length − |r|,   e = (axis · R axis2 − axis · axis2) / |axis × axis2|,   e = −axis · r

    for the rows that move (distance, universal, plane), so that ė = d* V where e = 0. Angles are in radians,
    lengths in metres. A screw has as many whole turns behind it as its travel says. The spin of a soft finger
    has no error: it is held for velocities alone.
    """
    constants = constants_of(loop)
    if loop.kind in HELD_WHOLLY:
        turn = log_so3(rotation)
    elif constants.axis is not None:
        turn = _tilt(constants.axis, constants.across, constants.beside, rotation)
    else:
        turn = None
    if turn is None:
        errors = position @ constants.measure[3:]
    else:
        shift = position - _cross(turn, position)
        errors = np.concatenate([turn, shift], axis=-1) @ constants.measure
        if loop.kind == "helical":
            travel = _travel(loop, turn, rotation, position)
            errors[..., -1] = (position @ loop.axis - travel) / hypot(loop.pitch, 1.0)
    if loop.moving is None:
        return errors
    if loop.moving == "distance":
        assert loop.length is not None
        last = loop.length - np.linalg.norm(position, axis=-1)
    elif loop.moving == "universal":
        axis, axis2 = np.array(loop.axis), np.array(loop.axis2)
        size = np.linalg.norm(np.cross(axis, axis2))
        last = (rotation @ axis2 @ axis - axis @ axis2) / size
    else:
        last = -position @ loop.axis
    return np.concatenate([errors, last[..., None]], axis=-1)


def joint_loop_errors(loop: Loop, first: Array, second: Array | None) -> Array:
    """q_first − p(q_second) of a coupling of joints: (..., 1), (..., 1) → (..., 1)."""
    return first - np.polyval(loop.coefficients[::-1], 0.0 if second is None else second)


class Constants(NamedTuple):
    """What of a loop is the same in all configurations.

    measure  −d as columns, (6, m)
    axis     (3,), that may not tilt, or None where no axis is held
    across   (3, 3), with x @ across = axis × x
    beside   (3,), a unit vector square to the axis
    """

    measure: Array
    axis: Array | None
    across: Array
    beside: Array


@lru_cache(maxsize=4096)
def constants_of(loop: Loop) -> Constants:
    axis: Array | None = None
    if loop.kind in _HELD_ALONG_AXIS:
        axis = np.array(loop.axis)
    elif loop.kind == "line_contact":
        line = loop.axis2 - np.dot(loop.axis, loop.axis2) * np.array(loop.axis)
        axis = line / np.linalg.norm(line)
    measure = -loop.directions().T
    if axis is None:
        return Constants(measure, None, np.zeros((3, 3)), np.zeros(3))
    beside: Array = skew(axis)[:, np.abs(axis).argmin()]  # square to the axis
    return Constants(measure, axis, skew(axis).T, beside / np.linalg.norm(beside))


def _travel(loop: Loop, tilt: Array, rotation: Array, position: Array) -> Array:
    """pitch · angle of a screw, (...): the angle about its axis, with the whole turns that come nearest."""
    axis, pitch = np.array(loop.axis), loop.pitch
    if pitch == 0.0:
        return np.zeros(rotation.shape[:-2])
    upright = exp_so3(-tilt) @ rotation
    sine = 0.5 * unskew(upright - np.swapaxes(upright, -1, -2)) @ axis
    cosine = 0.5 * (np.trace(upright, axis1=-2, axis2=-1) - 1.0)
    angle = np.arctan2(sine, cosine)
    turns = np.round((position @ axis / pitch - angle) / (2.0 * np.pi))
    return pitch * (angle + 2.0 * np.pi * turns)


def _tilt(axis: Array, across: Array, beside: Array, rotation: Array) -> Array:
    """The shortest rotation vector that leads from an axis a to R a: (..., 3).

    Its angle is told from 0 to π, so that an axis turned round does not pass for one in its place.
    """
    turned = rotation @ axis
    cross, cosine = turned @ across, turned @ axis
    sine = np.sqrt((cross * cross).sum(axis=-1))
    angle = np.arctan2(sine, cosine)
    straight = sine == 0.0
    scale = angle / (sine + straight)
    return np.where(straight[..., None], angle[..., None] * beside, scale[..., None] * cross)


def _cross(a: Array, b: Array) -> Array:
    """a × b; np.cross takes longer for a few vectors, which is what most calls have."""
    return a[..., _NEXT] * b[..., _AFTER] - a[..., _AFTER] * b[..., _NEXT]
