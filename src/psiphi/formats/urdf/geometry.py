"""The shapes of URDF links, with their materials."""

from __future__ import annotations

from collections.abc import Iterator

from psiphi.errors import RobotFileError
from psiphi.formats.link_shapes import clipped, link_shapes, shape_of
from psiphi.formats.numbers import numbers
from psiphi.formats.paths import Confinement
from psiphi.formats.urdf.link import origin_of
from psiphi.formats.xml_reader import Element
from psiphi.model.geometry import Color, Geometry
from psiphi.model.shapes import Shape
from psiphi.spatial.pose import Pose


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
            place = origin_of(element, self.snap)
            return shape_of(shape, "filename", self.confinement), place, self._color(element)

        return link_shapes(link, body, read, self.oddities)

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
