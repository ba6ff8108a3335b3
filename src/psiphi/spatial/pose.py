"""The pose of a frame in its parent, as a value."""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike, NDArray

from psiphi.errors import InputError
from psiphi.frozen import frozen

Array = NDArray[np.float64]


def read_only(values: ArrayLike, shape: tuple[int, ...], what: str) -> Array:
    """A read-only float64 copy of `values`, which must have this shape."""
    try:
        array = np.array(values, dtype=float, order="C")
    except (TypeError, ValueError) as error:
        raise InputError(f"{what}: cannot be read as numbers of shape {shape}: {error}") from None
    if array.shape != shape:
        raise InputError(f"{what}: has shape {array.shape}; give shape {shape}")
    array.setflags(write=False)
    return array


@frozen(eq=False)
class Pose:
    """Where a child frame sits in its parent: x_parent = R x_child + p.

    `rotation` R (3, 3) maps child components to parent components; `position` p (3,) is the child's
    origin in parent axes. Both are read-only; poses are equal when their numbers are equal bit by bit.
    That R is a rotation is checked where poses enter a model, in bulk.
    """

    rotation: Array
    position: Array

    def __init__(self, rotation: ArrayLike | None = None, position: ArrayLike | None = None) -> None:
        rotation = (
            _IDENTITY_ROTATION if rotation is None else read_only(rotation, (3, 3), "rotation of a pose")
        )
        position = _ORIGIN if position is None else read_only(position, (3,), "position of a pose")
        object.__setattr__(self, "rotation", rotation)
        object.__setattr__(self, "position", position)

    @staticmethod
    def identity() -> Pose:
        """The pose of a frame that coincides with its parent."""
        return _IDENTITY

    def __matmul__(self, other: Pose) -> Pose:
        """The pose of a grandchild: (R₁R₂, R₁p₂ + p₁)."""
        return Pose(self.rotation @ other.rotation, self.rotation @ other.position + self.position)

    def inverse(self) -> Pose:
        """The pose of the parent in the child: (Rᵀ, −Rᵀp)."""
        transposed = self.rotation.T
        return Pose(transposed, -(transposed @ self.position))

    def matrix(self) -> Array:
        """The homogeneous matrix [[R, p], [0, 1]], (4, 4)."""
        matrix = np.eye(4)
        matrix[:3, :3], matrix[:3, 3] = self.rotation, self.position
        return matrix

    def apply(self, point: ArrayLike) -> Array:
        """R x + p: a point (..., 3) given in the child frame, in the parent frame."""
        return np.asarray(point, dtype=float) @ self.rotation.T + self.position

    def _bytes(self) -> bytes:
        return self.rotation.tobytes() + self.position.tobytes()

    def __eq__(self, other: object) -> bool:
        return self is other or (isinstance(other, Pose) and self._bytes() == other._bytes())

    def __hash__(self) -> int:
        return hash(self._bytes())

    def __repr__(self) -> str:
        if self == _IDENTITY:
            return "Pose.identity()"
        return f"Pose({self.rotation.tolist()}, {self.position.tolist()})"


_IDENTITY_ROTATION = read_only(np.eye(3), (3, 3), "identity")
_ORIGIN = read_only(np.zeros(3), (3,), "origin")
_IDENTITY = Pose()
