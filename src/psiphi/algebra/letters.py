"""The operators of the papers, one row each: what is known of them beyond spaces and reach.

A row stands for all operators of that name: "P" is that of the mass matrix and of every other family. What an
operator stands for is in `derivatives.py`, its matrix in `dense/`, how a sweep applies it in
`recursion/sweeps/letters.py`; who reads this table is found by the names of its columns.
"""

from __future__ import annotations

from enum import Enum, Flag, auto

from psiphi.algebra.expression import Adjoint, Expr, Symbol
from psiphi.frozen import frozen


class Kind(Enum):
    """The two kinds of spatial vectors. Adjoints turn one into the other."""

    FORCE = "force"
    MOTION = "motion"


class Reads(Flag):
    """What sweeps find before an operator can be applied."""

    NOTHING = 0
    VELOCITIES = auto()
    POSES = auto()
    """Of frames in the world."""
    LOOP_ENDS = auto()
    """Where the ends of loops are, and how they move."""
    BOTH_SIDES = auto()
    """What is in front of each joint and what is behind it: an inward sweep, then an outward one."""


@frozen
class Letter:
    """One row.

    `gives` and `takes` are None for spaces that no frame of a body is involved in. Rules make words lighter:
    what others define has a greater `weight` than they, so M, when a Riccati equation is used, goes first, G
    goes before P, and notation before everything it abbreviates. `paper` is set for a notation that rules
    know of where it is used; `inertial` says that the operator is formed from M.
    """

    gives: Kind | None = None
    takes: Kind | None = None
    weight: int = 1
    reads: Reads = Reads.NOTHING
    paper: str = ""
    inertial: bool = False

    @property
    def is_typed(self) -> bool:
        return self.gives is not None or self.takes is not None


_F, _V = Kind.FORCE, Kind.MOTION
_VELOCITIES, _POSES, _BOTH = Reads.VELOCITIES, Reads.POSES, Reads.BOTH_SIDES

LETTERS: dict[str, Letter] = {
    "H": Letter(None, _F),
    "E_phi": Letter(_F, _F, 6),
    "phi": Letter(_F, _F, 4),
    "M": Letter(_F, _V, 40),
    "B": Letter(_F, None, 15),
    "Gamma": Letter(_F, None),
    "P": Letter(_F, _V, 7),
    "G": Letter(_F, None, 30),
    "K": Letter(_F, None, 2),
    "E_psi": Letter(_F, _F, 50),
    "psi": Letter(_F, _F, 4),
    "Omega": Letter(_V, _F),
    "r": Letter(_F, _V, 7),
    "chi": Letter(weight=4),
    # moving robots
    "a": Letter(_V, None, 200),
    "b": Letter(_F, None, 200),
    "g": Letter(_V, None),
    "H_dot": Letter(None, _F, 100, _VELOCITIES),
    "C_M": Letter(_F, _V, 100, _VELOCITIES, inertial=True),
    "C_R": Letter(reads=_VELOCITIES),
    "Gamma_dot": Letter(_F, None, reads=_VELOCITIES),
    "E_phi_dot": Letter(_F, _F, 6, _VELOCITIES),
    "B_dot": Letter(_F, None, 15, _VELOCITIES),
    "crossbar": Letter(weight=80),
    # the world and loops
    "E_0": Letter(_V, None),
    "A_0": Letter(reads=_POSES),
    "X_0": Letter(reads=_POSES),
    "A_dot": Letter(reads=_POSES | _VELOCITIES),
    "N": Letter(None, _V, reads=Reads.LOOP_ENDS),
    "N_dot": Letter(None, _V, reads=Reads.LOOP_ENDS),
    # shifts in two factors
    "S": Letter(weight=6, paper="RK88"),
    "Delta_phi": Letter(weight=8, paper="RK88"),
    "Phi": Letter(weight=50, paper="RK88"),
    "Psi": Letter(weight=50, paper="RK88"),
    "L": Letter(weight=60, paper="RK88"),
    "Delta_psi": Letter(weight=70, paper="RK88"),
    # free flyers
    "E_b": Letter(_F, _F, 6, paper="RJ"),
    "phi_b": Letter(_F, _F, 4, paper="RJ"),
    "Pi_root": Letter(paper="RJ"),
    "M_b": Letter(_F, _V, 50, _BOTH, "RJ", inertial=True),
    "r_b": Letter(_F, _V, 45, _BOTH, "RJ", inertial=True),
    "r_reduced": Letter(_F, _V, 50, _BOTH, "RJ", inertial=True),
    "Q": Letter(_V, _F, 1, _BOTH, "RJ", inertial=True),
    "Q_x": Letter(_V, _F, paper="RJ", inertial=True),
    "C_f": Letter(_F, _F, 50, paper="RJ", inertial=True),
    "C_b": Letter(_F, _F, 50, paper="RJ", inertial=True),
}

_UNKNOWN = Letter()


def plain(x: Expr) -> Expr:
    """A letter, or what it is the adjoint of."""
    return x.symbol if isinstance(x, Adjoint) else x


def owner_of(x: Expr) -> object:
    """The family of a letter that is a symbol or the adjoint of one."""
    symbol = plain(x)
    return symbol.owner if isinstance(symbol, Symbol) else None


def letter_of(x: Expr) -> Letter:
    """The row of an operator or of its adjoint; one that says nothing for what is not in the table."""
    symbol = plain(x)
    return LETTERS.get(symbol.name, _UNKNOWN) if isinstance(symbol, Symbol) else _UNKNOWN


def notation(paper: str) -> frozenset[str]:
    """The names that a paper writes beside those that all papers share."""
    return frozenset(name for name, letter in LETTERS.items() if letter.paper == paper)
