"""Bodies and named frames."""

from __future__ import annotations

from dataclasses import dataclass

from psiphi.model.joint import IDENTITY, Joint
from psiphi.spatial.inertia import Inertia
from psiphi.spatial.pose import Pose

WORLD = -1
"""The index of the world among the bodies."""

MASSLESS = Inertia.zero()


@dataclass(frozen=True)
class Body:
    """A rigid body and the joint that carries it.

    `parent` is the index of the body at the other side of the joint, −1 for the world. The body's own frame
    coincides with the joint's frame when the joint is at neutral; `inertia` is expressed in it.
    """

    name: str
    parent: int
    joint: Joint
    inertia: Inertia = MASSLESS


@dataclass(frozen=True)
class Frame:
    """A named frame fixed to a body (−1 for the world), at `pose` in the body's frame.

    A frame may have the name of the body it is fixed to: it then says where the frame of that name sits, for
    bodies whose own frame had to be put elsewhere, on the joint.
    """

    name: str
    body: int
    pose: Pose = IDENTITY
