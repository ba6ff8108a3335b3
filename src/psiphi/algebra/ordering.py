"""The order in which the terms of a sum stand, so that no sum depends on who built it first.

As the papers write: what is added before what is taken away, the identity first, then by the letters below,
as words in a dictionary: I − HψK, HPH* + R, M + E_ψPE_φ*, Mφ*a + b + Bf.
"""

from __future__ import annotations

from functools import lru_cache

from psiphi.algebra.expression import Adjoint, Expr, Identity, Inverse, Power, Product, Symbol
from psiphi.algebra.text import to_ascii

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
        "C_f",
        "C_b",
        "Omega",
        "Pi_root",
        "Pi_tip",
        "D",
        "G",
    ),
    *("E_phi", "E_psi", "E_b", "S", "Delta_phi", "Delta_psi", "phi", "Phi", "psi", "Psi", "phi_b", "chi"),
    *("K", "L", "R", "coupling", "a", "b", "g", "B"),
)
_POSITION = {name: position for position, name in enumerate(_DICTIONARY)}
_VECTORS, _COMPOSITE = len(_DICTIONARY), len(_DICTIONARY) + 1

Letter = tuple[int, str]


@lru_cache(maxsize=65536)
def place_in_sum(term: Expr) -> tuple[Letter, ...]:
    """The key by which terms of the same sign are sorted."""
    if isinstance(term, Identity):
        return ()
    factors = term.factors if isinstance(term, Product) else (term,)
    return tuple(_letter(factor) for factor in factors)


def _letter(x: Expr) -> Letter:
    named = x.base if isinstance(x, (Inverse, Power)) else x
    named = named.symbol if isinstance(named, Adjoint) else named
    position = _POSITION.get(named.name, _VECTORS) if isinstance(named, Symbol) else _COMPOSITE
    return position, to_ascii(x)
