"""Chaos: six double pendulums that start almost alike.

They differ by a thousandth of a radian. All move in one batch, and after some seconds each goes its own way.

    python examples/pendulums.py [picture.png]
"""

from __future__ import annotations

import sys

import numpy as np

import psiphi

COPIES, APART = 6, 1e-3


def main(*pictures: str) -> None:
    robot = psiphi.robots.planar_chain(2)
    q = np.array([-2.5, -1.0]) + APART * np.linspace(0.0, 1.0, COPIES)[:, None]
    motion = robot.simulate(q, np.zeros((COPIES, 2)), duration=8.0, dt=0.005)
    spread = np.ptp(motion.q[..., 1], axis=1)
    for second in range(0, 9, 2):
        print(f"after {second} s the elbows are {spread[200 * second]:.1e} rad apart")
    print(f"the energy drifts by {motion.energy_drift:.0e} of the greatest kinetic energy")
    for picture in pictures:
        motion.animation(size=(240, 180), frames_per_second=5, azimuth=-15.0).save(picture)


if __name__ == "__main__":
    main(*sys.argv[1:])
