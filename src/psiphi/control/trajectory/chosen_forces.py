"""The forces that a plan chooses: their limits, what they begin with, and the rows of all that is given."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray

from psiphi.control.actuated import actuated
from psiphi.control.trajectory.costs import OF_COST, AnyCost, CostProgram, settled_cost
from psiphi.errors import ArgumentTypeError, InputError
from psiphi.model.arguments import (
    broadcast_batch,
    configuration_argument,
    count,
    instance_argument,
    number_array,
    vector_argument,
)
from psiphi.robot import Robot

Array = NDArray[Any]
Limits = bool | tuple[ArrayLike, ArrayLike]

UNLIMITED = 1e18
"""Stands for limits that are infinite, which compiled code would take for a mistake."""


class Asked(NamedTuple):
    """Problems as they are asked for, a row each; those of a batch follow each other."""

    batch: tuple[int, ...]
    q: Array
    """(rows, nq), and v (rows, nv)."""
    v: Array
    stage: CostProgram
    final: CostProgram
    joints: Array
    """The places in v of the m forces that are chosen."""
    limits: tuple[Array, Array]
    """The least and the most that each may be, (m,) each."""
    u: Array
    """What they begin with, (steps, rows, m)."""


def asked(
    robot: Robot,
    q: ArrayLike,
    v: ArrayLike,
    costs: Mapping[str, AnyCost],
    *,
    steps: int,
    tau: ArrayLike | None,
    joints: Sequence[str] | None,
    limits: Limits,
) -> Asked:
    """What is asked for, checked."""
    instance_argument("robot", robot, Robot)
    if robot.model.loops:
        raise InputError(f"{robot.model.name!r} has loops, along which plans do not move; take one without.")
    places = actuated(robot, joints)
    q, v = configuration_argument(robot.model, "q", q), vector_argument("v", v, robot.nv)
    stage, final = (settled_cost(name, x, robot, places, final=name == "final") for name, x in costs.items())
    parameters = {
        f"{x.removesuffix(OF_COST)} of the {name} cost": y
        for name, cost in (("stage", stage), ("final", final))
        for x, y in cost.parameters.items()
    }
    batch = broadcast_batch(q=q, v=v, **parameters)
    rows = math.prod(batch)

    def flat(x: Array) -> Array:
        x = x if x.shape[:-1] == batch else np.broadcast_to(x, (*batch, x.shape[-1]))
        return np.ascontiguousarray(x.reshape(rows, x.shape[-1]))

    least, most = force_limits(robot, places, limits)
    u = first_forces(robot, q, tau, places, count("steps", steps), batch)
    u = np.minimum(np.maximum(u, least), most)
    stage, final = stage.with_rows(flat), final.with_rows(flat)
    return Asked(batch, flat(q), flat(v), stage, final, places, (least, most), u)


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
    elif any(group.kind.name == "free" for group in robot.model.coordinates.groups):
        given = np.zeros(m)
    else:
        given = np.asarray(robot.gravity_forces(q))[..., joints]
    whole = (steps, *batch, m)
    if tau is not None and given.ndim == 2 and given.shape == (steps, m):
        given = given.reshape(steps, *(1,) * len(batch), m)
    try:
        return np.array(np.broadcast_to(given, whole)).reshape(steps, math.prod(batch), m)
    except ValueError:
        raise InputError(f"tau: has shape {given.shape}; give ({m},), ({steps}, {m}) or {whole}.") from None
