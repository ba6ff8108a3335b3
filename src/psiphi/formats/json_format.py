"""psiphi's own robot files: JSON that gives back the same model to the last bit.

    {"psiphi": 1, "name": …, "gravity": [x, y, z], "bodies": […], "frames": […], "loops": […],
     "geometries": […], …}

Bodies and frames name the body they stand on, null being the world. Numbers are written with all the digits
they need; infinity is written as the text "inf" or "-inf". What has its default value is left out. Reading is
strict: a key that is unknown or given twice is an error, so that a misspelt one does not pass unnoticed.
"""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path
from typing import Any

from psiphi.errors import ModelError, RobotFileError
from psiphi.formats.json_geometry import geometry_fields, read_geometry, written_geometry
from psiphi.formats.json_modes import read_modes, written_modes
from psiphi.formats.json_reader import Value, parse_document
from psiphi.formats.json_records import (
    RECORDS,
    made,
    read_fields,
    read_records,
    same,
    written_record,
    written_records,
)
from psiphi.formats.paths import Confinement
from psiphi.model import JOINT_KINDS, Body, Frame, Geometry, Joint, JointKind, Model
from psiphi.spatial.inertia import Inertia
from psiphi.spatial.pose import Pose
from psiphi.whole_file import written_whole

VERSION = 1
_RESISTING = ("damping", "friction", "stiffness")

_IDENTITY = {"rotation": [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]], "position": [0.0, 0.0, 0.0]}

# Writing


def model_to_json(model: Model, confinement: Confinement | None = None) -> str:
    """The model as the text of a robot file; `confinement` is that of the file, for the paths of meshes."""
    names = {-1: None, **dict(enumerate(model.body_names))}
    document: dict[str, Any] = {
        "psiphi": VERSION,
        "name": model.name,
        "gravity": list(model.gravity),
        "bodies": [_body(body, names[body.parent]) for body in model.bodies],
    }
    if model.frames:
        document["frames"] = [
            {"name": frame.name, "body": names[frame.body], **_pose(frame.pose)} for frame in model.frames
        ]
    document.update(written_records(model))
    if model.geometries:
        document["geometries"] = [
            written_geometry(geometry, names[geometry.body], _pose(geometry.pose), confinement)
            for geometry in model.geometries
        ]
    return _laid_out(document) + "\n"


def save_json(model: Model, path: str | Path) -> None:
    """Write the model to a file: all of it or nothing, so that a failure leaves what was there before."""
    text = model_to_json(model, Confinement.of(path))
    try:
        with written_whole(Path(path)) as temporary:
            temporary.write_text(text, encoding="ascii")
    except (OSError, ValueError) as problem:
        reason = getattr(problem, "strerror", None) or str(problem)
        raise RobotFileError(f"cannot be written: {reason}.", file=path, remedy="Check the path.") from None


def _body(body: Body, parent: str | None) -> dict[str, Any]:
    written: dict[str, Any] = {"name": body.name, "parent": parent, "joint": _joint(body.joint)}
    inertia = body.inertia
    if inertia != Inertia.zero():
        written["inertia"] = {
            "mass": inertia.mass,
            "center": inertia.center.tolist(),
            "rotational": inertia.rotational.tolist(),
        }
    if body.gravity_compensation.mass:
        held = body.gravity_compensation
        written["gravity_compensation"] = {"mass": held.mass, "center": held.center.tolist()}
    if body.modes is not None:
        written["modes"] = written_modes(body.modes)
        del written["inertia"]  # that of the modes
    return written


def _joint(joint: Joint) -> dict[str, Any]:
    rest = written_record(joint, _bare(joint.kind), without=("name", "kind", "placement"))
    return {"name": joint.name, "kind": joint.kind.name, **_pose(joint.placement), **rest}


@cache
def _bare(kind: JointKind) -> Joint:
    """A joint with nothing but its kind."""
    return Joint("bare", kind)


def _laid_out(value: Any, indent: str = "") -> str:
    """JSON with a line for each value that holds no object: vectors and matrices stay together."""
    inner = indent + "  "
    if isinstance(value, dict) and value:
        rows = [f"{json.dumps(key)}: {_laid_out(item, inner)}" for key, item in value.items()]
    elif isinstance(value, list) and any(isinstance(item, dict) for item in value):
        rows = [_laid_out(item, inner) for item in value]
    else:
        return json.dumps(value, allow_nan=False)
    opening, closing = "{}" if isinstance(value, dict) else "[]"
    return f"{opening}\n{inner}" + f",\n{inner}".join(rows) + f"\n{indent}{closing}"


def _pose(pose: Pose) -> dict[str, Any]:
    parts = {"rotation": pose.rotation.tolist(), "position": pose.position.tolist()}
    return {name: part for name, part in parts.items() if not same(part, _IDENTITY[name])}


# Reading


def parse_json(
    text: str | bytes, *, source: str = "<string>", confinement: Confinement | None = None
) -> Model:
    """The model in a JSON text of psiphi's; meshes must be where the confinement lets them."""
    document = parse_document(text, source)
    fields = document.fields(
        required=("psiphi", "name", "gravity", "bodies"),
        optional=("frames", "geometries", *RECORDS),
        kind="robot",
    )
    if fields["psiphi"].number() != VERSION:
        raise fields["psiphi"].error(
            f"this is version {fields['psiphi'].number():g} of the format.",
            f"This psiphi reads version {VERSION}.",
        )
    index: dict[str, int] = {}
    bodies: list[Body] = []
    for value in fields["bodies"].items():
        body = _read_body(value, index)
        if body.name in index:
            raise value.error(f"the name of bodies[{index[body.name]}] is used again.", "Rename one of them.")
        index[body.name] = len(bodies)
        bodies.append(body)
    frames = [_read_frame(value, index) for value in fields["frames"].items()] if "frames" in fields else []
    confinement = confinement or Confinement.of(None)
    shapes = fields["geometries"].items() if "geometries" in fields else []
    geometries = [_read_geometry(value, index, confinement) for value in shapes]
    name, gravity, records = fields["name"].text(), fields["gravity"].numbers(3), read_records(fields)
    try:
        return Model(name, bodies, frames, gravity, geometries=geometries, **records)
    except ModelError as problem:
        raise RobotFileError(str(problem), file=source) from None


def _read_body(value: Value, index: dict[str, int]) -> Body:
    fields = value.fields(
        required=("name", "parent", "joint"),
        optional=("inertia", "gravity_compensation", "modes"),
        kind="body",
    )
    inertia = _read_inertia(fields["inertia"]) if "inertia" in fields else Inertia.zero()
    held = Inertia.zero()
    if "gravity_compensation" in fields:
        part = fields["gravity_compensation"].fields(required=("mass", "center"), kind="part of a mass")
        held = Inertia(part["mass"].number(), part["center"].numbers(3))
    place, joint = _read_place(fields["parent"], index), _read_joint(fields["joint"])
    modes = read_modes(fields["modes"]) if "modes" in fields else None
    return Body(fields["name"].text(), place, joint, inertia, held, modes)


def _read_place(value: Value, index: dict[str, int]) -> int:
    if value.is_null():
        return -1
    name = value.text()
    if name not in index:
        raise value.error(f"there is no body {value.shown()} before this.", "Name an earlier body, or null.")
    return index[name]


def _read_inertia(value: Value) -> Inertia:
    fields = value.fields(required=("mass", "center", "rotational"), kind="inertia")
    return Inertia(fields["mass"].number(), fields["center"].numbers(3), fields["rotational"].matrix())


def _read_joint(value: Value) -> Joint:
    fields = value.fields(
        required=("name", "kind"),
        optional=(
            *("rotation", "position", "axis", "axis2", "pitch"),
            *("limits", "rotor", "mimic", "spring_reference", *_RESISTING),
        ),
        kind="joint",
    )
    kind = JOINT_KINDS.get(fields["kind"].text())
    if kind is None:
        raise fields["kind"].error(
            f"there is no joint kind {fields['kind'].shown()}.", f"Use one of {', '.join(JOINT_KINDS)}."
        )
    for name, count in (*((x, kind.nv) for x in _RESISTING), ("spring_reference", kind.nq)):
        if name in fields:
            fields[name].numbers(count)
    own = {name: item for name, item in fields.items() if name != "kind"}
    return made(value, Joint, {**read_fields(own, Joint), "kind": kind, "placement": _read_pose(fields)})


def _read_pose(fields: dict[str, Value]) -> Pose:
    rotation = fields["rotation"].matrix() if "rotation" in fields else None
    position = fields["position"].numbers(3) if "position" in fields else None
    return Pose(rotation, position)


def _read_frame(value: Value, index: dict[str, int]) -> Frame:
    fields = value.fields(required=("name", "body"), optional=("rotation", "position"), kind="frame")
    return Frame(fields["name"].text(), _read_place(fields["body"], index), _read_pose(fields))


def _read_geometry(value: Value, index: dict[str, int], confinement: Confinement) -> Geometry:
    fields = geometry_fields(value)
    body = _read_place(fields["body"], index)
    return read_geometry(value, body, _read_pose(fields), fields, confinement)
