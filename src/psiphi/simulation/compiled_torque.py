"""Torques that are compiled into the steps of a motion: operator expressions, kernels and laws."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import field
from functools import lru_cache
from typing import Any, Protocol

import numpy as np
from numpy.typing import ArrayLike, NDArray

from psiphi.algebra.expression import Expr
from psiphi.dynamics.motion.acting_forces import Acting
from psiphi.dynamics.motion.feedback import Feedback, feedback_of, stream_name
from psiphi.errors import InputError, UnknownNameError
from psiphi.frozen import frozen
from psiphi.kernel.kernel import Kernel
from psiphi.kernel.native import NativeFunction
from psiphi.model.arguments import number_array
from psiphi.robot import Robot
from psiphi.simulation.held_torque import held
from psiphi.varying import VaryingRobot

Array = NDArray[Any]


@frozen(eq=False)
class CompiledTorque:
    """Joint forces as a feedback, and the arrays that go with it.

    given    by name: (..., n) constant or for each row; unless `timeless` also (times, n) and (times, ..., n)
             for each period
    moving   the arrays that move in time, at times (T,): (T, ..., n) each
    learned  those that the law changes from step to step, as they are at the start: (..., n) each
    tell     takes them as they are at the end
    """

    feedback: Feedback
    given: Mapping[str, ArrayLike]
    moving: Callable[[Array], Mapping[str, Array]] | None = None
    timeless: bool = False
    learned: Mapping[str, Array] = field(default_factory=dict[str, Array])
    tell: Callable[[Mapping[str, Array]], None] | None = None

    def streams(
        self, time: Array, hold: int, batch: tuple[int, ...], dtype: np.dtype[Any]
    ) -> dict[str, Array]:
        """The arrays as steps that begin at these times, all but the last, read them: (times, rows, n)."""
        if self.moving is not None and hold != 1:
            raise InputError(f"hold: {hold} given; a law is evaluated in every step, leave `hold` out.")
        steps = len(time) - 1
        times = -(-steps // hold)
        sizes = self.feedback.arrays
        found = {
            stream_name(name): held(name, self._placed(x, batch), times, batch, sizes[name], dtype)
            for name, x in self.given.items()
        }
        if self.moving is not None:
            half = self.moving(np.concatenate([time, 0.5 * (time[:-1] + time[1:])]))
            for name, x in half.items():
                at, between = x[: steps + 1], x[steps + 1 :]
                thrice = in_time(np.concatenate([at[:-1], between, at[1:]], axis=-1), len(batch) + 2)
                found[stream_name(name)] = held(name, thrice, times, batch, 3 * sizes[name], dtype)
        return found

    def forces(
        self,
        robot: Robot,
        time: Array,
        q: Array,
        v: Array,
        steps: Array,
        hold: int,
        learned: Mapping[str, Array],
    ) -> Array:
        """The joint forces at samples of a motion after so many steps, (samples, ..., nv).

        learned   by name, at the samples
        """
        batch = v.shape[1:-1]
        arrays: dict[str, Array] = dict(learned)
        for name, x in self.given.items():
            size, times = self.feedback.arrays[name], -(-int(steps[-1]) // hold)
            rows = held(name, self._placed(x, batch), times, batch, size, np.dtype(np.float64))
            here = rows[np.minimum(steps // hold, len(rows) - 1)]
            shape = batch if rows.shape[1] > 1 else (1,) * len(batch)
            arrays[name] = here.reshape(len(here), *shape, size)
        if self.moving is not None:
            for name, x in self.moving(time).items():
                arrays[name] = in_time(x, v.ndim)
        ordered = (arrays[name] for name in self.feedback.arrays)
        return np.asarray(_function(self.feedback, robot)(q, v, *ordered))

    def _placed(self, x: ArrayLike, batch: tuple[int, ...]) -> ArrayLike:
        """An array with a dimension for the time where it has none, lest rows be taken for times."""
        return in_time(np.asarray(x)[None], len(batch) + 2) if self.timeless else x


def in_time(x: Array, dimensions: int) -> Array:
    """An array (T, ..., n) with as many dimensions, of 1 after the time where it has fewer."""
    return x.reshape(len(x), *(1,) * (dimensions - x.ndim), *x.shape[1:])


class Law(Protocol):
    """What can be compiled into steps by itself, as most laws of psiphi.control can; None is to be called."""

    def compiled_torque(self, robot: Robot) -> CompiledTorque | None: ...


def is_compiled(torque: Any) -> bool:
    """Whether a torque is compiled into steps."""
    return isinstance(torque, Expr | Kernel) or hasattr(torque, "compiled_torque")


def compiled_torque(
    robot: Robot,
    torque: Any,
    inputs: Mapping[str, ArrayLike] | None,
    acting: Acting | None = None,
    step: float = 0.0,
) -> CompiledTorque | None:
    """What is compiled into steps, if the torque is an expression, a kernel or a law.

    acting   what acts in the motion besides, in steps of some length, for laws that make up for it
    """
    if acting is not None and hasattr(torque, "amid"):
        torque = torque.amid(acting, step)
    if isinstance(torque, Expr):
        torque = _as_it_is(robot).compile(torque)
    if isinstance(torque, Kernel):
        if torque.model.key != robot.model.key or torque.request.rates != robot.nv:
            raise InputError(f"torque: was compiled for {torque.model.name!r}, not for this robot.")
        return _of_kernel(torque, inputs or {})
    if inputs:
        raise InputError("inputs: are those of an expression or a kernel; this torque has none.")
    return torque.compiled_torque(robot) if is_compiled(torque) else None


def _as_it_is(robot: Robot) -> Robot:
    """A robot whose constants are those of its model: an expression knows nothing of what varies."""
    return _plain(robot.model) if isinstance(robot, VaryingRobot) else robot


_plain = lru_cache(maxsize=16)(Robot)


def _of_kernel(kernel: Kernel, inputs: Mapping[str, ArrayLike]) -> CompiledTorque:
    feedback = _feedback(kernel)
    shapes = {x.name: x.shape for x in kernel.signature.arguments if x.name in feedback.arrays}
    for name in inputs:
        if name not in shapes:
            known = ", ".join(shapes) or "none"
            raise UnknownNameError(f"inputs: the torque has no input {name!r}; it has {known}.")
    for name, shape in shapes.items():
        if name not in inputs:
            raise InputError(f"inputs: the torque has the input {name!r} of shape {shape}; give its value.")
    return CompiledTorque(feedback, {name: _flat(name, inputs[name], shapes[name]) for name in shapes})


@lru_cache(maxsize=128)
def _feedback(kernel: Kernel) -> Feedback:
    return feedback_of(kernel.request)


@lru_cache(maxsize=128)
def _function(feedback: Feedback, robot: Robot) -> NativeFunction:
    return feedback.function(robot.model, robot.nv)


def _flat(name: str, given: ArrayLike, shape: tuple[int, ...]) -> Array:
    """Numbers with the dimensions of an input as one."""
    array = number_array(f"inputs: {name}", given)
    if array.shape[array.ndim - len(shape) :] != shape:
        raise InputError(f"inputs: {name} has shape {array.shape}; give (..., {', '.join(map(str, shape))}).")
    return array.reshape(*array.shape[: array.ndim - len(shape)], -1)
