"""Gauss and Newton on the configuration manifold: the steps that close loops."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from psiphi.dynamics.loops.least_forces import least_step

if TYPE_CHECKING:
    from psiphi.dynamics.loops.closure import Closure

Array = NDArray[np.float64]

FIRST_DAMPING, LEAST_DAMPING, MOST_DAMPING = 1e-4, 1e-12, 1e8  # as shares of the largest singular value


def closed(
    robot: Closure,
    jacobian: Callable[[Array], Array],
    q: Array,
    tolerance: float,
    iterations: int,
    free: NDArray[np.bool_],
    parameters: Array | None = None,
) -> tuple[Array, Array]:
    """The best q found from each row of (n, nq), and its residual (n, m); only `free` velocities move.

    `jacobian` gives J_c (n, m, nv). Of a robot that varies `parameters` are those of each row, (n, p).

    A row rests when its errors are within the tolerance, when no step, however short, makes them smaller, or
    when it is not finite. Each row has a damping of its own: none at first, more after a step that did not
    help, less after one that did.
    """
    q = np.array(q)
    with robot._taking(parameters):
        residual = robot.loop_residual(q)
    damping = np.zeros(len(q))
    for _ in range(iterations):
        active = np.flatnonzero((np.abs(residual) > tolerance).any(axis=-1) & (damping < MOST_DAMPING))
        if not active.size:
            break
        here, error, soft = q[active], residual[active], damping[active]
        step = np.zeros((len(active), robot.model.nv))
        with robot._taking(None if parameters is None else parameters[active]):
            step[:, free] = least_step(jacobian(here)[:, :, free], error, soft)
            there = robot.model.integrate(here, step)
            left = robot.loop_residual(there)
        better = np.linalg.norm(left, axis=-1) < np.linalg.norm(error, axis=-1)
        q[active[better]], residual[active[better]] = there[better], left[better]
        lighter = np.where(soft > LEAST_DAMPING, 0.1 * soft, 0.0)
        damping[active] = np.where(better, lighter, np.maximum(10.0 * soft, FIRST_DAMPING))
    return q, residual
