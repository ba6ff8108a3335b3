"""The identities of the filter with measurement noise R, the reflected rotor inertia of geared joints.

R87 (57) has the noise, RJK section 6 announces its use. P_R, D_R, K_R and ψ_R are the Riccati family (M, R).
"""

from __future__ import annotations

from psiphi.algebra.expression import Expr
from psiphi.algebra.identities.identity import Identity
from psiphi.algebra.inverse import inv
from psiphi.algebra.operators import (
    D_R,
    G_R,
    K_R,
    P_R,
    B,
    E_phi,
    E_psi_R,
    H,
    I,
    J,
    M,
    R,
    mass,
    phi,
    psi_R,
)

_factor = I + H @ phi @ K_R
_filter = I - H @ psi_R @ K_R


def _row(name: str, lhs: Expr, rhs: Expr, note: str = "") -> Identity:
    return Identity(f"geared, {name}", lhs, rhs, "R87 57, RJK 6", note=note)


GEARED = (
    _row("D", D_R, H @ P_R @ H.T + R),
    _row("P by psi and phi", P_R, M + E_psi_R @ P_R @ E_phi.T),
    _row("P by psi", P_R, M + E_psi_R @ P_R @ E_psi_R.T + K_R @ R @ K_R.T),
    _row("M", M, P_R - E_phi @ P_R @ E_phi.T + K_R @ D_R @ K_R.T),
    _row("update", (I - G_R @ H) @ P_R @ H.T, G_R @ R, "what is left along the joint; zero without rotors"),
    _row("lemma 1", mass + R, _factor @ D_R @ _factor.T),
    _row("lemma 2", inv(_factor), _filter),
    _row("lemma 3", inv(mass + R), _filter.T @ inv(D_R) @ _filter),
    _row("lemma 4", _filter @ H @ phi, H @ psi_R),
    _row("lemma 5", inv(psi_R), inv(phi) + K_R @ H),
    _row("18", inv(mass + R) @ J.T, _filter.T @ inv(D_R) @ H @ psi_R @ B),
    _row("20", J @ inv(mass + R) @ J.T, B.T @ psi_R.T @ H.T @ inv(D_R) @ H @ psi_R @ B),
)
