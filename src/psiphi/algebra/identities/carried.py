"""The identities of the filter with correlated noise: rotors behind gears that the bodies carry.

RJK section 6 announces geared joints. Γ is the covariance of the forces on bodies with the noise R of the
joints that they carry the rotors of, and P_Γ, D_Γ, K_Γ and ψ_Γ are the Riccati family (M, R, Γ).
"""

from __future__ import annotations

from psiphi.algebra.expression import Expr
from psiphi.algebra.identities.identity import Identity
from psiphi.algebra.inverse import inv
from psiphi.algebra.operators import (
    B,
    D_Gamma,
    E_phi,
    E_psi_Gamma,
    G_Gamma,
    Gamma,
    H,
    I,
    J,
    K_Gamma,
    M,
    P_Gamma,
    R,
    mass,
    phi,
    psi_Gamma,
)

_mass = mass + H @ phi @ Gamma + Gamma.T @ phi.T @ H.T + R
_factor = I + H @ phi @ K_Gamma
_filter = I - H @ psi_Gamma @ K_Gamma


def _row(name: str, lhs: Expr, rhs: Expr, note: str = "") -> Identity:
    return Identity(f"carried, {name}", lhs, rhs, "R87 57, RJK 6", note=note)


CARRIED = (
    _row("D", D_Gamma, H @ P_Gamma @ H.T + R),
    _row("gain", K_Gamma, E_phi @ G_Gamma + Gamma @ inv(D_Gamma), "K = E_φG where nothing is carried"),
    _row("P by psi and phi", P_Gamma, M + E_psi_Gamma @ P_Gamma @ E_phi.T - K_Gamma @ Gamma.T),
    _row(
        "P by psi",
        P_Gamma,
        M
        + E_psi_Gamma @ P_Gamma @ E_psi_Gamma.T
        + K_Gamma @ R @ K_Gamma.T
        - K_Gamma @ Gamma.T
        - Gamma @ K_Gamma.T,
    ),
    _row("M", M, P_Gamma - E_phi @ P_Gamma @ E_phi.T + K_Gamma @ D_Gamma @ K_Gamma.T),
    _row("lemma 1", _mass, _factor @ D_Gamma @ _factor.T),
    _row("lemma 2", inv(_factor), _filter),
    _row("lemma 3", inv(_mass), _filter.T @ inv(D_Gamma) @ _filter),
    _row("lemma 4", _filter @ H @ phi, H @ psi_Gamma),
    _row("lemma 5", inv(psi_Gamma), inv(phi) + K_Gamma @ H),
    _row("18", inv(_mass) @ J.T, _filter.T @ inv(D_Gamma) @ H @ psi_Gamma @ B),
    _row("20", J @ inv(_mass) @ J.T, B.T @ psi_Gamma.T @ H.T @ inv(D_Gamma) @ H @ psi_Gamma @ B),
    _row(
        "FD4",
        _filter @ (H @ phi @ M + Gamma.T) @ phi.T,
        H @ psi_Gamma @ P_Gamma + D_Gamma @ K_Gamma.T @ phi.T,
        "what makes bias accelerations a sweep of the filter",
    ),
)
