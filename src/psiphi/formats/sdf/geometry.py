"""The shapes of SDF links, with the diffuse colours of their materials."""

from __future__ import annotations

from collections.abc import Iterator

from psiphi.errors import RobotFileError
from psiphi.formats.link_shapes import clipped, link_shapes, shape_of
from psiphi.formats.numbers import as_attribute, numbers
from psiphi.formats.paths import Confinement
from psiphi.formats.sdf.poses import Poses, pose_of, relative_to
from psiphi.formats.xml_reader import Element
from psiphi.model.geometry import Color, Geometry
from psiphi.model.shapes import Shape
from psiphi.spatial.pose import Pose


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
            return shape_of(_by_attributes(shape), "uri", self.confinement), placed, _color(element)

        return link_shapes(link, body, read, self.oddities)


def _by_attributes(shape: Element) -> Element:
    """A shape that has as attributes what SDF has as children, and its defaults."""
    attributes = {"radius": "0.5" if shape.tag == "capsule" else "1", "length": "1"}
    attributes.update((child.tag, child.text) for child in shape.children if child.text)
    return Element(shape.tag, attributes, shape.parent, shape.source, shape.line)


def _color(element: Element) -> Color | None:
    """The diffuse colour of a material, None where there is none or one that cannot be read."""
    material = element.child("material")
    diffuse = None if material is None else material.child("diffuse")
    if diffuse is None:
        return None
    try:
        return clipped(numbers(as_attribute(diffuse), "text", (1.0, 1.0, 1.0, 1.0)))
    except RobotFileError:
        return None
