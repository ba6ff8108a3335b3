"""Steps of one length in Python, for what goes into no native step (dynamics/motion/methods.py has those).

Each leads from a state, with its forces tau, to the next state.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

from psiphi.simulation.samples import Samples, at_time
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
    speeds = system.speeds(q, v) + h * system.acceleration(q, v, tau)
    q_next = system.robot.integrate(q, system.velocity(q, speeds), h)
    return system.settled(q_next, system.velocity(q_next, speeds))
