"""Identities of RK88: Rodriguez & Kreutz, Recursive mass matrix factorization and inversion (1988).

RK88 splits the step to the parent in two, E_φ = S Δ_φ: Δ_φ carries the force of each body rigidly to its
parent's origin, S hands it over. With S the incidence operator of the tree (parent ← child) everything
printed for chains holds for trees. Its gain L is K before the hand-over, S L = K.
"""

from __future__ import annotations

from psiphi.algebra.identities.identity import Condition
from psiphi.algebra.identities.paper import Paper

_row = Paper(
    "RK88",
    Condition.ANY,
    F="I + H Φ L",  # the innovations factor of the mass matrix
    W="I − H Ψ L",  # the whitening filter, its inverse
    after="I − G H",  # from before a joint to after it
    r_psi="diag(ψ M φ*)",  # r of Lemma A.1
    unbiased="T − H φ (M φ* a + b + B f)",
    residual="D⁻¹ (W T − H ψ~ P a − H ψ (b + B f))",  # of FD4
).row

RIGID = (
    _row("3.2, unit", "diag(φ) = I", "φ(i,i) = I"),
    _row("3.2, last step", "φ = I + E_φ φ", "φ(i,k)φ(k,j) = φ(i,j), the last step split off"),
    _row("3.2, first step", "φ = I + φ E_φ", "φ(i,k)φ(k,j) = φ(i,j), the first step split off"),
    _row("3.2, inverse", "diag(E_b E_φ) = I − Π_root", "φ⁻¹(i,j) = φ(j,i), for neighbours"),
    _row("3.4", "φ = inv(I − E_φ)"),
    _row("3.13", "J* = H inv(I − E_φ) B"),
)

FACTORISATION = (
    _row("4.5", "P = E_φ (P − P H* D⁻¹ H P) E_φ* + M"),
    _row("4.7", "S Δ_ψ = E_φ − S L H", "ψ(k+1,k) = φ(k+1,k) − L(k)H(k)"),
    _row("4.11", "mass = F D F*", "Fact 4.1"),
    _row("4.14", "inv(F) = W", "Fact 4.2"),
    _row("4.16", "inv(mass) = W* D⁻¹ W", "Theorem 4.1; the abstract of Part I prints Φ for Ψ"),
    _row("5.4", "W H φ = H ψ", "Identity 5.1"),
)

IDENTITIES_A1 = (
    _row("a.1", "D = H P H*"),
    _row("a.2", "G = P H* D⁻¹"),
    _row("a.4", "E_φ = S Δ_φ"),
    _row("a.5", "Δ_ψ = Δ_φ after"),
    _row("a.6", "Φ = φ S"),
    _row("a.7", "Ψ = ψ S"),
    _row("a.8", "Ψ Δ_ψ = ψ~"),
    _row("a.9", "Φ Δ_φ = φ~"),
    _row("a.10", "ψ⁻¹ = I − S Δ_ψ"),
    _row("a.11", "φ⁻¹ = I − S Δ_φ"),
    _row("a.12", "L = Δ_φ G"),
    _row("a.12, with the shift", "S L = K", "RJK writes the gain with the hand-over"),
    _row("a.13", "φ~ G = Φ L"),
)

IDENTITIES_A2 = (
    _row("a.14", "φ = ψ (I + S L H φ)"),
    _row("a.15", "ψ = (I − Ψ L H) φ"),
    _row("a.16", "Φ = Ψ (I + L H Φ)"),
    _row("a.17", "Ψ = (I − Ψ L H) Φ"),
    _row("a.18", "φ − ψ = Ψ L H φ"),
)

IDENTITIES_A3 = (
    _row("a.22", "φ = (I + Φ L H) ψ"),
    _row("a.23", "ψ = φ (I − S L H ψ)"),
    _row("a.24", "Φ = (I + Φ L H) Ψ"),
    _row("a.25", "Ψ = Φ (I − L H Ψ)"),
    _row("a.26", "Φ L H ψ = Ψ L H φ"),
    _row("a.27", "Φ L H Ψ = Ψ L H Φ"),
    _row("a.28", "φ − ψ = Φ L H ψ"),
)

IDENTITIES_A4 = (
    _row("a.32", "H φ = F H ψ"),
    _row("a.33", "H Φ = F H Ψ"),
    _row("a.34", "H Ψ = H Φ (I − L H Ψ)"),
    _row("a.35", "H ψ = W H φ"),
    _row("a.36", "H Ψ = W H Φ"),
    _row("a.37", "H Φ = H Ψ (I + L H Φ)"),
    _row("a.38", "H Φ L H Ψ = H Ψ L H Φ"),
    _row("a.39", "Φ L = Ψ L F"),
    _row("a.40", "Ψ L = (I − Ψ L H) Φ L"),
    _row("a.41", "Ψ L = Φ L W"),
    _row("a.42", "Φ L = (I + Φ L H) Ψ L"),
    _row("a.43", "Ψ L H Φ L = Φ L H Ψ L"),
)

DECOMPOSITIONS = (
    _row("a.44", "r_ψ = E_ψ r_ψ E_φ* + M", "r(k) = Σ ψ(k,j)M(j)φ*(k,j); ψ and φ are exchanged in print"),
    _row("a.45", "ψ M φ* = r_ψ + ψ~ r_ψ + r_ψ φ~*", "Lemma A.1"),
    _row("a.45, psi = phi", "φ M φ* = r + φ~ r + r φ~*", "Corollary A.1"),
    _row("a.46", "ψ M φ* = P + ψ~ P + P φ~*"),
    _row("a.47", "ψ M ψ* = P + ψ~ P + P ψ~*"),
    _row("a.48", "φ M φ* = P + φ~ P + P φ~* + φ~ P H* D⁻¹ H P φ~*"),
    _row("a.50", "W* D⁻¹ H ψ M φ* = W* D⁻¹ H ψ~ P + L* Ψ* after* + G*"),
    _row("a.51", "W* D⁻¹ H P + W* D⁻¹ H P φ~* = L* Ψ* after* + G*"),
)

FORWARD_DYNAMICS = (
    _row("4.18", "inv(mass) unbiased = W* D⁻¹ W unbiased", "FD1"),
    _row(
        "5.6",
        "φ* (H* inv(mass) unbiased + a) = ψ* H* D⁻¹ W unbiased + φ* a",
        "FD2, accelerations of the bodies",
    ),
    _row(
        "5.10",
        "inv(mass) unbiased = W* D⁻¹ (T − H ψ (S L T + M φ* a + b + B f))",
        "FD3; the proof prints (I − HΨL)⁻¹ for the adjoint",
    ),
    _row(
        "5.15",
        "inv(mass) unbiased = W* residual − L* Ψ* after* a − G* a",
        "FD4; the proof prints φ̃ for ψ̃",
    ),
)

RK88 = (
    *(*RIGID, *FACTORISATION, *IDENTITIES_A1, *IDENTITIES_A2, *IDENTITIES_A3, *IDENTITIES_A4),
    *(*DECOMPOSITIONS, *FORWARD_DYNAMICS),
)
