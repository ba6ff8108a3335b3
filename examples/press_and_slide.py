"""A hand that presses on a table and slides along it: hybrid control of force and motion.

Along the normal of the table the law asks for a force, along the other five axes for a pose. The table is a
contact of the model, whose force is computed apart from the law.

    python examples/press_and_slide.py [PLOT.png]
"""

from __future__ import annotations

import sys
from dataclasses import replace

import numpy as np

import psiphi
from psiphi.control import HybridForce
from psiphi.model import Frame
from psiphi.spatial import Pose

HAND, DOWN, SIDEWAYS = "panda_link8", [0.0, 0.0, 0.0, 0.0, 0.0, -20.0], [True] * 5 + [False]


def main(*pictures: str) -> None:
    robot, home = psiphi.robots.panda(), np.array(psiphi.robots.PANDA_READY)
    rotation, place = robot.frame_pose(home, HAND)
    table = Frame("table", -1, Pose(position=tuple(place)))
    model = replace(robot.model, frames=(*robot.model.frames, table))
    held = psiphi.Robot(model.with_loop("table", HAND, "sliding_contact", axis=(0.0, 0.0, 1.0)))

    goal = rotation, np.add(place, [0.1, 0.05, 0.0])
    law = HybridForce(robot, HAND, goal, force=DOWN, motion=SIDEWAYS, pole=6.0, posture=home)
    start, _ = held.assemble(home)
    motion = held.simulate(start, np.zeros(7), law, duration=1.5, dt=2e-3, damping=False, friction=False)
    _, force = held.constrained_forward_dynamics(motion.q, motion.v, motion.tau)
    force, way = np.abs(force[:, 0]), robot.frame_pose(motion.q, HAND)[1] - place
    slid = np.linalg.norm(way[:, :2], axis=-1)
    print(f"the table feels {force.min():.6f} to {force.max():.6f} N while the hand slides {slid[-1]:.4f} m")
    print(f"and it leaves the table by no more than {np.abs(way[:, 2]).max():.0e} m")
    for picture in pictures:
        import matplotlib.pyplot as plt

        figure, axes = plt.subplots(figsize=(4.2, 2.6), layout="constrained")
        axes.plot(motion.time, force, label="force on the table, N")
        axes.plot(motion.time, 100.0 * slid, label="way slid, cm")
        axes.set(xlabel="time, s", ylim=(0.0, None))
        axes.legend(fontsize=7)
        figure.savefig(picture, dpi=110)


if __name__ == "__main__":
    main(*sys.argv[1:])
