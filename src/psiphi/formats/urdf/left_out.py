"""What URDF files hold that has no place in a model."""

from __future__ import annotations

from collections.abc import Iterator

from psiphi.formats.xml_reader import Element
from psiphi.model import Dropped


def what_is_left_out(robot: Element) -> Iterator[Dropped]:
    """Elements inside <gazebo> that change the motion."""
    for gazebo in robot.children_named("gazebo"):
        for element in gazebo.descendants():
            if element.tag in ("springStiffness", "springReference"):
                yield left_out(element, "a spring that only Gazebo knows")
            elif element.tag == "joint" and gazebo.children_named("joint"):
                yield left_out(element, "a joint that only Gazebo knows")


def left_out(element: Element, reason: str) -> Dropped:
    return Dropped(element.label, reason, element.line, element.source)
