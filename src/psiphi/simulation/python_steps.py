"""Steps of one length in Python, for what goes into no native step (dynamics/motion/methods.py has those).

Each leads from a state, with its forces tau, to the next state.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager

import numpy as np
from numpy.typing import NDArray

from psiphi.errors import ClosureError, SimulationError
from psiphi.simulation.progress import Progress
from psiphi.simulation.system import System
from psiphi.simulation.torque import Law, Torque

Array = NDArray[np.float64]
StepFunction = Callable[[System, Law, float, Array, Array, Array, float], tuple[Array, Array]]


def equal_steps(system: System, torque: Torque, samples: Samples, step: StepFunction) -> None:
    """Fill the samples, one step from each to the next."""
    q, v = samples.q[0], samples.v[0]
    for sample in range(len(samples.time) - 1):
        time = float(samples.time[sample])
        h = float(samples.time[sample + 1]) - time
        with at_time(time):
            q, v = step(system, torque.during(sample), time, q, v, samples.tau[sample], h)
        samples.record(sample + 1, q, v)


def rk4_step(
    system: System, law: Law, time: float, q: Array, v: Array, tau: Array, h: float
) -> tuple[Array, Array]:
    """The classical Runge–Kutta method in the chart around q, of fourth order. [Kutta 1901]"""
    f, y = system.flow(q, law), system.start(q, v)
    k1 = system.start_rates(q, v, tau)
    k2 = f(time + h / 2, y + h / 2 * k1)
    k3 = f(time + h / 2, y + h / 2 * k2)
    k4 = f(time + h, y + h * k3)
    return system.state(q, y + h / 6 * (k1 + 2.0 * (k2 + k3) + k4))


def semi_implicit_step(
    system: System, law: Law, time: float, q: Array, v: Array, tau: Array, h: float
) -> tuple[Array, Array]:
    """Euler's method with the new velocity in the place of the old: v⁺ = v + h a, q⁺ = q · exp(h v⁺).

    Of first order, and steady in the long run where the forces hardly depend on v.
    """
    v = v + h * system.acceleration(q, v, tau)
    return system.settled(system.robot.integrate(q, v, h), v)


@contextmanager
def at_time(time: float) -> Iterator[None]:
    """Loops that cannot be closed again end the motion at this time."""
    try:
        yield
    except ClosureError as error:
        raise SimulationError(
            f"the loops could not be closed after t = {time:g} s ({error}). Take a shorter dt; where the "
            "chain passes a singular configuration its motion is not determined."
        ) from None


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
            "check that the torque does not feed the motion."
        )
