"""Motions under a function (t, q, v), which is asked for the torques of each control period."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from psiphi.errors import InputError
from psiphi.kernel.call.result_pool import empty
from psiphi.kernel.iterate.iteration import Iteration
from psiphi.simulation.events import Watched
from psiphi.simulation.plan import Plan
from psiphi.simulation.progress import SILENT, Progress
from psiphi.simulation.torque import Torque

Array = NDArray[Any]


class Asked(NamedTuple):
    """q, v and the torques at the samples, (samples, ..., n)."""

    q: Array
    v: Array
    tau: Array


def asked_motion(
    iteration: Iteration,
    plan: Plan,
    progress: Progress = SILENT,
    watched: Watched | None = None,
    *,
    torques: bool = True,
) -> Asked:
    """The function is called once a control period for the whole batch; steps between run in native code.

    torques   whether those of all samples are wanted; else the last are found alone
    """
    if watched is not None:
        raise InputError("until: goes with torques that are given or compiled, not with functions.")
    steps, every, hold, rows = plan.steps, plan.every, plan.hold, plan.start
    if steps % hold or (hold % every and every % hold):
        raise InputError(
            f"hold: {hold} steps of a control period, {every} from sample to sample, and {steps} in all do "
            "not go together; let one of the first two be a multiple of the other, and the last of the first."
        )
    fine = min(every, hold)  # samples that are made, of which those wanted are kept
    samples = {x: empty((steps // fine + 1, *rows[x].shape), plan.dtype) for x in "qv"}
    periods, per_period = steps // hold, hold // fine
    tau = empty((periods + 1 if torques else 1, *rows["v"].shape), plan.dtype)
    for x in "qv":
        samples[x][0] = rows[x]
    streams = {name: x for name, x in plan.streams.items() if name != "tau"}
    q, v, given = (plan.by_batch(x) for x in (samples["q"], samples["v"], tau))
    law = Torque(plan.function, steps, plan.batch, rows["v"].shape[-1]).during(0)
    if periods and not plan.is_empty:
        run = iteration.prepare(
            {**rows, **streams, **{x: samples[x][0] for x in "qv"}, "tau": tau[:1]},
            {x: samples[x][: per_period + 1] for x in "qv"},
            steps=hold,
            every=fine,
            threads=plan.threads,
        )
        advance = {x: per_period * samples[x].strides[0] for x in "qv"}
        advance |= {f"{x} sampled": advance[x] for x in "qv"}
        advance |= {name: x.strides[0] for name, x in streams.items() if len(x) > 1}
        advance["tau"] = tau.strides[0] if torques else 0
        start = run.repeated(periods, advance)
        for period, now in enumerate(plan.time[:-1:hold].tolist()):
            place = period * per_period
            given[period if torques else 0] = law(now, q[place], v[place])
            start(period)
            progress.tell(now)
    wanted = slice(None, None, every // fine)
    if not torques:
        return Asked(q[wanted], v[wanted], given)
    given[-1] = law(float(plan.time[-1]), q[-1], v[-1])
    places = np.minimum(np.arange(0, steps + 1, every) // hold, periods)
    return Asked(q[wanted], v[wanted], given[places])
