"""Checks of what was measured."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from psiphi.errors import InputError


def refuse_gaps(**arrays: NDArray[np.float64]) -> None:
    """Samples (..., n), called by their names, are numbers: one that is none would spoil the whole fit."""
    for name, array in arrays.items():
        gaps = np.argwhere(~np.isfinite(array).all(axis=-1))
        if len(gaps):
            place = ", ".join(map(str, gaps[0]))
            raise InputError(
                f"{name}: sample {place} holds NaN or infinity; give what was measured, or leave it out."
            )
