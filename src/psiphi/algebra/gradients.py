"""Letters of the derivatives of inverse dynamics, which are memoryless and take joint rates to bodies.

With the motion of the bodies given, V = φ*H*v and A = φ*(H*θ̈ + Ḣ*v + g), and the forces that they need,
F = φ(MA + V×*MV − f) where f acts on the bodies, a variation of the joints moves bodies and forces by

    Ψ̇ = [E_φ*V ×] H*,    Ψ̈ = [E_φ*A ×] H* + [E_φ*V ×] Ψ̇,    F̄ = [F ×̄] H*

so that for joints whose axes stand still in their own bodies (all but universal ones)

    ∂τ/∂q = H(φ − I)F̄ + Hφ(Mφ*Ψ̈ + 2C_Mφ*Ψ̇),    ∂τ/∂v = Hφ(2C_Mφ*H* + Mφ*(Ḣ* + Ψ̇)),    ∂τ/∂θ̈ = 𝓜
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache

from psiphi.algebra.crossings import cross, crossbar
from psiphi.algebra.expression import Expr, Owner, Symbol, symbol
from psiphi.algebra.operators import C_M, E_phi, H, H_dot, M, a, b, g, phi, v
from psiphi.algebra.reach import Reach
from psiphi.algebra.spaces import Space
from psiphi.locks import cached_property


@dataclass(frozen=True)
class Gradients(Owner):
    """Ψ̇, Ψ̈ and F̄ for accelerations θ̈ of the joints, and forces on bodies that move with them."""

    acceleration: Expr
    load: Expr | None = None

    @cached_property
    def Psi_dot(self) -> Symbol:
        """How velocities differ from one body to the next, seen by the joint between them."""
        return self._letter("Psi_dot")

    @cached_property
    def Psi_ddot(self) -> Symbol:
        """The same for accelerations."""
        return self._letter("Psi_ddot")

    @cached_property
    def F_bar(self) -> Symbol:
        """How forces turn with the joint."""
        return self._letter("F_bar")

    def _letter(self, name: str) -> Symbol:
        return symbol(name, Space.BODY, Space.JOINT, Reach.MEMORYLESS, owner=self)

    @property
    def contents(self) -> tuple[Expr, ...]:
        """What symbols_of looks into."""
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

    def definition(self, letter: Symbol) -> Expr:
        """A letter in terms of cross products."""
        passing = -cross(E_phi.T @ phi.T @ H.T @ v).T
        if letter is self.Psi_dot:
            return passing @ H.T
        if letter is self.F_bar:
            return crossbar(self.forces) @ H.T
        spatial = phi.T @ (H.T @ self.acceleration + H_dot.T @ v + g)
        # at the roots gravity stands in for the acceleration of the world
        return -cross(E_phi.T @ spatial + g).T @ H.T + passing @ passing @ H.T

    def by_configuration(self) -> Expr:
        """∂τ/∂q."""
        moved = M @ phi.T @ self.Psi_ddot + 2 * C_M @ phi.T @ self.Psi_dot
        return H @ phi @ self.F_bar - H @ self.F_bar + H @ phi @ moved

    def by_velocity(self) -> Expr:
        """∂τ/∂v."""
        return H @ phi @ (2 * C_M @ phi.T @ H.T + M @ phi.T @ (H_dot.T + self.Psi_dot))


gradients: Callable[[Expr, Expr | None], Gradients] = cache(Gradients)
