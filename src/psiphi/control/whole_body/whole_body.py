"""Whole-body control: joint forces that serve tasks in the order of their priorities, within all limits.

Accelerations and contact forces follow from the forces of the joints, a = a₀ + A u and f = f₀ + F u, with
contacts held as loops. So the forces alone are looked for: of each priority the least

    Σ w |T a + d − b|² + ε|u|²    subject to limits of u, of a and of f

among the forces that serve all higher priorities as well as before, u + N z with N the null space of T A.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray

from psiphi.control.actuated import actuated
from psiphi.control.trajectory.chosen_forces import Limits, force_limits
from psiphi.control.whole_body.quadratic_program import QuadraticProgram, priorities
from psiphi.control.whole_body.tasks import Task
from psiphi.embedded import EmbeddedRobot
from psiphi.errors import ArgumentTypeError, ConstraintError, InputError
from psiphi.extras import package
from psiphi.locks import cached_property
from psiphi.model.arguments import instance_argument, positive_number
from psiphi.robot import Robot

Array = NDArray[Any]

_RANK = 1e-9
"""Singular values below this part of the largest count for zero."""


class WholeBodyForces(NamedTuple):
    """Forces of the joints (..., nv), accelerations (..., nv), forces of the loops (..., m), and of each task
    what it does beyond what is wanted, T a + d − b (..., k)."""

    tau: Array
    acceleration: Array
    force: Array
    errors: tuple[Array, ...]


class WholeBody:
    """Joint forces that serve tasks, loops being held: `control(q, v, wanted)`.

    tasks     what is asked about accelerations: `FrameTask`, `PostureTask`, `CenterOfMassTask`
    joints    those whose forces are chosen; None takes all but a free base
    limits    of the forces: True those of the robot, False none, or (least, most), each (m,)
    friction  coefficients of point contacts by the names of their loops, whose first frames stand on the
              world with z out of the ground: contacts press, and do not slip, in the pyramid within the cone
    dt        for how long velocities and positions must stay within the limits of the joints, of those with
              one coordinate; None does not look at them

    Solved by DAQP: pip install 'psiphi[control]'.
    """

    def __init__(
        self,
        robot: Robot,
        tasks: Sequence[Task],
        *,
        joints: Sequence[str] | None = None,
        limits: Limits = True,
        friction: Mapping[str, float] | None = None,
        dt: float | None = None,
    ) -> None:
        daqp = package("daqp", "control", "Whole-body laws are solved by")
        if isinstance(robot, EmbeddedRobot):
            raise InputError(f"robot: {robot!r} has loops as joints; give the robot whose loops are held.")
        if not (isinstance(tasks, list | tuple) and tasks and all(isinstance(task, Task) for task in tasks)):
            raise InputError("tasks: give one or more of FrameTask, PostureTask and CenterOfMassTask.")
        self.robot, self.tasks = robot, tuple(tasks)
        places = actuated(robot, joints)
        if friction is not None:
            instance_argument("friction", friction, Mapping)
        self._places, self._limits = _as_slice(places), force_limits(robot, places, limits)
        self._units = np.zeros((len(places) + 1, robot.nv))
        self._units[np.arange(1, len(places) + 1), places] = 1.0
        dt = None if dt is None else positive_number("dt", dt)
        form = QuadraticProgram(robot, self.tasks, len(places), tuple((friction or {}).items()), dt)
        self._errors = form.errors()
        self._formed = form.formed([output.size for output in self._errors.outputs])
        self._needs_force, self._needs_state = bool(friction), dt is not None
        self._priorities = priorities(self.tasks)
        self._solve = daqp.solve

    def __call__(self, q: ArrayLike, v: ArrayLike, wanted: Sequence[ArrayLike]) -> WholeBodyForces:
        """The forces at q (..., nq) and v (..., nv) for what is wanted of each task, b (..., k) each.

        Where no forces keep all limits, ConstraintError is raised.
        """
        if len(wanted) != len(self.tasks):
            raise InputError(f"wanted: {len(wanted)} given for {len(self.tasks)} tasks; give one for each.")
        try:
            q, v, *goals = [np.asarray(x, float) for x in (q, v, *wanted)]
        except (TypeError, ValueError):
            raise ArgumentTypeError("q, v, wanted: give arrays of real numbers.") from None
        here, rates, *asked = [x if x.ndim == 1 else x[..., None, :] for x in (q, v, *goals)]
        move = self._move
        a, f = move(here, rates, self._units)
        total = np.vdot(f, f)
        if total != total:  # equations of loops that are superfluous, or NaN
            move = self.robot.constrained_forward_dynamics
            a, f = move(here, rates, self._units)
        errors = self._missed(here, rates, a, asked)
        given = [f] if self._needs_force else []
        if self._needs_state:
            given += [a, q, v]
        formed = self._formed.call(*errors, *self._limits, *given)
        if formed[-1].ndim == 1:
            u = self._lowest(formed, errors)
            tau = np.zeros(self.robot.nv)
        else:
            batch = formed[-1].shape[:-1]
            errors = [np.broadcast_to(x, (*batch, *x.shape[-2:])) for x in errors]
            u, tau = np.empty((*batch, len(self._units) - 1)), np.zeros((*batch, self.robot.nv))
            for place in np.ndindex(batch):
                u[place] = self._lowest([x[place] for x in formed], [x[place] for x in errors])
        tau[..., self._places] = u
        a, f = move(q, v, tau)
        return WholeBodyForces(tau, a, f, self._missed(q, v, a, goals))

    @cached_property
    def _move(self) -> Callable[..., tuple[Array, Array]]:
        """Accelerations, and forces of the loops."""
        if not self.robot.model.loops:
            return self._without_loops
        call, still = (
            self.robot.kernel("constrained_forward_dynamics").call,
            np.zeros(self.robot.model.loop_size),
        )
        return lambda q, v, tau: call(q, v, tau, still)

    def _without_loops(self, q: Array, v: Array, tau: Array) -> tuple[Array, Array]:
        a = self.robot.forward_dynamics(q, v, tau)
        return a, np.zeros((*a.shape[:-1], 0))

    def _missed(self, q: Array, v: Array, a: Array, wanted: Sequence[Array]) -> tuple[Array, ...]:
        """What each task does beyond what is wanted."""
        found = self._errors.call(q, v, a, *wanted)
        return found if len(wanted) > 1 else (found,)

    def _lowest(self, formed: Sequence[Array], errors: Sequence[Array]) -> Array:
        """The forces of all priorities, one after the other."""
        C, low, high = formed[-3:]
        u = self._least(formed[0], formed[1], C, low, high)
        if len(self._priorities) == 1:
            return u
        m = len(u)
        limited, N = np.concatenate([np.eye(m), C]), np.eye(m)
        for number, above in enumerate(self._priorities[:-1], start=1):
            N = N @ self._free(above, errors, N)
            if not N.shape[1]:
                break
            H, g = formed[2 * number], formed[2 * number + 1]
            left = limited @ u
            u = u + N @ self._least(N.T @ H @ N, N.T @ (g + H @ u), limited @ N, low - left, high - left)
        return u

    def _free(self, priority: int, errors: Sequence[Array], N: Array) -> Array:
        """The null space of what the forces N z change of the tasks of a priority."""
        own = [
            math.sqrt(task.weight) * (x[1:] - x[0]).T
            for task, x in zip(self.tasks, errors, strict=True)
            if task.priority == priority
        ]
        _, values, right = np.linalg.svd(np.concatenate(own) @ N)
        rank = int((values > _RANK * max(values.max(initial=0.0), 1e-300)).sum())
        return right[rank:].T

    def _least(self, H: Array, g: Array, C: Array, low: Array, high: Array) -> Array:
        """The least ½ z*H z + g*z with low ≤ C z ≤ high, or [z; C z] where there are limits for z as well."""
        z, cost, status, _ = self._solve(H, g, C, high, low, None)
        if cost != cost:
            raise InputError("q, v, wanted: hold NaN or infinity; give finite numbers.")
        if status < 1:
            raise ConstraintError(
                "no forces keep all limits: those of joints, contacts and forces contradict.", high - low
            )
        return z


def _as_slice(places: Array) -> Any:
    """Places that follow each other as a slice, which is faster."""
    first, last = int(places[0]), int(places[-1])
    return slice(first, last + 1) if np.array_equal(places, np.arange(first, last + 1)) else places
