"""The forces that a plan chooses: their limits, what they begin with, and the rows of all that is given."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from psiphi.control.trajectory.costs import CostProgram
from psiphi.errors import ArgumentTypeError, InputError
from psiphi.model.arguments import broadcast_batch
from psiphi.robot import Robot
from psiphi.simulation.arguments import number_array

Array = NDArray[Any]
Limits = bool | tuple[ArrayLike, ArrayLike]

UNLIMITED = 1e18
"""Stands for limits that are infinite, which compiled code would take for a mistake."""


def common_batch(q: Array, v: Array, costs: Sequence[CostProgram]) -> tuple[int, ...]:
    """The leading shape of the problems."""
    parameters = {f"{name} of the cost": x for cost in costs for name, x in cost.parameters.items()}
    return broadcast_batch(q=q, v=v, **parameters)


def force_limits(robot: Robot, joints: Array, limits: Limits) -> tuple[Array, Array]:
    """The least and the most that each force may be, (m,) each: the robot's, none, or those given."""
    if limits is False:
        return np.full(len(joints), -UNLIMITED), np.full(len(joints), UNLIMITED)
    if limits is True:
        limits = robot.limits.effort_lower[joints], robot.limits.effort[joints]
    if not isinstance(limits, tuple) or len(limits) != 2:
        raise ArgumentTypeError("limits: give True, False, or (least, most), two rows of forces.")
    try:
        least, most = (np.broadcast_to(number_array("limits", x), (len(joints),)) for x in limits)
    except ValueError:
        raise InputError(f"limits: give two numbers, or two rows of {len(joints)}.") from None
    if not np.all(least < most):
        raise InputError("limits: the least force of a joint is not below the most; give (least, most).")
    return np.maximum(least, -UNLIMITED), np.minimum(most, UNLIMITED)


def first_forces(
    robot: Robot, q: Array, tau: ArrayLike | None, joints: Array, steps: int, batch: tuple[int, ...]
) -> Array:
    """(steps, rows, m)."""
    m = len(joints)
    if tau is not None:
        given = number_array("tau", tau)
    elif any(robot.model.joint(name).kind.name == "free" for name in robot.joint_names):
        given = np.zeros(m)
    else:
        given = np.asarray(robot.gravity_forces(q))[..., joints]
    whole = (steps, *batch, m)
    if tau is not None and given.ndim == 2 and given.shape == (steps, m):
        given = given.reshape(steps, *(1,) * len(batch), m)
    try:
        return np.array(np.broadcast_to(given, whole)).reshape(steps, -1, m)
    except ValueError:
        raise InputError(f"tau: has shape {given.shape}; give ({m},), ({steps}, {m}) or {whole}.") from None
