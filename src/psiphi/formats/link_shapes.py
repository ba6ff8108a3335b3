"""The <visual> and <collision> elements of a link, which URDF and SDF have alike.

Geometry has no part in the dynamics, so a shape that cannot be read is left out with a warning.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import fields

from psiphi.errors import ModelError, RobotFileError
from psiphi.formats.numbers import number, numbers
from psiphi.formats.paths import Confinement
from psiphi.formats.xml_reader import Element
from psiphi.model.geometry import Color, Geometry
from psiphi.model.shapes import SHAPES, Mesh, Plane, Shape, Surface
from psiphi.spatial.pose import Pose

Read = Callable[[Element, Element], tuple[Shape, Pose, Color | None]]
"""Reads a <visual> or <collision>, given with what is in its <geometry>."""
_ONES = (1.0, 1.0, 1.0)


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


def shape_of(element: Element, file: str, confinement: Confinement) -> Shape:
    """A shape by its attributes, of which `file` names the file of a mesh."""
    kind = SHAPES.get(element.tag)
    if kind is None or kind in (Plane, Surface):
        raise element.error("this shape is not read.")
    if kind is Mesh:
        reference = element.attributes.get(file, "")
        finding = confinement.escape(reference) if reference else "is missing"
        if finding:
            raise element.error(f"its {file} {finding}.")
        x, y, z = numbers(element, "scale", _ONES)
        return Mesh(confinement.place(reference), (x, y, z), confinement.names)
    given = ((each.name, each.type == "float") for each in fields(kind))
    return kind(
        **{name: number(element, name) if one else numbers(element, name, _ONES) for name, one in given}
    )


def clipped(rgba: tuple[float, ...]) -> Color:
    """A colour, each part from 0 to 1."""
    red, green, blue, opacity = (min(max(part, 0.0), 1.0) for part in rgba)
    return red, green, blue, opacity
