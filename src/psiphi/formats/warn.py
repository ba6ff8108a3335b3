"""Warnings about odd files that are accepted all the same."""

from __future__ import annotations

import sys
import warnings

from psiphi.errors import PsiphiWarning


def warn(message: str) -> None:
    """Issue a PsiphiWarning that points at the line outside psiphi which asked for the file."""
    level, frame = 1, sys._getframe()
    while frame.f_back is not None and frame.f_globals["__name__"].startswith("psiphi."):
        level, frame = level + 1, frame.f_back
    warnings.warn(message, PsiphiWarning, stacklevel=level)
