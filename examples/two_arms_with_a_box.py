"""Two arms hold a box: close the grasp, share the load, squeeze, and lift it by a law.

Arms and box are a tree, and the two grasps are loops that weld the box to both flanges. The box is lifted by
the motors of the arms alone, with a share of its weight for each, and with a squeeze that moves nothing.

    python examples/two_arms_with_a_box.py [picture.png]
"""

from __future__ import annotations

import sys

import numpy as np

import psiphi
from psiphi.control import SharedLoad

SQUEEZE = 30.0  # newtons


def main(*pictures: str) -> None:
    robot = psiphi.robots.two_pandas_with_box()
    motors = [name for name in robot.joint_names if name != "box_float"]

    # Start near, close the grasps with the box 5 cm further up, and stand still.
    guess = np.array([*psiphi.robots.PANDA_READY, *psiphi.robots.PANDA_READY, 0, 0, 0.05, 0, 0, 0, 1])
    q, residual = robot.assemble(guess, locked="box_float")
    zero = np.zeros(robot.nv)
    print(f"closed within {np.abs(residual).max():.0e} m; {robot.constraint_report(q).freedom} freedoms left")

    # The forces of the loops act on the box: [moment; force] in the axes of its faces, z inward.
    left, right = robot.model.loop_slices.values()
    up = robot.frame_pose(q, "box_left")[0].T @ [0.0, 0.0, 1.0]
    for shares in ({}, {"left_grasp": 3.0}):
        tau, force = robot.constrained_inverse_dynamics(q, zero, zero, motors, shares=shares)
        carried = [force[place][3:] @ up for place in (left, right)]
        print(f"shares {shares}: the arms carry {carried[0]:.1f} N and {carried[1]:.1f} N")

    squeeze = np.zeros(robot.model.loop_size)
    squeeze[left][5] = squeeze[right][5] = SQUEEZE
    tau, force = robot.constrained_inverse_dynamics(q, zero, zero, motors, internal_force=squeeze)
    a, _ = robot.constrained_forward_dynamics(q, zero, tau)
    print(f"squeezed with {force[left][5]:.1f} N, the box accelerates by {np.abs(a).max():.0e}")

    # A law leads the box up by 5 cm, with the motors of the arms alone, and squeezes it all the while.
    rotation, place = robot.frame_pose(q, "box")
    law = SharedLoad(robot, "box", (rotation, np.add(place, [0.0, 0.0, 0.05])), pole=8.0, squeeze=squeeze)
    lift = robot.simulate(q, zero, law, duration=1.0, dt=0.002)
    way = 1e3 * (robot.frame_pose(lift.q[-1], "box")[1][2] - place[2])
    _, force = robot.constrained_forward_dynamics(lift.q, lift.v, lift.tau)
    held = np.abs(force[:, left][:, 5] + force[:, right][:, 5]) / 2
    print(f"lifted by {way:.1f} mm, squeezed with {held.min():.1f} to {held.max():.1f} N")
    print(f"and the grasps stay closed within {np.abs(robot.loop_residual(lift.q)).max():.0e} m")
    for picture in pictures:
        robot.snapshot(q, size=(320, 240), azimuth=-80.0).save(picture)


if __name__ == "__main__":
    main(*sys.argv[1:])
