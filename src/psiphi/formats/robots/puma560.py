"""The Unimation PUMA 560, as it was taken apart and weighed at Stanford.

Modified Denavit–Hartenberg table, masses, centres of mass, moments of inertia (products of inertia were taken
for zero), motor inertias reflected to the joints, and greatest torques: B. Armstrong, O. Khatib, J. Burdick,
*The explicit dynamic model and inertial parameters of the PUMA 560 arm*, IEEE Int. Conf. Robotics and
Automation, 1986. Gear ratios: P. Corke, B. Armstrong-Hélouvry, *A search for consensus among model parameters
reported for the PUMA 560 robot*, IEEE Int. Conf. Robotics and Automation, 1994. Joint ranges: K. Fu,
R. Gonzalez, C. Lee, *Robotics*, McGraw-Hill, 1987, in the same sense of rotation.

Only the moment about the vertical can be felt of link 1, so only that was measured: its mass stays zero, and
its other two moments are set equal to the measured one, which changes no motion of the arm. The moments
measured of link 3 break the triangle inequality by a tenth, as measured figures may; they stay as published.
"""

from __future__ import annotations

import math

import numpy as np

from psiphi.formats.dh import DHRow, model_from_dh
from psiphi.model import Limits, Model, Rotor
from psiphi.spatial import Inertia

RIGHT = math.pi / 2

# a, α, d of the rows; θ is zero throughout.
TABLE = (
    (0.0, 0.0, 0.0),
    (0.0, -RIGHT, 0.2435),
    (0.4318, 0.0, -0.0934),
    (-0.0203, RIGHT, 0.4331),
    (0.0, -RIGHT, 0.0),
    (0.0, RIGHT, 0.0),
)
# Mass, centre of mass, moments of inertia about it.
LINKS = (
    (0.0, (0.0, 0.0, 0.0), (0.35, 0.35, 0.35)),
    (17.4, (0.068, 0.006, -0.016), (0.130, 0.524, 0.539)),
    (4.8, (0.0, -0.070, 0.014), (0.066, 0.0125, 0.086)),
    (0.82, (0.0, 0.0, -0.019), (1.8e-3, 1.8e-3, 1.3e-3)),
    (0.34, (0.0, 0.0, 0.0), (0.3e-3, 0.3e-3, 0.4e-3)),
    (0.09, (0.0, 0.0, 0.032), (0.15e-3, 0.15e-3, 0.04e-3)),
)
# Motor inertia as the joint feels it, and gear ratio.
DRIVES = (
    (1.14, 62.6111),
    (4.71, 107.815),
    (0.827, 53.7063),
    (0.200, 76.0364),
    (0.179, 71.923),
    (0.193, 76.686),
)
RANGES_IN_DEGREES = ((-160, 160), (-225, 45), (-45, 225), (-110, 170), (-100, 100), (-266, 266))
GREATEST_TORQUES = (97.6, 186.4, 89.4, 24.2, 20.1, 21.3)


def puma560() -> Model:
    """The PUMA 560: six hinges, 23.45 kg without link 1. Frame 0 sits at the height of the shoulder."""
    rows = [
        DHRow(
            a=a,
            alpha=alpha,
            d=d,
            inertia=Inertia(mass, center, np.diag(moments)),
            limits=Limits(math.radians(lower), math.radians(upper), effort=torque),
            rotor=Rotor(reflected / ratio**2, ratio),
        )
        for (a, alpha, d), (mass, center, moments), (reflected, ratio), (lower, upper), torque in zip(
            TABLE, LINKS, DRIVES, RANGES_IN_DEGREES, GREATEST_TORQUES, strict=True
        )
    ]
    return model_from_dh(rows, "modified", name="puma560")
