"""Timing several contenders in turns, so that all of them meet the same state of the machine.

Each round runs every contender once, in a burst of about a millisecond. The minimum over the rounds is the
time without disturbance, the median the time that was usual while the benchmark ran. Other work on the
machine lasts for seconds, so that a run comes back to everything it measures in several passes.
"""

from __future__ import annotations

import statistics
import time
import timeit
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

_MOST_ROUNDS = 2000


@dataclass(frozen=True)
class Timing:
    """Seconds per evaluation, in the best of some rounds and in the middle one."""

    best: float
    median: float
    rounds: int

    @classmethod
    def of(cls, samples: Sequence[float]) -> Timing:
        return cls(min(samples), statistics.median(samples), len(samples))


@dataclass(frozen=True)
class Contender:
    """A statement and the names it uses; written out, so that no wrapper is timed along with it.

    evaluations   how many rows one execution of the statement computes
    result        what the last execution has computed, one row each, where that is to be checked
    """

    name: str
    statement: str
    names: Mapping[str, object]
    evaluations: int = 1
    result: Callable[[], NDArray[np.floating]] | None = None

    def timer(self) -> timeit.Timer:
        return timeit.Timer(self.statement, globals=dict(self.names))


@dataclass(frozen=True)
class Budget:
    """How long to measure: seconds of all rounds together, rounds at least, and seconds of one burst."""

    seconds: float
    rounds: int
    burst: float = 1e-3


def race(contenders: Sequence[Contender], budget: Budget) -> dict[str, list[float]]:
    """Seconds per evaluation in each round, by the names of the contenders."""
    timers = [contender.timer() for contender in contenders]
    numbers = [_number(timer, budget.burst) for timer in timers]
    samples: dict[str, list[float]] = {contender.name: [] for contender in contenders}
    end = time.perf_counter() + budget.seconds
    rounds = 0
    while rounds < budget.rounds or (time.perf_counter() < end and rounds < _MOST_ROUNDS):
        for contender, timer, number in zip(contenders, timers, numbers, strict=True):
            samples[contender.name].append(timer.timeit(number) / (number * contender.evaluations))
        rounds += 1
    return samples


def _number(timer: timeit.Timer, burst: float) -> int:
    """How many executions fill a burst; the first ones warm up caches and compile what is compiled late."""
    timer.timeit(1)
    number = 1
    while (elapsed := timer.timeit(number)) < burst / 4:
        number *= 4
    return max(1, round(number * burst / elapsed))
