"""Printing text with mathematical signs to any terminal."""

from __future__ import annotations

import sys
from collections.abc import Iterable
from typing import TextIO

# For terminals that know only ASCII; one sign for one, so that tables stay aligned.
PLAIN = str.maketrans("─│├└−–…·°²×•∞✓✗", "-||`--~-o2x*#+!")


def print_lines(lines: Iterable[str], stream: TextIO | None = None) -> None:
    """Print each line, with ASCII in the place of signs that the terminal cannot show."""
    target: TextIO = sys.stdout if stream is None else stream
    encoding = target.encoding or "utf-8"
    for line in lines:
        try:
            line.encode(encoding)
        except UnicodeEncodeError:
            line = line.translate(PLAIN).encode(encoding, errors="replace").decode(encoding)
        print(line, file=target)
