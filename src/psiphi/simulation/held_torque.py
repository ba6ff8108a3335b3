"""Joint forces that are given as numbers: constant, or held for one control period after the other."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from psiphi.errors import ArgumentTypeError, InputError
from psiphi.simulation.arguments import described, real_numbers


def held_torque(
    given: ArrayLike | None, times: int, batch: tuple[int, ...], nv: int, dtype: np.dtype[Any]
) -> NDArray[Any]:
    """Forces by period, row and degree of freedom: (1 or times, 1 or rows, nv), C-contiguous.

    Without a time of their own, (..., nv), they are constant; (times, nv) and (times, *batch, nv) are held
    for a period each. What can be read in both ways is refused.
    """
    if given is None:
        return np.zeros((1, 1, nv), dtype)
    tau = real_numbers(given)
    if tau is None:
        raise ArgumentTypeError(f"torque: {described(given)} given; give None or an array of numbers.")
    shape, whole = tau.shape, (times, *batch, nv)
    constant = tau.ndim > 0 and shape[-1] == nv and _fits(shape[:-1], batch)
    in_time = tau.ndim > 1 and shape[-1] == nv and shape[0] in (1, times) and _fits(shape[1:-1], batch)
    if constant and in_time and shape[0] != 1:
        raise InputError(
            f"torque: {shape} may be {shape[0]} times or {shape[0]} rows of the batch; give "
            f"{(shape[0], *(1,) * (len(batch) + 2 - len(shape)), *shape[1:])} or {(1, *shape)}."
        )
    if not (constant or in_time):
        raise InputError(f"torque: has shape {shape}; give ({nv},), ({times}, {nv}) or {whole}.")
    if tau.ndim == len(batch) + 2 or not constant:
        aligned = tau.reshape(shape[0], *(1,) * (len(batch) + 2 - tau.ndim), *shape[1:])
    else:
        aligned = tau[None]
    if all(extent == 1 for extent in aligned.shape[1:-1]):
        rows = aligned.reshape(len(aligned), 1, nv)
    else:
        rows = np.broadcast_to(aligned, (len(aligned), *batch, nv)).reshape(len(aligned), -1, nv)
    return np.ascontiguousarray(rows, dtype)


def _fits(shape: tuple[int, ...], batch: tuple[int, ...]) -> bool:
    """Whether an array of this leading shape serves the batch."""
    try:
        return np.broadcast_shapes(shape, batch) == batch
    except ValueError:
        return False
