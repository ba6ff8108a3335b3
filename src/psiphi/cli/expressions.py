"""Expressions on the command line: reading them, and writing them for the terminal at hand."""

from __future__ import annotations

import argparse
import re
import sys
from collections.abc import Callable, Mapping
from itertools import pairwise

from psiphi.algebra.expression import Expr
from psiphi.algebra.reading.parse import parse
from psiphi.algebra.spaces import Space
from psiphi.algebra.writing.alphabet import in_ascii
from psiphi.algebra.writing.text import to_ascii, to_text
from psiphi.errors import ExpressionError, InputError

_IN_PYTHON = re.compile(r'parse\(\.\.\., vectors=\{"([^"]+)": "joint"\}\)')


def add_vectors(parser: argparse.ArgumentParser) -> None:
    """--vector, for texts that leave the space of an input vector open."""
    parser.add_argument(
        "--vector",
        metavar="NAME=SPACE",
        action="append",
        default=[],
        help="the space of an input vector: joint, body, frame or coordinate",
    )


def given_vectors(pairs: list[str]) -> dict[str, str]:
    """The values of --vector by name."""
    found: dict[str, str] = {}
    for pair in pairs:
        name, equals, space = pair.partition("=")
        if not equals:
            raise InputError(f"--vector {pair}: write NAME=SPACE, for instance tau=joint.")
        found[name.strip()] = space.strip()
    return found


def read(text: str, vectors: Mapping[str, str | Space], like: Expr | None = None) -> Expr:
    """The expression of a text; where it is wrong the error tells the place on one line."""
    try:
        return parse(text, vectors, like=like)
    except ExpressionError as error:
        message = _IN_PYTHON.sub(r"--vector \1=joint", str(error))
        raise type(error)(on_one_line(message)) from None


def on_one_line(message: str) -> str:
    """A message that points with carets, told in words instead."""
    lines = message.splitlines()
    for i, (shown, carets) in enumerate(pairwise(lines)):
        if "^" in carets and not carets.strip(" ^"):
            start, end = carets.index("^"), carets.rindex("^") + 1
            lines[i : i + 2] = [f"(At character {start - 3}: '{shown[start:end].strip()}'.)"]
            break
    return " ".join(lines)


def writer() -> Callable[[Expr], str]:
    """`to_text` where the terminal shows Greek letters, else `to_ascii`."""
    return to_text if _terminal_shows_greek() else to_ascii


def legible(text: str) -> str:
    """The name of a rule or a line of a loop, its Greek letters spelled out where the terminal shows none."""
    if _terminal_shows_greek():
        return text
    for sign, plain in (("Σ", "sum"), ("⁻¹", "^-1"), ("²", "^2"), ("µs", "us")):
        text = text.replace(sign, plain)
    return in_ascii(text)


def _terminal_shows_greek() -> bool:
    try:
        "φψ⁻¹−".encode(sys.stdout.encoding or "utf-8")
    except UnicodeEncodeError:
        return False
    return True
