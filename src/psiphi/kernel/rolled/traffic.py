"""What goes between bodies in a loop: numbers that parents hand to their children, and children send back.

Only what somebody needs is sent. What a child would compute from its parent's numbers alone, the parent
computes for all of them: a body then shares U = α̃ + ω̃ω̃ with its children, for one. In the same way
what depends on a body's constants alone is computed when the table is made.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

import numpy as np

from psiphi.frozen import frozen
from psiphi.kernel.program.operations import OPERATIONS
from psiphi.kernel.program.scalar import CONSTANT, INPUT, NEGATE, Graph, Scalar, Value, operands
from psiphi.kernel.rolled.body import FROM_PARENT, RECEIVED, TABLE, Trace
from psiphi.locks import cached_property
from psiphi.recursion.sweeps.operations.operation import Id


@frozen
class Traffic:
    """What is exchanged, the same for all classes.

    handed     expressions of what a body has, in a graph of their own: input (value, i) is a number of it
    received   numbers of sums over children: (value, i)
    columns    expressions of the numbers in a body's row, which are computed when the table is made
    """

    handed: tuple[Scalar, ...]
    received: tuple[tuple[Id, int], ...]
    columns: tuple[Scalar, ...]


@frozen
class Visit:
    """The part of one class in the traffic; scalars are those of its trace.

    sent       what is added to each of the parent's sums
    handed     what its children get
    result     this body's elements of the result
    arrivals   which node stands for which number that its parent hands to it
    constants  which node stands for which column of the table
    """

    sent: tuple[Value, ...]
    handed: tuple[Value, ...]
    result: tuple[Value, ...]
    arrivals: Mapping[int, int]
    constants: Mapping[int, int]

    @cached_property
    def nodes(self) -> list[Scalar]:
        """Everything that is read or computed, operands first."""
        return ancestors([*self.sent, *self.handed, *self.result], known={**self.arrivals, **self.constants})


def traffic_of(traces: Sequence[Trace]) -> tuple[Traffic, list[Visit]]:
    """What has to be exchanged for the results, and the part of each class in it."""
    handed, columns = _Expressions(FROM_PARENT), _Expressions(TABLE)
    received: dict[tuple[Id, int], None] = {}
    known = (-1, -1)
    while known != (len(handed.nodes), len(received)):
        known = (len(handed.nodes), len(received))
        for trace in traces:
            targets = [*trace.result, *_sent(trace, received), *_handed(trace, handed.nodes)]
            handed.places(targets)
            for node in ancestors(targets):
                if node.op is INPUT and node.argument.startswith(RECEIVED):
                    received[Id(int(node.argument.removeprefix(RECEIVED))), node.index] = None
    visits: list[Visit] = []
    for trace in traces:
        sent, own = tuple(_sent(trace, received)), tuple(_handed(trace, handed.nodes))
        targets = [*trace.result, *sent, *own]
        visits.append(Visit(sent, own, trace.result, handed.places(targets), columns.places(targets)))
    return Traffic(tuple(handed.nodes), tuple(received), tuple(columns.nodes)), visits


def _sent(trace: Trace, received: Iterable[tuple[Id, int]]) -> list[Value]:
    return [trace.sent[value][i] for value, i in received] if trace.sent else []


def _handed(trace: Trace, handed: Iterable[Scalar]) -> list[Value]:
    if not trace.handed:
        return []
    return replayed(handed, lambda leaf: trace.handed[Id(int(leaf.argument))][leaf.index])


class _Expressions:
    """Expressions of inputs of one source alone, collected over all classes in a graph of their own."""

    def __init__(self, source: str) -> None:
        self.source = source
        self.graph = Graph()
        self.nodes: dict[Scalar, int] = {}

    def places(self, targets: Sequence[Value]) -> dict[int, int]:
        """For each node that depends on the source alone and meets something else, which expression it is.

        Targets that depend on the source alone are computed from its plain numbers: to have a parent compute
        them would ask it for ever longer expressions.
        """
        nodes = ancestors(targets)
        inside: set[int] = set()
        for node in nodes:
            if node.op is INPUT:
                if node.argument.startswith(self.source):
                    inside.add(node.id)
            elif node.op is not CONSTANT and all(x.id in inside or x.op is CONSTANT for x in operands(node)):
                inside.add(node.id)
        found: dict[int, Scalar] = {}
        for node in nodes:
            if node.id not in inside:
                for operand in operands(node):
                    if operand.id in inside:
                        operand = operand.left if operand.op is NEGATE else operand
                        found[operand.id] = operand
        for node in ancestors(x for x in targets if isinstance(x, Scalar) and x.id in inside):
            if node.op is INPUT:
                found[node.id] = node
        copies = replayed(
            found.values(), lambda x: self.graph.input(x.argument.removeprefix(self.source), x.index)
        )
        pairs = zip(found, copies, strict=True)
        return {identity: self.nodes.setdefault(copy, len(self.nodes)) for identity, copy in pairs}


def ancestors(values: Iterable[Value], known: Mapping[int, object] = {}) -> list[Scalar]:
    """The nodes that values are computed from, and they, operands first; not what is behind those known."""
    found: dict[int, Scalar] = {}
    pending = [value for value in values if isinstance(value, Scalar)]
    while pending:
        node = pending.pop()
        if node.id not in found:
            found[node.id] = node
            if node.id not in known:
                pending.extend(operands(node))
    return [found[identity] for identity in sorted(found)]


def replayed(nodes: Iterable[Scalar], leaf: Callable[[Scalar], Any]) -> list[Any]:
    """Nodes computed anew from other inputs: scalars or arrays."""
    nodes = list(nodes)
    values: dict[int, Any] = {}
    for each in ancestors(nodes):
        values[each.id] = leaf(each) if each.op is INPUT else rebuilt(each, values)
    return [values[node.id] for node in nodes]


def rebuilt(node: Scalar, values: Mapping[int, Any]) -> Any:
    """A node that is no input, of given values for its operands."""
    if node.op is CONSTANT:
        return node.value
    given = [values[operand.id] for operand in operands(node)]
    record = OPERATIONS[node.op]
    return (record.value if any(isinstance(x, np.ndarray) for x in given) else record.trace)(*given)
