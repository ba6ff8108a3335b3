"""Where bodies and frames are: plain NumPy, joint after joint, to be read and to judge faster code."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import ArrayLike, NDArray

from psiphi.errors import ModelError
from psiphi.model.arguments import configuration_argument
from psiphi.model.tree import path_to

if TYPE_CHECKING:
    from psiphi.model.model import Model

Array = NDArray[np.float64]


def relative_pose(model: Model, q_tree: Array, body: int) -> tuple[Array, Array]:
    """The pose of a body in its parent: placement, then joint.

    q_tree (..., nq_tree) → R (..., 3, 3), p (..., 3).
    """
    joint = model.bodies[body].joint
    rotation, position = joint.kind.pose(joint, q_tree[..., model.q_tree_slices[body]])
    place = joint.placement
    return place.rotation @ rotation, place.apply(position)


def body_poses(model: Model, q: ArrayLike) -> tuple[Array, Array]:
    """The poses of all bodies in the world. q (..., nq) → R (..., N, 3, 3), p (..., N, 3)."""
    q_tree = model.tree_configuration(configuration_argument(model, "q", q))
    batch = q_tree.shape[:-1]
    rotations = np.empty((*batch, len(model.bodies), 3, 3))
    positions = np.empty((*batch, len(model.bodies), 3))
    with np.errstate(invalid="ignore"):
        for index, parent in enumerate(model.parents):
            rotation, position = relative_pose(model, q_tree, index)
            if parent >= 0:
                position = positions[..., parent, :] + _turned(rotations[..., parent, :, :], position)
                rotation = rotations[..., parent, :, :] @ rotation
            rotations[..., index, :, :], positions[..., index, :] = rotation, position
    return rotations, positions


def frame_pose(model: Model, q: ArrayLike, name: str) -> tuple[Array, Array]:
    """The pose of a frame in the world. q (..., nq) → R (..., 3, 3), p (..., 3)."""
    frame = model.frame(name)
    q_tree = model.tree_configuration(configuration_argument(model, "q", q))
    batch = q_tree.shape[:-1]
    rotation, position = np.broadcast_to(np.eye(3), (*batch, 3, 3)), np.zeros((*batch, 3))
    with np.errstate(invalid="ignore"):
        for body in path_to(model.parents, frame.body):
            inner_rotation, inner_position = relative_pose(model, q_tree, body)
            position = position + _turned(rotation, inner_position)
            rotation = rotation @ inner_rotation
        return rotation @ frame.pose.rotation, position + _turned(rotation, frame.pose.position)


def center_of_mass(model: Model, q: ArrayLike) -> Array:
    """The centre of mass, in the world, of all bodies that can move. q (..., nq) → (..., 3)."""
    if model.mass == 0.0:
        raise ModelError(f"model {model.name!r}: has no mass that moves, and so no centre of mass")
    rotations, positions = body_poses(model, q)
    moment = np.zeros((*positions.shape[:-2], 3))
    for index, body in enumerate(model.bodies):
        if model.movable[index] and body.inertia.mass > 0.0:
            center = positions[..., index, :] + _turned(rotations[..., index, :, :], body.inertia.center)
            moment += body.inertia.mass * center
    return moment / model.mass


def _turned(rotation: Array, vector: Array) -> Array:
    """R v for (..., 3, 3) and (..., 3)."""
    return (rotation @ vector[..., None])[..., 0]
