"""Identities of RK88: Rodriguez & Kreutz, Recursive mass matrix factorization and inversion (1988).

RK88 splits the step to the parent in two, E_φ = S Δ_φ: Δ_φ carries the force of each body rigidly to its
parent's origin, S hands it over. With S the incidence operator of the tree (parent ← child) everything
printed for chains holds for trees. Its gain L is K before the hand-over, S L = K.
"""

from __future__ import annotations

from psiphi.algebra.construction import diagonal, identity
from psiphi.algebra.expression import Expr
from psiphi.algebra.identities.identity import Identity
from psiphi.algebra.inputs import frame_vector, joint_vector
from psiphi.algebra.inverse import inv
from psiphi.algebra.operators import (
    B,
    D,
    Delta_phi,
    Delta_psi,
    E_b,
    E_phi,
    E_psi,
    G,
    H,
    I,
    J,
    K,
    L,
    M,
    P,
    Phi,
    Pi_root,
    Psi,
    S,
    a,
    b,
    mass,
    phi,
    phi_tilde,
    psi,
    psi_tilde,
    r,
)
from psiphi.algebra.spaces import Space


def _row(equation: str, lhs: Expr, rhs: Expr, note: str = "", part: str = "") -> Identity:
    name = f"RK88 {equation}"
    return Identity(f"{name}, {part}" if part else name, lhs, rhs, name, note=note)


_factor = I + H @ Phi @ L  # the innovations factor of the mass matrix
_filter = I - H @ Psi @ L  # the whitening filter, its inverse
_after = I - G @ H  # from before a joint to after it
_r = diagonal(psi @ M @ phi.T)  # r of Lemma A.1

RIGID = (
    _row("3.2", diagonal(phi), identity(Space.BODY), "φ(i,i) = I", "unit"),
    _row("3.2", phi, I + E_phi @ phi, "φ(i,k)φ(k,j) = φ(i,j), the last step split off", "last step"),
    _row("3.2", phi, I + phi @ E_phi, "φ(i,k)φ(k,j) = φ(i,j), the first step split off", "first step"),
    _row("3.2", diagonal(E_b @ E_phi), I - Pi_root, "φ⁻¹(i,j) = φ(j,i), for neighbours", "inverse"),
    _row("3.4", phi, inv(I - E_phi)),
    _row("3.13", J.T, H @ inv(I - E_phi) @ B),
)

FACTORISATION = (
    _row("4.5", P, E_phi @ (P - P @ H.T @ inv(D) @ H @ P) @ E_phi.T + M),
    _row("4.7", S @ Delta_psi, E_phi - S @ L @ H, "ψ(k+1,k) = φ(k+1,k) − L(k)H(k)"),
    _row("4.11", mass, _factor @ D @ _factor.T, "Fact 4.1"),
    _row("4.14", inv(_factor), _filter, "Fact 4.2"),
    _row(
        "4.16", inv(mass), _filter.T @ inv(D) @ _filter, "Theorem 4.1; the abstract of Part I prints Φ for Ψ"
    ),
    _row("5.4", _filter @ H @ phi, H @ psi, "Identity 5.1"),
)

IDENTITIES_A1 = (
    _row("a.1", D, H @ P @ H.T),
    _row("a.2", G, P @ H.T @ inv(D)),
    _row("a.4", E_phi, S @ Delta_phi),
    _row("a.5", Delta_psi, Delta_phi @ _after),
    _row("a.6", Phi, phi @ S),
    _row("a.7", Psi, psi @ S),
    _row("a.8", Psi @ Delta_psi, psi_tilde),
    _row("a.9", Phi @ Delta_phi, phi_tilde),
    _row("a.10", inv(psi), I - S @ Delta_psi),
    _row("a.11", inv(phi), I - S @ Delta_phi),
    _row("a.12", L, Delta_phi @ G),
    _row("a.12", S @ L, K, "RJK writes the gain with the hand-over", "with the shift"),
    _row("a.13", phi_tilde @ G, Phi @ L),
)

IDENTITIES_A2 = (
    _row("a.14", phi, psi @ (I + S @ L @ H @ phi)),
    _row("a.15", psi, (I - Psi @ L @ H) @ phi),
    _row("a.16", Phi, Psi @ (I + L @ H @ Phi)),
    _row("a.17", Psi, (I - Psi @ L @ H) @ Phi),
    _row("a.18", phi - psi, Psi @ L @ H @ phi),
)

IDENTITIES_A3 = (
    _row("a.22", phi, (I + Phi @ L @ H) @ psi),
    _row("a.23", psi, phi @ (I - S @ L @ H @ psi)),
    _row("a.24", Phi, (I + Phi @ L @ H) @ Psi),
    _row("a.25", Psi, Phi @ (I - L @ H @ Psi)),
    _row("a.26", Phi @ L @ H @ psi, Psi @ L @ H @ phi),
    _row("a.27", Phi @ L @ H @ Psi, Psi @ L @ H @ Phi),
    _row("a.28", phi - psi, Phi @ L @ H @ psi),
)

IDENTITIES_A4 = (
    _row("a.32", H @ phi, _factor @ H @ psi),
    _row("a.33", H @ Phi, _factor @ H @ Psi),
    _row("a.34", H @ Psi, H @ Phi @ (I - L @ H @ Psi)),
    _row("a.35", H @ psi, _filter @ H @ phi),
    _row("a.36", H @ Psi, _filter @ H @ Phi),
    _row("a.37", H @ Phi, H @ Psi @ (I + L @ H @ Phi)),
    _row("a.38", H @ Phi @ L @ H @ Psi, H @ Psi @ L @ H @ Phi),
    _row("a.39", Phi @ L, Psi @ L @ _factor),
    _row("a.40", Psi @ L, (I - Psi @ L @ H) @ Phi @ L),
    _row("a.41", Psi @ L, Phi @ L @ _filter),
    _row("a.42", Phi @ L, (I + Phi @ L @ H) @ Psi @ L),
    _row("a.43", Psi @ L @ H @ Phi @ L, Phi @ L @ H @ Psi @ L),
)

DECOMPOSITIONS = (
    _row("a.44", _r, E_psi @ _r @ E_phi.T + M, "r(k) = Σ ψ(k,j)M(j)φ*(k,j); ψ and φ are exchanged in print"),
    _row("a.45", psi @ M @ phi.T, _r + psi_tilde @ _r + _r @ phi_tilde.T, "Lemma A.1"),
    _row("a.45", phi @ M @ phi.T, r + phi_tilde @ r + r @ phi_tilde.T, "Corollary A.1", "psi = phi"),
    _row("a.46", psi @ M @ phi.T, P + psi_tilde @ P + P @ phi_tilde.T),
    _row("a.47", psi @ M @ psi.T, P + psi_tilde @ P + P @ psi_tilde.T),
    _row(
        "a.48",
        phi @ M @ phi.T,
        P + phi_tilde @ P + P @ phi_tilde.T + phi_tilde @ P @ H.T @ inv(D) @ H @ P @ phi_tilde.T,
    ),
    _row(
        "a.50",
        _filter.T @ inv(D) @ H @ psi @ M @ phi.T,
        _filter.T @ inv(D) @ H @ psi_tilde @ P + L.T @ Psi.T @ _after.T + G.T,
    ),
    _row(
        "a.51",
        _filter.T @ inv(D) @ H @ P + _filter.T @ inv(D) @ H @ P @ phi_tilde.T,
        L.T @ Psi.T @ _after.T + G.T,
    ),
)

_T, _f = joint_vector("T"), frame_vector("f")
_unbiased = _T - H @ phi @ (M @ phi.T @ a + b + B @ _f)
_FD4_residual = inv(D) @ (_filter @ _T - H @ psi_tilde @ P @ a - H @ psi @ (b + B @ _f))

FORWARD_DYNAMICS = (
    _row("4.18", inv(mass) @ _unbiased, _filter.T @ inv(D) @ _filter @ _unbiased, "FD1"),
    _row(
        "5.6",
        phi.T @ (H.T @ inv(mass) @ _unbiased + a),
        psi.T @ H.T @ inv(D) @ _filter @ _unbiased + phi.T @ a,
        "FD2, accelerations of the bodies",
    ),
    _row(
        "5.10",
        inv(mass) @ _unbiased,
        _filter.T @ inv(D) @ (_T - H @ psi @ (S @ L @ _T + M @ phi.T @ a + b + B @ _f)),
        "FD3; the proof prints (I − HΨL)⁻¹ for the adjoint",
    ),
    _row(
        "5.15",
        inv(mass) @ _unbiased,
        _filter.T @ _FD4_residual - L.T @ Psi.T @ _after.T @ a - G.T @ a,
        "FD4; the proof prints φ̃ for ψ̃",
    ),
)

RK88 = (
    *RIGID,
    *FACTORISATION,
    *IDENTITIES_A1,
    *IDENTITIES_A2,
    *IDENTITIES_A3,
    *IDENTITIES_A4,
    *DECOMPOSITIONS,
    *FORWARD_DYNAMICS,
)
