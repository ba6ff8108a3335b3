"""A block of code that may take so many seconds of processor time."""

from __future__ import annotations

import signal
from collections.abc import Generator
from contextlib import contextmanager


class Overdue(BaseException):
    """The time is over; no handler of ordinary exceptions takes it for one of theirs."""


@contextmanager
def at_most(seconds: float) -> Generator[None]:
    """Raises Overdue inside the block once it has taken this much processor time."""

    def over(number: int, frame: object) -> None:
        raise Overdue

    before = signal.signal(signal.SIGVTALRM, over)
    signal.setitimer(signal.ITIMER_VIRTUAL, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_VIRTUAL, 0.0)
        signal.signal(signal.SIGVTALRM, before)
