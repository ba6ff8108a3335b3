"""Configurations in which a matrix has no inverse: compiled code gives NaN, and users are told where."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from psiphi.errors import SingularError

Array = NDArray[Any]


def refuse_singular(found: Array, dimensions: int, message: str, *inputs: tuple[ArrayLike, int]) -> Array:
    """The result itself, where no row of it is NaN that did not come from NaN or infinity in the inputs.

    `dimensions` are those of a row of the result; inputs come with theirs.
    """
    if np.isfinite(found).all():
        return found
    rows = _rows(~np.isfinite(found), dimensions)
    for values, own in inputs:
        rows = rows & ~_rows(~np.isfinite(np.asarray(values)), own)
    if not rows.any():
        return found
    first = [int(i) for i in np.argwhere(rows)[0]]
    where = f" in row {', '.join(map(str, first))} of the batch" if first else ""
    count = int(rows.sum())
    others = f" ({count} rows are singular)" if count > 1 else ""
    raise SingularError(f"q: singular configuration{where}{others}: {message}", rows)


def _rows(marks: NDArray[np.bool_], dimensions: int) -> NDArray[np.bool_]:
    """Which rows have a mark."""
    return np.asarray(marks.any(axis=tuple(range(marks.ndim - dimensions, marks.ndim))))
