"""The forces that hold loops, where they act in the world."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from psiphi.model.kinematics import frame_pose
from psiphi.robot import Robot

Array = NDArray[np.float64]


def loop_forces(robot: Robot, q: Array, v: Array, tau: Array) -> tuple[Array, Array]:
    """Where loops between frames are held, and the forces on the robot there, (..., L, 3), in the world.

    f = R Σ d λ over the linear parts of the directions d of a loop, R the rotation of its first end. This is
    the force on the first end, and −f that on the second, which is shown where the first is the world's.
    """
    force = robot.constrained_forward_dynamics(q, v, tau).force
    places: list[Array] = []
    forces: list[Array] = []
    for loop in robot.model.loops:
        if loop.kind == "joint":
            continue
        rows = robot.model.loop_slices[loop.name]
        turn, place = frame_pose(robot.model, q, loop.first)
        _, other = frame_pose(robot.model, q, loop.second)
        held = force[..., rows]
        constant = loop.directions()[:, 3:]
        local = held[..., : len(constant)] @ constant
        if loop.moving == "distance":
            apart = ((other - place)[..., None, :] @ turn)[..., 0, :]
            local = local + held[..., -1:] * apart / np.linalg.norm(apart, axis=-1, keepdims=True)
        elif loop.moving == "plane":
            local = local + held[..., -1:] * np.array(loop.axis)
        side = 1.0 if robot.model.frame(loop.first).body >= 0 else -1.0
        places.append(np.asarray(place))
        forces.append(side * (turn @ local[..., None])[..., 0])
    if not places:
        return np.zeros((*q.shape[:-1], 0, 3)), np.zeros((*q.shape[:-1], 0, 3))
    return np.stack(places, axis=-2), np.stack(forces, axis=-2)
