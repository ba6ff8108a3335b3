"""What is common and harmless in URDF files that are not quite right, put right before they are read."""

from __future__ import annotations

import numpy as np

from psiphi.formats.numbers import number
from psiphi.formats.xml_reader import Element

_MOMENTS = ("ixx", "ixy", "ixz", "iyy", "iyz", "izz")


def mend(robot: Element) -> list[str]:
    """Change the elements where they stand, and say what was changed.

    Missing limits become none, a missing <inertia> that of a point, an inertia that no body can have the
    nearest that one can, and a link called "world" that joints stand on but none declares is added.
    """
    told: list[str] = []
    declared = {link.attributes.get("name") for link in robot.children_named("link")}
    for joint in robot.children_named("joint"):
        if joint.attributes.get("type") in ("revolute", "prismatic") and joint.child("limit") is None:
            _add(joint, "limit", {})
            told.append(f"{joint.label} on line {joint.line} has no <limit>: taken as unlimited")
        parent = joint.child("parent")
        if parent is not None and parent.attributes.get("link") == "world" and "world" not in declared:
            declared.add("world")
            _add(robot, "link", {"name": "world"})
            told.append("the link 'world' is not declared: added without mass")
    for link in robot.children_named("link"):
        inertial = link.child("inertial")
        mass = inertial.child("mass") if inertial is not None else None
        if inertial is None or mass is None:
            continue
        inertia = inertial.child("inertia")
        if inertia is None:
            _add(inertial, "inertia", dict.fromkeys(_MOMENTS, "0"))
            told.append(f"{link.label} on line {link.line} has no <inertia>: taken as a point")
        elif (change := _made_possible(inertia)) > 0.0:
            told.append(
                f"{link.label} on line {link.line} has an inertia that no body can have: "
                f"the nearest that one can was taken, {change:.2g} kg m² away"
            )
    return told


def _made_possible(inertia: Element) -> float:
    """Give the element the nearest possible inertia, and return how far it was.

    Nearest in second moments of mass, Σ = ½ tr(I) 1 − I: those that are negative become zero.
    """
    xx, xy, xz, yy, yz, zz = (number(inertia, name, 0.0) for name in _MOMENTS)
    given = np.array([[xx, xy, xz], [xy, yy, yz], [xz, yz, zz]])
    values, axes = np.linalg.eigh(0.5 * np.trace(given) * np.eye(3) - given)
    if values[0] >= -1e-12 * max(abs(values[-1]), 1e-300):
        return 0.0
    second = (axes * np.maximum(values, 0.0)) @ axes.T
    possible = np.trace(second) * np.eye(3) - second
    for name, value in zip(_MOMENTS, possible[np.triu_indices(3)].tolist(), strict=True):
        inertia.attributes[name] = repr(value)
    return float(np.abs(possible - given).max())


def _add(parent: Element, tag: str, attributes: dict[str, str]) -> None:
    parent.children.append(Element(tag, attributes, parent, parent.source, parent.line))
