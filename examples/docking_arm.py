"""A space station whose panels shake while an arm docks a capsule: moved at once, and shaped to what rings.

Nothing acts from outside: momentum is kept, and panels ring on unless half the move waits half a period.

    python examples/docking_arm.py [picture.svg]
"""

from __future__ import annotations

import sys

import numpy as np

import psiphi
from psiphi.flexible import beam
from psiphi.model import Body, Joint, Model
from psiphi.spatial import Inertia, Pose
from psiphi.view.drawings.charts import Series, line_chart
from psiphi.view.drawings.drawing import standing_alone

FROM, TO, LASTS, SHOWN, DT = np.array([0.2, 0.4]), np.array([1.0, -0.6]), 6.0, 40.0, 0.01
MAST = {"length": 15.0, "density": 2700.0, "area": 2e-3, "second_moments": (1e-6, 4e-6), "young": 70e9}
PANEL = beam(modes=2, motions="yz", damping=2e-3, **MAST)


def station() -> psiphi.Robot:
    y, aft = (0.0, 1.0, 0.0), Pose(np.diag([-1.0, -1.0, 1.0]), (-2, 0, 0))
    boom, capsule = Inertia(200.0, (3, 0, 0), 600.0 * np.eye(3)), Inertia(5e3, (6, 0, 0), 5e3 * np.eye(3))
    bodies = [
        Body("hub", -1, Joint("float", "free"), Inertia(2e4, (0, 0, 0), np.diag([6e4, 9e4, 9e4]))),
        Body("left", 0, Joint("left root", "fixed", Pose(None, (2, 0, 0))), modes=PANEL),
        Body("right", 0, Joint("right root", "fixed", aft), modes=PANEL),
        Body("boom", 0, Joint("shoulder", "revolute", Pose(None, (0, 0, 2)), axis=y), boom),
        Body("capsule", 3, Joint("elbow", "revolute", Pose(None, (6, 0, 0)), axis=y), capsule),
    ]
    return psiphi.Robot(Model("station", bodies, gravity=(0, 0, 0)))


def main(*pictures: str) -> None:
    robot, lines, arm = station(), [], ["shoulder", "elbow"]
    q, end, driven = robot.neutral(), robot.neutral(), robot.prescribed(arm)
    q[-2:], end[-2:] = FROM, TO
    rings = robot.modal_analysis(end, held=arm).frequencies
    period = 2 * np.pi / rings[rings > 0.1][0]  # the others float
    print(f"at the end the panels ring at {1 / period:.3f} Hz")
    for name, starts in (("at once", [0.0]), ("shaped", [0.0, period / 2])):
        s = np.clip((DT * np.arange(SHOWN / DT)[:, None] - starts) / LASTS, 0.0, 1.0)
        pushed = (s * (60.0 - 180.0 * s + 120.0 * s**2)).mean(axis=1) / LASTS**2
        torque = driven.torque(prescribed=pushed[:, None] * (TO - FROM))
        motion = robot.simulate(q, np.zeros(robot.nv), torque, duration=SHOWN, dt=DT)
        bent = 1e3 * motion.q[:, robot.model.q_modes("left")] @ PANEL.shapes[PANEL.nodes["tip"], 2]
        off, kept = np.abs(bent[motion.time > 20.0]).max(), np.abs(robot.momentum(motion.q, motion.v)).max()
        print(f"{name}: afterwards the panel swings {off:.1f} mm; momentum within {kept:.0e}")
        lines.append(Series(name, bent, f"c{len(lines)}"))
    for picture in pictures:
        standing_alone(line_chart(motion.time, lines, "s", "mm at the tip of a panel")).save(picture)


if __name__ == "__main__":
    main(*sys.argv[1:])
