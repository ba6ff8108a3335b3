"""Joint forces that are given as numbers: constant, or held for one control period after the other."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from psiphi.errors import ArgumentTypeError, InputError
from psiphi.model.arguments import described, real_numbers


def held_torque(
    given: ArrayLike | None, times: int, batch: tuple[int, ...], nv: int, dtype: np.dtype[Any]
) -> NDArray[Any]:
    """Forces by period, row and degree of freedom: (1 or times, 1 or rows, nv), C-contiguous; see `held`."""
    return np.zeros((1, 1, nv), dtype) if given is None else held("torque", given, times, batch, nv, dtype)


def held(
    name: str, given: ArrayLike, times: int, batch: tuple[int, ...], size: int, dtype: np.dtype[Any]
) -> NDArray[Any]:
    """Numbers by period, row and place: (1 or times, 1 or rows, size), C-contiguous.

    Without a time of their own, (..., size), they are constant; (times, size) and (times, *batch, size) are
    held for a period each. What can be read in both ways is refused.
    """
    array = real_numbers(given)
    if array is None:
        raise ArgumentTypeError(f"{name}: {described(given)} given; give an array of numbers.")
    shape, whole = array.shape, (times, *batch, size)
    constant = array.ndim > 0 and shape[-1] == size and fits(shape[:-1], batch)
    in_time = array.ndim > 1 and shape[-1] == size and shape[0] in (1, times) and fits(shape[1:-1], batch)
    if constant and in_time and shape[0] != 1:
        raise InputError(
            f"{name}: {shape} may be {shape[0]} times or {shape[0]} rows of the batch; give "
            f"{(shape[0], *(1,) * (len(batch) + 2 - len(shape)), *shape[1:])} or {(1, *shape)}."
        )
    if not (constant or in_time):
        raise InputError(f"{name}: has shape {shape}; give ({size},), ({times}, {size}) or {whole}.")
    if array.ndim == len(batch) + 2 or not constant:
        aligned = array.reshape(shape[0], *(1,) * (len(batch) + 2 - array.ndim), *shape[1:])
    else:
        aligned = array[None]
    if all(extent == 1 for extent in aligned.shape[1:-1]):
        rows = aligned.reshape(len(aligned), 1, size)
    else:
        rows = np.broadcast_to(aligned, (len(aligned), *batch, size)).reshape(len(aligned), -1, size)
    return np.ascontiguousarray(rows, dtype)


def check_finite(name: str, x: NDArray[Any]) -> None:
    """Refuse numbers by period, row and place that are none."""
    if not np.isfinite(x).all():
        row = int(np.argwhere(~np.isfinite(x))[0][0])
        raise InputError(f"{name}: row {row} holds NaN or infinity; give finite numbers.")


def fits(shape: tuple[int, ...], batch: tuple[int, ...]) -> bool:
    """Whether an array of this leading shape serves the batch."""
    try:
        return np.broadcast_shapes(shape, batch) == batch
    except ValueError:
        return False
