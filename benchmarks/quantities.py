"""What is timed, and on which numbers."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import DTypeLike, NDArray

from psiphi import Robot

Array = NDArray[np.float64]


@dataclass(frozen=True)
class Quantity:
    """A function of a robot by the name of its method, and the inputs it takes.

    frames       of how many frames of the robot it is taken, in their own axes
    is_inverse   of a matrix that is next to singular in some configurations, where few digits are left: taken
                 in float64 only, and compared as the matrix it is the inverse of
    """

    name: str
    inputs: tuple[str, ...]
    is_matrix: bool = False
    frames: int = 0
    is_inverse: bool = False

    @property
    def label(self) -> str:
        """What tells it from all others."""
        return f"{self.name}_of_{self.frames}_frames" if self.frames > 1 else self.name

    @property
    def title(self) -> str:
        return self.label.replace("_", " ")


INVERSE_DYNAMICS = Quantity("inverse_dynamics", ("q", "v", "a"))
FORWARD_DYNAMICS = Quantity("forward_dynamics", ("q", "v", "tau"))
MASS_MATRIX = Quantity("mass_matrix", ("q",), is_matrix=True)
MASS_MATRIX_INVERSE = Quantity("mass_matrix_inverse", ("q",), is_matrix=True)

CORIOLIS_MATRIX = Quantity("coriolis_matrix", ("q", "v"), is_matrix=True)
CENTER_OF_MASS = Quantity("center_of_mass", ("q",))
MOMENTUM_MATRIX = Quantity("momentum_matrix", ("q",), is_matrix=True)
JACOBIAN = Quantity("jacobian", ("q",), is_matrix=True, frames=1)
COMPLIANCE_OF_A_FRAME = Quantity("operational_space_compliance", ("q",), is_matrix=True, frames=1)
COMPLIANCE_OF_FOUR_FRAMES = Quantity("operational_space_compliance", ("q",), is_matrix=True, frames=4)
INERTIA_OF_A_FRAME = Quantity("operational_space_inertia", ("q",), is_matrix=True, frames=1, is_inverse=True)
INERTIA_OF_FOUR_FRAMES = Quantity(
    "operational_space_inertia", ("q",), is_matrix=True, frames=4, is_inverse=True
)

DYNAMICS = (INVERSE_DYNAMICS, FORWARD_DYNAMICS, MASS_MATRIX, MASS_MATRIX_INVERSE)
OTHERS = (
    CORIOLIS_MATRIX,
    CENTER_OF_MASS,
    MOMENTUM_MATRIX,
    JACOBIAN,
    COMPLIANCE_OF_A_FRAME,
    COMPLIANCE_OF_FOUR_FRAMES,
    INERTIA_OF_A_FRAME,
    INERTIA_OF_FOUR_FRAMES,
)
QUANTITIES = (*DYNAMICS, *OTHERS)


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
