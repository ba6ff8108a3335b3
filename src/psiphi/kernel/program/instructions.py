"""Instructions: the nodes of a program as the machine will execute them.

A product that is used once, in a sum, becomes one fused instruction (FMA) with it; in small programs one that
several sums need does so with each.  sin and cos of all angles that are known beforehand become one
instruction, the first; a difference that is only used negated is computed the other way round.  All this is
decided here, from the program alone, so that every way of emitting it gives the same bits.
"""

from __future__ import annotations

from collections import Counter
from typing import NamedTuple

from psiphi.kernel.program.program import Program
from psiphi.kernel.program.scalar import (
    ADD,
    CONSTANT,
    COS,
    INPUT,
    MULTIPLY,
    NEGATE,
    OPERAND_NAMES,
    SIN,
    SUBTRACT,
    Op,
    Scalar,
    operands,
)


class Instruction(NamedTuple):
    """One step on nodes, given by their ids.

    SINCOS has any number of operands and two results for each, -1 for one that nobody needs.
    """

    op: Op
    results: tuple[int, ...]
    operands: tuple[int, ...]


# A difference of fused instructions the other way round.
_OPPOSITE = {
    Op.MULTIPLY_SUBTRACT: Op.SUBTRACT_PRODUCT,
    Op.SUBTRACT_PRODUCT: Op.MULTIPLY_SUBTRACT,
}
# Live nodes beyond which there are more values than registers at any time: there it is better to be done with
# a product, or a sum of products, than to keep its factors until the rest is there.
_SMALL = 2_000


def lower(program: Program, *, crowded: bool = False) -> list[Instruction]:
    """The instructions of a program, in an order to execute.

    `crowded` says that registers are short although the program is small.
    """
    uses = Counter([getattr(node, name).id for node in program.nodes for name in OPERAND_NAMES[node.op]])
    angles: dict[int, list[int]] = {}
    for node in program.nodes:
        if node.op is SIN or node.op is COS:
            angles.setdefault(node.left.id, [-1, -1])[node.op is COS] = node.id
    for output in program.outputs:
        uses.update(value.id for value in output.scalars if isinstance(value, Scalar))

    # Products of the trunk taken into sums of limbs would make limbs less alike.
    small = len(program.nodes) <= _SMALL and not program.limbs and not crowded
    fused = _fused(program, uses, several=small)
    # One instruction for each node that is not part of another instruction, under the id of the node.
    plan: dict[int, Instruction] = {}
    for node in program.nodes:
        op = node.op
        if op is MULTIPLY:
            if node.id in fused:
                continue
            plan[node.id] = Instruction(Op.MULTIPLY, (node.id,), (node.left.id, node.right.id))
        elif op is ADD or op is SUBTRACT:
            plan[node.id] = _sum(node, fused)
        elif op is SIN or op is COS:
            pair = angles.pop(node.left.id, None)
            if pair is not None:
                plan[node.id] = Instruction(Op.SINCOS, tuple(pair), (node.left.id,))
        elif op is NEGATE and node.left.op is SUBTRACT and uses[node.left.id] == 1:
            plan[node.id] = _reversed(plan.pop(node.left.id), node.id)
        elif op is not INPUT and op is not CONSTANT:
            plan[node.id] = Instruction(op, (node.id,), tuple(x.id for x in operands(node)))
    return _angles_first(list(plan.values()))


def _angles_first(instructions: list[Instruction]) -> list[Instruction]:
    """The same instructions; the sines and cosines that wait for no others come first, as one instruction.

    Each is a long chain of operations on many constants: side by side they share the constants, and none
    waits for its own last result.
    """
    makers = {result: instruction for instruction in instructions for result in instruction.results}
    later: set[int] = set()  # what follows from a sine or a cosine
    angles: list[Instruction] = []
    for instruction in instructions:
        waits = not later.isdisjoint(instruction.operands)
        if instruction.op is Op.SINCOS and not waits:
            angles.append(instruction)
        if waits or instruction.op is Op.SINCOS:
            later.update(instruction.results)
    if not angles:
        return instructions

    needed: set[int] = set()  # what the angles are computed from
    pending = [instruction.operands[0] for instruction in angles]
    while pending:
        maker = makers.get(pending.pop())
        if maker is not None and maker.results[0] not in needed:
            needed.update(maker.results)
            pending.extend(maker.operands)
    first = [instruction for instruction in instructions if instruction.results[0] in needed]
    together = Instruction(
        Op.SINCOS,
        tuple(result for instruction in angles for result in instruction.results),
        tuple(instruction.operands[0] for instruction in angles),
    )
    moved = {*map(id, first), *map(id, angles)}
    return [*first, together, *(instruction for instruction in instructions if id(instruction) not in moved)]


def _fused(program: Program, uses: Counter[int], several: bool) -> set[int]:
    """The products that become part of the sums that need them; of `several` sums, if that is said.

    A sum takes in one product. Of two that nobody else needs it is the one made later, whatever the signs:
    mirrored limbs have the same instructions. One that several sums need is multiplied in each of them, which
    is an instruction less, if all of them can take it in.
    """
    sums: dict[int, list[int]] = {}
    for node in program.nodes:
        if node.op is ADD or node.op is SUBTRACT:
            for operand in (node.left, node.right):
                if operand.op is MULTIPLY:
                    sums.setdefault(operand.id, []).append(node.id)
    products = [x for x in sums if uses[x] == len(sums[x])]
    wanted = sorted((x for x in products if uses[x] == 1), reverse=True)
    if several:
        wanted += (x for x in products if uses[x] == len(set(sums[x])) > 1)
    fused: set[int] = set()
    taken: set[int] = set()
    for x in wanted:
        if taken.isdisjoint(sums[x]):
            fused.add(x)
            taken.update(sums[x])
    return fused


def _sum(node: Scalar, fused: set[int]) -> Instruction:
    """x ± y, with a product among them taken in."""
    for product, other in ((node.left, node.right), (node.right, node.left)):
        if product.id in fused:
            if node.op is ADD:
                op = Op.MULTIPLY_ADD
            else:
                op = Op.SUBTRACT_PRODUCT if product is node.right else Op.MULTIPLY_SUBTRACT
            return Instruction(op, (node.id,), (product.left.id, product.right.id, other.id))
    return Instruction(node.op, (node.id,), (node.left.id, node.right.id))


def _reversed(difference: Instruction, result: int) -> Instruction:
    """−(x − y) as y − x, which is the same number."""
    op, _, operands = difference
    if op is Op.SUBTRACT:
        return Instruction(op, (result,), operands[::-1])
    return Instruction(_OPPOSITE[op], (result,), operands)
