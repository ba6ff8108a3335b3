"""Simulations whose steps run in native code, with torques that are given or asked for."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from psiphi.dynamics.motion.dop853 import MOST_STEPS
from psiphi.errors import InputError, SimulationError
from psiphi.kernel.call.result_pool import empty
from psiphi.kernel.iterate.iteration import Iteration
from psiphi.robot import Robot
from psiphi.simulation.asked_torque import asked_motion
from psiphi.simulation.events import Watch, Watched
from psiphi.simulation.held_torque import check_finite
from psiphi.simulation.plan import Plan
from psiphi.simulation.progress import SILENT, Progress
from psiphi.simulation.trajectory_store import Store, stored_arrays

Array = NDArray[Any]

MOST_AT_ONCE = 1 << 20
"""Steps of rows between two looks at the clock, and at the keyboard."""


def native_motion(
    iteration: Iteration,
    robot: Robot,
    plan: Plan,
    progress: Progress,
    to: str | Path | None = None,
    watched: Watched | None = None,
) -> tuple[Array, Array, Array, Array | None]:
    """q, v and tau at the samples, (samples, ..., n), and where rows ended.

    to   where they are written as they come, instead of being held in memory
    """
    for name, x in plan.streams.items():
        check_finite("torque" if name == "tau" else name, x)
    if to is not None:
        arrays = _written(iteration, robot, plan, progress, to, watched)
        return arrays["q"], arrays["v"], arrays["tau"], None
    if plan.function is not None:
        return *_checked(plan, *asked_motion(iteration, plan, progress, watched)), None
    states, stopped = moved(iteration, plan, progress, watched)
    q, v = plan.by_batch(states["q"]), plan.by_batch(states["v"])
    tau = _forces(robot, plan, np.arange(0, plan.steps + 1, plan.every), states)
    return *_checked(plan, q, v, tau), stopped


def moved(
    iteration: Iteration, plan: Plan, progress: Progress = SILENT, watched: Watched | None = None
) -> tuple[dict[str, Array], Array | None]:
    """The states at the samples, (samples, rows, n), and the times (...) at which rows ended, if watched."""
    if watched is not None and not plan.is_empty:
        states, stopped = Watch(iteration, *watched, plan).run(progress)
    else:
        states, stopped = sampled(iteration, plan, plan.states, progress), np.full(plan.rows, np.nan)
    plan.tell_learned(states)
    return states, None if watched is None else stopped.reshape(plan.batch)


def sampled(
    iteration: Iteration,
    plan: Plan,
    names: Iterable[str],
    progress: Progress = SILENT,
    more: Mapping[str, Array] | None = None,
) -> dict[str, Array]:
    """Arrays that are carried from step to step, by name, at the samples, (samples, rows, n)."""
    given = {**plan.start, **plan.streams, **(more or {})}
    found = {x: empty((plan.samples, *given[x].shape), plan.dtype) for x in names}
    if plan.is_empty:
        for name, x in found.items():
            x[...] = given[name]
    else:
        for _ in _in_chunks(iteration, plan, given, found, progress):
            pass
    return found


def _in_chunks(
    iteration: Iteration,
    plan: Plan,
    given: Mapping[str, Array],
    room: Mapping[str, Array],
    progress: Progress,
) -> Iterator[tuple[int, int, dict[str, Array]]]:
    """Steps some at a time: the first and last of them, and their samples in a room for all or for these."""
    every, hold, steps = plan.every, plan.hold, plan.steps
    chunk = _steps_at_once(plan)
    progress.tell(0.0)
    state = {x: given[x] for x in room}
    for start in range(0, max(steps, 1), chunk):
        end = min(start + chunk, steps)
        first = start // every if len(room["q"]) == plan.samples else 0
        here = {x: room[x][first : first + (end - start) // every + 1] for x in room}
        period = slice(start // hold, max(1, -(-end // hold)))
        streams = {x: given[x] if len(given[x]) == 1 else given[x][period] for x in iteration.streamed}
        run = iteration.prepare(
            {**given, **state, **streams},
            here,
            steps=end - start,
            every=every,
            hold=hold if any(len(x) > 1 for x in streams.values()) else None,
            threads=plan.threads,
        )
        run()
        yield start, end, here
        state = {x: here[x][-1].copy() for x in room}
        progress.tell(end * plan.dt)


def _steps_at_once(plan: Plan) -> int:
    unit = plan.every * plan.hold
    return max(1, MOST_AT_ONCE // max(1, plan.rows * unit)) * unit


def _written(
    iteration: Iteration,
    robot: Robot,
    plan: Plan,
    progress: Progress,
    to: str | Path,
    watched: Watched | None,
) -> Mapping[str, Array]:
    """The motion in a store: its arrays are read from there."""
    if plan.function is not None:
        raise InputError(
            "to: motions under functions are held in memory; give an array, an expression or a law."
        )
    if watched is not None:
        raise InputError("until: motions that go to disk have no such end; leave out `to` or `until`.")
    every, chunk = plan.every, min(_steps_at_once(plan), plan.steps)
    given = {**plan.start, **plan.streams}
    room = {x: empty((chunk // every + 1, *given[x].shape), plan.dtype) for x in plan.states}
    store = Store(to, robot, plan.time[::every], plan.batch, max(1, chunk // every))
    for start, end, here in _in_chunks(iteration, plan, given, room, progress):
        q, v = plan.by_batch(here["q"]), plan.by_batch(here["v"])
        tau = _forces(robot, plan, np.arange(start, end + 1, every), here)
        store.write(start // every, {"q": q, "v": v, "tau": tau})
        if end == plan.steps:
            plan.tell_learned(here)
    store.finish()
    return stored_arrays(store.path)[1]


def _forces(robot: Robot, plan: Plan, passed: NDArray[np.int64], states: Mapping[str, Array]) -> Array:
    """The torques after so many steps, in these states."""
    q, v = plan.by_batch(states["q"]), plan.by_batch(states["v"])
    if plan.law is not None:
        return plan.law.forces(robot, plan.time[passed], q, v, passed, plan.hold, plan.learned(states))
    times = -(-plan.steps // plan.hold)
    tau = np.broadcast_to(plan.streams["tau"], (times, *plan.start["v"].shape))
    return tau[np.minimum(passed // plan.hold, times - 1)].reshape(v.shape)


def _checked(plan: Plan, q: Array, v: Array, tau: Array) -> tuple[Array, Array, Array]:
    return checked(q, v, tau, plan.time[:: plan.every], plan.step.loops is not None, plan.step.is_adaptive)


def checked(
    q: Array, v: Array, tau: Array, time: Array, loops: bool, adaptive: bool = False
) -> tuple[Array, Array, Array]:
    """The motion of a robot alone must stay finite; of a batch, what is lost is marked by NaN."""
    if q.ndim > 2 or (np.isfinite(q[-1]).all() and np.isfinite(v[-1]).all()):
        return q, v, tau
    sample = int(np.argmin(np.isfinite(q).all(axis=1) & np.isfinite(v).all(axis=1)))
    if not np.isfinite(tau[sample - 1]).all():
        raise SimulationError(
            f"the torque at t = {time[sample - 1]:g} s is not finite: {tau[sample - 1]}; check the torque "
            "function."
        )
    followed = ", and that its loops can be followed" if loops else ""
    remedy = "Take a shorter dt or method='dop853', and check"
    if adaptive:
        remedy = f"No step meets the tolerance, or {MOST_STEPS} lead no further; check that it is smooth, and"
    raise SimulationError(
        f"the motion is no longer finite at t = {time[sample]:g} s; the fastest rate before was "
        f"{np.abs(v[sample - 1]).max():.3g}. {remedy} that the torque does not feed the motion{followed}."
    )
