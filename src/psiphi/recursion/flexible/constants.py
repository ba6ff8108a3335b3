"""The numbers of a flexible body and its nodes in working frames.

All that a body needs beside its rigid inertia are second moments of the fields x₀, Ψ₁ … Ψ_n over its mass,

    C_i = Σ m Ψ_i    S1_i = Σ m x₀ Ψ_iᵀ    S2_ij = Σ m Ψ_i Ψ_jᵀ    M_ff = tr S2

of which rounding is taken for zero, and M_ff of orthonormal modes for the identity: these cost nothing.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from psiphi.flexible.modes import Modes
from psiphi.frozen import frozen
from psiphi.recursion.frames.transforms import Transform
from psiphi.recursion.numbers.vectors import Matrix, Vector
from psiphi.spatial.pose import Pose

Array = NDArray[np.float64]

_ROUNDING = 1e-14
"""Moments are sums over hundreds of points: what is below this part of the largest is rounding."""

_ORTHONORMAL = 1e-13
"""A modal mass is the identity within this."""


@frozen
class NodeSeat:
    """A node of a flexible body: where it is at rest, and how it moves and turns with each field."""

    rest: Vector
    displacements: tuple[Vector, ...]
    rotations: tuple[Vector, ...]


@frozen
class ModalConstants:
    """The moments of n modes and R bound shapes, which come after the modes."""

    count: int
    first: tuple[Vector, ...]
    mixed: tuple[Matrix, ...]
    second: tuple[tuple[Matrix, ...], ...]
    mass: tuple[tuple[float, ...], ...]
    curvatures: tuple[tuple[tuple[float, ...], ...], ...]

    @staticmethod
    def of(modes: Modes, boundary: Transform) -> ModalConstants:
        """Those of modes in the frame that `boundary` leads from."""
        here = in_working_frame(modes, boundary)
        fields = here.all_shapes
        ones = np.ones(len(fields))
        size = float(np.abs(here.positions).max())
        scale = np.sqrt(np.diag(_traces(here, fields)))
        first = _snapped(here.weighted(ones, fields).T, scale[:, None] * np.sqrt(modes.inertia.mass))
        mixed = here.weighted(here.positions, fields).transpose(2, 0, 1)
        mixed = _snapped(mixed, (scale * size * np.sqrt(modes.inertia.mass))[:, None, None])
        second = here.weighted(fields, fields).transpose(1, 3, 0, 2)
        second = 0.5 * (second + second.transpose(1, 0, 3, 2))  # to the last bit, so that products are shared
        second = _snapped(second, np.outer(scale, scale)[:, :, None, None])
        mass = _snapped(_traces(here, fields), np.outer(scale, scale))
        n = modes.count
        if np.abs(mass[:n, :n] - np.eye(n)).max() <= _ORTHONORMAL:
            mass[:n, :n] = np.eye(n)
        return ModalConstants(
            n,
            tuple(map(vector, first)),
            tuple(map(_matrix, mixed)),
            tuple(tuple(map(_matrix, row)) for row in second),
            tuple(map(tuple, mass.tolist())),
            tuple(tuple(map(tuple, c)) for c in modes.bound_curvatures.tolist()),
        )


def node_seat(modes: Modes, boundary: Transform, node: int) -> NodeSeat:
    """A node of modes in the frame that `boundary` leads from."""
    here = in_working_frame(modes, boundary)
    point = list(modes.nodes.values())[node]
    size = float(np.abs(here.positions).max())
    moved, turned = here.all_shapes[point], here.all_rotations[node]
    return NodeSeat(
        vector(_snapped(here.positions[point], size)),
        _vectors(_snapped(moved, np.abs(here.all_shapes).max(axis=(0, 1)))),
        _vectors(_snapped(turned, np.abs(turned).max(axis=0))),
    )


def in_working_frame(modes: Modes, boundary: Transform) -> Modes:
    """Modes of the model's body frame, seen from the frame that `boundary` leads from."""
    rotation, position = np.array(boundary.rotation, dtype=float), np.array(boundary.position, dtype=float)
    if np.array_equal(rotation, np.eye(3)) and not position.any():
        return modes
    return modes.expressed_in(Pose(rotation, position).inverse())


def _traces(modes: Modes, fields: Array) -> Array:
    products = modes.weighted(fields, fields)
    return np.einsum("aiaj->ij", products)


def _snapped(x: Array, scale: Array | float) -> Array:
    return np.where(np.abs(x) <= _ROUNDING * scale, 0.0, x)


def vector(x: Sequence[float] | Array) -> Vector:
    """Three numbers as floats."""
    a, b, c = (float(y) for y in x)
    return a, b, c


def _vectors(columns: Array) -> tuple[Vector, ...]:
    return tuple(map(vector, columns.T))


def _matrix(x: Array) -> Matrix:
    return vector(x[0]), vector(x[1]), vector(x[2])
