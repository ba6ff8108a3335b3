"""Instructions with signs on their operands instead of in their operations.

x − y is x + (−y), and a · b − c and c − a · b are a · b + c with other signs: the same numbers, to the last
bit. So the computations of mirrored limbs, which differ in signs alone, become alike.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from psiphi.kernel.program.instructions import Instruction
from psiphi.kernel.program.scalar import Op


class Signed(NamedTuple):
    """An instruction on operands, or on minus them; the sign of a product is that of its first factor.

    Its op is neither NEGATE nor SUBTRACT, and of fused ones MULTIPLY_ADD alone; SINCOS is of one angle.
    """

    op: Op
    results: tuple[int, ...]
    operands: tuple[int, ...]
    minus: tuple[bool, ...]


def with_signs(instructions: Iterable[Instruction]) -> tuple[list[Signed], dict[int, int]]:
    """The instructions, and the nodes that are minus another one, which none of them computes."""
    found: list[Signed] = []
    negatives: dict[int, int] = {}
    for given, results, operands in instructions:
        if given is Op.NEGATE:
            # Of minus x no negative is ever made: it would be x.
            negatives[results[0]] = operands[0]
            continue
        op, minus = _SIGNS.get(given) or (given, _PLUS[: len(operands)])
        if op is Op.SINCOS:
            minus = [x in negatives for x in operands]
            angles = zip(results[::2], results[1::2], operands, minus, strict=True)
            found += (
                Signed(op, (sine, cosine), (negatives.get(x, x),), (negative,))
                for sine, cosine, x, negative in angles
            )
            continue
        if not negatives.keys().isdisjoint(operands):
            minus = tuple(sign != (x in negatives) for sign, x in zip(minus, operands, strict=True))
            if op in (Op.MULTIPLY, Op.MULTIPLY_ADD):
                minus = (minus[0] != minus[1], False, *minus[2:])
            operands = tuple(negatives.get(x, x) for x in operands)
        found.append(Signed(op, results, operands, minus))
    return found, negatives


_PLUS = (False, False, False)
_SIGNS = {
    Op.SUBTRACT: (Op.ADD, (False, True)),
    Op.MULTIPLY_SUBTRACT: (Op.MULTIPLY_ADD, (False, False, True)),
    Op.SUBTRACT_PRODUCT: (Op.MULTIPLY_ADD, (True, False, False)),
}
