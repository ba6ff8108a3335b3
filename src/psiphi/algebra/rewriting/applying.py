"""An identity as a rewriting rule, from its left side to its right, wherever the left side occurs.

It occurs in A (Σ c w) C, written out as it may be: where all words A w C have coefficients in the ratio of
theirs.
"""

from __future__ import annotations

from fractions import Fraction
from functools import lru_cache
from typing import TYPE_CHECKING

from psiphi.algebra import operators as op
from psiphi.algebra.derivation import Worksheet
from psiphi.algebra.expression import Symbol, symbols_of
from psiphi.algebra.rewriting.factoring import factor
from psiphi.algebra.rewriting.polynomial import Polynomial, Word, add_term, expand, join
from psiphi.errors import BudgetError, ExpressionError

if TYPE_CHECKING:  # the table of identities is made when first asked for
    from psiphi.algebra.identities.identity import Identity

_MOST_USES = 100
_TRIALS = 4


def apply_identities(sheet: Worksheet, identities: tuple[Identity, ...]) -> None:
    """Rewrite with identities and their adjoints until none applies, each use a step of its name."""
    for identity in identities:
        check(identity)
        lhs, rhs = expand(identity.lhs), expand(identity.rhs)
        for _ in range(_MOST_USES):
            before = sheet.current
            for sides in ((identity.lhs, identity.rhs), (identity.lhs.T, identity.rhs.T)):
                sheet.rewrite(*sides, identity.name)  # as it stands, inside of inverses too
            if sheet.current is not before:
                continue
            p = expand(sheet.current)
            found, sides = _applied(p, lhs, rhs), (identity.lhs, identity.rhs)
            if found is None:
                found, sides = _applied(p, lhs.T, rhs.T), (identity.lhs.T, identity.rhs.T)
            if found is None:
                break
            sheet.step(*sides, factor(found), identity.name)
        else:
            raise BudgetError(f"{identity.name!r} applies without end: is its right side the simpler one?")


@lru_cache(maxsize=512)
def check(identity: Identity) -> None:
    """Refuse what does not hold for every robot; a symbol of one's own is what its definition says."""
    from psiphi.algebra.identities.identity import Condition
    from psiphi.algebra.prove import refute

    if identity.condition is not Condition.ANY:
        raise ExpressionError(
            f"{identity.name!r} holds for {identity.condition.value}, and a derivation is for every robot."
        )
    own = [s for s in symbols_of(identity.lhs) | symbols_of(identity.rhs) if _is_own(s)]
    if own:
        return
    counterexample = refute(identity.lhs, identity.rhs, trials=_TRIALS)
    if counterexample is not None:
        raise ExpressionError(f"{identity.name!r} is false: {counterexample}.")


def _is_own(s: Symbol) -> bool:
    return not s.is_vector and s.owner is None and s.name not in op.OPERATORS


def _applied(p: Polynomial, lhs: Polynomial, rhs: Polynomial) -> Polynomial | None:
    """p with the left side replaced where it occurs first, or None."""
    lead = max(lhs.terms, key=len, default=())
    if not lead:
        return None
    for word, c in p.terms.items():
        for i in range(len(word) - len(lead) + 1):
            if word[i : i + len(lead)] != lead:
                continue
            head, tail, scale = word[:i], word[i + len(lead) :], c / lhs.terms[lead]
            if all(p.terms.get((*head, *w, *tail)) == scale * d for w, d in lhs.terms.items()):
                return _replaced(p, head, tail, scale, lhs, rhs)
    return None


def _replaced(
    p: Polynomial, head: Word, tail: Word, scale: Fraction, lhs: Polynomial, rhs: Polynomial
) -> Polynomial:
    terms = dict(p.terms)
    for w, d in lhs.terms.items():
        add_term(terms, (*head, *w, *tail), -scale * d)
    for w, d in rhs.terms.items():
        add_term(terms, join(join(head, w), tail), scale * d)
    return Polynomial(terms, p.range, p.domain)
