"""Configurations with names from an SRDF file: its group states."""

from __future__ import annotations

import math
from dataclasses import replace
from pathlib import Path

import numpy as np

from psiphi.errors import shortened
from psiphi.formats.numbers import numbers
from psiphi.formats.warn import listed, warn
from psiphi.formats.xml_reader import Element, read_xml
from psiphi.model import Model, NamedConfiguration
from psiphi.model.joints.kinds import JointKind
from psiphi.spatial.quaternion import normalized

BASE = "root_joint"
"""What SRDF files call the joint of the base."""
FOLLOWING = 1e-3
"""How far, in rad or m, a state may put a mimic from where it follows: files round."""


def with_group_states(model: Model, path: str | Path) -> Model:
    """The model with the <group_state> elements of a file as named configurations.

    States of one name in several groups become one. The joint of the base may be called "root_joint", or as a
    <virtual_joint> that carries it. A pair of numbers for one angle is its cosine and sine. What the model
    cannot hold is warned of: joints that it does not have, and places of mimics that are not those where they
    follow.
    """
    robot = read_xml(path)
    if robot.tag != "robot":
        raise robot.error("this is not an SRDF file.", "The outermost element must be <robot>.")
    if robot.children_named("link"):
        raise robot.error("this is a URDF file.", "Give the SRDF file beside it.")
    joints = {body.joint.name: body.joint for body in model.bodies}
    bases = {BASE}
    for element in robot.children_named("virtual_joint"):
        if element.attributes.get("child_link") == model.body_names[0]:
            bases.add(element.attributes.get("name", ""))
    root = model.joint_names[0] if model.joint_names else ""
    free = bool(root) and joints[root].kind.name == "free"
    states: dict[str, dict[str, tuple[float, ...]]] = {}
    unknown: dict[str, None] = {}
    for state in robot.children_named("group_state"):
        places = states.setdefault(state.attributes.get("name") or "unnamed", {})
        for element in state.children_named("joint"):
            name = element.attributes.get("name", "")
            name = root if free and name in bases else name
            if name in joints and joints[name].kind.nq:
                places[name] = _coordinates(element, joints[name].kind)
            elif name not in joints and name not in bases:
                unknown[name] = None
    named = {known.name: known for known in model.named_configurations}
    for name, places in states.items():
        own = tuple((joint, at) for joint, at in places.items() if joints[joint].mimic is None)
        named[name] = NamedConfiguration(name, own)
    found = replace(model, named_configurations=tuple(named.values()))
    oddities = [f"the joint {shortened(name)!r}, which the robot does not have" for name in unknown]
    for name, places in states.items():
        tree = found.tree_configuration(found.configurations[name])
        for joint, at in places.items():
            follows = tree[found.q_tree_slices[found.joint_index(joint)]]
            if not np.allclose(follows, at, rtol=0.0, atol=FOLLOWING):
                oddities.append(f"{at[0]:g} of {joint!r} in {name!r}: it is a mimic, and at {follows[0]:g}")
    if not states:
        oddities.append("the whole file, which has no <group_state>")
    if oddities:
        warn(f"{path}: passed over: {listed(oddities)}")
    return found


def _coordinates(joint: Element, kind: JointKind) -> tuple[float, ...]:
    values = numbers(joint, "value", (0.0,) * len(joint.attributes.get("value", "").split()))
    if kind.coordinates == ("angle",) and len(values) == 2 and any(values):
        return (math.atan2(values[1], values[0]),)
    if len(values) != kind.nq:
        raise joint.error(f"value has {len(values)} numbers.", f"This joint has {kind.nq} coordinates.")
    if kind.bounded:
        return values
    if not any(values[-4:]):
        raise joint.error("its quaternion is zero, which is no rotation.", "Give x, y, z, w at the end.")
    return *values[:-4], *normalized(values[-4:]).tolist()
