"""The linear motion of a robot near an equilibrium, on the tangent of its configuration manifold.

At rest the rates of x = [q ⊖ q₀; v] are [v; a], whatever joints there are: terms of a manifold's curvature
have v as a factor. With loops x holds the free rates alone, from which all joints move by S.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray

from psiphi.control.slopes import force_slopes
from psiphi.dynamics.motion.acting_forces import NOTHING, Acting, acting_function
from psiphi.errors import InputError, SingularError
from psiphi.model.arguments import broadcast_batch, configuration_argument, flag_argument, vector_argument

if TYPE_CHECKING:
    from psiphi.model import Model
    from psiphi.robot import Robot

Array = NDArray[Any]

_AT_REST = 1e-6
"""Accelerations that an equilibrium may have, beside those that its forces alone would cause."""
_UNHELD = "no forces of the joints chosen hold q"


class Equilibrium(NamedTuple):
    """q (..., nq) held by tau (..., nv), the places of the free rates, and F and G of d/dt x = F x + G u."""

    q: Array
    tau: Array
    free: NDArray[np.intp]
    F: Array
    G: Array


def near_rest(
    robot: Robot,
    q: ArrayLike,
    tau: ArrayLike | None,
    joints: NDArray[np.intp],
    *,
    independent: Sequence[str] | None,
    damping: bool,
    springs: bool,
) -> Equilibrium:
    """The motion near q, where tau, or the least forces of the joints at these places, holds the robot."""
    model = robot.model
    q = configuration_argument(model, "q", q)
    given = np.zeros(model.nv) if tau is None else vector_argument("tau", tau, model.nv)
    batch = broadcast_batch(q=q, tau=given)
    if not (np.isfinite(q).all() and np.isfinite(given).all()):
        raise InputError("q, tau: hold NaN or infinity; give finite numbers.")
    q, given = np.broadcast_to(q, (*batch, model.nq)), np.array(np.broadcast_to(given, (*batch, model.nv)))
    free, S = _directions(robot, q, independent)
    still = np.zeros((*batch, model.nv))
    own, along_q, along_v = still, np.zeros_like(S), np.zeros_like(S)
    damping, springs = flag_argument("damping", damping), flag_argument("springs", springs)
    acting = Acting(damping, False, springs, effort=False, limits=False).on(model)
    if acting != NOTHING:
        own = np.asarray(acting_function(model, acting)(q, still, still, np.zeros(1)))
        along_q, along_v = (x @ S for x in force_slopes(model, acting)(q, still))
    n, unit = len(free), np.broadcast_to(np.eye(model.nv)[:, joints], (*batch, model.nv, len(joints)))
    ways = {
        "d_q": [S, np.zeros_like(S), np.zeros_like(unit)],
        "d_v": [np.zeros_like(S), S, np.zeros_like(unit)],
        "d_tau": [along_q, along_v, unit],
    }
    if tau is None:
        reach = _changes(robot, q, own, ways)[..., 2 * n :]
        given[..., joints] = -(np.linalg.pinv(reach) @ _acceleration(robot, q, own)[..., None])[..., 0]
    changes = _changes(robot, q, given + own, ways)
    a, remedy = (
        _acceleration(robot, q, given + own),
        "tau=None takes the forces that hold q, if there are any",
    )
    _refuse_motion(
        model, a, changes[..., 2 * n :], given[..., joints], remedy if tau is not None else _UNHELD
    )
    F, G = np.zeros((*batch, 2 * n, 2 * n)), np.zeros((*batch, 2 * n, len(joints)))
    F[..., :n, n:] = np.eye(n)
    F[..., n:, :], G[..., n:, :] = changes[..., free, : 2 * n], changes[..., free, 2 * n :]
    return Equilibrium(q, given, free, F, G)


def _directions(robot: Robot, q: Array, independent: Sequence[str] | None) -> tuple[NDArray[np.intp], Array]:
    """The places of the free rates, the same for all rows, and S (..., nv, free), all rates from these."""
    if not robot.model.loops:
        if independent is not None:
            raise InputError(f"independent: {robot.model.name!r} has no loops, and all its joints are free.")
        return np.arange(robot.nv), np.broadcast_to(np.eye(robot.nv), (*q.shape[:-1], robot.nv, robot.nv))
    embedded = robot.embedded(q.reshape(-1, robot.nq)[0], independent)
    S = embedded.joint_velocity(q[..., None, :], np.eye(embedded.nv)).swapaxes(-1, -2)
    return embedded.independent, S


def _acceleration(robot: Robot, q: Array, tau: Array) -> Array:
    """a at rest, (..., nv)."""
    still = np.zeros(tau.shape)
    if robot.model.loops:
        return np.asarray(robot.constrained_forward_dynamics(q, still, tau).acceleration)
    return np.asarray(robot.forward_dynamics(q, still, tau))


def _changes(robot: Robot, q: Array, tau: Array, ways: Mapping[str, Sequence[Array]]) -> Array:
    """δa at rest for columns of δq, δv and δτ one beside the other, (..., nv, columns)."""
    model = robot.model
    rows = {name: np.concatenate(parts, axis=-1).swapaxes(-1, -2) for name, parts in ways.items()}
    state = {"q": q[..., None, :], "v": np.zeros(model.nv), "tau": tau[..., None, :]}
    if not model.loops:
        return robot.kernel("forward_dynamics").jvp(**state, **rows).swapaxes(-1, -2)
    still = np.zeros(model.loop_size)
    jvp = robot.kernel("constrained_forward_dynamics").jvp
    changes = jvp(**state, stabilisation=still, **rows, d_stabilisation=still)[0].swapaxes(-1, -2)
    if np.isnan(changes).any() and np.isfinite(q).all() and np.isfinite(tau).all():
        raise SingularError(
            f"the equations of the loops of {model.name!r} are redundant at q, so that their forces have no "
            "derivative: constraint_report tells how many are; leave some out.",
            np.argwhere(np.isnan(changes).any((-1, -2))),
        )
    return changes


def _refuse_motion(model: Model, a: Array, by_u: Array, u: Array, remedy: str) -> None:
    scale = 1.0 + np.abs(by_u @ u[..., None])[..., 0].max(-1, keepdims=True, initial=0.0)
    moving = ~(np.abs(a) <= _AT_REST * scale)
    if moving.any():
        *row, dof = np.argwhere(moving)[0].tolist()
        where, joint = in_row(tuple(row)), model.coordinates.owner(dof)
        raise InputError(
            f"q, tau: no equilibrium{where}: joint {joint!r} accelerates by {a[(*row, dof)]:.3g}; {remedy}."
        )


def in_row(row: tuple[int, ...]) -> str:
    """Where in a batch something is wrong, for a message."""
    return f" in row {row[0] if len(row) == 1 else row}" if row else ""
