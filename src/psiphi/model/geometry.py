"""Geometry: shapes on the bodies of a robot, to be seen or touched. It has no part in the dynamics."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable
from dataclasses import replace
from typing import TYPE_CHECKING

from psiphi.errors import ModelError
from psiphi.frozen import frozen
from psiphi.model.joints.joint import IDENTITY
from psiphi.model.shapes import Shape
from psiphi.spatial.pose import Pose

if TYPE_CHECKING:
    from psiphi.model.model import Model

Color = tuple[float, float, float, float]


@frozen
class Geometry:
    """A shape fixed to a body (−1 for the world), at `pose` in the body's frame.

    visual, collision       whether it is there to be seen, and to be touched
    color                   red, green, blue and opacity from 0 to 1; None where the file has none
    group, contype, conaffinity   MuJoCo's: what is shown together, and what touches what
    Names are those of the file, where it has any, and need not differ.
    """

    body: int
    shape: Shape
    pose: Pose = IDENTITY
    name: str = ""
    visual: bool = True
    collision: bool = False
    color: Color | None = None
    group: int = 0
    contype: int = 1
    conaffinity: int = 1

    def __post_init__(self) -> None:
        if self.color is not None:
            color = tuple(map(float, self.color))
            if len(color) != 4 or not all(0.0 <= part <= 1.0 for part in color):
                raise ModelError(f"geometry {self.name!r}: its color is {self.color!r}; give four in [0, 1]")
            object.__setattr__(self, "color", color)


def check_geometries(model: Model) -> None:
    """Raise ModelError for geometry on a body that is not there, or at a place that is none."""
    for geometry in model.geometries:
        if not -1 <= geometry.body < len(model.bodies):
            raise ModelError(
                f"geometry {geometry.name!r}: is fixed to body {geometry.body}; there are "
                f"{len(model.bodies)}, and −1 is the world"
            )
        if not all(map(math.isfinite, (*geometry.pose.position, *geometry.pose.rotation.ravel()))):
            raise ModelError(f"geometry {geometry.name!r}: its pose is not finite")


Seat = Callable[[int], tuple[int, Pose | None] | None]
"""For an old body: the new one and the old frame in the new one's (None: as it was); None: it is gone."""


def moved(geometries: Iterable[Geometry], seat: Seat) -> tuple[Geometry, ...]:
    """Geometry after its bodies have new numbers or frames."""
    found: list[Geometry] = []
    for geometry in geometries:
        place = seat(geometry.body)
        if place is not None:
            body, pose = place
            found.append(
                replace(geometry, body=body, pose=geometry.pose if pose is None else pose @ geometry.pose)
            )
    return tuple(found)
