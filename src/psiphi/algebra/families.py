"""Families of operators that one recursion over the tree defines together, and the letters they are made of.

A Riccati family (X, Y, S), X memoryless on bodies and Y memoryless on joints, both symmetric, and S a shift
from joints to the parents of their bodies, is the Kalman filter of the model z = φw, y = Hz + noise with
cov(w) = X, cov(noise) = Y and cov(w, noise) = S. Its operators obey

    D = H P H* + Y      G = P H* D⁻¹      K = E_φ G + S D⁻¹      E_ψ = E_φ − K H      ψ = (I − E_ψ)⁻¹
    P = X + E_φ P E_φ* − K D K*

and give the innovations factorisation H φ X φ* H* + HφS + S*φ*H* + Y = (I + HφK) D (I + HφK)*  [RJK 11].
The family of the papers is (M, 0); (M, R) is that of a robot with geared rotors [R87 57], and (M, R, Γ) that
of one whose bodies carry them [RJK 6]. Where some joints move as prescribed the filter measures the others
alone: Π_f H stands for H, and Y has the identity Π_p in the rows that are left out.
"""

from __future__ import annotations

import re
from functools import cache

from psiphi.algebra.construction import diagonal, identity, inverse_node, symbol, zero
from psiphi.algebra.crossings import cross
from psiphi.algebra.expression import Expr, Owner, Symbol, is_zero
from psiphi.algebra.letters import LETTERS, Constant, Kind, Letter, Member, known
from psiphi.algebra.reach import Reach
from psiphi.algebra.rewriting.polynomial import expand
from psiphi.algebra.spaces import Space
from psiphi.algebra.structure import structure
from psiphi.errors import ExpressionError
from psiphi.frozen import frozen
from psiphi.locks import cached_property

_B, _J = Space.BODY, Space.JOINT
_F, _V = Kind.FORCE, Kind.MOTION
_STAYS, _SHIFTS = Reach.MEMORYLESS, Reach.SHIFT


def turning(u: Expr) -> Expr:
    """[V_u ×*] of the velocities V_u = φ*H*u."""
    return cross(phi.T @ H.T @ u)


def turns_with_bodies(x: Symbol, u: Symbol) -> Expr:
    """The derivative of what stands still, seen from the world: its components change, as its axes turn."""
    return x @ turning(u) - turning(u) @ x


H = known(symbol("H", _J, _B, _STAYS), Letter(takes=_F, work=0.0))
E_phi = known(
    symbol("E_phi", _B, _B, _SHIFTS), Letter(_F, _F, weight=6, work=0.5, derivative=turns_with_bodies)
)
phi = known(
    symbol("phi", _B, _B, Reach.CAUSAL, invertible=True),
    Letter(_F, _F, weight=4, means=lambda _: inverse_node(_one - E_phi), derivative=turns_with_bodies),
)
S = known(
    symbol("S", _B, _B, _SHIFTS),
    Letter(weight=6, work=0.2, constant=Constant.ON_TREES, paper="RK88"),
)
Delta_phi = known(
    symbol("Delta_phi", _B, _B, _STAYS, invertible=True),
    # from the axes of a body to those of its parent, without leaving its place
    Letter(weight=8, paper="RK88", derivative=lambda x, u: x @ cross(H.T @ u)),
)
_one = identity(_B)

NO_CORRELATION: Expr = zero(_B, _J)
ALL_ROWS: Expr = identity(_J)

_LABELS = {"M": "", "M; R": "_R", "M; R; Γ": "_Gamma"}
_SPLIT = re.compile(r"M; Π_p(\{.*\}); 0; Π_f\1")


def _covariances(f: Riccati) -> dict[str, bool]:
    return {"symmetric": True, "positive": structure(f.X).positive and structure(f.Y).semidefinite}


def _innovations(f: Riccati) -> dict[str, bool]:
    X, Y = structure(f.X), structure(f.Y)
    positive = (X.positive and Y.semidefinite) or (Y.positive and X.semidefinite)
    return {"symmetric": True, "positive": positive, "invertible": True}


@frozen
class Riccati(Owner):
    """The operators of the Riccati recursion with process noise X, measurement noise Y, correlation S.

    `rows` is what of H z is measured: all of it, or the Π_f of some joints (`free_rows`).
    """

    X: Expr
    Y: Expr
    S: Expr = NO_CORRELATION
    rows: Expr = ALL_ROWS

    @cached_property
    def H(self) -> Expr:
        """What is measured: H, or Π_f H."""
        return self.rows @ H

    @property
    def is_correlated(self) -> bool:
        """Whether the two noises have a covariance S."""
        return not is_zero(self.S)

    @property
    def arguments(self) -> tuple[Expr, ...]:
        """The operators that define the family, without zeros at the end."""
        if self.rows is not ALL_ROWS:
            return self.X, self.Y, self.S, self.rows
        if self.is_correlated:
            return self.X, self.Y, self.S
        return (self.X,) if is_zero(self.Y) else (self.X, self.Y)

    @cached_property
    def label(self) -> str:
        """What is written behind the letters: nothing for the papers' family, `{X; Y; S}` in general.

        `_f{0; 2}` is the filter of the joints that are free where degrees of freedom 0 and 2 are prescribed.
        """
        text = "; ".join(map(str, self.arguments))
        split = _SPLIT.fullmatch(text)
        return f"_f{split[1]}" if split else _LABELS.get(text, f"{{{text}}}")

    P = Member(_B, _B, _STAYS, Letter(_F, _V, weight=7), _covariances)
    """Articulated-body inertia: covariance of the prediction error, before the joint is crossed."""

    D = Member(_J, _J, _STAYS, Letter(work=0.1, means=lambda f: f.H @ f.P @ f.H.T + f.Y), _innovations)
    """Inertia seen by the joint: covariance of the innovation."""

    G = Member(
        _B, _J, _STAYS, Letter(_F, weight=30, work=0.2, means=lambda f: f.P @ f.H.T @ inverse_node(f.D))
    )
    """Kalman gain."""

    K = Member(
        *(_B, _J, _SHIFTS),
        Letter(_F, None, 2, 0.6, means=lambda f: E_phi @ f.G + f.S @ inverse_node(f.D), abbreviates=True),
    )
    """Shifted Kalman gain."""

    E_psi = Member(
        *(_B, _B, _SHIFTS),
        Letter(
            *(_F, _F, 50),
            means=lambda f: E_phi - f.K @ f.H if f.is_correlated else E_phi @ (_one - f.G @ f.H),
            abbreviates=True,
        ),
    )
    """One step of the filter."""

    psi = Member(
        *(_B, _B, Reach.CAUSAL),
        Letter(_F, _F, 4, means=lambda f: inverse_node(_one - f.E_psi)),
        lambda f: {"invertible": True},
    )
    """Transition operator of the filter."""

    L = Member(
        *(_B, _J, _STAYS), Letter(weight=60, paper="RK88", means=lambda f: Delta_phi @ f.G, abbreviates=True)
    )
    """Kalman gain of RK88, at the parent of each joint [RK88 a.12]."""

    Psi = Member(
        *(_B, _B, Reach.STRICTLY_CAUSAL),
        Letter(weight=50, paper="RK88", means=lambda f: f.psi @ S, abbreviates=True),
    )
    """Ψ of RK88 [RK88 5.3]."""

    Delta_psi = Member(
        *(_B, _B, _STAYS),
        Letter(weight=70, paper="RK88", means=lambda f: Delta_phi @ (_one - f.G @ f.H), abbreviates=True),
    )
    """Δ_ψ of RK88 [RK88 a.5]."""

    Omega = Member(
        *(_B, _B, _STAYS),
        Letter(_V, _F, means=lambda f: diagonal(f.psi.T @ f.H.T @ inverse_node(f.D) @ f.H @ f.psi)),
        lambda f: {"symmetric": True},
    )
    """Operational-space compliance at each body: the memoryless part of ψ*H*D⁻¹Hψ [RJK 20]."""


@frozen
class Lyapunov(Owner):
    """The composite r = X + E_φ r E_φ* of a memoryless X on bodies; X = M gives composite inertias.

    X is symmetric, or C_M.
    """

    X: Expr

    @property
    def arguments(self) -> tuple[Expr, ...]:
        return (self.X,)

    @cached_property
    def label(self) -> str:
        return "" if str(self.X) == "M" else f"{{{self.X}}}"

    r = Member(
        *(_B, _B, _STAYS),
        Letter(_F, _V, weight=7, means=lambda f: diagonal(phi @ f.X @ phi.T)),
        lambda f: {"symmetric": structure(f.X).symmetric, "positive": structure(f.X).positive},
    )
    """Composite of everything outward of a body, the body included."""


@frozen
class Resolvent(Owner):
    """(I − X)⁻¹ of a one-step shift X that is neither E_φ nor some E_ψ."""

    X: Expr

    @property
    def arguments(self) -> tuple[Expr, ...]:
        return (self.X,)

    @cached_property
    def label(self) -> str:
        return f"{{{self.X}}}"

    @property
    def chi(self) -> Symbol:
        """The transition operator of the shift X, on bodies or on joints."""
        return symbol("chi", self.X.range, self.X.domain, Reach.CAUSAL, invertible=True, owner=self)


LETTERS[Resolvent, "chi"] = Letter(weight=4, means=lambda f: inverse_node(identity(f.X.range) - f.X))


@cache
def riccati(X: Expr, Y: Expr, S: Expr = NO_CORRELATION, rows: Expr = ALL_ROWS) -> Riccati:
    """The Riccati family of process noise X, measurement noise Y, their correlation S, and rows of H."""
    for noise in (X, Y):
        if expand(noise) != expand(noise).T:
            raise ExpressionError(f"'{noise}' is not symmetric: it is no covariance, and defines no filter.")
    return Riccati(X, Y, S, rows)


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
