"""Operational-space control: the flange of the Panda is drawn to a circle and follows it, by joint torques.

A force F = Λẍ + μ accelerates the flange by ẍ. For ẍ = ẍ_d − 2ωu − ω²e the error e of its position obeys
ë + 2ωė + ω²e = 0, whatever the arm does. A posture in the null space, which the flange does not feel, holds
the arm, which has one joint more than the flange has freedoms, near its place. The law is compiled into the
motion.

    python examples/operational_space_control.py [PLOT.png]
"""

from __future__ import annotations

import sys

import numpy as np

import psiphi
from psiphi.control import OperationalSpace
from psiphi.simulation import quintic

FLANGE, OMEGA, RADIUS, DURATION = "panda_link8", 8.0, 0.12, 3.0
HOME = np.array([0.0, -0.6, 0.0, -2.2, 0.0, 1.6, 0.8])
robot, once_round = psiphi.robots.panda(), quintic(np.zeros(1), [2 * np.pi], DURATION)
UPRIGHT, TOP = robot.frame_pose(HOME, FLANGE)


def circle(t: float) -> tuple[np.ndarray, np.ndarray, np.ndarray, np.ndarray]:
    """Rotation, position, velocity and acceleration on a circle in the y-z plane, from rest at its top."""
    (angle,), (rate,), (growth,) = once_round(t)
    outward = RADIUS * np.array([0.0, np.sin(angle), np.cos(angle)])
    along = RADIUS * np.array([0.0, np.cos(angle), -np.sin(angle)])
    still = np.zeros(3)
    place = TOP + outward - np.array([0.0, 0.0, RADIUS])
    turned = growth * along - rate**2 * outward
    return UPRIGHT, place, np.concatenate([still, rate * along]), np.concatenate([still, turned])


def main(*pictures: str) -> None:
    law = OperationalSpace(robot, FLANGE, circle, pole=OMEGA, posture=HOME, posture_pole=1.0)
    starts = robot.integrate(HOME, 0.05 * np.random.default_rng(0).standard_normal((8, robot.nv)))
    motion = robot.simulate(starts, np.zeros(robot.nv), law, duration=DURATION, dt=0.005)
    path = np.stack([circle(t)[1] for t in motion.time])
    error = path[:, None] - robot.frame_pose(motion.q, FLANGE)[1]
    for t, off in zip(motion.time[::100], np.linalg.norm(error, axis=-1).max(axis=-1)[::100], strict=True):
        print(f"at {t:.1f} s the worst of 8 arms is {off:.0e} m off its path")
    expected = np.multiply.outer((1 + OMEGA * motion.time) * np.exp(-OMEGA * motion.time), error[0])
    print(f"as the law says, within {np.abs(error - expected).max():.0e} m")
    for picture in pictures:
        motion.animation(size=(320, 240), frames_per_second=8).save(picture)


if __name__ == "__main__":
    main(*sys.argv[1:])
