"""Which values of a program belong to which limb.

A value belongs to a limb where its operands are of that limb and of no other, or where only that limb needs
it; all others belong to the trunk. So a sweep toward the base ends in the trunk where the forces of limbs are
added, and a sweep toward the tips is in the limbs at once, whatever it brings along from the trunk.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence

from psiphi.kernel.packed.signs import Signed
from psiphi.kernel.program.program import Limbs, Program
from psiphi.kernel.program.scalar import INPUT, Op, Scalar

TRUNK = 0


class Belonging:
    """The limbs of values; limbs are numbered through from 1.

    places      the group of each limb, and its lane there
    inputs      the nodes of inputs
    limb        the limb of each node that belongs to one
    turned      nodes with sines or cosines in them
    """

    def __init__(
        self,
        program: Program,
        instructions: Sequence[Signed],
        negatives: Mapping[int, int],
        groups: Sequence[Limbs],
        later: Sequence[Signed],
    ) -> None:
        """`later` are instructions of the trunk that follow on those that are looked at."""
        self.places = [(-1, 0), *((g, lane) for g, limbs in enumerate(groups) for lane in range(len(limbs)))]
        self.inputs = {(node.argument, node.index): node.id for node in program.nodes if node.op is INPUT}
        numbered = enumerate((limb for limbs in groups for limb in limbs), start=1)
        owner = {name: number for number, limb in numbered for name in limb}
        self.limb = {self.inputs[name]: number for name, number in owner.items() if name in self.inputs}
        self.turned: set[int] = set()
        self._joints: set[int] = set()  # nodes that join several limbs
        self._look_at_operands(instructions)
        # The limbs that use a node, as bits; the lowest is the trunk's.
        self._users: defaultdict[int, int] = defaultdict(int)
        for output in program.outputs:
            for place, value in enumerate(output.scalars):
                if isinstance(value, Scalar):
                    user = owner.get((output.name, place), TRUNK)
                    self._users[negatives.get(value.id, value.id)] |= 1 << user
        for _, _, operands, _ in later:
            for operand in operands:
                self._users[operand] |= 1 << TRUNK
        self._look_at_users(instructions)
        # How often one goes from the trunk to a limb or back on the way to a node: even in the trunk.
        self._changes: defaultdict[int, int] = defaultdict(int, dict.fromkeys(self.limb, 1))
        self._count_changes(instructions)
        self._everyone = [0] * len(groups)
        for number, (group, _) in enumerate(self.places[1:], start=1):
            self._everyone[group] |= 1 << number

    def varies(self, node: int, group: int) -> bool:
        """Whether a value of the trunk may stand in a lane beside other values of the trunk.

        Not if all limbs of the group use it, for that tells it from others.
        """
        everyone = self._everyone[group]
        return self._users[node] & everyone != everyone

    def stage(self, node: int) -> int:
        """What values of the trunk must have in common to stand side by side, lest packs need each other.

        That is how often one changed between trunk and limbs on the way to them: equal for all that a pack
        computes, and less for all that it needs from the trunk. Sines are taken together: those before and
        after them are told apart, too.
        """
        return 2 * self._changes[node] + (node in self.turned)

    def _look_at_operands(self, instructions: Sequence[Signed]) -> None:
        limb, turned = self.limb, self.turned
        for op, results, operands, _ in instructions:
            found = {limb[x] for x in operands if x in limb}
            for result in results:
                if result < 0:
                    continue
                if len(found) == 1:
                    (limb[result],) = found
                elif found:
                    self._joints.add(result)
                if op is Op.SINCOS or not turned.isdisjoint(operands):
                    turned.add(result)

    def _look_at_users(self, instructions: Sequence[Signed]) -> None:
        limb, users, joints = self.limb, self._users, self._joints
        for _, results, operands, _ in reversed(instructions):
            some = max(results)
            own = limb.get(some, TRUNK)
            if own == TRUNK and some not in joints:
                mask = users[some] if len(results) == 1 else users[results[0]] | users[results[1]]
                if mask & (mask - 1) == 0:  # a single user
                    own = mask.bit_length() - 1
                    if own != TRUNK:
                        limb.update((result, own) for result in results)
            for operand in operands:
                users[operand] |= 1 << own

    def _count_changes(self, instructions: Sequence[Signed]) -> None:
        limb, changes = self.limb, self._changes
        for _, results, operands, _ in instructions:
            most = max([changes[x] for x in operands])
            most += most % 2 != (max(results) in limb)
            for result in results:
                changes[result] = most
