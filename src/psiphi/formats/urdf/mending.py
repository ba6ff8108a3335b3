"""What is common and harmless in URDF files that are not quite right, put right before they are read."""

from __future__ import annotations

import math

import numpy as np

from psiphi.errors import RobotFileError
from psiphi.formats.numbers import as_attribute, number
from psiphi.formats.urdf.transmissions import REDUCTIONS, transmissions_of
from psiphi.formats.xml_reader import Element

_ONCE = ("inertial", "origin", "parent", "child", "axis", "limit", "dynamics", "mimic")
_MOMENTS = ("ixx", "ixy", "ixz", "iyy", "iyz", "izz")


def mend(robot: Element) -> list[str]:
    """Change the elements where they stand, and say what was changed.

    Of elements that can stand once the first counts. Missing limits, and a lower one above the upper one,
    become none, a missing <inertia> that of a point, an inertia that no body can have the nearest that one
    can; an <inertial> without <mass>, and a transmission whose reduction is 0 or no number, are left out; and
    a link called "world" that joints stand on but none declares is added.
    """
    told: list[str] = []
    for element in (*robot.children_named("link"), *robot.children_named("joint")):
        told += _without_doubles(element)
    declared = {link.attributes.get("name") for link in robot.children_named("link")}
    for joint in robot.children_named("joint"):
        limit = joint.child("limit")
        if limit is None and joint.attributes.get("type") in ("revolute", "prismatic"):
            _add(joint, "limit", {})
            told.append(f"{joint.label} on line {joint.line} has no <limit>: taken as unlimited")
        elif limit is not None and _bound(limit, "lower") > _bound(limit, "upper"):
            for name in ("lower", "upper"):
                limit.attributes.pop(name, None)
            told.append(f"{joint.label} on line {joint.line} has its limits upside down: taken as unlimited")
        parent = joint.child("parent")
        if parent is not None and parent.attributes.get("link") == "world" and "world" not in declared:
            declared.add("world")
            _add(robot, "link", {"name": "world"})
            told.append("the link 'world' is not declared: added without mass")
    for link in robot.children_named("link"):
        inertial = link.child("inertial")
        if inertial is None:
            continue
        if inertial.child("mass") is None:
            link.children.remove(inertial)
            told.append(f"{link.label} on line {link.line} has an <inertial> without <mass>: left out")
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
    for transmission in transmissions_of(robot):
        if transmission.parent is not None and not all(map(_is_gear, transmission.descendants())):
            transmission.parent.children.remove(transmission)
            told.append(
                f"{transmission.label} on line {transmission.line} has a mechanicalReduction that is 0 or no "
                "number: left out"
            )
    return told


def _without_doubles(element: Element) -> list[str]:
    """Leave the first of each kind of element that can stand once, and say what went."""
    seen: set[str] = set()
    told: list[str] = []
    for child in [*element.children]:
        if child.tag in _ONCE and child.tag in seen:
            element.children.remove(child)
            told.append(f"{element.label} has a second <{child.tag}> on line {child.line}: left out")
        seen.add(child.tag)
    return told


def _bound(limit: Element, name: str) -> float:
    return number(limit, name, 0.0, largest=math.inf)


def _is_gear(element: Element) -> bool:
    """Whether an element is no <mechanicalReduction>, or one that can be read."""
    if element.tag in REDUCTIONS and element.text:
        try:
            return number(as_attribute(element), "text") != 0.0
        except RobotFileError:
            return False
    return True


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
