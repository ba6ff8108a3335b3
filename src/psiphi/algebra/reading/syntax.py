"""The text of an expression taken apart: its tokens, and errors that point at a place in it."""

from __future__ import annotations

import re
import unicodedata
from typing import NamedTuple, TypeVar

from psiphi.algebra.writing.alphabet import LETTERS, in_ascii
from psiphi.errors import ExpressionError, SyntaxMistake
from psiphi.frozen import frozen

MAX_LENGTH = 20_000
_WINDOW = 100  # characters of a long text shown around a mistake
_MAX_NAME = 60
MAX_DIGITS = 1000

_WORD = rf"(?:[{LETTERS}][0-9]*|[A-Za-z][A-Za-z0-9]*)(?:_+(?:[{LETTERS}][0-9]*|[A-Za-z0-9]*))*"
_TOKEN = rf"""
      (?P<zero>     0_[a-z]+(?:_[a-z]+)?(?![A-Za-z0-9_]))
    | (?P<number>   (?:[0-9]+(?:\.[0-9]+)?|\.[0-9]+)(?:[eE][+-]?[0-9]+)?)
    | (?P<tilde>    (?:phi|psi|φ|ϕ|ψ)(?:~|\u0303))
    | (?P<name>     {_WORD}'*)
    | (?P<adjoint>  \.T(?![A-Za-z0-9_]) | [*∗ᵀ])
    | (?P<raised>   ⁻?[⁰¹²³⁴⁵⁶⁷⁸⁹]+)
    | (?P<plus>     \+)
    | (?P<minus>    [-−–])
    | (?P<product>  [@·])
    | (?P<mark>     [/^;(){{}}\[\]])
    | (?P<space>    \s+)
    """
_DIGITS = str.maketrans("⁻⁰¹²³⁴⁵⁶⁷⁸⁹", "-0123456789")


class Span(NamedTuple):
    """From which character to which a piece of text goes."""

    start: int
    end: int


@frozen
class Token:
    """A piece of text: `kind` says what it is (a mark is its own kind), `value` its plain form."""

    kind: str
    value: str
    span: Span


def tokens(text: str) -> list[Token]:
    """The tokens of a text, closed by one of kind "end"."""
    if len(text) > MAX_LENGTH:
        raise SyntaxMistake(
            f"the text has {len(text)} characters, more than the {MAX_LENGTH} that are read; "
            "build large expressions in Python."
        )
    found: list[Token] = []
    position = 0
    token_at = re.compile(_TOKEN, re.VERBOSE).match  # not needed to compile functions, and takes long itself
    while position < len(text):
        match = token_at(text, position)
        if match is None:
            raise pointed(SyntaxMistake, _stray(text, position), text, Span(position, position + 1))
        token = _token(match)
        position = match.end()
        if token.kind == "name" and len(token.value) > _MAX_NAME:
            raise pointed(
                SyntaxMistake, f"a name of {len(token.value)} letters is too long.", text, token.span
            )
        if token.kind in ("number", "raised") and len(token.value) > MAX_DIGITS:
            raise pointed(SyntaxMistake, "a number of so many digits is too long.", text, token.span)
        if token.kind != "space":
            found.append(token)
    return [*found, Token("end", "", Span(len(text), len(text)))]


def _token(match: re.Match[str]) -> Token:
    kind, value = match.lastgroup or "", match.group()
    match kind:
        case "name":
            value = in_ascii(value)
        case "tilde":
            kind, value = "name", in_ascii(value[:-1]) + "_tilde"
        case "raised":
            value = value.translate(_DIGITS)
        case "mark":
            kind = value
        case _:
            pass
    return Token(kind, value, Span(*match.span()))


def _stray(text: str, position: int) -> str:
    character = text[position]
    name = unicodedata.name(character, f"code point {ord(character):#x}")
    hints = {
        "=": " An expression has no '='; give the two sides apart.",
        ",": " Products are written side by side or with '@'; the operators of a family are parted by ';'.",
        "'": " A prime belongs to the end of a name.",
        "|": " Write diag(…) for the block-diagonal part.",
    }
    shown = f"'{character}'" if character.isprintable() else "an unprintable character"
    return f"{shown} ({name.lower()}) means nothing in an expression.{hints.get(character, '')}"


E = TypeVar("E", bound=ExpressionError)


def pointed(kind: type[E], finding: str, text: str, at: Span, remedy: str = "") -> E:
    """An error whose message shows the text with carets under the characters of a place."""
    start, end = at
    first = max(0, min(start - _WINDOW // 2, len(text) - _WINDOW))
    last = min(len(text), first + _WINDOW)
    shown = "".join(c if c.isprintable() else " " for c in text[first:last])
    before, after = ("…" if first else ""), ("…" if last < len(text) else "")
    margin = _width(before + shown[: start - first])
    width = max(1, _width(shown[start - first : max(end, start + 1) - first]))
    lines = [finding, f"    {before}{shown}{after}", f"    {' ' * margin}{'^' * width}"]
    return kind("\n".join([*lines, remedy] if remedy else lines))


def _width(text: str) -> int:
    """Columns that a text takes: a tilde above a letter takes none."""
    return sum(unicodedata.combining(c) == 0 for c in text)
