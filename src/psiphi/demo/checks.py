"""The compiled forward dynamics against things that share no code with it."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from psiphi.algebra import dense
from psiphi.checks import Check
from psiphi.demo.pinocchio_twin import PinocchioTwin
from psiphi.frozen import frozen
from psiphi.kernel.kernel import Kernel
from psiphi.robot import Robot

Array = NDArray[np.float64]

ROWS = 1024
# Plain matrices have 6N rows: a large robot is compared in one configuration, a huge one not at all.
DENSE_ROWS, MANY_BODIES, DENSE_BODIES = 20, 30, 300
INVERSE_TOLERANCE = 1e-10


@frozen
class State:
    """Configurations, velocities and joint forces, one a row."""

    q: Array
    v: Array
    tau: Array

    @classmethod
    def random(cls, robot: Robot, rows: int, seed: int = 0) -> State:
        rng = np.random.default_rng(seed)
        q = robot.random_configuration(rng, rows)
        return cls(q, rng.standard_normal((rows, robot.nv)), 10.0 * rng.standard_normal((rows, robot.nv)))


def check(robot: Robot, kernel: Kernel, twin: PinocchioTwin | None) -> list[Check]:
    """Compare with plain matrices, with the inverse, with single calls, and with Pinocchio."""
    state = State.random(robot, ROWS)
    a = kernel(state.q, state.v, state.tau)
    found: list[Check] = []
    bodies = len(robot.body_names)
    if bodies <= DENSE_BODIES:
        rows = DENSE_ROWS if bodies < MANY_BODIES else 1
        truth = dense(kernel.expression, robot, state.q[:rows], v=state.v[:rows], tau=state.tau[:rows])
        found.append(Check("equal to plain matrices", relative(a[:rows], truth), INVERSE_TOLERANCE))
    back = robot.inverse_dynamics(state.q, state.v, a)
    found.append(
        Check("inverse dynamics gives the torques back", relative(back, state.tau), INVERSE_TOLERANCE)
    )
    single = np.array([kernel(*row) for row in zip(state.q[:16], state.v[:16], state.tau[:16], strict=True)])
    found.append(Check("a batch equals its rows one by one", relative(a[:16], single), 0.0))
    if twin is not None:
        theirs = twin.accelerations(state.q, state.v, state.tau)
        found.append(Check("equal to Pinocchio", relative(a, theirs), INVERSE_TOLERANCE))
    return found


def relative(x: Array, truth: Array) -> float:
    """The greatest difference, relative to the greatest entry of each row."""
    return float(np.max(np.abs(x - truth).max(axis=-1) / np.abs(truth).max(axis=-1)))
