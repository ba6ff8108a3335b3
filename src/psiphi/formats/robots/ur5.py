"""The Universal Robots UR5 (CB3 series).

Standard Denavit–Hartenberg table, masses and centres of mass: the maker's *DH parameters for calculations of
kinematics and dynamics*. Moments of inertia: those of the maker's public robot description, which takes each
link for a cylinder; here in the axes of the Denavit–Hartenberg frames. Joint limits: the UR5 user manual and
the maker's table of greatest joint torques.
"""

from __future__ import annotations

import math

import numpy as np

from psiphi.formats.dh import DHRow, model_from_dh
from psiphi.model import Limits, Model
from psiphi.spatial import Inertia, Pose

RIGHT = math.pi / 2

# Joint, link; a, α, d; θ is zero throughout.
TABLE = (
    ("shoulder_pan_joint", "shoulder", 0.0, RIGHT, 0.089159),
    ("shoulder_lift_joint", "upper_arm", -0.425, 0.0, 0.0),
    ("elbow_joint", "forearm", -0.39225, 0.0, 0.0),
    ("wrist_1_joint", "wrist_1", 0.0, RIGHT, 0.10915),
    ("wrist_2_joint", "wrist_2", 0.0, -RIGHT, 0.09465),
    ("wrist_3_joint", "wrist_3", 0.0, 0.0, 0.0823),
)
# Mass, centre of mass, moments of inertia about it.
LINKS = (
    (3.7, (0.0, -0.02561, 0.00193), (0.014972358333333331, 0.01040625, 0.014972358333333331)),
    (8.393, (0.2125, 0.0, 0.11336), (0.0151074, 0.13388583541666665, 0.13388583541666665)),
    (2.33, (0.15, 0.0, 0.0265), (0.004095, 0.031216803515624995, 0.031216803515624995)),
    (1.219, (0.0, -0.0018, 0.01634), (0.002013889583333333, 0.0021942, 0.002013889583333333)),
    (1.219, (0.0, 0.0018, 0.01634), (0.0018310395833333333, 0.0021942, 0.0018310395833333333)),
    (0.1879, (0.0, 0.0, -0.001159), (8.062475833333332e-05, 8.062475833333332e-05, 0.0001321171875)),
)
GREATEST_TORQUES = (150.0, 150.0, 150.0, 28.0, 28.0, 28.0)
TURN = 2 * math.pi  # each joint goes once around both ways, at half a turn per second


def ur5() -> Model:
    """The UR5: six hinges, 17.05 kg above its base; its base frame is the world, its flange "tool"."""
    rows = [
        DHRow(
            a=a,
            alpha=alpha,
            d=d,
            inertia=Inertia(mass, center, np.diag(moments)),
            limits=Limits(-TURN, TURN, velocity=TURN / 2, effort=torque),
            joint=joint,
            body=body,
        )
        for (joint, body, a, alpha, d), (mass, center, moments), torque in zip(
            TABLE, LINKS, GREATEST_TORQUES, strict=True
        )
    ]
    return model_from_dh(rows, "standard", name="ur5", tool=Pose.identity())
