"""Inverses and powers as users write them, refused where they cannot exist."""

from __future__ import annotations

from fractions import Fraction

from psiphi.algebra.construction import identity, inverse_node, linear, power_node
from psiphi.algebra.expression import (
    Expr,
    Identity,
    Inverse,
    Power,
    as_expression,
    is_zero,
    split_coefficient,
)
from psiphi.algebra.structure import structure
from psiphi.errors import ExpressionError

MAX_WRITTEN_OUT = 16  # whole powers up to this one are products


def inv(x: Expr) -> Expr:
    """The inverse of a square operator: inv(mass), inv(I + H @ phi @ K)."""
    as_expression(x)
    if x.range is not x.domain:
        raise ExpressionError(
            f"inv({x}) does not exist: '{x}' goes from the {x.domain.value} to the {x.range.value} space. "
            "Only an operator within one space has an inverse; did you mean a product with its adjoint?"
        )
    if is_zero(x):
        raise ExpressionError("inv(0) does not exist.")
    if structure(x).reach.is_strict:
        raise ExpressionError(
            f"inv({x}) does not exist: '{x}' is {structure(x).reach.value}, so some power of it is zero. "
            f"I - {x} has an inverse."
        )
    scale, bare = split_coefficient(x)
    inverse = bare if isinstance(bare, Identity) else inverse_node(bare)
    return inverse if scale == 1 else linear(((1 / scale, inverse),))


def power(x: Expr, exponent: Fraction) -> Expr:
    """x raised to a power: whole powers of square operators, any power of a positive memoryless one."""
    if x.range is not x.domain:
        raise ExpressionError(f"'{x}' has no powers: its range and domain differ.")
    if isinstance(x, Identity):
        return x
    if exponent == 0:
        return identity(x.range)
    if isinstance(x, Power):
        return power(x.base, x.exponent * exponent)
    if exponent.denominator == 1 and abs(exponent) <= MAX_WRITTEN_OUT:
        base = x if exponent > 0 else inv(x)
        result = base
        for _ in range(abs(int(exponent)) - 1):
            result = result @ base
        return result
    if isinstance(x, Inverse):
        return power(x.base, -exponent)
    facts = structure(x)
    bare = split_coefficient(x)[1]
    if isinstance(bare, Identity) and bare.space_is_open:
        raise ExpressionError(
            f"'{x}' has no power {exponent} before it meets an operator that tells its space."
        )
    if not (facts.memoryless and facts.positive):
        raise ExpressionError(
            f"'{x}' has no power {exponent}: "
            "fractional and very high powers need a positive definite, memoryless operator such as D."
        )
    return power_node(x, exponent)
