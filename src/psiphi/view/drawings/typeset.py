"""Expressions, formulas and loops as HTML; mathematics is MathML, which browsers set by themselves."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator
from html import escape

from psiphi.algebra.expression import Expr
from psiphi.algebra.writing.text import to_text

SUPERSCRIPTS = dict(zip("⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻ᵀ", "0123456789+−T", strict=True))
SUBSCRIPTS = dict(zip("₀₁₂₃₄₅₆₇₈₉₊₋ₖ", "0123456789+−k", strict=True))
ACCENTS = {"\u0302": "^", "\u0303": "~", "\u0304": "¯", "\u0307": "˙", "\u0308": "¨"}
FENCES = {"(": ")", "[": "]"}

_TOKEN = re.compile(
    r"(?P<word>[a-z]{3,})"
    rf"|(?P<over>[{''.join(SUPERSCRIPTS)}]+)"
    rf"|(?P<under>[{''.join(SUBSCRIPTS)}]+)"
    r"|(?P<number>\d+(?:\.\d+)?|[½⅓¼¾⅙⅚])"
    r"|(?P<sum>Σ)"
    rf"|(?P<letter>[^\W\d_][{''.join(ACCENTS)}]?)"
    r"|(?P<adjoint>\*)"
    r"|\^(?:\{(?P<raised>[^}]*)\}|(?P<up>[−+-]?[\w½⅓¼¾⅙⅚]+))"
    r"|_(?:\{(?P<lowered>[^}]*)\}|(?P<down>\w+))"
    r"|(?P<space>\s+)"
    r"|(?P<sign>.)"
)
_HEADING = re.compile(r"^(?=\S)(.*)$", re.MULTILINE)


def typeset(expression: Expr) -> str:
    """An expression as MathML."""
    return formula(to_text(expression))


def formula(text: str) -> str:
    """A formula in plain signs as MathML: `E_φ* P`, `D^−½`, `(I − HψK)*`, `φ⁻¹(i,j) = φ(j,i)`.

    Three small letters and more are a word, all other letters are variables; * is the adjoint.
    """
    row = _row(_TOKEN.finditer(unicodedata.normalize("NFD", text)), None)
    return f"<math>{''.join(row)}</math>"


def _row(tokens: Iterator[re.Match[str]], end: str | None) -> list[str]:
    """The elements up to the sign `end`; scripts go to the element, or the whole bracket, before them."""
    found: list[str] = []
    for token in tokens:
        kind, text = str(token.lastgroup), token[token.lastgroup or 0]
        match kind:
            case "space":
                continue
            case "word":
                found.append(f'<mi class="word">{text}</mi>')
            case "letter":
                found.append(_letter(text))
            case "sum":
                found.append('<mo largeop="false" movablelimits="false">Σ</mo>')
            case "number":
                found.append(f"<mn>{text}</mn>")
            case "adjoint":
                _attach(found, "msup", "<mo>∗</mo>")
            case "over":
                _attach(found, "msup", _script("".join(SUPERSCRIPTS[c] for c in text)))
            case "under":
                _attach(found, "msub", _script("".join(SUBSCRIPTS[c] for c in text)))
            case "raised" | "up":
                _attach(found, "msup", _script(text))
            case "lowered" | "down":
                _attach(found, "msub", _script(text))
            case _ if text in FENCES:
                inner = "".join(_row(tokens, FENCES[text]))
                found.append(f"<mrow>{_fence(text)}{inner}{_fence(FENCES[text])}</mrow>")
            case _ if text == end:
                return found
            case _ if text == "′":
                _attach(found, "msup", "<mo>′</mo>")
            case _:
                found.append(f"<mo>{escape(text.replace('-', '−'))}</mo>")
    return found


def _letter(text: str) -> str:
    """A variable, with a dot or another accent over it where it has one."""
    letter = f"<mi>{text[0]}</mi>"
    return f'<mover accent="true">{letter}<mo>{ACCENTS[text[1]]}</mo></mover>' if text[1:] else letter


def _attach(found: list[str], how: str, script: str) -> None:
    base = found.pop() if found else "<mrow></mrow>"
    if how == "msup" and base.startswith("<msub>"):  # the two stand above each other
        found.append(f"<msubsup>{base.removeprefix('<msub>').removesuffix('</msub>')}{script}</msubsup>")
    else:
        found.append(f"<{how}>{base}{script}</{how}>")


def _script(text: str) -> str:
    """A sub- or superscript: words upright, single letters and signs as elsewhere."""
    if len(text) > 1 and text.isalpha():
        return f"<mtext>{text}</mtext>"
    inner = _row(_TOKEN.finditer(text), None)
    return inner[0] if len(inner) == 1 else f"<mrow>{''.join(inner)}</mrow>"


def _fence(sign: str) -> str:
    return f'<mo stretchy="false">{sign}</mo>'


def typeset_loops(algorithm: str) -> str:
    """The loops of an algorithm, the heading of each in bold."""
    return _HEADING.sub(r"<b>\1</b>", escape(algorithm))
