"""The equations of motion around a configuration, as ẏ = f(t, y) for the vector y = [x; v] (..., 2 nv)."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

from psiphi.dynamics.motion.acting_forces import NOTHING, Acting, acting_function
from psiphi.embedded import EmbeddedRobot
from psiphi.robot import Robot
from psiphi.simulation.chart import Chart, EmbeddedChart
from psiphi.simulation.torque import Law

Array = NDArray[np.float64]
Flow = Callable[[float, Array], Array]


class System:
    """A robot's motion in the local coordinates x of a chart, which is all that a method needs to know.

    acting, h   what acts besides the torque, in steps of a length that end stops depend on; 0 for any
    """

    def __init__(self, robot: Robot, acting: Acting = NOTHING, h: float = 0.0) -> None:
        self.robot = robot
        acting = acting.on(robot.model)
        self._acting = None if acting == NOTHING else acting_function(robot.model, acting)
        self._h = np.full(1, h)
        self.chart = EmbeddedChart(robot) if isinstance(robot, EmbeddedRobot) else Chart(robot.model)
        self._still = np.zeros(robot.nv)

    def forces(self, q: Array, v: Array, tau: Array) -> Array:
        """All joint forces, (..., nv), for those that are given."""
        if self._acting is None:
            return tau
        if isinstance(self.robot, EmbeddedRobot):
            rates = self.robot.joint_velocity(q, v)
            return tau + self.robot.independent_forces(
                q, self._acting.call(q, rates, np.zeros_like(rates), self._h)
            )
        return self._acting.call(q, v, tau, self._h)

    def acceleration(self, q: Array, v: Array, tau: Array) -> Array:
        """a = 𝓜⁻¹(tau − C), (..., nv)."""
        return self.robot.forward_dynamics(q, v, self.forces(q, v, tau))

    def start(self, q: Array, v: Array) -> Array:
        """y = [0; v]: at the middle of the chart."""
        return np.concatenate([np.zeros_like(v), v], axis=-1)

    def start_rates(self, q: Array, v: Array, tau: Array) -> Array:
        """ẏ = [ẋ; v̇] at the middle of the chart around q."""
        return np.concatenate([self.start_velocity(q, v), self.acceleration(q, v, tau)], axis=-1)

    def start_velocity(self, q: Array, v: Array) -> Array:
        """ẋ at the middle of the chart around q, (..., nv)."""
        return self.chart.rates(q, self._still, v)

    def flow(self, q: Array, law: Law) -> Flow:
        """f(t, y) = [ẋ; v̇] in the chart around q, with the forces of a law."""

        def derivative(time: float, y: Array) -> Array:
            x, v = _halves(y)
            here = self.chart.place(q, x)
            tau = law(time, here, v)
            return np.concatenate([self.chart.rates(here, x, v), self.acceleration(here, v, tau)], axis=-1)

        return derivative

    def state(self, q: Array, y: Array) -> tuple[Array, Array]:
        """The configuration and the velocity at y in the chart around q."""
        x, v = _halves(y)
        return self.settled(self.chart.place(q, x), v)

    def settled(self, q: Array, v: Array) -> tuple[Array, Array]:
        """The state that a step leads to, put where it belongs."""
        return q, v

    def started(self, q: Array, v: Array) -> tuple[Array, Array]:
        """A state to start from, put where it belongs."""
        return q, v


def _halves(y: Array) -> tuple[Array, Array]:
    middle = y.shape[-1] // 2
    return y[..., :middle], y[..., middle:]
