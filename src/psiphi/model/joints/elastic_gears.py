"""Gears that give: a joint becomes two on one axis, the motor's and a spring's.

The joint keeps its name, its rotor and its drive, and turns what the motor turns, seen behind the gear; the
joint "NAME gear" after it is how far the gear gives. So q of the link is the sum of the two. Between them is
a body without mass, "BODY motor", which the rotor's inertia resists.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from psiphi.errors import ModelError
from psiphi.model.body import Body
from psiphi.model.geometry import moved
from psiphi.model.joints.joint import Joint, Rotor
from psiphi.spatial.inertia import Inertia

if TYPE_CHECKING:
    from psiphi.model.model import Model


def with_elastic_gear(
    model: Model, joint: str, stiffness: float, damping: float, rotor_inertia: float | None
) -> Model:
    """The model with the gear of a joint made elastic."""
    index = model.joint_index(joint)
    link = model.bodies[index]
    stiff = link.joint
    if stiff.kind.name not in ("revolute", "continuous", "prismatic"):
        raise ModelError(
            f"joint {joint!r}: is {stiff.kind.name}, and a gear turns or slides; take a hinge or a slide"
        )
    if stiff.mimic is not None:
        raise ModelError(f"joint {joint!r}: mimics {stiff.mimic.joint!r}; make the gear of that one elastic")
    if not stiffness > 0.0 or not damping >= 0.0:
        raise ModelError(
            f"joint {joint!r}: a gear of stiffness {stiffness!r} and damping {damping!r}; "
            "give a positive stiffness, and no negative damping"
        )
    rotor = stiff.rotor
    if rotor_inertia is not None:
        ratio = rotor.gear_ratio or 1.0
        rotor = replace(rotor, inertia=rotor_inertia / ratio**2, gear_ratio=ratio)
    if not rotor.reflected_inertia > 0.0:
        raise ModelError(
            f"joint {joint!r}: nothing resists its motor; give rotor_inertia, seen behind the gear"
        )
    motor = Body(f"{link.name} motor", link.parent, replace(stiff, rotor=rotor), Inertia.zero())
    kind = "prismatic" if stiff.kind.name == "prismatic" else "continuous"
    spring = Joint(
        f"{joint} gear", kind, axis=stiff.axis, stiffness=stiffness, damping=damping, rotor=Rotor()
    )
    number = {-1: -1, **{old: old + (old >= index) for old in range(len(model.bodies))}}
    bodies = [replace(body, parent=number[body.parent]) for body in model.bodies]
    bodies[index] = replace(link, parent=index, joint=spring)
    bodies.insert(index, motor)
    return replace(
        model,
        bodies=tuple(bodies),
        frames=tuple(replace(frame, body=number[frame.body]) for frame in model.frames),
        geometries=moved(model.geometries, lambda body: (number[body], None)),
    )
