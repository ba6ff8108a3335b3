"""Inverse kinematics: a batch of targets, reached by Gauss–Newton steps on the manifold.

Each step solves J δ = e for the error e of the flange's pose, with a little damping; all targets go together.

    python examples/inverse_kinematics.py [picture.png]
"""

from __future__ import annotations

import sys

import numpy as np

import psiphi
from psiphi.spatial import log_so3

FLANGE, STEPS, DAMPING = "panda_link8", 30, 1e-6


def error_of(robot: psiphi.Robot, q: np.ndarray, rotation: np.ndarray, position: np.ndarray) -> np.ndarray:
    """[angular; linear] from where the flange is to where it should be, in world axes."""
    turned, place = robot.frame_pose(q, FLANGE)
    return np.concatenate([log_so3(rotation @ turned.swapaxes(-1, -2)), position - place], axis=-1)


def main(*pictures: str) -> None:
    robot = psiphi.robots.panda()
    home = np.array(psiphi.robots.PANDA_READY)
    rotation, position = robot.frame_pose(home, FLANGE)
    angle = np.linspace(0.0, 2.0 * np.pi, 60, endpoint=False)
    circle = 0.15 * np.stack([np.zeros(60), np.cos(angle), np.sin(angle)], axis=-1)
    targets = position + circle

    q = np.tile(home, (60, 1))
    for _ in range(STEPS):
        e = error_of(robot, q, rotation, targets)
        J = robot.jacobian(q, FLANGE)
        gram = J @ J.swapaxes(-1, -2) + DAMPING * np.eye(6)
        q = robot.integrate(q, (J.swapaxes(-1, -2) @ np.linalg.solve(gram, e[..., None]))[..., 0])

    worst = np.abs(error_of(robot, q, rotation, targets)).max()
    print(f"{len(q)} targets reached within {worst:.0e} m and rad")
    for picture in pictures:
        robot.snapshot(q[::12], size=(320, 240), azimuth=-20.0).save(picture)


if __name__ == "__main__":
    main(*sys.argv[1:])
