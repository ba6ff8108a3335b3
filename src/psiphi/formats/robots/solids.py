"""Inertias of uniform solids, for robots whose figures are lengths and masses."""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np
from numpy.typing import ArrayLike, NDArray

from psiphi.spatial import Inertia, Pose, rotation_about


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


def bar(mass: float, radius: float, start: ArrayLike, end: ArrayLike) -> Inertia:
    """A uniform cylinder from one point to another."""
    start, end = np.asarray(start, dtype=float), np.asarray(end, dtype=float)
    way = end - start
    length = math.hypot(*way)
    middle = Pose(rotation_toward(way), (start + end) / 2)
    return rod(mass, radius, length, axis=2).expressed_in(middle)


def rotation_toward(direction: NDArray[np.float64]) -> NDArray[np.float64]:
    """A rotation that turns z into a direction by the shortest way, about x where there are many."""
    x, y, z = direction / math.hypot(*direction)
    if x == y == 0.0:
        return np.diag([1.0, z, z])
    axis = np.array([-y, x, 0.0]) / math.hypot(x, y)
    return rotation_about(axis, math.atan2(math.hypot(x, y), z))


def _solid(mass: float, center: Sequence[float], twelvefold_moments: Sequence[float]) -> Inertia:
    return Inertia(mass, center, np.diag([mass * moment / 12 for moment in twelvefold_moments]))
