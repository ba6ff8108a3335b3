"""The <visual> and <collision> elements of a link, which URDF and SDF have alike.

Geometry has no part in the dynamics, so a shape that cannot be read is left out with a warning.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from psiphi.errors import ModelError, RobotFileError
from psiphi.formats.xml_reader import Element
from psiphi.model.geometry import Color, Geometry
from psiphi.model.shapes import Shape
from psiphi.spatial.pose import Pose

Read = Callable[[Element, Element], tuple[Shape, Pose, Color | None]]
"""Reads a <visual> or <collision>, given with what is in its <geometry>."""


def link_shapes(link: Element, body: int, read: Read, oddities: list[str]) -> Iterator[Geometry]:
    """The shapes of one link, seen ones first; `oddities` gets which were left out, and why."""
    for tag in ("visual", "collision"):
        for element in link.children_named(tag):
            try:
                first, *others = _shapes_in(element)
                shape, pose, color = read(element, first)
                name = element.attributes.get("name", "")
                yield Geometry(body, shape, pose, name, tag == "visual", tag == "collision", color)
                oddities += [f"{x.label} on line {x.line} is left out: a second shape" for x in others]
            except RobotFileError as problem:
                oddities.append(f"{problem.element} on line {problem.line} is left out: {problem.finding}")
            except ModelError as problem:
                oddities.append(f"{element.label} on line {element.line} is left out: {problem}")


def _shapes_in(element: Element) -> list[Element]:
    geometry = element.child("geometry")
    if geometry is None or not geometry.children:
        raise element.error("there is no shape.")
    return geometry.children


def clipped(rgba: tuple[float, ...]) -> Color:
    """A colour, each part from 0 to 1."""
    red, green, blue, opacity = (min(max(part, 0.0), 1.0) for part in rgba)
    return red, green, blue, opacity
