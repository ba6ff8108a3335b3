"""The same robot with every carried rotor as a body, on a hinge that mimics the joint it drives."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from psiphi.model import Body, Joint, Mimic, Model, Rotor
from psiphi.model.tree import depth_first, renumbered
from psiphi.spatial import Inertia, Pose

MASS = 0.02


def with_explicit_rotors(model: Model, seed: int = 0) -> Model:
    """Rotors of any mass and girth, anywhere on their carriers, which are lighter by what the rotors are.

    Joints of the model keep their coordinates.
    """
    model = model.merged()
    rng = np.random.default_rng(seed)
    bodies = list(model.bodies)
    added: list[Body] = []
    for k, body in enumerate(model.bodies):
        rotor = body.joint.rotor
        if not rotor.is_carried:
            continue
        h = np.array(rotor.axis)
        across = rng.uniform(0.5, 1.5) * rotor.inertia
        round_ = across * (np.eye(3) - np.outer(h, h)) + rotor.inertia * np.outer(h, h)
        own = Inertia(MASS, rng.uniform(-0.1, 0.1) * h, round_)
        seat = body.joint.placement @ Pose(None, rng.uniform(-0.1, 0.1, 3))
        hinge = Joint(
            f"spin_{k}",
            "continuous",
            seat,
            axis=tuple(h),
            mimic=Mimic(body.joint.name, rotor.gear_ratio, rng.uniform(-1.0, 1.0)),
        )
        added.append(Body(f"rotor_{k}", body.parent, hinge, own))
        bodies[k] = replace(bodies[k], joint=replace(body.joint, rotor=Rotor()))
        if body.parent >= 0:
            carrier = bodies[body.parent]
            lighter = _difference(carrier.inertia, own.expressed_in(seat))
            bodies[body.parent] = replace(carrier, inertia=lighter)
    return replace(model, bodies=_depth_first([*bodies, *added]))


def _depth_first(bodies: list[Body]) -> tuple[Body, ...]:
    """As Pinocchio must have them."""
    order = depth_first([body.parent for body in bodies])
    number = renumbered(order)
    return tuple(replace(bodies[old], parent=number[bodies[old].parent]) for old in order)


def _difference(whole: Inertia, part: Inertia) -> Inertia:
    matrix = whole.matrix() - part.matrix()
    mass = matrix[5, 5]
    center = (whole.mass * whole.center - part.mass * part.center) / mass
    about_origin = matrix[:3, :3]
    about_center = about_origin - mass * (center @ center * np.eye(3) - np.outer(center, center))
    return Inertia(mass, center, (about_center + about_center.T) / 2)
