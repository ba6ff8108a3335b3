"""What a mechanism is made of: bodies with their joints, and frames on them, in working frames."""

from __future__ import annotations

from dataclasses import dataclass

from psiphi.recursion.arithmetic import Number
from psiphi.recursion.inertias import RigidInertia
from psiphi.recursion.placement import Angle
from psiphi.recursion.transforms import Transform
from psiphi.recursion.turns import PlaneTurn, Turn
from psiphi.recursion.vectors import Vector


@dataclass(frozen=True)
class Link:
    """A body and the joint that carries it, in working frames.

    The joint sits in its parent at shift(lever) · turns · shift(slide along z); what the joint adds to this
    is said in psiphi.recursion.joint_maps. `angles` are those of its turns about z; `hinge` is the constant
    turn between the two axes of a universal joint; `orientation` is the placement of a spherical or free
    joint as a quaternion x, y, z, w, where that is cheaper than `turns`. `q` and `v` are the places of the
    joint in the tree coordinates and velocities, `rotor` the reflected inertia of each degree of freedom.
    `boundary` leads from the working frame to the model's body frame, as if that were the parent.
    """

    name: str
    parent: int
    children: tuple[int, ...]
    kind: str
    lever: Vector
    turns: tuple[Turn, ...]
    slide: Number
    angles: tuple[Angle, ...]
    hinge: PlaneTurn | None
    orientation: tuple[float, float, float, float] | None
    pitch: Number
    inertia: RigidInertia
    rotor: Number
    q: tuple[int, ...]
    v: tuple[int, ...]
    boundary: Transform


@dataclass(frozen=True)
class FrameSeat:
    """A named frame on a body (−1 for the world); `transform` leads from it to the body's working frame.

    transform.force_to_parent is the block of B, transform.motion_from_parent that of B*.
    """

    name: str
    body: int
    transform: Transform
