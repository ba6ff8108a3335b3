"""Where searches begin: a list of configurations for each robot, the same for every target.

It is a list, and not drawn at random in each call, so that what is found for a target depends on nothing
else. The first seeds are chosen among some by trying them on poses that the robot can take: each is the one
that solves most of what those before it leave, for the steps it takes. Those that follow are spread evenly.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from psiphi.model import Model

Array = NDArray[np.float64]

SEEDS = 256
"""How many seeds are tried where nobody says how many."""
CHOSEN, CANDIDATES, TRIALS = 16, 64, 512
"""How many seeds are chosen, from how many, by trials on how many poses."""


class Ranges(NamedTuple):
    """Where coordinates may be, (nq) each; a `turning` one is an angle that whole turns leave alike."""

    lower: NDArray[np.floating]
    upper: NDArray[np.floating]
    turning: NDArray[np.bool_]

    @property
    def middle(self) -> Array:
        """The middle of what is bounded, 0 elsewhere."""
        bounded = np.isfinite(self.lower) & np.isfinite(self.upper)
        return np.where(
            bounded, 0.5 * (np.where(bounded, self.lower, 0.0) + np.where(bounded, self.upper, 0.0)), 0.0
        )

    @property
    def in_single_precision(self) -> Ranges:
        """The same in float32, and nowhere wider."""
        with np.errstate(over="ignore"):
            lower, upper = self.lower.astype(np.float32), self.upper.astype(np.float32)
        lower = np.where(lower < self.lower, np.nextafter(lower, np.float32(np.inf)), lower)
        upper = np.where(upper > self.upper, np.nextafter(upper, np.float32(-np.inf)), upper)
        return Ranges(lower, upper, self.turning)


def drawn(model: Model, ranges: Ranges, count: int, spread: float, rng: np.random.Generator) -> Array:
    """Configurations from the middle part of the ranges, as wide as `spread` of them, (count, nq)."""
    q = model.random_configuration(rng, count)
    middle = ranges.middle
    bounded = np.isfinite(ranges.lower) & np.isfinite(ranges.upper) & ~ranges.turning
    q = np.where(bounded, middle + spread * (q - middle), q)
    return np.where(ranges.turning, middle + np.pi * (2.0 * rng.random(q.shape) - 1.0), q)


def listed(
    model: Model,
    ranges: Ranges,
    count: int,
    solved: Callable[[Array, Array], tuple[NDArray[np.bool_], Array]] | None,
) -> Array:
    """The seeds of a robot, (count, nq).

    solved   for seeds (k, nq) and configurations (n, nq): which seed leads to the targets of which
             configuration, and after how many steps, both (k, n); None where there is nothing to try
    """
    rng = np.random.default_rng(0)
    spreads = ((CANDIDATES // 2, 0.5), (CANDIDATES // 4, 0.8), (CANDIDATES // 4, 1.0))
    candidates = np.concatenate([drawn(model, ranges, n, spread, rng) for n, spread in spreads])
    chosen = candidates[:CHOSEN]
    if solved is not None:
        chosen = candidates[_order(*solved(candidates, model.random_configuration(rng, TRIALS)))]
    return np.concatenate([chosen, drawn(model, ranges, max(0, count - CHOSEN), 1.0, rng)])[:count]


def _order(solved: NDArray[np.bool_], steps: Array) -> list[int]:
    """The candidates that solve most for the steps they take, each of what those before it left."""
    left = np.ones(solved.shape[1], dtype=bool)
    order: list[int] = []
    for _ in range(CHOSEN):
        if not left.any():
            left[:] = True
        gain = solved[:, left].sum(axis=1) / steps[:, left].sum(axis=1)
        gain[order] = -1.0
        order.append(int(gain.argmax()))
        left &= ~solved[order[-1]]
    return order
