"""Motions in steps between calls (dynamics/motion/steps_by_calls.py), for what goes into no native step."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from psiphi.dynamics.motion.steps_by_calls import StepByCalls
from psiphi.errors import SimulationError
from psiphi.simulation.progress import Progress
from psiphi.simulation.torque import Torque

Array = NDArray[np.float64]


def equal_steps(step: StepByCalls, torque: Torque, samples: Samples) -> None:
    """Fill the samples, one step from each to the next."""
    q, v = samples.q[0], samples.v[0]
    for sample in range(len(samples.time) - 1):
        time = float(samples.time[sample])
        h = np.array(float(samples.time[sample + 1]) - time)
        q, v = step(q, v, samples.tau[sample], h, torque.during(sample), time)
        samples.record(sample + 1, q, v)


class Samples:
    """Times (T,), states q (T, ..., nq) and v (T, ..., nv), and the joint forces tau (T, ..., nv) there."""

    def __init__(self, time: Array, torque: Torque, q0: Array, v0: Array, progress: Progress) -> None:
        self.time = time
        self.q, self.v, self.tau = (np.empty((len(time), *x.shape)) for x in (q0, v0, v0))
        self._torque, self._progress = torque, progress
        self.record(0, q0, v0)

    def record(self, sample: int, q: Array, v: Array) -> None:
        """Keep a state, ask for the forces there, and tell of it; a state that is not finite is an error."""
        time = float(self.time[sample])
        if not (np.isfinite(q).all() and np.isfinite(v).all()):
            raise SimulationError(self._diverged(sample, q, v))
        self.q[sample], self.v[sample] = q, v
        self.tau[sample] = self._torque.during(sample)(time, q, v)
        self.tell(time)

    def tell(self, time: float) -> None:
        """Say how far the motion is, if it is time to."""
        self._progress.tell(time)

    def _diverged(self, sample: int, q: Array, v: Array) -> str:
        lost = ~(np.isfinite(q).all(axis=-1) & np.isfinite(v).all(axis=-1))
        row = tuple(int(index) for index in np.argwhere(lost)[0])
        place = f" in row {row} of the batch" if row else ""
        if not np.isfinite(self.tau[sample - 1][row]).all():
            return (
                f"the torque at t = {self.time[sample - 1]:g} s is not finite{place}: "
                f"{self.tau[sample - 1][row]}; check the torque function."
            )
        return (
            f"the motion is no longer finite{place} at t = {self.time[sample]:g} s; the fastest rate before "
            f"was {np.abs(self.v[sample - 1][row]).max():.3g}. Take a shorter dt or method='dop853', and "
            "check that the torque does not feed the motion, and that loops can be followed."
        )
