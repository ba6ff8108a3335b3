"""The identities of derivatives along rates u of the joints, which RJK section 6 announces.

V_u = φ*H*u are the velocities that the rates u give the bodies, Ω_u = [V_u ×*]. Whatever stands still when
seen from the world has a commutator with Ω_u for its derivative, and d/dt is the derivative along v.
"""

from __future__ import annotations

from psiphi.algebra.construction import derivative_node
from psiphi.algebra.crossings import bend, cross
from psiphi.algebra.derivatives import derivative, rate
from psiphi.algebra.expression import Expr
from psiphi.algebra.identities.identity import Identity
from psiphi.algebra.inputs import joint_vector
from psiphi.algebra.inverse import inv
from psiphi.algebra.operators import C_M, E_phi, E_psi, G, H, H_dot, K, M, P, a, b, g, mass, phi, psi, v

_u, _tau = joint_vector("u"), joint_vector("tau")
_spin = cross(phi.T @ H.T @ _u)
_coriolis = H @ phi @ (M @ phi.T @ H_dot.T + C_M @ phi.T @ H.T)
_force = phi @ M @ phi.T @ H.T @ v


def _along(x: Expr) -> Expr:
    return derivative(x, along=_u)


def _row(name: str, lhs: Expr, rhs: Expr, note: str = "") -> Identity:
    return Identity(f"derivative, {name}", lhs, rhs, "RJK 6", note=note)


DERIVATIVES = (
    _row("shift", _along(E_phi), E_phi @ cross(H.T @ _u)),
    _row("shift seen from the world", _along(E_phi), E_phi @ _spin - _spin @ E_phi),
    _row("transition", _along(phi), phi @ _spin - _spin @ phi),
    _row("transition by one step", _along(phi), phi @ _along(E_phi) @ phi),
    _row("filter", _along(psi), psi @ _along(E_psi) @ psi),
    _row("step of the filter", _along(E_psi), _along(E_phi) - _along(K) @ H - K @ _along(H)),
    _row("gain", _along(K), _along(E_phi) @ G + E_phi @ _along(G)),
    _row(
        "mass matrix",
        _along(mass),
        _along(H @ phi) @ M @ phi.T @ H.T + H @ phi @ M @ _along(H @ phi).T,
    ),
    _row("inverse", _along(inv(mass)), -inv(mass) @ _along(mass) @ inv(mass)),
    _row("forward dynamics", _along(inv(mass) @ _tau), -inv(mass) @ _along(mass) @ inv(mass) @ _tau),
    _row(
        "Riccati equation",
        _along(P),
        _along(E_psi @ P @ E_phi.T),
        "of P = M + E_ψPE_φ*, in which the gain may be held",
    ),
    _row("Coriolis matrix", rate(mass), _coriolis + _coriolis.T),
    _row("Coriolis forces", _coriolis @ v, H @ phi @ (M @ phi.T @ (a - g) + b)),
    _row(
        "kinetic energy",
        derivative(v.T @ mass @ v / 2, "q").T,
        _coriolis.T @ v + H @ cross(H.T @ v) @ _force + bend(_force).T @ v - derivative_node(H, v) @ _force,
        "what is added to 𝓒*v is zero for joints of one degree of freedom",
    ),
)
