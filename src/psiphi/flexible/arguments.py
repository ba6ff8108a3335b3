"""What modes are made from, as arrays: numbers, matrices, masses, and the names of points, or an error."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np
from numpy.typing import ArrayLike, NDArray

from psiphi.errors import ModelError

Array = NDArray[np.float64]

SLACK = 1e-9
"""What modes may miss, relative to their size: files carry nine or more digits."""


def number_array(what: str, value: ArrayLike, shape: tuple[int | None, ...] | None = None) -> Array:
    """An array of finite real numbers; None stands for any size."""
    try:
        given = np.asarray(value)
        array = np.array(np.real(given), dtype=np.float64, order="C")
    except (TypeError, ValueError, OverflowError):
        raise ModelError(f"modes: {what} is not an array of numbers") from None
    if np.ma.is_masked(value):
        raise ModelError(f"modes: {what} has masked numbers; fill them first: x.filled(0.0)")
    if np.iscomplexobj(given):
        raise ModelError(f"modes: {what} is complex; give the real modes of the undamped body")
    wanted = (None,) * array.ndim if shape is None else shape
    if array.ndim != len(wanted) or any(
        b is not None and a != b for a, b in zip(array.shape, wanted, strict=True)
    ):
        told = ", ".join("…" if size is None else str(size) for size in wanted)
        raise ModelError(f"modes: {what} has shape {array.shape}; give ({told})")
    if not np.isfinite(array).all():
        raise ModelError(f"modes: {what} has entries that are not finite")
    return array + 0.0  # −0 becomes 0


def operator_array(what: str, value: ArrayLike, n: int) -> Array:
    """An (n, n) of a matrix, a diagonal, or one number."""
    array = number_array(what, value)
    if array.ndim < 2:
        array = np.diag(np.broadcast_to(array, (n,)) if array.shape in ((), (1,), (n,)) else array)
    if array.shape != (n, n):
        raise ModelError(f"modes: {what} has shape {np.shape(value)}; give ({n}, {n}) or ({n},)")
    if not is_symmetric(array):
        raise ModelError(f"modes: {what} is not symmetric")
    return np.array(0.5 * (array + array.T), order="C")


def is_symmetric(array: Array) -> bool:
    """Whether it is, or all matrices of it are, but for SLACK."""
    size = float(np.abs(array).max(initial=0.0))
    return bool((np.abs(array - np.swapaxes(array, -1, -2)) <= SLACK * size).all())


def mass_array(value: ArrayLike, count: int) -> Array:
    """The masses of points, or a matrix of them that is the same for the three directions."""
    array = number_array("masses", value)
    if array.shape == (3 * count, 3 * count):
        blocks = array.reshape(count, 3, count, 3)
        alone = blocks[:, 0, :, 0]
        if np.abs(blocks - np.einsum("pq,ab->paqb", alone, np.eye(3))).max() > SLACK * np.abs(array).max():
            raise ModelError(
                "modes: the mass matrix is not the same for the three directions of each point, as that of "
                "solid elements is; psiphi.flexible.from_elements takes others"
            )
        array = np.array(alone, order="C")
    if array.shape not in ((count,), (count, count)):
        raise ModelError(
            f"modes: masses have shape {array.shape}; give ({count},) or a matrix ({count}, {count})"
        )
    if array.ndim == 2 and not is_symmetric(array):
        raise ModelError("modes: the mass matrix is not symmetric")
    least = float(np.linalg.eigvalsh(array)[0] if array.ndim == 2 else array.min(initial=0.0))
    if least < -SLACK * float(np.abs(array).max(initial=0.0)) or not float(array.sum()) > 0.0:
        raise ModelError(
            "modes: the mass is negative or zero, or its matrix indefinite; give masses of 0 or more"
        )
    return array


def named_points(nodes: Mapping[str, int] | Sequence[int], count: int) -> dict[str, int]:
    """The points that are nodes, by name."""
    try:
        pairs = [(str(name), i) for name, i in dict(nodes).items()] if isinstance(nodes, Mapping) else None
        pairs = [(str(i), i) for i in nodes] if pairs is None else pairs
    except TypeError:
        raise ModelError(f"modes: nodes {nodes!r}: give points by name, such as {{'tip': 9}}") from None
    named = dict(pairs)
    if len(named) < len(pairs):
        raise ModelError(f"modes: nodes {nodes!r}: each has a name of its own")
    for name, index in named.items():
        if isinstance(index, bool) or not isinstance(index, int | np.integer) or not 0 <= index < count:
            raise ModelError(
                f"modes: nodes: {name!r} is point {index!r}; there are the points 0 … {count - 1}"
            )
    return {name: int(index) for name, index in named.items()}
