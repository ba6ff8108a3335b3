"""Expressions as Unicode text, as the papers write them, and as plain ASCII text; parse.py reads both."""

from __future__ import annotations

from collections.abc import Callable
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
    adjoint,
)
from psiphi.algebra.writing.alphabet import in_greek
from psiphi.algebra.writing.presentation import (
    as_decimal,
    factors_with_adjoints,
    family,
    is_rate,
    is_shown_as_adjoint,
    signed_terms,
    tells_its_space,
)
from psiphi.errors import ArgumentTypeError
from psiphi.frozen import frozen


@lru_cache(maxsize=16384)
def to_text(x: Expr) -> str:
    """Unicode text as in the papers: `(I − H ψ K)* D⁻¹ (I − H ψ K)`.

    `parse` gives the expression back, but for a lone zero or identity, which does not say its space here.
    """
    return _UNICODE.form(x)


@lru_cache(maxsize=16384)
def to_ascii(x: Expr) -> str:
    """Plain text that `parse` gives back exactly: `(I - H psi K)* inv(D) (I - H psi K)`.

    A lone identity or zero carries its spaces, range first: `I_body`, `0_joint_body`.
    """
    return _ASCII.form(x)


@frozen
class _Notation:
    """What differs between the two kinds of text, and what they share."""

    write: Callable[[Expr], str]  # `form`, remembering what it wrote before
    name: Callable[[str], str]
    minus: str
    superscript_inverse: bool
    lone_spaces: bool

    def form(self, x: Expr) -> str:
        if is_shown_as_adjoint(x):
            return f"({self.write(adjoint(x))})*"
        match x:
            case Symbol():
                return self._symbol(x)
            case Adjoint():
                return self._symbol(x.symbol) + "*"
            case Identity():
                return f"I_{x.range.value}" if self.lone_spaces and not x.space_is_open else "I"
            case Product():
                return " ".join(self._factor(f, adjoined) for f, adjoined in factors_with_adjoints(x))
            case Sum():
                return self._sum(x) if x.terms else self._zero(x)
            case Inverse():
                return f"{self._atom(x.base)}⁻¹" if self.superscript_inverse else f"inv({self.write(x.base)})"
            case Power():
                return f"{self._atom(x.base)}^({_number(x.exponent)})"
            case Diagonal():
                return f"diag({self.write(x.base)})"
            case Derivative():
                direction = "" if is_rate(x) else f"; {self.write(x.along)}"
                return f"{'derivative' if direction else 'rate'}({self.write(x.base)}{direction})"
            case _:
                raise ArgumentTypeError(f"cannot print {type(x).__name__}.")

    def _symbol(self, x: Symbol) -> str:
        suffix, arguments = family(x)
        braces = "{" + "; ".join(self.write(y) for y in arguments) + "}" if arguments else ""
        return self.name(x.name + suffix) + braces

    def _factor(self, x: Expr, adjoined: bool) -> str:
        text = f"({self.write(x)})" if isinstance(x, Sum) else self.write(x)
        return f"{text}*" if adjoined else text

    def _atom(self, x: Expr) -> str:
        """x with parentheses where a postfix could otherwise seem to belong to its last factor."""
        text = self.write(x)
        return f"({text})" if isinstance(x, Product) or _is_bare_sum(x) else text

    def _sum(self, x: Sum) -> str:
        text = ""
        for subtracted, c, y in signed_terms(x):
            sign = self.minus if subtracted else "+"
            if text:
                text += f" {sign} "
            elif subtracted:
                text = sign
            lone = not isinstance(y, Identity) or not tells_its_space(x)
            text += _coefficient(c) + (self.write(y) if lone else "I")
        return text

    def _zero(self, x: Sum) -> str:
        if not self.lone_spaces:
            return "0"
        return f"0_{x.range.value}" + ("" if x.range is x.domain else f"_{x.domain.value}")


_UNICODE = _Notation(to_text, in_greek, "−", superscript_inverse=True, lone_spaces=False)
_ASCII = _Notation(to_ascii, str, "-", superscript_inverse=False, lone_spaces=True)


def _is_bare_sum(x: Expr) -> bool:
    return isinstance(x, Sum) and bool(x.terms) and not is_shown_as_adjoint(x)


def _coefficient(c: Fraction) -> str:
    if c == 1:
        return ""
    text = _number(c)
    return f"({text}) " if "/" in text else f"{text} "


def _number(c: Fraction) -> str:
    return as_decimal(c) or str(c)
