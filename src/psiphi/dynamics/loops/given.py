"""What the dynamics of closed chains are asked for."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray

from psiphi.dynamics.joint_space import stacked_forces


class Given(NamedTuple):
    """What forward dynamics is asked for."""

    q: ArrayLike
    v: ArrayLike
    tau: ArrayLike
    external_forces: Mapping[str, ArrayLike] | None
    gamma: ArrayLike

    def flat(self) -> list[ArrayLike]:
        return [self.q, self.v, self.tau, self.gamma, *(self.external_forces or {}).values()]

    def in_double(self) -> Given:
        forces = {name: np.asarray(x, np.float64) for name, x in (self.external_forces or {}).items()}
        q, v, tau, gamma = (np.asarray(x, np.float64) for x in (self.q, self.v, self.tau, self.gamma))
        return Given(q, v, tau, forces, gamma)

    def kernel_arguments(self) -> tuple[tuple[str, ...], tuple[ArrayLike, ...]]:
        """The frames with forces, and what kernels are called with."""
        if not self.external_forces:
            return (), (self.q, self.v, self.tau, self.gamma)
        frames, forces = stacked_forces(self.external_forces)
        return tuple(frames), (self.q, self.v, self.tau, self.gamma, forces)


def finite_rows(batch: tuple[int, ...], *arrays: ArrayLike) -> NDArray[np.bool_]:
    """The rows of a batch in which all arrays are finite."""
    found = np.ones(batch, bool)
    for array in arrays:
        found &= np.isfinite(np.asarray(array)).all(axis=-1)
    return found
