"""The hand of a free flyer is led to its goal, although nothing holds the base: it gives way.

What moves the hand is the generalised Jacobian, in which the motion of the base is eliminated. Only joints
are driven, so that the robot has no momentum at the end either.

    python examples/hand_of_a_free_flyer.py [PLOT.png]
"""

from __future__ import annotations

import sys

import numpy as np

import psiphi
from psiphi.control import FreeFlyingOperationalSpace, PoseToPose

HAND = "left_tool"


def main(*pictures: str) -> None:
    flyer = psiphi.robots.free_flyer()
    q = flyer.integrate(flyer.neutral(), np.concatenate([np.zeros(6), np.linspace(-0.5, 0.5, 14)]))
    rotation, place = flyer.frame_pose(q, HAND)
    goal = np.add(place, [0.1, 0.1, 0.0])
    line = PoseToPose((rotation, place), (rotation, goal), 1.0)
    law = FreeFlyingOperationalSpace(flyer, HAND, line, pole=8.0, posture=q)
    motion = flyer.simulate(q, np.zeros(flyer.nv), law, duration=1.5, dt=2e-3, damping=False)

    left = np.linalg.norm(flyer.frame_pose(motion.q, HAND)[1] - goal, axis=-1)
    base = np.linalg.norm(motion.q[:, :3] - q[:3], axis=-1)
    momentum = np.abs(flyer.momentum(motion.q, motion.v)).max()
    print(f"the hand ends {left[-1]:.0e} m from its goal, {left[0]:.3f} m from where it was")
    print(f"the base gave way by {base.max():.4f} m, and the momentum was never more than {momentum:.0e}")
    for picture in pictures:
        import matplotlib.pyplot as plt

        figure, axes = plt.subplots(figsize=(4.2, 2.6), layout="constrained")
        axes.plot(motion.time, 100.0 * left, label="hand to its goal, cm")
        axes.plot(motion.time, 100.0 * base, label="base from where it was, cm")
        axes.set(xlabel="time, s", ylim=(0.0, None))
        axes.legend(fontsize=7)
        figure.savefig(picture, dpi=110)


if __name__ == "__main__":
    main(*sys.argv[1:])
