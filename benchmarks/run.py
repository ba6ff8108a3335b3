"""A run through a plan, step by step."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace

from benchmarks import starting
from benchmarks.closed_chains import HELD, measure_closed
from benchmarks.dynamics import Comparison, Measurement
from benchmarks.long_chains import measure_chains
from benchmarks.machine import facts
from benchmarks.plan import HUGE, Plan
from benchmarks.quantities import DYNAMICS, QUANTITIES, Inputs
from benchmarks.results import Results
from benchmarks.robots import SUBJECTS

Progress = Callable[[str], None]


def run(plan: Plan, progress: Progress) -> Results:
    """Measure all that the plan asks for; `progress` is told of every step."""
    results = Results(facts())
    held = {name: HELD[name]() for name in plan.held}
    comparisons = {name: Comparison(SUBJECTS[name]()) for name in plan.robots}
    for number in range(plan.passes):
        which = f"pass {number + 1} of {plan.passes}"
        for comparison in comparisons.values():
            for measurement in _compare(comparison, plan, which, progress):
                results.add(measurement)
        for name in plan.held:
            progress(f"{which}: {held[name].name}")
            results.add_held(measure_closed(held[name], plan.budget))
        progress(f"{which}: fresh processes import, load and derive")
        results.add_starts(starting.starts())
        for name, quantity in plan.compiled:
            progress(f"{which}: fresh processes compile {quantity.title} of {name}")
            found = starting.compilation(comparisons[name].subject.robot, quantity)
            results.add_compilation(name, quantity.name, found)
    for name, comparison in comparisons.items():
        _compare_huge(comparison, plan, results, progress)
        if comparison.subject.robot.nv > plan.largest_matrix:
            results.notes.append(f"{name}: no matrices, for which it is too large.")
    progress(f"chains of {', '.join(map(str, plan.long_chains))} joints, psiphi alone")
    seconds = len(plan.long_chains) * plan.passes * plan.budget.seconds
    results.long_chains += measure_chains(plan.long_chains, replace(plan.budget, seconds=seconds))
    return results


def _compare(comparison: Comparison, plan: Plan, which: str, progress: Progress) -> Iterator[Measurement]:
    name, robot = comparison.subject.name, comparison.subject.robot
    for quantity in QUANTITIES:
        if not comparison.has(quantity) or (quantity.is_matrix and robot.nv > plan.largest_matrix):
            continue
        sizes = [(batch, "float64") for batch in plan.batches]
        if plan.single_precision and not quantity.is_inverse:
            sizes.append((plan.batches[-1], "float32"))
        for batch, dtype in sizes:
            progress(f"{which}: {name}, {quantity.title}, batch {batch}, {dtype}")
            yield comparison.measure(quantity, Inputs.drawn(robot, batch), plan.budget, dtype)


def _compare_huge(comparison: Comparison, plan: Plan, results: Results, progress: Progress) -> None:
    name, robot = comparison.subject.name, comparison.subject.robot
    for quantity in QUANTITIES:
        if name in plan.huge and not quantity.is_matrix and quantity in DYNAMICS:
            progress(f"{name}, {quantity.title}, batch {HUGE}")
            results.add(comparison.measure(quantity, Inputs.drawn(robot, HUGE), plan.huge_budget))
