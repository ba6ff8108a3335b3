"""Where bodies exchange numbers within one pass: seats, taken by a body only while its children need it.

A body needs a seat from its own visit to that of its last child, in an outward pass; in an inward pass the
other way round. Few bodies do so at a time, two in a chain, and few seats stay in the fastest memory however
many bodies there are. Bodies without children share seat 0, which an inward pass leaves at zero.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

TIPS = 0


def seats_of(parents: NDArray[np.int64]) -> tuple[NDArray[np.int64], int]:
    """The seat of each body, and how many there are."""
    count = len(parents)
    last_child = np.full(count + 1, -1)
    np.maximum.at(last_child, parents, np.arange(count))
    seats = [TIPS] * count
    free: list[int] = []
    total = 1
    ancestry: list[int] = parents.tolist()
    last: list[int] = last_child.tolist()
    for k, parent in enumerate(ancestry):
        if last[k] >= 0:
            if not free:
                free.append(total)
                total += 1
            seats[k] = free.pop()
        if parent >= 0 and last[parent] == k:
            free.append(seats[parent])
    return np.array(seats, np.int64), total
