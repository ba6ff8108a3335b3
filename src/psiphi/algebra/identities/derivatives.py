"""The identities of derivatives along rates u of the joints, which RJK section 6 announces.

V_u = φ*H*u are the velocities that the rates u give the bodies, Ω_u = [V_u ×*]. Whatever stands still when
seen from the world has a commutator with Ω_u for its derivative, and d/dt is the derivative along v.
"""

from __future__ import annotations

from psiphi.algebra.derivatives import derivative
from psiphi.algebra.identities.identity import Condition
from psiphi.algebra.identities.paper import Paper
from psiphi.algebra.operators import mass, v

_row = Paper(
    "derivative,",
    Condition.ANY,
    "RJK 6",
    spin="cross{φ* H* u}",
    coriolis="H φ (M φ* H_dot* + C_M φ* H*)",
    force="φ M φ* H* v",
    by_q=derivative(v.T @ mass @ v / 2, "q").T,  # of the kinetic energy
).row

DERIVATIVES = (
    _row("shift", "derivative(E_φ; u) = E_φ cross{H* u}"),
    _row("shift seen from the world", "derivative(E_φ; u) = E_φ spin − spin E_φ"),
    _row("transition", "derivative(φ; u) = φ spin − spin φ"),
    _row("transition by one step", "derivative(φ; u) = φ derivative(E_φ; u) φ"),
    _row("filter", "derivative(ψ; u) = ψ derivative(E_ψ; u) ψ"),
    _row(
        "step of the filter",
        "derivative(E_ψ; u) = derivative(E_φ; u) − derivative(K; u) H − K derivative(H; u)",
    ),
    _row("gain", "derivative(K; u) = derivative(E_φ; u) G + E_φ derivative(G; u)"),
    _row("mass matrix", "derivative(mass; u) = derivative(H φ; u) M φ* H* + H φ M derivative(φ* H*; u)"),
    _row("inverse", "derivative(inv(mass); u) = −inv(mass) derivative(mass; u) inv(mass)"),
    _row("forward dynamics", "derivative(inv(mass) τ; u) = −inv(mass) derivative(mass; u) inv(mass) τ"),
    _row(
        "Riccati equation",
        "derivative(P; u) = derivative(E_ψ P E_φ*; u)",
        "of P = M + E_ψPE_φ*, in which the gain may be held",
    ),
    _row("Coriolis matrix", "rate(mass) = coriolis + coriolis*"),
    _row("Coriolis forces", "coriolis v = H φ (M φ* (a − g) + b)"),
    _row(
        "kinetic energy",
        "by_q = coriolis* v + H cross{H* v} force + bend{force}* v − rate(H) force",
        "what is added to 𝓒*v is zero for joints of one degree of freedom",
    ),
)
