"""A Panda reaches behind itself: a plan of least cost, without and with a limit of its shoulder in the cost.

The hand shall be at a place, at rest. The cheapest way leans the shoulder back beyond its limit. A residual
that grows from a margin on keeps it away: the same program with another number, and nothing is compiled anew.

    python examples/past_a_joint_limit.py [PICTURE.png]
"""

from __future__ import annotations

import sys

import numpy as np

import psiphi
from psiphi.control import Cost, Plan, ilqr, traced
from psiphi.simulation import Trajectory

HOME, HAND, SHOULDER, MARGIN = np.array([0.0, -0.6, 0.0, -1.6, 0.0, 1.6, 0.8]), "panda_link8", 1, 0.1
DT, STEPS = 0.02, 60
robot = psiphi.robots.panda()
LIMIT = robot.limits.lower[SHOULDER]
hand = traced(robot.kernel("frame_pose", [HAND]))


def stage(q: np.ndarray, v: np.ndarray, u: np.ndarray, stiff: np.ndarray) -> list:
    """Residuals: rates, forces, and how far the shoulder is within the margin of its limit."""
    x = LIMIT + MARGIN - q[SHOULDER]
    return [*(0.1 * v), *(0.003 * u), stiff[0] * (x + np.abs(x))]


def final(q: np.ndarray, v: np.ndarray, u: np.ndarray, place: np.ndarray) -> list:
    return [*(100.0 * (hand(q)[1] - place)), *(5.0 * v)]


def planned(stiff: float, place: np.ndarray) -> Plan:
    end = Cost(final, {"place": place})
    return ilqr(
        robot, HOME, np.zeros(7), Cost(stage, {"stiff": [stiff]}), end, steps=STEPS, dt=DT, limits=False
    )


def main(*pictures: str) -> None:
    place = np.array([-0.4, 0.0, 0.6])
    for name, stiff in (("without", 0.0), ("with", 10.0)):
        plan = planned(stiff, place)
        within = plan.q[:, SHOULDER].min() - LIMIT
        off = np.linalg.norm(robot.frame_pose(plan.q[-1], HAND)[1] - place)
        print(f"{name} its limit: the shoulder comes within {within:+.3f} rad of it")
        print(f"  {plan.reason} after {plan.iterations} iterations, the hand {1000 * off:.1f} mm off")
    for picture in pictures:
        motion = Trajectory(robot, DT * np.arange(STEPS + 1), plan.q, plan.v, np.r_[plan.tau, plan.tau[-1:]])
        motion.animation(size=(320, 240), frames_per_second=10).save(picture)


if __name__ == "__main__":
    main(*sys.argv[1:])
