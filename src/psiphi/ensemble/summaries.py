"""Summaries over rows: mean, deviation, extremes and quantiles, from what each chunk says of its own rows.

A chunk says how many of its rows are finite, their mean, the sum of squares about it, the least and the
greatest, and POINTS of its sorted numbers, each from the middle of one of POINTS equal parts. Chunks are put
together in their order, GROUP at a time, then groups of groups: memory is that of a group, and the result
does not depend on who computed what when. Each level moves the rank of a quantile by 1/POINTS at most.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import numpy as np
from numpy.typing import NDArray

Array = NDArray[Any]

POINTS, GROUP = 256, 64
COUNT, MEAN, SQUARES, LEAST, GREATEST, FIRST = range(6)
LAYERS = FIRST + POINTS
"""What a part consists of: the five above, then the points."""


def part_of(x: Array) -> Array:
    """What a chunk says of x (samples, rows, n): (LAYERS, samples, n). Only finite numbers count."""
    rows = np.sort(np.where(np.isfinite(x), x, np.nan).astype(np.float64), axis=1)  # NaN last
    counts = np.isfinite(rows).sum(axis=1)
    part = np.full((LAYERS, *counts.shape), np.nan)
    part[COUNT] = counts
    some = np.maximum(counts, 1)
    mean = np.nansum(rows, axis=1) / some
    part[MEAN] = np.where(counts, mean, np.nan)
    part[SQUARES] = np.nansum((rows - mean[:, None]) ** 2, axis=1)
    places = ((np.arange(POINTS) + 0.5) / POINTS)[:, None, None] * counts
    part[FIRST:] = _at(rows, places.astype(np.intp))
    part[LEAST], part[GREATEST] = _at(rows, np.stack([np.zeros_like(counts), some - 1]))
    return part


def merged(parts: Callable[[int, int], Array], many: int) -> Array:
    """All parts together; `parts(i, j)` are those from i to j, (j − i, LAYERS, samples, n)."""
    groups = [_together(parts(i, min(i + GROUP, many))) for i in range(0, many, GROUP)]
    while len(groups) > 1:
        groups = [_together(np.stack(groups[i : i + GROUP])) for i in range(0, len(groups), GROUP)]
    return groups[0]


def levels(many: int) -> int:
    """How often points are put together."""
    return 1 if many <= GROUP else 1 + levels(-(-many // GROUP))


def summary(part: Array, quantiles: tuple[float, ...]) -> Iterator[tuple[str, Array]]:
    """Names and numbers of a summary, (samples, n); quantiles (quantiles, samples, n)."""
    yield "mean", part[MEAN]
    with np.errstate(invalid="ignore", divide="ignore"):
        yield "deviation", np.sqrt(part[SQUARES] / (part[COUNT] - 1.0))
    yield "minimum", part[LEAST]
    yield "maximum", part[GREATEST]
    ranks = np.concatenate([[0.0], (np.arange(POINTS) + 0.5) / POINTS, [1.0]])
    values = np.concatenate([part[LEAST : LEAST + 1], part[FIRST:], part[GREATEST : GREATEST + 1]])
    flat = values.reshape(len(values), -1)
    found = [np.interp(quantiles, ranks, column) for column in flat.T]
    yield "quantile", np.stack(found, axis=1).reshape(len(quantiles), *values.shape[1:])
    yield "count", part[COUNT]


def _at(rows: Array, places: Array) -> Array:
    """rows (samples, rows, n) at places (k, samples, n) of their second index: (k, samples, n)."""
    return np.moveaxis(np.take_along_axis(rows, np.moveaxis(places, 0, 1), axis=1), 1, 0)


def _together(parts: Array) -> Array:
    """Parts as one [Chan, Golub, LeVeque 1983]."""
    if len(parts) == 1:
        return parts[0]
    found = np.full(parts.shape[1:], np.nan)
    counts = parts[:, COUNT]
    found[COUNT] = counts.sum(axis=0)
    total = np.maximum(found[COUNT], 1.0)
    means = np.where(counts > 0, parts[:, MEAN], 0.0)
    mean = (counts * means).sum(axis=0) / total
    found[MEAN] = np.where(found[COUNT] > 0, mean, np.nan)
    found[SQUARES] = (parts[:, SQUARES] + counts * (means - mean) ** 2).sum(axis=0)
    found[LEAST] = np.fmin.reduce(parts[:, LEAST])
    found[GREATEST] = np.fmax.reduce(parts[:, GREATEST])
    found[FIRST:] = _points(parts[:, FIRST:], counts)
    return found


def _points(points: Array, counts: Array) -> Array:
    """POINTS of the union: of points (parts, POINTS, ...), each of which stands for counts/POINTS rows."""
    shape = points.shape[1:]
    weights = np.broadcast_to(counts[:, None] / POINTS, points.shape).reshape(-1, int(np.prod(shape[1:])))
    values = points.reshape(weights.shape)
    order = np.argsort(values, axis=0, kind="stable")
    values, weights = np.take_along_axis(values, order, axis=0), np.take_along_axis(weights, order, axis=0)
    reached = np.cumsum(weights, axis=0) - 0.5 * weights
    wanted = (np.arange(POINTS) + 0.5) / POINTS
    found = np.full((POINTS, values.shape[1]), np.nan)
    for column in range(values.shape[1]):
        there = weights[:, column] > 0.0  # parts without a finite row have no points
        if there.any():
            found[:, column] = np.interp(
                wanted * weights[:, column].sum(), reached[there, column], values[there, column]
            )
    return found.reshape(shape)
