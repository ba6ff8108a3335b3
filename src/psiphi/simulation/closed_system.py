"""The equations of motion of a robot with loops, and how its motion stays on them."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from psiphi.dynamics.loops.closure import widest_loop
from psiphi.dynamics.motion.acting_forces import NOTHING, Acting
from psiphi.embedded import EmbeddedRobot
from psiphi.errors import ClosureError, InputError
from psiphi.robot import Robot
from psiphi.simulation.system import System

Array = NDArray[np.float64]

CLOSED = 1e-11  # metres and radians to which every step closes the loops
ITERATIONS = 20  # of Gauss–Newton to get there; one is the rule
CONTRADICTION = 10.0  # times what loops leave open that contradict each other by a file's rounding
START = 1e-6  # metres, radians and their rates within which a start is taken to be meant on the loops


class ClosedSystem(System):
    """A motion with the constraint forces of the loops: a from 𝓜a + C = τ + J_c*f, J_c a + J̇_c v = γ.

    The loops hold for accelerations alone, so that errors of the method add up. Two things keep them small:

    - projection: each state that a step leads to is moved on the loops, q by least steps, v by the least
      change of kinetic energy;
    - Baumgarte's terms γ = −2κ J_c v − κ² e, with which loops that are open draw together at the rate κ.

    Loops that contradict each other by the rounding of a file are closed as far as they can be.
    """

    def __init__(self, robot: Robot, acting: Acting, h: float, projection: bool, baumgarte: float) -> None:
        super().__init__(robot, acting, h)
        self.projection, self.baumgarte = projection, baumgarte
        self._closed = CLOSED

    def acceleration(self, q: Array, v: Array, tau: Array) -> Array:
        """a of the closed chain, (..., nv)."""
        tau = self.forces(q, v, tau)
        if not self.baumgarte:
            return self.robot.constrained_acceleration(q, v, tau)
        rates = (self.robot.constraint_jacobian(q) @ v[..., None])[..., 0]
        gamma = -2.0 * self.baumgarte * rates - self.baumgarte**2 * self.robot.loop_residual(q)
        return self.robot.constrained_acceleration(q, v, tau, stabilisation=gamma)

    def settled(self, q: Array, v: Array) -> tuple[Array, Array]:
        """The state moved on the loops, if that is wanted."""
        if not self.projection:
            return q, v
        q = self.robot.assemble(q, tolerance=self._closed, iterations=ITERATIONS).q
        return q, self.robot.constrained_velocity(q, self.robot.constrained_velocity(q, v))

    def started(self, q: Array, v: Array) -> tuple[Array, Array]:
        """A state to start from: on the loops, or open where Baumgarte's terms alone shall close them.

        What is off by no more than rounding and a file's digits is moved on the loops; more is an error.
        """
        if self.baumgarte and not self.projection:
            return q, v
        _check_small(self.robot, "q0", self.robot.loop_residual(q), *_OPEN)
        rates = (self.robot.constraint_jacobian(q) @ v[..., None])[..., 0]
        remedy = "robot.project_velocity(q0, v0) is the nearest velocity that keeps them closed"
        _check_small(self.robot, "v0", rates / (1.0 + np.abs(v).max()), "open at the rate", remedy)
        try:
            return self.settled(q, v)
        except ClosureError as error:
            self._closed = CONTRADICTION * float(np.abs(error.residual).max())
            if not self._closed <= START:
                raise
            return self.settled(error.q, v)


def started_on_loops(
    robot: Robot, projection: bool, baumgarte: float, q: Array, v: Array
) -> tuple[Array, Array]:
    """A start (..., n) of a motion that follows loops, put on them; where they are open it is an error."""
    if isinstance(robot, EmbeddedRobot):
        _check_small(robot, "q0", robot.tree.loop_residual(q), *_OPEN)
        return q, v
    return ClosedSystem(robot, NOTHING, 0.0, projection, baumgarte).started(q, v)


_OPEN = "are open by", "robot.assemble(q0).q closes them"


def _check_small(robot: Robot, name: str, errors: Array, finding: str, remedy: str) -> None:
    worst = np.asarray(np.abs(errors).max(axis=-1, initial=0.0))
    lost = np.isnan(worst)
    if not (lost | (worst <= START)).all():
        worst = np.where(lost, 0.0, worst)
        row = tuple(int(index) for index in np.unravel_index(np.argmax(worst), worst.shape))
        place = f" in row {row} of the batch" if row else ""
        raise InputError(
            f"{name}: the loops {finding} {worst[row]:.3g}{place}, most of all "
            f"{widest_loop(robot.model, errors[row])!r}; {remedy}."
        )
