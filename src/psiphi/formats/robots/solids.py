"""Inertias of uniform solids, for robots whose figures are lengths and masses."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from psiphi.spatial import Inertia


def box(mass: float, size: Sequence[float], center: Sequence[float] = (0.0, 0.0, 0.0)) -> Inertia:
    """A uniform box of the given edge lengths along x, y and z: I_xx = m(s_y² + s_z²)/12, and so on."""
    x, y, z = size
    return _solid(mass, center, (y * y + z * z, z * z + x * x, x * x + y * y))


def rod(
    mass: float, radius: float, length: float, axis: int, center: Sequence[float] = (0.0, 0.0, 0.0)
) -> Inertia:
    """A uniform cylinder along the axis x (0), y (1) or z (2): mr²/2 along it, m(3r² + l²)/12 across."""
    across = 3 * radius * radius + length * length
    moments = [across, across, across]
    moments[axis] = 6 * radius * radius
    return _solid(mass, center, moments)


def _solid(mass: float, center: Sequence[float], twelvefold_moments: Sequence[float]) -> Inertia:
    return Inertia(mass, center, np.diag([mass * moment / 12 for moment in twelvefold_moments]))
