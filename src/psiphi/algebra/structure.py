"""What can be said of an expression from its form alone, each rule with its reason.

Reach composes by the tables of reach.py. The rules here infer symmetry, positive definiteness and
invertibility; "cannot be inferred" is not "false".
"""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache

from psiphi.algebra.construction import adjoint, identity, linear, product
from psiphi.algebra.expression import (
    Adjoint,
    Derivative,
    Diagonal,
    Expr,
    Identity,
    Inverse,
    Power,
    Product,
    Rows,
    Sum,
    Symbol,
)
from psiphi.algebra.reach import Reach
from psiphi.frozen import frozen


@frozen
class Structure:
    """Facts inferred of an expression."""

    reach: Reach
    symmetric: bool
    positive: bool
    semidefinite: bool
    invertible: bool

    @property
    def memoryless(self) -> bool:
        return self.reach is Reach.MEMORYLESS


@lru_cache(maxsize=65536)
def reach(x: Expr) -> Reach:
    """Which blocks of an expression can be non-zero."""
    match x:
        case Symbol():
            return x.reach
        case Adjoint():
            return x.symbol.reach.adjoint
        case Identity() | Power() | Diagonal():
            return Reach.MEMORYLESS
        case Sum():
            shapes = [reach(y) for _, y in x.terms]
            result = shapes[0] if shapes else Reach.MEMORYLESS
            for shape in shapes[1:]:
                result = result | shape
            return result
        case Product():
            result = Reach.MEMORYLESS
            for factor in x.factors:
                result = result @ reach(factor)
            return result
        case Derivative():
            return reach(x.base)  # blocks that are zero in every configuration stay so
        case Inverse():
            inner = reach(x.base)
            # an inverse keeps a (block) triangular shape, but one step in becomes any number of steps out
            return inner if inner in (Reach.MEMORYLESS, Reach.CAUSAL, Reach.ANTICAUSAL) else Reach.FULL
        case _:
            return Reach.FULL


def reach_of(word: tuple[Expr, ...]) -> Reach:
    """The reach of a product of letters; that of none is I."""
    return reach(product(word)) if word else Reach.MEMORYLESS


@lru_cache(maxsize=16384)
def structure(x: Expr) -> Structure:
    """Reach, symmetry, definiteness and invertibility of an expression."""
    symmetric = x.range is x.domain and adjoint(x) is x  # it reads the same backwards
    positive = symmetric and _is_positive(x)
    semidefinite = positive or (symmetric and _is_semidefinite(x))
    return Structure(reach(x), symmetric, positive, semidefinite, positive or _is_invertible(x))


def _is_semidefinite(x: Expr) -> bool:
    match x:
        case Symbol():
            return x.semidefinite
        case Identity() | Power():
            return True
        case Sum():
            return all(c > 0 and structure(y).semidefinite for c, y in x.terms)
        case Product():  # a congruence A X A* of a semidefinite X
            middle = congruence_core(x)
            return middle is not None and (isinstance(middle, Identity) or structure(middle).semidefinite)
        case Inverse() | Diagonal():
            return structure(x.base).semidefinite
        case _:
            return False


def _is_positive(x: Expr) -> bool:
    match x:
        case Symbol():
            return x.positive
        case Identity() | Power():
            return True
        case Sum():  # a positive definite term plus semidefinite ones
            return _is_semidefinite(x) and (any(structure(y).positive for _, y in x.terms) or _is_split(x))
        case Product() if is_mass_like(x) or is_coupled(x):
            return True  # A X A* with X > 0: H φ has full row rank, and coordinates are independent
        case Product():  # a congruence A X A* with A invertible and X > 0
            middle, half = congruence_core(x), x.factors[: len(x.factors) // 2]
            return (
                middle is not None
                and structure(middle).positive
                and all(structure(f).invertible for f in half)
            )
        case Inverse() | Diagonal():
            return structure(x.base).positive
        case _:
            return False


def _is_invertible(x: Expr) -> bool:
    match x:
        case Symbol():
            return x.invertible
        case Adjoint():
            return x.symbol.invertible
        case Identity() | Inverse() | Power():
            return True
        case Product():
            return all(f.range is f.domain and structure(f).invertible for f in x.factors)
        case Sum():  # a multiple of the identity plus something nilpotent: strictly causal, or its adjoint
            rest = [(c, y) for c, y in x.terms if not isinstance(y, Identity)]
            return len(rest) < len(x.terms) and (not rest or reach(linear(rest)).is_strict)
        case _:
            return False


def congruence_core(x: Product) -> Expr | None:
    """X where the product reads A X A* letter by letter, or None."""
    n = len(x.factors)
    half = n // 2
    if any(adjoint(x.factors[i]) is not x.factors[n - 1 - i] for i in range(half)):
        return None
    return x.factors[half] if n % 2 else identity(x.factors[half].range)


def is_coupled(x: Product) -> bool:
    """Whether x reads S* X S with S the coupling of joints and X positive definite."""
    last = x.factors[-1]
    if not isinstance(last, Symbol) or last.name != "coupling" or adjoint(x) is not x or len(x.factors) < 3:
        return False
    return structure(product(x.factors[1:-1])).positive


def _is_split(x: Sum) -> bool:
    """Whether Π_f X Π_f, X positive definite, and the Π_p of the same joints are among the terms."""
    kept = {_rows(y) for _, y in x.terms}
    for y in (y for _, y in x.terms if isinstance(y, Product) and len(y.factors) > 2):
        rows = _rows(y.factors[0]) if y.factors[-1] is y.factors[0] else None
        if rows is not None and replace(rows, prescribed=not rows.prescribed) in kept:
            return structure(product(y.factors[1:-1])).positive
    return False


def _rows(x: Expr) -> Rows | None:
    return x.owner if isinstance(x, Symbol) and isinstance(x.owner, Rows) else None


def is_mass_like(x: Expr) -> bool:
    """Whether x reads H φ X φ* H* with X memoryless and positive definite."""
    if not isinstance(x, Product) or len(x.factors) < 5:
        return False
    names = [f.name if isinstance(f, Symbol) else "" for f in x.factors[:2]]
    if names != ["H", "phi"] or adjoint(x) is not x:
        return False
    core = structure(product(x.factors[2:-2]))
    return core.memoryless and core.positive
