"""Telling how far a simulation, or anything else, is, once it has taken longer than a second."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable

from psiphi.model.arguments import flag_argument

PATIENCE, INTERVAL = 1.0, 0.25  # seconds before the first news, and between news

Report = Callable[[float, float], object]


def _simulated(now: float, duration: float) -> str:
    return f"simulated {now:.3g} s of {duration:.3g} s ({100.0 * now / duration:.0f} %)"


class Progress:
    """News of the simulated time: to a function (time, duration), or as a line on a terminal.

    None writes the line where standard error is a terminal; True writes it in any case; False is silent.
    """

    def __init__(
        self,
        wanted: bool | Report | None,
        duration: float,
        line: Callable[[float, float], str] = _simulated,
    ) -> None:
        self._duration, self._text = duration, line
        self._report = wanted if callable(wanted) else None
        self._line = self._report is None and (
            sys.stderr.isatty() if wanted is None else flag_argument("progress", wanted)
        )
        self._due = time.monotonic() + PATIENCE
        self._shown = False

    def tell(self, now: float) -> None:
        """Called as often as one likes; speaks seldom."""
        clock = time.monotonic()
        if clock < self._due:
            return
        self._due = clock + INTERVAL
        self._say(now)

    def __enter__(self) -> Progress:
        return self

    def __exit__(self, *problem: object) -> None:
        """The last word, where there was a first: the end, or a line of its own for what went wrong."""
        if self._shown and problem[0] is None:
            self._say(self._duration)
        if self._shown and self._line:
            print(file=sys.stderr)

    def _say(self, now: float) -> None:
        self._shown = True
        if self._report is not None:
            self._report(now, self._duration)
        elif self._line:
            print(f"\r{self._text(now, self._duration):<60}", end="", file=sys.stderr, flush=True)


SILENT = Progress(False, 1.0)
