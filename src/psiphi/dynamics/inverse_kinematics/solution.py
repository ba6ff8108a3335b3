"""What inverse kinematics answers, row by row."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from psiphi.dynamics.inverse_kinematics.seeds import Ranges
from psiphi.dynamics.inverse_kinematics.tasks import ANGLE, LENGTH, LOOPS
from psiphi.locks import cached_property

Array = NDArray[np.floating]


class Solution:
    """Configurations, and how near to their targets they are, all with the batch (...) of the targets.

    q           (..., nq), within the limits; of a row that did not converge the nearest that was found
    converged   whether every target is met within its tolerance

    A row with NaN among its targets has NaN for q and for its errors, and −1 for the number of its seed.
    """

    def __init__(
        self,
        q: Array,
        converged: NDArray[np.bool_],
        parts: tuple[str, ...],
        squares: Array,
        counts: Array,
        ranges: Ranges,
    ) -> None:
        self.q, self.converged = q, converged
        self._parts, self._squares, self._counts, self._ranges = parts, squares, counts, ranges

    @cached_property
    def error(self) -> Array:
        """The largest of `distance`, `angle` and `opening`."""
        return np.maximum(np.maximum(self.distance, self.angle), self.opening)

    @cached_property
    def distance(self) -> Array:
        """The largest error of a position, in m."""
        return np.sqrt(self._largest(LENGTH))

    @cached_property
    def angle(self) -> Array:
        """The largest error of an orientation, in rad."""
        return 2.0 * np.arcsin(np.minimum(0.5 * np.sqrt(self._largest(ANGLE)), 1.0))

    @cached_property
    def opening(self) -> Array:
        """How far loops are from closed, in m and rad; 0 without loops."""
        return np.sqrt(self._largest(LOOPS))

    def _largest(self, part: str) -> Array:
        own = [each == part for each in self._parts]
        return self._squares[..., own].max(axis=-1, initial=0.0)

    @cached_property
    def seed(self) -> NDArray[np.intp]:
        """The number of the seed that led there; q0, where it is given, is number 0."""
        return self._counts[..., 0].astype(np.intp)

    @cached_property
    def iterations(self) -> NDArray[np.intp]:
        """How many steps were taken, from all seeds together."""
        return self._counts[..., 1].astype(np.intp)

    @cached_property
    def at_limits(self) -> NDArray[np.int8]:
        """(..., nq): −1 where a coordinate is at its lower limit, 1 at its upper one, 0 elsewhere."""
        above, below = self.q >= self._ranges.upper, self.q <= self._ranges.lower
        return above.astype(np.int8) - below.astype(np.int8)

    def __repr__(self) -> str:
        return f"<Solution: {np.count_nonzero(self.converged)} of {self.converged.size} converged>"
