"""A run through a plan, step by step."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from benchmarks import starting
from benchmarks.dynamics import Comparison, Measurement
from benchmarks.long_chains import measure_chain, rolled_kernels_exist
from benchmarks.machine import facts
from benchmarks.plan import HUGE, Plan
from benchmarks.quantities import QUANTITIES, Inputs
from benchmarks.results import Results
from benchmarks.robots import SUBJECTS

Progress = Callable[[str], None]


def run(plan: Plan, progress: Progress) -> Results:
    """Measure all that the plan asks for; `progress` is told of every step."""
    results = Results(facts())
    comparisons = [Comparison(SUBJECTS[name]()) for name in plan.robots]
    for number in range(plan.passes):
        for comparison in comparisons:
            for measurement in _compare(comparison, plan, f"pass {number + 1} of {plan.passes}", progress):
                results.add(measurement)
    for comparison in comparisons:
        _compare_huge(comparison, plan, results, progress)
        if comparison.subject.robot.nv > plan.largest_matrix:
            results.notes.append(f"{comparison.subject.name}: no matrices, for which it is too large.")
    _long_chains(plan, results, progress)
    _starts(plan, results, progress)
    return results


def _compare(comparison: Comparison, plan: Plan, which: str, progress: Progress) -> Iterator[Measurement]:
    name, robot = comparison.subject.name, comparison.subject.robot
    for quantity in QUANTITIES:
        if quantity.is_matrix and robot.nv > plan.largest_matrix:
            continue
        sizes = [(batch, "float64") for batch in plan.batches]
        if plan.single_precision:
            sizes.append((plan.batches[-1], "float32"))
        for batch, dtype in sizes:
            progress(f"{which}: {name}, {quantity.title}, batch {batch}, {dtype}")
            yield comparison.measure(quantity, Inputs.drawn(robot, batch), plan.budget, dtype)


def _compare_huge(comparison: Comparison, plan: Plan, results: Results, progress: Progress) -> None:
    name, robot = comparison.subject.name, comparison.subject.robot
    for quantity in QUANTITIES:
        if name in plan.huge and not quantity.is_matrix:
            progress(f"{name}, {quantity.title}, batch {HUGE}")
            results.add(comparison.measure(quantity, Inputs.drawn(robot, HUGE), plan.huge_budget))


def _long_chains(plan: Plan, results: Results, progress: Progress) -> None:
    if plan.long_chains and not rolled_kernels_exist():
        results.notes.append("Long chains: left out, since this psiphi has no rolled kernels.")
        return
    for joints in plan.long_chains:
        progress(f"chain of {joints} joints, psiphi alone")
        results.long_chains += measure_chain(joints, plan.budget)


def _starts(plan: Plan, results: Results, progress: Progress) -> None:
    for measure in (starting.importing, starting.loading, starting.deriving):
        progress(f"{measure.__name__}, in fresh processes")
        results.starts += measure(plan.processes)
    for name, quantity in plan.compiled:
        progress(f"{name}, {quantity.title}, compiled in fresh processes")
        results.compilations.append(starting.compiling(SUBJECTS[name](), quantity, plan.processes))
