"""How far a loop is from closed: errors whose rates, where it is closed, are those of its equations."""

from __future__ import annotations

from math import hypot

import numpy as np
from numpy.polynomial import Polynomial
from numpy.typing import NDArray

from psiphi.model.loop import Loop
from psiphi.spatial.rotation import exp_so3, log_so3, unskew

Array = NDArray[np.float64]


def frame_loop_errors(loop: Loop, rotation: Array, position: Array) -> Array:
    """The errors of a loop between frames, from the pose of `second` in `first`.

    rotation R (..., 3, 3), position r (..., 3) → (..., m). With the small rotation w that the kind forbids,

        e = −d* [w; r − w × r]      for the constant directions d,
        e = length − |r|,   e = (axis · R axis2 − axis · axis2) / |axis × axis2|,   e = −axis · r

    for the rows that move (distance, universal, plane), so that ė = d* V where e = 0. Angles are in radians,
    lengths in metres. A screw has as many whole turns behind it as its travel says. The spin of a soft finger
    has no error: it is held for velocities alone.
    """
    turn = _forbidden_rotation(loop, rotation)
    shift = position - np.cross(turn, position)
    errors = -np.concatenate([turn, shift], axis=-1) @ loop.directions().T
    if loop.kind == "helical":
        errors[..., -1] = (position @ loop.axis - _travel(loop, rotation, position)) / hypot(loop.pitch, 1.0)
    if loop.moving is None:
        return errors
    axis, axis2 = np.array(loop.axis), np.array(loop.axis2)
    if loop.moving == "distance":
        assert loop.length is not None
        last = loop.length - np.linalg.norm(position, axis=-1)
    elif loop.moving == "universal":
        size = np.linalg.norm(np.cross(axis, axis2))
        last = (rotation @ axis2 @ axis - axis @ axis2) / size
    else:
        last = -position @ axis
    return np.concatenate([errors, last[..., None]], axis=-1)


def joint_loop_errors(loop: Loop, first: Array, second: Array | None) -> Array:
    """q_first − p(q_second) of a coupling of joints: (..., 1), (..., 1) → (..., 1)."""
    polynomial = Polynomial(loop.coefficients or (0.0,))
    return first - (polynomial(second) if second is not None else polynomial(0.0))


def _forbidden_rotation(loop: Loop, rotation: Array) -> Array:
    """The rotation vector (..., 3) that a loop wants at zero: all of R, the tilt of an axis, or none."""
    axis = np.array(loop.axis)
    match loop.kind:
        case "weld" | "slider":
            return log_so3(rotation)
        case "hinge" | "cylinder" | "planar" | "helical":
            return _tilt(axis, rotation)
        case "line_contact":
            line = loop.axis2 - (axis @ loop.axis2) * axis
            return _tilt(line / np.linalg.norm(line), rotation)
        case _:
            return np.zeros(rotation.shape[:-1])


def _travel(loop: Loop, rotation: Array, position: Array) -> Array:
    """pitch · angle of a screw, (...): the angle about its axis, with the whole turns that come nearest."""
    axis, pitch = np.array(loop.axis), loop.pitch
    if pitch == 0.0:
        return np.zeros(rotation.shape[:-2])
    upright = exp_so3(-_tilt(axis, rotation)) @ rotation
    sine = 0.5 * unskew(upright - np.swapaxes(upright, -1, -2)) @ axis
    cosine = 0.5 * (np.trace(upright, axis1=-2, axis2=-1) - 1.0)
    angle = np.arctan2(sine, cosine)
    turns = np.round((position @ axis / pitch - angle) / (2.0 * np.pi))
    return pitch * (angle + 2.0 * np.pi * turns)


def _tilt(axis: Array, rotation: Array) -> Array:
    """The shortest rotation vector that leads from an axis a to R a: (..., 3).

    Its angle is told from 0 to π, so that an axis turned round does not pass for one in its place.
    """
    turned = rotation @ axis
    cross, cosine = np.cross(axis, turned), turned @ axis
    sine = np.linalg.norm(cross, axis=-1)
    angle = np.arctan2(sine, cosine)
    beside = np.cross(axis, np.eye(3)[np.abs(axis).argmin()])
    straight = (sine == 0.0)[..., None]
    scale = np.divide(angle, sine, out=np.ones_like(sine), where=sine != 0.0)
    half_turn = (angle / np.linalg.norm(beside))[..., None] * beside
    return np.where(straight, half_turn, scale[..., None] * cross)
