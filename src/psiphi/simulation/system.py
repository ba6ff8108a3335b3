"""The equations of motion around a configuration, as ẏ = f(t, y) for the vector y = [x; v] (..., 2 nv)."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

from psiphi.robot import Robot
from psiphi.simulation.chart import Chart
from psiphi.simulation.torque import Law

Array = NDArray[np.float64]
Flow = Callable[[float, Array], Array]


class System:
    """A robot's motion in the local coordinates x of a chart, which is all that a method needs to know."""

    def __init__(self, robot: Robot) -> None:
        self.robot = robot
        self.chart = Chart(robot.model)
        self._still = np.zeros(robot.nv)

    def start(self, v: Array) -> Array:
        """y = [0; v]: at the middle of the chart."""
        return np.concatenate([np.zeros_like(v), v], axis=-1)

    def start_rates(self, q: Array, v: Array, tau: Array) -> Array:
        """ẏ = [ẋ; a] at the middle of the chart around q."""
        return np.concatenate([self.start_velocity(q, v), self.acceleration(q, v, tau)], axis=-1)

    def start_velocity(self, q: Array, v: Array) -> Array:
        """ẋ at the middle of the chart around q, (..., nv)."""
        return self.chart.rates(q, self._still, v)

    def acceleration(self, q: Array, v: Array, tau: Array) -> Array:
        """a = 𝓜⁻¹(tau − C), (..., nv)."""
        return self.robot.forward_dynamics(q, v, tau)

    def flow(self, q: Array, law: Law) -> Flow:
        """f(t, y) = [ẋ; a] in the chart around q, with the forces of a law."""

        def derivative(time: float, y: Array) -> Array:
            x, v = _halves(y)
            here = self.chart.place(q, x)
            tau = law(time, here, v)
            return np.concatenate([self.chart.rates(here, x, v), self.acceleration(here, v, tau)], axis=-1)

        return derivative

    def state(self, q: Array, y: Array) -> tuple[Array, Array]:
        """The configuration and the velocity at y in the chart around q."""
        x, v = _halves(y)
        return self.chart.place(q, x), v


def _halves(y: Array) -> tuple[Array, Array]:
    middle = y.shape[-1] // 2
    return y[..., :middle], y[..., middle:]
