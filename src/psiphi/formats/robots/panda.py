"""The Franka Emika Panda, without its hand.

Modified Denavit–Hartenberg table and joint limits: the maker's robot and interface specifications. Inertial
parameters: C. Gaz, M. Cognetti, A. Oliva, P. Robuffo Giordano, A. De Luca, *Dynamic identification of the
Franka Emika Panda robot with retrieval of feasible parameters using penalty-based optimization*, IEEE
Robotics and Automation Letters 4(4), 2019. They reproduce the torques of the arm and are physically possible;
since not all parameters of a link can be felt at the joints, they need not be those of the link itself.
"""

from __future__ import annotations

import math

import numpy as np

from psiphi.formats.dh import DHRow, model_from_dh
from psiphi.model import Frame, Limits, Model
from psiphi.spatial import Inertia, Pose

RIGHT = math.pi / 2

# a, α, d of the rows; θ is zero throughout.
TABLE = (
    (0.0, 0.0, 0.333),
    (0.0, -RIGHT, 0.0),
    (0.0, RIGHT, 0.316),
    (0.0825, RIGHT, 0.0),
    (-0.0825, -RIGHT, 0.384),
    (0.0, RIGHT, 0.0),
    (0.088, RIGHT, 0.0),
)
# Mass, centre of mass, and xx, yy, zz, xy, xz, yz about it.
LINKS = (
    (4.970684, (3.875e-3, 2.081e-3, -0.04762), (0.70337, 0.70661, 9.117e-3, -1.39e-4, 6.772e-3, 0.019169)),
    (
        0.646926,
        (-3.141e-3, -0.02872, 3.495e-3),
        (7.962e-3, 0.02811, 0.025995, -3.925e-3, 0.010254, 7.04e-4),
    ),
    (
        3.228604,
        (0.027518, 0.039252, -0.066502),
        (0.037242, 0.036155, 0.01083, -4.761e-3, -0.011396, -0.012805),
    ),
    (
        3.587895,
        (-0.05317, 0.104419, 0.027454),
        (0.025853, 0.019552, 0.028323, 7.796e-3, -1.332e-3, 8.641e-3),
    ),
    (
        1.225946,
        (-0.011953, 0.041065, -0.038437),
        (0.035549, 0.029474, 8.627e-3, -2.117e-3, -4.037e-3, 2.29e-4),
    ),
    (
        1.666555,
        (0.060149, -0.014117, -0.010517),
        (1.964e-3, 4.354e-3, 5.433e-3, 1.09e-4, -1.158e-3, 3.41e-4),
    ),
    (
        0.735522,
        (0.010517, -4.252e-3, 0.061597),
        (0.012516, 0.010027, 4.815e-3, -4.28e-4, -1.196e-3, -7.41e-4),
    ),
)
# Lower and upper end of the range (rad), greatest speed (rad/s) and torque (N m).
LIMITS = (
    (-2.8973, 2.8973, 2.175, 87.0),
    (-1.7628, 1.7628, 2.175, 87.0),
    (-2.8973, 2.8973, 2.175, 87.0),
    (-3.0718, -0.0698, 2.175, 87.0),
    (-2.8973, 2.8973, 2.61, 12.0),
    (-0.0175, 3.7525, 2.61, 12.0),
    (-2.8973, 2.8973, 2.61, 12.0),
)
FLANGE = 0.107


def panda() -> Model:
    """The Panda arm: seven hinges, 16.06 kg above its base; the flange is the frame "panda_link8"."""
    rows = [
        DHRow(
            a=a,
            alpha=alpha,
            d=d,
            inertia=Inertia(mass, center, np.array([[xx, xy, xz], [xy, yy, yz], [xz, yz, zz]])),
            limits=Limits(*limits),
            joint=f"panda_joint{number}",
            body=f"panda_link{number}",
        )
        for number, ((a, alpha, d), (mass, center, (xx, yy, zz, xy, xz, yz)), limits) in enumerate(
            zip(TABLE, LINKS, LIMITS, strict=True), start=1
        )
    ]
    arm = model_from_dh(rows, "modified", name="panda")
    flange = Frame("panda_link8", 6, Pose(position=(0.0, 0.0, FLANGE)))
    return Model(arm.name, arm.bodies, (flange,), arm.gravity)
