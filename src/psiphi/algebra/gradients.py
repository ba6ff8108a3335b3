"""Letters of the derivatives of inverse dynamics, which are memoryless and take joint rates to bodies.

With the motion of the bodies given, V = φ*H*v and A = φ*(H*θ̈ + Ḣ*v + g), and the forces that they need,
F = φ(MA + V×*MV − f) where f acts on the bodies, a variation of the joints moves bodies and forces by
[E_φ*V ×]H*, [E_φ*A ×]H* + [E_φ*V ×]², and F̄ = [F ×̄]H*. Seen by observers that move with the origins of the
bodies, with W = [n ×*] of the linear velocities n and Λ = 2(E_φW − WE_φ) of the velocities between origins,

    Ψ̇ = [(E_φ*V − n) ×]H*,    Ψ_v = Ψ̇ + [(V − n) ×]H*,    Ψ̈ = [E_φ*A ×]H* + [(E_φ*V − 2n) ×][E_φ*V ×]H*

have no linear velocities but those of the joints themselves. For joints whose axes stand still in their own
bodies (all but universal ones)

    ∂τ/∂q = H(φ − I)F̄ + Hφ(Mφ*(Ψ̈ − 2W*Ψ̇) + 2C_Mφ*Ψ̇)
    ∂τ/∂v = Hφ(Mφ*(Ψ_v − 2W*H*) + 2C_Mφ*H*),    ∂τ/∂θ̈ = 𝓜

The composite of M is r [RK88 a.45], that of 2C_M is c = C + 2rW*. No linear velocity is in C either: what a
body carries turns with it as if it were one rigid body, with V_ω = V − n, and moves in its joints besides,

    C = C_r + C_J,    C_r = V_ω×*r − r V_ω× + [rV_ω ×̄],    C_J = E_φ(C_J + the same of H*θ̇)E_φ*

With φ*W* − W*φ* = −φ*Λ*φ*/2, and what a column meets at its own body as one letter,

    N_q = rΨ̈ + CΨ̇,    N_v = rΨ_v + CH*

the derivatives are

    ∂τ/∂q = Hφ(F̄ + N_q) − HF̄ + Hr(φ* − I)Ψ̈ + H(C(φ* − I) + rφ*Λ*φ*)Ψ̇
    ∂τ/∂v = HφN_v + Hr(φ* − I)Ψ_v + H(C(φ* − I) + rφ*Λ*φ*)H*
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache

from psiphi.algebra.construction import zero
from psiphi.algebra.crossings import cross, crossbar
from psiphi.algebra.derivation import Derivation, Worksheet, substitute
from psiphi.algebra.derivatives import derivative
from psiphi.algebra.expression import Expr, Owner
from psiphi.algebra.families import lyapunov
from psiphi.algebra.letters import Letter, Member
from psiphi.algebra.operators import C_M, E_phi, H, H_dot, I, M, Pi_angular, Pi_root, a, b, g, phi, r, v
from psiphi.algebra.reach import Reach
from psiphi.algebra.spaces import Space
from psiphi.frozen import frozen

_RATES_TO_BODIES = Space.BODY, Space.JOINT, Reach.MEMORYLESS
_AT_BODIES = Space.BODY, Space.BODY, Reach.MEMORYLESS


def _passing() -> Expr:
    """[E_φ*V ×]."""
    return -cross(E_phi.T @ _V).T


@frozen
class Gradients(Owner):
    """Ψ̇, Ψ̈ and F̄ for accelerations θ̈ of the joints, and forces on bodies that move with them."""

    acceleration: Expr
    load: Expr | None = None

    is_open = True

    Psi_dot = Member(*_RATES_TO_BODIES, Letter(means=lambda f: _passing() @ H.T + _W.T @ H.T))
    """How velocities change with a joint, seen from the origin of its body."""

    Psi_v = Member(*_RATES_TO_BODIES, Letter(means=lambda f: f.Psi_dot + H_dot.T + _W.T @ H.T))
    """How accelerations change with velocities of the joints."""

    Psi_ddot = Member(*_RATES_TO_BODIES, Letter(means=lambda f: f._pulled()))
    """The same as Ψ̇ for accelerations."""

    F_bar = Member(*_RATES_TO_BODIES, Letter(means=lambda f: crossbar(f.forces) @ H.T))
    """How forces turn with the joint."""

    N_q = Member(*_RATES_TO_BODIES, Letter(means=lambda f: r @ f.Psi_ddot + f.C @ f.Psi_dot))
    """What the composite bodies resist the accelerations Ψ̈ with."""

    N_v = Member(*_RATES_TO_BODIES, Letter(means=lambda f: r @ f.Psi_v + f.C @ H.T))
    """The same for Ψ̇ and H*, as velocities of the joints make them."""

    C = Member(*_AT_BODIES, Letter(means=lambda f: lyapunov(2 * C_M).r - 2 * r @ _W.T))
    """2 C_M of all that a body carries, seen from its origin."""

    Lambda = Member(
        *(Space.BODY, Space.BODY, Reach.SHIFT), Letter(means=lambda f: 2 * (E_phi @ _W - _W @ E_phi))
    )
    """Twice the rate of E_φ for observers that move with the origins of bodies."""

    @property
    def arguments(self) -> tuple[Expr, ...]:
        return (self.acceleration, v) if self.load is None else (self.acceleration, v, self.load)

    @property
    def forces(self) -> Expr:
        """F = φ(Mα + b − f) with the classical accelerations α = φ*(H*θ̈ + a), the same forces."""
        inertial = M @ self.accelerations + b
        return phi @ (inertial if self.load is None else inertial - self.load)

    @property
    def accelerations(self) -> Expr:
        """α = φ*(H*θ̈ + a)."""
        return phi.T @ (H.T @ self.acceleration + a)

    @property
    def _spatial(self) -> Expr:
        """A = φ*(H*θ̈ + Ḣ*v + g)."""
        return phi.T @ (H.T @ self.acceleration + H_dot.T @ v + g)

    def _pulled(self) -> Expr:
        """Ψ̈; at the roots gravity stands in for the acceleration of the world."""
        seen = -cross(E_phi.T @ self._spatial + g).T @ H.T
        return seen + (_passing() + 2 * _W.T) @ _passing() @ H.T

    def by_configuration(self) -> Expr:
        """∂τ/∂q, each path to the base once."""
        inward = H @ phi @ (self.F_bar + self.N_q) - H @ self.F_bar
        return inward + self._outward(self.Psi_ddot, self.Psi_dot)

    def by_velocity(self) -> Expr:
        """∂τ/∂v in the same way."""
        return H @ phi @ self.N_v + self._outward(self.Psi_v, H.T)

    def _outward(self, pulled: Expr, turned: Expr) -> Expr:
        coriolis = self.C @ _beyond + r @ phi.T @ self.Lambda.T @ phi.T
        return H @ (r @ _beyond @ pulled + coriolis @ turned)

    def derivation(self, by: str) -> Derivation:
        """How `by_configuration` ("q") or `by_velocity` ("v") comes about from derivative(τ, by)."""
        bodies = M @ self._spatial + C_M @ phi.T @ H.T @ v
        torque = H @ phi @ (bodies if self.load is None else bodies - self.load)
        sheet = Worksheet(derivative(torque, by))
        if by == "q":
            turned, pulled, at_body, name = self.Psi_dot, self.Psi_ddot, self.N_q, "N_q"
            first, result = H @ phi @ self.F_bar - H @ self.F_bar, self.by_configuration()
        else:
            turned, pulled, at_body, name = H.T, self.Psi_v, self.N_v, "N_v"
            first, result = zero(Space.JOINT, Space.JOINT), self.by_velocity()
        seen = pulled - 2 * _W.T @ turned
        written = first + H @ phi @ (M @ phi.T @ seen + 2 * C_M @ phi.T @ turned)
        sheet.step(sheet.current, written, written, "cross products as letters, for axes that stand still")
        c = lyapunov(2 * C_M).r
        summed = first + H @ (phi @ (r @ seen + c @ turned) + r @ _beyond @ seen + c @ _beyond @ turned)
        sheet.step(2 * phi @ C_M @ phi.T, phi @ c + c @ _beyond, summed, "composite bodies, of M as of 2C_M")
        parts = self.C + 2 * r @ _W.T
        sheet.step(c, parts, substitute(summed, c, parts), "definition of C")
        moving = phi.T @ self.Lambda.T @ phi.T
        inward = H @ phi @ (r @ pulled + self.C @ turned)
        boosted = first + inward + self._outward(pulled, turned)
        exchanged = 2 * _W.T @ _beyond - 2 * _beyond @ _W.T
        sheet.step(exchanged, moving, boosted, "observers that move with the origins of bodies")
        sheet.step(r @ pulled + self.C @ turned, at_body, result, f"definition of {name}")
        return sheet.derivation()

    def of_free_root(self) -> tuple[Expr, Expr]:
        """Y_q and Y_v: what a root that moves freely does for itself in ∂τ/∂q and ∂τ/∂v, as accelerations.

        There H*H = I, so that Mφ*Π_rootΨ̈ = Mφ*H*(HΠ_rootΨ̈): 𝓜Y_q and 𝓜Y_v are parts of the derivatives.
        """
        return H @ Pi_root @ self.Psi_ddot, H @ Pi_root @ self.Psi_v


_beyond = phi.T - I
_V = phi.T @ H.T @ v
_W = cross(_V - Pi_angular @ _V)

gradients: Callable[[Expr, Expr | None], Gradients] = cache(Gradients)
