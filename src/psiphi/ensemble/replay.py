"""Rows of an ensemble made again."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import numpy as np

from psiphi.ensemble.motion import Functions, moved
from psiphi.ensemble.store import Store
from psiphi.errors import InputError
from psiphi.model.arguments import batch_argument, count
from psiphi.simulation.trajectory import Trajectory


def replay(
    directory: str | Path,
    rows: int | Sequence[int],
    *,
    every: int | None = None,
    functions: Functions | None = None,
) -> Trajectory:
    """The motions of some rows made again, whether they are kept or not, bit for bit the same.

    rows       the number of a row, or several, which are then the batch of the trajectory
    every      steps from sample to sample; None for those of the ensemble
    functions  those that draw or control, where the ensemble has any
    """
    functions = {} if functions is None else functions
    store = Store(directory)
    plan = store.plan.with_functions(functions)
    wanted = batch_argument("rows", rows)
    if not wanted:
        raise InputError("rows: none given; give the number of a row, or several.")
    for row in wanted:
        if row >= plan.rows:
            raise InputError(f"rows: there is no row {row}; they go from 0 to {plan.rows - 1}.")
    every = plan.every if every is None else count("every", every)
    found = [moved(plan, store.robot, row, row + 1, functions, every) for row in wanted]
    q, v, tau = (
        np.concatenate(each, axis=1).astype(float)
        for each in zip(*((x.q, x.v, x.tau()) for x in found), strict=True)
    )
    if isinstance(rows, int):
        q, v, tau = q[:, 0], v[:, 0], tau[:, 0]
    return Trajectory(store.robot, np.arange(len(q), dtype=float) * (every * plan.dt), q, v, tau)
