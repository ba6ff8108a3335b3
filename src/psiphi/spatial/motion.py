"""Cross products of spatial vectors [angular; linear]."""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike, NDArray

from psiphi.spatial.rotation import skew

Array = NDArray[np.float64]


def cross_motion(v: ArrayLike, w: ArrayLike) -> Array:
    """The rate of a motion vector w carried along by the velocity v: v × w = [ω×w_ω; ω×w_v + v×w_ω].

    (..., 6), (..., 6) → (..., 6), all in one frame.
    """
    v, w = np.asarray(v, dtype=float), np.asarray(w, dtype=float)
    angular = np.cross(v[..., :3], w[..., :3])
    linear = np.cross(v[..., :3], w[..., 3:]) + np.cross(v[..., 3:], w[..., :3])
    return np.concatenate([angular, linear], axis=-1)


def cross_force(v: ArrayLike, f: ArrayLike) -> Array:
    """The rate of a force vector f = [n; f] carried along by the velocity v: v ×* f = [ω×n + v×f; ω×f].

    (..., 6), (..., 6) → (..., 6), all in one frame.
    """
    v, f = np.asarray(v, dtype=float), np.asarray(f, dtype=float)
    moment = np.cross(v[..., :3], f[..., :3]) + np.cross(v[..., 3:], f[..., 3:])
    force = np.cross(v[..., :3], f[..., 3:])
    return np.concatenate([moment, force], axis=-1)


def cross_motion_matrix(v: ArrayLike) -> Array:
    """The matrix [[ω̃, 0], [ṽ, ω̃]] of cross_motion(v, ·). (..., 6) → (..., 6, 6)."""
    v = np.asarray(v, dtype=float)
    matrix = np.zeros((*v.shape[:-1], 6, 6))
    matrix[..., :3, :3] = matrix[..., 3:, 3:] = skew(v[..., :3])
    matrix[..., 3:, :3] = skew(v[..., 3:])
    return matrix


def cross_force_matrix(v: ArrayLike) -> Array:
    """The matrix [[ω̃, ṽ], [0, ω̃]] of cross_force(v, ·): −cross_motion_matrix(v)ᵀ. (..., 6) → (..., 6, 6)."""
    return -np.swapaxes(cross_motion_matrix(v), -1, -2)
