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
| Pi_p, Pi_f | the degrees of freedom that are prescribed, and those that are free | memoryless |
| N, gearing | loops: motions of bodies, and of joints, in the directions that loops hold | full |
| N_dot, gearing_dot | their rates while the robot moves | full |
| tendons | rates of joints to those of tendons, times the roots of their armatures | full |
| S, Delta_phi, Delta_psi, L, Phi, Psi | the factored notation of RK88: E_φ = S Δ_φ, Φ = φS, Ψ = ψS | |
| E_b, phi_b, M_b, r_f, r_b, Q, Q_x, C_f, C_b, r_reduced, Pi_root, Pi_tip | RJ, free-flying robots | |
"""

from __future__ import annotations

from collections.abc import Callable, Iterable

from psiphi.algebra.construction import derivative_node, diagonal, identity, inverse_node, symbol, zero
from psiphi.algebra.crossings import cross, crossbar
from psiphi.algebra.expression import Expr, Rows, Symbol
from psiphi.algebra.families import (
    Delta_phi as Delta_phi,  # one of these operators
)
from psiphi.algebra.families import (
    E_phi,
    H,
    S,
    lyapunov,
    phi,
    riccati,
    turning,
    turns_with_bodies,
)
from psiphi.algebra.letters import LETTERS, OPERATORS, Constant, Kind, Letter, Reads, known, letter_of
from psiphi.algebra.reach import Reach
from psiphi.algebra.spaces import Space
from psiphi.errors import ExpressionError

__all__ = [
    "A_0",
    "C_M",
    "C_R",
    "D_R",
    "E_0",
    "G_R",
    "K_R",
    "P_R",
    "X_0",
    "A_dot",
    "B",
    "B_dot",
    "C_b",
    "C_f",
    "D",
    "D_Gamma",
    "Delta_phi",
    "Delta_psi",
    "E_b",
    "E_phi",
    "E_phi_dot",
    "E_psi",
    "E_psi_Gamma",
    "E_psi_R",
    "G",
    "G_Gamma",
    "Gamma",
    "Gamma_dot",
    "H",
    "H_dot",
    "I",
    "J",
    "K",
    "K_Gamma",
    "L",
    "M",
    "M_b",
    "N",
    "N_dot",
    "Omega",
    "P",
    "P_Gamma",
    "Phi",
    "Pi_angular",
    "Pi_root",
    "Pi_tip",
    "Psi",
    "Q",
    "Q_x",
    "R",
    "S",
    "a",
    "b",
    "coupling",
    "free_rows",
    "g",
    "gearing",
    "gearing_dot",
    "mass",
    "phi",
    "phi_b",
    "phi_tilde",
    "prescribed_rows",
    "psi",
    "psi_Gamma",
    "psi_R",
    "psi_tilde",
    "r",
    "r_b",
    "r_f",
    "r_reduced",
    "tendons",
    "v",
]

_J, _B, _F, _C, _1 = Space.JOINT, Space.BODY, Space.FRAME, Space.COORDINATE, Space.ONE
_W, _L, _T = Space.WORLD, Space.LOOP, Space.TENDON
_STAYS, _ALWAYS, _ON_TREES = Reach.MEMORYLESS, Constant.EVERYWHERE, Constant.ON_TREES
_f, _m, _POSES, _ENDS = Kind.FORCE, Kind.MOTION, Reads.POSES, Reads.LOOP_ENDS
_RATES, _MOTION = Reads.RATES, Reads.RATES | Reads.VELOCITIES

I = identity()  # noqa: E741  the papers' name; its space is settled by what it meets

M = known(symbol("M", _B, _B, _STAYS, positive=True), Letter(_f, _m, 40, 0.6, constant=_ON_TREES))
R = known(symbol("R", _J, _J, _STAYS, semidefinite=True), Letter(work=0.1, constant=_ON_TREES))
Gamma = known(symbol("Gamma", _B, _J, Reach.SHIFT), Letter(_f, constant=_ALWAYS))
B = known(symbol("B", _B, _F, _STAYS), Letter(_f, None, 15, 0.3, constant=_ON_TREES))
tendons = known(symbol("tendons", _T, _J), Letter(constant=_ALWAYS))
"""Its Gram matrix is the armature of tendons that joints share."""
coupling = known(symbol("coupling", _J, _C), Letter(constant=_ALWAYS))
"""v = coupling · (independent rates); the identity where nothing mimics."""

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
r = r_f = forward_family.r
OPERATORS.update({x.name: x for x in (P, D, G, K, E_psi, psi, Omega, L, Psi, Delta_psi, r)})

Phi = known(
    symbol("Phi", _B, _B, Reach.STRICTLY_CAUSAL),
    Letter(weight=50, paper="RK88", means=lambda _: phi @ S, abbreviates=True),
)

# Free flyers

E_b = known(
    symbol("E_b", _B, _B, Reach.SHIFT_BACK),
    Letter(_f, _f, 6, paper="RJ", rigid=True, derivative=turns_with_bodies),
)
phi_b = known(
    symbol("phi_b", _B, _B, Reach.ANTICAUSAL, invertible=True),
    Letter(
        *(_f, _f, 4),
        paper="RJ",
        rigid=True,
        means=lambda _: inverse_node(I - E_b),
        derivative=turns_with_bodies,
    ),
)


def _whole() -> Expr:
    """The inertia of the free flyer as a rigid body, at each of its bodies."""
    return diagonal(phi_b @ Pi_root @ r @ Pi_root @ phi_b.T)


_BOTH = Reads.BOTH_SIDES
M_b = known(
    symbol("M_b", _B, _B, _STAYS, symmetric=True),
    Letter(
        *(_f, _m, 50),
        paper="RJ",
        inertial=True,
        reads=_BOTH,
        behind=True,
        means=lambda _: diagonal(E_b @ r @ E_b.T) - r + Pi_root @ r @ Pi_root,
    ),
)
r_b = known(
    symbol("r_b", _B, _B, _STAYS, symmetric=True),
    Letter(_f, _m, 45, paper="RJ", inertial=True, reads=_BOTH, behind=True, means=lambda _: _whole() - r),
)
Q = known(
    symbol("Q", _B, _B, _STAYS, positive=True),
    Letter(_m, _f, paper="RJ", inertial=True, reads=_BOTH, means=lambda _: inverse_node(_whole())),
)
Q_x = known(
    symbol("Q_x", _B, _B, Reach.FULL, symmetric=True), Letter(_m, _f, paper="RJ", inertial=True, behind=True)
)
"""What E_φ*QE_φ joins siblings with."""
C_f = known(
    symbol("C_f", _B, _B, _STAYS),
    Letter(_f, _f, 50, paper="RJ", inertial=True, behind=True, means=lambda _: r_b @ Q, abbreviates=True),
)
C_b = known(
    symbol("C_b", _B, _B, _STAYS),
    Letter(_f, _f, 50, paper="RJ", inertial=True, means=lambda _: r_f @ Q, abbreviates=True),
)
r_reduced = known(
    symbol("r_reduced", _B, _B, _STAYS, symmetric=True),
    Letter(_f, _m, 50, paper="RJ", inertial=True, reads=_BOTH, behind=True, means=lambda _: r_f @ Q @ r_b),
)
Pi_root = known(symbol("Pi_root", _B, _B, _STAYS, symmetric=True), Letter(constant=_ALWAYS, paper="RJ"))
Pi_tip = known(symbol("Pi_tip", _B, _B, _STAYS, symmetric=True), Letter(constant=_ALWAYS))
Pi_angular = known(symbol("Pi_angular", _B, _B, _STAYS, symmetric=True), Letter(constant=_ALWAYS))
LETTERS[Rows, "Pi_p"] = LETTERS[Rows, "Pi_f"] = Letter(constant=_ALWAYS)


def prescribed_rows(dofs: Iterable[int], space: Space = Space.JOINT) -> Symbol:
    """Π_p: these degrees of freedom of a vector on the joints (or the coordinates), the others zero."""
    return _rows("Pi_p", dofs, space)


def free_rows(dofs: Iterable[int], space: Space = Space.JOINT) -> Symbol:
    """Π_f = I − Π_p: all but these, so that Π_f H measures the joints that are free to move."""
    return _rows("Pi_f", dofs, space)


def _rows(name: str, dofs: Iterable[int], space: Space) -> Symbol:
    places = tuple(sorted({*map(int, dofs)}))
    if places and places[0] < 0:
        raise ExpressionError(f"degrees of freedom count from 0, found {places[0]}.")
    owner = Rows(places, name == "Pi_p")
    return symbol(name, space, space, _STAYS, semidefinite=True, owner=owner)


# Moving robots. V = φ*H*v are the velocities of the bodies; the pair a, b of RK88 is that of the classical
# accelerations of origins, which are more than the spatial ones by n = [0; ω × v].


def _V() -> Expr:
    return phi.T @ H.T @ v


def _n() -> Expr:
    return -(cross(Pi_angular @ _V()).T @ _V())


a = known(
    symbol("a", _B, _1),
    Letter(
        *(_m, None, 200),
        reads=_RATES,
        means=lambda _: g + H_dot.T @ v + _n() - E_phi.T @ _n(),
        source="a = g + H_dot* v + n − E_φ* n",
    ),
)
"""Bias accelerations of a moving robot, gravity included [RK88 2.19, 3.21]."""
b = known(
    symbol("b", _B, _1),
    Letter(*(_f, None, 200), reads=_RATES, means=lambda _: C_M @ _V() - M @ _n(), source="b = C_M V − M n"),
)
"""Bias forces [RK88 2.23]."""
g = known(symbol("g", _B, _1), Letter(_m, derivative=lambda x, u: turning(u).T @ x))
"""The part of a that is gravity: minus the gravity vector at the roots [RK88 3.21]."""

E_0 = known(symbol("E_0", _B, _W), Letter(_m, derivative=lambda x, u: turning(u).T @ x))
"""E of RK88 3.8; all roots hang on the same world."""
A_0 = known(symbol("A_0", _F, _F, _STAYS), Letter(reads=_POSES))
X_0 = known(
    symbol("X_0", _F, _F, _STAYS), Letter(reads=_POSES, derivative=lambda x, u: -(x @ cross(J @ u).T))
)

v = known(symbol("v", _J, _1), Letter(reads=_RATES, constant=_ALWAYS))
"""The rates that a, b and the operators below are formed with."""
H_dot = known(
    symbol("H_dot", _J, _B, _STAYS),
    Letter(
        *(None, _f, 100),
        reads=_MOTION,
        means=lambda _: derivative_node(H, v) - H @ turning(v),
        source="H_dot* = rate(H)* + V × H*",
    ),
)
A_dot = known(symbol("A_dot", _F, _F, _STAYS), Letter(reads=_POSES | _MOTION))
C_M = known(
    symbol("C_M", _B, _B, _STAYS),
    Letter(
        *(_f, _m, 100),
        reads=_MOTION,
        inertial=True,
        means=lambda _: (turning(v) @ M + M @ turning(v).T + crossbar(M @ _V())) / 2,
        source="C_M + C_M* = dM/dt [RJK 6]",
    ),
)
C_R = known(symbol("C_R", _J, _J, _STAYS), Letter(reads=_MOTION))
Gamma_dot = known(
    symbol("Gamma_dot", _B, _J, Reach.SHIFT),
    Letter(_f, reads=_MOTION, means=lambda _: cross(Pi_angular @ _V()) @ Gamma),
)
E_phi_dot = known(symbol("E_phi_dot", _B, _B, Reach.SHIFT), Letter(_f, _f, 6, reads=_MOTION))
"""Of flexible bodies, seen from the world."""
B_dot = known(symbol("B_dot", _B, _F, _STAYS), Letter(_f, None, 15, reads=_MOTION))

N = known(symbol("N", _L, _B), Letter(None, _m, reads=_ENDS))
"""N V: relative twists of the ends of loops; N* g: forces of loops on bodies."""
N_dot = known(symbol("N_dot", _L, _B), Letter(None, _m, reads=_ENDS | _RATES))
gearing = known(symbol("gearing", _L, _J), Letter())
"""The rows of loops between joints: 1 and −p'(x) for q = p(x)."""
gearing_dot = known(symbol("gearing_dot", _L, _J), Letter(reads=_RATES))


def _those(test: Callable[[Letter], object]) -> frozenset[Symbol]:
    return frozenset(x for x in OPERATORS.values() if test(letter_of(x)))


MOVING = _those(lambda x: x.reads & Reads.RATES)
"""What depends on the rates of a robot: where one of these occurs, they have to be given."""
FREE_FLYING = _those(lambda x: x.paper == "RJ" and x.inertial)
"""What exists for free-flying robots only, whose single root is carried by a free joint."""
RIGID = FREE_FLYING | _those(lambda x: x.rigid)
"""What rests on rigid bodies: it inverts the steps from body to body, or has six numbers at each."""

phi_tilde: Expr = phi - I
psi_tilde: Expr = psi - I
mass: Expr = H @ phi @ M @ phi.T @ H.T
J: Expr = B.T @ phi.T @ H.T
