"""Rotation matrices: R maps the components of a vector in the child frame to those in the parent frame."""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike, NDArray

from psiphi.spatial.quaternion import log_quaternion, rotation_to_quaternion

Array = NDArray[np.float64]


def skew(v: ArrayLike) -> Array:
    """The cross-product matrix ṽ with ṽ w = v × w. (..., 3) → (..., 3, 3)."""
    v = np.asarray(v, dtype=float)
    matrix = np.zeros((*v.shape[:-1], 3, 3))
    matrix[..., 2, 1], matrix[..., 0, 2], matrix[..., 1, 0] = v[..., 0], v[..., 1], v[..., 2]
    matrix[..., 1, 2], matrix[..., 2, 0], matrix[..., 0, 1] = -v[..., 0], -v[..., 1], -v[..., 2]
    return matrix


def unskew(matrix: ArrayLike) -> Array:
    """The vector v of the skew part of a matrix, so that unskew(ṽ) = v. (..., 3, 3) → (..., 3)."""
    a = np.asarray(matrix, dtype=float)
    return 0.5 * np.stack(
        [a[..., 2, 1] - a[..., 1, 2], a[..., 0, 2] - a[..., 2, 0], a[..., 1, 0] - a[..., 0, 1]], axis=-1
    )


def exp_so3(w: ArrayLike) -> Array:
    """The rotation by the rotation vector w: R = I + (sin θ/θ) w̃ + ((1 − cos θ)/θ²) w̃², θ = |w|.

    (..., 3) → (..., 3, 3). The last factor is taken as ½(sin(θ/2)/(θ/2))², which loses no digits near 0.
    """
    w = np.asarray(w, dtype=float)
    angle = np.linalg.norm(w, axis=-1)[..., None, None]
    with np.errstate(invalid="ignore"):
        first, second = _sinc(angle), 0.5 * _sinc(0.5 * angle) ** 2
        w_skew = skew(w)
        return np.eye(3) + first * w_skew + second * (w_skew @ w_skew)


def log_so3(rotation: ArrayLike) -> Array:
    """The rotation vector of R, |w| ≤ π, accurate at every angle. (..., 3, 3) → (..., 3).

    At an angle of exactly π, w and −w are both true and one of them is returned.
    """
    return log_quaternion(rotation_to_quaternion(rotation))


def rotation_about(axis: ArrayLike, angle: ArrayLike) -> Array:
    """The rotation by an angle about a unit axis: R = a aᵀ + cos θ (I − a aᵀ) + sin θ ã.

    axis (..., 3), angle (...) → (..., 3, 3). Zeros and ones of a coordinate axis stay exact.
    """
    axis = np.asarray(axis, dtype=float)
    angle = np.asarray(angle, dtype=float)[..., None, None]
    along = axis[..., :, None] * axis[..., None, :]
    with np.errstate(invalid="ignore"):
        return along + np.cos(angle) * (np.eye(3) - along) + np.sin(angle) * skew(axis)


def rpy_to_rotation(rpy: ArrayLike) -> Array:
    """Roll, pitch, yaw about fixed axes x, y, z:  R_z(yaw) R_y(pitch) R_x(roll). (..., 3) → (..., 3, 3)."""
    rpy = np.asarray(rpy, dtype=float)
    x, y, z = np.eye(3)
    return rotation_about(z, rpy[..., 2]) @ rotation_about(y, rpy[..., 1]) @ rotation_about(x, rpy[..., 0])


def _sinc(x: Array) -> Array:
    """sin(x)/x, and 1 at 0."""
    nonzero = np.where(x == 0.0, 1.0, x)
    return np.where(x == 0.0, 1.0, np.sin(nonzero) / nonzero)
