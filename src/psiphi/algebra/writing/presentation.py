"""What all written forms of an expression share: sums shown as adjoints, signs, numbers, families."""

from __future__ import annotations

from collections.abc import Iterator
from decimal import Context, Decimal
from fractions import Fraction
from functools import lru_cache

from psiphi.algebra.crossings import Crossing
from psiphi.algebra.expression import (
    Adjoint,
    Derivative,
    Expr,
    Identity,
    Owner,
    Product,
    Sum,
    Symbol,
    adjoint,
    children,
)
from psiphi.algebra.families import owner_label

_EXACT = Context(prec=10_000)  # more digits than a coefficient may have


def is_shown_as_adjoint(x: Expr) -> bool:
    """Whether the papers would write a sum as an adjoint: I − K*ψ*H* as (I − HψK)*.

    So it is when all its letters are adjoints, symmetric parts aside.
    """
    return isinstance(x, Sum) and _kinds_of_letters(x) == frozenset((Adjoint,))


@lru_cache(maxsize=16384)
def _kinds_of_letters(x: Expr) -> frozenset[type[Expr]]:
    """Symbol, Adjoint, both or (for a symmetric expression) neither."""
    if isinstance(x, (Symbol, Adjoint)):
        return frozenset() if adjoint(x) is x else frozenset({type(x)})
    if x.range is x.domain and adjoint(x) is x:
        return frozenset()
    return frozenset[type[Expr]]().union(*(_kinds_of_letters(y) for y in children(x)))


def factors_with_adjoints(x: Product) -> Iterator[tuple[Expr, bool]]:
    """Each factor to write, and whether as an adjoint: a sum whose adjoint came before is written by it."""
    for i, factor in enumerate(x.factors):
        mirrored = adjoint(factor) if isinstance(factor, Sum) else factor
        repeats = mirrored is not factor and mirrored in x.factors[:i] and not is_shown_as_adjoint(mirrored)
        yield (mirrored, True) if repeats or is_shown_as_adjoint(factor) else (factor, False)


def signed_terms(x: Sum) -> Iterator[tuple[bool, Fraction, Expr]]:
    """Each term as (is it subtracted, size of its coefficient, the rest)."""
    for c, y in x.terms:
        yield c < 0, abs(c), y


def tells_its_space(x: Sum) -> bool:
    """Whether an I among the terms needs no space of its own written: another term tells it."""
    return any(not isinstance(y, Identity) for _, y in x.terms)


def as_decimal(c: Fraction) -> str | None:
    """The number as a decimal, exactly, where it is one and no short whole number, half, quarter, ….

    Such are 0.1, 1e-09 and 1e+30, and not 1/3, 1/2 and 12.
    """
    small = c.denominator < 10**6 and abs(c.numerator) < 10**12
    if small and c.denominator % 5:
        return None
    twos, fives = (_multiplicity(p, c.denominator) for p in (2, 5))
    if 2**twos * 5**fives != c.denominator:
        return None
    places = max(twos, fives)
    exact = Decimal(int(c * 10**places)).scaleb(-places, _EXACT).normalize(_EXACT)
    shortest = repr(float(exact))
    return shortest if Fraction(shortest) == c else str(exact).lower()


def _multiplicity(p: int, n: int) -> int:
    count = 0
    while n % p == 0:
        n, count = n // p, count + 1
    return count


def is_rate(x: Derivative) -> bool:
    """Whether a derivative goes along v, the motion of the robot: d/dt."""
    return x.along.name == "v"


def family(x: Symbol) -> tuple[str, tuple[Expr, ...]]:
    """How the family of a symbol is written: a suffix ("_R") or the operators that stand in braces."""
    label = owner_label(x)
    if isinstance(x.owner, Crossing) or (isinstance(x.owner, Owner) and label.startswith("{")):
        return "", x.owner.arguments
    return label, ()
