"""The exponential and logarithm of rigid motions; ξ = [ω; v] is a body velocity held for unit time."""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike, NDArray

from psiphi.spatial.rotation import exp_so3, log_so3

Array = NDArray[np.float64]

# Below this angle the closed forms lose digits by cancellation, and twelve terms of the series are exact.
_SERIES_ANGLE = 1.0
_TERMS = 12


def exp_se3(xi: ArrayLike) -> tuple[Array, Array]:
    """The pose reached from identity by ξ: R = exp(ω̃), p = V(ω) v. (..., 6) → (..., 3, 3), (..., 3)."""
    xi = np.asarray(xi, dtype=float)
    return exp_so3(xi[..., :3]), translation_of_screw(xi[..., :3], xi[..., 3:])


def log_se3(rotation: ArrayLike, position: ArrayLike) -> Array:
    """The ξ = [ω; v] with exp_se3(ξ) = (R, p) and |ω| ≤ π. (..., 3, 3), (..., 3) → (..., 6)."""
    w = log_so3(rotation)
    v = screw_of_translation(w, np.asarray(position, dtype=float))
    return np.concatenate(np.broadcast_arrays(w, v), axis=-1)


def translation_of_screw(w: Array, v: Array) -> Array:
    """p = V(ω) v,  V = I + ((1 − cos θ)/θ²) ω̃ + ((θ − sin θ)/θ³) ω̃². (..., 3), (..., 3) → (..., 3)."""
    angle = np.linalg.norm(w, axis=-1, keepdims=True)
    with np.errstate(invalid="ignore"):
        first = _one_minus_cosine(angle)
        second = _angle_minus_sine(angle)
        wv = np.cross(w, v)
        return v + first * wv + second * np.cross(w, wv)


def screw_of_translation(w: Array, p: Array) -> Array:
    """v = V(ω)⁻¹ p,  V⁻¹ = I − ½ω̃ + ((1 − (θ/2) cot(θ/2))/θ²) ω̃², θ < 2π. (..., 3), (..., 3) → (..., 3)."""
    angle = np.linalg.norm(w, axis=-1, keepdims=True)
    with np.errstate(invalid="ignore"):
        wp = np.cross(w, p)
        return p - 0.5 * wp + _half_cotangent(angle) * np.cross(w, wp)


def _one_minus_cosine(angle: Array) -> Array:
    """(1 − cos θ)/θ² = ½(sin(θ/2)/(θ/2))²."""
    half = np.where(angle == 0.0, 1.0, 0.5 * angle)
    return 0.5 * np.where(angle == 0.0, 1.0, np.sin(half) / half) ** 2


def _angle_minus_sine(angle: Array) -> Array:
    """(θ − sin θ)/θ³ = Σ (−θ²)^k/(2k + 3)!."""
    large = np.where(angle < _SERIES_ANGLE, _SERIES_ANGLE, angle)
    square = np.square(np.minimum(angle, _SERIES_ANGLE))
    series = np.zeros_like(square)
    for k in reversed(range(_TERMS)):
        # Horner's rule on nested quotients: 1/(2·3) (1 − θ²/(4·5) (1 − θ²/(6·7) (…)))
        series = (1.0 - square * series) / ((2 * k + 2) * (2 * k + 3))
    return np.where(angle < _SERIES_ANGLE, series, (large - np.sin(large)) / large**3)


def _half_cotangent(angle: Array) -> Array:
    """(1 − (θ/2) cot(θ/2))/θ² = ¼ (c − s)/(sin x/x),  x = θ/2, c = (1 − cos x)/x², s = (x − sin x)/x³.

    The right side comes from sin x/x − cos x = x² (c − s), and loses no digits near 0.
    """
    half = 0.5 * angle
    nonzero = np.where(half == 0.0, 1.0, half)
    sinc = np.where(half == 0.0, 1.0, np.sin(nonzero) / nonzero)
    return 0.25 * (_one_minus_cosine(half) - _angle_minus_sine(half)) / sinc
