"""Long programs in parts, functions of their own: where they are cut, and where values are that cross cuts.

A part ends where it leaves the fewest values to later ones. These are kept in slots, vectors of a workspace,
which are used again once their value was read for the last time. Many sines and cosines are a loop over
slots that follow each other, at the end of a part.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence

from psiphi.kernel.program.instructions import Instruction
from psiphi.kernel.program.operations import OPERATIONS
from psiphi.kernel.program.scalar import Op

# The least length of parts, as a share of the greatest.
_SHORTEST = 0.6
# Angles from which on sines and cosines are a loop: much less code to fetch from the second cache.
_MANY_ANGLES = 9


def length_of(instruction: Instruction) -> int:
    """In instructions of a processor, roughly."""
    angles = len(instruction.operands) if instruction.op is Op.SINCOS else 1
    return OPERATIONS[instruction.op].length * angles


def has_loop(part: Sequence[Instruction]) -> bool:
    """Whether the last instruction of a part is written as a loop, over slots one after the other."""
    return bool(part) and part[-1].op is Op.SINCOS and len(part[-1].operands) >= _MANY_ANGLES


def cut(instructions: Sequence[Instruction], length: int) -> list[list[Instruction]]:
    """The instructions in pieces; each ends where it leaves the fewest values to later ones."""
    last_use = {
        operand: step for step, instruction in enumerate(instructions) for operand in instruction.operands
    }
    parts: list[list[Instruction]] = []
    start = 0
    while start < len(instructions) or not parts:
        ends = _ends(instructions, last_use, start, length)
        end = min(ends, key=lambda end: (ends[end], -end))
        parts.append(list(instructions[start:end]))
        start = end
    return parts


def _ends(
    instructions: Sequence[Instruction], last_use: Mapping[int, int], start: int, length: int
) -> dict[int, int]:
    """Where a part may end, and how many of its values later parts would need then."""
    ends: dict[int, int] = {}
    left = filled = 0
    dying: Counter[int] = Counter()
    for step in range(start, len(instructions)):
        instruction = instructions[step]
        for result in instruction.results:
            if last_use.get(result, step) > step:
                left += 1
                dying[last_use[result]] += 1
        left -= dying[step]
        filled += length_of(instruction)
        if filled >= _SHORTEST * length or has_loop([instruction]):
            ends[step + 1] = left
        if filled >= length or has_loop([instruction]):
            return ends
    return {len(instructions): 0}


def assign_slots(
    parts: Sequence[Sequence[Instruction]], makers: Mapping[int, int], last: Mapping[int, int], free: int
) -> tuple[dict[int, int], int]:
    """The slots of values, from the first `free` one on, and which is the first that is free then.

    makers    the part in which a value comes into being
    last      the last part that needs it, of values that others than that part need
    """
    slots: dict[int, int] = {}
    expiring: dict[int, list[int]] = {}
    for number, part in enumerate(parts):
        if has_loop(part):
            for slot, identity in enumerate((*part[-1].operands, *part[-1].results), free):
                if identity >= 0:
                    slots[identity] = slot
                    expiring.setdefault(last.get(identity, number), []).append(slot)
            free += 3 * len(part[-1].operands)
    born: list[list[int]] = [[] for _ in parts]
    for identity in last:
        if identity not in slots:
            born[makers[identity]].append(identity)
    spare: list[int] = []
    for number, identities in enumerate(born):
        spare.extend(expiring.pop(number - 1, ()))
        for identity in identities:
            if not spare:
                spare.append(free)
                free += 1
            slots[identity] = spare.pop()
            expiring.setdefault(last[identity], []).append(slots[identity])
    return slots, free
