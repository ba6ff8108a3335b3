"""Geometry in psiphi's own robot files.

    {"body": …, "shape": "box", "size": [x, y, z], "color": [r, g, b, a], …}

A mesh is kept by the path of its file, relative to the robot file where it lies in the same package.
"""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import fields
from typing import Any

import numpy as np

from psiphi.errors import ModelError, RobotFileError
from psiphi.formats.json_reader import Value
from psiphi.formats.paths import REMEDY, Confinement
from psiphi.model.geometry import Geometry
from psiphi.model.shapes import SHAPES, Mesh, Plane, Shape
from psiphi.spatial.pose import Pose

_PLAIN = {each.name: each.default for each in fields(Geometry) if each.name not in ("body", "shape", "pose")}


def written_geometry(
    geometry: Geometry, body: str | None, pose: Mapping[str, Any], confinement: Confinement | None
) -> dict[str, Any]:
    """A shape as a JSON object; `confinement` is that of the file it will be in."""
    shape = geometry.shape
    written: dict[str, Any] = {"body": body, "shape": type(shape).__name__.lower(), **pose}
    for each in fields(shape):
        value = getattr(shape, each.name)
        if isinstance(shape, Mesh):
            if each.name == "roots" or value == each.default:
                continue
            if each.name == "file" and confinement is not None and confinement.contains(value):
                value = os.path.relpath(value, confinement.directory).replace(os.sep, "/")
        written[each.name] = value.tolist() if isinstance(value, np.ndarray) else value
    for name, default in _PLAIN.items():
        if getattr(geometry, name) != default:
            written[name] = getattr(geometry, name)
    return written


def read_geometry(
    value: Value, body: int, pose: Pose, given: dict[str, Value], confinement: Confinement
) -> Geometry:
    """A shape; `given` are the fields of the object."""
    plain: dict[str, Any] = {}
    for name, default in _PLAIN.items():
        if name not in given:
            continue
        content = given[name].content
        if name == "color":
            plain[name] = given[name].numbers(4)
        elif name == "name":
            plain[name] = given[name].text()
        elif isinstance(default, bool):
            if not isinstance(content, bool):
                raise given[name].error(f"this must be true or false, and here is {given[name].shown()}.")
            plain[name] = content
        else:
            number = given[name].number()
            if number != int(number):
                raise given[name].error(f"this must be a whole number, and here is {given[name].shown()}.")
            plain[name] = int(number)
    try:
        return Geometry(body, _read_shape(value, given, confinement), pose, **plain)
    except RobotFileError:
        raise
    except ModelError as problem:
        raise value.error(f"{problem}.") from None


def geometry_fields(value: Value) -> dict[str, Value]:
    """The fields of a geometry, which depend on its shape."""
    kind = value.content.get("shape") if isinstance(value.content, dict) else None
    shape = SHAPES.get(kind) if isinstance(kind, str) else None
    own = [each.name for each in fields(shape) if each.name != "roots"] if shape else []
    optional = ("rotation", "position", *_PLAIN, *(["scale"] if "scale" in own else []))
    required = ("body", "shape", *(name for name in own if name not in optional))
    found = value.fields(
        required=required, optional=optional if shape else (*optional, *_ANY), kind="geometry"
    )
    if shape is None:
        raise found["shape"].error(
            f"there is no shape {found['shape'].shown()}.", f"Use one of {', '.join(SHAPES)}."
        )
    return found


_ANY = tuple({each.name for shape in SHAPES.values() for each in fields(shape) if each.name != "roots"})


def _read_shape(value: Value, given: dict[str, Value], confinement: Confinement) -> Shape:
    kind = SHAPES[given["shape"].text()]
    read: dict[str, Any] = {}
    for each in fields(kind):
        if each.name not in given:
            continue
        field = given[each.name]
        if each.name == "file":
            reference = field.text()
            if finding := confinement.escape(reference):
                raise field.error(f"{field.shown()} {finding}.", REMEDY)
            read["file"] = confinement.place(reference)
        elif each.name in ("vertices", "faces"):
            read[each.name] = [row.numbers(3) for row in field.items()]
        elif each.name in ("size", "radii", "scale"):
            read[each.name] = field.numbers(2 if kind is Plane else 3)
        else:
            read[each.name] = field.number()
    if kind is Mesh:
        read["roots"] = confinement.names
    return kind(**read)
