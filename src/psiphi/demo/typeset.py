"""Operator expressions and loops as HTML."""

from __future__ import annotations

import re
from html import escape

from psiphi.algebra.alphabet import LETTERS
from psiphi.algebra.expression import Expr
from psiphi.algebra.text import to_text

_NAME = re.compile(rf"(?P<name>[A-Za-z{LETTERS}]+)(?P<index>(?:_[A-Za-z{LETTERS}]+)*)")
_HEADING = re.compile(r"^(?=\S)(.*)$", re.MULTILINE)


def typeset(expression: Expr) -> str:
    """An expression with letters in italics, subscripts below and adjoints above the line."""
    text = _NAME.sub(_symbol, escape(to_text(expression)))
    text = text.replace("⁻¹", "<sup>−1</sup>").replace("*", "<sup>∗</sup>")
    return f'<span class="math">{text}</span>'


def _symbol(match: re.Match[str]) -> str:
    name, index = match["name"], match["index"].lstrip("_").replace("_", ",")
    upright = len(name) > 1 and name.isascii()  # words such as diag
    letter = f'<span class="word">{name}</span>' if upright else f"<i>{name}</i>"
    return letter + (f"<sub>{index}</sub>" if index else "")


def typeset_loops(algorithm: str) -> str:
    """The loops of an algorithm, the heading of each in bold."""
    return _HEADING.sub(r"<b>\1</b>", escape(algorithm))
