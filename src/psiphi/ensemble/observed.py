"""What of a motion can be kept: its state, and quantities of the robot at its samples."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from psiphi.errors import UnknownNameError
from psiphi.robot import Robot

Array: TypeAlias = NDArray[Any]

_QUANTITIES: dict[str, tuple[tuple[int, ...], Callable[..., Array]]] = {
    "kinetic_energy": ((), lambda robot, q, v, **given: robot.kinetic_energy(q, v, **given)),
    "potential_energy": ((), lambda robot, q, v, **given: robot.potential_energy(q, **given)),
    "center_of_mass": ((3,), lambda robot, q, v, **given: robot.center_of_mass(q, **given)),
    "momentum": ((6,), lambda robot, q, v, **given: robot.momentum(q, v, **given)),
}
_POSITION = "position:"
NAMES = ("q", "v", *_QUANTITIES, f"{_POSITION}FRAME")


def shape_of(name: str, robot: Robot) -> tuple[int, ...]:
    """The shape of a quantity at one sample of one row."""
    if name in ("q", "v"):
        return (robot.nq if name == "q" else robot.nv,)
    if name in _QUANTITIES:
        return _QUANTITIES[name][0]
    if name.startswith(_POSITION):
        robot.frame_pose(robot.neutral(), name.removeprefix(_POSITION))  # says what is wrong with the name
        return (3,)
    raise UnknownNameError(f"keep: {name!r} is unknown; choose from {', '.join(NAMES)}.")


def observed(name: str, robot: Robot, q: Array, v: Array, parameters: Array | None) -> Array:
    """A quantity at the samples of a chunk, (samples, rows, ...)."""
    if name in ("q", "v"):
        return q if name == "q" else v
    given: dict[str, Any] = {}
    if parameters is not None:
        given["parameters"] = np.broadcast_to(parameters, (len(q), *parameters.shape))
    if name.startswith(_POSITION):
        return robot.frame_pose(q, name.removeprefix(_POSITION), **given)[1]
    return _QUANTITIES[name][1](robot, q, v, **given)


def variable_name(name: str) -> str:
    """The name of the quantity's array in a store."""
    return name.replace("/", "_")
