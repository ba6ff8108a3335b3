"""One chunk of an ensemble: a pure function of plan, robot and its number."""

from __future__ import annotations

from functools import lru_cache

import numpy as np

from psiphi.ensemble.motion import Functions, moved, moving_robot, parameters_among
from psiphi.ensemble.observed import observed, variable_name
from psiphi.ensemble.store import Store, draw_name
from psiphi.ensemble.summaries import part_of
from psiphi.errors import EnsembleError
from psiphi.kernel.code.isa import selected


def compute(directory: str, chunk: int, functions: Functions) -> int:
    """Compute a chunk and write it; its number is given back. This is what a worker is asked to do."""
    store = _store(directory, Store(directory).plan.text())
    plan, robot = store.plan.with_functions(functions), store.robot
    if selected().fma != plan.fma:
        raise EnsembleError(
            f"this processor {'has' if selected().fma else 'has no'} fused multiplication and addition, "
            "unlike that where the ensemble began: digits would differ. PSIPHI_ISA chooses one or the other."
        )
    drawn, q, v, _ = moved(plan, robot, *plan.bounds(chunk), functions)
    moving, parameters = moving_robot(plan, robot), parameters_among(plan, drawn)
    seen = {
        name: observed(name, moving, q, v, parameters)
        for name in dict.fromkeys((*plan.keep, *plan.summarize))
    }
    rows = {variable_name(name): seen[name] for name in plan.keep}
    rows |= {draw_name(name): x for name, x in drawn.items() if name not in ("q", "v")}
    parts = {variable_name(x): part_of(seen[x].reshape(*seen[x].shape[:2], -1)) for x in plan.summarize}
    finite = np.isfinite(q[-1]).all(axis=-1) & np.isfinite(v[-1]).all(axis=-1)
    store.commit(chunk, rows, parts, {"diverged": int((~finite).sum())})
    return chunk


@lru_cache(maxsize=2)
def _store(directory: str, plan: str) -> Store:
    """A worker keeps the robot's code between chunks, as long as the directory holds the same plan."""
    return Store(directory)
