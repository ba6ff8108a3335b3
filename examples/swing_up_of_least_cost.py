"""Swing-ups of least cost: a cart with a pole, and an arm with weak motors, planned by iLQR and held by LQR.

Neither can be lifted at once: the limits of the forces make them swing first. Where the plan ends, the linear
quadratic regulator about the upper equilibrium takes over.

    python examples/swing_up_of_least_cost.py [PICTURE.png]
"""

from __future__ import annotations

import sys

import numpy as np

from psiphi import Robot, robots
from psiphi.control import Quadratic, ilqr, lqr
from psiphi.model import Body, Joint, Model
from psiphi.simulation import Trajectory
from psiphi.spatial import Inertia

CART = Body("cart", -1, Joint("slide", "prismatic", axis=(0, 1, 0)), Inertia(1.0, (0, 0, 0), np.eye(3)))
POLE = Inertia(0.2, (0, 0, -0.5), np.diag([0.017, 0.017, 1e-4]))
CART_POLE = Robot(
    Model("cart_pole", (CART, Body("pole", 0, Joint("hinge", "revolute", axis=(1, 0, 0)), POLE)))
)
ARM = robots.planar_chain(2)
DT, STEPS = 0.02, 150


def swing(name: str, robot: Robot, down: list, up: list, joints: list, most: float) -> Trajectory:
    """The plan, and then the regulator: three seconds each."""
    still, most_off = np.zeros(robot.nv), lambda q: np.abs(q - up).max()
    final = Quadratic(np.r_[500.0 + still, 50.0 + still], q=up)
    how = {"steps": STEPS, "dt": DT, "joints": joints, "limits": (-most, most), "tau": [0.1] * len(joints)}
    plan = ilqr(robot, down, still, Quadratic(0.01, 0.005, q=up), final, **how, tolerance=1e-6)
    print(f"{name}: {plan.reason} after {plan.iterations} iterations at a cost of {plan.cost:.2f}")
    print(f"  forces up to {np.abs(plan.u).max():.2f}, {most_off(plan.q[-1]):.3f} rad or m off in the end")
    law = lqr(robot, up, None, 1.0, 0.1, joints=joints, dt=DT, method="semi_implicit")
    steps = {"duration": STEPS * DT, "dt": DT, "method": "semi_implicit", "hold": 1}
    held = robot.simulate(plan.q[-1], plan.v[-1], law, **steps)
    print(f"  held upright within {most_off(held.q[-1]):.0e}")
    parts = (plan.q[:-1], held.q), (plan.v[:-1], held.v), (plan.tau, held.tau)
    return Trajectory(robot, DT * np.arange(2 * STEPS + 1), *(np.concatenate(both) for both in parts))


def main(*pictures: str) -> None:
    swing("cart and pole", CART_POLE, [0.0, 0.0], [0.0, np.pi], ["slide"], 6.0)
    motion = swing("arm", ARM, [np.pi / 2, 0.0], [-np.pi / 2, 0.0], ["joint_2", "joint_1"], 6.0)
    for picture in pictures:
        motion.animation(size=(320, 240), frames_per_second=8).save(picture)


if __name__ == "__main__":
    main(*sys.argv[1:])
