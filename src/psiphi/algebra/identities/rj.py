"""Identities of RJ: Rodriguez & Jain, Two-way recursive decomposition of the free-flying robot mass matrix.

RJ counts the joints 1 … N of N + 1 links and leaves the last link out of its operators. Here the body space
has all bodies, that root included, and H has the root's free joint. At the root r_b, C_f and the reduced
mass are zero, C_b is the identity, and the boundary blocks that RJ writes with its pick-offs disappear or
become Π_root and Π_tip. On a tree E_b X E_b* and E_φ* X E_φ join siblings: RJ's recursions hold for their
diagonal blocks.
"""

from __future__ import annotations

from psiphi.algebra.construction import diagonal, identity, zero
from psiphi.algebra.expression import Expr
from psiphi.algebra.identities.identity import Condition, Identity
from psiphi.algebra.inverse import inv
from psiphi.algebra.operators import (
    C_b,
    C_f,
    Delta_phi,
    E_b,
    E_phi,
    H,
    I,
    M,
    M_b,
    Pi_root,
    Pi_tip,
    Q,
    Q_x,
    S,
    mass,
    phi,
    phi_b,
    phi_tilde,
    r_b,
    r_f,
    r_reduced,
)
from psiphi.algebra.spaces import Space

_phi_b_tilde = phi_b - I
_fixed = phi @ M @ phi.T  # R of RJ: the kernel of the mass matrix were the root held
_kernel = _fixed - _fixed @ Pi_root @ inv(r_f) @ Pi_root @ _fixed  # R̄ of RJ [28]
_wiggle = I - Pi_root @ inv(r_f) @ Pi_root @ _fixed  # joint rates with the root's own motion added [23]
_rigid = I - _wiggle  # the root's velocity beyond that [25]
_joints = I - Pi_root  # all but the root
_r_b_inverse = inv(r_b + Pi_root)  # r_b⁻¹ off the root, where r_b vanishes
_base = H @ Pi_root @ H.T  # the free joint among the joints
_everywhere = phi_b @ Pi_root @ phi  # the rigid transition between any two bodies, by way of the root

_TREE, _CHAIN = Condition.FREE_FLYING, Condition.FREE_FLYING_CHAIN


def _row(
    name: str, equation: str, lhs: Expr, rhs: Expr, condition: Condition = _TREE, note: str = ""
) -> Identity:
    return Identity(f"RJ {name}", lhs, rhs, f"RJ {equation}", condition, note)


SHIFTS = (
    _row("2, forward", "2", E_phi @ E_b, I - Pi_tip, Condition.CHAIN),
    _row("2, backward", "2", E_b @ E_phi, I - Pi_root, Condition.CHAIN),
    _row("4", "4", phi_b, inv(I - E_b), Condition.ANY),
    _row("5", "5", _everywhere, phi + phi_b - I, Condition.CHAIN, "both triangles are one rigid transition"),
    _row("6, forward", "6", phi_tilde, E_phi @ phi, Condition.ANY),
    _row("6, backward", "6", _phi_b_tilde, E_b @ phi_b, Condition.ANY),
)

# The boundary blocks that (12) lacks in print are those of the root, where M_b = 0, and of the tip.
LINK_MASSES = (
    _row("10", "10", M_b, inv(Delta_phi) @ S.T @ M @ S @ inv(Delta_phi).T, _CHAIN, "S*MS: M of each parent"),
    _row("11", "11", S.T @ M @ S, Delta_phi @ M_b @ Delta_phi.T, _CHAIN),
    _row("12, backward", "12", M_b, E_b @ M @ E_b.T, _CHAIN),
    _row("12, forward", "12", M, E_phi @ M_b @ E_phi.T + Pi_tip @ M @ Pi_tip, _CHAIN),
)

REDUCED_MASS = (
    _row("13, left", "13", r_reduced, r_b @ inv(r_f + r_b) @ r_f),
    _row("13, right", "13", r_reduced, r_f @ inv(r_f + r_b) @ r_b),
    _row("14", "14", inv(r_reduced + Pi_root), _joints @ inv(r_f) + _r_b_inverse, note="off the root"),
    _row("17, forward", "17", C_f, r_reduced @ inv(r_f)),
    _row("17, backward", "17", C_b @ _joints, r_reduced @ _r_b_inverse, note="off the root"),
    _row("17, sum", "17", C_f + C_b, identity(Space.BODY)),
    _row("18", "18", diagonal(H @ _kernel @ H.T), H @ C_f @ r_f @ H.T, note="C_f is lost in print"),
)

_two_way = r_reduced + C_f @ phi_tilde @ r_f + C_b @ _phi_b_tilde @ r_b

DECOMPOSITION = (
    _row("identity 1", "16", _kernel, _two_way, _CHAIN),
    _row(
        "identity 1 on trees",
        "16",
        _kernel,
        _two_way - C_b @ (_everywhere - phi - phi_b + I) @ r_f,
        note="blocks of other branches are −C_b φ r_f",
    ),
    _row(
        "identity 2, momentum",
        "23",
        Pi_root @ phi @ M @ phi.T @ _wiggle,
        zero(Space.BODY, Space.BODY),
        note="the least energy has no momentum",
    ),
    _row("identity 2, energy", "24", _wiggle.T @ _fixed @ _wiggle, _kernel),
    _row("identity 3", "26", mass, H @ (_rigid.T @ r_f @ _rigid + _wiggle.T @ _fixed @ _wiggle) @ H.T),
    _row(
        "identity 4",
        "27",
        mass - mass @ _base @ inv(_base @ mass @ _base + I - _base) @ _base @ mass,
        H @ _kernel @ H.T,
        note="the free joint eliminated from the mass matrix",
    ),
    _row(
        "identity 5",
        "29",
        _kernel,
        r_reduced @ (I + inv(r_f) @ phi_tilde @ r_f + _r_b_inverse @ _phi_b_tilde @ r_b),
        _CHAIN,
    ),
    _row(
        "identity 6",
        "30",
        _kernel,
        r_f - r_f @ Q @ r_f + (I - r_f @ Q) @ phi_tilde @ r_f + r_f @ phi_tilde.T @ (I - Q @ r_f),
        _CHAIN,
    ),
    _row("identity 6, q", "31", Q, E_phi.T @ Q @ E_phi + Pi_root @ inv(r_f) @ Pi_root, _CHAIN),
    _row("identity 6, q on trees", "31", Q, diagonal(E_phi.T @ Q @ E_phi) + Pi_root @ inv(r_f) @ Pi_root),
    _row("identity 7", "32", _kernel, r_reduced + C_f @ phi_tilde @ r_f + r_f @ phi_tilde.T @ C_f.T, _CHAIN),
    _row(
        "identity 7 on trees",
        "32",
        _kernel,
        r_reduced + C_f @ phi_tilde @ r_f + r_f @ phi_tilde.T @ C_f.T - r_f @ phi.T @ Q_x @ phi @ r_f,
        note="Q_x joins siblings, and with them the branches",
    ),
    _row(
        "identity 7, other branches",
        "32",
        r_f @ phi.T @ Q_x @ phi @ r_f,
        C_b @ (_everywhere - phi - phi_b + I) @ r_f,
    ),
    _row("identity 7, siblings", "31", Q_x, E_phi.T @ Q @ E_phi - diagonal(E_phi.T @ Q @ E_phi)),
    _row("identity 7, total", "31", inv(Q), r_f + r_b),
    _row("identity 8", "33", r_f @ phi_tilde.T @ C_f.T, C_b @ _phi_b_tilde @ r_b),
    _row("identity 8, q", "33", phi_tilde.T @ Q, Q @ _phi_b_tilde),
    _row("identity 8, one step", "33", E_phi.T @ Q, Q @ E_b),
    _row("identity 9", "34", r_b, E_b @ r_b @ E_b.T + M_b, _CHAIN),
    _row("identity 9 on trees", "34", r_b, diagonal(E_b @ r_b @ E_b.T) + M_b),
)

RJ = (*SHIFTS, *LINK_MASSES, *REDUCED_MASS, *DECOMPOSITION)
