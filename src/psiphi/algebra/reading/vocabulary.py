"""The names that the text of an expression may use, and what an unknown one may have been meant to be."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from difflib import get_close_matches

from psiphi.algebra.construction import adjoint, identity
from psiphi.algebra.crossings import bend, cross, crossbar
from psiphi.algebra.expression import Expr
from psiphi.algebra.operators import (
    OPERATORS,
    B,
    D,
    G,
    H,
    J,
    K,
    M,
    R,
    base_family,
    carried_family,
    free_rows,
    geared_family,
    mass,
    phi,
    phi_tilde,
    prescribed_rows,
    psi,
    psi_tilde,
    r,
)
from psiphi.algebra.spaces import Space

RICCATI_MEMBERS = tuple(x.name for x in OPERATORS.values() if x.owner is base_family)

NAMES: dict[str, Expr] = {
    **OPERATORS,
    **{f"{name}_R": getattr(geared_family, name) for name in RICCATI_MEMBERS},
    **{f"{name}_Gamma": getattr(carried_family, name) for name in RICCATI_MEMBERS},
    **{f"I_{space.value}": identity(space) for space in Space},
    "mass": mass,
    "J": J,
    "phi_tilde": phi_tilde,
    "psi_tilde": psi_tilde,
    "r_f": r,
}
ROWS: dict[str, Callable[[Sequence[int], Space], Expr]] = {"Pi_p": prescribed_rows, "Pi_f": free_rows}
"""What has degrees of freedom in braces, Π_f{0; 2}; so have members of filters of such rows, ψ_f{0; 2}."""
FUNCTIONS = {"inv": "inverse", "diag": "diagonal", "rate": "rate", "derivative": "derivative"}
"""The names that take arguments in parentheses, and the methods of `Parts` for them."""
CROSSINGS = {"cross": cross, "crossbar": crossbar, "bend": bend}


def meant(name: str) -> str | None:
    """What an unknown name may have been meant to be: a known one nearly like it, or several run together."""
    if len(name) > 1 and all(letter in OPERATORS for letter in name):
        return " ".join(name)  # KDK is K D K without spaces
    by_folded = {x.casefold(): x for x in reversed((*NAMES, *FUNCTIONS, *CROSSINGS, "I", "chi"))}
    near = get_close_matches(name.casefold().rstrip("'_"), by_folded, n=1, cutoff=0.6)
    return by_folded[near[0]] if near else None


def fitting(range: Space, domain: Space) -> list[Expr]:
    """A few well-known operators between two spaces, to propose in a message."""
    known = (H, H.T, phi, phi.T, M, psi, G, K, D, R, B, B.T, adjoint(J), J, adjoint(G), adjoint(K))
    return [x for x in known if x.range is range and x.domain is domain][:3]
