"""The operators that cross with vectors, block by block."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from psiphi.spatial.motion import cross_force_matrix

Array = NDArray[np.float64]


def crossed(x: Array, name: str) -> Array:
    """diag(x(k) ×*) where the name is "cross", diag(x(k) ×̄) where it is "crossbar"; x is (6n,)."""
    result = np.zeros((len(x), len(x)))
    for start in range(0, len(x), 6):
        place = slice(start, start + 6)
        if name == "cross":
            result[place, place] = cross_force_matrix(x[place])
        else:
            result[place, place] = np.column_stack([cross_force_matrix(e) @ x[place] for e in np.eye(6)])
    return result
