"""Whole-body control: joint forces that serve tasks in the order of their priorities, within all limits.

Accelerations and contact forces follow from the forces of the joints, a = a₀ + A τ and f = f₀ + F τ, with
contacts held as loops. So the forces alone are looked for: of each priority the least

    Σ w |T a − b|² + ε|τ|²    subject to limits of τ, of a and of f

among the forces that serve all higher priorities as well as before, τ + N z with N the null space of T A.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
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
        rows: Sequence[int] = (0, 1, 2, 3, 4, 5),
        reference: Reference = DEFAULT_REFERENCE,
        weight: float = 1.0,
        priority: int = 0,
    ) -> Task:
        """The acceleration of a frame, (6,) [angular; linear], or of some `rows` of it: J a + J̇v."""
        J = np.asarray(robot.jacobian(q, frame, reference))[list(rows)]
        rest = np.asarray(robot.jacobian_dot_v(q, v, frame, reference))[list(rows)]
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
    model, places = robot.model, actuated(robot, joints)
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
    a0, A, f0, F = _affine(robot, q, v, places)
    least, most = force_limits(robot, places, limits)
    rows = [_contact_rows(robot, friction or {}, f0, F)]
    if dt is not None:
        rows.append(_joint_rows(robot, q, v, positive_number("dt", dt), a0, A))
    C, low, high = (np.concatenate(part) for part in zip(*rows, strict=True))
    C = np.concatenate([np.eye(len(places)), C])
    low, high = np.concatenate([least, low]), np.concatenate([most, high])
    u = _served(tasks, a0, A, C, low, high)
    tau = np.zeros(model.nv)
    tau[places] = u
    a = a0 + A @ u
    return WholeBody(tau, a, f0 + F @ u, tuple(task.matrix @ a - task.wanted for task in tasks))


def _affine(robot: Robot, q: Array, v: Array, places: Array) -> tuple[Array, Array, Array, Array]:
    """a₀, A, f₀ and F, from one batch: no forces, then a unit of each."""
    tau = np.zeros((len(places) + 1, robot.nv))
    tau[np.arange(1, len(places) + 1), places] = 1.0
    if robot.model.loops:
        a, f = robot.constrained_forward_dynamics(q, v, tau)
    else:
        a, f = np.asarray(robot.forward_dynamics(q, v, tau)), np.zeros((len(tau), 0))
    return a[0], (a[1:] - a[0]).T, f[0], (f[1:] - f[0]).T


Rows = tuple[Array, Array, Array]
"""C, low and high of low ≤ C τ ≤ high."""


def _contact_rows(robot: Robot, friction: Mapping[str, float], f0: Array, F: Array) -> Rows:
    """−μ/√2 |f_z| ≤ f_x, f_y ≤ μ/√2 |f_z| and f_z ≤ 0 of the forces on the ground."""
    loops = {loop.name: loop for loop in robot.model.loops}
    C, low, high = [np.zeros((0, F.shape[1]))], [np.zeros(0)], [np.zeros(0)]
    for name, coefficient in friction.items():
        if name not in loops or loops[name].kind != "point_contact":
            known = ", ".join(x.name for x in loops.values() if x.kind == "point_contact") or "none"
            raise UnknownNameError(f"friction: no point contact {name!r}; there are {known}.")
        if robot.model.frame(loops[name].first).body != -1:
            raise InputError(
                f"friction: the first frame of {name!r} is not fixed to the world; turn it round."
            )
        part = robot.model.loop_slices[name]
        f, G = f0[part], F[part]
        share = positive_number(f"friction of {name}", coefficient) / np.sqrt(2.0)
        cone = np.array([[0, 0, 1.0], [1, 0, share], [-1, 0, share], [0, 1, share], [0, -1, share]])
        C.append(cone @ G)
        low.append(np.full(len(cone), -np.inf))
        high.append(-cone @ f)
    return np.concatenate(C), np.concatenate(low), np.concatenate(high)


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
    return A[limited], low[limited] - a0[limited], high[limited] - a0[limited]


def _served(tasks: Sequence[Task], a0: Array, A: Array, C: Array, low: Array, high: Array) -> Array:
    """The forces of all priorities, one after the other."""
    m = A.shape[1]
    u, N = np.zeros(m), np.eye(m)
    for priority in sorted({task.priority for task in tasks}):
        own = [task for task in tasks if task.priority == priority]
        scale = [np.sqrt(task.weight) for task in own]
        J = np.concatenate([s * (task.matrix @ A) for s, task in zip(scale, own, strict=True)])
        b = np.concatenate([s * (task.wanted - task.matrix @ a0) for s, task in zip(scale, own, strict=True)])
        E = J @ N
        least = _REGULAR * max(float(np.trace(J.T @ J)) / m, 1e-30)
        H, g = E.T @ E + least * np.eye(N.shape[1]), E.T @ (J @ u - b) + least * N.T @ u
        u = u + N @ _solved(H, g, C @ N, low - C @ u, high - C @ u)
        _, values, right = np.linalg.svd(E)
        rank = int((values > _RANK * max(values.max(initial=0.0), 1e-300)).sum())
        N = N @ right[rank:].T
        if not N.shape[1]:
            break
    return u


def _solved(H: Array, g: Array, C: Array, low: Array, high: Array) -> Array:
    """The least ½ z*H z + g*z with low ≤ C z ≤ high."""
    try:
        import daqp
    except ImportError:
        raise MissingPackageError("whole_body needs DAQP: pip install 'psiphi[control]'.") from None
    size = np.abs(H).max()
    kept = np.abs(C).max(axis=1, initial=0.0) > _RANK * np.abs(C).max(initial=1e-300)
    broken = ~kept & ((low > 1e-6) | (high < -1e-6))
    C, below, above = (np.ascontiguousarray(x[kept]) for x in (C, low, high))
    below, above = np.maximum(below, -1e30), np.minimum(above, 1e30)
    z, _, status, _ = daqp.solve(H / size, g / size, C, above, below, np.zeros(len(C), np.int32))
    if status < 1 or broken.any():
        raise ConstraintError(
            "no forces keep all limits: those of joints, contacts and forces contradict.", high - low
        )
    return np.asarray(z)
