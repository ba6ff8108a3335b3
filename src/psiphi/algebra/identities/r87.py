"""Identities of R87: Rodriguez, Kalman filtering, smoothing and recursive robot arm dynamics (1987).

R87 marks the two sides of a joint. Before it P⁻ = P and Δ⁻ = Ω; after it, at the joint on the parent's
side, P⁺ = P − PH*D⁻¹HP and Δ⁺ = E_φ*ΩE_φ, on trees its diagonal blocks. The transition matrices are
ψ(k⁻,i⁺) = ψE_φ, ψ(k⁻,i⁻) = ψE_φ(I − GH) = ψ − I and ψ(k⁺,i⁺) = (I − GH)ψE_φ.
"""

from __future__ import annotations

from psiphi.algebra.identities.identity import Condition
from psiphi.algebra.identities.paper import Paper

_CHAIN = Condition.CHAIN
_row = Paper(
    "R87",
    Condition.ANY,
    after="I − G H",  # from before a joint to after it
    P_plus="P − P H* D⁻¹ H P",
    Delta_plus="diag(E_φ* Ω E_φ)",
    prior="φ M φ*",  # the covariance of the body forces before anything is measured
    c="D⁻¹ + G* Δ_plus G",
    d="G* Δ_plus − c H",
    smoothed="Δ_plus P_plus − I",
    # the three parts of the closed form (70)
    by_moments="c + d ψ K + K* ψ* d*",
    by_forces="d ψ + K* ψ* Ω",
    by_accelerations="G* smoothed + d ψ E_φ P_plus + K* ψ* after* smoothed",
).row

COMPOSITE = (
    _row("29", "r = E_φ r E_φ* + M"),
    _row("28", "r = diag(φ M φ*)"),
)

UPDATE = (
    _row("37", "P = E_φ P_plus E_φ* + M"),
    _row("50, left", "P_plus = after P"),
    _row("50, right", "P_plus = P after*"),
    _row("51", "P_plus = after P after*"),
    _row("XI", "H P_plus = 0", "HP⁻ = 0 in print"),
)

COSTATE_COVARIANCE = (
    _row("80", "Δ_plus = diag(E_φ* ψ* H* D⁻¹ H ψ E_φ)"),
    _row("82", "Ω = after* Δ_plus after + H* D⁻¹ H", "(68) prints the adjoint elsewhere"),
    _row("83", "diag(inv(mass)) = D⁻¹ + G* Δ_plus G", "the elements m⁻¹(i, i)"),
)

SMOOTHER = (
    _row("61", "prior H* inv(mass) = ψ K + P φ* H* inv(mass)", "x̂ = z + Pλ"),
    _row(
        "65",
        "diag(prior − prior H* inv(mass) H prior) = P − P Ω P",
        "S, the covariance that Gaussian conditioning on all joint forces leaves",
    ),
)

CLOSED_FORM = (
    _row("73", "ψ K = E_φ (ψ K + G (I − H ψ K))", "z⁻ solves (36), (40), (41)"),
    _row("74", "D⁻¹ (I − H ψ K) = (I + H φ K)* inv(mass)", "the residuals of a = 𝓜⁻¹τ"),
    _row("75", "ψ* H* = after* E_φ* ψ* H* + H*", "λ⁺ solves (62), (63)"),
    _row("76", "inv(mass) = (I − G* E_φ* ψ* H*) D⁻¹ (I − H ψ K)", "with e⁺ of (74)"),
    _row(
        "70, moments",
        "inv(mass) = by_moments",
        "accelerations due to joint moments; on trees other branches couple through their common ancestors",
        condition=_CHAIN,
    ),
    _row(
        "70, bias forces",
        "−inv(mass) H φ = by_forces",
        "accelerations due to bias forces",
        condition=_CHAIN,
    ),
    _row(
        "70, bias accelerations",
        "−inv(mass) H φ M φ* = by_accelerations",
        "accelerations due to bias accelerations",
        condition=_CHAIN,
    ),
    _row(
        "69",
        "inv(mass) (τ − H φ (M φ* n + β)) = by_moments τ + by_forces β + by_accelerations n",
        "any bias pair n, b",
        condition=_CHAIN,
    ),
    _row("71", "diag(inv(mass)) = c", "the diagonal of the inverse, on trees too"),
    _row("72", "ψ E_φ after = ψ E_ψ", "ψ(k⁻,i⁻) = ψ(k⁻,i⁺)(I − G(i)H(i)); the product descends"),
)

R87 = (*COMPOSITE, *UPDATE, *COSTATE_COVARIANCE, *SMOOTHER, *CLOSED_FORM)
