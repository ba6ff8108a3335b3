"""Local coordinates of the configuration manifold, in which motion is an ordinary equation in a vector.

Around a configuration q₀ every nearby q has coordinates x (..., nv), with x = 0 at q₀ itself. They are plain
differences q − q₀, except that a quaternion has the rotation vector ξ with q = q₀ ⊗ exp(ξ). A rotation at a
constant rate is therefore a straight line, whatever its length. [Munthe-Kaas, BIT 38, 1998]
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from psiphi.model import Model

Array = NDArray[np.float64]
Places = slice | NDArray[np.intp]

# a ⊗ b = L(a) b: where the components of a stand in L(a), and with which sign.
_LEFT = np.array([[3, 2, 1, 0], [2, 3, 0, 1], [1, 0, 3, 2], [0, 1, 2, 3]])
_LEFT_SIGNS = np.array([[1, -1, 1, 1], [1, 1, -1, 1], [-1, 1, 1, 1], [-1, -1, -1, 1]], dtype=float)
_NEXT, _AFTER = np.array([1, 2, 0]), np.array([2, 0, 1])

_TINY = 1e-300  # added to a squared angle, so that the axis of no rotation is 0/1e-150 = 0 and not 0/0


class Chart:
    """Coordinates x around any configuration of a model: where x leads, and how x changes with time."""

    def __init__(self, model: Model) -> None:
        # Each list holds pairs of places: in q, and in v or x. Joints of one kind are handled together.
        self._plain: list[tuple[Places, Places]] = []
        self._rotations: list[tuple[Places, Places]] = []
        self._linear: list[tuple[Places, Places]] = []  # the quaternions and velocities of free joints
        self._planar: list[tuple[Places, Places]] = []  # the angles and velocities of planar joints
        for group in model.coordinates.groups:
            q, v = group.q, group.v
            if group.kind.name == "free":
                self._plain.append((_row(q[:, :3]), _row(v[:, 3:])))
                self._rotations.append((_places(q[:, 3:]), _places(v[:, :3])))
                self._linear.append((_places(q[:, 3:]), _places(v[:, 3:])))
            elif group.kind.name == "spherical":
                self._rotations.append((_places(q), _places(v)))
            elif group.kind.name == "planar":
                self._plain.append((_row(q[:, :2]), _row(v[:, 1:])))
                self._plain.append((_row(q[:, 2:]), _row(v[:, :1])))
                self._planar.append((_places(q[:, 2:]), _places(v[:, 1:])))
            else:
                self._plain.append((_row(q), _row(v)))
        self._nq = model.nq
        self.is_vector_space = not (self._rotations or self._planar)

    def place(self, q: Array, x: Array) -> Array:
        """The configuration at x around q: (..., nq), (..., nv) → (..., nq), of unit quaternions."""
        if self.is_vector_space:
            return q + x
        result = np.empty((*x.shape[:-1], self._nq))
        for in_q, in_x in self._plain:
            result[..., in_q] = q[..., in_q] + x[..., in_x]
        for in_q, in_x in self._rotations:
            turned = _product(q[..., in_q], _exponential(x[..., in_x]))
            result[..., in_q] = turned / np.sqrt((turned * turned).sum(axis=-1, keepdims=True))
        return result

    def rates(self, q: Array, x: Array, v: Array) -> Array:
        """dx/dt at the configuration q whose coordinates are x: (..., nq), (..., nv), (..., nv) → (..., nv).

        ξ̇ = dexp⁻¹(ξ) ω;  free and planar joints: ṗ = R(q) v, since their v is given in body axes.
        """
        if self.is_vector_space:
            return v
        result = v.copy()
        for _, in_v in self._rotations:
            result[..., in_v] = _rate_of_rotation_vector(x[..., in_v], v[..., in_v])
        for in_q, in_v in self._linear:
            result[..., in_v] = _rotated(q[..., in_q], v[..., in_v])
        for in_q, in_v in self._planar:
            result[..., in_v] = _turned(q[..., in_q], v[..., in_v])
        return result


def _row(indices: NDArray[np.intp]) -> Places:
    """Columns to be read as one row of numbers (..., n): where they are in line a slice, which is quicker."""
    flat = indices.ravel()
    return slice(int(flat[0]), int(flat[-1]) + 1) if (np.diff(flat) == 1).all() else flat


def _places(indices: NDArray[np.intp]) -> Places:
    """Columns (joints, n) to be read as vectors (..., joints, n), or (..., n) where there is one joint."""
    return _row(indices) if len(indices) == 1 else indices


def _cross(a: Array, b: Array) -> Array:
    return a[..., _NEXT] * b[..., _AFTER] - a[..., _AFTER] * b[..., _NEXT]


def _product(a: Array, b: Array) -> Array:
    """a ⊗ b."""
    return ((a[..., _LEFT] * _LEFT_SIGNS) @ b[..., None])[..., 0]


def _rotated(q: Array, v: Array) -> Array:
    """R(q) v = v + 2 u × (u × v + w v) for q = [u, w]."""
    u = q[..., :3]
    return v + 2.0 * _cross(u, _cross(u, v) + q[..., 3:] * v)


def _turned(angle: Array, v: Array) -> Array:
    """Vectors (..., 2) of a plane turned by angles (..., 1)."""
    return np.cos(angle) * v + np.sin(angle) * (v[..., ::-1] * np.array([-1.0, 1.0]))


def _exponential(xi: Array) -> Array:
    """The quaternion of a rotation vector: [sin(θ/2) ξ/θ, cos(θ/2)]."""
    angle = np.sqrt((xi * xi).sum(axis=-1, keepdims=True) + _TINY)
    result = np.empty((*xi.shape[:-1], 4))
    result[..., :3] = (np.sin(0.5 * angle) / angle) * xi
    result[..., 3:] = np.cos(0.5 * angle)
    return result


def _rate_of_rotation_vector(xi: Array, omega: Array) -> Array:
    """ξ̇ = dexp⁻¹(ξ) ω = (1 − g) ω + ½ ξ × ω + g u (u·ω), u = ξ/θ, g = 1 − (θ/2) cot(θ/2), for ω in body axes.

    g loses its relative accuracy near θ = 0, and needs none there.
    """
    angle = np.sqrt((xi * xi).sum(axis=-1, keepdims=True) + _TINY)
    axis, half = xi / angle, 0.5 * angle
    g = 1.0 - half / np.tan(half)
    along = (axis * omega).sum(axis=-1, keepdims=True)
    return omega + 0.5 * _cross(xi, omega) + g * (along * axis - omega)
