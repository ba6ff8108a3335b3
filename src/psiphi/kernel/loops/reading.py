"""The reads of a step while it is written, and a step from what it is to write."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import TypeVar

from psiphi.kernel.loops.program import AddToElements, Constants, Elements, Read, Step, Write, Written
from psiphi.kernel.program.copying import Copy
from psiphi.kernel.program.program import Argument, Output, Program
from psiphi.kernel.program.scalar import INPUT, Graph, Scalar, Value


class Reads:
    """The arguments of a step, in order of first use."""

    def __init__(self, graph: Graph, name: str = "read") -> None:
        self.graph = graph
        self._name = name
        self._arguments: dict[Read, Argument] = {}

    def number(self, read: Read, index: int = 0, size: int = 1) -> Scalar:
        """One of the numbers that are read at a place."""
        argument = self._arguments.setdefault(read, Argument(f"{self._name}{len(self._arguments)}", (size,)))
        return self.graph.input(argument.name, index)

    @property
    def given(self) -> list[tuple[Argument, Read]]:
        """The arguments, and where they are read."""
        return [(argument, read) for read, argument in self._arguments.items()]


def step_of(given: Sequence[tuple[Argument, Read]], written: Sequence[Written]) -> Step | None:
    """The step that writes this, and reads what it needs of what is given; None where nothing is written."""
    if not written:
        return None
    outputs = tuple(Output(f"out{n}", (len(x),), x) for n, (_, x) in enumerate(written))
    live = {node.argument for node in Program((), outputs).nodes if node.op is INPUT}
    used = [(argument, read) for argument, read in given if argument.name in live]
    program = Program(tuple(argument for argument, _ in used), outputs)
    return Step(program, tuple(read for _, read in used), tuple(write for write, _ in written))


def single(step: Step) -> Step:
    """The same step, its reads and writes of single numbers, but for elements of arrays."""
    reads = Reads(Graph())
    inputs: dict[str, list[Value]] = {}
    for argument, read in step.given:
        size, whole = argument.size, isinstance(read, Elements)
        places = ((read, i, size) if whole else (_beyond(read, i), 0, 1) for i in range(size))
        inputs[argument.name] = [reads.number(*place) for place in places]
    copy = Copy(step.program, reads.graph, inputs)
    written: list[Written] = []
    for write, values in step.written:
        numbers = tuple(map(copy.value, values))
        if isinstance(write, Elements | AddToElements):
            written.append((write, numbers))
        else:
            written += [(_beyond(write, i), (x,)) for i, x in enumerate(numbers)]
    made = step_of(reads.given, written)
    assert made is not None
    return made


_Place = TypeVar("_Place", Read, Write)


def _beyond(place: _Place, i: int) -> _Place:
    """The place of the number after so many others."""
    if isinstance(place, Constants):
        return replace(place, column=place.column + i)
    assert not isinstance(place, Elements | AddToElements)
    return replace(place, place=place.place + i)
