"""Instructions with signs on their operands instead of in their kinds.

x − y is x + (−y), and a · b − c, c − a · b are a · b + c with other signs: the same numbers, to the last bit.
So the computations of mirrored limbs, which differ in signs alone, become alike.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from psiphi.kernel.instructions import Instruction, Kind


class Signed(NamedTuple):
    """An instruction on operands, or on minus them; the sign of a product is that of its first factor.

    Its kind is neither NEGATE nor SUBTRACT, MULTIPLY_SUBTRACT or SUBTRACT_PRODUCT; SINCOS is of one angle.
    """

    kind: Kind
    results: tuple[int, ...]
    operands: tuple[int, ...]
    minus: tuple[bool, ...]


def with_signs(instructions: Iterable[Instruction]) -> tuple[list[Signed], dict[int, int]]:
    """The instructions, and the nodes that are minus another one, which none of them computes."""
    found: list[Signed] = []
    negatives: dict[int, int] = {}
    for kind, results, operands in instructions:
        minus = [x in negatives for x in operands]
        if any(minus):
            operands = tuple(negatives.get(x, x) for x in operands)
        if kind is Kind.NEGATE:
            # Of minus x no negative is ever made: it would be x.
            negatives[results[0]] = operands[0]
            continue
        if kind is Kind.SINCOS:
            angles = zip(results[::2], results[1::2], operands, minus, strict=True)
            found += (Signed(kind, (sine, cosine), (x,), (negative,)) for sine, cosine, x, negative in angles)
            continue
        if kind is Kind.SUBTRACT:
            kind, minus[1] = Kind.ADD, not minus[1]
        elif kind in _PRODUCTS:
            minus[0], minus[1] = (minus[0] != minus[1]) != (kind is Kind.SUBTRACT_PRODUCT), False
            if kind is Kind.MULTIPLY_SUBTRACT:
                minus[2] = not minus[2]
            if kind is not Kind.MULTIPLY:
                kind = Kind.MULTIPLY_ADD
        found.append(Signed(kind, results, operands, tuple(minus)))
    return found, negatives


_PRODUCTS = (Kind.MULTIPLY, Kind.MULTIPLY_ADD, Kind.MULTIPLY_SUBTRACT, Kind.SUBTRACT_PRODUCT)
