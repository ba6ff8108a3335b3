"""Warnings about odd files that are accepted all the same."""

from __future__ import annotations

import sys
import warnings
from collections.abc import Sequence
from pathlib import Path

from psiphi.errors import PsiphiWarning
from psiphi.model import Model

SHOWN = 5


def warn_of_dropped(path: str | Path, model: Model) -> None:
    """One warning for all that a file says and the model does not hold."""
    if not model.dropped:
        return
    shown = listed(model.dropped)
    warn(f"{path}: left out of the model, although it changes the motion: {shown}. See model.dropped.")


def listed(findings: Sequence[object]) -> str:
    """The first few of many findings, and how many more there are."""
    more = [f"and {len(findings) - SHOWN} more"] if len(findings) > SHOWN else []
    return "; ".join([*map(str, findings[:SHOWN]), *more])


def warn(message: str) -> None:
    """Issue a PsiphiWarning that points at the line outside psiphi which asked for the file."""
    level, frame = 1, sys._getframe()
    while frame.f_back is not None and frame.f_globals["__name__"].startswith("psiphi."):
        level, frame = level + 1, frame.f_back
    warnings.warn(message, PsiphiWarning, stacklevel=level)
