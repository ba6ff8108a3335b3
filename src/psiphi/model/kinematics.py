"""Where bodies and frames are: plain NumPy, joint after joint, to be read and to judge faster code."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import ArrayLike, NDArray

from psiphi.errors import ModelError
from psiphi.flexible.deformed import node_pose
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
    rotation, position = place.rotation @ rotation, place.apply(position)
    parent = model.parents[body]
    return (
        on_node(model, q_tree, parent, place.position, rotation, position)
        if parent >= 0
        else (rotation, position)
    )


def on_node(
    model: Model, q_tree: Array, body: int, seat: Array, rotation: Array, position: Array
) -> tuple[Array, Array]:
    """A pose R, p in a body, carried by the node nearest to its `seat` where the body is flexible."""
    modes = model.bodies[body].modes
    node = None if modes is None else modes.node_near(seat)
    if modes is None or node is None:
        return rotation, position
    turn, place, rest = node_pose(modes, node, q_tree[..., model.coordinates.q_tree_modes[body]])
    return turn @ rotation, place + _turned(turn, position - rest)


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
        inner_rotation, inner_position = frame.pose.rotation, frame.pose.position
        if frame.body >= 0:
            seat = frame.pose.position
            inner_rotation, inner_position = on_node(
                model, q_tree, frame.body, seat, inner_rotation, inner_position
            )
        return rotation @ inner_rotation, position + _turned(rotation, inner_position)


def center_of_mass(model: Model, q: ArrayLike) -> Array:
    """The centre of mass, in the world, of all bodies that can move. q (..., nq) → (..., 3)."""
    if model.mass == 0.0:
        raise ModelError(f"model {model.name!r}: has no mass that moves, and so no centre of mass")
    rotations, positions = body_poses(model, q)
    moment = np.zeros((*positions.shape[:-2], 3))
    for index, body in enumerate(model.bodies):
        if model.movable[index] and body.inertia.mass > 0.0:
            center = body.inertia.center
            if body.modes is not None:
                q_tree = model.tree_configuration(configuration_argument(model, "q", q))
                center = body.modes.center(q_tree[..., model.coordinates.q_tree_modes[index]])
            center = positions[..., index, :] + _turned(rotations[..., index, :, :], center)
            moment += body.inertia.mass * center
    return moment / model.mass


def _turned(rotation: Array, vector: Array) -> Array:
    """R v for (..., 3, 3) and (..., 3)."""
    return (rotation @ vector[..., None])[..., 0]
