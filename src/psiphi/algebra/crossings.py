"""Cross products with spatial vectors as operators: what derivatives of rigid motion are made of.

For a motion x = [ω; v] and a force f = [n; f] at each body, or at each frame,

    cross(x) f    = x ×* f = [ω × n + v × f; ω × f]
    crossbar(f) x = x ×* f,   so that   cross(x) f = crossbar(f) x

and cross(x)* y = −x × y of motions. crossbar(f) is skew: x* crossbar(f) x = 0. Both are memoryless, and
linear in the vector that they are formed from.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache, cached_property

from psiphi.algebra.expression import Expr, Symbol, as_expression, linear, symbol, zero
from psiphi.algebra.reach import Reach
from psiphi.algebra.rewriting.polynomial import expand
from psiphi.algebra.spaces import Space
from psiphi.errors import SpaceError


@dataclass(frozen=True)
class Crossing:
    """The operator that a vector crosses with; `name` is "cross" of a motion, "crossbar" of a force."""

    name: str
    vector: Expr

    @cached_property
    def operator(self) -> Symbol:
        space = self.vector.range
        return symbol(self.name, space, space, Reach.MEMORYLESS, owner=self)

    @property
    def contents(self) -> tuple[Expr, ...]:
        """What symbols_of looks into."""
        return (self.vector,)


_crossing: Callable[[str, Expr], Crossing] = cache(Crossing)


def cross(x: Expr) -> Expr:
    """diag(x(k) ×*), which takes forces to forces, of the motions x of bodies or frames."""
    return _crossed("cross", x)


def crossbar(f: Expr) -> Expr:
    """diag(f(k) ×̄), which takes motions to forces, of the forces f on bodies or at frames."""
    return _crossed("crossbar", f)


def _crossed(name: str, vector: Expr) -> Expr:
    x = as_expression(vector)
    if not x.is_vector or x.range not in (Space.BODY, Space.FRAME):
        raise SpaceError(f"{name}({x}) is not defined: it takes a vector of bodies or of frames.")
    p = expand(x)
    terms = [(c, _crossing(name, p.word_expression(word)).operator) for word, c in p.terms.items()]
    return linear(terms) if terms else zero(x.range, x.range)
