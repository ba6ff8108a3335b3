"""A Stewart platform: a plate on six legs whose lengths can change.

The figures are psiphi's own. Each leg stands on the ground by a universal joint, is two tubes that slide in
each other, and holds the plate by a ball. At q = 0 the plate lies level and the loops are closed. After D.
Stewart, *A platform with six degrees of freedom*, Proceedings of the Institution of Mechanical Engineers
180(1), 1965.
"""

from __future__ import annotations

import math

import numpy as np

from psiphi.formats.robots.solids import bar, rod, rotation_toward
from psiphi.model import Joint, Limits, Model
from psiphi.model.graph import WORLD, Connection, Graph, Link
from psiphi.spatial import Pose

GROUND_RADIUS, PLATE_RADIUS, HEIGHT = 0.6, 0.35, 0.7
GROUND_SPREAD, PLATE_SPREAD = math.radians(12), math.radians(48)  # of the pairs of feet and of balls, half
PLATE_MASS, PLATE_THICKNESS = 12.0, 0.03
TUBE, TUBE_MASS, TUBE_RADIUS = 0.5, 2.5, 0.03
ROD, ROD_MASS, ROD_RADIUS = 0.5, 1.2, 0.015
STROKE, FORCE = 0.2, 2000.0


def stewart_platform() -> Model:
    """The platform, 13 bodies of which only the six legs are driven; six degrees of freedom.

    The plate hangs on the first leg, and its other five balls are loops of three equations. The joints of leg
    k are "foot_k", "leg_k" (its length less that at q = 0) and "ball_k"; the plate's middle is "plate".
    """
    plate = rod(PLATE_MASS, PLATE_RADIUS, PLATE_THICKNESS, axis=2)
    links, connections = [Link("plate", plate)], []
    for leg in range(6):
        foot = _on_circle(GROUND_RADIUS, leg, GROUND_SPREAD, 0.0)
        ball = _on_circle(PLATE_RADIUS, leg, PLATE_SPREAD, HEIGHT)
        length = float(np.linalg.norm(ball - foot))
        # Both tubes have z along the leg: the outer starts at the foot, the inner ends at the ball.
        along = Pose(rotation_toward(ball - foot))
        tube, piston, top = f"tube_{leg + 1}", f"rod_{leg + 1}", Pose(position=(0.0, 0.0, length))
        links += [
            Link(tube, bar(TUBE_MASS, TUBE_RADIUS, (0.0, 0.0, 0.0), (0.0, 0.0, TUBE))),
            Link(piston, bar(ROD_MASS, ROD_RADIUS, (0.0, 0.0, -ROD), (0.0, 0.0, 0.0))),
        ]
        on_ground = Pose(position=foot) @ along
        on_plate = Pose(position=ball - (0.0, 0.0, HEIGHT)) @ along
        slide = Limits(-STROKE, STROKE, effort=FORCE)
        connections += [
            Connection(
                Joint(f"foot_{leg + 1}", "universal", on_ground, axis=(1, 0, 0), axis2=(0, 1, 0)), WORLD, tube
            ),
            Connection(Joint(f"leg_{leg + 1}", "prismatic", top, limits=slide), tube, piston),
            Connection(Joint(f"ball_{leg + 1}", "spherical"), piston, "plate", on_plate),
        ]
    return Graph("stewart_platform", links, connections).model


def _on_circle(radius: float, leg: int, spread: float, height: float) -> np.ndarray:
    """Where leg 0 … 5 ends: pairs of legs around three directions, the pairs of the two ends alternating."""
    pair, side = divmod(leg, 2)
    angle = pair * 2 * math.pi / 3 + (spread if side else -spread)
    return np.array([radius * math.cos(angle), radius * math.sin(angle), height])
