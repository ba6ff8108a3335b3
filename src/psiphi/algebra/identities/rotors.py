"""The identities of filters with rotors behind gears: noise of the joints, which bodies may feel as well.

R87 (57) has the measurement noise R, the reflected rotor inertia of geared joints; RJK section 6 announces
its use. P_R, D_R, K_R and ψ_R are the Riccati family (M, R). Where bodies carry the rotors, Γ is the
covariance of the forces on them with that noise, and P_Γ, D_Γ, K_Γ and ψ_Γ are the family (M, R, Γ).
"""

from __future__ import annotations

from collections.abc import Iterator

from psiphi.algebra.expression import Expr
from psiphi.algebra.families import Riccati
from psiphi.algebra.identities.identity import Identity
from psiphi.algebra.inverse import inv
from psiphi.algebra.operators import B, E_phi, Gamma, H, I, J, M, R, carried_family, geared_family, phi
from psiphi.algebra.rewriting.definitions import covariance


def _rows(kind: str, f: Riccati) -> Iterator[Identity]:
    def row(name: str, lhs: Expr, rhs: Expr, note: str = "") -> Identity:
        return Identity(f"{kind}, {name}", lhs, rhs, "R87 57, RJK 6", note=note)

    P, D, G, K, psi, mass = f.P, f.D, f.G, f.K, f.psi, covariance(f)
    factor, whitening = I + H @ phi @ K, I - H @ psi @ K
    yield row("D", D, H @ P @ H.T + R)
    if f.is_correlated:
        yield row("gain", K, E_phi @ G + Gamma @ inv(D), "K = E_φG where nothing is carried")
    yield row("P by psi and phi", P, M + f.E_psi @ P @ E_phi.T - K @ f.S.T)
    yield row("P by psi", P, M + f.E_psi @ P @ f.E_psi.T + K @ R @ K.T - K @ f.S.T - f.S @ K.T)
    yield row("M", M, P - E_phi @ P @ E_phi.T + K @ D @ K.T)
    if not f.is_correlated:
        note = "what is left along the joint; zero without rotors"
        yield row("update", (I - G @ H) @ P @ H.T, G @ R, note)
    yield row("lemma 1", mass, factor @ D @ factor.T)
    yield row("lemma 2", inv(factor), whitening)
    yield row("lemma 3", inv(mass), whitening.T @ inv(D) @ whitening)
    yield row("lemma 4", whitening @ H @ phi, H @ psi)
    yield row("lemma 5", inv(psi), inv(phi) + K @ H)
    yield row("18", inv(mass) @ J.T, whitening.T @ inv(D) @ H @ psi @ B)
    yield row("20", J @ inv(mass) @ J.T, B.T @ psi.T @ H.T @ inv(D) @ H @ psi @ B)
    if f.is_correlated:
        lhs, rhs = whitening @ (H @ phi @ M + Gamma.T) @ phi.T, H @ psi @ P + D @ K.T @ phi.T
        yield row("FD4", lhs, rhs, "what makes bias accelerations a sweep of the filter")


GEARED = tuple(_rows("geared", geared_family))
CARRIED = tuple(_rows("carried", carried_family))
