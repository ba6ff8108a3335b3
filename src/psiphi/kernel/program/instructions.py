"""Instructions: the nodes of a program as the machine will execute them.

A product that is used once, in a sum, becomes one fused instruction (FMA) with it; in small programs one that
several sums need does so with each.  sin and cos of all angles that are known beforehand become one
instruction, the first; a difference that is only used negated is computed the other way round.  All this is
decided here, from the program alone, so that every way of emitting it gives the same bits.
"""

from __future__ import annotations

from collections.abc import Iterable
from itertools import compress
from operator import attrgetter
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from psiphi.kernel.program.program import Program
from psiphi.kernel.program.scalar import OPERANDS, Op, Scalar

Ids = NDArray[np.int64]


class Instruction(NamedTuple):
    """One step on nodes, given by their ids.

    SINCOS has any number of operands and two results for each, -1 for one that nobody needs.
    """

    op: Op
    results: tuple[int, ...]
    operands: tuple[int, ...]


class Instructions(NamedTuple):
    """The same for a whole program: of programs of a hundred thousand nodes no step is looked at by itself.

    ops        (n,) one angle at a time
    results    (n, 2) ids of nodes, −1 where there is none
    operands   (n, 3)
    together   the rows that are one instruction: all angles that are known beforehand
    """

    ops: Ids
    results: Ids
    operands: Ids
    together: range


_OPS = {int(op): op for op in Op}
# Live nodes beyond which there are more values than registers at any time: there it is better to be done with
# a product, or a sum of products, than to keep its factors until the rest is there.
_SMALL = 2_000


def lower(program: Program, *, crowded: bool = False) -> list[Instruction]:
    """The instructions of a program, in an order to execute.

    `crowded` says that registers are short although the program is small.
    """
    found = lowered(program, crowded=crowded)
    made = [
        Instruction(
            _OPS[op], (first,) if op != Op.SINCOS else (first, second), (*(x for x in read if x >= 0),)
        )
        for op, (first, second), read in zip(*(x.tolist() for x in found[:3]), strict=True)
    ]
    together = slice(found.together.start, found.together.stop)
    angles = made[together]
    if angles:
        results = tuple(x for each in angles for x in each.results)
        made[together] = [Instruction(Op.SINCOS, results, tuple(each.operands[0] for each in angles))]
    return made


def lowered(program: Program, *, crowded: bool = False) -> Instructions:
    """The same as arrays."""
    nodes = program.nodes
    ids = np.fromiter(map(attrgetter("id"), nodes), np.int64, len(nodes))
    ops = np.fromiter(map(attrgetter("op"), nodes), np.int64, len(nodes))
    operands = np.full((len(nodes), len(OPERANDS)), -1, np.int64)
    for place, name in enumerate(OPERANDS):
        there = ops // 100 > place
        found = map(attrgetter(f"{name}.id"), compress(nodes, there.tolist()))
        operands[there, place] = np.fromiter(found, np.int64, int(there.sum()))
    row = np.full(int(ids[-1]) + 2 if len(ids) else 1, -1)  # where a node is; the last place is for none
    row[ids] = np.arange(len(ids))
    taken = [x.id for output in program.outputs for x in output.scalars if isinstance(x, Scalar)]
    uses = np.bincount(row[[*operands[operands >= 0], *taken]] if len(ids) else [], minlength=len(ids))
    plan = _Plan(ops, operands, np.stack([ids, np.full_like(ids, -1)], 1), row, uses)
    # Products of the trunk taken into sums of limbs would make limbs less alike.
    plan.fuse(several=len(nodes) <= _SMALL and not program.limbs and not crowded)
    plan.turn_round()
    plan.pair_angles()
    return plan.in_order()


class _Plan:
    """One row for each node, of which those are kept that are not part of another instruction.

    row    the row of a node, by its id
    uses   by how many others each row is needed
    """

    def __init__(self, ops: Ids, operands: Ids, results: Ids, row: Ids, uses: Ids) -> None:
        self.ops, self.operands, self.results, self.row, self.uses = ops, operands, results, row, uses
        self.kept = (ops != Op.INPUT) & (ops != Op.CONSTANT)

    def fuse(self, *, several: bool) -> None:
        """Products become part of the sums that need them; of `several` sums, if that is said.

        A sum takes in one product. Of two that nobody else needs it is the one made later, whatever the
        signs: mirrored limbs have the same instructions. One that several sums need is multiplied in each of
        them, which is an instruction less, if all of them can take it in.
        """
        sums = np.flatnonzero((self.ops == Op.ADD) | (self.ops == Op.SUBTRACT))
        both = self.row[self.operands[sums, :2]]
        product = self.ops[both] == Op.MULTIPLY
        alone = np.where(product & (self.uses[both] == 1), both, -1)
        chosen = alone.max(axis=1, initial=-1)  # the row of the product that is taken in
        if several:
            places: dict[int, list[int]] = {}
            for place, side in zip(*np.nonzero(product), strict=True):
                places.setdefault(int(both[place, side]), []).append(int(place))
            for x, where in places.items():
                if self.uses[x] == len(set(where)) == len(where) > 1 and (chosen[where] < 0).all():
                    chosen[where] = x
        has = chosen >= 0
        sums, both, chosen = sums[has], both[has], chosen[has]
        right = both[:, 1] == chosen
        other = self.operands[sums, np.where(right, 0, 1)]
        differs = self.ops[sums] == Op.SUBTRACT
        self.ops[sums] = np.where(
            differs, np.where(right, Op.SUBTRACT_PRODUCT, Op.MULTIPLY_SUBTRACT), Op.MULTIPLY_ADD
        )
        self.operands[sums] = np.column_stack([self.operands[chosen, :2], other])
        self.kept[chosen] = False

    def turn_round(self) -> None:
        """−(x − y) as y − x, which is the same number, where nobody else needs x − y."""
        opposite = {
            Op.SUBTRACT: Op.SUBTRACT,
            Op.MULTIPLY_SUBTRACT: Op.SUBTRACT_PRODUCT,
            Op.SUBTRACT_PRODUCT: Op.MULTIPLY_SUBTRACT,
        }
        negated = np.flatnonzero(self.ops == Op.NEGATE)
        of = self.row[self.operands[negated, 0]]
        ops = self.ops[of]
        for op, turned in opposite.items():
            there = (ops == op) & (self.uses[of] == 1)
            rows = of[there]
            self.ops[negated[there]] = turned
            self.operands[negated[there]] = self.operands[rows][:, [1, 0, 2] if op is turned else [0, 1, 2]]
            self.kept[rows] = False

    def pair_angles(self) -> None:
        """The sine and the cosine of an angle are one, in the place of the first of them."""
        known: dict[int, int] = {}
        for at in np.flatnonzero((self.ops == Op.SIN) | (self.ops == Op.COS)).tolist():
            first = known.setdefault(int(self.operands[at, 0]), at)
            identity, side = int(self.results[at, 0]), int(self.ops[at] == Op.COS)
            if first == at:
                self.results[at] = -1
            else:
                self.kept[at] = False
            self.results[first, side] = identity
            self.row[identity] = first
        self.ops[[*known.values()]] = Op.SINCOS

    def in_order(self) -> Instructions:
        """What is left; the sines and cosines that wait for no others come first, as one instruction.

        Each is a long chain of operations on many constants: side by side they share the constants, and none
        waits for its own last result.
        """
        pairs = {*np.flatnonzero(self.kept & (self.ops == Op.SINCOS)).tolist()}
        angles: list[int] = []
        later: set[int] = set()  # what follows from a sine or a cosine
        for at in sorted(pairs | self._behind(pairs)):
            waits = not later.isdisjoint(self._makers(at))
            if at in pairs and not waits:
                angles.append(at)
            if at in pairs or waits:
                later.add(at)
        needed = sorted(self._behind(angles))  # what the angles are computed from
        first = np.array([*needed, *angles], np.int64)
        self.kept[first] = False
        order = np.concatenate([first, np.flatnonzero(self.kept)])
        together = range(len(needed), len(first))
        return Instructions(self.ops[order], self.results[order], self.operands[order], together)

    def _behind(self, rows: Iterable[int]) -> set[int]:
        """The instructions that these follow from."""
        found: set[int] = set()
        pending = [*rows]
        while pending:
            makers = {*self._makers(pending.pop())} - found
            found |= makers
            pending += makers
        return found

    def _makers(self, at: int) -> list[int]:
        """The instructions of the operands."""
        return [x for x in self.row[self.operands[at]].tolist() if self.kept[x] and x >= 0]
