"""Operator expressions: frozen, interned nodes, so that equal subexpressions are one object.

An expression belongs to no robot. Its nodes are symbols, their adjoints, sums with rational coefficients,
products, inverses, powers, block-diagonal parts and derivatives. They are made by the functions of
construction.py, which check spaces where operators meet.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import fields
from fractions import Fraction
from numbers import Rational, Real
from typing import Any, cast

from psiphi.algebra.interning import Interned
from psiphi.algebra.reach import Reach
from psiphi.algebra.spaces import Space
from psiphi.errors import ArgumentTypeError, ExpressionError
from psiphi.frozen import frozen

Scalar = int | float | Fraction
_ONE = Fraction(1)


class Expr(Interned):
    """An operator from `domain` to `range`; a vector is an operator from Space.ONE.

    Nodes are compared by identity: construction returns the existing node where there is one.
    """

    __slots__ = ("domain", "range")
    __array_ufunc__ = None  # so that NumPy's scalars leave the arithmetic to us
    range: Space
    domain: Space

    def __matmul__(self, other: Expr) -> Expr:
        from psiphi.algebra.construction import product

        return product((self, as_expression(other)))

    def __add__(self, other: Expr) -> Expr:
        return _linear((_ONE, self), (_ONE, as_expression(other)))

    def __radd__(self, other: Expr | int) -> Expr:
        return self if isinstance(other, int) and other == 0 else self + as_expression(other)  # for sum(...)

    def __sub__(self, other: Expr) -> Expr:
        return _linear((_ONE, self), (-_ONE, as_expression(other)))

    def __neg__(self) -> Expr:
        return _linear((-_ONE, self))

    def __mul__(self, scalar: Scalar) -> Expr:
        if isinstance(scalar, Expr):
            raise ArgumentTypeError("operators compose with '@'; '*' is for multiplying by a number.")
        return _linear((_fraction(scalar), self))

    __rmul__ = __mul__

    def __truediv__(self, scalar: Scalar) -> Expr:
        divisor = _fraction(scalar)
        if not divisor:
            raise ExpressionError(f"cannot divide '{self}' by zero.")
        return _linear((1 / divisor, self))

    def __pow__(self, exponent: Scalar) -> Expr:
        from psiphi.algebra.inverse import power

        return power(self, _fraction(exponent))

    @property
    def T(self) -> Expr:
        """The adjoint (transpose), A* in the papers."""
        from psiphi.algebra.construction import adjoint

        return adjoint(self)

    @property
    def is_vector(self) -> bool:
        return self.domain is Space.ONE

    def __str__(self) -> str:
        from psiphi.algebra.writing.text import to_text

        return to_text(self)

    def __repr__(self) -> str:
        from psiphi.algebra.writing.python_form import to_python

        return to_python(self)

    def _repr_latex_(self) -> str:
        from psiphi.algebra.writing.latex import to_latex

        return f"${to_latex(self)}$"


class Symbol(Expr):
    """A named operator or input vector.

    `reach` says which blocks can be non-zero, `owner` the family that a derived symbol belongs to (see
    families.py). Symmetric, semidefinite and positive (definite) are facts of its definition.
    """

    __slots__ = ("invertible", "name", "owner", "positive", "reach", "semidefinite", "symmetric")
    name: str
    reach: Reach
    symmetric: bool
    semidefinite: bool
    positive: bool
    invertible: bool
    owner: object


class Identity(Expr):
    """The identity of a space; before it meets an operator its space may be open (`space_is_open`)."""

    __slots__ = ("space_is_open",)
    space_is_open: bool


class Adjoint(Expr):
    """The adjoint of a symbol that is not symmetric (adjoints of everything else are pushed inwards)."""

    __slots__ = ("symbol",)
    symbol: Symbol


class Sum(Expr):
    """A linear combination of distinct terms, none of which is itself a sum; the empty sum is zero."""

    __slots__ = ("terms",)
    terms: tuple[tuple[Fraction, Expr], ...]

    @staticmethod
    def key(content: tuple[Any, ...]) -> tuple[Any, ...]:
        """The terms in any order."""
        return (frozenset(content[0]),)


class Product(Expr):
    """A composition of at least two factors, none of which is a product or an identity."""

    __slots__ = ("factors",)
    factors: tuple[Expr, ...]


class Inverse(Expr):
    """The inverse of a square expression."""

    __slots__ = ("base",)
    base: Expr


class Power(Expr):
    """A fractional power of a symmetric, positive definite, memoryless expression."""

    __slots__ = ("base", "exponent")
    base: Expr
    exponent: Fraction


class Diagonal(Expr):
    """The memoryless part of an expression: its blocks that join a body with itself."""

    __slots__ = ("base",)
    base: Expr


class Derivative(Expr):
    """The derivative of an expression along rates of the joints, along v d/dt (see derivatives.py)."""

    __slots__ = ("along", "base")
    base: Expr
    along: Symbol


class Owner:
    """Frozen data that symbols belong to; pickled without them, since they are made when asked for."""

    is_open = False
    """Whether `symbols_of` looks into its arguments."""

    @property
    def arguments(self) -> tuple[Expr, ...]:
        """The expressions that it is made of."""
        return ()

    def __reduce__(self) -> tuple[type[Owner], tuple[object, ...]]:
        return type(self), tuple(getattr(self, field.name) for field in fields(cast(Any, self)))


@frozen
class Rows:
    """What marks Π_p, which keeps these degrees of freedom of joint vectors, and Π_f, which keeps others."""

    dofs: tuple[int, ...]
    prescribed: bool


def is_zero(x: Expr) -> bool:
    return isinstance(x, Sum) and not x.terms


def split_coefficient(x: Expr) -> tuple[Fraction, Expr]:
    """c and y with x = c·y, where y carries no coefficient of its own."""
    if isinstance(x, Sum) and len(x.terms) == 1:
        return x.terms[0]
    return _ONE, x


def children(x: Expr) -> tuple[Expr, ...]:
    """The direct subexpressions of a node."""
    match x:
        case Sum():
            return tuple(y for _, y in x.terms)
        case Product():
            return x.factors
        case Inverse() | Power() | Diagonal():
            return (x.base,)
        case Derivative():
            return x.base, x.along
        case _:
            return ()


def nodes_of(x: Expr) -> Iterator[Expr]:
    """All subexpressions, inner ones first, and x itself at last; one that occurs twice comes twice."""
    for y in children(x):
        yield from nodes_of(y)
    yield x


def symbols_of(x: Expr) -> set[Symbol]:
    """Every symbol that occurs, adjoints counted as their symbol, those inside cross products included."""
    found: set[Symbol] = set()
    pending = [x]
    while pending:
        node = pending.pop()
        if isinstance(node, Adjoint):
            node = node.symbol
        if isinstance(node, Symbol):
            found.add(node)
            if isinstance(node.owner, Owner) and node.owner.is_open:
                pending.extend(node.owner.arguments)
        pending.extend(children(node))
    return found


def as_expression(x: object) -> Expr:
    """x itself, refused where it is not an expression."""
    if not isinstance(x, Expr):
        remedy = "write I for the identity, and 2 * A for a multiple."
        if isinstance(x, str):
            remedy = "psiphi.algebra.parse reads one from text."
        raise ArgumentTypeError(f"expected an operator expression, found {type(x).__name__} {x!r}; {remedy}")
    return x


def _linear(*terms: tuple[Fraction, Expr]) -> Expr:
    from psiphi.algebra.construction import linear

    return linear(terms)


def _fraction(x: object) -> Fraction:
    if isinstance(x, bool) or not isinstance(x, Real):
        raise ArgumentTypeError(f"expected a number, found {type(x).__name__} {x!r}.")
    if isinstance(x, Rational):
        return Fraction(int(x.numerator), int(x.denominator))
    try:
        return Fraction(repr(float(x)))  # 0.1 says a tenth
    except (ValueError, OverflowError):
        raise ExpressionError(f"a coefficient must be finite, found {x}.") from None
