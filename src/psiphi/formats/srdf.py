"""Configurations with names from an SRDF file: its group states."""

from __future__ import annotations

import math
from dataclasses import replace
from pathlib import Path

from psiphi.formats.numbers import number
from psiphi.formats.xml_reader import Element, read_xml
from psiphi.model import Model, NamedConfiguration
from psiphi.model.joints.kinds import JointKind


def with_group_states(model: Model, path: str | Path) -> Model:
    """The model with the <group_state> elements of a file as named configurations.

    States of one name in several groups become one. Joints that the model does not move are passed over; the
    joint of the base may be called "root_joint". A pair of numbers for one angle is its cosine and sine.
    """
    robot = read_xml(path)
    if robot.tag != "robot":
        raise robot.error("this is not an SRDF file.", "The outermost element must be <robot>.")
    states: dict[str, dict[str, tuple[float, ...]]] = {}
    for state in robot.children_named("group_state"):
        places = states.setdefault(state.attributes.get("name") or "unnamed", {})
        for joint in state.children_named("joint"):
            name = _joint_of(model, joint.attributes.get("name", ""))
            if name is not None:
                places[name] = _coordinates(joint, model.joint(name).kind)
    named = {known.name: known for known in model.named_configurations}
    named |= {name: NamedConfiguration(name, tuple(places.items())) for name, places in states.items()}
    return replace(model, named_configurations=tuple(named.values()))


def _joint_of(model: Model, name: str) -> str | None:
    if name in model.joint_names:
        return name
    root = model.joint_names[0] if model.joint_names else ""
    free = bool(root) and model.joint(root).kind.name == "free"
    return root if free and name == "root_joint" else None


def _coordinates(joint: Element, kind: JointKind) -> tuple[float, ...]:
    words = joint.attributes.get("value", "").split()
    values = [
        number(Element(joint.tag, {"value": word}, joint.parent, joint.source, joint.line), "value")
        for word in words
    ]
    if kind.coordinates == ("angle",) and len(values) == 2 and any(values):
        return (math.atan2(values[1], values[0]),)
    if len(values) != kind.nq:
        raise joint.error(f"value has {len(values)} numbers.", f"This joint has {kind.nq} coordinates.")
    return tuple(values)
