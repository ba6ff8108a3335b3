"""What a mechanism is made of: bodies with their joints, and frames on them, in working frames."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from psiphi.frozen import frozen
from psiphi.model.model import Model
from psiphi.recursion.flexible.constants import ModalConstants, NodeSeat, node_seat
from psiphi.recursion.frames.placement import (
    NO_TURN,
    Angle,
    X,
    Z,
    constant_turns,
    lever_and_slide,
    permutes_axes,
    plane_turns,
    snapped_inertia,
    snapped_rotation,
    snapped_vector,
    zxz,
)
from psiphi.recursion.frames.transforms import Transform
from psiphi.recursion.frames.turns import PlaneTurn, Turn
from psiphi.recursion.frames.working_frames import (
    NO_GAUGE,
    AlignedFrames,
    Gauge,
    gauged_placement,
    matrices,
    vectors,
)
from psiphi.recursion.inertias.inertias import RigidInertia
from psiphi.recursion.numbers.arithmetic import Number
from psiphi.recursion.numbers.vectors import Vector, transpose
from psiphi.spatial.quaternion import rotation_to_quaternion

TURNING = frozenset({"revolute", "continuous", "helical"})
"""The kinds whose own turn about z takes up a constant one before it."""


@frozen
class Link:
    """A body and the joint that carries it, in working frames.

    The joint sits in its parent at shift(lever) · turns · shift(slide along z); what the joint adds to this
    is said in joint_maps.py. `angles` are those of its turns about z; `hinge` is the constant
    turn between the two axes of a universal joint; `orientation` is the placement of a spherical or free
    joint as a quaternion x, y, z, w, where that is cheaper than `turns`. `q` and `v` are the places of the
    joint in the tree coordinates and velocities, `rotor` the reflected inertia of each degree of freedom.
    `boundary` leads from the working frame to the model's body frame, as if that were the parent. `spin` is
    γ J h of a carried rotor in the parent's working frame, None where there is none or the world carries it.
    `modes` are those of a flexible body, whose places come after the joint's in `q` and `v`; `seat` is the
    node of a flexible parent that the joint sits on.
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
    spin: Vector | None = None
    modes: ModalConstants | None = None
    seat: NodeSeat | None = None


@frozen
class FrameSeat:
    """A named frame on a body (−1 for the world); `transform` leads from it to the body's working frame.

    transform.force_to_parent is the block of B, transform.motion_from_parent that of B*. `seat` is the node
    of a flexible body that the frame sits on.
    """

    name: str
    body: int
    transform: Transform
    seat: NodeSeat | None = None


def link_of(
    model: Model, aligned: AlignedFrames, gauges: Sequence[Gauge], inertia: RigidInertia, body: int
) -> Link:
    """The body with its joint, in working frames; `inertia` is in the aligned frame."""
    parent, joint = model.parents[body], model.bodies[body].joint
    kind, gauge = joint.kind.name, gauges[body]
    place = gauged_placement(model.parents, aligned, gauges, body)
    b, tilt, c = zxz(place.rotation)
    lever, slide = snapped_vector(place.position, place.size), 0.0
    angles: tuple[Angle, ...] = ()
    hinge, orientation = None, None
    if kind in ("spherical", "free"):
        turns = constant_turns(place.rotation)
        if not permutes_axes(snapped_rotation(place.rotation)):
            x, y, z, w = rotation_to_quaternion(np.array(place.rotation)).tolist()
            orientation = (x, y, z, w)
    elif kind == "fixed":
        turns = constant_turns(place.rotation)
    else:
        if kind != "universal":
            lever, slide = lever_and_slide(place.position, transpose(place.rotation)[2], place.size)
        # At a root all turns before the joint's act on constants, the gravity vector, and cost nothing.
        absorbed = parent >= 0 and (kind in TURNING or kind == "universal")
        turns = plane_turns((Z, b), (X, tilt), (Z, NO_TURN if absorbed else c))
        angles = () if kind == "prismatic" else (Angle.of(c) if absorbed else Angle(),)
    bend = aligned.hinges[body]
    if bend is not None:
        hinge = PlaneTurn(X, *bend)
        angles = (*angles, Angle.of(gauge.turn))
    coordinates = model.coordinates
    q, v = coordinates.q_tree_slices[body], coordinates.v_tree_slices[body]
    return Link(
        name=model.bodies[body].name,
        parent=parent,
        children=model.children[body],
        kind=kind,
        lever=lever,
        turns=turns,
        slide=slide,
        angles=angles,
        hinge=hinge,
        orientation=orientation,
        pitch=joint.pitch,
        inertia=_gauged_inertia(inertia, gauge),
        rotor=joint.rotor.reflected_inertia,
        q=tuple(range(q.start, coordinates.q_tree_modes[body].stop)),
        v=tuple(range(v.start, coordinates.v_tree_modes[body].stop)),
        boundary=Transform(
            turns=constant_turns(aligned.outer[body]) + plane_turns((Z, gauge.turn)), slide=gauge.slide
        ),
    )


def frame_seat(model: Model, links: Sequence[Link], name: str) -> FrameSeat:
    """A frame of the model as seen from the working frame of its body."""
    frame = model.frame(name)
    rotation, position = matrices(frame.pose.rotation[None])[0], vectors(frame.pose.position[None])[0]
    size = float(np.abs(frame.pose.position).max())
    seat = None
    if frame.body >= 0:
        seat = _seat(model, links, frame.body, frame.pose.position)
        boundary = links[frame.body].boundary
        x, y, z = (boundary.rotate_from_parent(column) for column in transpose(rotation))
        rotation = transpose((x, y, z))
        x, y, z = boundary.rotate_from_parent(position)
        position = (x, y, z - boundary.slide)
        size = max(size, abs(boundary.slide))
    transform = Transform(snapped_vector(position, size), constant_turns(rotation))
    return FrameSeat(name, frame.body, transform, seat)


def with_modes(model: Model, links: Sequence[Link]) -> list[Link]:
    """The links with the modes of flexible bodies, and the nodes that others sit on."""
    found: list[Link] = []
    for body, link in zip(model.bodies, links, strict=True):
        if body.modes is not None:
            link = replace(link, modes=ModalConstants.of(body.modes, link.boundary))
        seat = _seat(model, links, body.parent, body.joint.placement.position) if body.parent >= 0 else None
        found.append(link if seat is None else replace(link, seat=seat))
    return found


def _seat(model: Model, links: Sequence[Link], body: int, position: NDArray[np.float64]) -> NodeSeat | None:
    """The node of a body that a place on it, in the model's body frame, sits on."""
    modes = model.bodies[body].modes
    node = None if modes is None else modes.node_near(position)
    return None if modes is None or node is None else node_seat(modes, links[body].boundary, node)


def with_spins(model: Model, links: Sequence[Link]) -> list[Link]:
    """The links with the spins of carried rotors, in the working frames of their carriers."""
    found: list[Link] = []
    for body, link in zip(model.bodies, links, strict=True):
        spin = body.joint.spin if link.parent >= 0 else None
        if spin is not None:
            size = float(np.abs(spin).max())
            turned = links[link.parent].boundary.rotate_from_parent(vectors(spin[None])[0])
            link = replace(link, spin=snapped_vector(turned, size))
        found.append(link)
    return found


def _gauged_inertia(inertia: RigidInertia, gauge: Gauge) -> RigidInertia:
    """The inertia in the working frame."""
    if gauge != NO_GAUGE:
        inertia = inertia.shifted((0.0, 0.0, -gauge.slide)).turned(PlaneTurn(Z, *gauge.turn).inverse)
    return snapped_inertia(inertia)
