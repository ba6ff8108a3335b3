"""`robot.rollout`: motions as arrays, whole horizons in native code."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray

from psiphi.dynamics.acting_forces import Acting
from psiphi.dynamics.steps import METHODS, Step
from psiphi.errors import InputError, UnknownNameError
from psiphi.model.arguments import broadcast_batch, configuration_argument, vector_argument
from psiphi.simulation.arguments import count, positive_number
from psiphi.simulation.held_torque import held_torque
from psiphi.spatial.quaternion import normalized

if TYPE_CHECKING:
    from psiphi.kernel.iterate.iteration import Iteration
    from psiphi.robot import Robot

Array = NDArray[Any]


class Motion(NamedTuple):
    """States at equal times: q (samples, ..., nq) and v (samples, ..., nv), the first at the start."""

    q: Array
    v: Array


class Rollout:
    """Motions of a robot as arrays: `rollout(q0, v0, torque, steps, dt)`.

    The loop over steps runs in native code. Results of a row depend neither on the batch around it nor on
    `threads`, bit for bit.
    """

    def __init__(self, robot: Robot) -> None:
        self._robot = robot
        self._iterations: dict[tuple[str, Acting], Iteration] = {}

    def __call__(
        self,
        q0: ArrayLike,
        v0: ArrayLike,
        torque: ArrayLike | None,
        steps: int,
        dt: float,
        *,
        method: str = "semi_implicit",
        every: int = 1,
        hold: int = 1,
        threads: int = 1,
        damping: bool = True,
        friction: bool = True,
        effort_limits: bool = True,
    ) -> Motion:
        """The motion from q0 (..., nq) and v0 (..., nv) on, in `steps` steps of dt: q and v, time first.

        torque   None; constant, (nv,) or (..., nv); or one row after the other, (times, nv) or
                 (times, ..., nv), each held for `hold` steps
        method   "semi_implicit": first order; "rk4": fourth order; "midpoint": second order, implicit, whose
                 energy does not drift
        every    steps from sample to sample; `steps` is a multiple of it
        threads  over which the batch is split
        damping, friction, effort_limits
                 whether what the robot's file says of its joints acts: viscous damping, dry friction, and the
                 greatest forces that the torque may have

        A row that is no longer finite at a sample is NaN from there on, and the others go on. All is float32
        where q0, v0 and the torque are.
        """
        model = self._robot.model
        if model.loops:
            raise InputError(
                f"{model.name!r} has loops, which rollouts do not hold closed; robot.simulate does."
            )
        if method not in METHODS:
            raise UnknownNameError(f"method: {method!r} is unknown; choose one of {', '.join(METHODS)}.")
        steps, every = count("steps", steps, 0), count("every", every)
        hold, threads = count("hold", hold), count("threads", threads)
        if steps % every:
            raise InputError(f"every: {steps} steps are no multiple of {every}; give a divisor of them.")
        dtype = _precision(q0, v0, torque)
        start = {"q": configuration_argument(model, "q0", q0), "v": vector_argument("v0", v0, model.nv)}
        batch = broadcast_batch(q0=start["q"], v0=start["v"])
        for name, x in start.items():
            rows = np.broadcast_to(x, (*batch, x.shape[-1])).reshape(-1, x.shape[-1])
            start[name] = np.ascontiguousarray(rows, dtype)
        tau = held_torque(torque, -(-steps // hold), batch, model.nv, dtype)
        samples = steps // every + 1
        found = {name: np.empty((samples, *x.shape), dtype) for name, x in start.items()}
        h = np.full((1, 1), positive_number("dt", dt), dtype)
        if model.nv and len(start["q"]):
            run = self.iteration(method, Acting(damping, friction, effort_limits)).prepare(
                {"q": self._on_manifold(start["q"]), "v": start["v"], "tau": tau, "dt": h},
                found,
                steps=steps,
                every=every,
                hold=hold if len(tau) > 1 else None,
                threads=threads,
            )
            run()
        return Motion(*(found[x].reshape(samples, *batch, start[x].shape[-1]) for x in "qv"))

    def iteration(self, method: str, acting: Acting) -> Iteration:
        """The steps of a method, compiled when they are first taken."""
        model = self._robot.model
        acting = acting.on(model)
        if (method, acting) not in self._iterations:
            self._iterations[method, acting] = Step(model, method, acting).iteration()
        return self._iterations[method, acting]

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
