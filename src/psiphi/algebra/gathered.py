"""Cross products of sums: what is linear in its vector is formed of one.

    Σ c A cross(y) B = A cross(Σ c y) B,

so that a system inside of it is solved once for all terms. Derivatives by q are sums of many such terms.
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction

from psiphi.algebra.construction import adjoint
from psiphi.algebra.crossings import Crossing
from psiphi.algebra.expression import Adjoint, Expr, Symbol
from psiphi.algebra.letters import owner_of
from psiphi.algebra.rewriting.factoring import factor, in_order
from psiphi.algebra.rewriting.polynomial import Polynomial, Word, add_term, expand
from psiphi.algebra.spaces import Space


def gathered(p: Polynomial) -> Polynomial:
    """p with the cross products between the same letters as one."""
    for place in range(max((len(_places(word)) for word in p.terms), default=0)):
        p = _gathered_at(p, place)
    return p


def _gathered_at(p: Polynomial, place: int) -> Polynomial:
    """The same at the cross product of each word that is the last, the last but one, …"""
    terms: dict[Word, Fraction] = {}
    sums: dict[tuple[Word, str, tuple[Symbol, ...], bool, Word], dict[Word, Fraction]] = {}
    for word, c in p.terms.items():
        places = _places(word)
        if place >= len(places):
            add_term(terms, word, c)
            continue
        at = places[-1 - place]
        letter, owner = word[at], owner_of(word[at])
        assert isinstance(owner, Crossing)
        key = (word[:at], owner.name, owner.along, isinstance(letter, Adjoint), word[at + 1 :])
        for inner, d in expand(owner.vector).terms.items():
            add_term(sums.setdefault(key, {}), inner, c * d)
    for (before, name, along, is_adjoint, behind), vector in sums.items():
        if not vector:
            continue
        total = in_order(Polynomial(vector, next(iter(vector))[0].range, Space.ONE))
        scale = next(iter(total.terms.values()))
        operator = Crossing(name, factor(total.scaled(1 / scale)), along).operator
        add_term(terms, (*before, adjoint(operator) if is_adjoint else operator, *behind), scale)
    return Polynomial(terms, p.range, p.domain)


def crossed_vectors(p: Polynomial) -> list[Expr]:
    """The vectors that the cross products of p are formed of."""
    owners = map(owner_of, p.letters)
    return list(dict.fromkeys(owner.vector for owner in owners if isinstance(owner, Crossing)))


def with_vectors(p: Polynomial, change: Callable[[Expr], Expr]) -> Polynomial:
    """p with cross products of other vectors."""

    def changed(letter: Expr) -> Expr:
        owner = owner_of(letter)
        if not isinstance(owner, Crossing):
            return letter
        operator = Crossing(owner.name, change(owner.vector), owner.along).operator
        return adjoint(operator) if isinstance(letter, Adjoint) else operator

    terms: dict[Word, Fraction] = {}
    for word, c in p.terms.items():
        add_term(terms, tuple(map(changed, word)), c)
    return Polynomial(terms, p.range, p.domain)


def _places(word: Word) -> list[int]:
    return [i for i, letter in enumerate(word) if isinstance(owner_of(letter), Crossing)]
