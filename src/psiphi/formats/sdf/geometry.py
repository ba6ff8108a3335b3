"""The shapes of SDF links, with the diffuse colours of their materials."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from psiphi.errors import RobotFileError
from psiphi.formats.link_shapes import clipped, link_shapes
from psiphi.formats.numbers import as_attribute, numbers
from psiphi.formats.paths import Confinement
from psiphi.formats.sdf.poses import Poses, number_in, pose_of, relative_to, text_of
from psiphi.formats.xml_reader import Element
from psiphi.model.geometry import Color, Geometry
from psiphi.model.shapes import Box, Capsule, Cylinder, Ellipsoid, Mesh, Shape, Sphere
from psiphi.spatial.pose import Pose

_ONES = (1.0, 1.0, 1.0)


class SdfGeometry:
    """Reads the shapes of one model; `oddities` says which were left out, and why."""

    def __init__(self, poses: Poses, confinement: Confinement) -> None:
        self.poses, self.confinement = poses, confinement
        self.oddities: list[str] = []

    def of_link(self, link: Element, body: int, seat: Pose) -> Iterator[Geometry]:
        """The shapes of a link, seen ones first; `seat` is the frame of its body in the model."""

        def read(element: Element, shape: Element) -> tuple[Shape, Pose, Color | None]:
            origin = self.poses.in_model(relative_to(element) or link.attributes["name"], element)
            placed = seat.inverse() @ origin @ pose_of(element, self.poses.snap)
            return self._shape(shape), placed, _color(element)

        return link_shapes(link, body, read, self.oddities)

    def _shape(self, shape: Element) -> Shape:
        match shape.tag:
            case "box":
                return Box(_vector(shape, "size", _ONES))
            case "sphere":
                return Sphere(number_in(shape, "radius", 1.0))
            case "ellipsoid":
                return Ellipsoid(_vector(shape, "radii", _ONES))
            case "cylinder":
                return Cylinder(number_in(shape, "radius", 1.0), number_in(shape, "length", 1.0))
            case "capsule":
                return Capsule(number_in(shape, "radius", 0.5), number_in(shape, "length", 1.0))
            case "mesh":
                reference = text_of(shape, "uri")
                if not reference:
                    raise shape.error("the <uri> is missing.")
                if finding := self.confinement.escape(reference):
                    raise shape.error(f"its <uri> {finding}.")
                place = self.confinement.place(reference)
                return Mesh(place, _vector(shape, "scale", _ONES), self.confinement.names)
            case _:
                raise shape.error("this shape is not read.")


def _color(element: Element) -> Color | None:
    """The diffuse colour of a material, None where there is none or one that cannot be read."""
    material = element.child("material")
    if material is None or material.child("diffuse") is None:
        return None
    try:
        return clipped(_vector(material, "diffuse", (1.0, 1.0, 1.0, 1.0)))
    except RobotFileError:
        return None


def _vector(parent: Element, tag: str, default: tuple[float, ...]) -> Any:
    child = parent.child(tag)
    return default if child is None else numbers(as_attribute(child), "text", default)
