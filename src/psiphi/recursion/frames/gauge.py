"""Which freedoms of description an expression does not feel, decided by algebra.

*Frames.* Moving the origin of a body's frame along its joint axis turns φ into ΓφΓ⁻¹ and H* into Γ⁻*H*:
forces and motions change differently. An expression is unaffected when every word passes forces to operators
that take forces and motions to those that take motions, and nothing in body space comes in or goes out. The
pair of biases belongs to the origins: with c the acceleration between old and new ones, a → a + (I − E_φ*)c
and b → b − Mc must cancel. (In Mφ*a + b they do.)

*Inertias.* Mass on the axis of a joint moves with either body it joins. Moving an inertia N from a body to
its parent, M → M − N + E_φ N E_φ*, with its bias force, b → b − n + E_φ n + E_φ N a, leaves an expression
unaffected when N H* = 0 and H n = 0 make the change vanish. (For HφMφ*H* and for Hφ(Mφ*a + b) they do.)
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from itertools import pairwise

from psiphi.algebra import operators as op
from psiphi.algebra.construction import adjoint, linear, product, symbol
from psiphi.algebra.expression import (
    Adjoint,
    Derivative,
    Diagonal,
    Expr,
    Inverse,
    Power,
    Product,
    Rows,
    Sum,
    Symbol,
    children,
    symbols_of,
)
from psiphi.algebra.families import Lyapunov, Resolvent, Riccati
from psiphi.algebra.inputs import Given
from psiphi.algebra.letters import Kind, letter_of
from psiphi.algebra.reach import Reach
from psiphi.algebra.rewriting.completion import Relation, RuleSet, complete
from psiphi.algebra.rewriting.definitions import rigid_transition
from psiphi.algebra.rewriting.polynomial import Word, expand
from psiphi.algebra.spaces import Space

_N = symbol("moved", Space.BODY, Space.BODY, Reach.MEMORYLESS, symmetric=True)
_n = symbol("n", Space.BODY, Space.ONE)
_c = symbol("c", Space.BODY, Space.ONE)
_F, _V = Kind.FORCE, Kind.MOTION


@lru_cache(maxsize=1024)
def frames_are_free(x: Expr) -> bool:
    """Whether the frames of bodies may be chosen freely without changing the value of x."""
    if Space.BODY in (x.range, x.domain):
        return False
    if any(s.range is Space.BODY and s.is_vector and not letter_of(s).is_typed for s in symbols_of(x)):
        return False
    if not all(_is_typed(word) for word in expand(x).terms):
        return False
    return _is_unchanged(x, {op.a: op.a + _c - op.E_phi.T @ _c, op.b: op.b - op.M @ _c})


_EITHER = frozenset({op.Pi_root, op.Pi_tip})
"""What takes forces to forces and motions to motions."""


def _is_typed(word: Word) -> bool:
    word = tuple(letter for letter in word if letter not in _EITHER)
    for left, right in pairwise(word):
        taken, given = _takes(left), _gives(right)
        if left.domain is Space.BODY and (taken is None or taken is not given):
            return False
    return all(_letter_is_sound(letter) for letter in word)


def _letter_is_sound(letter: Expr) -> bool:
    """Letters with an inside: the inside must be typed, and give what the outside says."""
    match letter:
        case Adjoint():
            return _letter_is_sound(letter.symbol)
        case Symbol(owner=Riccati() as family):
            return (
                _takes_motions_to_forces(family.X)
                and all(_is_typed(w) for w in expand(family.Y).terms)
                and all(_is_typed(w) and _gives(w[0]) is _F for w in expand(family.S).terms)
            )
        case Symbol(owner=Lyapunov() as family):
            return _takes_motions_to_forces(family.X)
        case Symbol(owner=Resolvent()):
            return False
        case Inverse(base=base) | Power(base=base) | Diagonal(base=base):
            return base.range is not Space.BODY and all(_is_typed(w) for w in expand(base).terms)
        case Derivative(base=base):
            return frames_are_free(base)
        case Symbol():
            return letter_of(letter).is_typed or Space.BODY not in (letter.range, letter.domain)
        case _:
            return False


def _takes_motions_to_forces(inertia: Expr) -> bool:
    words = expand(inertia).terms
    return all(w and _is_typed(w) and _gives(w[0]) is _F and _takes(w[-1]) is _V for w in words)


def _gives(letter: Expr) -> Kind | None:
    row = letter_of(letter)
    return _dual(row.takes) if isinstance(letter, Adjoint) else row.gives


def _takes(letter: Expr) -> Kind | None:
    row = letter_of(letter)
    return _dual(row.gives) if isinstance(letter, Adjoint) else row.takes


def _dual(kind: Kind | None) -> Kind | None:
    return {_F: _V, _V: _F, None: None}[kind]


@lru_cache(maxsize=1024)
def inertias_are_free(x: Expr) -> bool:
    """Whether inertia may move across joints (see above) without changing the value of x.

    Asked of the expression as written: its inverses must be of expressions that are themselves unaffected.
    """
    if not frames_are_free(x):
        return False
    if any(_is_formed_from_inertias(s) for s in symbols_of(x)):
        return False
    if not all(inertias_are_free(node.base) for node in _boundary(x)):
        return False
    return _is_unchanged(
        x,
        {
            op.M: op.M - _N + op.E_phi @ _N @ op.E_phi.T,
            op.b: op.b - _n + op.E_phi @ _n + op.E_phi @ _N @ op.a,
        },
    )


def _is_formed_from_inertias(s: Symbol) -> bool:
    return not isinstance(s.owner, Given | Rows | None) or letter_of(s).inertial


def _boundary(x: Expr) -> list[Inverse | Power | Diagonal | Derivative]:
    """The outermost inverses, powers, diagonal parts and rates: letters as far as multiplying out goes."""
    if isinstance(x, Inverse | Power | Diagonal | Derivative):
        return [x]
    return [node for child in children(x) for node in _boundary(child)]


def _is_unchanged(x: Expr, change: Mapping[Expr, Expr]) -> bool:
    """Whether putting in the changed symbols leaves x as it is, by the rules of axes."""
    return not _axis_rules().reduce(expand(_replaced(x, change)) - expand(x))


def _replaced(x: Expr, change: Mapping[Expr, Expr]) -> Expr:
    """x with symbols replaced outside its inverses, powers, diagonal parts and rates."""
    match x:
        case Sum(terms=terms) if terms:
            return linear((c, _replaced(y, change)) for c, y in terms)
        case Product(factors=factors):
            return product(_replaced(f, change) for f in factors)
        case Adjoint():
            return adjoint(change.get(x.symbol, x.symbol))
        case _:
            return change.get(x, x)


@lru_cache(maxsize=1)
def _axis_rules() -> RuleSet:
    return complete(
        [
            *rigid_transition(),
            Relation("N H* = 0", expand(_N @ op.H.T)),
            Relation("H n = 0", expand(op.H @ _n)),
            Relation("Γ* c = 0: origins have no angular acceleration", expand(op.Gamma.T @ _c)),
            Relation("E_φ N g = 0: gravity enters at the roots", expand(op.E_phi @ _N @ op.g)),
        ]
    )
