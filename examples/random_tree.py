"""A tree of a thousand bodies with every type of joint: the same functions, and cost in proportion.

python examples/random_tree.py [bodies] [picture.png]
"""

from __future__ import annotations

import sys
import time
from collections.abc import Sequence

import numpy as np

import psiphi


def main(bodies: int = 1000, pictures: Sequence[str] = ()) -> None:
    robot = psiphi.robots.random_tree(seed=7, bodies=bodies, branching=0.3, rotors=True)
    print(f"{robot}; a body in the middle hangs on {depth(robot, len(robot.body_names) // 2)} others")

    rng = np.random.default_rng(0)
    q = robot.random_configuration(rng, batch=(64,))
    v, tau = rng.standard_normal((2, 64, robot.nv))

    start = time.perf_counter()
    a = robot.forward_dynamics(q, v, tau)
    print(f"forward dynamics: first call, with compiling, {time.perf_counter() - start:.1f} s")
    start = time.perf_counter()
    robot.forward_dynamics(q, v, tau, out=a)
    per_row = (time.perf_counter() - start) / 64
    print(
        f"then {per_row * 1e6:.0f} µs a configuration, {per_row / len(robot.body_names) * 1e9:.0f} ns a body"
    )

    operations = robot.kernel("forward_dynamics").operations
    print(f"{operations.total} operations, {operations.total // len(robot.body_names)} a body")

    error = np.abs(robot.inverse_dynamics(q, v, a) - tau).max()
    print(f"inverse dynamics gives the torques back within {error:.0e} N m")
    for picture in pictures:
        robot.snapshot(q[0], size=(320, 240)).save(picture)


def depth(robot: psiphi.Robot, body: int) -> int:
    """How many bodies there are between a body and the world."""
    parents = robot.model.merged().parents
    count = 0
    while (body := parents[body]) >= 0:
        count += 1
    return count


if __name__ == "__main__":
    numbers = [int(word) for word in sys.argv[1:] if word.isdigit()]
    main(*numbers, pictures=[word for word in sys.argv[1:] if not word.isdigit()])
