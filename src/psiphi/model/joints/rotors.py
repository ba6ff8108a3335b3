"""Rotors that bodies carry: whether there is room for them, and what they are as bodies of their own."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np

from psiphi.errors import ModelError
from psiphi.model.body import Body
from psiphi.model.joints.joint import Joint, Mimic, Rotor
from psiphi.model.tree import depth_first, renumbered
from psiphi.spatial.inertia import Inertia

if TYPE_CHECKING:
    from psiphi.model.model import Model

ROTOR_SLACK = 1e-9  # of the inertia of a body that is all rotor


def check_rotors(model: Model) -> None:
    """Refuse a rotor that its carrier cannot contain: with J h h* taken away for each, inertia must be left.

    Otherwise some motion would have negative kinetic energy.
    """
    if not any(body.joint.rotor.is_carried for body in model.bodies):
        return
    if any(body.joint.kind.nv == 0 for body in model.bodies):
        model.merged()  # is checked where it is built, with what is fixed to each body
        return
    left = [body.inertia.rotational.copy() for body in model.bodies]
    for body in model.bodies:
        spin, rotor = body.joint.spin, body.joint.rotor
        if spin is None or body.parent < 0:
            continue
        carrier = model.bodies[body.parent]
        left[body.parent] -= np.outer(spin, spin) / rotor.reflected_inertia
        size = float(np.trace(carrier.inertia.rotational))
        if np.linalg.eigvalsh(left[body.parent])[0] < -ROTOR_SLACK * size:
            raise ModelError(
                f"joint {body.joint.name!r}: its rotor has {rotor.inertia:g} kg m² about its axis, more than "
                f"body {carrier.name!r}, which carries it, has left there; the inertia stated for a body "
                "contains its rotors, so add them to it (model.with_payload does)"
            )


def with_rotors_as_bodies(model: Model) -> Model:
    """The same robot with every carried rotor as a body, on a hinge that mimics the joint it drives.

    Of J h h*, which the carrier has less, nothing but the spin about h is told: the rotor has no mass of its
    own. Joints keep their coordinates.
    """
    model = model.merged()
    bodies, added = list(model.bodies), list[Body]()
    for k, body in enumerate(model.bodies):
        joint, rotor = body.joint, body.joint.rotor
        if not rotor.is_carried:
            continue
        if body.parent < 0:  # the world does not turn with it
            plain = Rotor(rotor.inertia, rotor.gear_ratio)
        else:
            plain = Rotor()
            carrier, axis = bodies[body.parent], np.array(rotor.axis)
            inside = Inertia(0.0, np.zeros(3), rotor.inertia * np.outer(axis, axis))
            hinge = Joint(
                f"{joint.name}:rotor",
                "continuous",
                joint.placement,
                axis=axis.tolist(),
                mimic=Mimic(joint.name, rotor.gear_ratio),
            )
            added.append(Body(f"{joint.name}:rotor", body.parent, hinge, inside))
            spin = joint.placement.rotation @ axis
            left = carrier.inertia.rotational - rotor.inertia * np.outer(spin, spin)
            lighter = Inertia(carrier.inertia.mass, carrier.inertia.center, left)
            bodies[body.parent] = replace(carrier, inertia=lighter)
        bodies[k] = replace(bodies[k], joint=replace(joint, rotor=plain))
    if not added:
        return replace(model, bodies=tuple(bodies))
    bodies.extend(added)
    order = depth_first([body.parent for body in bodies])
    number = renumbered(order)
    return replace(
        model,
        bodies=tuple(replace(bodies[old], parent=number[bodies[old].parent]) for old in order),
        frames=tuple(replace(frame, body=number[frame.body]) for frame in model.frames),
    )
