"""Motions like one before, from elsewhere: what was planned and made ready for it serves them, too."""

from __future__ import annotations

import math
from collections.abc import Hashable, Mapping
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from psiphi.kernel.call.result_pool import empty
from psiphi.kernel.iterate.iteration import Iteration
from psiphi.kernel.request import PARAMETERS
from psiphi.kernel.robot_size import loops_suit
from psiphi.simulation.plan import Plan, given_parameters, turns

if TYPE_CHECKING:
    from psiphi.robot import Robot

Array = NDArray[Any]

MOST_BYTES = 1 << 18
"""Of what is given, up to which it is kept from motion to motion."""

_PLAIN = {bool, int, float, str}


def kind_of(q0: object, v0: object, torque: object, steps: int, options: Mapping[str, object]) -> Hashable:
    """What motions have in common that differ in their numbers alone; None where that is not plain to see."""
    parameters = options.get(PARAMETERS)
    if parameters is not None:
        options = {name: x for name, x in options.items() if name != PARAMETERS}
    types = tuple(map(type, options.values()))
    if type(q0) is not np.ndarray or type(v0) is not np.ndarray or not _PLAIN.issuperset(types):
        return None
    given = (q0.shape, q0.dtype.char, v0.shape, v0.dtype.char, tuple(options.items()), types)
    for x in (torque, parameters):
        if x is not None:
            if type(x) is not np.ndarray:
                return None
            given += (x.shape, x.dtype.char, steps)
        else:
            given += (None,)
    return given


class Again:
    """A run on arrays of its own, into which those of the next motion are copied."""

    @staticmethod
    def suits(plan: Plan, torque: Any) -> bool:
        """Whether motions of this kind need no more than their numbers."""
        step = plan.step
        if plan.law is not None or step.loops is not None or step.is_adaptive:
            return False
        if plan.is_empty or plan.samples == 1 or loops_suit(step.model):
            return False
        tau = plan.streams["tau"]
        as_given = torque is None or torque.size == tau.size  # not spread over rows
        return as_given and tau.nbytes + sum(x.nbytes for x in plan.start.values()) <= MOST_BYTES

    def __init__(self, robot: Robot, plan: Plan, iteration: Iteration) -> None:
        self._robot, self._plan = robot, plan
        self._start = {name: x.copy() for name, x in plan.start.items()}
        self._tau = plan.streams["tau"].copy()
        self._turns = turns(plan.step.model)
        self._given = self._start["q"].copy() if self._turns else self._start["q"]
        self._q, self._v = plan.by_batch(self._given), plan.by_batch(self._start["v"])
        found = self._samples(plan.samples)
        self._hold = plan.hold if len(self._tau) > 1 else None
        self._run = iteration.prepare(
            {**self._start, "tau": self._tau},
            {x: array.reshape(plan.samples, plan.rows, -1) for x, array in found.items()},
            steps=plan.steps,
            every=plan.every,
            hold=self._hold,
            threads=plan.threads,
        )

    def _samples(self, count: int) -> dict[str, Array]:
        plan = self._plan
        return {x: empty((count, *plan.batch, plan.start[x].shape[-1]), plan.dtype) for x in "qv"}

    def motion(
        self, q0: Any, v0: Any, torque: Any, steps: int, dt: float, parameters: Any = None
    ) -> dict[str, Array] | None:
        """q and v of the next motion, of the same kind; None where it must be looked at more closely."""
        every = self._plan.every
        if type(steps) is not int or steps < 0 or steps % every:
            return None
        if not isinstance(dt, float) or not 0.0 < dt < math.inf:  # pyright: ignore[reportUnnecessaryIsInstance]
            return None
        np.copyto(self._q, q0)
        np.copyto(self._v, v0)
        if self._turns:
            start = self._robot.normalized(self._given, out=self._start["q"])
            if math.isnan(start.sum()):
                return None
        if torque is not None:
            np.copyto(self._tau.reshape(torque.shape), torque)
        if self._plan.step.varying:
            own = self._start[PARAMETERS]
            own = self._plan.by_batch(own) if len(own) == self._plan.rows else own
            np.copyto(own, given_parameters(self._robot, parameters)[1][PARAMETERS])
        self._start["dt"].fill(dt)
        found = self._samples(steps // every + 1)
        self._run.onto(found, (steps, every, self._hold or max(steps, 1)))
        self._run()
        return found
