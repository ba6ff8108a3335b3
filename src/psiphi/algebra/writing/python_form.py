"""Expressions as Python: evaluates back to the same node after `from psiphi.algebra import *`."""

from __future__ import annotations

from fractions import Fraction

from psiphi.algebra.crossings import Crossing
from psiphi.algebra.expression import Expr, Identity, Power, Product, Rows, Sum, Symbol
from psiphi.algebra.families import Lyapunov, Resolvent, Riccati, owner_label
from psiphi.algebra.gradients import Gradients
from psiphi.algebra.inputs import Given
from psiphi.algebra.operators import OPERATORS
from psiphi.algebra.spaces import Space
from psiphi.algebra.writing.notation import Notation, as_decimal, is_shown_as_adjoint


def to_python(x: Expr) -> str:
    """Python text such as `H @ phi @ M @ phi.T @ H.T`, `inv(D)`, `riccati(M, R).P`, `joint_vector('tau')`."""
    return _PYTHON.form(x)


class _Python(Notation):
    between = " @ "

    def symbol(self, x: Symbol) -> str:
        return _symbol(x)

    def adjoint(self, x: Expr) -> str:
        return f"{self.factor(x)}.T"

    def identity(self, x: Identity) -> str:
        return "I" if x.space_is_open else f"identity({x.range!r})"

    def zero(self, x: Sum) -> str:
        return f"zero({x.range!r}, {x.domain!r})"

    def inverse(self, x: Expr) -> str:
        return f"inv({self.write(x)})"

    def power(self, x: Expr, exponent: Fraction) -> str:
        bare = not isinstance(x, Product | Sum | Power) or is_shown_as_adjoint(x)
        return f"{self.write(x) if bare else self.enclosed(self.write(x))}**{_number(exponent)}"

    def diagonal(self, text: str) -> str:
        return f"diagonal({text})"

    def derivative(self, text: str, along: str | None) -> str:
        return f"rate({text})" if along is None else f"derivative({text}, along={along})"

    def term(self, c: Fraction, x: Expr, text: str, *, leading: bool) -> str:
        if isinstance(x, Product) and isinstance(x.factors[0], Sum) and (c != 1 or leading):
            text = f"({text})"  # Python would multiply the sum before composing, and scale each of its terms
        return super().term(c, x, text, leading=leading)

    def coefficient(self, c: Fraction, x: Expr, text: str, *, leading: bool) -> str:
        return f"{_number(c)} * {text}"


_PYTHON = _Python()


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
        case Rows() as owner:
            space = "" if x.range is Space.JOINT else f", {x.range!r}"
            return f"{'prescribed' if owner.prescribed else 'free'}_rows({owner.dofs}{space})"
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
