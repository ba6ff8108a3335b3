"""How a long packed program is cut into parts, functions of their own, and what each of them does."""

from __future__ import annotations

from collections.abc import Collection
from itertools import groupby, pairwise
from typing import NamedTuple

from psiphi.kernel.packed.order import Step
from psiphi.kernel.packed.packing import Packing
from psiphi.kernel.packed.vectors import Stored
from psiphi.kernel.program.program import Program
from psiphi.kernel.program.scalar import Scalar

# Steps that are one function; and those of each part of more, of which fewer take less time to compile.
_WHOLE, _PART = 4_500, 250


class Results(NamedTuple):
    """Neighbouring elements of an output, which has a place in the table, from one on."""

    place: int
    start: int
    values: list[Stored]


class Parts:
    """The parts of a program.

    steps       what each of them computes
    results     what it stores: all that is known with it
    last        the last part that needs a node; the last one of all has another look at some
    """

    def __init__(self, program: Program, packing: Packing, looked_at: Collection[int]) -> None:
        count = 1 if len(packing.steps) <= _WHOLE else -(-len(packing.steps) // _PART)
        ends = [number * len(packing.steps) // count for number in range(count + 1)]
        self.steps: list[list[list[Step]]] = [packing.steps[start:end] for start, end in pairwise(ends)]
        self.last: dict[int, int] = {}
        made: dict[int, int] = {}
        for number, part in enumerate(self.steps):
            for unit in part:
                for step in unit:
                    for lane in step.lanes:
                        made.update(dict.fromkeys(lane.results, number))
                        self.last.update(dict.fromkeys(lane.operands, number))
        self.last.update(dict.fromkeys(looked_at, count - 1))
        self.results: list[list[Results]] = [[] for _ in self.steps]
        for place, output in enumerate(program.outputs, start=len(program.arguments)):
            values: list[Stored] = [
                packing.found(x.id) if isinstance(x, Scalar) else x for x in output.scalars
            ]
            parts = [made.get(value[0], 0) if isinstance(value, tuple) else 0 for value in values]
            for number, some in groupby(range(len(values)), parts.__getitem__):
                first, *others = some
                self.results[number].append(Results(place, first, values[first : first + 1 + len(others)]))
