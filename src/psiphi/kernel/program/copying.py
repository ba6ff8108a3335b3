"""Programs written again in a graph that is open: to go on from them, or to make one of several."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace

from psiphi.kernel.program.operations import OPERATIONS
from psiphi.kernel.program.program import Argument, Output, Program, Variation
from psiphi.kernel.program.scalar import CONSTANT, INPUT, Graph, Op, Scalar, Value, operands

_MOST = {op: OPERATIONS[op].trace for op in (Op.ADD, Op.SUBTRACT, Op.MULTIPLY)}


class Copy:
    """A program in another graph; its nodes are found by those of the source.

    `inputs` gives some of the arguments other values. What two copies in one graph have in common is computed
    once.
    """

    def __init__(
        self, source: Program, graph: Graph | None = None, inputs: Mapping[str, Sequence[Value]] | None = None
    ) -> None:
        self.source = source
        self.graph = Graph() if graph is None else graph
        self._inputs = inputs or {}
        self._values: dict[int, Value] = {}
        self._fill(source.nodes)

    def _fill(self, nodes: Iterable[Scalar]) -> None:
        """The values of nodes, operands before their uses; those of most are written out."""
        values = self._values
        for node in nodes:
            made = _MOST.get(node.op)
            if made is None:
                values[node.id] = self._made(node)
            else:
                values[node.id] = made(values[node.left.id], values[node.right.id])

    def value(self, x: Value) -> Value:
        """What a node of the source is here; nodes that no result needs are made when they are asked for."""
        if not isinstance(x, Scalar):
            return x
        found = self._values.get(x.id)
        if found is None:
            found = self._values[x.id] = self._made(x)
        return found

    def _made(self, node: Scalar) -> Value:
        if node.op is INPUT:
            given = self._inputs.get(node.argument)
            return self.graph.input(node.argument, node.index) if given is None else given[node.index]
        if node.op is CONSTANT:
            return node.value
        values = [self.value(operand) for operand in operands(node)]
        if node.op is Op.SIGNIFICANT:  # decided by the code, of constants too
            return self.graph.node(node.op, *values)
        return OPERATIONS[node.op].trace(*values)

    def outputs_at(self, name: str, rows: Iterable[Sequence[Value]]) -> list[list[Value]]:
        """The first result for several values of an argument; what does not depend on it is made once."""
        moving = depending_on(self.source, name)
        held = {identity: x for identity, x in self._values.items() if identity not in moving}
        found: list[list[Value]] = []
        for row in rows:
            self._values, self._inputs = dict(held), {**self._inputs, name: row}
            self._fill(moving.values())
            found.append(self.outputs()[0])
        return found

    def outputs(self) -> list[list[Value]]:
        """The elements of each result."""
        return [[self.value(x) for x in output.scalars] for output in self.source.outputs]

    def variations(self) -> list[Variation]:
        """How the arguments vary that were not given other values."""
        found: list[Variation] = []
        for variation in self.source.variations:
            if variation.argument not in self._inputs:
                moving: list[tuple[Scalar, Mapping[int, Value]]] = []
                for node, moves in variation.moving:
                    here = self.value(node)
                    if isinstance(here, Scalar):
                        moving.append((here, {column: self.value(x) for column, x in moves.items()}))
                found.append(replace(variation, moving=tuple(moving)))
        return found


def depending_on(program: Program, name: str) -> dict[int, Scalar]:
    """The nodes that depend on an argument, by their ids."""
    found: dict[int, Scalar] = {}
    for node in program.nodes:
        own = node.op is INPUT and node.argument == name
        if own or any(operand.id in found for operand in operands(node)):
            found[node.id] = node
    return found


def program_of(copies: Iterable[Copy], arguments: Iterable[Argument], outputs: Iterable[Output]) -> Program:
    """The program of results made from copies in one graph, which is closed."""
    copies = list(copies)
    variations: dict[str, Variation] = {}
    for variation in (x for copy in copies for x in copy.variations()):
        known = variations.setdefault(variation.argument, variation)
        if known is not variation:
            moving = {node.id: (node, moves) for node, moves in (*variation.moving, *known.moving)}
            variations[variation.argument] = replace(known, moving=tuple(moving.values()))
    first = copies[0]
    made = Program(tuple(arguments), tuple(outputs), first.source.limbs, tuple(variations.values()))
    first.graph.close()
    return made
