"""Unit quaternions in the order x, y, z, w, on arrays (..., 4).

A quaternion q stands for the rotation R(q) that maps child components to parent components, and
R(a ⊗ b) = R(a) R(b). q and −q are the same rotation.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike, NDArray

Array = NDArray[np.float64]


def normalized(q: ArrayLike) -> Array:
    """q/|q|, safe against overflow. (..., 4) → (..., 4). A zero or non-finite quaternion becomes NaN."""
    q = np.asarray(q, dtype=float)
    with np.errstate(invalid="ignore", divide="ignore", over="ignore"):
        q = q / np.max(np.abs(q), axis=-1, keepdims=True)
        return q / np.linalg.norm(q, axis=-1, keepdims=True)


def quaternion_product(a: ArrayLike, b: ArrayLike) -> Array:
    """The Hamilton product a ⊗ b. (..., 4), (..., 4) → (..., 4)."""
    ax, ay, az, aw = np.moveaxis(np.asarray(a, dtype=float), -1, 0)
    bx, by, bz, bw = np.moveaxis(np.asarray(b, dtype=float), -1, 0)
    return np.stack(
        [
            aw * bx + ax * bw + ay * bz - az * by,
            aw * by - ax * bz + ay * bw + az * bx,
            aw * bz + ax * by - ay * bx + az * bw,
            aw * bw - ax * bx - ay * by - az * bz,
        ],
        axis=-1,
    )


def quaternion_conjugate(q: ArrayLike) -> Array:
    """The inverse of a unit quaternion: [−x, −y, −z, w]. (..., 4) → (..., 4)."""
    return np.asarray(q, dtype=float) * np.array([-1.0, -1.0, -1.0, 1.0])


def rotate(q: ArrayLike, v: ArrayLike) -> Array:
    """R(q) v for a unit quaternion, as v + 2 u × (u × v + w v). (..., 4), (..., 3) → (..., 3)."""
    q, v = np.asarray(q, dtype=float), np.asarray(v, dtype=float)
    vector, scalar = q[..., :3], q[..., 3:]
    return v + 2.0 * np.cross(vector, np.cross(vector, v) + scalar * v)


def quaternion_to_rotation(q: ArrayLike) -> Array:
    """R(q) of a unit quaternion. (..., 4) → (..., 3, 3). Normalise first what may not be of unit length."""
    x, y, z, w = np.moveaxis(np.asarray(q, dtype=float), -1, 0)
    rotation = np.empty((*x.shape, 3, 3))
    rotation[..., 0, 0] = 1.0 - 2.0 * (y * y + z * z)
    rotation[..., 0, 1] = 2.0 * (x * y - z * w)
    rotation[..., 0, 2] = 2.0 * (x * z + y * w)
    rotation[..., 1, 0] = 2.0 * (x * y + z * w)
    rotation[..., 1, 1] = 1.0 - 2.0 * (x * x + z * z)
    rotation[..., 1, 2] = 2.0 * (y * z - x * w)
    rotation[..., 2, 0] = 2.0 * (x * z - y * w)
    rotation[..., 2, 1] = 2.0 * (y * z + x * w)
    rotation[..., 2, 2] = 1.0 - 2.0 * (x * x + y * y)
    return rotation


def rotation_to_quaternion(rotation: ArrayLike) -> Array:
    """The unit quaternion of R with w ≥ 0. (..., 3, 3) → (..., 4).

    The matrix 4 q qᵀ can be read off R; its row with the largest diagonal element is taken, so that no digits
    are lost at any angle, and the vector part of a small rotation keeps its relative accuracy.
    """
    r = np.asarray(rotation, dtype=float)
    xx, yy, zz = r[..., 0, 0], r[..., 1, 1], r[..., 2, 2]
    outer = np.empty((*r.shape[:-2], 4, 4))
    outer[..., 0, 0] = 1.0 + xx - yy - zz
    outer[..., 1, 1] = 1.0 - xx + yy - zz
    outer[..., 2, 2] = 1.0 - xx - yy + zz
    outer[..., 3, 3] = 1.0 + xx + yy + zz
    outer[..., 0, 1] = outer[..., 1, 0] = r[..., 0, 1] + r[..., 1, 0]
    outer[..., 0, 2] = outer[..., 2, 0] = r[..., 0, 2] + r[..., 2, 0]
    outer[..., 1, 2] = outer[..., 2, 1] = r[..., 1, 2] + r[..., 2, 1]
    outer[..., 0, 3] = outer[..., 3, 0] = r[..., 2, 1] - r[..., 1, 2]
    outer[..., 1, 3] = outer[..., 3, 1] = r[..., 0, 2] - r[..., 2, 0]
    outer[..., 2, 3] = outer[..., 3, 2] = r[..., 1, 0] - r[..., 0, 1]
    largest = np.argmax(np.diagonal(outer, axis1=-2, axis2=-1), axis=-1)
    q = normalized(np.take_along_axis(outer, largest[..., None, None], axis=-2)[..., 0, :])
    return np.where(q[..., 3:] < 0.0, -q, q)


def exp_quaternion(w: ArrayLike) -> Array:
    """The unit quaternion of a rotation vector w: [sin(θ/2) w/θ, cos(θ/2)], θ = |w|. (..., 3) → (..., 4)."""
    w = np.asarray(w, dtype=float)
    half = 0.5 * np.linalg.norm(w, axis=-1, keepdims=True)
    nonzero = np.where(half == 0.0, 1.0, half)
    with np.errstate(invalid="ignore"):
        ratio = np.where(half == 0.0, 0.5, 0.5 * np.sin(nonzero) / nonzero)
        return np.concatenate([ratio * w, np.cos(half)], axis=-1)


def log_quaternion(q: ArrayLike) -> Array:
    """The rotation vector of a unit quaternion, |w| ≤ π, so that q and −q give the same. (..., 4) → (..., 3).

    w = 2 atan2(|u|, w_q) u/|u| for the vector part u. At an angle of exactly π both signs are true; that
    of u is returned.
    """
    q = np.asarray(q, dtype=float)
    q = np.where(q[..., 3:] < 0.0, -q, q)
    vector, scalar = q[..., :3], q[..., 3:]
    sine = np.linalg.norm(vector, axis=-1, keepdims=True)
    nonzero = np.where(sine == 0.0, 1.0, sine)
    return np.where(sine == 0.0, 2.0, 2.0 * np.arctan2(sine, scalar) / nonzero) * vector


def random_quaternion(rng: np.random.Generator, batch: tuple[int, ...] = ()) -> Array:
    """Unit quaternions, uniform over all rotations. → (*batch, 4)."""
    q = rng.standard_normal((*batch, 4))
    return q / np.sqrt((q * q).sum(axis=-1, keepdims=True))
