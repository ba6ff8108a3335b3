"""Whole-body control: joint forces that serve tasks in the order of their priorities, within all limits.

Accelerations and contact forces follow from the forces of the joints, a = a₀ + A τ and f = f₀ + F τ, with
contacts held as loops. So the forces alone are looked for: of each priority the least

    Σ w |T a − b|² + ε|τ|²    subject to limits of τ, of a and of f

among the forces that serve all higher priorities as well as before, τ + N z with N the null space of T A.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray

from psiphi.control.actuated import actuated
from psiphi.control.trajectory.chosen_forces import Limits, force_limits
from psiphi.dynamics.compiled import DEFAULT_REFERENCE, Reference
from psiphi.errors import ConstraintError, InputError, MissingPackageError, UnknownNameError
from psiphi.model.arguments import configuration_argument, vector_argument
from psiphi.robot import Robot
from psiphi.simulation.arguments import number_array, positive_number

Array = NDArray[Any]

_REGULAR = 1e-11
"""ε beside the mean weight of the forces in the tasks."""
_RANK = 1e-9
_ALL = (0, 1, 2, 3, 4, 5)
_UNLIMITED = 1e30
"""Stands for limits that are infinite, as DAQP knows them."""


@dataclass(frozen=True, eq=False)
class Task:
    """T a = b as well as can be: what accelerations should do.

    matrix    T, (k, nv)
    wanted    b, (k,)
    weight    beside tasks of the same priority
    priority  lower numbers come first
    """

    matrix: Array
    wanted: Array
    weight: float = 1.0
    priority: int = 0

    @staticmethod
    def frame(
        robot: Robot,
        q: ArrayLike,
        v: ArrayLike,
        frame: str,
        acceleration: ArrayLike,
        *,
        rows: Sequence[int] = _ALL,
        reference: Reference = DEFAULT_REFERENCE,
        weight: float = 1.0,
        priority: int = 0,
    ) -> Task:
        """The acceleration of a frame, (6,) [angular; linear], or of some `rows` of it: J a + J̇v."""
        J, rest = robot.jacobian(q, frame, reference), robot.jacobian_dot_v(q, v, frame, reference)
        if tuple(rows) != _ALL:
            J, rest = J[list(rows)], rest[list(rows)]
        return Task(J, number_array("acceleration", acceleration) - rest, weight, priority)

    @staticmethod
    def posture(robot: Robot, acceleration: ArrayLike, *, weight: float = 1.0, priority: int = 0) -> Task:
        """The accelerations of all degrees of freedom, (nv,)."""
        return Task(
            np.eye(robot.nv), vector_argument("acceleration", acceleration, robot.nv), weight, priority
        )


class WholeBody(NamedTuple):
    """Forces of the joints (nv,), accelerations (nv,), forces of the loops (m,), and T a − b of each task."""

    tau: Array
    acceleration: Array
    force: Array
    errors: tuple[Array, ...]


def whole_body(
    robot: Robot,
    q: ArrayLike,
    v: ArrayLike,
    tasks: Sequence[Task],
    *,
    joints: Sequence[str] | None = None,
    limits: Limits = True,
    friction: Mapping[str, float] | None = None,
    dt: float | None = None,
) -> WholeBody:
    """The forces that serve the tasks at q (nq,) and v (nv,), loops being held.

    joints    those whose forces are chosen; None takes all but a free base
    limits    of the forces: True those of the robot, False none, or (least, most), each (m,)
    friction  coefficients of point contacts by the names of their loops, whose first frames stand on the
              world with z out of the ground: contacts press, and do not slip, in the pyramid within the cone
    dt        for how long velocities and positions must stay within the limits of the joints, of those with
              one coordinate; None does not look at them

    Solved by DAQP: pip install 'psiphi[control]'. Where no forces keep all limits, ConstraintError is raised.
    """
    model = robot.model
    motors = _motors(robot, joints if joints is None or isinstance(joints, str) else tuple(joints))
    q, v = configuration_argument(model, "q", q), vector_argument("v", v, model.nv)
    if q.ndim > 1 or v.ndim > 1:
        raise InputError(f"q, v: have shapes {q.shape} and {v.shape}; give one state at a time.")
    if not (np.isfinite(q).all() and np.isfinite(v).all()):
        raise InputError("q, v: hold NaN or infinity; give finite numbers.")
    for number, task in enumerate(tasks):
        if np.shape(task.matrix) != (len(task.wanted), model.nv):
            raise InputError(
                f"tasks: number {number} has a matrix {np.shape(task.matrix)} for {len(task.wanted)} "
                f"numbers; give ({len(task.wanted)}, {model.nv})."
            )
    a0, A, f0, F = _affine(robot, q, v, motors.units)
    cones = _cones(robot, tuple((friction or {}).items()))
    C, low, high = cones @ F, np.full(len(cones), -_UNLIMITED), -cones @ f0
    if dt is not None:
        more = _joint_rows(robot, q, v, positive_number("dt", dt), a0, A)
        C, low, high = (np.concatenate(pair) for pair in zip((C, low, high), more, strict=True))
    least, most = motors.limits if limits is True else force_limits(robot, motors.places, limits)
    u = _served(tasks, a0, A, C, np.concatenate([least, low]), np.concatenate([most, high]))
    tau = np.zeros(model.nv)
    tau[motors.places] = u
    a = a0 + A @ u
    return WholeBody(tau, a, f0 + F @ u, tuple([task.matrix @ a - task.wanted for task in tasks]))


class _Motors(NamedTuple):
    """The places in v of the forces that are chosen, no forces and a unit of each, and their limits."""

    places: Array
    units: Array
    limits: tuple[Array, Array]


@lru_cache(maxsize=64)
def _motors(robot: Robot, joints: tuple[str, ...] | str | None) -> _Motors:
    places = actuated(robot, joints)
    units = np.zeros((len(places) + 1, robot.nv))
    units[np.arange(1, len(places) + 1), places] = 1.0
    return _Motors(places, units, force_limits(robot, places, True))


def _affine(robot: Robot, q: Array, v: Array, tau: Array) -> tuple[Array, Array, Array, Array]:
    """a₀, A, f₀ and F, from one batch: no forces, then a unit of each."""
    if robot.model.loops:
        a, f = robot.constrained_forward_dynamics(q, v, tau)
    else:
        a, f = np.asarray(robot.forward_dynamics(q, v, tau)), np.zeros((len(tau), 0))
    return a[0], (a[1:] - a[0]).T, f[0], (f[1:] - f[0]).T


Rows = tuple[Array, Array, Array]
"""C, low and high of low ≤ C τ ≤ high."""


@lru_cache(maxsize=64)
def _cones(robot: Robot, friction: tuple[tuple[str, float], ...]) -> Array:
    """K with K f ≤ 0 where −μ/√2 |f_z| ≤ f_x, f_y ≤ μ/√2 |f_z| and f_z ≤ 0 of the forces on the ground."""
    loops = {loop.name: loop for loop in robot.model.loops}
    found = np.zeros((5 * len(friction), robot.model.loop_size))
    for number, (name, coefficient) in enumerate(friction):
        if name not in loops or loops[name].kind != "point_contact":
            known = ", ".join(x.name for x in loops.values() if x.kind == "point_contact") or "none"
            raise UnknownNameError(f"friction: no point contact {name!r}; there are {known}.")
        if robot.model.frame(loops[name].first).body != -1:
            raise InputError(
                f"friction: the first frame of {name!r} is not fixed to the world; turn it round."
            )
        share = positive_number(f"friction of {name}", coefficient) / np.sqrt(2.0)
        cone = [[0, 0, 1.0], [1, 0, share], [-1, 0, share], [0, 1, share], [0, -1, share]]
        found[5 * number : 5 * number + 5, robot.model.loop_slices[name]] = cone
    return found


def _joint_rows(robot: Robot, q: Array, v: Array, dt: float, a0: Array, A: Array) -> Rows:
    """Accelerations that keep v + a dt and q + v dt + ½ a dt² within the limits of joints."""
    bounds = robot.limits
    low, high = (-bounds.velocity - v) / dt, (bounds.velocity - v) / dt
    for name in robot.joint_names:
        if robot.model.joint(name).kind.is_plain and robot.model.joint(name).kind.nv == 1:
            i, k = robot.v_slice(name).start, robot.q_slice(name).start
            ahead = q[k] + v[i] * dt
            low[i] = max(low[i], 2.0 * (bounds.lower[k] - ahead) / dt**2)
            high[i] = min(high[i], 2.0 * (bounds.upper[k] - ahead) / dt**2)
    limited = np.isfinite(low) | np.isfinite(high)
    low, high = np.maximum(low[limited], -_UNLIMITED), np.minimum(high[limited], _UNLIMITED)
    return A[limited], low - a0[limited], high - a0[limited]


def _served(tasks: Sequence[Task], a0: Array, A: Array, C: Array, low: Array, high: Array) -> Array:
    """The forces of all priorities, one after the other, with low ≤ [u; C u] ≤ high."""
    m = A.shape[1]
    u, N = np.zeros(m), None
    priorities = sorted({task.priority for task in tasks})
    for priority in priorities:
        own = [task for task in tasks if task.priority == priority]
        scale = [math.sqrt(task.weight) for task in own]
        T = np.concatenate([s * task.matrix for s, task in zip(scale, own, strict=True)])
        b = np.concatenate([s * task.wanted for s, task in zip(scale, own, strict=True)]) - T @ a0
        J = T @ A
        E = J if N is None else J @ N
        H = E.T @ E
        diagonal = H.ravel()[:: len(H) + 1]  # a view
        least = _REGULAR * max(float(diagonal.sum()) / m, 1e-30)
        diagonal += least
        if N is None:
            u = _solved(H, -(E.T @ b), C, low, high)
        else:
            limited = np.concatenate([np.eye(m), C])
            left = limited @ u
            u = u + N @ _solved(H, E.T @ (J @ u - b) + least * N.T @ u, limited @ N, low - left, high - left)
        if priority == priorities[-1]:
            break
        _, values, right = np.linalg.svd(E)
        rank = int((values > _RANK * max(values.max(initial=0.0), 1e-300)).sum())
        N = right[rank:].T if N is None else N @ right[rank:].T
        if not N.shape[1]:
            break
    return u


def _solved(H: Array, g: Array, C: Array, low: Array, high: Array) -> Array:
    """The least ½ z*H z + g*z with low ≤ C z ≤ high, or [z; C z] where there are limits for z as well."""
    try:
        import daqp
    except ImportError:
        raise MissingPackageError("whole_body needs DAQP: pip install 'psiphi[control]'.") from None
    size, broken = H.max(), False  # the largest entry of H is on its diagonal
    rows = np.abs(C).max(axis=1, initial=0.0)
    empty = rows <= _RANK * rows.max(initial=1e-300)
    if empty.any():  # what no force changes holds, or does not
        kept = np.concatenate([np.ones(len(low) - len(C), dtype=bool), ~empty])
        broken = bool(((low > 1e-6) | (high < -1e-6))[~kept].any())
        C, low, high = C[~empty], low[kept], high[kept]
    sense = np.zeros(len(low), np.int32)
    z, _, status, _ = daqp.solve(H / size, g / size, np.ascontiguousarray(C), high, low, sense)
    if status < 1 or broken:
        raise ConstraintError(
            "no forces keep all limits: those of joints, contacts and forces contradict.", high - low
        )
    return np.asarray(z)
