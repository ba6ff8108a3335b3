"""Letters that stand for others, as sweeps apply them: K = E_φ G, E_ψ = E_φ − K H, Φ = φ S, C_f = r_b Q, …

Diagonal parts are among them where a recursion gives them (memoryless_parts.py).
"""

from __future__ import annotations

from fractions import Fraction
from functools import cache

from psiphi.algebra.expression import Adjoint, Derivative, Diagonal, Expr, Inverse, Power, Symbol
from psiphi.algebra.letters import definition, letter_of
from psiphi.algebra.reach import Reach
from psiphi.algebra.rewriting.memoryless_parts import memoryless_part
from psiphi.algebra.rewriting.polynomial import Polynomial, Word, add_term, expand, join
from psiphi.algebra.structure import reach


def unabbreviated(p: Polynomial) -> Polynomial:
    """The polynomial in E_φ, φ, ψ and memoryless letters alone: K = E_φ G, E_ψ = E_φ − K H, Φ = φ S, …"""
    terms: dict[Word, Fraction] = {}
    pending = list(p.terms.items())
    while pending:
        word, c = pending.pop()
        for i, letter in enumerate(word):
            found = meaning(letter)
            if found is not None:
                for replacement, d in found.terms.items():
                    pending.append((join(join(word[:i], replacement), word[i + 1 :]), c * d))
                break
        else:
            add_term(terms, word, c)
    return Polynomial(terms, p.range, p.domain)


@cache
def meaning(letter: Expr) -> Polynomial | None:
    """What a letter stands for, None for letters that are applied as they are."""
    if isinstance(letter, Diagonal):
        part = memoryless_part(unabbreviated(expand(letter.base)))
        return None if part == expand(letter) else part
    if isinstance(letter, Adjoint):
        inner = meaning(letter.symbol)
        return None if inner is None else inner.T
    if not isinstance(letter, Symbol) or not letter_of(letter).abbreviates:
        return None
    found = definition(letter)
    assert found is not None
    return expand(found)


@cache
def letters_within(x: Expr) -> tuple[Expr, ...]:
    """The letters of an expression multiplied out, as sweeps apply them."""
    return unabbreviated(expand(x)).letters


@cache
def has_steps(letter: Expr) -> bool:
    """Whether an inverse or a power of blocks has steps from body to body within: (M + E_φ M E_φ*)⁻¹."""
    if not isinstance(letter, Inverse | Power | Derivative):
        return False
    return any(reach(x) is not Reach.MEMORYLESS or has_steps(x) for x in letters_within(letter.base))
