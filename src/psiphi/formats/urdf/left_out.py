"""What URDF files hold that has no place in a model: unknown to URDF, at the wrong place, or misspelt."""

from __future__ import annotations

from collections.abc import Iterator

from psiphi.formats.xml_reader import Element, shortened
from psiphi.model import Dropped

CHILDREN = {
    "robot": {"link", "joint"},
    "link": {"inertial"},
    "inertial": {"origin", "mass", "inertia"},
    "joint": {"parent", "child", "origin", "axis", "limit", "dynamics", "mimic"},
}
"""The elements that say how a robot moves, by what they stand in."""

ATTRIBUTES = {
    "origin": {"xyz", "rpy"},
    "mass": {"value"},
    "inertia": {"ixx", "ixy", "ixz", "iyy", "iyz", "izz"},
    "parent": {"link"},
    "child": {"link"},
    "axis": {"xyz"},
    "limit": {"lower", "upper", "effort", "velocity", "command_effort", "current", "gear_velocity"},
    "dynamics": {"damping", "friction"},
    "mimic": {"joint", "multiplier", "offset"},
}
"""All that these say themselves."""

HARMLESS = {"calibration", "safety_controller"}
_MOVING = {"include", "xi:include", *(tag for tags in CHILDREN.values() for tag in tags)}
_SWITCHES = {
    *(("gravity", no) for no in ("false", "0")),
    *((tag, yes) for tag in ("turnGravityOff", "kinematic") for yes in ("true", "1")),
}


def what_is_left_out(robot: Element) -> Iterator[Dropped]:
    """All that might change the motion, and is not read."""
    yield from _unknown(robot)
    for gazebo in robot.children_named("gazebo"):
        for element in gazebo.descendants():
            if element.tag in ("springStiffness", "springReference"):
                yield left_out(element, "a spring that only Gazebo knows")
            elif element.tag == "joint" and gazebo.children_named("joint"):
                yield left_out(element, "a joint that only Gazebo knows")
            elif _is_switch(element):
                yield left_out(element, "gravity or motion that only Gazebo switches off")


def _is_switch(element: Element) -> bool:
    return (element.tag, element.text.lower()) in _SWITCHES


def _unknown(element: Element) -> Iterator[Dropped]:
    """Of the elements that say how a robot moves: what they hold that URDF does not know."""
    said, known = ATTRIBUTES.get(element.tag), CHILDREN.get(element.tag, set())
    more = [shortened(name) for name in element.attributes if said is not None and name not in said]
    if more:
        yield left_out(element, f"unknown to URDF: {', '.join(more)}")
    closed = element.tag not in ("robot", "link")  # which hold what others need, as sensors
    for child in element.children:
        if child.tag in known:
            yield from _unknown(child)
        elif child.tag in _MOVING or (closed and child.tag not in HARMLESS) or _is_switch(child):
            yield left_out(child, f"unknown to URDF inside <{element.tag}>")


def left_out(element: Element, reason: str) -> Dropped:
    return Dropped(element.label, reason, element.line, element.source)
