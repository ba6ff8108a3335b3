"""How a long packed program is cut into parts, functions of their own, and what each of them does."""

from __future__ import annotations

from collections import defaultdict
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
# Numbers given from which on there are parts: LLVM looks for each load among all others of a function.
_MANY = 400


class Results(NamedTuple):
    """Neighbouring elements of an output, which has a place in the table, from one on."""

    place: int
    start: int
    values: list[Stored]


class Parts:
    """The parts of a program.

    steps       what each of them computes, one unit after the other
    results     by unit, all units numbered through, what is stored then: as soon as it is known
    last        the last part that needs a node; the last one of all has another look at some
    """

    def __init__(self, program: Program, packing: Packing, looked_at: Collection[int]) -> None:
        given = sum(argument.size for argument in program.arguments)
        whole = len(packing.steps) <= _WHOLE and given < _MANY
        count = 1 if whole else -(-len(packing.steps) // _PART)
        ends = [number * len(packing.steps) // count for number in range(count + 1)]
        self.steps: list[list[list[Step]]] = [packing.steps[start:end] for start, end in pairwise(ends)]
        self.last: dict[int, int] = {}
        made: dict[int, int] = {}
        unit = 0
        for number, part in enumerate(self.steps):
            for steps in part:
                for step in steps:
                    for lane in step.lanes:
                        made.update(dict.fromkeys(lane.results, unit))
                        self.last.update(dict.fromkeys(lane.operands, number))
                unit += 1
        self.last.update(dict.fromkeys(looked_at, count - 1))
        self.results: defaultdict[int, list[Results]] = defaultdict(list)
        for place, output in enumerate(program.outputs, start=len(program.arguments)):
            values: list[Stored] = [
                packing.found(x.id) if isinstance(x, Scalar) else x for x in output.scalars
            ]
            units = [made.get(value[0], 0) if isinstance(value, tuple) else 0 for value in values]
            for number, some in groupby(range(len(values)), units.__getitem__):
                first, *others = some
                self.results[number].append(Results(place, first, values[first : first + 1 + len(others)]))
