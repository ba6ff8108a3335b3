"""Identification: inertial parameters and friction of a robot, from motions and joint forces.

motion = identification.excitation(robot, duration=10.0, samples=500)
found = identification.identify(robot, q, v, a, tau, friction=True, prior=0.3)
print(found.report())
"""

from __future__ import annotations

from psiphi.identification.excitation import Excitation, excitation
from psiphi.identification.identify import Identified, identify
from psiphi.identification.output_error import Followed, output_error
from psiphi.identification.smoothing import Smoothed, smoothed

__all__ = [
    "Excitation",
    "Followed",
    "Identified",
    "Smoothed",
    "excitation",
    "identify",
    "output_error",
    "smoothed",
]
