"""Velocities and accelerations from positions that were sampled: polynomials about each sample."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray

from psiphi.errors import InputError
from psiphi.identification.measured import refuse_gaps
from psiphi.model.arguments import count, number_array, positive_number

Array = NDArray[np.float64]


class Smoothed(NamedTuple):
    """Samples without those at the ends, (samples − window + 1, n) each."""

    q: Array
    v: Array
    a: Array
    tau: Array


def smoothed(q: ArrayLike, tau: ArrayLike, dt: float, *, window: int = 21, degree: int = 4) -> Smoothed:
    """q with its first and second derivative and tau, from samples (samples, n) that are dt apart.

    A polynomial is fitted to the `window` samples about each [Savitzky, Golay, Anal. Chem. 36, 1964].
    Positions and forces go through the same filter, which a linear law of motion commutes with.
    """
    q, tau = number_array("q", q), number_array("tau", tau)
    if q.ndim != 2 or tau.ndim != 2 or len(tau) != len(q):
        raise InputError(f"tau: has shape {tau.shape}, and q {q.shape}; give (samples, n) of both.")
    refuse_gaps(q=q, tau=tau)
    h = positive_number("dt", dt)
    count("window", window, 3)
    if window % 2 == 0 or window > len(q):
        raise InputError(f"window: {window} given; give an odd number of samples, {len(q)} at most.")
    if not 2 <= count("degree", degree) < window:
        raise InputError(f"degree: {degree} given; give 2 or more, and less than the window.")
    half = window // 2
    powers = np.linspace(-1.0, 1.0, window)[:, None] ** np.arange(degree + 1)
    filters = np.linalg.pinv(powers)[:3] * np.array([1.0, 1.0 / (half * h), 2.0 / (half * h) ** 2])[:, None]

    def through(x: Array, kernel: Array) -> Array:
        return np.stack([np.convolve(column, kernel[::-1], mode="valid") for column in x.T], axis=-1)

    smooth, once, twice = filters
    return Smoothed(through(q, smooth), through(q, once), through(q, twice), through(tau, smooth))
