"""A flexible arm: the same move as it is asked for, and shaped so that the links come to rest with it.

Its motors hold the angles they are told, like springs. Modal analysis tells how the arm rings at the end: a
command that comes again half a period later excites a mode twice in opposition [Singer and Seering 1990].

    python examples/flexible_arm.py [picture.svg]
"""

from __future__ import annotations

import sys

import numpy as np

import psiphi
from psiphi.flexible import beam
from psiphi.model import Body, Frame, Joint, Model, Rotor
from psiphi.spatial import Pose
from psiphi.view.drawings.charts import Series, line_chart
from psiphi.view.drawings.drawing import standing_alone

START, END, LASTS, HOLD = np.array([0.0, 0.3]), np.array([0.5, -0.2]), 0.4, 2000.0
MOTOR = {"rotor": Rotor(1e-5, gear_ratio=100.0), "stiffness": HOLD, "damping": 20.0}


def arm() -> psiphi.Robot:
    section = {"area": 1e-4, "second_moments": (1e-9, 1e-9), "young": 70e9}
    link = beam(length=0.8, density=2700.0, **section, modes=2, motions="y")
    upper = Body("upper", -1, Joint("shoulder", "revolute", **MOTOR), modes=link)
    lower = Body("lower", 0, Joint("elbow", "revolute", Pose(None, (0.8, 0, 0)), **MOTOR), modes=link)
    frames = [Frame("tip", 1, Pose(None, (0.8, 0, 0)))]
    return psiphi.Robot(Model("flexible arm", [upper, lower], frames, gravity=(0, 0, 0)))


def main(*pictures: str) -> None:
    robot, time, lines = arm(), np.arange(3000) * 1e-3, []
    motors, end = [0, 3], np.array([END[0], 0, 0, END[1], 0, 0])  # each with two modes after it
    modes = robot.modal_analysis(end).eigenvalues[:2]
    print("at the end the arm rings at " + " and ".join(f"{x.imag / (2 * np.pi):.2f} Hz" for x in modes))
    for name, shaped in (("as asked", []), ("shaped", modes)):
        starts, shares = np.zeros(1), np.ones(1)
        for mode in shaped:  # all of it again half a period later, smaller as the mode is by then
            later = np.exp(np.pi * mode.real / mode.imag)
            starts = np.concatenate([starts, starts + np.pi / mode.imag])
            shares = np.concatenate([shares, later * shares]) / (1.0 + later)
        s = np.clip((time[:, None] - starts) / LASTS, 0.0, 1.0)
        told = START + (END - START) * ((s**3 * (10.0 - 15.0 * s + 6.0 * s**2)) @ shares)[:, None]
        q, torque = robot.neutral(), np.zeros((len(time), robot.nv))
        q[motors], torque[:, motors] = START, HOLD * told
        motion = robot.simulate(q, np.zeros(robot.nv), torque, duration=3.0, dt=1e-3)
        apart = np.linalg.norm(robot.frame_pose(motion.q, "tip")[1] - robot.frame_pose(end, "tip")[1], axis=1)
        off = 1e3 * apart[motion.time > LASTS + starts.max()].max()
        print(f"{name}: told all after {LASTS + starts.max():.2f} s, the tip is up to {off:.1f} mm off")
        lines.append(Series(name, 1e3 * apart[300:2000], f"c{len(lines)}"))
    for picture in pictures:
        standing_alone(line_chart(motion.time[300:2000], lines, "s", "mm to go")).save(picture)


if __name__ == "__main__":
    main(*sys.argv[1:])
