"""Families of operators that one recursion over the tree defines together.

A Riccati family (X, Y, S), X memoryless on bodies and Y memoryless on joints, both symmetric, and S a shift
from joints to the parents of their bodies, is the Kalman filter of the model z = φw, y = Hz + noise with
cov(w) = X, cov(noise) = Y and cov(w, noise) = S. Its operators obey

    D = H P H* + Y      G = P H* D⁻¹      K = E_φ G + S D⁻¹      E_ψ = E_φ − K H      ψ = (I − E_ψ)⁻¹
    P = X + E_φ P E_φ* − K D K*

and give the innovations factorisation H φ X φ* H* + HφS + S*φ*H* + Y = (I + HφK) D (I + HφK)*  [RJK 11].
The family of the papers is (M, 0); (M, R) is that of a robot with geared rotors [R87 57], and (M, R, Γ) that
of one whose bodies carry them [RJK 6].
"""

from __future__ import annotations

from functools import cache

from psiphi.algebra.expression import Expr, Owner, Symbol, is_zero, symbol, zero
from psiphi.algebra.reach import Reach
from psiphi.algebra.spaces import Space
from psiphi.algebra.structure import structure
from psiphi.frozen import frozen
from psiphi.locks import cached_property

_B, _J = Space.BODY, Space.JOINT

NO_CORRELATION: Expr = zero(_B, _J)


@frozen
class Riccati(Owner):
    """The operators of the Riccati recursion with process noise X, measurement noise Y, correlation S."""

    X: Expr
    Y: Expr
    S: Expr = NO_CORRELATION

    @property
    def is_correlated(self) -> bool:
        """Whether the two noises have a covariance S."""
        return not is_zero(self.S)

    @cached_property
    def arguments(self) -> tuple[Expr, ...]:
        """The operators that define the family, without zeros at the end."""
        if self.is_correlated:
            return self.X, self.Y, self.S
        return (self.X,) if is_zero(self.Y) else (self.X, self.Y)

    @cached_property
    def label(self) -> str:
        """What is written behind the letters: nothing for the papers' family, `{X; Y; S}` in general."""
        text = "; ".join(map(str, self.arguments))
        return {"M": "", "M; R": "_R", "M; R; Γ": "_Gamma"}.get(text, f"{{{text}}}")

    @cached_property
    def P(self) -> Symbol:
        """Articulated-body inertia: covariance of the prediction error, before the joint is crossed."""
        positive = structure(self.X).positive and structure(self.Y).semidefinite
        return symbol("P", _B, _B, Reach.MEMORYLESS, symmetric=True, positive=positive, owner=self)

    @cached_property
    def D(self) -> Symbol:
        """Inertia seen by the joint: covariance of the innovation."""
        X, Y = structure(self.X), structure(self.Y)
        positive = (X.positive and Y.semidefinite) or (Y.positive and X.semidefinite)
        return symbol(
            "D", _J, _J, Reach.MEMORYLESS, symmetric=True, positive=positive, invertible=True, owner=self
        )

    @cached_property
    def G(self) -> Symbol:
        """Kalman gain, P H* D⁻¹."""
        return symbol("G", _B, _J, Reach.MEMORYLESS, owner=self)

    @cached_property
    def K(self) -> Symbol:
        """Shifted Kalman gain, E_φ G + S D⁻¹."""
        return symbol("K", _B, _J, Reach.SHIFT, owner=self)

    @cached_property
    def E_psi(self) -> Symbol:
        """One step of the filter, E_φ − K H."""
        return symbol("E_psi", _B, _B, Reach.SHIFT, owner=self)

    @cached_property
    def psi(self) -> Symbol:
        """Transition operator of the filter, (I − E_ψ)⁻¹."""
        return symbol("psi", _B, _B, Reach.CAUSAL, invertible=True, owner=self)

    @cached_property
    def L(self) -> Symbol:
        """Kalman gain of RK88, Δ_φ G, at the parent of each joint [RK88 a.12]."""
        return symbol("L", _B, _J, Reach.MEMORYLESS, owner=self)

    @cached_property
    def Psi(self) -> Symbol:
        """Ψ of RK88, ψ S [RK88 5.3]."""
        return symbol("Psi", _B, _B, Reach.STRICTLY_CAUSAL, owner=self)

    @cached_property
    def Delta_psi(self) -> Symbol:
        """Δ_ψ of RK88: Δ_φ (I − G H) [RK88 a.5]."""
        return symbol("Delta_psi", _B, _B, Reach.MEMORYLESS, owner=self)

    @cached_property
    def Omega(self) -> Symbol:
        """Operational-space compliance at each body: the memoryless part of ψ*H*D⁻¹Hψ [RJK 20]."""
        return symbol("Omega", _B, _B, Reach.MEMORYLESS, symmetric=True, owner=self)


@frozen
class Lyapunov(Owner):
    """The composite r = X + E_φ r E_φ* of a memoryless X on bodies; X = M gives composite inertias.

    X is symmetric, or C_M.
    """

    X: Expr

    @cached_property
    def label(self) -> str:
        return "" if str(self.X) == "M" else f"{{{self.X}}}"

    @cached_property
    def r(self) -> Symbol:
        """Composite of everything outward of a body, the body included."""
        facts = structure(self.X)
        return symbol(
            "r",
            _B,
            _B,
            Reach.MEMORYLESS,
            symmetric=facts.symmetric,
            positive=facts.positive,
            owner=self,
        )


@frozen
class Resolvent(Owner):
    """(I − X)⁻¹ of a one-step shift X that is neither E_φ nor some E_ψ."""

    X: Expr

    @cached_property
    def label(self) -> str:
        return f"{{{self.X}}}"

    @cached_property
    def chi(self) -> Symbol:
        """The transition operator of the shift X."""
        return symbol("chi", self.X.range, self.X.domain, Reach.CAUSAL, invertible=True, owner=self)


@cache
def riccati(X: Expr, Y: Expr, S: Expr = NO_CORRELATION) -> Riccati:
    """The Riccati family of process noise X, measurement noise Y and their correlation S."""
    return Riccati(X, Y, S)


@cache
def lyapunov(X: Expr) -> Lyapunov:
    """The composite family of X."""
    return Lyapunov(X)


@cache
def resolvent(X: Expr) -> Resolvent:
    """The resolvent family of a one-step shift X."""
    return Resolvent(X)


def owner_label(x: Symbol) -> str:
    """The label of the family a symbol belongs to, empty for the papers' own."""
    owner = x.owner
    return owner.label if isinstance(owner, (Riccati, Lyapunov, Resolvent)) else ""
