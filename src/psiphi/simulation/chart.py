"""Local coordinates of the configuration manifold, in which motion is an ordinary equation in a vector.

Around a configuration q₀ every nearby q has coordinates x (..., nv), with x = 0 at q₀ itself. They are plain
differences q − q₀, except that a quaternion has the rotation vector ξ with q = q₀ ⊗ exp(ξ). A rotation at a
constant rate is therefore a straight line, whatever its length. [Munthe-Kaas, BIT 38, 1998]

These functions run four times and more in every step of a simulation, often for one robot alone, so that the
number of NumPy calls is what counts: quaternion and cross products are made of gathered components.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from psiphi.model import Model
from psiphi.model.coordinates import Group

Array = NDArray[np.float64]
Indices = NDArray[np.intp]

# a ⊗ b = L(a) b: where the components of a stand in L(a), and with which sign.
_LEFT = np.array([[3, 2, 1, 0], [2, 3, 0, 1], [1, 0, 3, 2], [0, 1, 2, 3]])
_LEFT_SIGNS = np.array([[1, -1, 1, 1], [1, 1, -1, 1], [-1, 1, 1, 1], [-1, -1, -1, 1]], dtype=float)
_NEXT, _AFTER = np.array([1, 2, 0]), np.array([2, 0, 1])

_TINY = 1e-300  # added to a squared angle, so that the axis of no rotation is 0/1e-150 = 0 and not 0/0


class Chart:
    """Coordinates x around any configuration of a model: where x leads, and how x changes with time."""

    def __init__(self, model: Model) -> None:
        groups = {group.kind.name: group for group in model.coordinates.groups}
        free, spherical, planar = groups.get("free"), groups.get("spherical"), groups.get("planar")
        quaternions = [*([free.q[:, 3:]] if free else []), *([spherical.q] if spherical else [])]
        rotations = [*([free.v[:, :3]] if free else []), *([spherical.v] if spherical else [])]
        self._quaternion: Indices = np.concatenate([np.empty((0, 4), dtype=np.intp), *quaternions])
        self._rotation: Indices = np.concatenate([np.empty((0, 3), dtype=np.intp), *rotations])
        self._free, self._planar = free, planar
        self._plain_q, self._plain_v = _plain_coordinates(model, groups)
        self.is_vector_space = len(self._rotation) == 0 and planar is None

    def place(self, q: Array, x: Array) -> Array:
        """The configuration at x around q: (..., nq), (..., nv) → (..., nq), of unit quaternions."""
        if self.is_vector_space:
            return q + x
        result = np.empty((*x.shape[:-1], q.shape[-1]))
        result[..., self._plain_q] = q[..., self._plain_q] + x[..., self._plain_v]
        if len(self._rotation):
            turn = _exponential(x[..., self._rotation])
            product = _product(q[..., self._quaternion], turn)
            result[..., self._quaternion] = product / np.sqrt((product * product).sum(axis=-1, keepdims=True))
        return result

    def rates(self, q: Array, x: Array, v: Array) -> Array:
        """dx/dt at the configuration q whose coordinates are x: (..., nq), (..., nv), (..., nv) → (..., nv).

        ξ̇ = dexp⁻¹(ξ) ω;  free and planar joints: ṗ = R(q) v, since their v is given in body axes.
        """
        if self.is_vector_space:
            return v
        result = v.copy()
        if len(self._rotation):
            result[..., self._rotation] = _rate_of_rotation_vector(
                x[..., self._rotation], v[..., self._rotation]
            )
        if self._free is not None:
            linear = self._free.v[:, 3:]
            result[..., linear] = _rotated(q[..., self._free.q[:, 3:]], v[..., linear])
        if self._planar is not None:
            result[..., self._planar.v[:, 1:]] = _turned(
                q[..., self._planar.q[:, 2]], v[..., self._planar.v[:, 1:]]
            )
        return result

    def magnitude(self, q: Array) -> Array:
        """What errors of x are small against: |q| of plain coordinates, else one radian. → (..., nv)."""
        if self.is_vector_space:
            return np.abs(q)
        result = np.ones((*q.shape[:-1], len(self._plain_v) + self._rotation.size))
        result[..., self._plain_v] = np.abs(q[..., self._plain_q])
        return result


def _plain_coordinates(model: Model, groups: dict[str, Group]) -> tuple[Indices, Indices]:
    """Where the coordinates that are plain numbers sit in q, and where their differences sit in x."""
    in_q, in_x = [np.empty(0, dtype=np.intp)], [np.empty(0, dtype=np.intp)]
    for name, group in groups.items():
        if name == "spherical":
            continue
        if name == "free":
            places = group.q[:, :3], group.v[:, 3:]
        elif name == "planar":
            places = group.q, group.v[:, [1, 2, 0]]  # q = [x, y, θ], v = [ω, vx, vy]
        else:
            places = group.q, group.v
        in_q.append(places[0].ravel())
        in_x.append(places[1].ravel())
    return np.concatenate(in_q), np.concatenate(in_x)


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
    """Vectors (..., 2) of a plane turned by an angle (...)."""
    cos, sin = np.cos(angle)[..., None], np.sin(angle)[..., None]
    return cos * v + sin * (v[..., ::-1] * np.array([-1.0, 1.0]))


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
