"""A mechanism with numbers of any type in the place of constants: parameters that are given at each call."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from psiphi.model.model import Model
from psiphi.model.parameters import PER_BODY, Parameter, inertial_parameters, part_of_inertia
from psiphi.recursion.bodies.links import Link, frame_seat
from psiphi.recursion.bodies.mechanism import Mechanism
from psiphi.recursion.frames.regrouping import regrouped_links
from psiphi.recursion.frames.transforms import Transform
from psiphi.recursion.inertias.inertias import RigidInertia
from psiphi.recursion.numbers.arithmetic import Number
from psiphi.recursion.numbers.vectors import minus, negative, plus, symmetric, times


def varied(
    mechanism: Mechanism,
    model: Model,
    parameters: Sequence[Parameter],
    numbers: Sequence[Number],
    *,
    regrouped: bool,
) -> Mechanism:
    """The mechanism of a model, not regrouped yet, with these parameters."""
    links = list(mechanism.links)
    inertias = [list(row) for row in inertial_parameters(model).reshape(-1, PER_BODY).tolist()]
    changed: set[int] = set()
    gravity = mechanism.gravity
    for parameter in parameters:
        values = numbers[parameter.place]
        if parameter.kind == "gravity":
            gravity = (values[0], values[1], values[2])
        elif parameter.kind == "armature":
            links[parameter.body] = replace(links[parameter.body], rotor=values[0])
        elif parameter.kind not in ("payload", "damping"):
            inertias[parameter.body][part_of_inertia(parameter.kind)] = values
            changed.add(parameter.body)
    for k in changed:
        links[k] = replace(links[k], inertia=_in_working_frame(links[k], _rigid(inertias[k])))
    for parameter in parameters:
        if parameter.kind == "payload":
            k = parameter.body
            seat = frame_seat(model.merged(), links, parameter.of).transform
            load = seat.rigid_to_parent(_rigid(numbers[parameter.place]))
            links[k] = replace(links[k], inertia=links[k].inertia + load)
    links = regrouped_links(links) if regrouped else links
    return replace(mechanism, links=tuple(links), gravity=gravity, regrouped=regrouped)


def _rigid(p: Sequence[Number]) -> RigidInertia:
    """m, m c and the second moments S = ½ tr(I) − I of Ixx Ixy Iyy Ixz Iyz Izz."""
    xx, xy, yy, xz, yz, zz = p[4:]
    half = times(0.5, plus(plus(xx, yy), zz))
    second = symmetric(
        minus(half, xx), negative(xy), negative(xz), minus(half, yy), negative(yz), minus(half, zz)
    )
    return RigidInertia(p[0], (p[1], p[2], p[3]), second)


def _in_working_frame(link: Link, inertia: RigidInertia) -> RigidInertia:
    """An inertia in the model's body frame, seen from the working frame."""
    boundary: Transform = link.boundary
    for turn in boundary.turns:
        inertia = inertia.turned(turn.inverse)
    return inertia.shifted((0.0, 0.0, negative(boundary.slide)))
