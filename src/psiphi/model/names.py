"""What to say when a name is not found."""

from __future__ import annotations

import difflib
from collections.abc import Iterable
from itertools import islice

_CLOSE_AMONG = 2000  # comparing with more names than this takes longer than anyone waits for a hint


def unknown_name(what: str, name: object, names: Iterable[str]) -> str:
    """The sentence of an error: there is no such thing, and what comes near."""
    known = list(islice(names, _CLOSE_AMONG))
    message = f"there is no {what} {name!r}"
    if not known:
        return f"{message}; there is none at all"
    close = difflib.get_close_matches(str(name), known, n=3)
    if close:
        return f"{message}; did you mean {' or '.join(map(repr, close))}?"
    some = ", ".join(map(repr, known[:8]))
    return f"{message}; there are {some}{', …' if len(known) > 8 else ''}"
