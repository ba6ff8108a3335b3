"""Which values tell that an argument is not finite.

Sums, products, roots and sines of what is not finite are not finite either: ∞ − ∞ and 0 · ∞ are NaN.  So a
result tells on every argument that reaches it by nothing but those, and a few results can be looked at
instead of all arguments.
"""

from __future__ import annotations

from typing import NamedTuple

from psiphi.kernel.program.operations import OPERATIONS
from psiphi.kernel.program.program import Input, Program
from psiphi.kernel.program.scalar import INPUT, Scalar, operands


class Witnesses(NamedTuple):
    """Values of which one at least is not finite where an argument is not.

    nodes     of the program, by their ids
    unused    elements of arguments that no result depends on
    """

    nodes: frozenset[int]
    unused: frozenset[Input]


def witnesses(program: Program) -> Witnesses:
    """Few of them: results that tell on many arguments first, then the arguments on which none tells."""
    if not program.watched:
        return Witnesses(frozenset(), frozenset())
    inputs = [node for node in program.nodes if node.op is INPUT]
    told: dict[int, int] = {node.id: 1 << place for place, node in enumerate(inputs)}  # as sets of bits
    for node in program.nodes:
        if OPERATIONS[node.op].tells:
            told[node.id] = 0
            for operand in operands(node):
                told[node.id] |= told.get(operand.id, 0)
    results = {
        value.id: told.get(value.id, 0)
        for output in program.outputs
        for value in output.scalars
        if isinstance(value, Scalar)
    }
    chosen: list[int] = []
    missing = (1 << len(inputs)) - 1
    while results:
        best = max(results, key=lambda result: (results[result] & missing).bit_count())
        if not results[best] & missing:
            break
        chosen.append(best)
        missing &= ~results[best]
    chosen += [node.id for place, node in enumerate(inputs) if missing >> place & 1]
    used = {(node.argument, node.index) for node in inputs}
    unused = {
        (argument.name, index) for argument in program.arguments for index in range(argument.size)
    } - used
    return Witnesses(frozenset(chosen), frozenset(unused))
