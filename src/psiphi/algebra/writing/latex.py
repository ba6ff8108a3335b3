"""Expressions as LaTeX, for notebooks and documents."""

from __future__ import annotations

import re
from collections.abc import Iterable
from fractions import Fraction

from psiphi.algebra.construction import adjoint
from psiphi.algebra.expression import Adjoint, Expr, Identity, Sum, Symbol
from psiphi.algebra.writing.alphabet import GREEK, LETTERS, in_ascii
from psiphi.algebra.writing.notation import Notation, as_decimal, family, is_shown_as_adjoint

# Where the name alone would not give the papers' letter.
_LETTERS = {"E": r"\mathcal{E}"}
_NUMBERED = re.compile("([A-Za-z]+)([0-9]+)")
_SIGNS = {"−": "$-$", "⁻¹": "$^{-1}$", "→": r"$\to$", "–": "--"}


def to_latex(x: Expr) -> str:
    r"""LaTeX of an expression: `\left(I - H \psi K\right)^{*} D^{-1} \left(I - H \psi K\right)`."""
    return _LATEX.form(x)


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


class _Latex(Notation):
    def symbol(self, x: Symbol) -> str:
        return _symbol(x)

    def adjoint(self, x: Expr) -> str:
        return self._raised(x, "*")

    def identity(self, x: Identity) -> str:
        return "I"

    def zero(self, x: Sum) -> str:
        return "0"

    def inverse(self, x: Expr) -> str:
        if isinstance(x, Adjoint) or is_shown_as_adjoint(x):
            return self._raised(adjoint(x), "-*")
        return self._raised(x, "-1")

    def power(self, x: Expr, exponent: Fraction) -> str:
        return self._raised(x, str(exponent))

    def enclosed(self, text: str) -> str:
        return rf"\left({text}\right)"

    def diagonal(self, text: str) -> str:
        return rf"\operatorname{{diag}}\left({text}\right)"

    def derivative(self, text: str, along: str | None) -> str:
        return (r"\tfrac{d}{dt}" if along is None else rf"\partial_{{{along}}}") + self.enclosed(text)

    def coefficient(self, c: Fraction, x: Expr, text: str, *, leading: bool) -> str:
        decimal = as_decimal(c)
        if decimal is not None:
            mantissa, _, exponent = decimal.partition("e")
            power = rf" \cdot 10^{{{int(exponent)}}}" if exponent else ""
            return rf"{mantissa}{power} \, {text}"
        number = str(c) if c.denominator == 1 else rf"\tfrac{{{c.numerator}}}{{{c.denominator}}}"
        return rf"{number} \, {text}"

    def _raised(self, base: Expr, superscript: str) -> str:
        """base^{superscript}; anything but a symbol in parentheses, as TeX takes one superscript."""
        text = self.write(base) if isinstance(base, Symbol) else self.enclosed(self.write(base))
        return f"{text}^{{{superscript}}}"


_LATEX = _Latex()


def _symbol(x: Symbol) -> str:
    suffix, arguments = family(x)
    name = x.name.rstrip("'")
    stem, *subscripts = (name + suffix).split("_")
    numbered = _NUMBERED.fullmatch(stem)
    if numbered:  # tau1 is τ with subscript 1
        stem, subscripts = numbered[1], [numbered[2], *subscripts]
    parts = [_letter(part) for part in subscripts if part]
    if arguments:
        parts.append(
            r"\{" + r";\, ".join(y if isinstance(y, str) else to_latex(y) for y in arguments) + r"\}"
        )
    subscript = "_{" + ", ".join(parts) + "}" if parts else ""
    return _letter(stem) + subscript + x.name[len(name) :]


def _letter(word: str) -> str:
    """One letter as it stands, a Greek name as its letter, a longer word upright."""
    if word in _LETTERS:
        return _LETTERS[word]
    if word in GREEK:
        return f"\\{word}"
    return word if len(word) == 1 or word.isdigit() else rf"\mathrm{{{word}}}"
