"""What a run measures and for how long: everything, or a quick look."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from benchmarks.closed_chains import HELD
from benchmarks.quantities import DYNAMICS, FORWARD_DYNAMICS, Quantity
from benchmarks.robots import SUBJECTS
from benchmarks.timing import Budget

HUGE = 100_000


@dataclass(frozen=True)
class Plan:
    """The robots and sizes of a run.

    passes           how often everything is measured, from the first robot to the last
    largest_matrix   degrees of freedom up to which the matrices are taken; code without loops grows with nv²
    huge             the robots whose vectors are also taken in batches of HUGE rows
    held             robots with loops, of which the dynamics with all constraints are taken
    compiled         robots and quantities whose compilation is timed, in fresh processes
    """

    robots: Sequence[str]
    passes: int
    batches: Sequence[int]
    budget: Budget
    single_precision: bool
    largest_matrix: int
    huge: Sequence[str]
    huge_budget: Budget
    compiled: Sequence[tuple[str, Quantity]]
    long_chains: Sequence[int]
    held: Sequence[str] = ()


_NAMED = ("UR5", "Panda", "ANYmal", "Talos")

FULL = Plan(
    robots=tuple(SUBJECTS),
    passes=4,
    batches=(1, 64, 1024),
    budget=Budget(0.4, rounds=8),
    single_precision=True,
    largest_matrix=50,
    huge=_NAMED,
    huge_budget=Budget(0.0, rounds=6),
    compiled=tuple((robot, quantity) for robot in _NAMED for quantity in DYNAMICS),
    long_chains=(1_000, 10_000, 100_000),
    held=tuple(HELD),
)

QUICK = Plan(
    robots=_NAMED,
    passes=4,
    batches=(1, 1024),
    budget=Budget(0.1, rounds=5),
    single_precision=False,
    largest_matrix=50,
    huge=(),
    huge_budget=Budget(0.0, rounds=1),
    compiled=tuple((robot, FORWARD_DYNAMICS) for robot in _NAMED[1:]),
    long_chains=(1_000, 10_000),
    held=tuple(HELD),
)
