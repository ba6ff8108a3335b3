"""A spacecraft turns itself by moving its arms: like a falling cat, with nothing to push against.

Both arms go round a closed path in the space of their joints, again and again. The momentum is zero all the
while, and the base follows the joints as it must: when the arms are back where they were, it is not.

    python examples/free_flyer_reorientation.py [rounds] [picture.png]
"""

from __future__ import annotations

import sys
from collections.abc import Sequence

import numpy as np

import psiphi
from psiphi.spatial import log_so3

STEPS, PERIOD = 400, 60.0  # of one round: seconds
SHOULDER, ELBOW = 1.2, 1.5  # how far the joints go, radians


def joint_rates(robot: psiphi.Robot, time: float) -> np.ndarray:
    """Rates of the joints: shoulder and elbow a quarter of a round apart, all others at rest."""
    rates, angle = np.zeros(robot.nv), 2 * np.pi * time / PERIOD
    for side in ("left", "right"):
        rates[robot.v_slice(f"{side}_shoulder_pitch")] = -SHOULDER * np.sin(angle)
        rates[robot.v_slice(f"{side}_elbow_pitch")] = ELBOW * np.cos(angle)
    return rates[6:] * 2 * np.pi / PERIOD


def main(rounds: int = 5, pictures: Sequence[str] = ()) -> None:
    robot = psiphi.robots.free_flyer()
    q = start = robot.neutral()
    dt, fastest, momentum = PERIOD / STEPS, 0.0, 0.0
    for step in range(rounds * STEPS):
        # The midpoint rule: the velocity of the base in the middle of the step, from the rates there.
        rates = joint_rates(robot, (step + 0.5) * dt)
        ahead = np.concatenate([robot.base_velocity(q, rates), rates])
        middle = robot.integrate(q, ahead, dt / 2)
        v = np.concatenate([robot.base_velocity(middle, rates), rates])
        momentum = max(momentum, float(np.abs(robot.momentum(middle, v)).max()))
        fastest = max(fastest, float(np.linalg.norm(v[:3])))
        q = robot.integrate(q, v, dt)

    turn = log_so3(robot.frame_pose(q, "bus")[0])
    axis = turn / np.linalg.norm(turn)
    away = np.abs(q[7:] - start[7:]).max()
    drift = np.abs(robot.center_of_mass(q) - robot.center_of_mass(start)).max()
    print(f"after {rounds} rounds the arms are back within {away:.0e} rad")
    print(f"the base has turned by {np.degrees(np.linalg.norm(turn)):.2f}° about {np.round(axis, 3) + 0.0}")
    print(f"on the way it turned at up to {np.degrees(fastest):.2f}°/s")
    print(f"the momentum was never more than {momentum:.0e}; the centre of mass is off by {drift:.0e} m")
    for picture in pictures:
        robot.snapshot(np.stack([q, start]), size=(320, 240)).save(picture)


if __name__ == "__main__":
    numbers = [int(word) for word in sys.argv[1:] if word.isdigit()]
    main(*numbers, pictures=[word for word in sys.argv[1:] if not word.isdigit()])
