"""The shapes of URDF links, with their materials."""

from __future__ import annotations

from collections.abc import Iterator

from psiphi.errors import RobotFileError
from psiphi.formats.link_shapes import clipped, link_shapes
from psiphi.formats.numbers import number, numbers
from psiphi.formats.paths import Confinement
from psiphi.formats.urdf.link import origin_of
from psiphi.formats.xml_reader import Element
from psiphi.model.geometry import Color, Geometry
from psiphi.model.shapes import Box, Capsule, Cylinder, Mesh, Shape, Sphere
from psiphi.spatial.pose import Pose

_ONES = (1.0, 1.0, 1.0)


class UrdfGeometry:
    """Reads the shapes of one file; `oddities` says which were left out, and why."""

    def __init__(self, robot: Element, snap: float, confinement: Confinement) -> None:
        self.snap, self.confinement = snap, confinement
        self.oddities: list[str] = []
        self.colors: dict[str, Color] = {}
        for element in robot.descendants():  # a material is defined once, wherever, and named elsewhere
            name = element.attributes.get("name")
            if element.tag == "material" and name and name not in self.colors:
                color = _color(element)
                if color is not None:
                    self.colors[name] = color

    def of_link(self, link: Element, body: int) -> Iterator[Geometry]:
        """The shapes of one link, seen ones first, on the body that it became."""

        def read(element: Element, shape: Element) -> tuple[Shape, Pose, Color | None]:
            return self._shape(shape), origin_of(element, self.snap), self._color(element)

        return link_shapes(link, body, read, self.oddities)

    def _shape(self, shape: Element) -> Shape:
        match shape.tag:
            case "box":
                x, y, z = numbers(shape, "size", _ONES)
                return Box((x, y, z))
            case "sphere":
                return Sphere(number(shape, "radius"))
            case "cylinder":
                return Cylinder(number(shape, "radius"), number(shape, "length"))
            case "capsule":
                return Capsule(number(shape, "radius"), number(shape, "length"))
            case "mesh":
                reference = shape.attributes.get("filename", "")
                if not reference:
                    raise shape.error("the attribute 'filename' is missing.")
                x, y, z = numbers(shape, "scale", _ONES)
                return Mesh(self.confinement.place(reference), (x, y, z), self.confinement.names)
            case _:
                raise shape.error("this is no shape of URDF.")

    def _color(self, element: Element) -> Color | None:
        materials = element.children_named("material")
        if not materials:
            return None
        return _color(materials[0]) or self.colors.get(materials[0].attributes.get("name", ""))


def _color(material: Element) -> Color | None:
    """The colour of a material, None where it has none or one that cannot be read."""
    for element in material.children_named("color"):
        try:
            return clipped(numbers(element, "rgba", (1.0, 1.0, 1.0, 1.0)))
        except RobotFileError:
            return None
    return None
