"""Shapes: what a body looks like, or is touched by, in a frame of its own."""

from __future__ import annotations

import math
from dataclasses import field, fields
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import ArrayLike, NDArray

from psiphi.errors import ModelError
from psiphi.frozen import frozen
from psiphi.locks import cached_property

Triple: TypeAlias = tuple[float, float, float]


class _Sized:
    """Numbers of a shape are plain floats, finite and above zero."""

    def __post_init__(self) -> None:
        for each in fields(self):  # type: ignore[arg-type]
            value = getattr(self, each.name)
            numbers = value if isinstance(value, tuple | list) else (value,)
            try:
                plain = tuple(map(float, numbers))
            except (TypeError, ValueError):
                plain = (math.nan,)
            if not all(0.0 < number < math.inf for number in plain):
                what = type(self).__name__.lower()
                raise ModelError(f"{what}: its {each.name} is {value!r}; give finite numbers above zero")
            object.__setattr__(self, each.name, plain if isinstance(value, tuple | list) else plain[0])


@frozen
class Box(_Sized):
    """A box centred on the frame; `size` are its whole lengths along x, y and z."""

    size: Triple


@frozen
class Sphere(_Sized):
    """A sphere centred on the frame."""

    radius: float


@frozen
class Ellipsoid(_Sized):
    """An ellipsoid centred on the frame, with these half lengths along x, y and z."""

    radii: Triple


@frozen
class Cylinder(_Sized):
    """A cylinder about z, centred on the frame."""

    radius: float
    length: float


@frozen
class Capsule(_Sized):
    """A cylinder about z, centred on the frame, of this length without the half spheres at its ends."""

    radius: float
    length: float


@frozen
class Plane:
    """The plane z = 0, seen from above; `size` are its lengths along x and y, 0 where it has no end."""

    size: tuple[float, float] = (0.0, 0.0)


@frozen
class Mesh:
    """A triangle mesh in a file, which is opened when it is drawn.

    `file` is an absolute path and is opened only inside one of the directories `roots`; None lets it be
    anywhere, for paths that come from a program and not from a robot file.
    """

    file: str
    scale: Triple = (1.0, 1.0, 1.0)
    roots: tuple[str, ...] | None = field(default=None, compare=False, repr=False)

    def __post_init__(self) -> None:
        scale = tuple(map(float, self.scale))
        if len(scale) != 3 or not all(math.isfinite(number) and number != 0.0 for number in scale):
            raise ModelError(
                f"mesh {self.file!r}: its scale is {self.scale!r}; give three numbers, none zero"
            )
        object.__setattr__(self, "scale", scale)


@frozen(eq=False)
class Surface:
    """Triangles kept in the model: vertices (V, 3), and faces (F, 3) that number them."""

    vertices: NDArray[np.float64]
    faces: NDArray[np.int64]

    def __init__(self, vertices: ArrayLike, faces: ArrayLike) -> None:
        try:
            points = np.array(vertices, dtype=float).reshape(-1, 3)
            corners = np.array(faces, dtype=float).reshape(-1, 3)
        except (TypeError, ValueError):
            raise ModelError("surface: vertices and faces are tables of three numbers a row") from None
        if not np.isfinite(points).all():
            raise ModelError("surface: a vertex is not finite")
        if len(corners) and not (corners.min() >= 0 and corners.max() < len(points)):
            raise ModelError(f"surface: a face names a vertex that is not there; there are {len(points)}")
        for name, array in (("vertices", points), ("faces", corners.astype(np.int64))):
            array.setflags(write=False)
            object.__setattr__(self, name, array)

    @cached_property
    def _bytes(self) -> bytes:
        return self.vertices.tobytes() + self.faces.tobytes()

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Surface) and self._bytes == other._bytes

    def __hash__(self) -> int:
        return hash(self._bytes)


Shape: TypeAlias = Box | Sphere | Ellipsoid | Cylinder | Capsule | Plane | Mesh | Surface

SHAPES: dict[str, type[Any]] = {
    kind.__name__.lower(): kind for kind in (Box, Sphere, Ellipsoid, Cylinder, Capsule, Plane, Mesh, Surface)
}
"""Each kind of shape by the name that files give it."""


def height_field(heights: ArrayLike, size: tuple[float, float]) -> Surface:
    """The ground over a rectangle of these lengths along x and y; heights (rows along y, columns along x)."""
    z = np.asarray(heights, dtype=float)
    rows, columns = z.shape
    x = np.linspace(-0.5, 0.5, columns) * size[0]
    y = np.linspace(-0.5, 0.5, rows) * size[1]
    vertices = np.stack([*np.meshgrid(x, y), z], axis=-1).reshape(-1, 3)
    corner = (np.arange(rows - 1)[:, None] * columns + np.arange(columns - 1)).ravel()
    lower = np.stack([corner, corner + 1, corner + columns + 1], axis=-1)
    upper = np.stack([corner, corner + columns + 1, corner + columns], axis=-1)
    return Surface(vertices, np.concatenate([lower, upper]))
