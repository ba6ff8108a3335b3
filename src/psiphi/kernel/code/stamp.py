"""What tells this version of psiphi from others: the content of its modules on the way to code.

To read some hundred files takes longer than to load compiled code, so the content is remembered by what the
file system says of the files. A file that was changed since has another time of change, which nobody sets.
"""

from __future__ import annotations

import hashlib
import os
import sys
import time
from collections.abc import Iterator

LAYERS = ("spatial", "model", "algebra", "recursion", "kernel", "dynamics", "control")
_SETTLED = 3 * 10**9
"""Nanoseconds after which a further change has another time, however coarse the clock of the file system."""


def modules(package: str) -> list[os.DirEntry[str]] | None:
    """The files of a package's modules; None where they are none of their own.

    In a zip archive they are none, nor where they are frozen into a program.
    """
    found: list[os.DirEntry[str]] = []
    try:
        for layer in LAYERS:
            before = len(found)
            found += _within(f"{package}/{layer}")
            if len(found) == before:
                return None
    except OSError:
        return None
    return found


def _within(directory: str) -> Iterator[os.DirEntry[str]]:
    with os.scandir(directory) as items:
        for item in items:
            if item.name.endswith((".py", ".pyc")):
                yield item
            elif item.name != "__pycache__" and item.is_dir(follow_symlinks=False):
                yield from _within(item.path)


def content(files: list[os.DirEntry[str]], package: str) -> str:
    """A digest of what the files hold and are called."""
    digest = hashlib.sha256()
    for file in sorted(files, key=lambda file: file.path):
        descriptor = os.open(file.path, os.O_RDONLY | getattr(os, "O_BINARY", 0))  # half the time of open()
        try:
            held = os.read(descriptor, file.stat().st_size)  # room for more would take as long as to read it
        finally:
            os.close(descriptor)
        digest.update(f"{file.path[len(package) :]}\0{len(held)}\0".encode())
        digest.update(held)
    return digest.hexdigest()


def identity(files: list[os.DirEntry[str]]) -> str | None:
    """A digest of which files these are, and of when; None where one may be changed and keep its time."""
    known = [(file.path, file.inode(), (x := file.stat()).st_size, x.st_ctime_ns) for file in files]
    newest = max(changed for _, _, _, changed in known)
    if sys.platform == "win32" or newest + _SETTLED > time.time_ns():  # there it is when a file was made
        return None
    return hashlib.sha256(repr(known).encode()).hexdigest()
