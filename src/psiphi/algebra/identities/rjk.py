"""Identities of RJK: Rodriguez, Jain & Kreutz-Delgado, A spatial operator algebra (1991)."""

from __future__ import annotations

from fractions import Fraction

from psiphi.algebra.construction import diagonal
from psiphi.algebra.derivatives import rate
from psiphi.algebra.expression import Expr
from psiphi.algebra.identities.identity import Condition, Identity
from psiphi.algebra.inverse import inv
from psiphi.algebra.operators import (
    C_M,
    B,
    D,
    E_phi,
    E_psi,
    G,
    H,
    H_dot,
    I,
    J,
    K,
    M,
    Omega,
    P,
    a,
    b,
    mass,
    phi,
    phi_tilde,
    psi,
    psi_tilde,
    v,
)

_factor = I + H @ phi @ K  # the innovations factor of the mass matrix
_filter = I - H @ psi @ K  # the whitening filter, its inverse
_after = I - G @ H  # from before a joint to after it, π̄ in the appendix
_root_of_D, _root_of_inverse_D = D ** Fraction(1, 2), D ** Fraction(-1, 2)
_inward, _outward = inv(I - E_phi), inv(I - E_phi.T)  # the recursions f = E_φ f + … and α = E_φ* α + …


def _row(
    name: str, equation: str, lhs: Expr, rhs: Expr, note: str = "", condition: Condition = Condition.ANY
) -> Identity:
    return Identity(f"RJK {name}", lhs, rhs, f"RJK {equation}", condition, note)


NEWTON_EULER = (
    _row("3", "3", H @ _inward @ M @ _outward @ H.T, mass, "the recursions of section 3, solved"),
    _row(
        "4", "4", H @ _inward @ (M @ _outward @ a + b), H @ phi @ (M @ phi.T @ a + b), "the same with biases"
    ),
    _row("5", "5", H @ _inward @ B, J.T, "the same with a force at the tip"),
)

FACTORISATION = (
    _row("8", "8", P, E_psi @ P @ E_psi.T + M, "with rotors add K R K*"),
    _row("10", "10", E_psi, E_phi @ _after),
    _row("10, gain", "10", E_psi, E_phi - K @ H),
    _row("lemma 1", "11", mass, _factor @ D @ _factor.T),
    _row("lemma 2", "12", inv(_factor), _filter),
    _row("lemma 3", "13", inv(mass), _filter.T @ inv(D) @ _filter),
    _row("lemma 4", "16", _filter @ H @ phi, H @ psi),
    _row("lemma 5", "appendix", inv(psi), inv(phi) + K @ H),
)

APPENDIX = (
    _row("appendix, M by psi", "appendix", M, P - E_psi @ P @ E_psi.T),
    _row(
        "appendix, M by phi",
        "appendix",
        M,
        P - E_phi @ P @ E_phi.T + K @ D @ K.T,
        "an equals sign is lost in print",
    ),
    _row("appendix, projection", "appendix", _after @ P @ _after.T, _after @ P),
    _row("appendix, filter", "appendix", I - psi @ K @ H, psi @ inv(phi)),
    _row(
        "appendix, kernel",
        "appendix",
        phi @ M @ phi.T,
        P + phi_tilde @ P + P @ phi_tilde.T + phi @ K @ D @ K.T @ phi.T,
    ),
    _row("appendix, phi tilde", "appendix", phi_tilde, phi @ E_phi),
)

TIP_FORCES = (
    _row("18", "18", inv(mass) @ J.T, _filter.T @ inv(D) @ H @ psi @ B, "for −Δθ̈ = 𝓜⁻¹J*f(0)"),
    _row("20", "20", J @ inv(mass) @ J.T, B.T @ psi.T @ H.T @ inv(D) @ H @ psi @ B),
    _row(
        "20, pick-off",
        "20",
        diagonal(J @ inv(mass) @ J.T),
        B.T @ Omega @ B,
        "between frames on one body; different bodies meet through ψ",
    ),
    _row("20, recursion", "20", Omega, diagonal(E_psi.T @ Omega @ E_psi) + H.T @ inv(D) @ H),
    _row(
        "20, recursion on a chain",
        "20",
        Omega,
        E_psi.T @ Omega @ E_psi + H.T @ inv(D) @ H,
        "on trees E_ψ*ΩE_ψ joins siblings",
        Condition.CHAIN,
    ),
    _row(
        "20, decomposition",
        "20",
        psi.T @ H.T @ inv(D) @ H @ psi,
        Omega + Omega @ psi_tilde + psi_tilde.T @ Omega,
        condition=Condition.CHAIN,
    ),
)

DIAGONALISED = (
    _row(
        "section 6, factor", "6", mass, (_factor @ _root_of_D) @ (_factor @ _root_of_D).T, "m = (I + HφK) D^½"
    ),
    _row(
        "section 6, innovations",
        "6",
        inv(_factor @ _root_of_D),
        _root_of_inverse_D @ _filter,
        "φ stands for ψ in print",
    ),
)

_coriolis = H @ phi @ (M @ phi.T @ H_dot.T + C_M @ phi.T @ H.T)

RATES = (
    _row("section 6, rate of the transition", "6", rate(phi), phi @ rate(E_phi) @ phi),
    _row("section 6, rate of the mass matrix", "6", rate(mass), _coriolis + _coriolis.T, "𝓜̇ − 2𝓒 is skew"),
    _row(
        "section 6, no work",
        "6",
        v.T @ _coriolis @ v,
        v.T @ (_factor @ _root_of_D) @ rate((_factor @ _root_of_D).T) @ v,
        "ν*μ = 0 for μ = m⁻¹𝓒v − ṁ*v",
    ),
)

RJK = (*NEWTON_EULER, *FACTORISATION, *APPENDIX, *TIP_FORCES, *DIAGONALISED, *RATES)
