"""Simulations whose steps run in native code, with torques that are given or asked for."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from psiphi.errors import InputError, SimulationError
from psiphi.kernel.call.result_pool import empty
from psiphi.kernel.iterate.iteration import Iteration
from psiphi.robot import Robot
from psiphi.simulation.compiled_torque import CompiledTorque
from psiphi.simulation.events import EventFunction, Watch
from psiphi.simulation.held_torque import held_torque
from psiphi.simulation.progress import Progress
from psiphi.simulation.trajectory_store import Store, stored_arrays

if TYPE_CHECKING:
    from psiphi.simulation.torque import TorqueFunction

Array = NDArray[np.float64]

MOST_AT_ONCE = 1 << 20
"""Steps of rows between two looks at the clock, and at the keyboard."""


def native_motion(
    iteration: Iteration,
    robot: Robot,
    q: Array,
    v: Array,
    torque: ArrayLike | TorqueFunction | CompiledTorque | None,
    time: Array,
    every: int,
    hold: int,
    threads: int,
    progress: Progress,
    parameters: Mapping[str, Array],
    external: Mapping[str, Array],
    to: str | Path | None = None,
    watched: tuple[EventFunction, float] | None = None,
) -> tuple[Array, Array, Array, Array, Array | None]:
    """Times, q, v and tau of samples after `every` steps; arrays are held for `hold` steps.

    to        where they are written as they come, instead of being held in memory
    watched   what ends a row where it changes sign, and how exactly: the last result has the times
    """
    from psiphi.simulation.torque import Torque

    steps, batch = len(time) - 1, v.shape[:-1]
    times = -(-steps // hold)
    h = np.full((1, 1), time[-1] / steps)
    if not robot.nv:
        nothing = np.zeros((steps // every + 1, *batch, 0))
        return time[::every], nothing, nothing, nothing, None
    rows = {"q": q.reshape(-1, robot.nq), "v": v.reshape(-1, robot.nv), "dt": h, **parameters}
    for name, x in external.items():
        _check_finite(name, x)
    if callable(torque):
        if watched is not None:
            raise InputError("until: goes with torques that are given or compiled, not with functions.")
        if to is not None:
            raise InputError(
                "to: motions under functions are held in memory; give an array, an expression or a law."
            )
        forces = Torque(torque, steps, batch, robot.nv)
        asked = _asked(iteration, rows, forces, external, time, every, hold, threads, progress, batch)
        return *asked, None
    if isinstance(torque, CompiledTorque):
        streams = torque.streams(time, hold, batch, np.dtype(np.float64))
    else:
        streams = {"tau": held_torque(torque, times, batch, robot.nv, np.dtype(np.float64))}
    for name, x in streams.items():
        _check_finite("torque" if name == "tau" else name, x)
    streams = {**streams, **external}
    chunk = max(1, MOST_AT_ONCE // max(1, len(rows["q"]) * every * hold)) * every * hold

    def forces_at(passed: NDArray[np.int64], q: Array, v: Array) -> Array:
        """The torques after so many steps."""
        if isinstance(torque, CompiledTorque):
            return torque.forces(robot, time[passed], q, v, passed, hold)
        tau = np.broadcast_to(streams["tau"], (times, *rows["v"].shape))
        return tau[np.minimum(passed // hold, times - 1)].reshape(v.shape)

    def by_batch(x: Array) -> Array:
        return x.reshape(len(x), *batch, x.shape[-1])

    if watched is not None:
        if to is not None:
            raise InputError("until: motions that go to disk have no such end; leave out `to` or `until`.")
        watch = Watch(iteration, watched[0], rows, streams, time, every, hold, threads, watched[1])
        states, stopped = watch.run(progress)
        q, v = by_batch(states["q"]), by_batch(states["v"])
        given = forces_at(np.arange(0, steps + 1, every), q, v)
        _check_single(batch, time[::every], (q, v, given))
        return time[::every], q, v, given, stopped.reshape(batch)
    kept = steps if to is None else min(chunk, steps)
    samples = {x: empty((kept // every + 1, *rows[x].shape), rows[x].dtype) for x in "qv"}
    store = None if to is None else Store(to, robot, time[::every], batch, chunk // every)
    progress.tell(0.0)
    state = rows
    for start in range(0, steps, chunk):
        end = min(start + chunk, steps)
        first = start // every if store is None else 0
        here = {x: samples[x][first : first + (end - start) // every + 1] for x in "qv"}
        period = slice(start // hold, -(-end // hold))
        run = iteration.prepare(
            {**state, **{name: x if len(x) == 1 else x[period] for name, x in streams.items()}},
            here,
            steps=end - start,
            every=every,
            hold=hold if any(len(x) > 1 for x in streams.values()) else None,
            threads=threads,
        )
        run()
        if store is not None:
            q, v = by_batch(here["q"]), by_batch(here["v"])
            tau = forces_at(np.arange(start, end + 1, every), q, v)
            store.write(start // every, {"q": q, "v": v, "tau": tau})
        state = {**rows, **{x: here[x][-1].copy() for x in "qv"}}
        progress.tell(float(time[end]))
    if store is not None:
        store.finish()
        arrays = stored_arrays(store.path)[1]
        return arrays["time"], arrays["q"], arrays["v"], arrays["tau"], None
    q, v = by_batch(samples["q"]), by_batch(samples["v"])
    given = forces_at(np.arange(0, steps + 1, every), q, v)
    _check_single(batch, time[::every], (q, v, given))
    return time[::every], q, v, given, None


def _asked(
    iteration: Iteration,
    rows: dict[str, Array],
    forces: Any,
    external: Mapping[str, Array],
    time: Array,
    every: int,
    hold: int,
    threads: int,
    progress: Progress,
    batch: tuple[int, ...],
) -> tuple[Array, Array, Array, Array]:
    """A function is asked for the torques of each control period."""
    steps = len(time) - 1
    if steps % hold or (hold % every and every % hold):
        raise InputError(
            f"hold: {hold} steps of a control period, {every} from sample to sample, and {steps} in all do "
            "not go together; let one of the first two be a multiple of the other, and the last of the first."
        )
    fine = min(every, hold)  # samples that are made, of which those wanted are kept
    samples = {x: np.empty((steps // fine + 1, *rows[x].shape)) for x in "qv"}
    periods, per_period = steps // hold, hold // fine
    tau = np.empty((periods + 1, *rows["v"].shape))
    for x in "qv":
        samples[x][0] = rows[x]
    run = iteration.prepare(
        {**rows, **external, **{x: samples[x][0] for x in "qv"}, "tau": tau[:1]},
        {x: samples[x][: per_period + 1] for x in "qv"},
        steps=hold,
        every=fine,
        threads=threads,
    )
    advance = {x: per_period * samples[x].strides[0] for x in "qv"}
    advance |= {f"{x} sampled": advance[x] for x in "qv"}
    advance |= {name: x.strides[0] for name, x in external.items() if len(x) > 1}
    start = run.repeated(periods, {**advance, "tau": tau.strides[0]})
    q, v, given = (x.reshape(len(x), *batch, x.shape[-1]) for x in (samples["q"], samples["v"], tau))
    law = forces.during(0)
    for period, now in enumerate(time[:-1:hold].tolist()):
        place = period * per_period
        given[period] = law(now, q[place], v[place])
        start(period)
        progress.tell(now)
    given[-1] = law(float(time[-1]), q[-1], v[-1])
    progress.tell(float(time[-1]))
    wanted = slice(None, None, every // fine)
    places = np.minimum(np.arange(0, steps + 1, every) // hold, periods)
    found = (q[wanted], v[wanted], given[places])
    _check_single(batch, time[::every], found)
    return time[::every], *found


def _check_finite(name: str, x: Array) -> None:
    if not np.isfinite(x).all():
        row = int(np.argwhere(~np.isfinite(x))[0][0])
        raise InputError(f"{name}: row {row} holds NaN or infinity; give finite numbers.")


def _check_single(batch: tuple[int, ...], time: Array, found: tuple[Array, Array, Array]) -> None:
    """The motion of a robot alone must stay finite; of a batch, what is lost is marked by NaN."""
    q, v, tau = found
    if batch or (np.isfinite(q[-1]).all() and np.isfinite(v[-1]).all()):
        return
    finite = [np.isfinite(x).reshape(len(x), -1).all(axis=1) for x in (q, v)]
    lost = ~(finite[0] & finite[1])
    sample = int(np.argmax(lost))
    if not np.isfinite(tau[sample - 1]).all():
        raise SimulationError(
            f"the torque at t = {time[sample - 1]:g} s is not finite: {tau[sample - 1]}; check the torque "
            "function."
        )
    raise SimulationError(
        f"the motion is no longer finite at t = {time[sample]:g} s; the fastest rate before was "
        f"{np.abs(v[sample - 1]).max():.3g}. Take a shorter dt or method='dop853', and check that the torque "
        "does not feed the motion."
    )
