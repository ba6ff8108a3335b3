"""The operators that join the robot to the world, block by block from their definitions."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from psiphi.algebra.dense.system import System
from psiphi.algebra.spaces import Space
from psiphi.model.body import Frame
from psiphi.model.kinematics import on_node
from psiphi.spatial.rotation import skew
from psiphi.spatial.shift import motion_transform

Array = NDArray[np.float64]


def base_pick_off(system: System) -> Array:
    """E_0, (body, world): a motion at the origin of the world, at each root as if fixed to it [RK88 3.8]."""
    E = np.zeros((system.size(Space.BODY), system.size(Space.WORLD)))
    for k in system.bodies:
        if system.parents[k] < 0:
            E[system.rigid_rows(k)] = motion_transform(*system.poses[k])
    return E


def world_axes(system: System) -> Array:
    """A_0, (frame, frame): diag(R, R) of each frame, which turns its components into those of the world."""
    return frame_blocks(system, [np.kron(np.eye(2), world_pose(system, frame)[0]) for frame in system.frames])


def world_motions(system: System) -> Array:
    """X_0, (frame, frame): [[R, 0], [p̃R, R]] takes a motion at a frame to the origin of the world."""
    poses = [world_pose(system, frame) for frame in system.frames]
    return frame_blocks(system, [np.block([[R, np.zeros((3, 3))], [skew(p) @ R, R]]) for R, p in poses])


def world_pose(system: System, frame: Frame) -> tuple[Array, Array]:
    """R (3, 3) and p (3,) of a frame in the world."""
    rotation, position = frame.pose.rotation, frame.pose.position
    body = frame.body
    if body >= 0:
        rotation, position = on_node(system.model, system.q_tree, body, position, rotation, position)
    while body >= 0:
        outer_rotation, outer_position = system.poses[body]
        rotation, position = outer_rotation @ rotation, outer_position + outer_rotation @ position
        body = system.parents[body]
    return rotation, position


def frame_blocks(system: System, blocks: Sequence[NDArray[Any]]) -> Array:
    """An operator with one block (6, 6) for each frame."""
    result = np.zeros((system.size(Space.FRAME), system.size(Space.FRAME)))
    for i, block in enumerate(blocks):
        result[6 * i : 6 * i + 6, 6 * i : 6 * i + 6] = block
    return result
