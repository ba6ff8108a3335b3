"""Shapes and inertias: a robot written in Python, with what it looks like and how its mass is spread.

A cart on a rail carries a pole with a ball. The ellipsoids are those of its inertias.

    python examples/shapes_and_inertias.py [picture.png]
"""

from __future__ import annotations

import sys

import numpy as np

import psiphi
from psiphi.model import Body, Geometry, Joint
from psiphi.model.shapes import Box, Capsule, Sphere
from psiphi.spatial import Inertia, Pose

STEEL, RED = (0.6, 0.65, 0.7, 1.0), (0.8, 0.2, 0.15, 1.0)


def cart_and_pole() -> psiphi.Robot:
    rail = Joint("rail", "prismatic", axis=(1, 0, 0))
    cart = Body("cart", -1, rail, Inertia(2.0, (0, 0, 0.1), 0.01 * np.eye(3)))
    hinge = Joint("hinge", "continuous", Pose(position=(0, 0, 0.15)), axis=(0, 1, 0))
    pole = Body("pole", 0, hinge, Inertia(0.5, (0, 0, 0.5), np.diag([0.04, 0.04, 0.002])))
    shapes = [
        Geometry(-1, Box((1.6, 0.04, 0.04)), color=STEEL),
        Geometry(0, Box((0.3, 0.2, 0.12)), Pose(position=(0, 0, 0.1)), color=STEEL),
        Geometry(1, Capsule(0.02, 0.6), Pose(position=(0, 0, 0.3)), color=STEEL),
        Geometry(1, Sphere(0.07), Pose(position=(0, 0, 0.62)), color=RED),
    ]
    return psiphi.Robot(psiphi.Model("cart and pole", [cart, pole], geometries=shapes))


def main(*pictures: str) -> None:
    robot = cart_and_pole()
    q = np.array([0.2, 0.35])
    print(f"{robot}, {len(robot.model.geometries)} shapes")
    ground = robot.model.merged()
    print("the mass matrix does not know of them:", np.round(robot.mass_matrix(q), 3).tolist())
    print("without shapes it is the same:", ground.key == psiphi.Model("cart and pole", ground.bodies).key)
    for picture in pictures:
        robot.snapshot(q, size=(320, 240), inertias=True, azimuth=-70.0).save(picture)


if __name__ == "__main__":
    main(*sys.argv[1:])
