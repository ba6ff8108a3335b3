"""How expressions are made: constructors that flatten, collect like terms, and check the spaces."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
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
    Sum,
    Symbol,
    as_expression,
    is_zero,
    split_coefficient,
)
from psiphi.algebra.interning import node
from psiphi.algebra.reach import Reach
from psiphi.algebra.spaces import Space
from psiphi.errors import ArgumentTypeError, ExpressionError, SpaceError

_MAX_BITS = 4096  # of a coefficient: 1e-1000 has fewer
_MAX_SIZE = 1024  # bits by which a numerator is longer than its denominator: floats end there


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
    return node(Symbol, range, domain, invertible, name, owner, positive, reach, semidefinite, symmetric)


def identity(space: Space | None = None) -> Identity:
    """The identity of a space, or the identity whose space is settled when it meets an operator."""
    return node(Identity, space or Space.ONE, space or Space.ONE, space is None)


def zero(range: Space, domain: Space) -> Sum:
    """The zero operator: the empty sum."""
    return node(Sum, range, domain, ())


def product(factors: Iterable[Expr]) -> Expr:
    """Compose operators, checking that each one's domain is the next one's range."""
    flat: list[Expr] = []
    coefficient = Fraction(1)
    for factor in factors:
        scale, bare = split_coefficient(factor)
        if scale != 1:
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
        bare = node(Product, kept[0].range, kept[-1].domain, kept)
    return bare if coefficient == 1 else linear(((coefficient, bare),))


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

    return node(Sum, anchor.range, anchor.domain, in_order(kept))


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
            return node(Adjoint, x.domain, x.range, x)
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
    return node(Inverse, base.domain, base.range, base)


def power_node(base: Expr, exponent: Fraction) -> Power:
    """The bare power node; `inverse.power` is the checked constructor."""
    return node(Power, base.range, base.domain, base, exponent)


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
    part = node(Diagonal, bare.range, bare.domain, bare)
    return part if scale == 1 else linear(((scale, part),))


def derivative_node(base: Expr, along: Symbol) -> Derivative:
    """The bare derivative; `derivatives.derivative` is the constructor that users call."""
    return node(Derivative, base.range, base.domain, along, base)


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
