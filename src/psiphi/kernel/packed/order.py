"""The order in which the steps of a packed program are executed.

Packs are executed where the first of their instructions stood, so that all limbs are done in the order of
one; what a step needs comes before it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from psiphi.errors import CompileError
from psiphi.kernel.packed.signs import Signed
from psiphi.kernel.program.scalar import Op


class Step(NamedTuple):
    """One instruction in one or several lanes; where a lane has nothing to do, its nodes are -1.

    The first factor of a product is a constant, where one is.
    """

    lanes: tuple[Signed, ...]

    @property
    def op(self) -> Op:
        return self.lanes[0].op

    @property
    def width(self) -> int:
        return len(self.lanes)

    def results(self, place: int = 0) -> list[int]:
        """The nodes that are computed, one of each lane."""
        return [lane.results[place] for lane in self.lanes]

    def operands(self, place: int) -> list[int]:
        """The nodes that are used, one of each lane."""
        return [lane.operands[place] for lane in self.lanes]

    def minus(self, place: int) -> list[bool]:
        """Where minus those nodes are meant."""
        return [lane.minus[place] for lane in self.lanes]


def step_of(lanes: Mapping[int, Signed], width: int) -> Step:
    """What is done in some of so many lanes: those with nothing to do take part in what the others do."""
    op, results, operands, signs = next(iter(lanes.values()))
    nothing = Signed(op, (-1,) * len(results), (-1,) * len(operands), signs)
    return Step(tuple([lanes.get(lane, nothing) for lane in range(width)]))


def ordered(steps: Sequence[Step], turned: set[int]) -> list[list[Step]]:
    """Steps in order; sines and cosines are done together, all whose angles are known beforehand.

    `turned` are the nodes with sines or cosines in them.
    """
    early = [step for step in steps if step.op is Op.SINCOS and turned.isdisjoint(step.operands(0))]
    together = {id(step) for step in early}
    units = [early] if early else []
    units += ([step] for step in steps if id(step) not in together)
    unit_of = {
        node: number
        for number, unit in enumerate(units)
        for step in unit
        for lane in step.lanes
        for node in lane.results
        if node >= 0
    }
    result: list[list[Step]] = []
    begun, done = [False] * len(units), [False] * len(units)
    for first in range(len(units)):
        pending = [first]
        while pending:
            number = pending[-1]
            if done[number]:
                pending.pop()
            elif begun[number]:
                done[number] = True
                result.append(units[pending.pop()])
            else:
                begun[number] = True
                for needed in _needed(units[number], unit_of):
                    if not done[needed]:
                        if begun[needed]:
                            raise CompileError("Packs of instructions depend on each other.")
                        pending.append(needed)
    return result


def _needed(unit: Sequence[Step], unit_of: dict[int, int]) -> list[int]:
    """What a unit needs, the first last: it is done first."""
    return [unit_of[x] for step in unit for lane in step.lanes for x in lane.operands if x in unit_of][::-1]
