"""What every conversion needs: which coordinate of the other library is which of psiphi's.

Both sides count joints that may be in another order, and the other side may give coordinates to mimic joints.
With the tree coordinates of a Model in between,

    q_other = q_tree in another order,    v_other = T v,  T having one element in each row.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from psiphi.model import Model

Array = NDArray[np.float64]
Indices = NDArray[np.intp]
Pairs = Sequence[tuple[int, int]]


class CoordinateMap:
    """Conversion by index; `coordinates` and `velocities` are pairs (index there, index in the tree)."""

    def __init__(self, model: Model, nq: int, nv: int, coordinates: Pairs, velocities: Pairs) -> None:
        self.model, self.nq, self.nv = model, nq, nv
        own = model.coordinates
        follows_q, follows_v = np.zeros(model.nq_tree, dtype=bool), np.zeros(model.nv_tree, dtype=bool)
        for body in own.followers:
            follows_q[model.q_tree_slices[body]], follows_v[model.v_tree_slices[body]] = True, True
        self.q_there, self.q_tree = index_columns(coordinates)
        self.q_own = np.flatnonzero(~follows_q)
        # v_other[k] = ratio[k] v[column[k]], and back: v[i] = v_other[leader[i]]
        there, tree = index_columns(velocities)
        self.column, self.ratio = np.zeros(nv, dtype=np.intp), np.zeros(nv)
        self.column[there], self.ratio[there] = own.v_columns[tree], own.v_ratios[tree]
        self.leader = np.zeros(model.nv, dtype=np.intp)
        leads = ~follows_v[tree]
        self.leader[own.v_columns[tree[leads]]] = there[leads]

    def spread(self, v: Array) -> Array:
        """T v. (..., nv) → (..., nv there)."""
        return self.ratio * v[..., self.column]

    def picked(self, v: Array) -> Array:
        """The velocities of the joints that lead, a left inverse of T. (..., nv there) → (..., nv)."""
        return v[..., self.leader]

    def placed(self, force: Array) -> Array:
        """Forces put on the joints that lead; Tᵀ takes them back. (..., nv) → (..., nv there)."""
        result = np.zeros((*force.shape[:-1], self.nv))
        result[..., self.leader] = force
        return result

    def gathered(self, force: Array) -> Array:
        """Tᵀ f. (..., nv there) → (..., nv)."""
        result = np.zeros((self.model.nv, *force.shape[:-1]))
        np.add.at(result, self.column, np.moveaxis(self.ratio * force, -1, 0))
        return np.moveaxis(result, 0, -1)


def index_columns(pairs: Pairs) -> tuple[Indices, Indices]:
    array = np.array(pairs, dtype=np.intp).reshape(-1, 2)
    return array[:, 0], array[:, 1]
