"""An arm that learns its own inertias: it believes its links to be half as heavy again.

Joint forces are linear in the inertias, so that an adaptive law can mend its belief while it follows a path:
the sum of kinetic energy and of what it has not learned never rises. Beside it goes one that does not learn.

    python examples/arm_that_learns.py [PLOT.png]
"""

from __future__ import annotations

import sys

import numpy as np

import psiphi
from psiphi.control import Adaptive

HOME, RATE = np.array([0.3, 0.5]), np.array([2.0, 3.1])


def waves(t: float) -> tuple[np.ndarray, ...]:
    """Where the joints should be, with velocities and accelerations."""
    wave = 0.5 * np.sin(RATE * t)
    return HOME + wave, 0.5 * RATE * np.cos(RATE * t), -(RATE**2) * wave


def main(*pictures: str) -> None:
    arm = psiphi.robots.planar_chain(2)
    guess, off = 1.5 * arm.inertial_parameters(), {}
    for name, pace in (("learns", 0.3), ("does not learn", 1e-12)):
        law = Adaptive(arm, waves, pole=4.0, learning=pace, parameters=guess)
        motion = arm.simulate(HOME, waves(0.0)[1], law, duration=20.0, dt=5e-3, damping=False)
        path = np.array([waves(t)[0] for t in motion.time])
        off[name] = np.linalg.norm(motion.q - path, axis=-1)
        print(f"an arm that {name} is off by {off[name][motion.time > 15.0].max():.1e} rad in the end")
    for picture in pictures:
        import matplotlib.pyplot as plt

        figure, axes = plt.subplots(figsize=(4.2, 2.6), layout="constrained")
        for name, distance in off.items():
            axes.semilogy(motion.time, distance, label=name)
        axes.set(xlabel="time, s", ylabel="off the path, rad", ylim=(1e-4, None))
        axes.legend(fontsize=7)
        figure.savefig(picture, dpi=110)


if __name__ == "__main__":
    main(*sys.argv[1:])
