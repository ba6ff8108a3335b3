"""Identities of RJK: Rodriguez, Jain & Kreutz-Delgado, A spatial operator algebra (1991)."""

from __future__ import annotations

from psiphi.algebra.identities.identity import Condition
from psiphi.algebra.identities.paper import Paper

_row = Paper(
    "RJK",
    Condition.ANY,
    F="I + H φ K",  # the innovations factor of the mass matrix
    W="I − H ψ K",  # the whitening filter, its inverse
    after="I − G H",  # from before a joint to after it, π̄ in the appendix
    inward="inv(I − E_φ)",  # the recursion f = E_φ f + …
    outward="inv(I − E_φ*)",  # the recursion α = E_φ* α + …
    coriolis="H φ (M φ* H_dot* + C_M φ* H*)",
    m="(I + H φ K) D^(1/2)",
).row

NEWTON_EULER = (
    _row("3", "H inward M outward H* = mass", "the recursions of section 3, solved"),
    _row("4", "H inward (M outward a + b) = H φ (M φ* a + b)", "the same with biases"),
    _row("5", "H inward B = J*", "the same with a force at the tip"),
)

FACTORISATION = (
    _row("8", "P = E_ψ P E_ψ* + M", "with rotors add K R K*"),
    _row("10", "E_ψ = E_φ after"),
    _row("10, gain", "E_ψ = E_φ − K H"),
    _row("lemma 1", "mass = F D F*", source="RJK 11"),
    _row("lemma 2", "inv(F) = W", source="RJK 12"),
    _row("lemma 3", "inv(mass) = W* D⁻¹ W", source="RJK 13"),
    _row("lemma 4", "W H φ = H ψ", source="RJK 16"),
    _row("lemma 5", "ψ⁻¹ = φ⁻¹ + K H", source="RJK appendix"),
)

APPENDIX = (
    _row("appendix, M by psi", "M = P − E_ψ P E_ψ*"),
    _row("appendix, M by phi", "M = P − E_φ P E_φ* + K D K*", "an equals sign is lost in print"),
    _row("appendix, projection", "after P after* = after P"),
    _row("appendix, filter", "I − ψ K H = ψ φ⁻¹"),
    _row("appendix, kernel", "φ M φ* = P + φ~ P + P φ~* + φ K D K* φ*"),
    _row("appendix, phi tilde", "φ~ = φ E_φ"),
)

TIP_FORCES = (
    _row("18", "inv(mass) J* = W* D⁻¹ H ψ B", "for −Δθ̈ = 𝓜⁻¹J*f(0)"),
    _row("20", "J inv(mass) J* = B* ψ* H* D⁻¹ H ψ B"),
    _row(
        "20, pick-off",
        "diag(J inv(mass) J*) = B* Ω B",
        "between frames on one body; different bodies meet through ψ",
    ),
    _row("20, recursion", "Ω = diag(E_ψ* Ω E_ψ) + H* D⁻¹ H"),
    _row(
        "20, recursion on a chain",
        "Ω = E_ψ* Ω E_ψ + H* D⁻¹ H",
        "on trees E_ψ*ΩE_ψ joins siblings",
        condition=Condition.CHAIN,
    ),
    _row("20, decomposition", "ψ* H* D⁻¹ H ψ = Ω + Ω ψ~ + ψ~* Ω", condition=Condition.CHAIN),
)

DIAGONALISED = (
    _row("section 6, factor", "mass = m m*", "m = (I + HφK) D^½", source="RJK 6"),
    _row("section 6, innovations", "inv(m) = D^(-1/2) W", "φ stands for ψ in print", source="RJK 6"),
)

RATES = (
    _row("section 6, rate of the transition", "rate(φ) = φ rate(E_φ) φ", source="RJK 6"),
    _row(
        "section 6, rate of the mass matrix",
        "rate(mass) = coriolis + coriolis*",
        "𝓜̇ − 2𝓒 is skew",
        source="RJK 6",
    ),
    _row(
        "section 6, no work",
        "v* coriolis v = v* m rate(m*) v",
        "ν*μ = 0 for μ = m⁻¹𝓒v − ṁ*v",
        source="RJK 6",
    ),
)

RJK = (*NEWTON_EULER, *FACTORISATION, *APPENDIX, *TIP_FORCES, *DIAGONALISED, *RATES)
