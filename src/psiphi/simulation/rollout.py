"""`robot.rollout`: motions as arrays, whole horizons in native code."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray

from psiphi.dynamics.acting_forces import Acting
from psiphi.dynamics.adjoint_steps import adjoint_iteration
from psiphi.dynamics.feedback import Feedback
from psiphi.dynamics.steps import METHODS, Step
from psiphi.errors import InputError, UnknownNameError
from psiphi.kernel.call.result_pool import empty
from psiphi.kernel.large import loops_suit
from psiphi.model.arguments import broadcast_batch, configuration_argument, vector_argument
from psiphi.simulation.arguments import count, positive_number
from psiphi.simulation.compiled_torque import Law, compiled_torque, is_compiled
from psiphi.simulation.held_torque import held_torque
from psiphi.simulation.rollout_gradient import Gradient, Horizon
from psiphi.spatial.quaternion import normalized

if TYPE_CHECKING:
    from psiphi.algebra.expression import Expr
    from psiphi.kernel.iterate.iteration import Iteration
    from psiphi.kernel.kernel import Kernel
    from psiphi.robot import Robot

Array = NDArray[Any]


class Motion(NamedTuple):
    """States at equal times: q (samples, ..., nq) and v (samples, ..., nv), the first at the start."""

    q: Array
    v: Array


class _Settled(NamedTuple):
    batch: tuple[int, ...]
    start: dict[str, Array]
    dtype: np.dtype[Any]


class Rollout:
    """Motions of a robot as arrays: `rollout(q0, v0, torque, steps, dt)`.

    The loop over steps runs in native code. Results of a row depend neither on the batch around it nor on
    `threads`, bit for bit.
    """

    def __init__(self, robot: Robot) -> None:
        self._robot = robot
        self._iterations: dict[tuple[str, Acting, Feedback | None], Iteration] = {}
        self._adjoints: dict[tuple[str, Acting], Iteration] = {}

    def __call__(
        self,
        q0: ArrayLike,
        v0: ArrayLike,
        torque: ArrayLike | Expr | Kernel | Law | None,
        steps: int,
        dt: float,
        *,
        inputs: Mapping[str, ArrayLike] | None = None,
        method: str = "semi_implicit",
        every: int = 1,
        hold: int = 1,
        threads: int = 1,
        damping: bool = True,
        friction: bool = True,
        springs: bool = True,
        effort_limits: bool = True,
    ) -> Motion:
        """The motion from q0 (..., nq) and v0 (..., nv) on, in `steps` steps of dt: q and v, time first.

        torque   None; constant, (nv,) or (..., nv); or one row after the other, (times, nv) or
                 (times, ..., nv), each held for `hold` steps; an operator expression, a kernel
                 (`robot.compile`) or a law of `psiphi.control`, evaluated wherever the method asks
        inputs   the vectors and operators of an expression by name, each as a torque may be given
        method   "semi_implicit": first order; "rk4": fourth order; "midpoint": second order, implicit, whose
                 energy does not drift
        every    steps from sample to sample; `steps` is a multiple of it
        threads  over which the batch is split
        damping, friction, springs, effort_limits
                 whether what the robot's file says of joints and tendons acts: viscous damping, dry friction,
                 springs, and the greatest forces that the torque may have

        A row that is no longer finite at a sample is NaN from there on, and the others go on. All is float32
        where q0, v0 and the torque are.
        """
        law = compiled_torque(self._robot, torque, inputs)
        array: Any = torque if law is None else None
        given = self._settled(q0, v0, array, steps, dt, method, every, hold, threads)
        model, start, dtype = self._robot.model, given.start, given.dtype
        samples = steps // every + 1
        found = {x: empty((samples, *start[x].shape), dtype) for x in "qv"}
        if law is None:
            tau = held_torque(array, -(-steps // hold), given.batch, model.nv, dtype)
            feedback, streams = None, {"tau": tau}
        else:
            feedback = law.feedback
            streams = law.streams(dt * np.arange(steps + 1), hold, given.batch, dtype)
        if model.nv and len(start["q"]):
            acting = Acting(damping, friction, springs, effort_limits)
            run = self.iteration(method, acting, feedback).prepare(
                {**start, **streams},
                found,
                steps=steps,
                every=every,
                hold=hold if any(len(x) > 1 for x in streams.values()) else None,
                threads=threads,
            )
            run()
        return Motion(*(found[x].reshape(samples, *given.batch, start[x].shape[-1]) for x in "qv"))

    def vjp(
        self,
        q0: ArrayLike,
        v0: ArrayLike,
        torque: ArrayLike | None,
        steps: int,
        dt: float,
        cotangent_q: ArrayLike,
        cotangent_v: ArrayLike,
        *,
        method: str = "semi_implicit",
        every: int = 1,
        hold: int = 1,
        threads: int = 1,
        damping: bool = True,
        friction: bool = True,
        springs: bool = True,
        effort_limits: bool = True,
    ) -> Gradient:
        """What a cost of the motion owes to its start and to the torque, for its slopes along the samples.

        cotangent_q, cotangent_v   (samples, ..., nv): slopes of the cost along q, by as many numbers as there
                                   are rates (`integrate(q, dq)`), and along v, at the samples of the rollout

        The slopes along q0 are by rates as well; those along the torque have its shape. Memory grows with
        √steps, besides what is given and found.
        """
        if is_compiled(torque):
            raise InputError("torque: expressions and laws have no gradient yet; give an array.")
        given = self._settled(q0, v0, torque, steps, dt, method, every, hold, threads)
        model, start = self._robot.model, given.start
        tau = held_torque(torque, -(-steps // hold), given.batch, model.nv, given.dtype)
        if loops_suit(model):
            raise InputError(f"{model.name!r} has so many bodies that its steps have no derivative yet.")
        samples, rows = steps // every + 1, len(start["q"])
        slopes: dict[str, Array] = {}
        for name, value in (("g_q", cotangent_q), ("g_v", cotangent_v)):
            slope = vector_argument(f"cotangent_{name[-1]}", value, model.nv)
            whole = (samples, *given.batch, model.nv)
            if slope.shape != whole:
                raise InputError(f"cotangent_{name[-1]}: has shape {slope.shape}; give {whole}.")
            slopes[name] = np.ascontiguousarray(slope.reshape(samples, rows, model.nv), tau.dtype)
        shape = (*given.batch, model.nv)
        if not (steps and rows and model.nv):
            q, v = (slopes[name].sum(axis=0).reshape(shape) for name in ("g_q", "g_v"))
            return Gradient(q, v, np.zeros(model.nv if torque is None else np.shape(torque), tau.dtype))
        acting = Acting(damping, friction, springs, effort_limits)
        forward = self.iteration(method, acting)
        key = (method, acting.on(model))
        if key not in self._adjoints:
            self._adjoints[key] = adjoint_iteration(Step(model, *key))
        horizon = Horizon(forward, self._adjoints[key], steps, every, hold, threads)
        found, owed = horizon.gradient(start, tau, slopes)
        q, v = (found[f"l_{x}"].reshape(shape) for x in "qv")
        return Gradient(q, v, _as_given(owed, torque, given.batch))

    def _settled(
        self,
        q0: ArrayLike,
        v0: ArrayLike,
        torque: ArrayLike | None,
        steps: int,
        dt: float,
        method: str,
        every: int,
        hold: int,
        threads: int,
    ) -> _Settled:
        """What a rollout is called with, checked, by rows of the batch."""
        model = self._robot.model
        if model.loops:
            raise InputError(
                f"{model.name!r} has loops, which rollouts do not hold closed; robot.simulate does."
            )
        if method not in METHODS:
            raise UnknownNameError(f"method: {method!r} is unknown; choose one of {', '.join(METHODS)}.")
        count("steps", steps, 0)
        for name, value in (("every", every), ("hold", hold), ("threads", threads)):
            count(name, value)
        if steps % every:
            raise InputError(f"every: {steps} steps are no multiple of {every}; give a divisor of them.")
        dtype = _precision(q0, v0, torque)
        start = {"q": configuration_argument(model, "q0", q0), "v": vector_argument("v0", v0, model.nv)}
        batch = broadcast_batch(q0=start["q"], v0=start["v"])
        for name, x in start.items():
            rows = np.broadcast_to(x, (*batch, x.shape[-1])).reshape(-1, x.shape[-1])
            start[name] = np.ascontiguousarray(rows, dtype)
        start["q"] = self._on_manifold(start["q"])
        start["dt"] = np.full((1, 1), positive_number("dt", dt), dtype)
        return _Settled(batch, start, dtype)

    def iteration(self, method: str, acting: Acting, feedback: Feedback | None = None) -> Iteration:
        """The steps of a method, compiled when they are first taken."""
        model = self._robot.model
        key = (method, acting.on(model), feedback)
        if key not in self._iterations:
            self._iterations[key] = Step(model, *key).iteration()
        return self._iterations[key]

    def _on_manifold(self, q: Array) -> Array:
        """The rows with quaternions of unit length."""
        for group in self._robot.model.coordinates.groups:
            if "quaternion" in group.kind.coordinates:
                places = group.q[:, -4:]
                q = q.copy()
                q[:, places] = normalized(q[:, places])
        return q


def _precision(q0: ArrayLike, v0: ArrayLike, torque: ArrayLike | None) -> np.dtype[Any]:
    """float32 where everything given is."""
    given = (q0, v0) if torque is None else (q0, v0, torque)
    single = all(getattr(x, "dtype", None) == np.float32 for x in given)
    return np.dtype(np.float32 if single else np.float64)


def _as_given(owed: Array, torque: ArrayLike | None, batch: tuple[int, ...]) -> Array:
    """Slopes along forces by time and row, (times, rows, nv), in the shape in which the forces were given."""
    nv = owed.shape[-1]
    if torque is None:
        return owed.reshape(nv)
    shape = np.shape(torque)
    if owed.shape[1] == 1:
        return owed.reshape(shape)
    whole = owed.reshape(len(owed), *batch, nv)
    aligned = (1,) * (whole.ndim - len(shape)) + shape
    shared = tuple(i for i, (n, m) in enumerate(zip(whole.shape, aligned, strict=True)) if m == 1 < n)
    return whole.sum(axis=shared, keepdims=True).reshape(shape)
