"""A four-legged walking machine of twelve hinges on a free base.

The figures are psiphi's own: a machine of the size of the research quadrupeds of the 2010s, about 30 kg, legs
of two equal parts, each link a uniform solid. It is the same left and right, and front and hind. x points
forward, y to the left, z up; at q = 0 the legs hang straight down.
"""

from __future__ import annotations

import math

from psiphi.formats.robots.solids import box, rod
from psiphi.model import Body, Frame, Joint, Limits, Model, Rotor
from psiphi.spatial import Inertia, Pose

TRUNK_MASS, TRUNK_SIZE = 16.5, (0.55, 0.28, 0.18)
HIP_AHEAD, HIP_ASIDE = 0.28, 0.11  # of the first hinge of a leg, from the middle of the trunk
LEG_ASIDE = 0.09  # from the first hinge to the plane in which the leg swings
THIGH, SHANK = 0.28, 0.28
HIP_MASS, THIGH_MASS, SHANK_MASS = 1.4, 1.7, 0.35
HIP_RADIUS, THIGH_RADIUS, SHANK_RADIUS = 0.05, 0.035, 0.015

MOTOR = Rotor(inertia=1.1e-4, gear_ratio=9.0)
LEGS = {"LF": (1, 1), "RF": (1, -1), "LH": (-1, 1), "RH": (-1, -1)}  # signs of x and y at the hip
SPEED, TORQUE = 20.0, 45.0


def quadruped() -> Model:
    """The quadruped: a free trunk and four legs, each with an abduction, a hip and a knee hinge; 30.3 kg."""
    bodies = [Body("trunk", -1, Joint("root", "free"), box(TRUNK_MASS, TRUNK_SIZE))]
    frames = []
    for leg, (ahead, aside) in LEGS.items():
        first = len(bodies)
        bodies += [
            Body(f"{leg}_hip", 0, _abduction(leg, ahead, aside), _hip_inertia(aside)),
            Body(f"{leg}_thigh", first, _hip(leg, aside), _hanging(THIGH_MASS, THIGH_RADIUS, THIGH)),
            Body(f"{leg}_shank", first + 1, _knee(leg), _hanging(SHANK_MASS, SHANK_RADIUS, SHANK)),
        ]
        frames.append(Frame(f"{leg}_foot", first + 2, Pose(position=(0.0, 0.0, -SHANK))))
    return Model("quadruped", tuple(bodies), tuple(frames))


def _abduction(leg: str, ahead: int, aside: int) -> Joint:
    place = Pose(position=(ahead * HIP_AHEAD, aside * HIP_ASIDE, 0.0))
    # Outward is positive q on the left and negative q on the right, so the range is mirrored too.
    lower, upper = sorted((aside * math.radians(-40), aside * math.radians(60)))
    return _hinge(f"{leg}_abduction", place, (1.0, 0.0, 0.0), lower, upper)


def _hip(leg: str, aside: int) -> Joint:
    place = Pose(position=(0.0, aside * LEG_ASIDE, 0.0))
    return _hinge(f"{leg}_hip_swing", place, (0.0, 1.0, 0.0), math.radians(-120), math.radians(120))


def _knee(leg: str) -> Joint:
    place = Pose(position=(0.0, 0.0, -THIGH))
    return _hinge(f"{leg}_knee", place, (0.0, 1.0, 0.0), math.radians(-155), math.radians(155))


def _hinge(name: str, place: Pose, axis: tuple[float, float, float], lower: float, upper: float) -> Joint:
    limits = Limits(lower, upper, velocity=SPEED, effort=TORQUE)
    return Joint(name, "revolute", place, axis=axis, limits=limits, damping=0.1, rotor=MOTOR)


def _hip_inertia(aside: int) -> Inertia:
    return rod(HIP_MASS, HIP_RADIUS, LEG_ASIDE, axis=1, center=(0.0, aside * LEG_ASIDE / 2, 0.0))


def _hanging(mass: float, radius: float, length: float) -> Inertia:
    return rod(mass, radius, length, axis=2, center=(0.0, 0.0, -length / 2))
