"""Motions in steps between calls (dynamics/motion/steps_by_calls.py), for what goes into no native step."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from psiphi.dynamics.motion.steps_by_calls import StepByCalls
from psiphi.simulation.progress import Progress
from psiphi.simulation.torque import Torque

Array = NDArray[np.float64]


def motion_by_calls(
    step: StepByCalls, torque: Torque, time: Array, q0: Array, v0: Array, progress: Progress
) -> tuple[Array, Array, Array]:
    """q, v and tau at all times, (T, ..., n), one step from each to the next; what is lost is NaN."""
    q, v, tau = (np.full((len(time), *x.shape), np.nan) for x in (q0, v0, v0))
    here = q0, v0
    for k, now in enumerate(time.tolist()):
        q[k], v[k] = here
        lost = ~(np.isfinite(q[k]).all(axis=-1) & np.isfinite(v[k]).all(axis=-1))
        if lost.size and lost.all():
            break
        law = torque.during(k)
        tau[k] = law(now, *here)
        progress.tell(now)
        if k + 1 < len(time):
            here = step(*here, tau[k], np.array(time[k + 1] - now), law, now)
    return q, v, tau
