"""The kinds of joints, one row each: how coordinates q and velocities v move the child body.

For every kind the relative pose is (R, p)(q) of the child in the joint frame, and the relative velocity
in the child's frame is V = H*(q) v, a spatial vector [angular; linear].

A new kind is a row here, its map in recursion/bodies/joint_maps.py, and, where its coordinates are no plain
numbers, in recursion/manifold/joints.py.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Literal

import numpy as np
from numpy.typing import NDArray

from psiphi.frozen import frozen
from psiphi.model.joints import manifolds as manifold
from psiphi.spatial.quaternion import normalized, quaternion_to_rotation
from psiphi.spatial.rotation import rotation_about

if TYPE_CHECKING:
    from psiphi.model.joints.joint import Joint

Array = NDArray[np.float64]
Coordinate = Literal["angle", "length", "quaternion"]
PoseFunction = Callable[["Joint", Array], tuple[Array, Array]]
SubspaceFunction = Callable[["Joint", Array], Array]
BiasFunction = Callable[["Joint", Array, Array], Array]
StepFunction = Callable[[Array, Array], Array]
RandomFunction = Callable[[Array, Array], manifold.Draw]


@frozen(eq=False)
class JointKind:
    """One kind of joint: its coordinates and its kinematics, on NumPy arrays with leading batch dimensions.

    `coordinates` names the nature of each of the nq coordinates, `axes` tells how many of axis and axis2
    matter. Quaternions may have any length but zero: they are normalised here (a zero quaternion gives
    NaN).
    """

    name: str
    nv: int
    coordinates: tuple[Coordinate, ...]
    axes: int
    neutral: tuple[float, ...]
    pose: PoseFunction
    """(joint, q (..., nq)) → R (..., 3, 3), p (..., 3): the child's pose in the joint frame."""
    motion_subspace: SubspaceFunction
    """(joint, q (..., nq)) → H* (..., 6, nv), in the child's frame."""
    motion_subspace_bias: BiasFunction
    """(joint, q (..., nq), v (..., nv)) → (dH*/dt) v (..., 6), components in the child's frame."""
    integrate: StepFunction
    """(q (..., nq), dq (..., nv)) → q (..., nq) after the constant velocity dq was held for unit time."""
    difference: StepFunction
    """(q0 (..., nq), q1 (..., nq)) → the shortest dq (..., nv) with integrate(q0, dq) = q1."""
    random: RandomFunction
    """(lower (..., nq), upper (..., nq)) → a function (rng, batch) → q (*batch, nq) between these bounds."""

    @property
    def nq(self) -> int:
        """The number of coordinates."""
        return len(self.coordinates)

    @property
    def bounded(self) -> bool:
        """Whether each coordinate can have limits of its own: true where there is no quaternion."""
        return "quaternion" not in self.coordinates

    @property
    def is_plain(self) -> bool:
        """Whether coordinates are plain numbers, whose rates are the velocities."""
        return self.integrate is manifold.add

    def __repr__(self) -> str:
        return f"<joint kind {self.name}>"

    def __reduce__(self) -> tuple[Callable[[str], JointKind], tuple[str]]:
        return _named, (self.name,)


def plane_axes(axis: tuple[float, float, float]) -> Array:
    """The directions x and y of the plane normal to `axis`, as columns (3, 2).

    They are the coordinate axes x and y, carried along by the least turn that takes z to `axis`, so that a
    plane normal to z has exactly the axes x and y. For the opposite normal, −z, the turn is taken about x.
    """
    a, b, c = axis
    across = a * a + b * b
    if c < 0.0 and across == 0.0:
        return np.array([[1.0, 0.0], [0.0, -1.0], [0.0, 0.0]])
    scale = 1.0 / (1.0 + c) if c >= 0.0 else (1.0 - c) / across  # the same number; each keeps its digits
    return np.array([[1.0 - a * a * scale, -a * b * scale], [-a * b * scale, 1.0 - b * b * scale], [-a, -b]])


# Poses


def _fixed_pose(joint: Joint, q: Array) -> tuple[Array, Array]:
    return np.broadcast_to(np.eye(3), (*q.shape[:-1], 3, 3)), np.zeros((*q.shape[:-1], 3))


def _revolute_pose(joint: Joint, q: Array) -> tuple[Array, Array]:
    return rotation_about(joint.axis, q[..., 0]), np.zeros((*q.shape[:-1], 3))


def _prismatic_pose(joint: Joint, q: Array) -> tuple[Array, Array]:
    return np.broadcast_to(np.eye(3), (*q.shape[:-1], 3, 3)), q * np.array(joint.axis)


def _helical_pose(joint: Joint, q: Array) -> tuple[Array, Array]:
    return rotation_about(joint.axis, q[..., 0]), joint.pitch * q * np.array(joint.axis)


def _universal_pose(joint: Joint, q: Array) -> tuple[Array, Array]:
    rotation = rotation_about(joint.axis, q[..., 0]) @ rotation_about(joint.axis2, q[..., 1])
    return rotation, np.zeros((*q.shape[:-1], 3))


def _spherical_pose(joint: Joint, q: Array) -> tuple[Array, Array]:
    return quaternion_to_rotation(normalized(q)), np.zeros((*q.shape[:-1], 3))


def _planar_pose(joint: Joint, q: Array) -> tuple[Array, Array]:
    return rotation_about(joint.axis, q[..., 2]), q[..., :2] @ plane_axes(joint.axis).T


def _free_pose(joint: Joint, q: Array) -> tuple[Array, Array]:
    return quaternion_to_rotation(normalized(q[..., 3:])), q[..., :3].copy()


# Motion subspaces H*: all are constant in the child's frame but that of the universal joint


def _constant_subspace(columns: Callable[[Joint], Array]) -> SubspaceFunction:
    def motion_subspace(joint: Joint, q: Array) -> Array:
        subspace = columns(joint)
        return np.broadcast_to(subspace, (*q.shape[:-1], *subspace.shape))

    return motion_subspace


def _screw(angular: Array, linear: Array) -> Array:
    return np.concatenate([angular, linear])[:, None]


def _revolute_columns(joint: Joint) -> Array:
    return _screw(np.array(joint.axis), np.zeros(3))


def _prismatic_columns(joint: Joint) -> Array:
    return _screw(np.zeros(3), np.array(joint.axis))


def _helical_columns(joint: Joint) -> Array:
    return _screw(np.array(joint.axis), joint.pitch * np.array(joint.axis))


def _planar_columns(joint: Joint) -> Array:
    columns = np.zeros((6, 3))
    columns[:3, 0] = joint.axis
    columns[3:, 1:] = plane_axes(joint.axis)
    return columns


def _universal_subspace(joint: Joint, q: Array) -> Array:
    """ω = R₂ᵀ a₁ q̇₁ + a₂ q̇₂ in the child's frame, R₂ = R(a₂, q₂)."""
    subspace = np.zeros((*q.shape[:-1], 6, 2))
    subspace[..., :3, 0] = rotation_about(joint.axis2, -q[..., 1]) @ np.array(joint.axis)
    subspace[..., :3, 1] = joint.axis2
    return subspace


def _no_bias(joint: Joint, q: Array, v: Array) -> Array:
    return np.zeros((*np.broadcast_shapes(q.shape[:-1], v.shape[:-1]), 6))


def _universal_bias(joint: Joint, q: Array, v: Array) -> Array:
    """d(R₂ᵀ a₁)/dt q̇₁ = −q̇₂ a₂ × (R₂ᵀ a₁) q̇₁."""
    first = rotation_about(joint.axis2, -q[..., 1]) @ np.array(joint.axis)
    angular = -(v[..., 0] * v[..., 1])[..., None] * np.cross(np.array(joint.axis2), first)
    return np.concatenate([angular, np.zeros_like(angular)], axis=-1)


def _kind(
    name: str,
    nv: int,
    coordinates: tuple[Coordinate, ...],
    axes: int,
    pose: PoseFunction,
    motion_subspace: SubspaceFunction,
    motion_subspace_bias: BiasFunction = _no_bias,
    integrate: StepFunction = manifold.add,
    difference: StepFunction = manifold.subtract,
    random: RandomFunction | None = None,
) -> JointKind:
    quaternions = coordinates.count("quaternion")
    neutral = (0.0,) * (len(coordinates) - quaternions) + (0.0, 0.0, 0.0, 1.0)[:quaternions]
    return JointKind(
        name,
        nv,
        coordinates,
        axes,
        neutral,
        pose,
        motion_subspace,
        motion_subspace_bias,
        integrate,
        difference,
        random or manifold.random_between([np.pi if nature == "angle" else 1.0 for nature in coordinates]),
    )


_QUATERNION: tuple[Coordinate, ...] = ("quaternion",) * 4

_TABLE = (
    _kind("fixed", 0, (), 0, _fixed_pose, _constant_subspace(lambda joint: np.zeros((6, 0)))),
    _kind("revolute", 1, ("angle",), 1, _revolute_pose, _constant_subspace(_revolute_columns)),
    _kind("continuous", 1, ("angle",), 1, _revolute_pose, _constant_subspace(_revolute_columns)),
    _kind("prismatic", 1, ("length",), 1, _prismatic_pose, _constant_subspace(_prismatic_columns)),
    _kind("helical", 1, ("angle",), 1, _helical_pose, _constant_subspace(_helical_columns)),
    _kind("universal", 2, ("angle", "angle"), 2, _universal_pose, _universal_subspace, _universal_bias),
    _kind(
        "spherical",
        3,
        _QUATERNION,
        0,
        _spherical_pose,
        _constant_subspace(lambda joint: np.eye(6)[:, :3]),
        integrate=manifold.integrate_rotation,
        difference=manifold.difference_of_rotations,
        random=manifold.random_rotation,
    ),
    _kind(
        "planar",
        3,
        ("length", "length", "angle"),
        1,
        _planar_pose,
        _constant_subspace(_planar_columns),
        integrate=manifold.integrate_in_plane,
        difference=manifold.difference_in_plane,
    ),
    _kind(
        "free",
        6,
        ("length", "length", "length", *_QUATERNION),
        0,
        _free_pose,
        _constant_subspace(lambda joint: np.eye(6)),
        integrate=manifold.integrate_pose,
        difference=manifold.difference_of_poses,
        random=manifold.random_pose,
    ),
)

MODE = _kind("mode", 1, ("length",), 0, _fixed_pose, _constant_subspace(lambda joint: np.zeros((6, 1))))
"""One coordinate of the shape of a flexible body: on the manifold it is like a joint, but no joint has it."""

JOINT_KINDS: dict[str, JointKind] = {kind.name: kind for kind in _TABLE}
"""Every kind of joint by its name."""


def _named(name: str) -> JointKind:
    return MODE if name == MODE.name else JOINT_KINDS[name]
