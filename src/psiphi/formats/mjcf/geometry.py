"""The geoms of a compiled MuJoCo model, of every kind.

A mesh that came from a file which may be opened again is kept by its name, any other by its triangles. MuJoCo
moves the vertices of a mesh to its centre and principal axes, x_file = R x + p; a geom's pose is that of
these, and is moved back for a file.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any

import numpy as np

from psiphi.formats.mjcf.files import MjcfFiles
from psiphi.formats.mjcf.names import given_names
from psiphi.formats.mjcf.pose import pose_from_mujoco
from psiphi.formats.paths import Confinement
from psiphi.model.geometry import Geometry
from psiphi.model.shapes import (
    Box,
    Capsule,
    Cylinder,
    Ellipsoid,
    Mesh,
    Plane,
    Shape,
    Sphere,
    Surface,
    height_field,
)
from psiphi.spatial.pose import Pose

PLANE, FIELD, SPHERE, CAPSULE, ELLIPSOID, CYLINDER, BOX = range(7)  # mujoco.mjtGeom; then meshes

SHOWN_GROUPS = 3  # MuJoCo's viewer shows groups 0, 1 and 2
UNCOLORED = np.array([0.5, 0.5, 0.5, 1.0], dtype=np.float32)  # the rgba of a geom that gives none


def geometries_from_mujoco(
    mj: Any, seats: Sequence[tuple[int, Pose]], snap: float, meshes: Mapping[str, Mesh]
) -> list[Geometry]:
    """All geoms; `seats` has for each MuJoCo body the psiphi body and where its frame is in that."""
    names = given_names(mj, mj.name_geomadr)
    found: list[Geometry] = []
    for geom in range(mj.ngeom):
        body, seat = seats[mj.geom_bodyid[geom]]
        pose = seat @ pose_from_mujoco(mj.geom_pos[geom], mj.geom_quat[geom], snap)
        shape, within = _shape(mj, geom, meshes)
        material = mj.geom_matid[geom]
        rgba = mj.geom_rgba[geom]
        if material >= 0 and np.array_equal(rgba, UNCOLORED):
            rgba = mj.mat_rgba[material]
        red, green, blue, opacity = np.clip(np.nan_to_num(rgba, nan=0.5), 0.0, 1.0).tolist()
        contype, conaffinity = int(mj.geom_contype[geom]), int(mj.geom_conaffinity[geom])
        found.append(
            Geometry(
                body,
                shape,
                pose if within is None else pose @ within,
                names[geom],
                visual=bool(mj.geom_group[geom] < SHOWN_GROUPS),
                collision=bool(contype or conaffinity),
                color=(red, green, blue, opacity),
                group=int(mj.geom_group[geom]),
                contype=contype,
                conaffinity=conaffinity,
            )
        )
    return found


def mesh_files(files: MjcfFiles, confinement: Confinement) -> dict[str, Mesh]:
    """The files of a model as meshes, by the names that MuJoCo has for them.

    Only those that are missing where a mesh has a reference pose, of which the compiled model says nothing.
    """
    documents = (files.text.encode(), *files.contents.values())
    if any(b" refpos=" in document or b" refquat=" in document for document in documents):
        known = {name: files.paths[name] for name in files.missing}
    else:
        known = files.paths
    return {name: Mesh(place, roots=confinement.names) for name, place in known.items()}


def _shape(mj: Any, geom: int, meshes: Mapping[str, Mesh]) -> tuple[Shape, Pose | None]:
    """The shape, and its frame in that of the geom where the two differ."""
    kind, data = int(mj.geom_type[geom]), mj.geom_dataid[geom]
    if kind in _SIMPLE:
        return _SIMPLE[kind](*mj.geom_size[geom].tolist()), None
    return (_field(mj, data), None) if kind == FIELD else _mesh(mj, data, meshes)


_SIMPLE: dict[int, Callable[[float, float, float], Shape]] = {  # MuJoCo has half lengths
    PLANE: lambda x, y, _: Plane((2.0 * x, 2.0 * y)),
    SPHERE: lambda x, _, __: Sphere(x),
    CAPSULE: lambda x, y, _: Capsule(x, 2.0 * y),
    ELLIPSOID: lambda x, y, z: Ellipsoid((x, y, z)),
    CYLINDER: lambda x, y, _: Cylinder(x, 2.0 * y),
    BOX: lambda x, y, z: Box((2.0 * x, 2.0 * y, 2.0 * z)),
}


def _field(mj: Any, field: int) -> Surface:
    rows, columns, start = mj.hfield_nrow[field], mj.hfield_ncol[field], mj.hfield_adr[field]
    x, y, height, _ = mj.hfield_size[field].tolist()
    heights = mj.hfield_data[start : start + rows * columns].reshape(rows, columns)
    return height_field(height * heights.astype(float), (2.0 * x, 2.0 * y))


def _mesh(mj: Any, mesh: int, meshes: Mapping[str, Mesh]) -> tuple[Shape, Pose | None]:
    start = int(mj.mesh_pathadr[mesh])
    name = mj.paths[start : mj.paths.index(b"\0", start)].decode("utf-8", "replace") if start >= 0 else ""
    if name in meshes:
        x, y, z = mj.mesh_scale[mesh].tolist()
        back = pose_from_mujoco(mj.mesh_pos[mesh], mj.mesh_quat[mesh], 0.0).inverse()
        return replace(meshes[name], scale=(x, y, z)), back
    vertices = _rows(mj.mesh_vert, mj.mesh_vertadr[mesh], mj.mesh_vertnum[mesh])
    return Surface(vertices, _rows(mj.mesh_face, mj.mesh_faceadr[mesh], mj.mesh_facenum[mesh])), None


def _rows(table: np.ndarray, start: int, count: int) -> np.ndarray:
    return table[start : start + count]
