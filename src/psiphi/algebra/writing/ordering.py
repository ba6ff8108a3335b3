"""The order in which the terms of a sum stand, so that no sum depends on who built it first.

As the papers write: I − HψK, φ − I, P − E_φPE_φ* + KDK*, HPH* + R, Mφ*a + b + Bf, T − Hφb.
"""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from functools import lru_cache

from psiphi.algebra.expression import Adjoint, Expr, Identity, Inverse, Power, Product, Symbol
from psiphi.algebra.writing.text import to_ascii

_DICTIONARY = (
    *(
        "H",
        "M",
        "M_b",
        "P",
        "r",
        "r_b",
        "r_reduced",
        "Q",
        "Q_x",
        "C_f",
        "C_b",
        "Omega",
        "Pi_root",
        "Pi_tip",
        "D",
        "G",
    ),
    *("E_phi", "E_psi", "E_b", "S", "Delta_phi", "Delta_psi", "phi", "Phi", "psi", "Psi", "phi_b", "chi"),
    *("K", "L", "Gamma", "Gamma_dot", "R", "C_R", "tendons", "coupling", "a", "b", "g", "B", "B_dot"),
)
_POSITION = {name: position for position, name in enumerate(_DICTIONARY)}
_VECTORS, _COMPOSITE = len(_DICTIONARY), len(_DICTIONARY) + 1

Term = tuple[Fraction, Expr]
Letter = tuple[int, str]


def in_order(terms: Iterable[Term]) -> tuple[Term, ...]:
    """The terms as words in a dictionary, led by I and ended by −I; no minus leads where a plus could."""
    ordered = sorted(terms, key=lambda term: (term[0] < 0 and isinstance(term[1], Identity), _word(term[1])))
    first_added = next((i for i, (c, _) in enumerate(ordered) if c > 0), 0)
    ordered.insert(0, ordered.pop(first_added))
    return tuple(ordered)


@lru_cache(maxsize=65536)
def _word(term: Expr) -> tuple[Letter, ...]:
    if isinstance(term, Identity):
        return ()
    factors = term.factors if isinstance(term, Product) else (term,)
    return tuple(_letter(factor) for factor in factors)


def _letter(x: Expr) -> Letter:
    named = x.base if isinstance(x, (Inverse, Power)) else x
    named = named.symbol if isinstance(named, Adjoint) else named
    position = _POSITION.get(named.name, _VECTORS) if isinstance(named, Symbol) else _COMPOSITE
    return position, to_ascii(x)
