"""What all written forms of an expression share: which node becomes what, sums shown as adjoints, numbers,
families."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator
from decimal import Context, Decimal
from fractions import Fraction
from functools import lru_cache

from psiphi.algebra.construction import adjoint
from psiphi.algebra.crossings import Crossing
from psiphi.algebra.expression import (
    Adjoint,
    Derivative,
    Diagonal,
    Expr,
    Identity,
    Inverse,
    Owner,
    Power,
    Product,
    Rows,
    Sum,
    Symbol,
    children,
)
from psiphi.algebra.families import owner_label
from psiphi.algebra.spaces import Space
from psiphi.errors import ArgumentTypeError

_EXACT = Context(prec=10_000)  # more digits than a coefficient may have


class Notation(ABC):
    """A way to write expressions. Subclasses say what each kind of node becomes."""

    minus = "-"
    between = " "

    @abstractmethod
    def symbol(self, x: Symbol) -> str: ...
    @abstractmethod
    def adjoint(self, x: Expr) -> str: ...
    @abstractmethod
    def identity(self, x: Identity) -> str: ...
    @abstractmethod
    def zero(self, x: Sum) -> str: ...
    @abstractmethod
    def inverse(self, x: Expr) -> str: ...
    @abstractmethod
    def power(self, x: Expr, exponent: Fraction) -> str: ...
    @abstractmethod
    def derivative(self, text: str, along: str | None) -> str: ...
    @abstractmethod
    def coefficient(self, c: Fraction, x: Expr, text: str, *, leading: bool) -> str:
        """c x for c > 0, with the text of x; `leading` where this is the first term, and subtracted."""

    def write(self, x: Expr) -> str:
        """The text of a part: `form`, unless it is remembered."""
        return self.form(x)

    def form(self, x: Expr) -> str:
        """The text of an expression."""
        if is_shown_as_adjoint(x):
            return self.adjoint(adjoint(x))
        match x:
            case Symbol():
                return self.symbol(x)
            case Adjoint():
                return self.adjoint(x.symbol)
            case Identity():
                return self.identity(x)
            case Product():
                factors = factors_with_adjoints(x)
                return self.between.join((self.adjoint if flip else self.factor)(f) for f, flip in factors)
            case Sum():
                return self._sum(x) if x.terms else self.zero(x)
            case Inverse():
                return self.inverse(x.base)
            case Power():
                return self.power(x.base, x.exponent)
            case Diagonal():
                return self.diagonal(self.write(x.base))
            case Derivative():
                along = None if x.along.name == "v" else self.write(x.along)  # along v it is d/dt
                return self.derivative(self.write(x.base), along)
            case _:
                raise ArgumentTypeError(f"cannot print {type(x).__name__}.")

    def factor(self, x: Expr) -> str:
        """One of several factors."""
        return self.enclosed(self.write(x)) if isinstance(x, Sum) else self.write(x)

    def enclosed(self, text: str) -> str:
        return f"({text})"

    def diagonal(self, text: str) -> str:
        return f"diag({text})"

    def _sum(self, x: Sum) -> str:
        text, settled = "", any(not isinstance(y, Identity) for _, y in x.terms)
        for i, (c, y) in enumerate(x.terms):
            sign = self.minus if c < 0 else "+"
            text += f" {sign} " if i else sign if c < 0 else ""
            part = "I" if isinstance(y, Identity) and settled else self.write(y)  # others tell its space
            text += self.term(abs(c), y, part, leading=not i and c < 0)
        return text

    def term(self, c: Fraction, x: Expr, text: str, *, leading: bool) -> str:
        """One of several terms."""
        return text if c == 1 else self.coefficient(c, x, text, leading=leading)


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


def family(x: Symbol) -> tuple[str, tuple[Expr | str, ...]]:
    """How the family of a symbol is written: a suffix ("_R"), and the operators or numbers in braces."""
    if isinstance(x.owner, Rows):
        return "", (*map(str, x.owner.dofs), *(() if x.range is Space.JOINT else (x.range.value,)))
    label = owner_label(x)
    if isinstance(x.owner, Crossing) or (isinstance(x.owner, Owner) and label.startswith("{")):
        return "", x.owner.arguments
    suffix, _, numbers = label.removesuffix("}").partition("{")
    return suffix, tuple(numbers.split("; ")) if numbers else ()
