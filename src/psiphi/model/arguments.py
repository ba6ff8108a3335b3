"""Checks of what users give, with errors that name the argument."""

from __future__ import annotations

import math
import operator
import os
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from psiphi.errors import ArgumentTypeError, InputError

if TYPE_CHECKING:
    from psiphi.model.model import Model

Array = NDArray[np.float64]

_SINGLE = np.dtype(np.float32)


def refuse_masked(name: str, value: object) -> None:
    """Masked numbers have values underneath, which nobody means to compute with."""
    mask = None if type(value) is np.ndarray else getattr(value, "mask", None)
    if mask is not None and np.any(mask):
        raise InputError(f"{name}: some of its numbers are masked; fill them first: x.filled(0.0)")


def is_single(value: object) -> bool:
    """Whether it is an array of float32: results are, where all that is given is."""
    return getattr(value, "dtype", None) == _SINGLE


def as_given(result: Array, *values: object) -> Array:
    """What was computed in double precision, in single where all that was given is."""
    single: Any = np.float32
    return result.astype(single) if all(map(is_single, values)) else result


def vector_argument(name: str, value: ArrayLike, size: int) -> Array:
    """`value` as float64 (..., size). NaN and infinity pass: they spoil their own row of a batch only."""
    refuse_masked(name, value)
    try:
        array = np.asarray(value)
        if array.dtype.kind not in "fiub":
            raise TypeError
        array = array.astype(np.float64, copy=False)
    except (TypeError, ValueError):
        raise ArgumentTypeError(f"{name}: {described(value)} is not an array of real numbers") from None
    if array.ndim == 0 or array.shape[-1] != size:
        raise InputError(f"{name}: has shape {array.shape}; give shape (..., {size})")
    return array


def matrix_argument(name: str, value: ArrayLike, rows: int, columns: int) -> Array:
    """`value` as float64 (..., rows, columns)."""
    array = vector_argument(name, value, columns)
    if array.ndim < 2 or array.shape[-2] != rows:
        raise InputError(f"{name}: has shape {array.shape}; give shape (..., {rows}, {columns})")
    return array


def configuration_argument(model: Model, name: str, value: ArrayLike) -> Array:
    """`value` as float64 (..., nq), in which no quaternion is zero."""
    q = vector_argument(name, value, model.nq)
    for group in model.coordinates.groups:
        quaternion = [place for place, nature in enumerate(group.kind.coordinates) if nature == "quaternion"]
        if quaternion:
            zero = (q[..., group.q[:, quaternion]] == 0.0).all(axis=-1)
            if zero.any():
                joint = model.bodies[group.bodies[np.argwhere(zero)[0][-1]]].joint.name
                raise InputError(
                    f"{name}: the quaternion of joint {joint!r} is zero and stands for no rotation; "
                    "start from model.neutral(), or give x, y, z, w"
                )
    return q


def names_argument(what: str, value: object) -> tuple[str, ...]:
    """Names, given as one text or as several."""
    try:
        names = (value,) if isinstance(value, str) else tuple(value)  # type: ignore[arg-type]
    except TypeError:
        raise ArgumentTypeError(
            f"{what}: expected a name or several, found {type(value).__name__}."
        ) from None
    for name in names:
        if not isinstance(name, str):
            raise ArgumentTypeError(f"{what}: expected names, found {type(name).__name__} {name!r}.")
    return names


def instance_argument(name: str, value: object, kind: type) -> None:
    """Something of a kind that has no other way to be given, such as a robot."""
    if not isinstance(value, kind):
        raise ArgumentTypeError(f"{name}: {described(value)} given; give a {kind.__name__}")


def flag_argument(name: str, value: object) -> bool:
    """True or False."""
    if type(value) is not bool and not isinstance(value, np.bool_):
        raise ArgumentTypeError(f"{name}: {described(value)} given; give True or False")
    return bool(value)


def path_argument(name: str, value: object) -> Path:
    """The name of a file or a directory."""
    if not isinstance(value, str | os.PathLike):
        raise ArgumentTypeError(
            f"{name}: give the name of a file or a directory, not {type(value).__name__}."
        )
    return Path(value)


def batch_argument(name: str, value: Any) -> tuple[int, ...]:
    """A batch shape: a whole number or several, none of them negative."""
    try:
        shape = tuple(map(operator.index, value if hasattr(value, "__len__") else (value,)))
    except TypeError:
        raise ArgumentTypeError(
            f"{name}: {value!r} is not a shape; give a whole number or a tuple of them"
        ) from None
    if any(size < 0 for size in shape):
        raise InputError(f"{name}: {shape} has a negative size")
    return shape


def broadcast_batch(**arrays: Array) -> tuple[int, ...]:
    """The batch shape common to arrays (..., n), called by their names."""
    shapes = {name: array.shape[:-1] for name, array in arrays.items()}
    if len(alike := set(shapes.values())) == 1:
        return alike.pop()
    try:
        return np.broadcast_shapes(*shapes.values())
    except ValueError:
        found = ", ".join(f"{name} {shape}" for name, shape in shapes.items())
        raise InputError(f"batch shapes do not broadcast against each other: {found}") from None


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
    if type(value) is int and value > sys.float_info.max:
        raise InputError(f"{name}: a number of {value.bit_length()} bits given; give a positive number.")
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
