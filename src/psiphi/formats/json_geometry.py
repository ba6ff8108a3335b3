"""Geometry in psiphi's own robot files.

    {"body": …, "shape": "box", "size": [x, y, z], "color": [r, g, b, a], …}

A mesh is kept by the path of its file, relative to the robot file where it lies in the same package.
"""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import fields
from typing import Any

from psiphi.formats.json_reader import Value
from psiphi.formats.json_records import made, read_fields, written_record
from psiphi.formats.paths import REMEDY, Confinement
from psiphi.model.geometry import Geometry
from psiphi.model.shapes import SHAPES, Mesh
from psiphi.spatial.pose import Pose

_SEATED = ("body", "shape", "pose")
_PLAIN = tuple(each.name for each in fields(Geometry) if each.name not in _SEATED)


def written_geometry(
    geometry: Geometry, body: str | None, pose: Mapping[str, Any], confinement: Confinement | None
) -> dict[str, Any]:
    """A shape as a JSON object; `confinement` is that of the file it will be in."""
    shape = geometry.shape
    own = written_record(shape)
    if isinstance(shape, Mesh) and confinement is not None and confinement.contains(shape.file):
        own["file"] = os.path.relpath(shape.file, confinement.directory).replace(os.sep, "/")
    rest = written_record(geometry, without=_SEATED)
    return {"body": body, "shape": type(shape).__name__.lower(), **pose, **own, **rest}


def geometry_fields(value: Value) -> dict[str, Value]:
    """The fields of a geometry, which depend on its shape."""
    kind = value.content.get("shape") if isinstance(value.content, dict) else None
    shape = SHAPES.get(kind) if isinstance(kind, str) else None
    own = [each for kind in ([shape] if shape else SHAPES.values()) for each in fields(kind) if each.compare]
    needed = [each.name for each in own if shape and each.name != "scale"]
    optional = ("rotation", "position", *_PLAIN, *(each.name for each in own if each.name not in needed))
    found = value.fields(required=("body", "shape", *needed), optional=optional, kind="geometry")
    if shape is None:
        raise found["shape"].error(
            f"there is no shape {found['shape'].shown()}.", f"Use one of {', '.join(SHAPES)}."
        )
    return found


def read_geometry(
    value: Value, body: int, pose: Pose, given: dict[str, Value], confinement: Confinement
) -> Geometry:
    """A shape; `given` are the fields of the object."""
    kind = SHAPES[given["shape"].text()]
    read = read_fields(given, kind)
    if kind is Mesh:
        if finding := confinement.escape(read["file"]):
            raise given["file"].error(f"{given['file'].shown()} {finding}.", REMEDY)
        read.update(file=confinement.place(read["file"]), roots=confinement.names)
    rest = read_fields({name: item for name, item in given.items() if name in _PLAIN}, Geometry)
    return made(value, Geometry, {"body": body, "shape": made(value, kind, read), "pose": pose, **rest})
