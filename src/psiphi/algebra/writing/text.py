"""Expressions as Unicode text, as the papers write them, and as plain ASCII text; parse.py reads both."""

from __future__ import annotations

from fractions import Fraction
from functools import lru_cache

from psiphi.algebra.expression import Expr, Identity, Product, Sum, Symbol
from psiphi.algebra.writing.alphabet import in_greek
from psiphi.algebra.writing.notation import Notation, as_decimal, family, is_shown_as_adjoint


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


class _Ascii(Notation):
    def write(self, x: Expr) -> str:
        return to_ascii(x)

    def symbol(self, x: Symbol) -> str:
        suffix, arguments = family(x)
        inside = (y if isinstance(y, str) else self.write(y) for y in arguments)
        braces = "{" + "; ".join(inside) + "}" if arguments else ""
        return self.name(x.name + suffix) + braces

    def name(self, name: str) -> str:
        return name

    def adjoint(self, x: Expr) -> str:
        return f"{self.factor(x)}*"

    def identity(self, x: Identity) -> str:
        return "I" if x.space_is_open else f"I_{x.range.value}"

    def zero(self, x: Sum) -> str:
        return f"0_{x.range.value}" + ("" if x.range is x.domain else f"_{x.domain.value}")

    def coefficient(self, c: Fraction, x: Expr, text: str, *, leading: bool) -> str:
        number = as_decimal(c) or str(c)
        return f"({number}) {text}" if "/" in number else f"{number} {text}"

    def inverse(self, x: Expr) -> str:
        return f"inv({self.write(x)})"

    def power(self, x: Expr, exponent: Fraction) -> str:
        return f"{self.atom(x)}^({as_decimal(exponent) or exponent})"

    def atom(self, x: Expr) -> str:
        """x with parentheses where a postfix could otherwise seem to belong to its last factor."""
        sum_ = isinstance(x, Sum) and bool(x.terms) and not is_shown_as_adjoint(x)
        return self.enclosed(self.write(x)) if isinstance(x, Product) or sum_ else self.write(x)

    def derivative(self, text: str, along: str | None) -> str:
        return f"rate({text})" if along is None else f"derivative({text}; {along})"


class _Unicode(_Ascii):
    minus = "−"

    def write(self, x: Expr) -> str:
        return to_text(x)

    def name(self, name: str) -> str:
        return in_greek(name)

    def identity(self, x: Identity) -> str:
        return "I"

    def zero(self, x: Sum) -> str:
        return "0"

    def inverse(self, x: Expr) -> str:
        return f"{self.atom(x)}⁻¹"


_UNICODE, _ASCII = _Unicode(), _Ascii()
