"""Expressions as Unicode text, as plain ASCII text that the parser reads, and as Python that evaluates back."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction

from psiphi.algebra.expression import (
    Adjoint,
    Diagonal,
    Expr,
    Identity,
    Inverse,
    Power,
    Product,
    Sum,
    Symbol,
)
from psiphi.algebra.families import owner_label
from psiphi.errors import ArgumentTypeError

_UNICODE = {
    "E_phi": "E_φ",
    "phi": "φ",
    "psi": "ψ",
    "E_psi": "E_ψ",
    "Omega": "Ω",
    "Phi": "Φ",
    "Psi": "Ψ",
    "Delta_phi": "Δ_φ",
    "Delta_psi": "Δ_ψ",
    "phi_b": "φ_b",
    "Pi_root": "Π_root",
    "Pi_tip": "Π_tip",
    "chi": "χ",
}


def to_text(x: Expr) -> str:
    """Unicode text as in the papers: `(I − H ψ K)* D⁻¹ (I − H ψ K)`."""
    return _write(x, lambda name: _UNICODE.get(name, name), "⁻¹", " − ")


def to_ascii(x: Expr) -> str:
    """Plain text in the parser's grammar: `(I - H psi K)* inv(D) (I - H psi K)`."""
    return _write(x, lambda name: name, None, " - ")


def _write(x: Expr, name: Callable[[str], str], inverse_mark: str | None, minus: str) -> str:
    def atom(y: Expr) -> str:
        text = show(y)
        return f"({text})" if isinstance(y, (Sum, Product)) else text

    def show(y: Expr) -> str:
        match y:
            case Symbol():
                return name(y.name) + owner_label(y)
            case Adjoint():
                return show(y.symbol) + "*"
            case Identity():
                return "I"
            case Product():
                return " ".join(atom(f) for f in y.factors)
            case Sum():
                return _sum(y, show, minus)
            case Inverse():
                if inverse_mark and isinstance(y.base, (Symbol, Adjoint)):
                    return show(y.base) + inverse_mark
                return f"inv({show(y.base)})"
            case Power():
                return f"{atom(y.base)}^({y.exponent})"
            case Diagonal():
                return f"diag({show(y.base)})"
            case _:
                raise ArgumentTypeError(f"cannot print {type(y).__name__}.")

    return show(x)


def _sum(x: Sum, show: Callable[[Expr], str], minus: str) -> str:
    if not x.terms:
        return "0"
    parts: list[str] = []
    for i, (c, y) in enumerate(x.terms):
        sign = minus if c < 0 else " + "
        if i == 0:
            sign = sign.strip() if c < 0 else ""
        parts.append(f"{sign}{_coefficient(abs(c))}{show(y)}")
    return "".join(parts)


def _coefficient(c: Fraction) -> str:
    if c == 1:
        return ""
    return f"{c} " if c.denominator == 1 else f"({c}) "
