"""Identification: a 6R arm whose masses differ from the drawing, found from noisy torques.

python examples/identify_arm.py [picture.png]
"""

from __future__ import annotations

import sys

import numpy as np

import psiphi
from psiphi import identification

NOISE = np.array([0.3, 0.3, 0.15, 0.03, 0.03, 0.02])  # N m, of the torque that each joint measures


def main(*pictures: str) -> None:
    drawing, rng = psiphi.robots.ur5(), np.random.default_rng(7)
    bodies = drawing.inertial_parameters().reshape(-1, 10)
    real = drawing.with_inertial_parameters((bodies * rng.uniform(0.8, 1.2, (len(bodies), 1))).ravel())

    motion = identification.excitation(drawing, duration=10.0, samples=400, condition=10.0)
    print(f"the motion has condition {motion.condition:.1f}")
    tau = real.inverse_dynamics(motion.q, motion.v, motion.a)
    tau = tau + NOISE * rng.standard_normal(tau.shape)

    found = identification.identify(drawing, motion.q, motion.v, motion.a, tau, prior=0.15)
    off = np.abs(found.values - found.projection @ real.inertial_parameters()) / found.deviations
    within = f"{np.mean(off < 2):.0%} of them within two deviations, the worst {off.max():.1f}"
    print(f"{len(off)} combinations, {within}")
    masses = real.inertial_parameters()[::10]
    for (name, (mass, deviation)), true in zip(found.masses.items(), masses, strict=True):
        print(f"{name:10} {mass:6.3f} ± {deviation:.3f} kg, in truth {true:6.3f}")
    before, after = (
        np.sqrt(np.mean((tau - robot.inverse_dynamics(motion.q, motion.v, motion.a)) ** 2))
        for robot in (drawing, found.identified_robot)
    )
    print(f"torques are explained within {after:.2f} N m; the drawing explains them within {before:.2f} N m")
    for picture in pictures:
        found.plot().savefig(picture, dpi=60)


if __name__ == "__main__":
    main(*sys.argv[1:])
