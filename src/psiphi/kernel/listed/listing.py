"""A program as a list: tables of instructions on numbered slots, for the machine that runs lists (emit.py).

Slots hold one number each, of every row of a block: first the constants, then the arguments, then what is
computed, where a slot is used again once its value was read for the last time. An instruction is four words,
the slot of its result and those of three operands. Sums and products are all one operation, ± a · b ± c with
the signs in the highest bits of the words of b and c: a · b is a · b + (−0) and a + b is a · 1 + b, to the
same bits. So the machine has nothing to decide for thousands of instructions in a row, a *run*.
"""

from __future__ import annotations

from itertools import groupby

import numpy as np

from psiphi.kernel.listed.tables import MINUS, WORDS, Listing
from psiphi.kernel.program.instructions import lower
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

_KINDS = {op: kind for kind, op in enumerate(OTHERS, FUSED + 1)}
_NOTHING, _ONE = 0, 1  # the slots of −0 and 1
_CONSTANTS = (-0.0, 1.0)
_Words = tuple[int, int, int, int]


def list_program(program: Program) -> Listing:
    """The list of a program: the instructions that compiled code has, in the same order."""
    return _Lister(program).listing()


class _Lister:
    """Gives constants, arguments and results their slots, and writes instructions down.

    slot     where the value of a node is, by its id; −1 is for results that nobody needs
    """

    def __init__(self, program: Program) -> None:
        self.program = program
        self.instructions = lower(program)
        self.constants = list(_CONSTANTS)
        self.slot: dict[int, int] = {}
        self.known: dict[str, int] = {}  # the slots of constants
        for node in program.nodes:
            if node.op is CONSTANT:
                self.slot[node.id] = self._constant(node.value)
        self.results = [[self._result(x) for x in output.scalars] for output in program.outputs]
        self.starts: dict[str, int] = {}
        self.slots = len(self.constants)
        for argument in program.arguments:
            self.starts[argument.name] = self.slots
            self.slots += argument.size
        for node in program.nodes:
            if node.op is INPUT:
                self.slot[node.id] = self.starts[node.argument] + node.index
        self._assign_slots()

    def _constant(self, value: float) -> int:
        name = value.hex()
        if name not in self.known:
            self.known[name] = len(self.constants)
            self.constants.append(value)
        return self.known[name]

    def _result(self, value: Scalar | float) -> Scalar | int:
        return value if isinstance(value, Scalar) else self._constant(float(value))

    def _assign_slots(self) -> None:
        """A slot for every result; of those that are free again the latest is taken first."""
        last: dict[int, int] = {}
        for step, (_, _, operands) in enumerate(self.instructions):
            for operand in operands:
                last[operand] = step
        forever = len(self.instructions)
        for output in self.program.outputs:
            last.update((value.id, forever) for value in output.scalars if isinstance(value, Scalar))
        slot, following = self.slot, self.slots + 1
        slot[-1] = self.slots
        free: list[int] = []
        given = set(slot)  # constants and arguments stay where they are
        for step, (op, results, operands) in enumerate(self.instructions):
            ending = [slot[x] for x in {*operands} if last[x] == step and x not in given]
            if op is not Op.SINCOS:  # of many angles, the first results would take the place of the last
                free += ending
            for result in results:
                if result >= 0:
                    if free:
                        slot[result] = free.pop()
                    else:
                        slot[result] = following
                        following += 1
            if op is Op.SINCOS:
                free += ending
        self.slots = following

    def listing(self) -> Listing:
        words: list[_Words] = []
        kinds: list[int] = []
        slot = self.slot
        for op, results, operands in self.instructions:
            if op is Op.SINCOS:
                for place, operand in enumerate(operands):
                    sine, cosine = results[2 * place : 2 * place + 2]
                    words.append((slot[sine], slot[operand], slot[cosine], _NOTHING))
                    kinds.append(_KINDS[op])
            else:
                words.append((slot[results[0]], *_operands(op, *[slot[x] for x in operands])))
                kinds.append(_KINDS.get(op, FUSED))
        runs = [(kind, len(list(group))) for kind, group in groupby(kinds)]
        program = self.program
        lengths = np.cumsum([0, *(output.size for output in program.outputs)])[:-1]
        results = [x if isinstance(x, int) else slot[x.id] for row in self.results for x in row]
        return Listing(
            np.array(self.constants, np.float64),
            np.array(words, np.int32).reshape(-1, WORDS),
            np.array(runs, np.int64).reshape(-1, 2),
            np.array([*self.starts.values(), *lengths], np.int64),
            np.array([array.size for array in (*program.arguments, *program.outputs)], np.int64),
            np.array(results, np.int32),
            self.slots,
        )


def _operands(op: Op, a: int, b: int = _NOTHING, c: int = _NOTHING) -> tuple[int, int, int]:
    """The words of the operands: of sums and products as ± a · b ± c."""
    if op is Op.MULTIPLY_SUBTRACT:
        return a, b, c | MINUS
    if op is Op.SUBTRACT_PRODUCT:
        return a, b | MINUS, c
    if op is Op.ADD:
        return a, _ONE, b
    if op is Op.SUBTRACT:
        return a, _ONE, b | MINUS
    if op is Op.NEGATE:
        return a, _ONE | MINUS, _NOTHING
    return a, b, c  # a product alone has nothing to add
