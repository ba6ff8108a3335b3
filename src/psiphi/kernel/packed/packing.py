"""One row in several lanes: the instructions of limbs alike and of columns, packed into vector instructions.

A single row leaves the lanes of a processor idle; columns of matrices fill them (columns.py), and before
these are computed limbs alike. A *pack* has an instruction of each
limb, which does the same to other numbers; its results lie in one vector, with a lane for each limb.
Instructions of different limbs are packed where their operands are constants, or lie in the same packs, or
are the same value of the trunk: operands are then at hand in the lanes where they are wanted. Every number is
computed as it is in batches, to the same bits.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from psiphi.kernel.packed.belonging import TRUNK, Belonging
from psiphi.kernel.packed.columns import Columns
from psiphi.kernel.packed.order import Step, ordered, step_of
from psiphi.kernel.packed.signs import Signed, with_signs
from psiphi.kernel.program.instructions import lower
from psiphi.kernel.program.operations import OPERATIONS
from psiphi.kernel.program.program import Limbs, Program
from psiphi.kernel.program.scalar import CONSTANT, Op

# Lanes that packs have at most: limbs come in twos and fours, columns of matrices in more.
WIDTH = 8
# What stands for an operand in the pattern of an instruction: a constant, the least so that it comes first,
# or, from here on, a value of the trunk that is another one in each lane.
_CONSTANT, _VARYING = -(2**31), -(2**30)
# The share of instructions below which packs of columns are not worth what they keep from those of limbs.
_LITTLE = 0.15


class Packing(NamedTuple):
    """A program in lanes.

    seeds       inputs that lie in lanes side by side, -1 where there is none
    negatives   nodes that are minus others: no step computes them
    steps       in an order to execute; those of one entry are sines and cosines to compute together
    """

    seeds: list[tuple[int, ...]]
    negatives: dict[int, int]
    steps: list[list[Step]]

    def found(self, node: int) -> tuple[int, bool]:
        """Where a value of the program is found: a node of seeds and steps, and whether it is minus that."""
        other = self.negatives.get(node, node)
        return other, other != node


def pack(program: Program, width: int) -> Packing | None:
    """The steps of a program, columns in so many lanes; None where nothing is alike.

    Where columns gain little, they are left as they are.
    """
    groups = [
        limbs[start : start + WIDTH] for limbs in program.limbs for start in range(0, len(limbs), WIDTH)
    ]
    instructions, negatives = with_signs(lower(program))
    columns = Columns(program, instructions, negatives, width)
    packs = columns.packs if columns.gain > _LITTLE * len(instructions) else []
    if not groups and not packs:
        return None
    packer = _Packer(program, instructions, negatives, groups, packs)
    steps = packer.steps(width)
    if all(step.width == 1 for step in steps):
        return None
    return Packing(packer.seeds, negatives, ordered(steps, packer.belonging.turned))


class _Pack:
    """Instructions alike of one group, by lane; `slot` numbers the vectors of all packs through."""

    __slots__ = ("group", "lanes", "slot")

    def __init__(self, group: int, slot: int) -> None:
        self.group, self.slot = group, slot
        self.lanes: dict[int, Signed] = {}


class _Packer:
    """Finds the packs of a program, for some groups of limbs."""

    def __init__(
        self,
        program: Program,
        instructions: Sequence[Signed],
        negatives: Mapping[int, int],
        groups: Sequence[Limbs],
        columns: Sequence[Mapping[int, Signed]],
    ) -> None:
        self._instructions = instructions
        self._columns = {each.results[0]: pack for pack in columns for each in pack.values()}
        later, self._of_limbs = _parted(instructions, self._columns)
        self.belonging = Belonging(program, self._of_limbs, negatives, groups, later)
        self._constants = {node.id for node in program.nodes if node.op is CONSTANT}
        self._widths = [1 << (len(limbs) - 1).bit_length() for limbs in groups]
        # The vector in which a node lies, and the pack that computes it.
        self._slot: dict[int, int] = {}
        self._pack: dict[int, _Pack] = {}
        self.seeds = self._seeds(groups)
        self._find_packs()
        self._release_the_lonely()

    def steps(self, columns: int) -> list[Step]:
        """Packs where the first of their instructions was, and the others; `columns` have so many lanes."""
        steps: list[Step] = []
        done: set[int] = set()
        for instruction in self._instructions:
            node = max(instruction.results)
            lanes, width = self._columns.get(node), columns
            if node in self._pack:
                lanes, width = self._pack[node].lanes, self._widths[self._pack[node].group]
            if lanes is None:
                steps.append(Step((instruction,)))
            elif id(lanes) not in done:
                done.add(id(lanes))
                steps.append(step_of(lanes, width))
        return steps

    def _seeds(self, groups: Sequence[Limbs]) -> list[tuple[int, ...]]:
        seeds: list[tuple[int, ...]] = []
        for limbs, width in zip(groups, self._widths, strict=True):
            for names in zip(*limbs, strict=True):
                nodes = [self.belonging.inputs.get(name, -1) for name in names]
                if max(nodes) >= 0:
                    self._slot.update((node, len(seeds)) for node in nodes)
                    seeds.append((*nodes, *[-1] * (width - len(nodes))))
        return seeds

    def _find_packs(self) -> None:
        limb, places = self.belonging.limb, self.belonging.places
        alike: dict[tuple[int, ...], tuple[list[_Pack], list[int]]] = {}
        slots = len(self.seeds)
        for instruction in self._of_limbs:
            own = limb.get(max(instruction.results), TRUNK)
            if own == TRUNK:
                continue
            group, lane = places[own]
            pattern, instruction = self._pattern(instruction, own, group)
            # Where a limb has several of one pattern, the first goes with the first of other limbs.
            packs, filled = alike.setdefault((group, instruction.op, *pattern), ([], [0] * WIDTH))
            if filled[lane] == len(packs):
                packs.append(_Pack(group, slots))
                slots += len(instruction.results)
            pack = packs[filled[lane]]
            filled[lane] += 1
            pack.lanes[lane] = instruction
            for place, result in enumerate(instruction.results):
                if result >= 0:
                    self._slot[result] = pack.slot + place
                    self._pack[result] = pack

    def _pattern(self, instruction: Signed, limb: int, group: int) -> tuple[list[int], Signed]:
        """What instructions must have in common; factors and terms are put in the order of their patterns."""
        belonging, slot = self.belonging, self._slot
        op, results, operands, minus = instruction
        pattern: list[int] = []
        for node in operands:
            if belonging.limb.get(node) == limb:
                pattern.append(2 * slot[node])
            elif node in self._constants:
                pattern.append(_CONSTANT)
            elif belonging.varies(node, group):
                pattern.append(_VARYING + belonging.stage(node))
            else:
                pattern.append(2 * node + 1)
        if len(pattern) > 1 and pattern[0] > pattern[1] and OPERATIONS[op].commutes:
            pattern[0], pattern[1] = pattern[1], pattern[0]
            operands = (operands[1], operands[0], *operands[2:])
            if op is Op.ADD:
                minus = (minus[1], minus[0])
            instruction = Signed(op, results, operands, minus)
        return pattern, instruction

    def _release_the_lonely(self) -> None:
        """Leave in the trunk what is alone in its pack and needed by no other pack."""
        needed: set[int] = set()
        for _, results, operands, _ in reversed(self._instructions):
            pack = self._pack.get(max(results))
            if pack is None:
                continue
            if len(pack.lanes) == 1 and needed.isdisjoint(results):
                for result in results:
                    self._pack.pop(result, None)
            else:
                needed.update(operands)


def _parted(
    instructions: Sequence[Signed], columns: Mapping[int, object]
) -> tuple[list[Signed], list[Signed]]:
    """Instructions in packs of columns with all that follows from them, and the others."""
    later: list[Signed] = []
    others: list[Signed] = []
    found: set[int] = set()
    for each in instructions:
        if each.results[0] in columns or not found.isdisjoint(each.operands):
            found.update(each.results)
            later.append(each)
        else:
            others.append(each)
    return later, others
