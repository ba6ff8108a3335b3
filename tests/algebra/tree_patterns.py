"""Which blocks of an operator may be non-zero, told from the tree alone."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from psiphi.algebra.reach import Reach

Pattern = NDArray[np.bool_]


def ancestors(parents: tuple[int, ...]) -> Pattern:
    """[i, j] is true where i is a proper ancestor of j."""
    found = np.zeros((len(parents), len(parents)), bool)
    for j, parent in enumerate(parents):
        if parent >= 0:
            found[:, j] = found[:, parent]
            found[parent, j] = True
    return found


def allowed(reach: Reach, parents: tuple[int, ...]) -> Pattern:
    """Where an operator of this reach may have non-zero blocks, from the words of the definition."""
    n = len(parents)
    same, above = np.eye(n, dtype=bool), ancestors(parents)
    parent = np.array([[parents[j] == i for j in range(n)] for i in range(n)])
    return {
        Reach.MEMORYLESS: same,
        Reach.SHIFT: parent,
        Reach.STRICTLY_CAUSAL: above,
        Reach.CAUSAL: same | above,
        Reach.SHIFT_BACK: parent.T,
        Reach.STRICTLY_ANTICAUSAL: above.T,
        Reach.ANTICAUSAL: same | above.T,
        Reach.COMPARABLE: same | above | above.T,
        Reach.FULL: np.ones((n, n), bool),
    }[reach]
