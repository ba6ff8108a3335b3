"""What an expression costs to apply: sweeps over the tree first, then work per body.

Words that begin with the same letter share it: φu + φw is one sweep φ(u + w). So a polynomial is read as a
prefix tree whose nodes are the vectors that get computed; equal suffixes are computed once.
"""

from __future__ import annotations

from fractions import Fraction

from psiphi.algebra.expression import Adjoint, Derivative, Diagonal, Expr, Inverse, Power, Symbol
from psiphi.algebra.letters import letter_of
from psiphi.algebra.reach import Reach
from psiphi.algebra.rewriting.polynomial import Polynomial, Word, add_term
from psiphi.algebra.structure import reach
from psiphi.algebra.writing.text import to_text

Terms = tuple[tuple[Word, Fraction], ...]
Cost = tuple[int, float]


def split(p: Polynomial) -> dict[Expr | None, Polynomial]:
    """Group the words by their first letter; None holds the empty word and lone input vectors."""
    groups: dict[Expr | None, dict[Word, Fraction]] = {}
    for word, c in p.terms.items():
        if not word or (len(word) == 1 and word[0].is_vector):
            add_term(groups.setdefault(None, {}), word, c)
        else:
            add_term(groups.setdefault(word[0], {}), word[1:], c)
    return {
        letter: Polynomial(terms, p.range if letter is None else letter.domain, p.domain)
        for letter, terms in groups.items()
    }


def is_recursive(letter: Expr) -> bool:
    """Whether applying the letter takes a sweep over the tree (or a dense solve)."""
    shape = reach(letter)
    return shape not in (Reach.MEMORYLESS, Reach.SHIFT, Reach.SHIFT_BACK)


def applications(p: Polynomial) -> set[tuple[Expr, Polynomial]]:
    """Every (letter, argument) that evaluating p on a vector must apply, each once."""
    found: set[tuple[Expr, Polynomial]] = set()
    pending = [p]
    while pending:
        for letter, rest in split(pending.pop()).items():
            if letter is None:
                continue
            key = (letter, _unsigned(rest))
            if key not in found:
                found.add(key)
                pending.append(key[1])
    return found


def cost(p: Polynomial) -> Cost:
    """(number of sweeps, work per body) of applying p."""
    sweeps, work = 0, 0.0
    for letter, _ in applications(p):
        if is_recursive(letter):
            sweeps += 1
        work += _work(letter)
    return sweeps, round(work, 3)


def _work(letter: Expr) -> float:
    match letter:
        case Adjoint():
            return _work(letter.symbol)
        case Symbol():
            return letter_of(letter).work
        case Inverse() | Power() | Diagonal() | Derivative():
            return 0.2 if reach(letter) is Reach.MEMORYLESS else 4.0
        case _:
            return 1.0


def _unsigned(p: Polynomial) -> Polynomial:
    """p or −p, whichever has its first word positive: a vector and its negative are computed once."""
    first = min(p.terms, key=lambda w: tuple(map(to_text, w)))
    return p if p.terms[first] > 0 else p.scaled(Fraction(-1))
