"""One run of an ensemble at a time: a lock that the system releases when its holder dies, however it dies."""

from __future__ import annotations

import os
import socket
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from psiphi.errors import EnsembleError


@contextmanager
def held(path: Path) -> Iterator[None]:
    """Hold the lock, or say who does."""
    import fcntl  # there is none on Windows

    with open(path, "a+", encoding="utf-8") as file:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            file.seek(0)
            raise EnsembleError(
                f"{path.parent} is being computed by {file.read().strip() or 'another process'}; wait for "
                "it, or stop it and resume."
            ) from None
        file.truncate(0)
        file.write(f"process {os.getpid()} on {socket.gethostname()}\n")
        file.flush()
        try:
            yield
        finally:
            file.truncate(0)


def is_held(path: Path) -> bool:
    """Whether somebody holds the lock."""
    if not path.exists():
        return False
    try:
        import fcntl

        with open(path, encoding="utf-8") as file:
            fcntl.flock(file, fcntl.LOCK_SH | fcntl.LOCK_NB)
    except OSError:
        return True
    return False
