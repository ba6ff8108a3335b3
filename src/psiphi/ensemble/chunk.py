"""One chunk of an ensemble: a pure function of plan, robot and its number."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import lru_cache, partial
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from psiphi.ensemble.observed import observed, variable_name
from psiphi.ensemble.plan import Plan
from psiphi.ensemble.store import Store, draw_name
from psiphi.ensemble.summaries import part_of
from psiphi.errors import EnsembleError, InputError
from psiphi.kernel.code.isa import selected
from psiphi.robot import Robot

Array = NDArray[Any]
Functions = Mapping[str, Callable[..., Any]]


class Moved(NamedTuple):
    """Some rows: what was drawn, (rows, ...); their motions, (samples, rows, n); the forces of a law."""

    drawn: dict[str, Array]
    q: Array
    v: Array
    tau: Array | None


def compute(directory: str, chunk: int, functions: Functions | None = None) -> int:
    """Compute a chunk and write it; its number is given back. This is what a worker is asked to do."""
    store = _store(directory, Store(directory).plan.text())
    plan = store.plan.with_functions({} if functions is None else functions)
    if selected().fma != plan.fma:
        raise EnsembleError(
            f"this processor {'has' if selected().fma else 'has no'} fused multiplication and addition, "
            "unlike that where the ensemble began: digits would differ. PSIPHI_ISA chooses one or the other."
        )
    drawn, q, v, _ = moved(plan, store.robot, *plan.bounds(chunk), functions)
    parameters = parameters_among(plan, drawn)
    moving = _moving(plan, store.robot)
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


def moved(
    plan: Plan,
    robot: Robot,
    start: int,
    stop: int,
    functions: Functions | None = None,
    every: int | None = None,
) -> Moved:
    """The rows from start to stop."""
    drawn = {
        name: np.ascontiguousarray(
            draw.rows(plan.seed, name, start, stop, robot.model, plan.shape(name, robot)), plan.dtype
        )
        for name, draw in plan.draws.items()
    }
    moving, parameters = _moving(plan, robot), parameters_among(plan, drawn)
    options: dict[str, Any] = {
        "method": plan.method,
        "every": plan.every if every is None else every,
        "hold": plan.hold,
        "damping": plan.damping,
        "friction": plan.friction,
        "springs": plan.springs,
        "effort_limits": plan.effort_limits,
    }
    if parameters is not None:
        options["parameters"] = parameters
    if plan.law is not None:
        law = _law(plan, functions, drawn)
        found = moving.simulate(
            drawn["q"], drawn["v"], law, duration=plan.steps * plan.dt, dt=plan.dt, progress=False, **options
        )
        return Moved(drawn, found.q.astype(plan.dtype), found.v.astype(plan.dtype), found.tau)
    torque = drawn.get("torque")
    if torque is not None:  # time first, where there are times
        torque = torque[None] if torque.ndim == 2 else np.moveaxis(torque, 1, 0)
    q, v = moving.rollout(drawn["q"], drawn["v"], torque, plan.steps, plan.dt, **options)
    return Moved(drawn, q, v, None)


def parameters_among(plan: Plan, drawn: Mapping[str, Array]) -> Array | None:
    """The parameters of `robot.varying`, one after the other, (rows, p)."""
    names = plan.parameters()
    return np.concatenate([drawn[name] for name in names], axis=-1) if names else None


def _moving(plan: Plan, robot: Robot) -> Robot:
    names = plan.parameters()
    return _varying(robot, names) if names else robot


@lru_cache(maxsize=2)
def _varying(robot: Robot, names: tuple[str, ...]) -> Robot:
    return robot.varying(*names)


@lru_cache(maxsize=2)
def _store(directory: str, plan: str) -> Store:
    """A worker keeps the robot's code between chunks, as long as the directory holds the same plan."""
    return Store(directory)


def _law(plan: Plan, functions: Functions | None, drawn: Mapping[str, Array]) -> Callable[..., Any]:
    if not functions or "law" not in functions:
        raise InputError(
            f"law: motions follow {plan.law}, which no file keeps; give it again as functions={{'law': …}}."
        )
    known = {"q", "v", *plan.parameters()}
    return partial(functions["law"], **{name: x for name, x in drawn.items() if name not in known})
