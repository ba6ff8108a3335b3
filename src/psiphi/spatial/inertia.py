"""The mass properties of a rigid body, as a value."""

from __future__ import annotations

from functools import cache

import numpy as np
from numpy.typing import ArrayLike, NDArray

from psiphi.errors import InputError
from psiphi.frozen import frozen
from psiphi.spatial.pose import Pose, read_only
from psiphi.spatial.rotation import skew

Array = NDArray[np.float64]

# Robot files carry five or six digits, so a flat plate may miss I₁ + I₂ = I₃ by as much.
RELATIVE_SLACK = 1e-5
# A radius of gyration below ten nanometres is what rounding leaves of a point mass.
POINT_RADIUS = 1e-8


@frozen(eq=False)
class Inertia:
    """Mass (kg), centre of mass (3,) in body axes (m), rotational inertia (3, 3) about that centre (kg m²).

    The arrays are read-only; inertias are equal when their numbers are equal bit by bit.
    """

    mass: float
    center: Array
    rotational: Array

    def __init__(
        self, mass: float, center: ArrayLike = (0.0, 0.0, 0.0), rotational: ArrayLike | None = None
    ) -> None:
        try:
            mass = float(mass)
        except (TypeError, ValueError):
            raise InputError(f"mass of an inertia: {mass!r} is not a number") from None
        object.__setattr__(self, "mass", mass)
        object.__setattr__(self, "center", read_only(center, (3,), "center of an inertia"))
        if rotational is None:
            rotational = np.zeros((3, 3))
        object.__setattr__(self, "rotational", read_only(rotational, (3, 3), "rotational inertia"))

    @staticmethod
    @cache
    def zero() -> Inertia:
        """No mass at all."""
        return Inertia(0.0)

    def matrix(self) -> Array:
        """The spatial inertia at the body's origin, M = [[J, m c̃], [−m c̃, m I]], J = I_c − m c̃c̃. (6, 6)."""
        moment = self.mass * skew(self.center)
        matrix = np.zeros((6, 6))
        matrix[:3, :3] = self.rotational - moment @ skew(self.center)
        matrix[:3, 3:], matrix[3:, :3] = moment, -moment
        matrix[3:, 3:] = self.mass * np.eye(3)
        return matrix

    def expressed_in(self, pose: Pose) -> Inertia:
        """The same inertia in the parent frame of `pose`, the pose of the present frame in that parent."""
        turned = pose.rotation @ self.rotational @ pose.rotation.T
        return Inertia(self.mass, pose.apply(self.center), 0.5 * (turned + turned.T))

    def __add__(self, other: Inertia) -> Inertia:
        """The rigid union of two bodies given in one frame: I = I₁ + I₂ − (m₁m₂/m) d̃d̃, d = c₁ − c₂."""
        mass = self.mass + other.mass
        if other.mass == 0.0 or mass == 0.0:  # the centre of nothing has no weight
            return Inertia(mass, self.center, self.rotational + other.rotational)
        if self.mass == 0.0:
            return Inertia(mass, other.center, self.rotational + other.rotational)
        center = (self.mass * self.center + other.mass * other.center) / mass
        apart = skew(self.center - other.center)
        reduced = self.mass * (other.mass / mass)
        return Inertia(mass, center, self.rotational + other.rotational - reduced * (apart @ apart))

    def problems(self) -> list[str]:
        """What keeps this from being the inertia of a real body, in words; empty when nothing does.

        The principal moments must not be negative and none may exceed the sum of the other two, with
        slack for the few digits of robot files.
        """
        if not (
            np.isfinite(self.mass) and np.isfinite(self.center).all() and np.isfinite(self.rotational).all()
        ):
            return ["mass, centre or rotational inertia is not finite"]
        found: list[str] = []
        if self.mass < 0.0:
            found.append(f"mass {self.mass:g} kg is negative")
        size = np.abs(self.rotational).max()
        if np.abs(self.rotational - self.rotational.T).max() > 1e-12 * size:
            found.append("rotational inertia is not symmetric")
            return found
        smallest, middle, largest = np.linalg.eigvalsh(self.rotational)
        slack = RELATIVE_SLACK * size + POINT_RADIUS**2 * abs(self.mass)
        moments = f"principal moments {smallest:.6g}, {middle:.6g}, {largest:.6g} kg m²"
        if smallest < -slack:
            found.append(f"rotational inertia is not positive semidefinite ({moments})")
        elif smallest + middle < largest - slack:
            found.append(f"no body has these {moments}: the largest exceeds the sum of the other two")
        return found

    def _bytes(self) -> bytes:
        return np.float64(self.mass).tobytes() + self.center.tobytes() + self.rotational.tobytes()

    def __eq__(self, other: object) -> bool:
        return self is other or (isinstance(other, Inertia) and self._bytes() == other._bytes())

    def __hash__(self) -> int:
        return hash(self._bytes())

    def __repr__(self) -> str:
        return f"Inertia({self.mass}, {self.center.tolist()}, {self.rotational.tolist()})"
