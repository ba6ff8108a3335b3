"""Locks that a fork waits for: a child has none of its parent's threads, so nobody could release them there.

They are taken in the order in which they stand here, by forks and by everybody else, and outside of cached
properties, which have locks of their own on Python 3.11.
"""

from __future__ import annotations

import os
from threading import RLock

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
