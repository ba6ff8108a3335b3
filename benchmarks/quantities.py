"""What is timed, and on which numbers."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import DTypeLike, NDArray

from psiphi import Robot

Array = NDArray[np.float64]


@dataclass(frozen=True)
class Quantity:
    """A function of a robot by the name of its method, and the inputs it takes."""

    name: str
    inputs: tuple[str, ...]
    is_matrix: bool = False

    @property
    def title(self) -> str:
        return self.name.replace("_", " ")


INVERSE_DYNAMICS = Quantity("inverse_dynamics", ("q", "v", "a"))
FORWARD_DYNAMICS = Quantity("forward_dynamics", ("q", "v", "tau"))
MASS_MATRIX = Quantity("mass_matrix", ("q",), is_matrix=True)
MASS_MATRIX_INVERSE = Quantity("mass_matrix_inverse", ("q",), is_matrix=True)

QUANTITIES = (INVERSE_DYNAMICS, FORWARD_DYNAMICS, MASS_MATRIX, MASS_MATRIX_INVERSE)


@dataclass(frozen=True)
class Inputs:
    """Random rows: q (batch, nq), and v, a, tau (batch, nv), in psiphi's coordinates."""

    q: Array
    v: Array
    a: Array
    tau: Array

    @classmethod
    def drawn(cls, robot: Robot, batch: int, seed: int = 0) -> Inputs:
        rng = np.random.default_rng(seed)
        v, a, tau = (rng.normal(size=(batch, robot.nv)) for _ in range(3))
        return cls(robot.random_configuration(rng, batch), v, a, tau)

    @property
    def batch(self) -> int:
        return len(self.q)

    def of(self, quantity: Quantity, dtype: DTypeLike = np.float64) -> list[NDArray[np.floating]]:
        """The arrays a quantity takes."""
        return [getattr(self, name).astype(dtype) for name in quantity.inputs]

    def first(self, rows: int) -> Inputs:
        return Inputs(*(getattr(self, name)[:rows].copy() for name in ("q", "v", "a", "tau")))
