"""Names: that they are names and differ, new ones, and what to say when one is not found."""

from __future__ import annotations

from collections.abc import Container, Iterable, Mapping, Sequence
from itertools import islice
from typing import TypeVar

from psiphi.errors import ModelError, UnknownNameError

Found = TypeVar("Found")

_CLOSE_AMONG = 2000  # comparing with more names than this takes longer than anyone waits for a hint


def unknown_name(what: str, name: object, names: Iterable[str]) -> str:
    """The sentence of an error: there is no such thing, and what comes near."""
    known = list(islice(names, _CLOSE_AMONG))
    message = f"there is no {what} {name!r}"
    if not known:
        return f"{message}; there is none at all"
    import difflib  # which few errors need, and no start

    close = difflib.get_close_matches(str(name), known, n=3)
    if close:
        return f"{message}; did you mean {' or '.join(map(repr, close))}?"
    some = ", ".join(map(repr, known[:8]))
    return f"{message}; there are {some}{', …' if len(known) > 8 else ''}"


def found(what: str, name: str, table: Mapping[str, Found]) -> Found:
    """What has this name in a table, or UnknownNameError."""
    try:
        return table[name]
    except (KeyError, TypeError):  # TypeError: what cannot be hashed is no name either
        raise UnknownNameError(unknown_name(what, name, table)) from None


def unused_name(wanted: str, taken: Container[str]) -> str:
    """The name itself, or with as many underscores after it as it takes to be new."""
    while wanted in taken:
        wanted += "_"
    return wanted


def check_names(what: str, names: Sequence[str]) -> None:
    """Refuse what is no name, and a name that is taken twice."""
    if len(set(names)) < len(names) or not all(isinstance(name, str) and name for name in names):
        seen: set[object] = set()
        for name in names:
            if not isinstance(name, str) or not name:
                raise ModelError(f"{what} {name!r}: a name is a text that is not empty")
            if name in seen:
                raise ModelError(f"{what} {name!r}: the name is taken twice; rename one of the two")
            seen.add(name)
