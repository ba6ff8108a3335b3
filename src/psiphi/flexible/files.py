"""Modes in files: NumPy's .npz, or .json, with the arguments of `Modes` by name.

| key | shape | what |
|---|---|---|
| positions | (N, 3) | points of the undeformed body, metres, in its frame |
| masses | (N,) or (N, N) or (3N, 3N) | of the points, or a mass matrix |
| shapes | (N, 3, n) | displacement of each point with each mode |
| rotations | (K, 3, n) | how each node turns with each mode, radians |
| stiffness, damping | (n, n), (n,) or one number | |
| bound_shapes, bound_rotations, bound_curvatures | (N, 3, R), (K, 3, R), (R, n, n) | what bending shortens |
| inboard | a text | the node whose motion is taken off all others |

Nodes are {"name": point, …} in JSON, and two arrays in .npz: node_names (K,) of text and node_points (K,).
Only the first three are required. Nothing in a file is executed: no pickles are read.
"""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any

import numpy as np

from psiphi.errors import ArgumentTypeError, ModelError, RobotFileError
from psiphi.flexible.modes import Modes
from psiphi.whole_file import written_whole

REQUIRED = ("positions", "masses", "shapes")
ARRAYS = (
    *(*REQUIRED, "rotations", "stiffness", "damping"),
    *("bound_shapes", "bound_rotations", "bound_curvatures"),
)


def _path(path: str | Path) -> Path:
    if not isinstance(path, str | os.PathLike):  # pyright: ignore[reportUnnecessaryIsInstance]
        raise ArgumentTypeError(f"path: give the name of a file, not {type(path).__name__}.")
    return Path(path)


def load(path: str | Path) -> Modes:
    """The modes in a file, .npz or .json, as laid out above."""
    import zipfile  # files of modes are rare, and starts are not

    path = _path(path)
    try:
        fields = _read_arrays(path) if path.suffix == ".npz" else _read_json(path)
    except OSError as problem:
        raise RobotFileError(f"cannot be read: {problem.strerror or problem}.", file=path) from None
    except (ValueError, zipfile.BadZipFile, EOFError, RecursionError) as problem:
        raise RobotFileError(f"is no file of modes: {problem}.", file=path) from None
    unknown = sorted(set(fields) - {*ARRAYS, "nodes", "inboard"})
    missing = [name for name in REQUIRED if name not in fields]
    if unknown or missing:
        told = f"the key {unknown[0]!r} is unknown" if unknown else f"the key {missing[0]!r} is missing"
        raise RobotFileError(f"{told}.", file=path, remedy=f"Modes have {', '.join(ARRAYS)}, nodes, inboard.")
    try:
        return Modes(**fields)
    except ModelError as problem:
        raise RobotFileError(f"{problem}.", file=path) from None


def save(modes: Modes, path: str | Path) -> None:
    """Write modes to a file, .npz or .json, from which `load` gives the same modes back."""
    if not isinstance(modes, Modes):
        raise ArgumentTypeError(f"modes: {type(modes).__name__} given; give Modes")
    path, arrays = _path(path), modes.arrays
    if path.suffix not in (".npz", ".json"):
        raise RobotFileError("modes are written as .npz or .json.", file=path, remedy="Name it so.")
    try:
        with written_whole(path) as temporary:
            if path.suffix == ".json":
                lists = {name: array.tolist() for name, array in arrays.items()}
                temporary.write_text(json.dumps({"nodes": dict(modes.nodes), **lists}), encoding="ascii")
                return
            nodes: dict[str, Any] = {
                "node_names": np.array(modes.node_names, dtype=str),
                "node_points": np.array(list(modes.nodes.values()), dtype=int),
            }
            with temporary.open("wb") as file:
                np.savez_compressed(file, **arrays, **nodes)
    except OSError as problem:
        raise RobotFileError(f"cannot be written: {problem.strerror or problem}.", file=path) from None


def _read_arrays(path: Path) -> dict[str, Any]:
    with np.load(path, allow_pickle=False) as file:
        if not isinstance(file, np.lib.npyio.NpzFile):
            raise ValueError("it holds one array, and modes are several")
        fields: dict[str, Any] = {name: file[name] for name in file.files}
    if "node_names" in fields or "node_points" in fields:
        names, points = (np.ravel(fields.pop(name, [])) for name in ("node_names", "node_points"))
        if len(names) != len(points) or (len(points) and points.dtype.kind not in "iu"):
            raise ValueError("node_names and node_points are not a text and a whole number for each node")
        fields["nodes"] = {str(name): int(point) for name, point in zip(names, points, strict=True)}
    if "inboard" in fields:
        fields["inboard"] = str(fields["inboard"])
    return fields


def _read_json(path: Path) -> dict[str, Any]:
    fields = json.loads(path.read_text(encoding="utf-8"))
    if not isinstance(fields, dict):
        raise ValueError("it must be an object with the arrays of the modes")
    if not isinstance(fields.get("nodes", {}), dict):
        raise ValueError("nodes must be an object of names and points")
    return {str(name): value for name, value in fields.items()}
