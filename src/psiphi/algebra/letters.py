"""What is known of an operator beyond its spaces and reach: one record, given where its symbol is made.

That of P is the same for the mass matrix and for every other family. What an operator is as a plain matrix is
in `dense/evaluation.py`, unless it stands for others, and how a sweep applies it in
`recursion/sweeps/letters.py`.
"""

from __future__ import annotations

from collections.abc import Callable
from enum import Enum, Flag, auto
from functools import cache
from typing import Any

from psiphi.algebra.construction import adjoint, identity, symbol
from psiphi.algebra.expression import Adjoint, Expr, Inverse, Symbol
from psiphi.algebra.reach import Reach
from psiphi.algebra.spaces import BESIDE_THE_TREE, Space
from psiphi.frozen import frozen


class Kind(Enum):
    """The two kinds of spatial vectors. Adjoints turn one into the other."""

    FORCE = "force"
    MOTION = "motion"


class Constant(Enum):
    """Where the matrix of an operator is the same in every configuration."""

    NOWHERE = "nowhere"
    ON_TREES = "on trees of rigid bodies"
    """Nodes move on flexible bodies, and loops that are joints change what rotors resist."""
    EVERYWHERE = "everywhere"


class Reads(Flag):
    """What must be known before an operator can be applied."""

    NOTHING = 0
    RATES = auto()
    """The rates v of the joints, an argument."""
    VELOCITIES = auto()
    """What sweeps find: velocities of bodies."""
    POSES = auto()
    """Of frames in the world."""
    LOOP_ENDS = auto()
    """Where the ends of loops are, and how they move."""
    BOTH_SIDES = auto()
    """What is in front of each joint and what is behind it: an inward sweep, then an outward one."""


@frozen
class Letter:
    """One record.

    gives, takes  forces or motions; None for spaces that no frame of a body is involved in
    weight        in rules, which make words lighter: what others define is heavier than they, so M, when a
                  Riccati equation is used, goes first, G before P, and notation before all it abbreviates
    work          of applying it to one body's vector, in products of a 6×6 matrix and a vector
    reads         what must be known before
    constant      where its matrix does not depend on the configuration
    paper         set for a notation that rules know of where it is used
    inertial      formed from M
    rigid         exists for rigid bodies alone, as do all that are made of the two sides of joints
    behind        lies behind joints. Normal forms say r_b as Q⁻¹ − r_f, which loses all digits where little
                  is there, as where the base is light: such operators are compiled as they are written
    means         what it stands for in other symbols, given its family; None of what is given, and of P
    source        of this equation, where rules know it
    abbreviates   sweeps apply what it stands for in its place
    derivative    along rates u of the joints, where that is not the derivative of what it stands for
    """

    gives: Kind | None = None
    takes: Kind | None = None
    weight: int = 1
    work: float = 1.0
    reads: Reads = Reads.NOTHING
    constant: Constant = Constant.NOWHERE
    paper: str = ""
    inertial: bool = False
    rigid: bool = False
    behind: bool = False
    means: Callable[[Any], Expr] | None = None
    source: str = ""
    abbreviates: bool = False
    derivative: Callable[[Symbol, Symbol], Expr] | None = None

    @property
    def is_typed(self) -> bool:
        return self.gives is not None or self.takes is not None


LETTERS: dict[tuple[type, str], Letter] = {}
"""By the type of what a symbol belongs to, and its name."""
OPERATORS: dict[str, Symbol] = {}
"""The named operators of the papers; operators.py makes them."""
_UNKNOWN = Letter()


def known(x: Symbol, record: Letter) -> Symbol:
    """A symbol that belongs to no family, with what is known of it."""
    LETTERS[type(x.owner), x.name] = record
    OPERATORS[x.name] = x
    return x


class Member:
    """A letter of families of one type: of each its own symbol, with the `facts` that follow from it."""

    def __init__(
        self,
        range: Space,
        domain: Space,
        reach: Reach,
        record: Letter = _UNKNOWN,
        facts: Callable[[Any], dict[str, bool]] = lambda family: {},
    ) -> None:
        self._shape, self._record, self._facts = (range, domain, reach), record, facts

    def __set_name__(self, owner: type, name: str) -> None:
        self._name = name
        LETTERS[owner, name] = self._record

    def __get__(self, family: Any, owner: type) -> Symbol:
        if family is None:
            raise AttributeError(f"{self._name} is a letter of each {owner.__name__}, not of all of them.")
        found = symbol(self._name, *self._shape, owner=family, **self._facts(family))
        vars(family)[self._name] = found  # where Python looks first from now on
        return found


def plain(x: Expr) -> Expr:
    """A letter, or what it is the adjoint of."""
    return x.symbol if isinstance(x, Adjoint) else x


def owner_of(x: Expr) -> object:
    """The family of a letter that is a symbol or the adjoint of one."""
    letter = plain(x)
    return letter.owner if isinstance(letter, Symbol) else None


def letter_of(x: Expr) -> Letter:
    """The record of an operator or of its adjoint; one that says nothing for what has none."""
    letter = plain(x)
    if not isinstance(letter, Symbol):
        return _UNKNOWN
    return LETTERS.get((type(letter.owner), letter.name), _UNKNOWN)


def notation(paper: str) -> frozenset[str]:
    """The names that a paper writes beside those that all papers share."""
    return frozenset(name for (_, name), letter in LETTERS.items() if letter.paper == paper)


def leaves_the_tree(x: Expr) -> bool:
    """Whether a letter leads from the tree to loops, tendons, coordinates or the world, or back."""
    if x.is_vector or not isinstance(plain(x), Symbol):
        return False
    return (x.range in BESIDE_THE_TREE) != (x.domain in BESIDE_THE_TREE)


@cache
def definition(x: Symbol) -> Expr | None:
    """What a symbol stands for, said in other symbols; None for those that are given, and for P."""
    means = letter_of(x).means
    is_own = x.owner is None and OPERATORS.get(x.name) is not x  # a symbol of a user's, of the same name
    return None if means is None or is_own else means(x.owner)


def step_of(x: Expr) -> Expr | None:
    """s where x is a transition operator (I − s)⁻¹: φ, ψ, χ, φ_b and their adjoints; None of others."""
    if isinstance(x, Adjoint):
        inner = step_of(x.symbol)
        return None if inner is None else adjoint(inner)
    if not isinstance(x, Symbol) or x.reach not in (Reach.CAUSAL, Reach.ANTICAUSAL):
        return None
    meaning = definition(x)
    return identity(x.range) - meaning.base if isinstance(meaning, Inverse) else None
