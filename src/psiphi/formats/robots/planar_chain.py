"""The planar chain of [R87, section XII]: N equal links, all hinges normal to one plane.

The paper leaves length, mass, inertia and centre of mass open; here each link is a uniform rod. Links and
joints are numbered as in the paper: link 1 is the tip, joint N stands on the ground. The frame of a link is
the paper's: x along the hinge, y from joint k−1 toward joint k (inward, so the link lies along −y), which
makes φ and M of a link exactly [R87 85]. Gravity acts in the plane; at q = 0 the chain lies along −y.
"""

from __future__ import annotations

import math

import numpy as np

from psiphi.errors import InputError
from psiphi.formats.robots.solids import rod
from psiphi.model import Body, Frame, Joint, Model
from psiphi.spatial import Pose

SLENDERNESS = 20.0  # length over radius: thin, but with a moment about its own axis as any real rod has


def planar_chain(n: int = 4, *, length: float = 1.0, mass: float = 1.0) -> Model:
    """A planar chain of n uniform rods, l = length, p = l/2, I = m(l²/3 + r²/4), r = l/20. [R87 85]"""
    if not isinstance(n, int | np.integer) or n < 1:
        raise InputError(f"n is {n!r}; it is the number of links, one or more.")
    for what, value in (("length", length), ("mass", mass)):
        if not (math.isfinite(value) and value > 0):
            raise InputError(f"{what} is {value}; it must be positive.")
    inertia = rod(mass, length / SLENDERNESS, length, axis=1, center=(0.0, -length / 2, 0.0))
    outer_end = Pose(position=(0.0, -length, 0.0))
    bodies = tuple(
        Body(
            f"link_{n - index}",
            index - 1,
            Joint(
                f"joint_{n - index}",
                "revolute",
                outer_end if index else Pose.identity(),
                axis=(1.0, 0.0, 0.0),
            ),
            inertia,
        )
        for index in range(n)
    )
    return Model(f"planar_chain_{n}", bodies, (Frame("tip", n - 1, outer_end),))
