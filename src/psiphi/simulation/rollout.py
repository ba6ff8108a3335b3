"""`robot.rollout`: motions as arrays, whole horizons in native code."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from typing import TYPE_CHECKING, Any, NamedTuple, Unpack

import numpy as np
from numpy.typing import ArrayLike, NDArray

from psiphi.dynamics.motion.adjoint_steps import adjoint_iteration
from psiphi.dynamics.motion.closed_loops import Following
from psiphi.dynamics.motion.feedback import stream_name
from psiphi.dynamics.motion.options import Options
from psiphi.dynamics.motion.steps import EXTERNAL, Step
from psiphi.dynamics.motion.tangent_steps import tangent_iteration
from psiphi.errors import InputError
from psiphi.kernel.iterate.iteration import Iteration
from psiphi.kernel.request import PARAMETERS
from psiphi.kernel.robot_size import loops_suit
from psiphi.model import Model
from psiphi.model.arguments import vector_argument
from psiphi.simulation.again import Again, kind_of
from psiphi.simulation.asked_torque import asked_motion
from psiphi.simulation.compiled_torque import Law
from psiphi.simulation.events import EventFunction, watched
from psiphi.simulation.held_torque import fits, held
from psiphi.simulation.native_motion import moved, sampled
from psiphi.simulation.plan import Plan, by_rows, planned
from psiphi.simulation.rollout_gradient import Horizon
from psiphi.simulation.torque import TorqueFunction

if TYPE_CHECKING:
    from psiphi.algebra.expression import Expr
    from psiphi.kernel.kernel import Kernel
    from psiphi.robot import Robot

Array = NDArray[Any]

MOST_KINDS = 8
"""Of motions of a robot, for which what is made ready is kept."""


class Motion(NamedTuple):
    """States at equal times: q (samples, ..., nq) and v (samples, ..., nv), the first at the start."""

    q: Array
    v: Array


class StoppedMotion(NamedTuple):
    """A motion, and the times (...) at which its rows ended, NaN where they did not."""

    q: Array
    v: Array
    stopped: Array


class VariedMotion(NamedTuple):
    """A motion, and how it varies: d_q and d_v (samples, ..., nv)."""

    q: Array
    v: Array
    d_q: Array
    d_v: Array


class Gradient(NamedTuple):
    """Slopes along q0, as many as rates, (..., nv), along v0, (..., nv), and along what else was given.

    Those along the torque, the inputs of an expression or the gains of a law, and external forces have the
    shapes in which they were given; those along parameters are (..., p). None where nothing was given.
    """

    q0: Array
    v0: Array
    torque: Array | None = None
    inputs: dict[str, Array] | None = None
    external_forces: dict[str, Array] | None = None
    parameters: Array | None = None


class Rollout:
    """Motions of a robot as arrays: `rollout(q0, v0, torque, steps, dt)`.

    The loop over steps runs in native code. Results of a row depend neither on the batch around it nor on
    `threads`, bit for bit.
    """

    def __init__(self, robot: Robot) -> None:
        self._robot = robot
        self._iterations: dict[tuple[str, Step], Iteration] = {}
        self._kept: dict[Hashable, Again] = {}

    def __call__(
        self,
        q0: ArrayLike,
        v0: ArrayLike,
        torque: ArrayLike | Expr | Kernel | Law | TorqueFunction | None,
        steps: int,
        dt: float,
        *,
        until: EventFunction | Expr | Kernel | None = None,
        tolerance: float = 1e-9,
        **options: Unpack[Options],
    ) -> Motion | StoppedMotion:
        """The motion from q0 (..., nq) and v0 (..., nv) on, in `steps` steps of dt: q and v, time first.

        torque   None; constant, (nv,) or (..., nv); or one row after the other, (times, nv) or
                 (times, ..., nv), each held for `hold` steps; an operator expression, a kernel
                 (`robot.compile`) or a law of `psiphi.control`, evaluated wherever the method asks; or a
                 function (t, q, v) → (..., nv), asked once in `hold` steps for the whole batch
        inputs   the vectors and operators of an expression by name, each as a torque may be given
        external_forces
                 by frame, [moment; force] on the robot at its origin, in its axes: (6,), (..., 6), (times, 6)
                 or (times, ..., 6)
        parameters
                 of `robot.varying(...)`, (..., p): one row for each motion
        method   "semi_implicit", if none is given: first order; "implicit": the same with damping, friction
                 and springs as they are at the end of a step, for stiff ones; "rk4": fourth order;
                 "midpoint": second order, implicit, whose energy does not drift; "dop853": eighth order, for
                 each row steps of its own whose errors are within the `tolerance`; what a law follows in time
                 is a parabola in each dt, an error of fourth order besides
        every    steps from sample to sample; `steps` is a multiple of it
        threads  over which the batch is split
        damping, friction, springs, effort_limits
                 whether what the robot's file says of joints and tendons acts: viscous damping, dry friction,
                 springs, and the greatest forces that the torque may have
        limits   whether end stops act where a joint is beyond its limits: springs and dampers that push it
                 back, as stiff as steps of dt or of a millisecond can follow
        armature whether the inertias of rotors act
        projection, baumgarte
                 how the loops of a robot are kept closed, as for `simulate`; `robot.embedded(q).rollout`
                 moves its independent joints instead
        until    an expression with one number, or a function (t, q, v) of states (..., n): a row ends where
                 it changes sign, at a time that is found to the `tolerance`, and stays there; the result then
                 has these times too, `stopped`

        A row that is no longer finite at a sample is NaN from there on, and the others go on. All is float32
        where q0, v0 and the torque are.
        """
        kind = None if until is not None else kind_of(q0, v0, torque, steps, options)
        again = None if kind is None else self._kept.pop(kind, None)  # no other thread has it then
        found = None if again is None else again.motion(q0, v0, torque, steps, dt, options.get("parameters"))
        if found is None:
            plan = planned(self._robot, q0, v0, torque, steps, dt, tolerance=tolerance, **options)
            iteration, ends = self.iteration(plan.step), watched(self._robot, until, tolerance)
            if plan.function is not None:
                asked = asked_motion(iteration, plan, watched=ends, torques=False)
                return Motion(asked.q, asked.v)
            if again is None and kind is not None and Again.suits(plan, torque):
                again = Again(self._robot, plan, iteration)
            states, stopped = moved(iteration, plan, watched=ends)
            found = {x: plan.by_batch(states[x]) for x in "qv"}
            if stopped is not None:
                return StoppedMotion(found["q"], found["v"], stopped)
        if again is not None:
            if len(self._kept) == MOST_KINDS:
                self._kept.clear()
            self._kept[kind] = again
        return Motion(found["q"], found["v"])

    def jvp(
        self,
        q0: ArrayLike,
        v0: ArrayLike,
        torque: ArrayLike | Expr | Kernel | Law | None,
        steps: int,
        dt: float,
        d_q0: ArrayLike,
        d_v0: ArrayLike,
        d_torque: ArrayLike | None = None,
        *,
        d_parameters: ArrayLike | None = None,
        **options: Unpack[Options],
    ) -> VariedMotion:
        """The motion, and how it varies with the start, (..., nv), the torque and parameters.

        d_q0 has as many numbers as there are rates (`integrate(q0, d_q0)`), and so has d_q of the result;
        d_torque is given as a torque is. Options are those of the rollout.
        """
        plan = planned(self._robot, q0, v0, torque, steps, dt, **options)
        model, varied = self._derivable(plan), dict[str, Array]()
        for name, x in (("d_q", d_q0), ("d_v", d_v0)):
            varied[name] = _of_batch(f"{name}0", x, model.nv, plan)
        if plan.step.varying:
            size = plan.start[PARAMETERS].shape[-1]
            change = np.zeros(size) if d_parameters is None else d_parameters
            varied[f"d_{PARAMETERS}"] = _of_batch("d_parameters", change, size, plan)
        elif d_parameters is not None:
            raise InputError("d_parameters: nothing varies in this robot.")
        for name, x in plan.streams.items():
            varied[f"d_{name}"] = np.zeros((1, 1, x.shape[-1]), plan.dtype)
        if d_torque is not None:
            if plan.law is not None:
                raise InputError("d_torque: the torque follows from the state; leave it out.")
            times = -(-steps // plan.hold)
            varied["d_tau"] = held("d_torque", d_torque, times, plan.batch, model.nv, plan.dtype)
        tangent = self._made("tangent", plan.step, tangent_iteration)
        found = sampled(tangent, plan, ("q", "v", "d_q", "d_v"), more=varied)
        return VariedMotion(*map(plan.by_batch, found.values()))

    def vjp(
        self,
        q0: ArrayLike,
        v0: ArrayLike,
        torque: ArrayLike | Expr | Kernel | Law | None,
        steps: int,
        dt: float,
        cotangent_q: ArrayLike,
        cotangent_v: ArrayLike,
        **options: Unpack[Options],
    ) -> Gradient:
        """What a cost of the motion owes to where it comes from, for its slopes along the samples.

        cotangent_q, cotangent_v   (samples, ..., nv): slopes of the cost along q, by as many numbers as there
                                   are rates (`integrate(q, dq)`), and along v, at the samples of the rollout

        Options are those of the rollout. The slopes along q0 are by rates as well. Memory grows with √steps,
        besides what is given and found.
        """
        plan = planned(self._robot, q0, v0, torque, steps, dt, **options)
        model = self._derivable(plan)
        slopes: dict[str, Array] = {}
        whole = (plan.samples, *plan.batch, model.nv)
        for name, value in (("g_q", cotangent_q), ("g_v", cotangent_v)):
            slope = vector_argument(f"cotangent_{name[-1]}", value, model.nv)
            if slope.shape != whole:
                raise InputError(f"cotangent_{name[-1]}: has shape {slope.shape}; give {whole}.")
            rows = slope.reshape(plan.samples, plan.rows, model.nv)
            slopes[name] = np.ascontiguousarray(rows, plan.dtype)
        if plan.is_empty or not steps:
            found = {x: slopes[f"g_{x}"].sum(axis=0) for x in "qv"}
            found |= {name: np.zeros(plan.start[name].shape) for name in plan.start if name == PARAMETERS}
            owed = {name: np.zeros_like(x) for name, x in plan.streams.items()}
        else:
            backward = self._made("adjoint", plan.step, adjoint_iteration)
            horizon = Horizon(self.iteration(plan.step), backward, steps, plan.every, plan.hold, plan.threads)
            found, owed = horizon.gradient(plan.start, plan.streams, slopes)
        by_torque = _as_given(owed["tau"], torque, plan.batch) if plan.law is None else None
        inputs = None
        if plan.law is not None:
            inputs = {
                name: _as_given(owed[stream_name(name)], x, plan.batch) for name, x in plan.law.given.items()
            }
        forces = None
        if plan.step.frames:
            given = options.get("external_forces") or {}
            parts = np.split(owed[EXTERNAL], len(plan.step.frames), axis=-1)
            forces = {
                name: _as_given(part, given[name], plan.batch)
                for name, part in zip(plan.step.frames, parts, strict=True)
            }
        parameters = plan.by_batch(found[PARAMETERS]) if PARAMETERS in found else None
        q, v = plan.by_batch(found["q"]), plan.by_batch(found["v"])
        return Gradient(q, v, by_torque, inputs, forces, parameters)

    def iteration(self, step: Step) -> Iteration:
        """Steps, compiled when they are first taken."""
        return self._made("step", step, Step.iteration)

    def _made(self, name: str, step: Step, make: Callable[[Step], Iteration]) -> Iteration:
        found = self._iterations.get((name, step))
        if found is None:
            found = self._iterations[name, step] = make(step)
        return found

    def _derivable(self, plan: Plan) -> Model:
        model = plan.step.model
        if loops_suit(model):
            raise InputError(f"{model.name!r} has so many bodies that its steps have no derivative yet.")
        if isinstance(plan.step.loops, Following):
            raise InputError("motions of embedded robots have no derivative; those of `robot.tree` have.")
        if plan.step.is_adaptive:
            raise InputError("method: steps of 'dop853' have no derivative; those of the others have.")
        if plan.step.learned:
            raise InputError("torque: a law that learns has no derivative here; Passivity has.")
        if plan.function is not None:
            raise InputError("torque: a function has no derivative here; give numbers or an expression.")
        return model


def _of_batch(name: str, given: ArrayLike, size: int, plan: Plan) -> Array:
    """Numbers (..., size) for each row of a motion, (rows, size)."""
    x = vector_argument(name, given, size)
    if not fits(x.shape[:-1], plan.batch):
        raise InputError(f"{name}: has shape {x.shape}; q0 and v0 have the batch {plan.batch}.")
    return by_rows(x, plan.batch, plan.dtype)


def _as_given(owed: Array, given: Any, batch: tuple[int, ...]) -> Array:
    """Slopes by time and row, (times, rows, n), in the shape in which the numbers were given."""
    size = owed.shape[-1]
    if given is None:
        return owed.reshape(size)
    shape = np.shape(given)
    whole = owed.reshape(len(owed), *(batch if owed.shape[1] > 1 else (1,) * len(batch)), size)
    if owed.shape[1] == 1 and owed.size == np.size(given):
        return owed.reshape(shape)
    aligned = (1,) * (whole.ndim - len(shape)) + shape
    shared = tuple(i for i, (n, m) in enumerate(zip(whole.shape, aligned, strict=True)) if m == 1 < n)
    return (whole.sum(axis=shared, keepdims=True) if shared else whole).reshape(shape)
