"""Identities of R87: Rodriguez, Kalman filtering, smoothing and recursive robot arm dynamics (1987).

R87 marks the two sides of a joint. Before it P⁻ = P and Δ⁻ = Ω; after it, at the joint on the parent's
side, P⁺ = P − PH*D⁻¹HP and Δ⁺ = E_φ*ΩE_φ, on trees its diagonal blocks. The transition matrices are
ψ(k⁻,i⁺) = ψE_φ, ψ(k⁻,i⁻) = ψE_φ(I − GH) = ψ − I and ψ(k⁺,i⁺) = (I − GH)ψE_φ.
"""

from __future__ import annotations

from psiphi.algebra.construction import diagonal, zero
from psiphi.algebra.expression import Expr
from psiphi.algebra.identities.identity import Condition, Identity
from psiphi.algebra.inputs import body_vector, joint_vector
from psiphi.algebra.inverse import inv
from psiphi.algebra.operators import D, E_phi, E_psi, G, H, I, K, M, Omega, P, mass, phi, psi, r
from psiphi.algebra.spaces import Space

_after = I - G @ H  # from before a joint to after it
_P_plus = P - P @ H.T @ inv(D) @ H @ P
_Delta_plus = diagonal(E_phi.T @ Omega @ E_phi)
_c = inv(D) + G.T @ _Delta_plus @ G
_d = G.T @ _Delta_plus - _c @ H

# The three parts of the closed form (70)
_by_moments = _c + _d @ psi @ K + K.T @ psi.T @ _d.T
_by_bias_forces = _d @ psi + K.T @ psi.T @ Omega
_smoothed = _Delta_plus @ _P_plus - I
_by_bias_accelerations = G.T @ _smoothed + _d @ psi @ E_phi @ _P_plus + K.T @ psi.T @ _after.T @ _smoothed
_tau, _n, _b = joint_vector("tau"), body_vector("n"), body_vector("beta")


def _row(
    equation: str, lhs: Expr, rhs: Expr, note: str = "", part: str = "", condition: Condition = Condition.ANY
) -> Identity:
    name = f"R87 {equation}"
    return Identity(f"{name}, {part}" if part else name, lhs, rhs, name, condition, note)


COMPOSITE = (
    _row("29", r, E_phi @ r @ E_phi.T + M),
    _row("28", r, diagonal(phi @ M @ phi.T)),
)

UPDATE = (
    _row("37", P, E_phi @ _P_plus @ E_phi.T + M),
    _row("50", _P_plus, _after @ P, part="left"),
    _row("50", _P_plus, P @ _after.T, part="right"),
    _row("51", _P_plus, _after @ P @ _after.T),
    _row("XI", H @ _P_plus, zero(Space.JOINT, Space.BODY), "HP⁻ = 0 in print"),
)

COSTATE_COVARIANCE = (
    _row("80", _Delta_plus, diagonal(E_phi.T @ psi.T @ H.T @ inv(D) @ H @ psi @ E_phi)),
    _row(
        "82", Omega, _after.T @ _Delta_plus @ _after + H.T @ inv(D) @ H, "(68) prints the adjoint elsewhere"
    ),
    _row("83", diagonal(inv(mass)), inv(D) + G.T @ _Delta_plus @ G, "the elements m⁻¹(i, i)"),
)

_prior = phi @ M @ phi.T  # the covariance of the body forces before anything is measured
_seen = H @ _prior

SMOOTHER = (
    _row("61", _prior @ H.T @ inv(mass), psi @ K + P @ phi.T @ H.T @ inv(mass), "x̂ = z + Pλ"),
    _row(
        "65",
        diagonal(_prior - _seen.T @ inv(mass) @ _seen),
        P - P @ Omega @ P,
        "S, the covariance that Gaussian conditioning on all joint forces leaves",
    ),
)

CLOSED_FORM = (
    _row("73", psi @ K, E_phi @ (psi @ K + G @ (I - H @ psi @ K)), "z⁻ solves (36), (40), (41)"),
    _row("74", inv(D) @ (I - H @ psi @ K), (I + H @ phi @ K).T @ inv(mass), "the residuals of a = 𝓜⁻¹τ"),
    _row("75", psi.T @ H.T, _after.T @ E_phi.T @ psi.T @ H.T + H.T, "λ⁺ solves (62), (63)"),
    _row("76", inv(mass), (I - G.T @ E_phi.T @ psi.T @ H.T) @ inv(D) @ (I - H @ psi @ K), "with e⁺ of (74)"),
    _row(
        "70",
        inv(mass),
        _by_moments,
        "accelerations due to joint moments; on trees other branches couple through their common ancestors",
        "moments",
        Condition.CHAIN,
    ),
    _row(
        "70",
        -inv(mass) @ H @ phi,
        _by_bias_forces,
        "accelerations due to bias forces",
        "bias forces",
        Condition.CHAIN,
    ),
    _row(
        "70",
        -inv(mass) @ H @ phi @ M @ phi.T,
        _by_bias_accelerations,
        "accelerations due to bias accelerations",
        "bias accelerations",
        Condition.CHAIN,
    ),
    _row(
        "69",
        inv(mass) @ (_tau - H @ phi @ (M @ phi.T @ _n + _b)),
        _by_moments @ _tau + _by_bias_forces @ _b + _by_bias_accelerations @ _n,
        "any bias pair n, b",
        condition=Condition.CHAIN,
    ),
    _row("71", diagonal(inv(mass)), _c, "the diagonal of the inverse, on trees too"),
    _row("72", psi @ E_phi @ _after, psi @ E_psi, "ψ(k⁻,i⁻) = ψ(k⁻,i⁺)(I − G(i)H(i)); the product descends"),
)

R87 = (*COMPOSITE, *UPDATE, *COSTATE_COVARIANCE, *SMOOTHER, *CLOSED_FORM)
