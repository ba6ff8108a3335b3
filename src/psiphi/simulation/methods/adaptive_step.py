"""The loop around DOP853: steps as long as the tolerance allows, samples interpolated between their ends."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from psiphi.errors import SimulationError
from psiphi.simulation.methods.dop853 import Step, first_length, try_step
from psiphi.simulation.samples import Samples, at_time
from psiphi.simulation.system import Flow, System
from psiphi.simulation.torque import Torque

Array = NDArray[np.float64]

SHORTEST = 1e-13  # of the duration: when steps become so short, none is good
MOST_STEPS = 10_000  # between two samples: enough for any smooth motion, and an end to chattering forces
SPLINTER = 1e-9  # of a step: what would be left before a limit, and is taken along


def adaptive_steps(system: System, torque: Torque, samples: Samples, tolerance: float) -> None:
    """Fill the samples; the whole batch takes the steps that its most difficult row needs.

    Where the forces jump from sample to sample no step goes past a sample.
    """
    times = samples.time
    q, v, time, h = samples.q[0], samples.v[0], 0.0, 0.0
    done, steps = 0, 0  # the last sample recorded, and the steps since
    while done < len(times) - 1:
        steps += 1
        if steps > MOST_STEPS:
            raise SimulationError(
                f"{MOST_STEPS} steps since t = {times[done]:g} s led no further than t = {time:g} s. Where "
                "the torque jumps with the state no step is short enough; smooth it, or use method='rk4'. "
                "For a smooth motion take a shorter dt."
            )
        law = torque.during(done)
        flow, y = system.flow(q, law), system.start(q, v)
        slope = system.start_rates(q, v, law(time, q, v))
        scale = tolerance * (
            1.0 + np.concatenate([system.chart.magnitude(q), np.abs(system.speeds(q, v))], axis=-1)
        )
        limit = float(times[done + 1] if torque.jumps else times[-1])
        h = min(h or first_length(flow, y, slope, scale, limit), system.chart.longest_step(v))
        step, h = _good_step(flow, time, y, slope, scale, h, limit, SHORTEST * float(times[-1]))

        time = limit if step.reaches(limit) else time + step.h
        last = int(np.searchsorted(times, time, side="right")) - 1
        with at_time(time):
            if last > done:
                for sample, y_there in enumerate(
                    step.interpolated(times[done + 1 : last + 1]), start=done + 1
                ):
                    samples.record(sample, *system.state(q, y_there))
                done, steps = last, 0
            q, v = system.state(q, step.end)
        samples.tell(time)


def _good_step(
    flow: Flow, time: float, y: Array, slope: Array, scale: Array, h: float, limit: float, shortest: float
) -> tuple[Step, float]:
    """The first step that meets the tolerance, and the length to try after it."""
    while h >= shortest:
        cut = limit - time <= h * (1.0 + SPLINTER)
        step = try_step(flow, time, y, slope, limit - time if cut else h, scale)
        if step.good:
            return step, max(step.next_h, h) if cut else step.next_h
        h = step.next_h
    raise SimulationError(
        f"no step from t = {time:g} s on meets the tolerance, however short. The motion may run away there, "
        "or the torque be rough; method='rk4' does not look at its error."
    )
