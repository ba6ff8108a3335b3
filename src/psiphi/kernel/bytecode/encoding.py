"""A program as bytecode: tables of instructions on numbered slots, for the interpreter.

Slots hold one number each, of every row of a block: first the constants, then the arguments, then what is
computed, where a slot is used again once its value was read for the last time. An instruction is four words,
the slot of its result and those of three operands. Sums and products are all one operation, ± a · b ± c with
the signs in the highest bits of the words of b and c: a · b is a · b + (−0) and a + b is a · 1 + b, to the
same bits. So the interpreter has nothing to decide for thousands of instructions in a row, a *run*.
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

from psiphi.kernel.bytecode.bytecode import MINUS, Bytecode
from psiphi.kernel.program.instructions import Instructions, lowered
from psiphi.kernel.program.program import Program
from psiphi.kernel.program.scalar import CONSTANT, INPUT, Op, Scalar

FUSED = 0
OTHERS = (
    Op.SINCOS,
    Op.RECIPROCAL,
    Op.SQRT,
    Op.SIGNIFICANT,
    Op.OR_ZERO,
    Op.ABSOLUTE,
    Op.MINIMUM,
    Op.MAXIMUM,
    Op.SELECT,
    Op.ARCTAN2,
)
"""The kinds of runs: FUSED, and from one on these operations."""

_NOTHING, _ONE = 0, 1  # the slots of −0 and 1
_CONSTANTS = (-0.0, 1.0)


def encode(program: Program) -> Bytecode:
    """The bytecode of a program: the instructions that compiled code has, in the same order."""
    instructions = lowered(program)
    known = {constant.hex(): slot for slot, constant in enumerate(_CONSTANTS)}

    def constant(value: float) -> int:
        return known.setdefault(value.hex(), len(known))

    slot = [_NOTHING] * (program.nodes[-1].id + 2 if program.nodes else 1)  # of each node, by its id
    for node in program.nodes:
        if node.op is CONSTANT:
            slot[node.id] = constant(node.value)
    results = [x if isinstance(x, Scalar) else constant(float(x)) for y in program.outputs for x in y.scalars]
    starts: dict[str, int] = {}
    slots = len(known)
    for argument in program.arguments:
        starts[argument.name] = slots
        slots += argument.size
    for node in program.nodes:
        if node.op is INPUT:
            slot[node.id] = starts[node.argument] + node.index
    slot[-1] = slots  # of results that nobody needs
    slots = _assign_slots(instructions, [x.id for x in results if isinstance(x, Scalar)], slot, slots + 1)
    kinds = np.zeros(max(Op) + 1, np.int64)
    kinds[list(OTHERS)] = np.arange(len(OTHERS)) + FUSED + 1
    kinds = kinds[instructions.ops]
    ends = np.flatnonzero(np.diff(kinds, append=-1)) + 1  # of runs
    lengths = np.cumsum([0, *(output.size for output in program.outputs)])[:-1]
    return Bytecode(
        np.array([float.fromhex(name) for name in known], np.float64),
        _words(instructions, np.array(slot, np.int32)),
        np.stack([kinds[ends - 1], np.diff(ends, prepend=0)], 1),
        np.array([*starts.values(), *lengths], np.int64),
        np.array([array.size for array in (*program.arguments, *program.outputs)], np.int64),
        np.array([x if isinstance(x, int) else slot[x.id] for x in results], np.int32),
        slots,
    )


def _assign_slots(instructions: Instructions, kept: list[int], slot: list[int], following: int) -> int:
    """A slot for every result; of those that are free again the latest is taken first.

    `slot` has those of constants and arguments, which stay where they are, as do values that are `kept`, and
    angles: the sines of many at once may not take the place of those that follow.
    """
    ops, results, operands = instructions[:3]
    angles = ops == Op.SINCOS
    ends = np.zeros(len(slot), bool)
    ends[results[~angles, 0]] = True
    ends[kept] = ends[operands[angles, 0]] = ends[-1] = False
    read, times = operands.ravel(), np.arange(operands.size)
    last = np.zeros(len(slot), np.int64)
    np.maximum.at(last, read, times)
    ending = ends[read] & (last[read] == times)
    ended: Iterator[int] = iter(read[ending].tolist())
    numbers = ending.reshape(operands.shape).sum(1).tolist()
    free: list[int] = []
    for (first, second), number in zip(results.tolist(), numbers, strict=True):
        for _ in range(number):
            free.append(slot[next(ended)])
        if first >= 0:
            if free:
                slot[first] = free.pop()
            else:
                slot[first] = following
                following += 1
        if second >= 0:
            slot[second] = following
            following += 1
    return following


def _words(instructions: Instructions, slot: NDArray[np.int32]) -> NDArray[np.int32]:
    """The slots of results and operands: of sums and products as ± a · b ± c."""
    ops, results, operands = instructions[:3]
    words = np.concatenate([slot[results[:, :1]], np.where(operands < 0, _NOTHING, slot[operands])], 1)
    sums = (ops == Op.ADD) | (ops == Op.SUBTRACT)
    words[sums, 3] = words[sums, 2]
    words[sums | (ops == Op.NEGATE), 2] = _ONE
    words[(ops == Op.SUBTRACT) | (ops == Op.MULTIPLY_SUBTRACT), 3] |= MINUS
    words[(ops == Op.NEGATE) | (ops == Op.SUBTRACT_PRODUCT), 2] |= MINUS
    angles = ops == Op.SINCOS
    words[angles, 2] = slot[results[angles, 1]]
    return words
