"""Which identity of the papers a rewriting step is an instance of."""

from __future__ import annotations

from fractions import Fraction
from functools import lru_cache

from psiphi.algebra.expression import Expr
from psiphi.algebra.rewriting.definitions import rules_for
from psiphi.algebra.rewriting.factoring import common_prefix
from psiphi.algebra.rewriting.polynomial import Polynomial, expand


def source_of(before: Expr, after: Expr) -> str | None:
    """The identity that turns one into the other, if the table has it, in any context and either direction.

    Where the words differ, both may still say the same once products such as ψE_φ are contracted.
    """
    difference = expand(before) - expand(after)
    for p in (difference, rules_for(difference).reduce(difference)):
        key = _key(p)
        if key is not None and key in _known():
            return _known()[key]
    return None


@lru_cache(maxsize=1)
def _known() -> dict[Polynomial, str]:
    from psiphi.algebra.identities.table import TABLE  # a hundred expressions, built when first asked for

    found: dict[Polynomial, str] = {}
    for row in TABLE:
        difference = expand(row.lhs) - expand(row.rhs)
        reduced = rules_for(difference).reduce(difference)
        for p in (difference, difference.T, reduced, reduced.T):
            key = _key(p)
            if key is not None:
                found.setdefault(key, row.name if row.source in row.name else f"{row.name} [{row.source}]")
    return found


def _key(p: Polynomial) -> Polynomial | None:
    """The difference without what all its words share at either end, its first word having coefficient 1."""
    if not p:
        return None
    head = len(common_prefix(list(p.terms)))
    tail = len(common_prefix([word[: head - 1 : -1] if head else word[::-1] for word in p.terms]))
    terms = {w[head : len(w) - tail]: c for w, c in p.terms.items()}
    first = min(terms, key=lambda w: " ".join(str(x) for x in w))
    scale = Fraction(1) / terms[first]
    return Polynomial({w: c * scale for w, c in terms.items()}, p.range, p.domain)
