"""Checks of numbers that users give, with errors that name the argument."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
from numpy.typing import NDArray

from psiphi.errors import ArgumentTypeError, InputError


def real_numbers(value: Any) -> NDArray[np.float64] | None:
    """`value` as float64 of any shape, or None if it holds anything but real numbers."""
    try:
        array = np.asarray(value)
    except ValueError:  # rows of different lengths
        return None
    return array.astype(float) if array.dtype.kind in "fiub" else None


def number_array(name: str, value: Any) -> NDArray[np.float64]:
    """`value` as float64 of any shape."""
    array = real_numbers(value)
    if array is None:
        raise ArgumentTypeError(f"{name}: {described(value)} given; give real numbers.")
    return array


def positive_number(name: str, value: Any) -> float:
    """One number above zero."""
    array = number_array(name, value)
    if array.ndim > 0:
        raise ArgumentTypeError(f"{name}: {described(value)} given; give one number.")
    if not (math.isfinite(array) and array > 0.0):
        raise InputError(f"{name}: {array:g} given; give a positive number.")
    return float(array)


def count(name: str, value: Any, least: int = 1) -> int:
    """A whole number that is not below the least."""
    if isinstance(value, bool) or not isinstance(value, int | np.integer):
        raise ArgumentTypeError(f"{name}: {described(value)} given; give a whole number.")
    if value < least:
        raise InputError(f"{name}: {value} given; give {least} or more.")
    return int(value)


def described(value: Any) -> str:
    """What was given, in a few words."""
    if isinstance(value, np.ndarray):
        return f"an array of {value.dtype}"
    return f"{type(value).__name__} {value!r}" if isinstance(value, str) else f"{type(value).__name__}"
