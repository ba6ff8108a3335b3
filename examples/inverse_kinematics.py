"""Inverse kinematics: a thousand poses at once, and a path along which the flange keeps its orientation.

python examples/inverse_kinematics.py [picture.png]
"""

from __future__ import annotations

import sys

import numpy as np

import psiphi

FLANGE = "panda_link8"


def main(*pictures: str) -> None:
    robot = psiphi.robots.panda()
    q = robot.random_configuration(np.random.default_rng(0), batch=1000)
    anywhere = robot.inverse_kinematics({FLANGE: robot.frame_pose(q, FLANGE)})
    solved, steps = np.count_nonzero(anywhere.converged), anywhere.iterations.mean()
    print(f"{solved} of 1000 poses, {steps:.0f} steps each")

    home = np.array(psiphi.robots.PANDA_READY)
    rotation, position = robot.frame_pose(home, FLANGE)
    angle = np.linspace(0.0, 2.0 * np.pi, 60, endpoint=False)
    circle = position + 0.15 * np.stack([np.zeros(60), np.cos(angle), np.sin(angle)], axis=-1)
    targets = {FLANGE: (rotation, circle)}
    path = robot.inverse_kinematics(targets, q0=home, tracking=True, tolerance=1e-10)
    print(f"{len(path.q)} targets along a circle reached within {path.error.max():.0e} m and rad")
    for picture in pictures:
        robot.snapshot(path.q[::12], size=(320, 240), azimuth=-20.0).save(picture)


if __name__ == "__main__":
    main(*sys.argv[1:])
