"""Whether a polynomial is zero by the definitions of its operators, and whether one operator inverts another.

Equality is a matter of normal forms: with M kept, and with M eliminated by each family that could. Sums and
products whose inverses occur obey X X⁻¹ = I beside the definitions.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from psiphi.algebra.construction import identity
from psiphi.algebra.derivation import rebuild
from psiphi.algebra.expression import Expr, Identity, Inverse, Product, is_zero
from psiphi.algebra.families import Lyapunov, Riccati
from psiphi.algebra.inverse import inv
from psiphi.algebra.operators import base_family
from psiphi.algebra.rewriting.completion import RuleSet
from psiphi.algebra.rewriting.definitions import families_of, rules_for
from psiphi.algebra.rewriting.polynomial import Polynomial, expand
from psiphi.errors import ExpressionError


def rule_sets(p: Polynomial) -> Iterator[RuleSet]:
    """M kept; then M eliminated by each family that occurs, or by the papers' own."""
    yield rules_for(p, proving=True)
    found = [f for f in families_of(p) if isinstance(f, (Riccati, Lyapunov))] or [base_family]
    for family in sorted(found, key=lambda f: f.label):
        yield rules_for(p, family, proving=True)


def is_inverse(X: Expr, Y: Expr) -> bool:
    """Whether Y = X⁻¹, by multiplying back: X Y = I or Y X = I, which is the same for square operators."""
    if isinstance(Y, Inverse):
        return _vanishes(X - Y.base)
    one = identity(X.range)
    return any(_cancels(x) or _vanishes(x - one) for x in (X @ Y, Y @ X))


def with_reduced_inverses(x: Expr) -> Expr:
    """x with the inverses of normal forms for all others: inverses of equal operators are then one letter."""
    return rebuild(x, lambda y: _reduced_inverse(y) if isinstance(y, Inverse) else y)


@lru_cache(maxsize=4096)
def _reduced_inverse(x: Inverse) -> Expr:
    p = expand(x.base)
    base = rules_for(p, proving=True).reduce(p).expression()
    if is_zero(base):
        raise ExpressionError(f"'{x}' does not exist: '{x.base}' is zero.")
    return inv(base)


@lru_cache(maxsize=4096)
def _vanishes(x: Expr) -> bool:
    p = expand(with_reduced_inverses(x))
    return not p or any(not rules.reduce(p) for rules in rule_sets(p))


def _cancels(x: Expr) -> bool:
    """Whether factors cancel with inverses beside them until nothing is left."""
    kept: list[Expr] = []
    for factor in x.factors if isinstance(x, Product) else (x,):
        if kept and (_is_inverse_node(kept[-1], factor) or _is_inverse_node(factor, kept[-1])):
            kept.pop()
        elif not isinstance(factor, Identity):
            kept.append(factor)
    return not kept


def _is_inverse_node(x: Expr, y: Expr) -> bool:
    return isinstance(x, Inverse) and x.base is y
