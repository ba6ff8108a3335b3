"""Checks of numbers that users give, with errors that name the argument."""

from __future__ import annotations

import math
import sys
from typing import Any

import numpy as np
from numpy.typing import NDArray

from psiphi.errors import ArgumentTypeError, InputError
from psiphi.model.arguments import refuse_masked


def real_numbers(value: Any) -> NDArray[np.float64] | None:
    """`value` as float64 of any shape, or None if it holds anything but real numbers."""
    try:
        array = np.asarray(value)
    except ValueError:  # rows of different lengths
        return None
    return array.astype(float) if array.dtype.kind in "fiub" else None


def number_array(name: str, value: Any) -> NDArray[np.float64]:
    """`value` as float64 of any shape."""
    refuse_masked(name, value)
    array = real_numbers(value)
    if array is None:
        raise ArgumentTypeError(f"{name}: {described(value)} given; give real numbers.")
    return array


def time_argument(t: Any, *, several: bool = True) -> Any:
    """A time, or `several` (T,); floats pass at once, as those of a control loop."""
    if isinstance(t, float) and several:
        return t
    array = number_array("t", t)
    if array.ndim > several or not (several or array == array):
        raise InputError(f"t: {described(t)} given; give a time{' or (T,) of them' if several else ''}.")
    return array if array.ndim else float(array)


def positive_number(name: str, value: Any) -> float:
    """One number above zero."""
    if type(value) is float and 0.0 < value < math.inf:
        return value
    array = number_array(name, value)
    if array.ndim > 0:
        raise ArgumentTypeError(f"{name}: {described(value)} given; give one number.")
    if not (math.isfinite(array) and array > 0.0):
        raise InputError(f"{name}: {array:g} given; give a positive number.")
    return float(array)


def count(name: str, value: Any, least: int = 1, most: float = sys.maxsize) -> int:
    """A whole number that is not below the least, nor above the most."""
    if type(value) is not int and (isinstance(value, bool) or not isinstance(value, int | np.integer)):
        raise ArgumentTypeError(f"{name}: {described(value)} given; give a whole number.")
    if value < least:
        raise InputError(f"{name}: {value} given; give {least} or more.")
    if value > most:
        raise InputError(f"{name}: a number of {int(value).bit_length()} bits given; give {most} or less.")
    return int(value)


def described(value: Any) -> str:
    """What was given, in a few words."""
    if isinstance(value, np.ndarray):
        return f"an array of {value.dtype}"
    return f"{type(value).__name__} {value!r}" if isinstance(value, str) else f"{type(value).__name__}"
