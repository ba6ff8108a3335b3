"""The figures to reach: below a floor something is wrong, at a goal it is good."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from benchmarks.closed_chains import BATCH
from benchmarks.dynamics import METHOD, OUT
from benchmarks.pinocchio_side import CALL
from benchmarks.quantities import OTHERS
from benchmarks.results import Results
from benchmarks.starting import COLD, DERIVE, IMPORT, LOAD, WARM

SET_ON = "AVX-512, twice as many lanes as AVX2"
"""The instruction set of the machine on which floors and goals of batches were set."""

# (floor, goal) of how many times faster than Pinocchio's C++, batch 1024, float64.
_BATCH = {
    "inverse_dynamics": {"UR5": (40, 50), "Panda": (40, 50), "ANYmal": (35, 50), "Talos": (28, 50)},
    "forward_dynamics": {"UR5": (55, 60), "Panda": (40, 60), "ANYmal": (32, 60), "Talos": (28, 60)},
    "mass_matrix": {"UR5": (12, 20), "Panda": (12, 20), "ANYmal": (4, 10), "Talos": (4, 10)},
    "mass_matrix_inverse": {"UR5": (20, 30), "Panda": (20, 30), "ANYmal": (7, 15), "Talos": (7, 15)},
}
_HELD = {"Panda, tip welded": (20, 30), "ANYmal, two feet fixed": (20, 30)}
_OTHERS = {quantity.label: (8, 15) if quantity.is_matrix else (15, 30) for quantity in OTHERS}
_LONGEST_COMPARED = {"inverse_dynamics": (18, 30), "forward_dynamics": (18, 30)}
_SINGLE = {"inverse_dynamics": (8, 10), "forward_dynamics": (6, 10)}
_COLD_MILLISECONDS = {"Panda": (150, 80), "ANYmal": (400, 200), "Talos": (900, 400)}
_WARM_MILLISECONDS = (10, 2)
_GROWTH = (1.5, 1.2)
_START_MILLISECONDS = {IMPORT: 250, LOAD: 100, DERIVE: 50}


@dataclass(frozen=True)
class Judgement:
    """A figure against its floor; None where it was not measured."""

    what: str
    measured: float | None
    floor: float
    goal: float
    unit: str
    more_is_better: bool = True

    @property
    def met(self) -> bool | None:
        if self.measured is None:
            return None
        return self.measured >= self.floor if self.more_is_better else self.measured <= self.floor


def judge(results: Results) -> list[Judgement]:
    """Every floor, in the order in which it is printed."""
    return [
        *_batches(results),
        *_held(results),
        *_single_calls(results),
        *_chains(results),
        *_starts(results),
    ]


def _batches(results: Results) -> Iterator[Judgement]:
    for quantity, robots in _BATCH.items():
        for robot, (floor, goal) in robots.items():
            yield _batch(results, quantity, robot, floor, goal)
    for quantity, (floor, goal) in _LONGEST_COMPARED.items():
        yield _batch(results, quantity, "chain 100", floor, goal)
    for quantity, (floor, goal) in _OTHERS.items():
        for robot in ("Talos",) if "4_frames" in quantity else _BATCH["mass_matrix"]:
            yield _batch(results, quantity, robot, floor, goal)


def _batch(results: Results, quantity: str, robot: str, floor: float, goal: float) -> Judgement:
    found = results.measurement(robot, quantity, 1024)
    what = f"{_title(quantity)}, batch 1024, {robot}"
    return Judgement(what, found.ratio if found else None, floor, goal, "×")


def _held(results: Results) -> Iterator[Judgement]:
    ratios = {found.robot: found.ratio for found in results.held}
    for robot, (floor, goal) in _HELD.items():
        what = f"constrained forward dynamics, batch {BATCH}, {robot}"
        yield Judgement(what, ratios.get(robot), floor, goal, "×")


def _single_calls(results: Results) -> Iterator[Judgement]:
    for quantity, (floor, goal) in _SINGLE.items():
        for contender, how in ((OUT, "kernel.call"), (METHOD, "method")):
            for robot in _BATCH[quantity]:
                found = results.measurement(robot, quantity, 1)
                theirs, ours = (found.best(CALL), found.best(contender)) if found else (None, None)
                ratio = theirs / ours if theirs and ours else None
                what = f"{_title(quantity)}, one call with out=, {how}, {robot}"
                yield Judgement(what, ratio, floor, goal, "×")


def _chains(results: Results) -> Iterator[Judgement]:
    for quantity in _LONGEST_COMPARED:
        costs = {found.joints: found.per_link for found in results.long_chains if found.quantity == quantity}
        growth = costs[100_000] / costs[1_000] if {1_000, 100_000} <= set(costs) else None
        what = f"{_title(quantity)}, cost per link, N = 100 000 against 1 000"
        yield Judgement(what, growth, *_GROWTH, "×", more_is_better=False)


def _starts(results: Results) -> Iterator[Judgement]:
    for robot, (floor, goal) in _COLD_MILLISECONDS.items():
        found = results.compilations.get((robot, "forward_dynamics"))
        cold, warm = (1e3 * min(found[COLD]), 1e3 * min(found[WARM])) if found else (None, None)
        yield Judgement(
            f"forward dynamics, compiled cold, {robot}", cold, floor, goal, "ms", more_is_better=False
        )
        yield Judgement(
            f"forward dynamics, from the disk cache, {robot}",
            warm,
            *_WARM_MILLISECONDS,
            "ms",
            more_is_better=False,
        )
    for what, target in _START_MILLISECONDS.items():
        found = [1e3 * min(times) for start, times in results.starts.items() if start.startswith(what)]
        name = f"{what}, the slowest of the catalogue" if what == DERIVE else what
        yield Judgement(name, max(found, default=None), target, target, "ms", more_is_better=False)


def _title(quantity: str) -> str:
    return quantity.replace("_", " ")
