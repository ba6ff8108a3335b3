"""The identities of filters with rotors behind gears: noise of the joints, which bodies may feel as well.

R87 (57) has the measurement noise R, the reflected rotor inertia of geared joints; RJK section 6 announces
its use. P_R, D_R, K_R and ψ_R are the Riccati family (M, R). Where bodies carry the rotors, Γ is the
covariance of the forces on them with that noise, and P_Γ, D_Γ, K_Γ and ψ_Γ are the family (M, R, Γ).
"""

from __future__ import annotations

from collections.abc import Iterator

from psiphi.algebra.families import Riccati
from psiphi.algebra.identities.identity import Condition, Identity
from psiphi.algebra.identities.paper import Paper
from psiphi.algebra.operators import carried_family, geared_family
from psiphi.algebra.rewriting.definitions import covariance


def _rows(kind: str, f: Riccati) -> Iterator[Identity]:
    letters = {"P": f.P, "D": f.D, "G": f.G, "K": f.K, "E_psi": f.E_psi, "psi": f.psi, "S": f.S}
    shared = {"mass": covariance(f), "F": "I + H φ K", "W": "I − H ψ K"}
    row = Paper(f"{kind},", Condition.ANY, "R87 57, RJK 6", **letters, **shared).row
    yield row("D", "D = H P H* + R")
    if f.is_correlated:
        yield row("gain", "K = E_φ G + S D⁻¹", "K = E_φG where nothing is carried")
    yield row("P by psi and phi", "P = M + E_ψ P E_φ* − K S*")
    yield row("P by psi", "P = M + E_ψ P E_ψ* + K R K* − K S* − S K*")
    yield row("M", "M = P − E_φ P E_φ* + K D K*")
    if not f.is_correlated:
        yield row("update", "(I − G H) P H* = G R", "what is left along the joint; zero without rotors")
    yield row("lemma 1", "mass = F D F*")
    yield row("lemma 2", "inv(F) = W")
    yield row("lemma 3", "inv(mass) = W* D⁻¹ W")
    yield row("lemma 4", "W H φ = H ψ")
    yield row("lemma 5", "ψ⁻¹ = φ⁻¹ + K H")
    yield row("18", "inv(mass) J* = W* D⁻¹ H ψ B")
    yield row("20", "J inv(mass) J* = B* ψ* H* D⁻¹ H ψ B")
    if f.is_correlated:
        note = "what makes bias accelerations a sweep of the filter"
        yield row("FD4", "W (H φ M + S*) φ* = H ψ P + D K* φ*", note)


GEARED = tuple(_rows("geared", geared_family))
CARRIED = tuple(_rows("carried", carried_family))
