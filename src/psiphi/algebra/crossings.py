"""Cross products with spatial vectors as operators: what derivatives of rigid motion are made of.

For a motion x = [ω; v] and a force f = [n; f] at each body, or at each frame,

    cross(x) f    = x ×* f = [ω × n + v × f; ω × f]
    crossbar(f) x = x ×* f,   so that   cross(x) f = crossbar(f) x

and cross(x)* y = −x × y of motions. crossbar(f) is skew: x* crossbar(f) x = 0. Both are memoryless, and
linear in the vector that they are formed from. The first axis of a universal joint turns with its second
rate; bend(x) u is what that does to H*x, or to Hx, along u.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache

from psiphi.algebra.construction import linear, symbol, zero
from psiphi.algebra.expression import Expr, Owner, Symbol, as_expression, symbols_of
from psiphi.algebra.letters import LETTERS, Letter
from psiphi.algebra.reach import Reach
from psiphi.algebra.rewriting.polynomial import expand
from psiphi.algebra.spaces import Space
from psiphi.errors import ExpressionError, SpaceError
from psiphi.frozen import frozen
from psiphi.locks import cached_property


@frozen
class Crossing(Owner):
    """An operator made of a vector: "cross" of a motion, "crossbar" of a force, "bend" of either."""

    name: str
    vector: Expr
    is_open = True
    along: tuple[Symbol, ...] = ()  # of a "bend": the directions of the derivatives of H that come before

    @cached_property
    def operator(self) -> Symbol:
        range_, domain = self.vector.range, self.vector.range
        if self.name == "bend":
            range_, domain = Space.BODY if domain is Space.JOINT else Space.JOINT, Space.JOINT
        return symbol(self.name, range_, domain, Reach.MEMORYLESS, owner=self)

    @property
    def arguments(self) -> tuple[Expr, ...]:
        return self.vector, *self.along


LETTERS[Crossing, "crossbar"] = Letter(weight=80)
_crossing: Callable[[str, Expr, tuple[Symbol, ...]], Crossing] = cache(Crossing)


def cross(x: Expr) -> Expr:
    """diag(x(k) ×*), which takes forces to forces, of the motions x of bodies or frames."""
    return _crossed("cross", x)


def crossbar(f: Expr) -> Expr:
    """diag(f(k) ×̄), which takes motions to forces, of the forces f on bodies or at frames."""
    return _crossed("crossbar", f)


def bend(x: Expr, *along: Expr) -> Expr:
    """u ↦ (∂_u H*) x of rates x of the joints, u ↦ (∂_u H) x of forces x on the bodies.

    With directions w, …, u ↦ (∂_u ∂_w … H*) x.
    """
    return _crossed("bend", x, tuple(map(direction, along)))


def direction(along: Expr) -> Symbol:
    """The named vector of joint rates that a derivative goes along."""
    u = as_expression(along)
    if not isinstance(u, Symbol) or not u.is_vector or u.range is not Space.JOINT:
        raise ExpressionError(
            f"along={u}: derivatives go along a named vector of joint rates; give joint_vector('u'), and its "
            "numbers when you evaluate."
        )
    return u


_TAKES = {
    "cross": (Space.BODY, Space.FRAME),
    "crossbar": (Space.BODY, Space.FRAME),
    "bend": (Space.JOINT, Space.BODY),
}


def _crossed(name: str, vector: Expr, along: tuple[Symbol, ...] = ()) -> Expr:
    x = as_expression(vector)
    if not x.is_vector or x.range not in _TAKES[name]:
        spaces = " or ".join(space.value for space in _TAKES[name])
        raise SpaceError(f"{name}({x}) is not defined: it takes a {spaces} vector.")
    p = expand(x)
    terms = [(c, _crossing(name, p.word_expression(word), along).operator) for word, c in p.terms.items()]
    kind = _crossing(name, x, along).operator
    return linear(terms) if terms else zero(kind.range, kind.domain)


def has_crossing(x: Expr) -> bool:
    """Whether x has cross products: these read whole vectors, which the families of operators do not."""
    return any(isinstance(s.owner, Crossing) for s in symbols_of(x))
