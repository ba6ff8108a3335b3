"""Operators in pictures: what a tree makes of φ, and of the mass matrix.

φ has a block wherever one body carries another, so a robot with four legs leaves most of it empty. The mass
matrix has the same gaps; its inverse has none.

    python examples/operators_in_pictures.py [picture.svg]
"""

from __future__ import annotations

import sys

import numpy as np

import psiphi
from psiphi.algebra import inv, mass, phi


def main(*pictures: str) -> None:
    robot = psiphi.robots.quadruped()
    q = robot.random_configuration(np.random.default_rng(0))
    for name, expression in (("φ", phi), ("𝓜", mass), ("𝓜⁻¹", inv(mass))):
        matrix = np.abs(psiphi.dense(expression, robot, q))
        filled = np.mean(matrix > 1e-12 * matrix.max())
        print(f"{name:4} {matrix.shape[0]} × {matrix.shape[1]}, {100 * filled:.0f} % of it filled")
    for picture in pictures:
        psiphi.picture(mass, robot).save(picture)


if __name__ == "__main__":
    main(*sys.argv[1:])
