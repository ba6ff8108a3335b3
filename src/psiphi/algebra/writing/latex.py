"""Expressions as LaTeX, for notebooks and documents."""

from __future__ import annotations

import re
from collections.abc import Iterable
from fractions import Fraction

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
from psiphi.algebra.writing.alphabet import GREEK, LETTERS, in_ascii
from psiphi.algebra.writing.presentation import (
    as_decimal,
    factors_with_adjoints,
    family,
    is_rate,
    is_shown_as_adjoint,
    signed_terms,
)
from psiphi.errors import ArgumentTypeError

# Where the name alone would not give the papers' letter.
_LETTERS = {"E": r"\mathcal{E}"}
_NUMBERED = re.compile("([A-Za-z]+)([0-9]+)")
_SIGNS = {"−": "$-$", "⁻¹": "$^{-1}$", "→": r"$\to$", "–": "--"}


def to_latex(x: Expr) -> str:
    r"""LaTeX of an expression: `\left(I - H \psi K\right)^{*} D^{-1} \left(I - H \psi K\right)`."""
    match x:
        case Symbol():
            return _symbol(x)
        case Identity():
            return "I"
        case Product():
            return " ".join(_factor(f, adjoined) for f, adjoined in factors_with_adjoints(x))
        case Sum():
            if is_shown_as_adjoint(x):
                return _raised(adjoint(x), "*")
            return _sum(x) if x.terms else "0"
        case Adjoint():
            return _raised(x.symbol, "*")
        case Inverse() if isinstance(x.base, Adjoint) or is_shown_as_adjoint(x.base):
            return _raised(adjoint(x.base), "-*")
        case Inverse():
            return _raised(x.base, "-1")
        case Power():
            return _raised(x.base, str(x.exponent))
        case Diagonal():
            return rf"\operatorname{{diag}}\left({to_latex(x.base)}\right)"
        case Derivative():
            operator = r"\tfrac{d}{dt}" if is_rate(x) else rf"\partial_{{{to_latex(x.along)}}}"
            return rf"{operator}\left({to_latex(x.base)}\right)"
        case _:
            raise ArgumentTypeError(f"cannot print {type(x).__name__}.")


def aligned(lines: Iterable[tuple[str, str]]) -> str:
    """An align* environment of amsmath, each line with the reason for it in a column of its own."""
    rows = [f"{line} && {_words(reason)}" if reason else line for line, reason in lines]
    return "\\begin{align*}\n" + " \\\\\n".join(rows) + "\n\\end{align*}"


def _words(text: str) -> str:
    """Words as LaTeX text, what is mathematics in them as such."""
    text = re.sub(r"[&%$#_{}]", r"\\\g<0>", text)
    text = re.sub(rf"[{LETTERS}]", lambda letter: rf"$\{in_ascii(letter[0])}$", text)
    for sign, latex in _SIGNS.items():
        text = text.replace(sign, latex)
    return rf"\text{{{text}}}"


def _raised(base: Expr, superscript: str) -> str:
    """base^{superscript}; anything but a symbol in parentheses, as TeX takes one superscript."""
    text = _symbol(base) if isinstance(base, Symbol) else rf"\left({to_latex(base)}\right)"
    return f"{text}^{{{superscript}}}"


def _factor(x: Expr, adjoined: bool) -> str:
    if adjoined:
        return _raised(x, "*")
    return rf"\left({to_latex(x)}\right)" if isinstance(x, Sum) else to_latex(x)


def _sum(x: Sum) -> str:
    text = ""
    for subtracted, c, y in signed_terms(x):
        if text:
            text += " - " if subtracted else " + "
        elif subtracted:
            text = "-"
        text += _coefficient(c) + to_latex(y)
    return text


def _coefficient(c: Fraction) -> str:
    if c == 1:
        return ""
    decimal = as_decimal(c)
    if decimal is not None:
        mantissa, _, exponent = decimal.partition("e")
        return rf"{mantissa} \cdot 10^{{{int(exponent)}}} \, " if exponent else rf"{mantissa} \, "
    return rf"{c} \, " if c.denominator == 1 else rf"\tfrac{{{c.numerator}}}{{{c.denominator}}} \, "


def _symbol(x: Symbol) -> str:
    suffix, arguments = family(x)
    name = x.name.rstrip("'")
    stem, *subscripts = (name + suffix).split("_")
    numbered = _NUMBERED.fullmatch(stem)
    if numbered:  # tau1 is τ with subscript 1
        stem, subscripts = numbered[1], [numbered[2], *subscripts]
    parts = [_letter(part) for part in subscripts if part]
    if arguments:
        parts.append(r"\{" + r";\, ".join(to_latex(y) for y in arguments) + r"\}")
    subscript = "_{" + ", ".join(parts) + "}" if parts else ""
    return _letter(stem) + subscript + x.name[len(name) :]


def _letter(word: str) -> str:
    """One letter as it stands, a Greek name as its letter, a longer word upright."""
    if word in _LETTERS:
        return _LETTERS[word]
    if word in GREEK:
        return f"\\{word}"
    return word if len(word) == 1 or word.isdigit() else rf"\mathrm{{{word}}}"
