"""Spatial vectors in the order of other libraries: [angular; linear] ↔ [linear; angular]."""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike, NDArray

from psiphi.model.arguments import vector_argument

Array = NDArray[np.float64]

_ORDER = [3, 4, 5, 0, 1, 2]


def swapped(vector: ArrayLike) -> Array:
    """The halves of a spatial motion or force exchanged. (..., 6) → (..., 6)."""
    return vector_argument("spatial vector", vector, 6)[..., _ORDER]


def swapped_rows(matrix: Array) -> Array:
    """The halves of each column exchanged, for Jacobians. (..., 6, n) → (..., 6, n)."""
    return matrix[..., _ORDER, :]


def swapped_matrix(matrix: ArrayLike) -> Array:
    """Rows and columns exchanged, for spatial inertias and transforms. (..., 6, 6) → (..., 6, 6)."""
    return np.asarray(matrix, dtype=float)[..., _ORDER, :][..., _ORDER]
