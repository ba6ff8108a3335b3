"""Identities of RJ: Rodriguez & Jain, Two-way recursive decomposition of the free-flying robot mass matrix.

RJ counts the joints 1 … N of N + 1 links and leaves the last link out of its operators. Here the body space
has all bodies, that root included, and H has the root's free joint. At the root r_b, C_f and the reduced
mass are zero, C_b is the identity, and the boundary blocks that RJ writes with its pick-offs disappear or
become Π_root and Π_tip. On a tree E_b X E_b* and E_φ* X E_φ join siblings: RJ's recursions hold for their
diagonal blocks.
"""

from __future__ import annotations

from psiphi.algebra.identities.identity import Condition
from psiphi.algebra.identities.paper import Paper

_ANY, _ARM, _CHAIN = Condition.ANY, Condition.CHAIN, Condition.FREE_FLYING_CHAIN
_row = Paper(
    "RJ",
    Condition.FREE_FLYING,
    fixed="φ M φ*",  # R of RJ: the kernel of the mass matrix were the root held
    kernel="fixed − fixed Π_root inv(r_f) Π_root fixed",  # R̄ of RJ [28]
    wiggle="I − Π_root inv(r_f) Π_root fixed",  # joint rates with the root's own motion added [23]
    rigid="I − wiggle",  # the root's velocity beyond that [25]
    joints="I − Π_root",  # all but the root
    r_b_inverse="inv(r_b + Π_root)",  # r_b⁻¹ off the root, where r_b vanishes
    base="H Π_root H*",  # the free joint among the joints
    branches="φ_b Π_root φ − φ − φ_b + I",  # the rigid transition from other branches, by way of the root
    two_way="r_reduced + C_f φ~ r_f + C_b (φ_b − I) r_b",
).row

SHIFTS = (
    _row("2, forward", "E_φ E_b = I − Π_tip", condition=_ARM),
    _row("2, backward", "E_b E_φ = I − Π_root", condition=_ARM),
    _row("4", "φ_b = inv(I − E_b)", condition=_ANY),
    _row("5", "φ_b Π_root φ = φ + φ_b − I", "both triangles are one rigid transition", condition=_ARM),
    _row("6, forward", "φ~ = E_φ φ", condition=_ANY),
    _row("6, backward", "φ_b − I = E_b φ_b", condition=_ANY),
)

# The boundary blocks that (12) lacks in print are those of the root, where M_b = 0, and of the tip.
LINK_MASSES = (
    _row("10", "M_b = inv(Δ_φ) S* M S inv(Δ_φ)*", "S*MS: M of each parent", condition=_CHAIN),
    _row("11", "S* M S = Δ_φ M_b Δ_φ*", condition=_CHAIN),
    _row("12, backward", "M_b = E_b M E_b*", condition=_CHAIN),
    _row("12, forward", "M = E_φ M_b E_φ* + Π_tip M Π_tip", condition=_CHAIN),
)

REDUCED_MASS = (
    _row("13, left", "r_reduced = r_b inv(r_f + r_b) r_f"),
    _row("13, right", "r_reduced = r_f inv(r_f + r_b) r_b"),
    _row("14", "inv(r_reduced + Π_root) = joints inv(r_f) + r_b_inverse", "off the root"),
    _row("17, forward", "C_f = r_reduced inv(r_f)"),
    _row("17, backward", "C_b joints = r_reduced r_b_inverse", "off the root"),
    _row("17, sum", "C_f + C_b = I"),
    _row("18", "diag(H kernel H*) = H C_f r_f H*", "C_f is lost in print"),
)

DECOMPOSITION = (
    _row("identity 1", "kernel = two_way", source="RJ 16", condition=_CHAIN),
    _row(
        "identity 1 on trees",
        "kernel = two_way − C_b branches r_f",
        "blocks of other branches are −C_b φ r_f",
        source="RJ 16",
    ),
    _row(
        "identity 2, momentum",
        "Π_root fixed wiggle = 0",
        "the least energy has no momentum",
        source="RJ 23",
    ),
    _row("identity 2, energy", "wiggle* fixed wiggle = kernel", source="RJ 24"),
    _row("identity 3", "mass = H (rigid* r_f rigid + wiggle* fixed wiggle) H*", source="RJ 26"),
    _row(
        "identity 4",
        "mass − mass base inv(base mass base + I − base) base mass = H kernel H*",
        "the free joint eliminated from the mass matrix",
        source="RJ 27",
    ),
    _row(
        "identity 5",
        "kernel = r_reduced (I + inv(r_f) φ~ r_f + r_b_inverse (φ_b − I) r_b)",
        source="RJ 29",
        condition=_CHAIN,
    ),
    _row(
        "identity 6",
        "kernel = r_f − r_f Q r_f + (I − r_f Q) φ~ r_f + r_f φ~* (I − Q r_f)",
        source="RJ 30",
        condition=_CHAIN,
    ),
    _row("identity 6, q", "Q = E_φ* Q E_φ + Π_root inv(r_f) Π_root", source="RJ 31", condition=_CHAIN),
    _row("identity 6, q on trees", "Q = diag(E_φ* Q E_φ) + Π_root inv(r_f) Π_root", source="RJ 31"),
    _row("identity 7", "kernel = r_reduced + C_f φ~ r_f + r_f φ~* C_f*", source="RJ 32", condition=_CHAIN),
    _row(
        "identity 7 on trees",
        "kernel = r_reduced + C_f φ~ r_f + r_f φ~* C_f* − r_f φ* Q_x φ r_f",
        "Q_x joins siblings, and with them the branches",
        source="RJ 32",
    ),
    _row("identity 7, other branches", "r_f φ* Q_x φ r_f = C_b branches r_f", source="RJ 32"),
    _row("identity 7, siblings", "Q_x = E_φ* Q E_φ − diag(E_φ* Q E_φ)", source="RJ 31"),
    _row("identity 7, total", "inv(Q) = r_f + r_b", source="RJ 31"),
    _row("identity 8", "r_f φ~* C_f* = C_b (φ_b − I) r_b", source="RJ 33"),
    _row("identity 8, q", "φ~* Q = Q (φ_b − I)", source="RJ 33"),
    _row("identity 8, one step", "E_φ* Q = Q E_b", source="RJ 33"),
    _row("identity 9", "r_b = E_b r_b E_b* + M_b", source="RJ 34", condition=_CHAIN),
    _row("identity 9 on trees", "r_b = diag(E_b r_b E_b*) + M_b", source="RJ 34"),
)

RJ = (*SHIFTS, *LINK_MASSES, *REDUCED_MASS, *DECOMPOSITION)
