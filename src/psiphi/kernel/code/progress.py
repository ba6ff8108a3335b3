"""A line on the terminal for those who wait: what takes longer than a second says so, once a second."""

from __future__ import annotations

import sys
import threading
import time
from collections.abc import Generator
from contextlib import contextmanager

PATIENCE = 1.0
"""Seconds before the first line, and between lines."""

_telling = threading.local()


@contextmanager
def telling(what: str) -> Generator[None]:
    """While something is done, write what it is to standard error, if that is a terminal; erase it then.

    Within another one, it is the outer one that tells.
    """
    if getattr(_telling, "already", False) or sys.stderr is None or not sys.stderr.isatty():
        yield
        return
    done = threading.Event()
    teller = threading.Thread(target=_tell, args=(what, done), daemon=True)
    _telling.already = True
    teller.start()
    try:
        yield
    finally:
        _telling.already = False
        done.set()
        teller.join()


def _tell(what: str, done: threading.Event) -> None:
    begun, line = time.monotonic(), ""
    while not done.wait(PATIENCE):
        line = f"psiphi: {what}, {time.monotonic() - begun:.0f} s"
        print(f"\r{line}", end="", file=sys.stderr, flush=True)
    if line:
        print("\r" + " " * len(line) + "\r", end="", file=sys.stderr, flush=True)
