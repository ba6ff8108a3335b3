"""The joint forces of a simulation, however they are given: none, numbers, or a function (t, q, v)."""

from __future__ import annotations

import math
from collections.abc import Callable

import numpy as np
from numpy.typing import ArrayLike, NDArray

from psiphi.dynamics.motion.steps_by_calls import Law
from psiphi.errors import ArgumentTypeError, InputError
from psiphi.model.arguments import described, real_numbers
from psiphi.simulation.held_torque import check_finite, held_torque

Array = NDArray[np.float64]
TorqueFunction = Callable[[float, Array, Array], ArrayLike]


class Torque:
    """Joint forces as laws (t, q, v) → tau (*batch, nv), one for each step of a simulation.

    given    None is no forces; numbers are constant or for each step (held_torque.py); anything callable is
             asked with (t, q, v).
    """

    def __init__(
        self, given: ArrayLike | TorqueFunction | None, steps: int, batch: tuple[int, ...], nv: int
    ) -> None:
        self._shape = (*batch, nv)
        self._function: TorqueFunction | None = None
        if callable(given):
            self._function = given
        else:
            rows = held_torque(given, steps, batch, nv, np.dtype(np.float64))
            check_finite("torque", rows)
            self._rows = np.broadcast_to(rows, (len(rows), math.prod(batch), nv)).reshape(
                len(rows), *self._shape
            )

    def during(self, step: int) -> Law:
        """The law that holds in a step; the end of the last step still belongs to it."""
        if self._function is not None:
            return self._asked
        row = self._rows[min(step, len(self._rows) - 1)]
        return lambda time, q, v: row

    def _asked(self, time: float, q: Array, v: Array) -> Array:
        assert self._function is not None
        answer = self._function(time, q, v)
        if type(answer) is np.ndarray and answer.dtype == np.float64 and answer.shape == self._shape:
            return answer
        tau = real_numbers(answer)
        if tau is None:
            raise ArgumentTypeError(
                f"torque: at t = {time:g} s the function returned {described(answer)}; "
                f"return numbers of shape {self._shape}."
            )
        if tau.shape == self._shape:
            return tau
        if tau.ndim == 0 or tau.shape[-1] != self._shape[-1]:
            raise self._misshapen(time, tau)
        try:
            return np.broadcast_to(tau, self._shape)
        except ValueError:
            raise self._misshapen(time, tau) from None

    def _misshapen(self, time: float, tau: Array) -> InputError:
        return InputError(
            f"torque: at t = {time:g} s the function returned shape {tau.shape}; return shape {self._shape}."
        )
