"""Limbs that mirror each other, made alike by computing some of their values with the opposite sign.

What a left leg computes a right leg computes too, but for signs: those of rotations about the axes in the
plane between them, and of much that follows from them. Of each value of a limb either itself or minus it may
be computed, whichever needs no change of signs on the way. Whether it is another sign than in the first limb
is an unknown modulo 2: a sum x + y asks that those of x and y are equal, a product adds them up, and the sign
of a constant is free. Most values are then computed in the same way in all limbs; where the equations
contradict each other, a sign is changed.

Rounding does not look at signs, and numbers keep their bits. Only zeros do not: x − x is +0, and so is y − y
that stands for minus it. Hence zero is added to results, which makes +0 of −0, in every form of the program;
the sign of 1 / 0 remains open. Angles of many turns would round differently with another sign: their sines
are changed when they are known.
"""

from __future__ import annotations

from collections.abc import Container, Iterable, Sequence

from psiphi.kernel.program.program import Program
from psiphi.kernel.program.scalar import Op
from psiphi.kernel.program.signs import Signed

# Live nodes for each result, below which adding zero to results takes more in batches than it may.
_NODES_PER_RESULT = 128


def signs_are_free(program: Program) -> bool:
    """Whether values may be computed with either sign; results that are zero are then +0 in every form."""
    results = sum(output.size for output in program.outputs)
    return bool(program.limbs) and len(program.nodes) > _NODES_PER_RESULT * results


def mirrored(
    seeds: Iterable[Sequence[int]], packs: Iterable[Sequence[Signed]], constants: Container[int]
) -> set[int]:
    """The nodes of which minus the value is to be computed, or to be taken where they are inputs.

    `seeds` are inputs that lie in lanes side by side, -1 where there is none; `packs` are instructions that
    are executed side by side, in an order to execute.
    """
    signs = _Signs(constants)
    for nodes in seeds:
        _, *others = (node for node in nodes if node >= 0)
        signs.of.update((node, signs.parities.unknown()) for node in others)
    for first, *others in packs:
        for lane in others:
            signs.compare(first, lane)
    ones = signs.parities.ones()
    return {node for node, parity in signs.of.items() if node >= 0 and (parity & ones).bit_count() % 2}


class _Parities:
    """Sums of unknowns modulo 2, as the bits of a number; the lowest bit is the number 1."""

    def __init__(self) -> None:
        self._count = 0
        # Sums that are zero, by their latest unknown, and these unknowns as bits.
        self._zeros: dict[int, int] = {}
        self._solved = 0

    def unknown(self) -> int:
        self._count += 1
        return 1 << self._count

    def demand_zero(self, parity: int) -> None:
        """Let a sum be zero, unless this contradicts what was demanded before."""
        while solved := parity & self._solved:
            parity ^= self._zeros[solved.bit_length()]
        if parity > 1:
            latest = parity.bit_length()
            self._zeros[latest] = parity
            self._solved |= 1 << (latest - 1)

    def ones(self) -> int:
        """The bits of the unknowns that are 1, and of the number 1; what is left open is 0."""
        ones = 1
        for latest, parity in sorted(self._zeros.items()):
            if (parity & ones).bit_count() % 2:
                ones |= 1 << (latest - 1)
        return ones


class _Signs:
    """Whether values have the opposite sign, found for one instruction after the other.

    of          the parities of nodes; what is not there has the sign it has in the program
    """

    def __init__(self, constants: Container[int]) -> None:
        self._constants = constants
        self.parities = _Parities()
        self.of: dict[int, int] = {}

    def compare(self, first: Signed, lane: Signed) -> None:
        """Find the sign of the result with which a lane does what the first one does."""
        op, results, operands, minus = lane
        of = self.of
        known = [
            of.get(x, 0) ^ of.get(y, 0) ^ (sign != other)
            for x, sign, y, other in zip(operands, minus, first.operands, first.minus, strict=True)
        ]
        # Constants come first among factors and terms.
        free = operands[0] in self._constants
        match op:
            case Op.ADD:
                of[results[0]] = self._of_sum(known, free)
            case Op.MULTIPLY:
                of[results[0]] = self._of_product(known, free)
            case Op.MULTIPLY_ADD if operands[2] in self._constants:
                of[results[0]] = self._of_product(known, free)
            case Op.MULTIPLY_ADD:
                of[results[0]] = self._of_sum((known[0] ^ known[1], known[2]), free)
            case _:
                for parity in known:
                    self.parities.demand_zero(parity)
                if op is Op.SINCOS:
                    of[results[0]] = self.parities.unknown()

    def _of_sum(self, known: Sequence[int], free: bool) -> int:
        if not free:
            self.parities.demand_zero(known[0] ^ known[1])
        return known[1]

    def _of_product(self, known: Sequence[int], free: bool) -> int:
        return self.parities.unknown() if free else known[0] ^ known[1]
