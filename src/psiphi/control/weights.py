"""Weights of quadratic costs."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from psiphi.errors import InputError
from psiphi.model.arguments import number_array

Array = NDArray[Any]

_ROUNDING = 1e-12


def weight(name: str, value: ArrayLike, size: int, *, definite: bool) -> Array:
    """A diagonal (size,) from one number or a diagonal; or a symmetric matrix (..., size, size), if given.

    Refused where it is negative in some direction or, where it is to be `definite`, zero.
    """
    given = number_array(name, value)
    if given.shape not in ((), (size,)) and given.shape[-2:] != (size, size):
        raise InputError(
            f"{name}: has shape {given.shape}; give a number, ({size},) or (..., {size}, {size})."
        )
    numbers = given.ravel().tolist() if given.ndim <= 1 else []
    if not all(map(math.isfinite, numbers)) or (given.ndim > 1 and not np.isfinite(given).all()):
        raise InputError(f"{name}: holds NaN or infinity; give finite numbers.")
    if given.ndim <= 1:
        least, largest = min(numbers, default=math.inf), max(map(abs, numbers), default=0.0)
        given = np.full(size, given)
    else:
        sizes = np.abs(given).max((-1, -2), keepdims=True, initial=0.0)
        if np.any(np.abs(given - given.swapaxes(-1, -2)) > _ROUNDING * sizes):
            raise InputError(f"{name}: is not symmetric; give (x + x.T) / 2.")
        least = float(np.linalg.eigvalsh(given).min(initial=np.inf))
        largest = float(sizes.max(initial=0.0))
    if least < -_ROUNDING * largest or (definite and least <= 0.0):
        wanted = "positive definite" if definite else "positive semidefinite"
        raise InputError(f"{name}: has the eigenvalue {least:.3g}; give a matrix that is {wanted}.")
    return given
