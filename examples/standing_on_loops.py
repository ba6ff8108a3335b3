"""A quadruped stands on four feet, loops to the ground, and takes a push: LQR on the pose of its trunk.

Twelve motors move the six freedoms that the feet leave. The regulator is that of the linear motion along the
loops; its cost is promised by x*X x, and paid by the motion.

    python examples/standing_on_loops.py [PICTURE.png]
"""

from __future__ import annotations

import sys
from dataclasses import replace

import numpy as np

import psiphi
from psiphi.control import lqr
from psiphi.model import Frame
from psiphi.spatial import Pose

LEGS, DT = ("LF", "RF", "LH", "RH"), 0.02


def standing() -> tuple[psiphi.Robot, np.ndarray]:
    """The quadruped with bent knees, each foot tied to the ground below it."""
    free = psiphi.robots.quadruped()
    q, model = free.neutral(), free.model
    for leg in LEGS:
        q[free.q_slice(f"{leg}_hip_swing")], q[free.q_slice(f"{leg}_knee")] = 0.6, -1.2
    places = [Pose(position=free.frame_pose(q, f"{leg}_foot")[1]) for leg in LEGS]
    ground = [Frame(f"{leg}_ground", -1, place) for leg, place in zip(LEGS, places, strict=True)]
    model = replace(model, frames=(*model.frames, *ground))
    for leg in LEGS:
        model = model.with_loop(f"{leg}_ground", f"{leg}_foot", "point", name=f"{leg} stands")
    return psiphi.Robot(model), q


def main(*pictures: str) -> None:
    robot, q = standing()
    Q = np.r_[np.full(6, 100.0), np.full(6, 1.0)]
    law = lqr(robot, q, None, Q, 0.01, independent=["root"])
    print(
        f"{len(law.joints)} motors, {len(law.free)} freedoms; the slowest pole {law.poles.real.max():.1f} 1/s"
    )
    push = np.zeros(robot.nv)
    push[:6] = 0.3, 0.2, 0.1, 0.1, 0.3, 0.0  # turning and sliding of the trunk
    v = robot.project_velocity(q, push)
    motion = robot.simulate(q, v, law, duration=1.2, dt=DT)
    apart = np.concatenate([robot.difference(q, motion.q), motion.v], axis=-1)[:, [*range(6), *range(18, 24)]]
    most, left = np.abs(apart[:, :6]).max(), np.abs(apart[-1]).max()
    print(f"the trunk moves by up to {most:.3f}, and is back within {left:.0e}")
    change = (motion.tau - law.tau)[:, law.joints]
    paid = np.trapezoid((apart**2 @ Q) + 0.01 * (change**2).sum(axis=-1), dx=DT)
    print(f"promised {apart[0] @ law.cost_to_go @ apart[0]:.3f}, paid {paid:.3f}")
    for picture in pictures:
        motion.animation(size=(320, 240), frames_per_second=10).save(picture)


if __name__ == "__main__":
    main(*sys.argv[1:])
