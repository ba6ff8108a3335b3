"""Meshes in files, read by trimesh when they are to be seen: inside their roots, and of bounded size."""

from __future__ import annotations

import io
import os
from collections.abc import Iterator
from functools import lru_cache
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from psiphi.errors import MissingPackageError, PsiphiError
from psiphi.extras import package
from psiphi.formats.xml_reader import parse_xml
from psiphi.model.shapes import Mesh

KINDS = ("stl", "obj", "ply", "dae", "off", "glb")
MAX_BYTES = 64 * 2**20
MAX_FACES = 1_000_000

Color = tuple[float, float, float, float]
Piece = tuple[NDArray[np.float64], NDArray[np.int64], Color | None]
"""Vertices (V, 3), faces (F, 3), and the colour that the file gives them."""


class MeshProblem(Exception):
    """Why a mesh cannot be shown, in words."""


def read_mesh(mesh: Mesh) -> list[Piece]:
    """The pieces of a mesh, scaled; `MeshProblem` where there is none that may be shown."""
    pieces = _read(_openable(mesh))
    scale = np.array(mesh.scale)
    inside_out = scale.prod() < 0.0
    return [(v * scale, f[:, ::-1] if inside_out else f, color) for v, f, color in pieces]


def _openable(mesh: Mesh) -> str:
    """The real path of the file, if it is one and lies inside the roots."""
    if not os.path.isabs(mesh.file) or not os.path.isfile(mesh.file):
        raise MeshProblem(f"there is no file {mesh.file}")
    place = Path(os.path.realpath(mesh.file))
    if mesh.roots is not None and not any(
        place.is_relative_to(os.path.realpath(root)) for root in mesh.roots
    ):
        raise MeshProblem(
            f"{mesh.file} lies outside of {', '.join(mesh.roots)}; declare its directory with roots=[...]"
        )
    if place.stat().st_size > MAX_BYTES:
        raise MeshProblem(f"{mesh.file} is larger than {MAX_BYTES // 2**20} MiB")
    return str(place)


@lru_cache(maxsize=256)
def _read(place: str) -> list[Piece]:
    kind = Path(place).suffix.lower().removeprefix(".")
    if kind not in KINDS:
        raise MeshProblem(f"{place}: meshes are {', '.join(KINDS)}, and this is {kind or 'nothing'!r}")
    data = Path(place).read_bytes()
    trimesh = package("trimesh", "view", "Meshes are read by")
    try:
        if kind == "dae":
            parse_xml(data, source=place)  # no entities, bounded depth; pycollada's parser does not ask
        # From memory and without a resolver: no other file is opened, whatever this one names.
        scene = trimesh.load_scene(io.BytesIO(data), file_type=kind)
        pieces = list(_pieces(scene))
    except MissingPackageError:
        raise
    except PsiphiError as problem:
        raise MeshProblem(str(problem)) from None
    except Exception as problem:  # whatever a parser may say of a broken file
        raise MeshProblem(f"{place} cannot be read: {type(problem).__name__}: {problem}") from None
    count = sum(len(faces) for _, faces, _ in pieces)
    if not 0 < count <= MAX_FACES:
        raise MeshProblem(f"{place} has {count} faces; shown are 1 to {MAX_FACES}")
    return pieces


def _pieces(scene: Any) -> Iterator[Piece]:
    for node in scene.graph.nodes_geometry:
        placed, name = scene.graph[node]
        piece = scene.geometry[name]
        if not hasattr(piece, "faces"):
            continue  # points and lines
        vertices = np.asarray(piece.vertices, dtype=float) @ placed[:3, :3].T + placed[:3, 3]
        yield vertices, np.asarray(piece.faces, dtype=np.int64), _color(piece)


def _color(piece: Any) -> Color | None:
    """The colour of a piece's material, or None where the file says nothing."""
    try:
        if not piece.visual.defined:
            return None
        visual = getattr(piece.visual, "material", piece.visual)
        red, green, blue, opacity = np.asarray(visual.main_color, dtype=float) / 255.0
    except (AttributeError, ValueError, TypeError):
        return None
    return float(red), float(green), float(blue), float(opacity)
