"""A mechanism with numbers of any type in the place of constants: parameters that are given at each call."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from psiphi.model.model import Model
from psiphi.model.parameters import Parameter, inertias_of_bodies, part_of_inertia
from psiphi.recursion.bodies.joint_maps import quaternion_rotation
from psiphi.recursion.bodies.links import Link, frame_seat
from psiphi.recursion.bodies.mechanism import Mechanism
from psiphi.recursion.frames.regrouping import regrouped_links
from psiphi.recursion.frames.transforms import Transform
from psiphi.recursion.frames.turns import MatrixTurn
from psiphi.recursion.frames.working_frames import matrices, vectors
from psiphi.recursion.inertias.inertias import ZERO_INERTIA, RigidInertia
from psiphi.recursion.numbers.arithmetic import Arithmetic, Number
from psiphi.recursion.numbers.vectors import (
    add,
    apply,
    minus,
    negative,
    plus,
    product,
    subtract,
    symmetric,
    times,
    transpose,
)


def varied(
    mechanism: Mechanism,
    model: Model,
    parameters: Sequence[Parameter],
    numbers: Sequence[Number],
    arithmetic: Arithmetic,
    *,
    regrouped: bool,
) -> Mechanism:
    """The mechanism of a model, not regrouped yet, with these parameters."""
    links = list(mechanism.links)
    inertias = [list(row) for row in inertias_of_bodies(model).tolist()]
    changed: set[int] = set()
    gravity = mechanism.gravity
    for parameter in parameters:
        values = numbers[parameter.place]
        if parameter.kind == "gravity":
            gravity = (values[0], values[1], values[2])
        elif parameter.kind == "armature":
            links[parameter.body] = replace(links[parameter.body], rotor=values[0])
        elif parameter.kind == "placement":
            links[parameter.body] = _placed(links, model, parameter.body, values, arithmetic)
        elif parameter.kind not in ("payload", "damping"):
            inertias[parameter.body][part_of_inertia(parameter.kind)] = values
            changed.add(parameter.body)
    loads = {k: links[k].boundary.inertia_from_parent(_rigid(inertias[k])) for k in changed}
    for k in changed:
        links[k] = replace(links[k], inertia=ZERO_INERTIA)
    for parameter in parameters:
        if parameter.kind == "payload":
            k = parameter.body
            seat = frame_seat(model.merged(), links, parameter.of).transform
            load = seat.inertia_to_parent(_rigid(numbers[parameter.place]))
            loads[k] = loads[k] + load if k in loads else load
    if regrouped:
        links = regrouped_links(links, loads)
    else:
        links = [replace(x, inertia=x.inertia + loads[k]) if k in loads else x for k, x in enumerate(links)]
    return replace(mechanism, links=tuple(links), gravity=gravity)


def _placed(
    links: Sequence[Link], model: Model, body: int, pose: Sequence[Number], arithmetic: Arithmetic
) -> Link:
    """A link whose joint sits at another pose x, y, z, qx, qy, qz, qw in the body that carries it.

    With X₀ the pose that the model has and B the boundary of the carrier, the joint is displaced by B⁻¹XX₀⁻¹B
    in the carrier's working frame, and all that its own constants say comes after that.
    """
    link, present = links[body], model.merged().bodies[body].joint.placement
    carrier = links[link.parent].boundary if link.parent >= 0 else Transform()
    rotation = product(quaternion_rotation(pose[3:], arithmetic), matrices(present.rotation.T[None])[0])
    x, y, z = (carrier.rotate_from_parent(column) for column in transpose(rotation))
    x, y, z = (carrier.rotate_from_parent(row) for row in transpose((x, y, z)))
    turned = (x, y, z)
    # what was at X₀'s origin is at X's now
    before = carrier.point_from_parent(vectors(present.position[None])[0])
    after = carrier.point_from_parent((pose[0], pose[1], pose[2]))
    lever = add(after, apply(turned, subtract(link.lever, before)))
    spin = None if link.spin is None else apply(turned, link.spin)
    return replace(link, lever=lever, turns=(MatrixTurn(turned), *link.turns), orientation=None, spin=spin)


def _rigid(p: Sequence[Number]) -> RigidInertia:
    """m, m c and the second moments S = ½ tr(I) − I of Ixx Ixy Iyy Ixz Iyz Izz."""
    xx, xy, yy, xz, yz, zz = p[4:]
    half = times(0.5, plus(plus(xx, yy), zz))
    second = symmetric(
        minus(half, xx), negative(xy), negative(xz), minus(half, yy), negative(yz), minus(half, zz)
    )
    return RigidInertia(p[0], (p[1], p[2], p[3]), second)
