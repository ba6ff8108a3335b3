"""Where motions that follow loops may start."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from psiphi.dynamics.loops.closure import widest_loop
from psiphi.dynamics.motion.closed_loops import Following, Projection
from psiphi.embedded import EmbeddedRobot
from psiphi.errors import ClosureError, InputError
from psiphi.model.arguments import positive_number
from psiphi.robot import Robot

Array = NDArray[np.float64]

CLOSED = 1e-11  # metres and radians to which a start closes the loops
ITERATIONS = 20  # of Gauss–Newton to get there; one is the rule
CONTRADICTION = 1e-7  # metres and radians by which a file's rounding lets loops contradict each other
START = 1e-6  # metres, radians and their rates within which a start is taken to be meant on the loops


def followed(robot: Robot, projection: bool, baumgarte: float) -> Projection | Following | None:
    """How a motion follows the loops of a robot."""
    if baumgarte != 0.0:
        baumgarte = positive_number("baumgarte", baumgarte)
    loops = robot._followed
    return replace(loops, closing=projection, baumgarte=baumgarte) if isinstance(loops, Projection) else loops


def started_on_loops(
    robot: Robot, loops: Projection | Following | None, q: Array, v: Array
) -> tuple[Array, Array]:
    """A start (..., n) put on the loops, or open where Baumgarte's terms alone shall close them.

    What is off by no more than rounding and a file's digits is moved on the loops; more is an error.
    """
    if loops is None:
        return q, v
    remedy = "robot.assemble(q0).q closes them"
    if isinstance(robot, EmbeddedRobot):
        _check_small(robot, "q0", robot.tree.loop_residual(q), "are open by", remedy)
        return q, v
    assert isinstance(loops, Projection)
    if loops.baumgarte and not loops.closing:
        return q, v
    _check_small(robot, "q0", robot.loop_residual(q), "are open by", remedy)
    rates = (robot.constraint_jacobian(q) @ v[..., None])[..., 0]
    remedy = "robot.project_velocity(q0, v0) is the nearest velocity that keeps them closed"
    _check_small(robot, "v0", rates / (1.0 + np.abs(v).max()), "open at the rate", remedy)
    if not loops.closing:
        return q, v
    try:
        q = robot.assemble(q, tolerance=CLOSED, iterations=ITERATIONS).q
    except ClosureError as error:
        if not np.abs(error.residual).max() <= CONTRADICTION:
            raise
        q = error.q
    return q, robot.constrained_velocity(q, robot.constrained_velocity(q, v))


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
