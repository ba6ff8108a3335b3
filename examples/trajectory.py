"""Torques along a trajectory: one call for all of its points.

The arm goes from one posture to another and back, along quintic polynomials that start and end at rest. Every
point is a row of a batch. The motors are strong enough if no torque exceeds its limit.

    python examples/trajectory.py [picture.png]
"""

from __future__ import annotations

import sys

import numpy as np

import psiphi
from psiphi.simulation import quintic

DURATION, POINTS = 1.2, 500
HOME = np.array([0.0, -0.6, 0.0, -2.2, 0.0, 1.6, 0.8])
AWAY = np.array([1.2, 0.5, -0.4, -1.1, 0.6, 2.0, -0.5])


def main(*pictures: str) -> None:
    robot = psiphi.robots.panda()
    time = np.linspace(0.0, DURATION, POINTS)
    there, back = quintic(HOME, AWAY, DURATION), quintic(AWAY, HOME, DURATION)
    q, v, a = (np.concatenate(parts) for parts in zip(there(time), back(time), strict=True))

    tau = robot.inverse_dynamics(q, v, a)
    work = (tau * v).sum() * time[1]  # the ends are at rest, so the sum is the integral
    print(f"{len(tau)} points; work done on the way there and back: {work:.1e} J")
    for joint in robot.joint_names:
        limits = robot.model.joint(joint).limits
        torque, limit = np.abs(tau[:, robot.v_slice(joint)]).max(), np.max(limits.effort)
        print(f"{joint:14} {torque:6.1f} N m of {limit:4.0f}  {'too much' if torque > limit else 'fine'}")

    again = robot.forward_dynamics(q, v, tau)  # the same motion, the other way round
    print(f"forward dynamics gives the accelerations back within {np.abs(again - a).max():.0e} rad/s²")
    for picture in pictures:
        robot.snapshot(q[: POINTS : POINTS // 5], size=(320, 240)).save(picture)


if __name__ == "__main__":
    main(*sys.argv[1:])
