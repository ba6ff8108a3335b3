"""The working frames of bodies, in which joints move along or about z, and the constants seen from them.

In two steps. *Aligned* frames have the origin of the body frame and the joint's axis for z. A *gauge* then
turns a frame about z and slides it along z, which a joint about z cannot tell but for its angle's zero.

| kind | z of the working frame |
|---|---|
| revolute, continuous, helical, prismatic, planar | the axis |
| universal | the second axis, with x square to both axes at zero |
| spherical, free | that of the body frame |
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from psiphi.model.joints.joint import Joint
from psiphi.model.joints.kinds import plane_axes
from psiphi.model.model import Model
from psiphi.recursion.frames.placement import NO_TURN, ROUNDING, CosSin, cos_sin
from psiphi.recursion.inertias.inertias import RigidInertia
from psiphi.recursion.numbers.vectors import IDENTITY, Matrix, Vector, transpose

Array = NDArray[np.float64]

ONE_AXIS = frozenset({"revolute", "continuous", "helical", "prismatic", "planar"})


class AlignedFrames(NamedTuple):
    """For each body, where its joint sits with all frames aligned.

    `rotations` and `positions` are R and p of the joint's axes in the parent's aligned frame; `outer` holds
    the axes of the aligned frame in the body frame. Of a universal joint, R holds the axes of the first
    turn, and `hinges` the angle from its first to its second axis.
    """

    rotations: list[Matrix]
    positions: list[Vector]
    outer: list[Matrix]
    hinges: list[CosSin | None]


class Gauge(NamedTuple):
    """A turn about z, and a slide along z, of a working frame in the aligned frame."""

    turn: CosSin
    slide: float


NO_GAUGE = Gauge(NO_TURN, 0.0)


class Placement(NamedTuple):
    """R and p of the working frame, with its joint at zero, in the parent's working frame.

    `size` is that of the lengths which p was computed from, and so tells what is rounding in it.
    """

    rotation: Matrix
    position: Vector
    size: float


def aligned_frames(model: Model) -> AlignedFrames:
    """The aligned frames of all bodies."""
    axes = [_axes(body.joint) for body in model.bodies]
    count = len(axes)
    inner = np.array([inner for inner, _, _ in axes]).reshape(count, 3, 3)
    outer = np.array([outer for _, outer, _ in axes] + [IDENTITY])  # the last one is the world's
    places = [body.joint.placement for body in model.bodies]
    rotations = np.array([place.rotation for place in places]).reshape(count, 3, 3)
    positions = np.array([place.position for place in places]).reshape(count, 3)
    into_parent = np.swapaxes(outer[list(model.parents)], 1, 2)
    return AlignedFrames(
        rotations=matrices(into_parent @ rotations @ inner),
        positions=vectors((into_parent @ positions[..., None])[..., 0]),
        outer=[outer for _, outer, _ in axes],
        hinges=[hinge for _, _, hinge in axes],
    )


def _axes(joint: Joint) -> tuple[Matrix, Matrix, CosSin | None]:
    """The first turn's axes in the joint frame, the aligned frame's in the body frame, and the hinge."""
    if joint.kind.name in ONE_AXIS:
        axes = _axes_along(joint.axis)
        return axes, axes, None
    if joint.kind.name == "universal":
        return _universal_axes(joint.axis, joint.axis2)
    return IDENTITY, IDENTITY, None


@lru_cache
def _axes_along(axis: tuple[float, float, float]) -> Matrix:
    """Columns x, y, z: z is the axis, x and y are those of the model's planar joint."""
    (xx, xy), (yx, yy), (zx, zy) = (plane_axes(axis) + 0.0).tolist()  # −0 becomes 0
    return (xx, xy, axis[0] + 0.0), (yx, yy, axis[1] + 0.0), (zx, zy, axis[2] + 0.0)


@lru_cache
def _universal_axes(
    first: tuple[float, float, float], second: tuple[float, float, float]
) -> tuple[Matrix, Matrix, CosSin]:
    """Both frames have x along first × second, so that R_x(α) leads from one to the other."""
    across = np.cross(first, second)
    length = float(np.sqrt(across @ across))
    if length <= ROUNDING:  # parallel axes: any x will do
        x = np.array(_axes_along(first))[:, 0]
    else:
        x = across / length
    hinge = cos_sin(float(np.dot(first, second)), length)
    columns = [np.stack([x, np.cross(axis, x), axis], axis=1) + 0.0 for axis in (first, second)]
    inner, outer = matrices(np.array(columns))
    return inner, outer, hinge


def aligned_inertias(model: Model, aligned: AlignedFrames) -> list[RigidInertia]:
    """The inertias of all bodies in their aligned frames."""
    count = len(model.bodies)
    masses = np.array([body.inertia.mass for body in model.bodies])
    centers = np.array([body.inertia.center for body in model.bodies]).reshape(count, 3)
    rotational = np.array([body.inertia.rotational for body in model.bodies]).reshape(count, 3, 3)
    outer = np.array(aligned.outer).reshape(count, 3, 3)
    centers = (np.swapaxes(outer, 1, 2) @ centers[..., None])[..., 0]
    half_trace = 0.5 * np.trace(rotational, axis1=1, axis2=2)
    second = np.swapaxes(outer, 1, 2) @ (half_trace[:, None, None] * np.eye(3) - rotational) @ outer
    moments = masses[:, None] * centers
    second = second + moments[:, :, None] * centers[:, None, :]
    return [
        RigidInertia(mass, moment, matrix)
        for mass, moment, matrix in zip(masses.tolist(), vectors(moments), matrices(second), strict=True)
    ]


def gauged_placement(
    parents: Sequence[int], aligned: AlignedFrames, gauges: Sequence[Gauge], body: int
) -> Placement:
    """Where the joint of a body sits once its own frame and its parent's are turned and slid."""
    parent = parents[body]
    own, below = gauges[body], gauges[parent] if parent >= 0 else NO_GAUGE
    rotation, (x, y, z) = aligned.rotations[body], aligned.positions[body]
    size = max(abs(x), abs(y), abs(z), abs(own.slide), abs(below.slide))
    (_, _, a), (_, _, b), (_, _, c) = rotation
    x, y, z = x + own.slide * a, y + own.slide * b, z + own.slide * c - below.slide
    # The frame of a universal joint turns after the hinge: that is part of its second angle.
    if own.turn != NO_TURN and aligned.hinges[body] is None:
        first, second, third = (_turned(row, own.turn) for row in rotation)
        rotation = first, second, third
    if below.turn != NO_TURN:
        first, second, third = (_turned(column, below.turn) for column in transpose(rotation))
        rotation = transpose((first, second, third))
        x, y, z = _turned((x, y, z), below.turn)
    return Placement(rotation, (x, y, z), size)


def _turned(v: Vector, turn: CosSin) -> Vector:
    """The components of a vector in axes that are turned about z."""
    (x, y, z), (cosine, sine) = v, turn
    return cosine * x + sine * y, cosine * y - sine * x, z


def matrices(stack: Array) -> list[Matrix]:
    """(N, 3, 3) as tuples of floats."""
    return [((*x,), (*y,), (*z,)) for x, y, z in stack.tolist()]


def vectors(stack: Array) -> list[Vector]:
    """(N, 3) as tuples of floats."""
    return [(x, y, z) for x, y, z in stack.tolist()]
