"""A run through a plan, step by step."""

from __future__ import annotations

from collections.abc import Callable

from benchmarks import starting
from benchmarks.dynamics import Comparison
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
    for name in plan.robots:
        _compare(name, plan, results, progress)
    _long_chains(plan, results, progress)
    _starts(plan, results, progress)
    return results


def _compare(name: str, plan: Plan, results: Results, progress: Progress) -> None:
    comparison = Comparison(SUBJECTS[name]())
    robot = comparison.subject.robot
    for quantity in QUANTITIES:
        if quantity.is_matrix and robot.nv > plan.largest_matrix:
            results.notes.append(f"{name}, {quantity.title}: left out, since nv = {robot.nv}.")
            continue
        for batch in plan.batches:
            progress(f"{name}, {quantity.title}, batch {batch}")
            inputs = Inputs.drawn(robot, batch)
            results.dynamics.append(comparison.measure(quantity, inputs, plan.budget))
            if plan.single_precision and batch == max(plan.batches):
                progress(f"{name}, {quantity.title}, batch {batch}, float32")
                results.dynamics.append(comparison.measure(quantity, inputs, plan.budget, "float32"))
        if name in plan.huge and not quantity.is_matrix:
            progress(f"{name}, {quantity.title}, batch {HUGE}")
            inputs = Inputs.drawn(robot, HUGE)
            results.dynamics.append(comparison.measure(quantity, inputs, plan.huge_budget))


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
