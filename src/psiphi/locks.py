"""Locks that a fork waits for: a child has none of its parent's threads, so nobody could release them there.

They are taken in the order in which they stand here, by forks and by everybody else.
"""

from __future__ import annotations

import functools
import os
from collections.abc import Callable
from contextlib import nullcontext
from threading import RLock
from typing import Any, TypeVar

_T = TypeVar("_T")


class cached_property(functools.cached_property[_T]):
    """Python's own, without the lock that it has before 3.12, which no fork waits for.

    Two threads may compute a value twice. What must not happen twice is done under one of the locks below.
    """

    def __init__(self, function: Callable[[Any], _T]) -> None:
        super().__init__(function)
        self.lock = nullcontext()


COMPILING = RLock()
"""Held while a function is derived, traced and compiled, one at a time."""

LLVM = RLock()
"""Held while LLVM works, whose own locks do not survive a fork."""

INTERNING = RLock()
"""Held while a node of an operator expression is looked up or made."""

_IN_ORDER = (COMPILING, LLVM, INTERNING)


def _acquire() -> None:
    for lock in _IN_ORDER:
        lock.acquire()


def _release() -> None:
    for lock in reversed(_IN_ORDER):
        lock.release()


if hasattr(os, "register_at_fork"):
    os.register_at_fork(before=_acquire, after_in_parent=_release, after_in_child=_release)
