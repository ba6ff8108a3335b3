"""Operator expressions: frozen, interned nodes, so that equal subexpressions are one object.

An expression belongs to no robot. Its nodes are symbols, their adjoints, sums with rational coefficients,
products, inverses, powers, block-diagonal parts and derivatives; spaces are checked when operators meet.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import fields
from fractions import Fraction
from functools import lru_cache
from numbers import Rational, Real
from typing import Any, TypeVar, cast
from weakref import WeakValueDictionary

from psiphi.algebra.reach import Reach
from psiphi.algebra.spaces import Space
from psiphi.errors import ArgumentTypeError, ExpressionError, SpaceError
from psiphi.frozen import frozen
from psiphi.locks import INTERNING

Scalar = int | float | Fraction
_ONE, _MINUS_ONE = Fraction(1), Fraction(-1)
_MAX_BITS = 4096  # of a coefficient: 1e-1000 has fewer
_MAX_SIZE = 1024  # bits by which a numerator is longer than its denominator: floats end there


class Expr:
    """An operator from `domain` to `range`; a vector is an operator from Space.ONE.

    Nodes are compared by identity: construction returns the existing node where there is one.
    """

    __slots__ = ("__weakref__", "domain", "range")
    __array_ufunc__ = None  # so that NumPy's scalars leave the arithmetic to us
    range: Space
    domain: Space

    def __matmul__(self, other: Expr) -> Expr:
        return product((self, as_expression(other)))

    def __add__(self, other: Expr) -> Expr:
        return linear(((_ONE, self), (_ONE, as_expression(other))))

    def __radd__(self, other: Expr | int) -> Expr:
        return self if isinstance(other, int) and other == 0 else self + as_expression(other)  # for sum(...)

    def __sub__(self, other: Expr) -> Expr:
        return linear(((_ONE, self), (_MINUS_ONE, as_expression(other))))

    def __neg__(self) -> Expr:
        return linear(((_MINUS_ONE, self),))

    def __mul__(self, scalar: Scalar) -> Expr:
        if isinstance(scalar, Expr):
            raise ArgumentTypeError("operators compose with '@'; '*' is for multiplying by a number.")
        return linear(((_fraction(scalar), self),))

    __rmul__ = __mul__

    def __truediv__(self, scalar: Scalar) -> Expr:
        divisor = _fraction(scalar)
        if not divisor:
            raise ExpressionError(f"cannot divide '{self}' by zero.")
        return linear(((1 / divisor, self),))

    def __pow__(self, exponent: Scalar) -> Expr:
        from psiphi.algebra.inverse import power

        return power(self, _fraction(exponent))

    @property
    def T(self) -> Expr:
        """The adjoint (transpose), A* in the papers."""
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

    def __copy__(self) -> Expr:
        return self

    def __deepcopy__(self, memo: object) -> Expr:
        return self

    def __reduce__(self) -> tuple[Callable[..., Expr], tuple[object, ...]]:
        """Pickled as its fields; where these are loaded, they are the node that is there, or a new one."""
        return _loaded, tuple(
            getattr(self, name) for name in ("__class__", "range", "domain", *self.__slots__)
        )

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


E = TypeVar("E", bound=Expr)


_NODES: WeakValueDictionary[tuple[Any, ...], Expr] = WeakValueDictionary()


def _node(kind: type[E], range: Space, domain: Space, *content: Any, key: tuple[Any, ...] | None = None) -> E:
    """The node of this content, in the order of `__slots__`, also when several threads ask for it at once.

    `key` is what tells it from others, where that is not the content itself.
    """
    key = kind, range, domain, *(content if key is None else key)
    with INTERNING:
        found = _NODES.get(key)
        if isinstance(found, kind):
            return found
        node = object.__new__(kind)
        for name, value in zip(("range", "domain", *kind.__slots__), (range, domain, *content), strict=True):
            object.__setattr__(node, name, value)
        _NODES[key] = node
        return node


def _loaded(kind: type[Expr], range: Space, domain: Space, *content: Any) -> Expr:
    key = (frozenset(content[0]),) if kind is Sum else None
    return _node(kind, range, domain, *content, key=key)


def _frozen(self: Expr, name: str, value: object = None) -> None:
    raise AttributeError(f"operator expressions are frozen: cannot change {name!r}.")


Expr.__setattr__ = _frozen  # type: ignore[method-assign]
Expr.__delattr__ = _frozen  # type: ignore[method-assign]


def symbol(
    name: str,
    range: Space,
    domain: Space,
    reach: Reach = Reach.FULL,
    *,
    symmetric: bool = False,
    semidefinite: bool = False,
    positive: bool = False,
    invertible: bool = False,
    owner: object = None,
) -> Symbol:
    """A named operator; the same name and facts always give the same node."""
    semidefinite, invertible = semidefinite or positive, invertible or positive
    symmetric = symmetric or semidefinite
    return _node(Symbol, range, domain, invertible, name, owner, positive, reach, semidefinite, symmetric)


def identity(space: Space | None = None) -> Identity:
    """The identity of a space, or the identity whose space is settled when it meets an operator."""
    return _node(Identity, space or Space.ONE, space or Space.ONE, space is None)


def zero(range: Space, domain: Space) -> Sum:
    """The zero operator: the empty sum."""
    return _node(Sum, range, domain, (), key=(frozenset[Expr](),))


def is_zero(x: Expr) -> bool:
    return isinstance(x, Sum) and not x.terms


def product(factors: Iterable[Expr]) -> Expr:
    """Compose operators, checking that each one's domain is the next one's range."""
    flat: list[Expr] = []
    coefficient = _ONE
    for factor in factors:
        scale, bare = split_coefficient(factor)
        if scale is not _ONE:
            coefficient *= scale
        flat.extend(bare.factors if isinstance(bare, Product) else (bare,))
    acting = [f for f in flat if not isinstance(f, Identity)]
    spaces = [f for f in flat if not (isinstance(f, Identity) and f.space_is_open)]
    for i in range(len(spaces) - 1):
        if spaces[i].domain is not spaces[i + 1].range:
            raise _do_not_meet(spaces, i)
    if not acting:
        bare = spaces[0] if spaces else flat[0]
    elif any(is_zero(f) for f in acting):
        return zero(acting[0].range, acting[-1].domain)
    elif len(acting) == 1:
        bare = acting[0]
    else:
        kept = tuple(acting)
        bare = _node(Product, kept[0].range, kept[-1].domain, kept)
    return bare if coefficient is _ONE else linear(((coefficient, bare),))


def linear(terms: Iterable[tuple[Fraction, Expr]]) -> Expr:
    """A linear combination; like terms are collected, and a single term with coefficient 1 stands alone."""
    collected: dict[Expr, Fraction] = {}
    pending = [(c, x) for c, x in terms]
    for c, x in pending:
        if isinstance(x, Sum):
            for d, y in x.terms:
                collected[y] = collected[y] + c * d if y in collected else c * d
        else:
            collected[x] = collected[x] + c if x in collected else c
    members = [x for _, x in pending]
    settled = next((x for x in members if not _is_open(x)), None)
    if settled is not None:
        collected = _settle(collected, settled)
        for x in members:
            if not _is_open(x) and (x.range, x.domain) != (settled.range, settled.domain):
                raise SpaceError(
                    f"cannot add '{settled}' ({_kind(settled)}) and '{x}' ({_kind(x)}): "
                    "the terms of a sum must act between the same spaces."
                )
    kept = tuple((c, x) for x, c in collected.items() if c)
    for c, _ in kept:
        above, below = c.numerator.bit_length(), c.denominator.bit_length()
        if above + below > _MAX_BITS or above - below >= _MAX_SIZE:
            raise ExpressionError(
                "a coefficient has more than a thousand digits or is above 1e308; is some number mistyped?"
            )
    anchor = settled if settled is not None else members[0]
    if not kept:
        return zero(anchor.range, anchor.domain)
    if len(kept) == 1 and kept[0][0] == 1:
        return kept[0][1]
    from psiphi.algebra.writing.ordering import in_order

    return _node(Sum, anchor.range, anchor.domain, in_order(kept), key=(frozenset(kept),))


def _is_open(x: Expr) -> bool:
    """True for c·I whose space no operator has settled yet."""
    if isinstance(x, Sum):
        return bool(x.terms) and all(_is_open(y) for _, y in x.terms)
    return isinstance(x, Identity) and x.space_is_open


def settled(x: Expr, like: Expr) -> Expr:
    """c·I in the space of `like`, where no operator has settled its space; anything else as it is."""
    return x + like - like if _is_open(x) and not _is_open(like) else x


def _settle(collected: dict[Expr, Fraction], settled: Expr) -> dict[Expr, Fraction]:
    """Give the open identity the space of the operators it is added to."""
    free = identity()
    if free not in collected:
        return collected
    if settled.range is not settled.domain:
        raise SpaceError(
            f"cannot add I and '{settled}' ({_kind(settled)}): "
            "only an operator within one space has an identity beside it."
        )
    result: dict[Expr, Fraction] = {}
    for x, c in collected.items():
        y = identity(settled.range) if x is free else x
        result[y] = result.get(y, Fraction(0)) + c
    return result


@lru_cache(maxsize=8192)
def adjoint(x: Expr) -> Expr:
    """A*: reverses products, goes through sums, inverses and powers, and leaves symmetric symbols alone."""
    match x:
        case Symbol():
            if x.symmetric:
                return x
            return _node(Adjoint, x.domain, x.range, x)
        case Adjoint():
            return x.symbol
        case Identity():
            return x
        case Sum():
            return linear((c, adjoint(y)) for c, y in x.terms) if x.terms else zero(x.domain, x.range)
        case Product():
            return product(adjoint(f) for f in reversed(x.factors))
        case Inverse():
            return inverse_node(adjoint(x.base))
        case Power():
            return x  # powers exist for symmetric expressions only
        case Diagonal():
            return diagonal(adjoint(x.base))
        case Derivative():
            return derivative_node(adjoint(x.base), x.along)
        case _:
            raise ArgumentTypeError(f"no adjoint of {type(x).__name__}.")


def inverse_node(base: Expr) -> Expr:
    """The bare inverse node; `inverse.inv` is the checked constructor that users call."""
    if isinstance(base, Inverse):
        return base.base
    if isinstance(base, Identity):
        return base
    if isinstance(base, Power):
        return power_node(base.base, -base.exponent)
    return _node(Inverse, base.domain, base.range, base)


def power_node(base: Expr, exponent: Fraction) -> Power:
    """The bare power node; `inverse.power` is the checked constructor."""
    return _node(Power, base.range, base.domain, base, exponent)


def diagonal(base: Expr) -> Expr:
    """The memoryless part of a square body- or joint-space expression."""
    as_expression(base)
    if base.range is not base.domain:
        raise SpaceError(f"'{base}' ({_kind(base)}) has no diagonal part: it must act within one space.")
    scale, bare = split_coefficient(base)
    if (
        is_zero(bare)
        or isinstance(bare, (Diagonal, Identity, Power))
        or base.range in (Space.ONE, Space.WORLD)
    ):
        return base
    part = _node(Diagonal, bare.range, bare.domain, bare)
    return part if scale == 1 else linear(((scale, part),))


def derivative_node(base: Expr, along: Symbol) -> Derivative:
    """The bare derivative; `derivatives.derivative` is the constructor that users call."""
    return _node(Derivative, base.range, base.domain, along, base)


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


def _fraction(x: object) -> Fraction:
    if isinstance(x, bool) or not isinstance(x, Real):
        raise ArgumentTypeError(f"expected a number, found {type(x).__name__} {x!r}.")
    if isinstance(x, Rational):
        return Fraction(int(x.numerator), int(x.denominator))
    try:
        return Fraction(repr(float(x)))  # 0.1 says a tenth
    except (ValueError, OverflowError):
        raise ExpressionError(f"a coefficient must be finite, found {x}.") from None


def _kind(x: Expr) -> str:
    if x.domain is Space.ONE:
        return f"{x.range.value} vector"
    return f"{x.range.value} ← {x.domain.value}"


def _do_not_meet(factors: list[Expr], i: int) -> SpaceError:
    """The error for factors i and i+1, with a pointer at the place where they meet."""
    texts = [f"({f})" if isinstance(f, Sum) else str(f) for f in factors]
    line = " ".join(texts)
    caret = " " * len(" ".join(texts[: i + 1])) + "^"
    left, right = factors[i], factors[i + 1]
    return SpaceError(
        f"'{texts[i]}' ({_kind(left)}) cannot act on '{texts[i + 1]}' ({_kind(right)}):\n"
        f"    {line}\n    {caret}\n"
        f"what follows '{texts[i]}' must have range {left.domain.value}, and what precedes '{texts[i + 1]}' "
        f"must have domain {right.range.value}."
    )
