"""Random numbers that belong to rows: those of a row are the same whichever rows are drawn with it.

Philox [Salmon 2011] turns (key, counter) into four words of 64 bits. The key is that of the seed and of what
is drawn; a row has as many counters as it needs, in the order of rows. So the numbers of a row depend on
seed, name and row alone, and those of many rows are made by one call.
"""

from __future__ import annotations

import math

import numpy as np
from numpy.random import Generator, Philox, SeedSequence, default_rng
from numpy.typing import NDArray

Array = NDArray[np.float64]

_PER_COUNTER = 4  # words that Philox makes at a time
_SHARE = 2.0**-53


def seed_of(seed: int, name: str, *more: int) -> SeedSequence:
    """The seed of what is drawn under a name."""
    return SeedSequence(seed, spawn_key=(*name.encode(), *more))


def row_generator(seed: int, name: str, row: int) -> Generator:
    """A generator of a row's own, for functions that draw what they like."""
    return default_rng(seed_of(seed, name, row))


class Rows:
    """The random numbers of some rows, handed out in order: as of a generator, rows first.

    words  (rows, as many as each row needs), 64 bits each
    """

    def __init__(self, words: NDArray[np.uint64]) -> None:
        self._words, self._taken = words, 0

    def __len__(self) -> int:
        return len(self._words)

    def random(self, shape: tuple[int, ...]) -> Array:
        """Uniform in [0, 1), (rows, ...)."""
        return (self._take(math.prod(shape[1:])) >> np.uint64(11)).reshape(shape).astype(float) * _SHARE

    def standard_normal(self, shape: tuple[int, ...]) -> Array:
        """Normal, (rows, ...): two of them from two uniform numbers [Box, Muller 1958]."""
        many = math.prod(shape[1:])
        pairs = -(-many // 2)
        radius = np.sqrt(-2.0 * np.log(1.0 - self.random((len(self), pairs))))
        angle = (2.0 * np.pi) * self.random((len(self), pairs))
        both = np.concatenate([radius * np.cos(angle), radius * np.sin(angle)], axis=1)
        return both[:, :many].reshape(shape)

    def _take(self, many: int) -> NDArray[np.uint64]:
        start, self._taken = self._taken, self._taken + many
        return self._words[:, start : self._taken]


class Generated(Rows):
    """As many rows as are wanted from a generator, each time others."""

    def __init__(self, rng: Generator, rows: int) -> None:
        super().__init__(np.zeros((rows, 0), np.uint64))
        self._rng = rng

    def _take(self, many: int) -> NDArray[np.uint64]:
        return self._rng.integers(0, 2**64, (len(self), many), np.uint64, endpoint=False)


class Counting(Rows):
    """One row of halves that counts how many words are taken from it."""

    def __init__(self) -> None:
        super().__init__(np.zeros((1, 0), np.uint64))

    @property
    def taken(self) -> int:
        """How many words a row needs."""
        return self._taken

    def _take(self, many: int) -> NDArray[np.uint64]:
        super()._take(many)
        return np.full((1, many), 1 << 63, np.uint64)


def rows_from(seed: int, name: str, start: int, stop: int, words: int) -> Rows:
    """The numbers of the rows from start to stop, where each row needs so many words."""
    counters = -(-words // _PER_COUNTER)
    philox = Philox(seed_of(seed, name))
    philox.advance(start * counters)
    raw = philox.random_raw((stop - start) * counters * _PER_COUNTER)
    return Rows(np.asarray(raw, np.uint64).reshape(stop - start, counters * _PER_COUNTER))
