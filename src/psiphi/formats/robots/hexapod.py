"""A six-legged walking machine that stands on its feet.

The figures are psiphi's own: a trunk of 8 kg, each leg of three hinges, the last two along one line across
the leg. x points forward, y to the left, z up. At q = 0 the trunk is at the origin of the world and the
machine stands on the ground, which is 0.2 m below.
"""

from __future__ import annotations

import math

import numpy as np

from psiphi.formats.robots.solids import bar, box
from psiphi.model import Body, Frame, Joint, Limits, Loop, Model
from psiphi.spatial import Pose, rotation_about

TRUNK_MASS, TRUNK_SIZE = 8.0, (0.6, 0.3, 0.12)
COXA, FEMUR, KNEE_HEIGHT, FOOT_AHEAD, HEIGHT = 0.08, 0.2, 0.1, 0.08, 0.2
COXA_MASS, FEMUR_MASS, TIBIA_MASS = 0.3, 0.5, 0.4
RADIUS = 0.015
TORQUE = 20.0
# Where the legs start on the trunk, and the directions they point in, by leg: left and right; front to hind.
LEGS = {
    "LF": (0.25, 0.15, 50),
    "RF": (0.25, -0.15, -50),
    "LM": (0.0, 0.18, 90),
    "RM": (0.0, -0.18, -90),
    "LH": (-0.25, 0.15, 130),
    "RH": (-0.25, -0.15, -130),
}


def hexapod() -> Model:
    """The hexapod on six feet: a free trunk and eighteen hinges; six degrees of freedom while it stands.

    Each foot "LF_foot" is held by a contact with friction, the loop "LF_contact", whose frame on the ground
    is "LF_ground", z being the normal, so that the forces of the loops are those on the ground.
    `model.without_loop` lifts a foot. Closed at q = 0.
    """
    bodies = [Body("trunk", -1, Joint("root", "free"), box(TRUNK_MASS, TRUNK_SIZE))]
    frames, loops = [], []
    knee, foot = (FEMUR, 0.0, KNEE_HEIGHT), (FOOT_AHEAD, 0.0, -HEIGHT - KNEE_HEIGHT)
    for leg, (x, y, angle) in LEGS.items():
        outward = rotation_about((0.0, 0.0, 1.0), math.radians(angle))
        hip, first = np.array([x, y, 0.0]), len(bodies)
        bodies += [
            Body(
                f"{leg}_coxa",
                0,
                _hinge(f"{leg}_yaw", Pose(outward, hip), (0.0, 0.0, 1.0)),
                bar(COXA_MASS, RADIUS, (0.0, 0.0, 0.0), (COXA, 0.0, 0.0)),
            ),
            Body(
                f"{leg}_femur",
                first,
                _hinge(f"{leg}_hip", Pose(position=(COXA, 0.0, 0.0)), (0.0, 1.0, 0.0)),
                bar(FEMUR_MASS, RADIUS, (0.0, 0.0, 0.0), knee),
            ),
            Body(
                f"{leg}_tibia",
                first + 1,
                _hinge(f"{leg}_knee", Pose(position=knee), (0.0, 1.0, 0.0)),
                bar(TIBIA_MASS, RADIUS, (0.0, 0.0, 0.0), foot),
            ),
        ]
        stand = hip + outward @ np.add(np.add((COXA, 0.0, 0.0), knee), foot)
        frames += [
            Frame(f"{leg}_foot", first + 2, Pose(position=foot)),
            Frame(f"{leg}_ground", -1, Pose(position=stand)),
        ]
        loops.append(Loop(f"{leg}_contact", "point_contact", f"{leg}_ground", f"{leg}_foot"))
    return Model("hexapod", bodies, frames, loops=loops)


def _hinge(name: str, place: Pose, axis: tuple[float, float, float]) -> Joint:
    return Joint(name, "revolute", place, axis=axis, limits=Limits(-1.2, 1.2, effort=TORQUE))
