"""Gains, checked: positive, of the right shape, and the same along the axes that a rotation mixes."""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike, NDArray

from psiphi.control.rates import own_rates
from psiphi.embedded import EmbeddedRobot
from psiphi.errors import InputError
from psiphi.model.arguments import number_array
from psiphi.robot import Robot

Array = NDArray[np.float64]

ALIKE = 1e-12
"""By how much gains may differ that must be the same, relative to them."""


def joint_gain(robot: Robot, name: str, value: ArrayLike) -> Array:
    """A diagonal gain of the joints, one number or (..., nv), as (..., nv): for each rate, and each row."""
    gain = number_array(name, value)
    if gain.ndim == 0:
        gain = np.full(robot.nv, gain)
    if gain.shape[-1] != robot.nv:
        raise InputError(f"{name}: has shape {gain.shape}; give one number or (..., {robot.nv}).")
    return _positive(name, gain)


def error_gain(robot: Robot, name: str, value: ArrayLike) -> Array:
    """A gain on the errors of the joints: one for each rotation, and one for each position."""
    gain = joint_gain(robot, name, value)
    for places in axes_of_one_error(robot):
        own = gain[..., places]
        if np.ptp(own, axis=-1).max(initial=0.0) > ALIKE * own.max(initial=0.0):
            raise InputError(
                f"{name}: the rates {places.tolist()} are axes of one rotation or position, whose error has "
                "no axes of its own; give them the same gain."
            )
    return gain


def axes_of_one_error(robot: Robot) -> list[NDArray[np.intp]]:
    """The rates that belong together: of a rotation, and of a position that turns with its body."""
    own = own_rates(robot)
    return [
        np.searchsorted(own, places[part])
        for group in robot.model.coordinates.groups
        for places in group.v
        if places[0] in own
        for part in _TOGETHER.get(group.kind.name, ())
    ]


_TOGETHER = {"spherical": (slice(0, 3),), "free": (slice(0, 3), slice(3, 6)), "planar": (slice(1, 3),)}


def on_tree(robot: Robot, gain: Array) -> Array:
    """A gain of the coordinates, (..., nv), on the joints of the tree, (..., nv_tree): mimics have none."""
    if isinstance(robot, EmbeddedRobot):
        return gain
    model = robot.model
    found = np.zeros((*gain.shape[:-1], model.nv_tree))
    for k, body in enumerate(model.bodies):
        own = (model.v_tree_slices[k],) if body.joint.mimic is None else ()
        for places in (*own, model.coordinates.v_tree_modes[k]):
            found[..., places] = gain[..., model.coordinates.v_columns[places]]
    return found


def positive(name: str, value: ArrayLike) -> Array:
    """Positive numbers of any shape."""
    return _positive(name, number_array(name, value))


def pole_or_both(
    pole: ArrayLike | None,
    stiffness: ArrayLike | None,
    damping: ArrayLike | None,
    inertia: float | Array = 1.0,
) -> tuple[tuple[str, ArrayLike], tuple[str, ArrayLike]]:
    """K_p and K_d, each with the name it was given by: as they are, or p² and 2p times an inertia."""
    if stiffness is not None and damping is not None and pole is None:
        return ("stiffness", stiffness), ("damping", damping)
    if pole is None or stiffness is not None or damping is not None:
        raise InputError("gains: give either `pole`, or both `stiffness` and `damping`.")
    rate = positive("pole", pole)
    return ("pole", rate**2 * inertia), ("pole", 2.0 * rate * inertia)


def frame_gain(name: str, value: ArrayLike) -> Array:
    """A gain of a frame, (..., 6, 6), symmetric and positive definite.

    One number; two, for rotations and positions; (..., 6) on the axes; or (..., 6, 6).
    """
    gain = number_array(name, value)
    if gain.ndim == 0:
        gain = np.full(6, gain)
    elif gain.shape == (2,):
        gain = np.repeat(gain, 3)
    if gain.shape[-2:] == (6, 6):
        blocks = gain
    elif gain.shape[-1] == 6:
        blocks = gain[..., None] * np.eye(6)
    else:
        raise InputError(f"{name}: has shape {gain.shape}; give a number, (2,), (..., 6) or (..., 6, 6).")
    apart = np.abs(blocks - blocks.swapaxes(-1, -2)).max(initial=0.0)
    if not (np.isfinite(blocks).all() and apart <= ALIKE * np.abs(blocks).max(initial=0.0)):
        raise InputError(f"{name}: is not finite and symmetric; give a symmetric matrix.")
    least = np.linalg.eigvalsh(blocks).min(initial=np.inf)
    if not least > 0.0:
        raise InputError(f"{name}: is not positive definite, its least eigenvalue is {least:g}.")
    return blocks


def _positive(name: str, gain: Array) -> Array:
    bad = ~(np.isfinite(gain) & (gain > 0.0))
    if bad.any():
        place = tuple(int(i) for i in np.argwhere(bad)[0])
        raise InputError(
            f"{name}: element {place} is {gain[place]:g}, so that the gain is not positive definite; give "
            "positive numbers."
        )
    return gain
