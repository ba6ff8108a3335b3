"""Instructions: the nodes of a program as the machine will execute them.

A product that is used once, in a sum, becomes one fused instruction with it; sin and cos of one angle
become one instruction; a difference that is only used negated is computed the other way round.  All this
is decided here, from the program alone, so that every way of emitting it gives the same bits.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from enum import Enum
from typing import NamedTuple

from psiphi.kernel.program import Program
from psiphi.kernel.scalar import Op, Scalar, operands


class Kind(Enum):
    """What an instruction does with its operands a, b, c."""

    ADD = "a + b"
    SUBTRACT = "a - b"
    MULTIPLY = "a * b"
    MULTIPLY_ADD = "a * b + c"
    MULTIPLY_SUBTRACT = "a * b - c"
    SUBTRACT_PRODUCT = "c - a * b"
    NEGATE = "-a"
    RECIPROCAL = "1 / a"
    SQRT = "sqrt a"
    SINCOS = "sin a, cos a"


class Instruction(NamedTuple):
    """One step on nodes, given by their ids.  SINCOS has two results, -1 for one that nobody needs."""

    kind: Kind
    results: tuple[int, ...]
    operands: tuple[int, ...]


_PLAIN = {
    Op.ADD: Kind.ADD,
    Op.SUBTRACT: Kind.SUBTRACT,
    Op.MULTIPLY: Kind.MULTIPLY,
    Op.NEGATE: Kind.NEGATE,
    Op.RECIPROCAL: Kind.RECIPROCAL,
    Op.SQRT: Kind.SQRT,
}
_REVERSED = {
    Kind.SUBTRACT: Kind.SUBTRACT,
    Kind.MULTIPLY_SUBTRACT: Kind.SUBTRACT_PRODUCT,
    Kind.SUBTRACT_PRODUCT: Kind.MULTIPLY_SUBTRACT,
}


def lower(program: Program) -> list[Instruction]:
    """The instructions of a program, in an order to execute."""
    uses = Counter(operand.id for node in program.nodes for operand in operands(node))
    uses.update(
        value.id for output in program.outputs for value in output.scalars if isinstance(value, Scalar)
    )
    angles: dict[int, list[int]] = {}
    for node in program.nodes:
        if node.op is Op.SIN or node.op is Op.COS:
            angles.setdefault(node.left.id, [-1, -1])[node.op is Op.COS] = node.id

    # One instruction for each node that is not part of another instruction, under the id of the node.
    plan: dict[int, Instruction] = {}
    for node in program.nodes:
        match node.op:
            case Op.INPUT | Op.CONSTANT:
                pass
            case Op.ADD | Op.SUBTRACT:
                plan[node.id] = _sum(node, uses, plan)
            case Op.SIN | Op.COS:
                pair = angles.pop(node.left.id, None)
                if pair is not None:
                    plan[node.id] = Instruction(Kind.SINCOS, tuple(pair), (node.left.id,))
            case Op.NEGATE if node.left.op is Op.SUBTRACT and uses[node.left.id] == 1:
                plan[node.id] = _reversed(plan.pop(node.left.id), node.id)
            case _:
                inputs = tuple(operand.id for operand in operands(node))
                plan[node.id] = Instruction(_PLAIN[node.op], (node.id,), inputs)
    return list(plan.values())


def _sum(node: Scalar, uses: Counter[int], plan: dict[int, Instruction]) -> Instruction:
    """x ± y, with a product among them taken in where nobody else needs it."""
    for product, other in ((node.right, node.left), (node.left, node.right)):
        if product.op is Op.MULTIPLY and uses[product.id] == 1:
            del plan[product.id]
            if node.op is Op.ADD:
                kind = Kind.MULTIPLY_ADD
            else:
                kind = Kind.SUBTRACT_PRODUCT if product is node.right else Kind.MULTIPLY_SUBTRACT
            return Instruction(kind, (node.id,), (product.left.id, product.right.id, other.id))
    return Instruction(_PLAIN[node.op], (node.id,), (node.left.id, node.right.id))


def _reversed(difference: Instruction, result: int) -> Instruction:
    """−(x − y) as y − x, which is the same number."""
    inputs: Sequence[int] = difference.operands
    if difference.kind is Kind.SUBTRACT:
        inputs = inputs[::-1]
    return Instruction(_REVERSED[difference.kind], (result,), tuple(inputs))
