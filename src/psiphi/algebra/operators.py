"""The named operators of the papers.

| symbol | meaning | reach |
|---|---|---|
| H | joint projection: forces on bodies to joint forces | memoryless |
| E_phi, phi | rigid one-step shift and its resolvent φ = (I − E_φ)⁻¹ | shift, causal |
| M, R | body inertias; reflected rotor inertias | memoryless |
| Gamma | spin of rotors on the bodies that carry them, γ J h | shift |
| B | frames on bodies: B f puts forces at frames on their bodies | memoryless |
| P D G K E_psi psi | the Riccati family (M, 0): articulated inertias, gains, filter | see families.py |
| r, Omega | composite inertias; compliance at each body | memoryless |
| E_0 | the roots on the world: E_0 w moves them with it, E_0* f acts on it at its origin | roots |
| A_0, X_0 | frames to the world: turned into its axes; carried to its origin as well | memoryless |
| H_dot, A_dot, C_M | rates of H and A_0 while the robot moves; Coriolis forces of bodies | memoryless |
| C_R | the same of rotors, where loops are joints: dR/dt = C_R + C_R*, zero on trees | memoryless |
| Gamma_dot | rate of Gamma: the gyroscopic couples of rotors | shift |
| E_phi_dot, B_dot | rates of E_phi and B, where bodies and frames sit on flexible bodies | as these |
| Pi_angular | the angular part of motions, and of forces | memoryless |
| N, gearing | loops: motions of bodies, and of joints, in the directions that loops hold | full |
| N_dot, gearing_dot | their rates while the robot moves | full |
| tendons | rates of joints to those of tendons, times the roots of their armatures | full |
| S, Delta_phi, Delta_psi, L, Phi, Psi | the factored notation of RK88: E_φ = S Δ_φ, Φ = φS, Ψ = ψS | |
| E_b, phi_b, M_b, r_f, r_b, Q, Q_x, C_f, C_b, r_reduced, Pi_root, Pi_tip | RJ, free-flying robots | |
"""

from __future__ import annotations

import re

from psiphi.algebra.expression import Expr, Symbol, identity, symbol, zero
from psiphi.algebra.families import lyapunov, riccati
from psiphi.algebra.letters import letter_of
from psiphi.algebra.reach import Reach
from psiphi.algebra.spaces import Space
from psiphi.errors import ExpressionError
from psiphi.frozen import frozen

_J, _B, _F, _C, _1 = Space.JOINT, Space.BODY, Space.FRAME, Space.COORDINATE, Space.ONE
_W, _L, _T = Space.WORLD, Space.LOOP, Space.TENDON

I = identity()  # noqa: E741  the papers' name; its space is settled by what it meets

H = symbol("H", _J, _B, Reach.MEMORYLESS)
E_phi = symbol("E_phi", _B, _B, Reach.SHIFT)
phi = symbol("phi", _B, _B, Reach.CAUSAL, invertible=True)
M = symbol("M", _B, _B, Reach.MEMORYLESS, positive=True)
R = symbol("R", _J, _J, Reach.MEMORYLESS, semidefinite=True)
Gamma = symbol("Gamma", _B, _J, Reach.SHIFT)
B = symbol("B", _B, _F, Reach.MEMORYLESS)
tendons = symbol("tendons", _T, _J)  # its Gram matrix is the armature of tendons that joints share
coupling = symbol("coupling", _J, _C)  # v = coupling · (independent rates); the identity where nothing mimics

base_family = riccati(M, zero(_J, _J))
P, D, G, K = base_family.P, base_family.D, base_family.G, base_family.K
E_psi, psi, Omega = base_family.E_psi, base_family.psi, base_family.Omega
L, Psi, Delta_psi = base_family.L, base_family.Psi, base_family.Delta_psi

geared_family = riccati(M, R)
P_R, D_R, G_R, K_R = geared_family.P, geared_family.D, geared_family.G, geared_family.K
E_psi_R, psi_R = geared_family.E_psi, geared_family.psi

carried_family = riccati(M, R, Gamma)
P_Gamma, D_Gamma, G_Gamma = carried_family.P, carried_family.D, carried_family.G
K_Gamma, E_psi_Gamma, psi_Gamma = carried_family.K, carried_family.E_psi, carried_family.psi

forward_family = lyapunov(M)
r = forward_family.r

S = symbol("S", _B, _B, Reach.SHIFT)
Delta_phi = symbol("Delta_phi", _B, _B, Reach.MEMORYLESS, invertible=True)
Phi = symbol("Phi", _B, _B, Reach.STRICTLY_CAUSAL)

E_b = symbol("E_b", _B, _B, Reach.SHIFT_BACK)
phi_b = symbol("phi_b", _B, _B, Reach.ANTICAUSAL, invertible=True)
M_b = symbol("M_b", _B, _B, Reach.MEMORYLESS, symmetric=True)
r_f = r
r_b = symbol("r_b", _B, _B, Reach.MEMORYLESS, symmetric=True)
Q = symbol("Q", _B, _B, Reach.MEMORYLESS, positive=True)
Q_x = symbol("Q_x", _B, _B, Reach.FULL, symmetric=True)  # what E_φ*QE_φ joins siblings with
C_f = symbol("C_f", _B, _B, Reach.MEMORYLESS)
C_b = symbol("C_b", _B, _B, Reach.MEMORYLESS)
r_reduced = symbol("r_reduced", _B, _B, Reach.MEMORYLESS, symmetric=True)
Pi_root = symbol("Pi_root", _B, _B, Reach.MEMORYLESS, symmetric=True)
Pi_tip = symbol("Pi_tip", _B, _B, Reach.MEMORYLESS, symmetric=True)
Pi_angular = symbol("Pi_angular", _B, _B, Reach.MEMORYLESS, symmetric=True)

a = symbol("a", _B, _1)  # bias accelerations of a moving robot, gravity included [RK88 2.19, 3.21]
b = symbol("b", _B, _1)  # bias forces [RK88 2.23]
g = symbol("g", _B, _1)  # the part of a that is gravity: minus the gravity vector at the roots [RK88 3.21]

E_0 = symbol("E_0", _B, _W)  # E of RK88 3.8; all roots hang on the same world
A_0 = symbol("A_0", _F, _F, Reach.MEMORYLESS)
X_0 = symbol("X_0", _F, _F, Reach.MEMORYLESS)

v = symbol("v", _J, _1)  # the rates that a, b and the operators below are formed with
H_dot = symbol("H_dot", _J, _B, Reach.MEMORYLESS)
A_dot = symbol("A_dot", _F, _F, Reach.MEMORYLESS)
C_M = symbol("C_M", _B, _B, Reach.MEMORYLESS)
C_R = symbol("C_R", _J, _J, Reach.MEMORYLESS)
Gamma_dot = symbol("Gamma_dot", _B, _J, Reach.SHIFT)
E_phi_dot = symbol("E_phi_dot", _B, _B, Reach.SHIFT)  # of flexible bodies, seen from the world
B_dot = symbol("B_dot", _B, _F, Reach.MEMORYLESS)

N = symbol("N", _L, _B)  # N V: relative twists of the ends of loops; N* g: forces of loops on bodies
N_dot = symbol("N_dot", _L, _B)
gearing = symbol("gearing", _L, _J)  # the rows of loops between joints: 1 and −p'(x) for q = p(x)
gearing_dot = symbol("gearing_dot", _L, _J)

phi_tilde: Expr = phi - I
psi_tilde: Expr = psi - I
mass: Expr = H @ phi @ M @ phi.T @ H.T
J: Expr = B.T @ phi.T @ H.T


def joint_vector(name: str) -> Symbol:
    """A named input vector on the joints: rates, accelerations or forces, (..., nv)."""
    return _vector(name, _J)


def body_vector(name: str) -> Symbol:
    """A named input vector on the bodies, (..., 6·bodies), base to tip, each in its body's frame."""
    return _vector(name, _B)


def frame_vector(name: str) -> Symbol:
    """A named input vector on the chosen frames, (..., 6·frames), each in its frame."""
    return _vector(name, _F)


def coordinate_vector(name: str) -> Symbol:
    """A named input vector on the independent coordinates, for robots whose joints are coupled."""
    return _vector(name, _C)


def loop_vector(name: str) -> Symbol:
    """A named input vector on the loops, (..., equations of all loops), in the order of `model.loops`."""
    return _vector(name, _L)


def tendon_vector(name: str) -> Symbol:
    """A named input vector on the tendons with armature, (..., such tendons), in the order of the model."""
    return _vector(name, _T)


def world_vector(name: str) -> Symbol:
    """A named input vector at the origin of the world, (..., 6), in its axes."""
    return _vector(name, _W)


@frozen
class Given:
    """What marks an operator whose numbers callers give, as they give those of vectors.

    One on the joints is `diagonal`, or has a block for each; one on loops is diagonal.
    """

    diagonal: bool = False


def body_operator(name: str) -> Symbol:
    """A named input operator on the bodies, (..., bodies, 6, 6): a block for each, in its body's frame.

    Positive semidefinite, as a payload's inertia is: inv(H @ phi @ (M + body_operator("payload")) @ …). Of
    each block the lower triangle is read.
    """
    return _operator(name, _B)


def frame_operator(name: str) -> Symbol:
    """A named input operator on the chosen frames, (..., frames, 6, 6), positive semidefinite as above."""
    return _operator(name, _F)


def joint_operator(name: str, *, diagonal: bool) -> Symbol:
    """A named input operator on the joints, positive semidefinite: its diagonal (..., nv), as of an armature.

    One that is not diagonal has the block of each joint, n×n with the modes of a flexible body after the
    joint, row by row and one after the other: (..., Σ n²), of which the lower triangles are read. What joins
    several joints is J.T @ frame_operator(...) @ J.
    """
    return _operator(name, _J, diagonal=diagonal)


def loop_operator(name: str) -> Symbol:
    """A named input operator on the equations of loops, its diagonal (..., m), nowhere negative."""
    _vector(name, _L)
    return symbol(name, _L, _L, semidefinite=True, owner=Given(diagonal=True))


def _operator(name: str, space: Space, *, diagonal: bool = False) -> Symbol:
    _vector(name, space)  # the same names are free
    return symbol(name, space, space, Reach.MEMORYLESS, semidefinite=True, owner=Given(diagonal))


def _vector(name: str, space: Space) -> Symbol:
    if not _NAME.fullmatch(name):
        raise ExpressionError(
            f"{name!r} cannot name a vector: "
            "use letters, digits, underscores and trailing primes, a letter first."
        )
    if name in OPERATORS or name in _RESERVED:
        raise ExpressionError(f"{name!r} already names an operator or an argument; choose another name.")
    return symbol(name, space, _1)


OPERATORS: dict[str, Symbol] = {
    x.name: x
    for x in (
        *(H, E_phi, phi, M, R, Gamma, B, coupling, P, D, G, K, E_psi, psi, Omega, L, Psi, Delta_psi, r),
        *(S, Delta_phi, Phi, E_b, phi_b, M_b, r_b, Q, Q_x, C_f, C_b, r_reduced, Pi_root, Pi_tip, Pi_angular),
        *(a, b, g),
        *(E_0, A_0, X_0, v, H_dot, A_dot, C_M, C_R, Gamma_dot, E_phi_dot, B_dot),
        *(N, N_dot, gearing, gearing_dot, tendons),
    )
}

MOVING = frozenset({a, b, v, H_dot, A_dot, C_M, C_R, Gamma_dot, E_phi_dot, B_dot, N_dot, gearing_dot})
"""What depends on the rates of a robot: where one of these occurs, they have to be given."""

RIGID = frozenset({S, Delta_phi, E_b, phi_b, M_b, r_b, Q, Q_x, C_f, C_b, r_reduced})
"""What rests on rigid bodies: it inverts the steps from body to body, or has six numbers at each."""

FREE_FLYING = frozenset(x for x in OPERATORS.values() if letter_of(x).paper == "RJ" and letter_of(x).inertial)
"""What exists for free-flying robots only, whose single root is carried by a free joint."""

BEHIND = frozenset({M_b, r_b, C_f, r_reduced, Q_x})
"""What lies behind joints. Normal forms say r_b as Q⁻¹ − r_f, which loses all digits where little is behind a
joint, as where the base is light: these operators are compiled as they are written."""

_NAME = re.compile(r"[A-Za-z][A-Za-z0-9_]*'*")
_RESERVED = frozenset(
    {
        *("I", "J", "mass", "phi_tilde", "psi_tilde", "chi", "r_f"),  # what text may say
        *("inv", "diag", "rate", "derivative", "cross", "crossbar", "bend"),
        *("q", "out", "threads"),  # arguments of compiled functions
        *(f"I_{space.value}" for space in Space),
        *(
            f"{x.name}_{kind}"
            for x in OPERATORS.values()
            if x.owner is base_family
            for kind in ("R", "Gamma")
        ),
    }
)
