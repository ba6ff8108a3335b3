"""A spacecraft with two arms of seven hinges, floating free, without gravity.

The figures are psiphi's own, of the size of a servicing satellite: a bus of half a ton and two equal arms of
two metres on either side of its front, each a shoulder of three hinges, an elbow, and a wrist of three. All
parts are uniform solids. x points forward, y to the left, z up; at q = 0 both arms reach straight ahead.
"""

from __future__ import annotations

import math

from psiphi.formats.robots.solids import box, rod
from psiphi.model import Body, Frame, Joint, Limits, Model, Rotor
from psiphi.spatial import Pose

BUS_MASS, BUS_SIZE = 480.0, (1.4, 1.2, 1.2)
MOUNT = (0.7, 0.4, 0.0)  # of the left arm; the right one is its mirror image
# Name, axis, length along x to the next hinge, radius, mass.
ARM = (
    ("shoulder_yaw", (0.0, 0.0, 1.0), 0.12, 0.06, 3.0),
    ("shoulder_pitch", (0.0, 1.0, 0.0), 0.12, 0.06, 3.0),
    ("shoulder_roll", (1.0, 0.0, 0.0), 0.72, 0.05, 6.5),
    ("elbow_pitch", (0.0, 1.0, 0.0), 0.66, 0.045, 5.0),
    ("wrist_roll", (1.0, 0.0, 0.0), 0.11, 0.04, 1.8),
    ("wrist_pitch", (0.0, 1.0, 0.0), 0.11, 0.04, 1.8),
    ("wrist_yaw", (0.0, 0.0, 1.0), 0.16, 0.04, 2.2),
)
LIMITS = Limits(-math.pi, math.pi, velocity=0.5, effort=80.0)
MOTOR = Rotor(inertia=6.0e-5, gear_ratio=100.0)


def free_flyer() -> Model:
    """The two-armed spacecraft: a free bus and fourteen hinges, 526.6 kg; frames left_tool and right_tool."""
    bodies = [Body("bus", -1, Joint("root", "free"), box(BUS_MASS, BUS_SIZE))]
    frames = []
    for side, sign in (("left", 1.0), ("right", -1.0)):
        parent, place = 0, Pose(position=(MOUNT[0], sign * MOUNT[1], MOUNT[2]))
        for name, axis, length, radius, mass in ARM:
            joint = Joint(f"{side}_{name}", "revolute", place, axis=axis, limits=LIMITS, rotor=MOTOR)
            inertia = rod(mass, radius, length, axis=0, center=(length / 2, 0.0, 0.0))
            bodies.append(Body(f"{side}_{name}_link", parent, joint, inertia))
            parent, place = len(bodies) - 1, Pose(position=(length, 0.0, 0.0))
        frames.append(Frame(f"{side}_tool", parent, place))
    return Model("free_flyer", tuple(bodies), tuple(frames), gravity=(0.0, 0.0, 0.0))
