"""The visit of a body cut into the steps of the passes.

A number is computed in the first pass that has what it is made of, and kept for the passes after it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from psiphi.frozen import frozen
from psiphi.kernel.loops.program import (
    AddToSum,
    Constants,
    FromParent,
    Kept,
    Read,
    StartSum,
    Step,
    Sums,
    ToChildren,
    Written,
)
from psiphi.kernel.loops.reading import Reads, step_of
from psiphi.kernel.program.scalar import CONSTANT, COS, INPUT, SIN, Graph, Scalar, Value, operands
from psiphi.kernel.rolled.body import RECEIVED
from psiphi.kernel.rolled.traffic import Traffic, Visit, rebuilt
from psiphi.locks import cached_property

_ANY_TIME = -1

PREPARATION = 0
"""A pass before those of the sweeps, for sines and cosines: they need no parent, and run side by side."""


@frozen
class Timetable:
    """When things leave a body: the pass of each number handed on, of each sum, and of the result.

    The passes of a sweep program are numbered from one, after the preparation.
    """

    passes: int
    handed: tuple[int, ...]
    received: tuple[int, ...]
    result: int

    def handed_in(self, number: int) -> list[int]:
        """What parents hand to children in a pass."""
        return [place for place, when in enumerate(self.handed) if when == number]

    def received_in(self, number: int) -> list[int]:
        """The sums that are made in a pass."""
        return [place for place, when in enumerate(self.received) if when == number]


Locate = Callable[[Scalar], tuple[Read, int, int]]
"""For an input from outside the loop: what to read, which of its numbers it is, and how many there are."""


class Cut:
    """One visit, with the pass of every node.

    `when` is the pass in which a node is computed, `uses` the passes that need it; `slots` are where nodes
    are kept from pass to pass.
    """

    def __init__(
        self,
        visit: Visit,
        traffic: Traffic,
        timetable: Timetable,
        results: Sequence[Written],
        locate: Locate,
    ) -> None:
        self.visit, self.timetable, self.locate = visit, timetable, locate
        self.sums = {(f"{RECEIVED}{value}", i): place for place, (value, i) in enumerate(traffic.received)}
        self.nodes = visit.nodes
        self.earliest = self._earliest()
        self.written = self._written(results)
        self.when: dict[int, int] = {}
        self.uses: dict[int, set[int]] = {node.id: set() for node in self.nodes}
        self._settle()
        self.slots = self._slots()

    def steps(self, starts_sums: bool) -> list[Step | None]:
        """The step of each pass, None where there is nothing to do; some bodies start their parents' sums."""
        return [_starting(step) if starts_sums and step is not None else step for step in self._steps]

    @cached_property
    def _steps(self) -> list[Step | None]:
        return [self._step(number) for number in range(self.timetable.passes)]

    def _earliest(self) -> dict[int, int]:
        """The first pass in which everything that a node is made of is there."""
        earliest: dict[int, int] = {}
        for node in self.nodes:
            if node.id in self.visit.arrivals:
                earliest[node.id] = self.timetable.handed[self.visit.arrivals[node.id]]
            elif node.id in self.visit.constants:
                earliest[node.id] = _ANY_TIME
            elif node.op is INPUT and (node.argument, node.index) in self.sums:
                earliest[node.id] = self.timetable.received[self.sums[node.argument, node.index]]
            else:
                earliest[node.id] = max((earliest[x.id] for x in operands(node)), default=_ANY_TIME)
        return earliest

    def _written(self, results: Sequence[Written]) -> list[list[Written]]:
        """What leaves the body, by pass."""
        written: list[list[Written]] = []
        for number in range(self.timetable.passes):
            handed, sent = self.timetable.handed_in(number), self.timetable.received_in(number)
            written.append([])
            if handed and self.visit.handed:
                written[-1].append((ToChildren(0), tuple(self.visit.handed[place] for place in handed)))
            if sent and self.visit.sent:
                written[-1].append((AddToSum(0), tuple(self.visit.sent[place] for place in sent)))
        written[self.timetable.result] += results
        return written

    def _settle(self) -> None:
        """When nodes are computed, from the last to the first: all uses of a node are known before it."""
        for number, written in enumerate(self.written):
            for value in (x for _, values in written for x in values):
                if isinstance(value, Scalar):
                    self.uses[value.id].add(number)
        for node in reversed(self.nodes):
            uses = self.uses[node.id]
            if not uses:
                continue
            when = self.when[node.id] = self._when(node)
            if not self._is_read(node):
                for operand in operands(node):
                    self.uses[operand.id].add(when)

    def _when(self, node: Scalar) -> int:
        if self.earliest[node.id] != _ANY_TIME:
            return self.earliest[node.id]
        return PREPARATION if node.op in (SIN, COS) else min(self.uses[node.id])

    def _is_read(self, node: Scalar) -> bool:
        return node.op is INPUT or node.id in self.visit.arrivals or node.id in self.visit.constants

    def _is_free(self, node: Scalar) -> bool:
        """Whether a node can be had in any pass without being kept."""
        return node.op is CONSTANT or (self._is_read(node) and self.earliest[node.id] == _ANY_TIME)

    def _slots(self) -> dict[int, int]:
        """Where nodes are kept, each by itself: loops/pruning.py finds out which can share a place."""
        used = (node for node in self.nodes if node.id in self.when and not self._is_free(node))
        kept = (node.id for node in used if max(self.uses[node.id]) > self.when[node.id])
        return {node: slot for slot, node in enumerate(kept)}

    def _step(self, number: int) -> Step | None:
        kept = (x for x in self.nodes if x.id in self.slots and self.when[x.id] == number)
        written = [*self.written[number], *((Kept(self.slots[x.id]), (x,)) for x in kept)]
        reads = Reads(Graph())
        values: dict[int, Value] = {}
        for node in self.nodes:
            if number not in (*self.uses[node.id], self.when.get(node.id)):
                continue
            if self._is_read(node) and (self.when[node.id] == number or self._is_free(node)):
                values[node.id] = reads.number(*self._place(node, number))
            elif node.op is CONSTANT or self.when[node.id] == number:
                values[node.id] = rebuilt(node, values)
            else:
                values[node.id] = reads.number(Kept(self.slots[node.id]), 0, 1)
        return step_of(
            reads.given,
            [(write, tuple(_renamed(value, values) for value in given)) for write, given in written],
        )

    def _place(self, node: Scalar, number: int) -> tuple[Read, int, int]:
        if node.id in self.visit.arrivals:
            handed = self.timetable.handed_in(number)
            place = self.visit.arrivals[node.id]
            return FromParent(handed.index(place)), 0, 1
        if node.id in self.visit.constants:
            return Constants(self.visit.constants[node.id]), 0, 1
        if (node.argument, node.index) in self.sums:
            sums = self.timetable.received_in(number)
            place = self.sums[node.argument, node.index]
            return Sums(sums.index(place)), 0, 1
        return self.locate(node)


def _starting(step: Step) -> Step:
    """The same step for a body that starts its parent's sums."""
    writes = (StartSum(write.place) if isinstance(write, AddToSum) else write for write in step.writes)
    return Step(step.program, step.reads, tuple(writes))


def _renamed(value: Value, values: Mapping[int, Value]) -> Value:
    return values[value.id] if isinstance(value, Scalar) else value
