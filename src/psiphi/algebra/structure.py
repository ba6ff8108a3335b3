"""What can be said of an expression from its form alone, each rule with its reason.

Reach composes by the tables of reach.py. The rules here infer symmetry, positive definiteness and
invertibility; "cannot be inferred" is not "false".
"""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache

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
    adjoint,
    identity,
    linear,
    product,
)
from psiphi.algebra.reach import Reach
from psiphi.frozen import frozen


@frozen
class Structure:
    """Facts inferred of an expression, and why."""

    reach: Reach
    symmetric: bool
    positive: bool
    semidefinite: bool
    invertible: bool
    reasons: tuple[str, ...]

    @property
    def memoryless(self) -> bool:
        return self.reach is Reach.MEMORYLESS

    @property
    def shift(self) -> bool:
        return self.reach is Reach.SHIFT

    @property
    def causal(self) -> bool:
        return self.reach.is_inward

    @property
    def anticausal(self) -> bool:
        return self.reach.is_outward

    @property
    def strictly_causal(self) -> bool:
        return self.reach in Reach.STRICTLY_CAUSAL.holds


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
    """Reach, symmetry, definiteness and invertibility of an expression, with the reasons."""
    symmetric = x.range is x.domain and adjoint(x) is x
    semidefinite = _why_semidefinite(x) if symmetric else None
    positive = _why_positive(x) if symmetric else None
    invertible = _why_invertible(x) if positive is None else ""
    reasons = ("symmetric: the expression equals its own adjoint" if symmetric else "",)
    reasons = tuple(filter(None, (*reasons, semidefinite, positive, invertible)))
    is_positive, is_semidefinite = positive is not None, semidefinite is not None or positive is not None
    return Structure(reach(x), symmetric, is_positive, is_semidefinite, invertible is not None, reasons)


def _why_semidefinite(x: Expr) -> str | None:
    """Why x is, in words if there are any; None where it is not known to be."""
    match x:
        case Symbol() if x.semidefinite:
            return "" if x.positive else f"semidefinite: {x.name} is, by its definition"
        case Identity() | Power():
            return ""
        case Sum() if all(c > 0 and structure(y).semidefinite for c, y in x.terms):
            return "semidefinite: a sum of semidefinite terms with positive coefficients"
        case Product():
            middle = congruence_core(x)
            if middle is None or not (isinstance(middle, Identity) or structure(middle).semidefinite):
                return None
            return f"semidefinite: a congruence A X A* of the semidefinite X = {middle}"
        case Inverse() | Diagonal() if structure(x.base).semidefinite:
            return ""
        case _:
            return None


def _why_positive(x: Expr) -> str | None:
    match x:
        case Symbol() if x.positive:
            return f"positive definite: {x.name} is, by its definition"
        case Identity() | Power():
            return ""
        case Sum() if _why_semidefinite(x) is not None and any(structure(y).positive for _, y in x.terms):
            return "positive definite: a positive definite term plus semidefinite ones"
        case Sum() if _why_semidefinite(x) is not None and _is_split(x):
            return "positive definite: Π_f X Π_f + Π_p with X > 0, rows that are free and others"
        case Product() if is_mass_like(x):
            return "positive definite: H φ X φ* H* with X > 0, since H φ has full row rank"
        case Product() if is_coupled(x):
            return "positive definite: S* X S with X > 0, since coordinates are independent"
        case Product():
            middle, half = congruence_core(x), x.factors[: len(x.factors) // 2]
            if middle is None or not structure(middle).positive:
                return None
            if not all(structure(f).invertible for f in half):
                return None
            return "positive definite: a congruence A X A* with A invertible and X > 0"
        case Inverse() | Diagonal() if structure(x.base).positive:
            return "positive definite: inverse or diagonal part of a positive definite operator"
        case _:
            return None


def _why_invertible(x: Expr) -> str | None:
    match x:
        case Symbol() if x.invertible:
            return ""
        case Adjoint() if x.symbol.invertible:
            return ""
        case Identity() | Inverse() | Power():
            return ""
        case Product() if all(f.range is f.domain and structure(f).invertible for f in x.factors):
            return "invertible: a product of invertible operators"
        case Sum():
            rest = [(c, y) for c, y in x.terms if not isinstance(y, Identity)]
            if len(rest) == len(x.terms):
                return None
            if not rest:
                return "invertible: a multiple of the identity"
            if reach(linear(rest)).is_strict:
                return "invertible: the identity plus something nilpotent (strictly causal, or its adjoint)"
            return None
        case _:
            return None


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
