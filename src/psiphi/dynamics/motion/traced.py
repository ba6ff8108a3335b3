"""Programs of arrays of numbers: from their sizes and a function that is run on symbols."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TypeAlias

from psiphi.kernel.program.functions import GraphArithmetic
from psiphi.kernel.program.program import Argument, Output, Program
from psiphi.kernel.program.scalar import Graph
from psiphi.kernel.thresholds import MOST_TRACED
from psiphi.recursion.numbers.arithmetic import Number

Numbers: TypeAlias = Sequence[Number]
Arrays: TypeAlias = Mapping[str, Numbers]


def traced(
    sizes: Mapping[str, int | None],
    compute: Callable[[GraphArithmetic, Arrays], Arrays],
    ending: str = "",
) -> Program:
    """The program from arrays of these sizes, None for a single number, to those that `compute` names.

    `ending` is what the names of results have behind them.
    """
    arithmetic = GraphArithmetic(Graph(MOST_TRACED))
    arguments = tuple(Argument(name, () if size is None else (size,)) for name, size in sizes.items())
    results = compute(arithmetic, {x.name: x.scalars(arithmetic.graph) for x in arguments})
    outputs = (Output(name + ending, (len(x),), tuple(x)) for name, x in results.items())
    return Program(arguments, tuple(outputs))
