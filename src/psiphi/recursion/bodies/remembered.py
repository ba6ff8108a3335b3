"""Methods that answer once for each argument, and keep what they found on their object."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any, TypeVar

_Key = TypeVar("_Key")
_Found = TypeVar("_Found")


def remembered(method: Callable[[Any, _Key], _Found]) -> Callable[[Any, _Key], _Found]:
    """A method of one argument, asked once for each; one that overrides it has a memory of its own."""
    name = f"_found_by_{method.__qualname__}"

    @wraps(method)
    def asked(self: object, key: _Key) -> _Found:
        known: dict[_Key, _Found] = self.__dict__.setdefault(name, {})
        if key not in known:
            known[key] = method(self, key)
        return known[key]

    return asked
