"""Expressions as Python: evaluates back to the same node after `from psiphi.algebra import *`."""

from __future__ import annotations

from fractions import Fraction

from psiphi.algebra.crossings import Crossing
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
    adjoint,
)
from psiphi.algebra.families import Lyapunov, Resolvent, Riccati, owner_label
from psiphi.algebra.gradients import Gradients
from psiphi.algebra.inputs import Given
from psiphi.algebra.operators import OPERATORS
from psiphi.algebra.spaces import Space
from psiphi.algebra.writing.presentation import (
    as_decimal,
    factors_with_adjoints,
    is_rate,
    is_shown_as_adjoint,
    signed_terms,
    tells_its_space,
)
from psiphi.errors import ArgumentTypeError


def to_python(x: Expr) -> str:
    """Python text such as `H @ phi @ M @ phi.T @ H.T`, `inv(D)`, `riccati(M, R).P`, `joint_vector('tau')`."""
    if is_shown_as_adjoint(x):
        return f"({to_python(adjoint(x))}).T"
    match x:
        case Symbol():
            return _symbol(x)
        case Adjoint():
            return f"{_symbol(x.symbol)}.T"
        case Identity():
            return "I" if x.space_is_open else f"identity({x.range!r})"
        case Product():
            return " @ ".join(_factor(f, adjoined) for f, adjoined in factors_with_adjoints(x))
        case Sum():
            return _sum(x) if x.terms else f"zero({x.range!r}, {x.domain!r})"
        case Inverse():
            return f"inv({to_python(x.base)})"
        case Power():
            return f"{_atom(x.base)}**{_number(x.exponent)}"
        case Diagonal():
            return f"diagonal({to_python(x.base)})"
        case Derivative() if is_rate(x):
            return f"rate({to_python(x.base)})"
        case Derivative():
            return f"derivative({to_python(x.base)}, along={to_python(x.along)})"
        case _:
            raise ArgumentTypeError(f"cannot print {type(x).__name__}.")


def _factor(x: Expr, adjoined: bool) -> str:
    text = f"({to_python(x)})" if isinstance(x, Sum) else to_python(x)
    return f"{text}.T" if adjoined else text


def _atom(x: Expr) -> str:
    text = to_python(x)
    return f"({text})" if isinstance(x, (Product, Sum, Power)) and not is_shown_as_adjoint(x) else text


def _sum(x: Sum) -> str:
    text = ""
    for subtracted, c, y in signed_terms(x):
        bare_identity = isinstance(y, Identity) and tells_its_space(x)
        term = "I" if bare_identity else to_python(y)
        if isinstance(y, Product) and isinstance(y.factors[0], Sum) and (c != 1 or (subtracted and not text)):
            term = f"({term})"  # Python would multiply the sum before composing, and scale each of its terms
        if c != 1:
            term = f"{_number(c)} * {term}"
        if text:
            text += f" - {term}" if subtracted else f" + {term}"
        else:
            text = f"-{term}" if subtracted else term
    return text


def _number(c: Fraction) -> str:
    decimal = as_decimal(c)
    if decimal is not None and Fraction(repr(float(decimal))) == c:
        return decimal
    return str(c) if c.denominator == 1 else f"Fraction({c.numerator}, {c.denominator})"


def _symbol(x: Symbol) -> str:
    match x.owner:
        case Riccati() as owner if owner_label(x):
            operators = owner.arguments if len(owner.arguments) > 1 else (owner.X, owner.Y)
            return f"riccati({', '.join(map(to_python, operators))}).{x.name}"
        case Lyapunov() as owner if owner_label(x):
            return f"lyapunov({to_python(owner.X)}).{x.name}"
        case Crossing() as owner:
            return f"{owner.name}({', '.join(map(to_python, owner.arguments))})"
        case Gradients() as owner:
            load = "None" if owner.load is None else to_python(owner.load)
            return f"gradients({to_python(owner.acceleration)}, {load}).{x.name}"
        case Given() as owner:
            told = f", diagonal={owner.diagonal}" if x.range is Space.JOINT else ""
            return f"{x.range.value}_operator({x.name!r}{told})"
        case Resolvent() as owner:
            return f"resolvent({to_python(owner.X)}).{x.name}"
        case _:
            pass
    if OPERATORS.get(x.name) is x:
        return x.name
    if x.domain is Space.ONE and x.range is not Space.ONE:
        return f"{x.range.value}_vector({x.name!r})"
    return f"symbol({x.name!r}, {x.range!r}, {x.domain!r}, {_facts(x)})"


def _facts(x: Symbol) -> str:
    facts = [f"reach={x.reach!s}"]
    told = ("symmetric", "semidefinite", "positive", "invertible")
    facts += [f"{fact}=True" for fact in told if getattr(x, fact)]
    return ", ".join(facts)
