"""MJCF files: MuJoCo compiles the file, and psiphi takes the compiled model over.

So defaults, includes, classes, orientations in any notation and inertia from geometry are MuJoCo's own. A
Model has the bodies, joints (with springs, damping, frictionloss and armature), sites and sensors as
frames, geoms as geometry, gravity and its compensation, equality constraints, fixed tendons, actuators and
keyframes.
What else changes the motion is listed in `Model.dropped` and warned of, but for contacts.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import numpy as np

from psiphi.errors import ModelError, RobotFileError, shortened
from psiphi.formats.base import Base, check_base
from psiphi.formats.mjcf.files import MjcfFiles, no_file, read_mjcf_files, stand_in
from psiphi.formats.mjcf.geometry import mesh_files
from psiphi.formats.mjcf.model import model_from_mujoco
from psiphi.formats.mjcf.mujoco_package import mujoco_package
from psiphi.formats.paths import Confinement
from psiphi.formats.warn import warn, warn_of_dropped
from psiphi.model import Model


def load_mjcf(
    path: str | Path,
    *,
    base: Base | None = None,
    snap: float = 1e-9,
    roots: Iterable[str | Path] | None = None,
) -> Model:
    """The robot in an MJCF file. base=None keeps its base as the file has it."""
    check_base(base)
    mujoco = mujoco_package()
    confinement = Confinement.of(path, roots)
    files = read_mjcf_files(path, confinement)
    compiled = _compiled(mujoco, path, files)
    if files.missing:
        _check_without_meshes(mujoco, path, files, compiled)
    try:
        with np.errstate(over="ignore", invalid="ignore"):  # the model finds what is not finite
            meshes = mesh_files(files, confinement)
            model = model_from_mujoco(compiled, base=base, snap=snap, meshes=meshes, find=files.find)
    except ModelError as problem:
        raise RobotFileError(str(problem), file=path) from None
    warn_of_dropped(path, model)
    return model


def _check_without_meshes(mujoco: Any, path: str | Path, files: MjcfFiles, compiled: Any) -> None:
    """Raise RobotFileError where inertias, or boxes and the like, come from a mesh that is missing.

    Another stand-in changes them.
    """
    other = {name: stand_in(2.0) for name in files.missing}
    again = _compiled(mujoco, path, files._replace(contents={**files.contents, **other}))
    inertial = ("body_mass", "body_inertia", "body_ipos", "body_iquat")
    simple = compiled.geom_type < int(mujoco.mjtGeom.mjGEOM_MESH)
    if not all(
        np.array_equal(getattr(compiled, name), getattr(again, name)) for name in inertial
    ) or not np.array_equal(compiled.geom_size[simple], again.geom_size[simple]):
        name, element = next(iter(files.missing.items()))
        directory, file = os.path.split(files.paths[name])
        raise no_file(element, file, directory)


def _compiled(mujoco: Any, path: str | Path, files: MjcfFiles) -> Any:
    """The model as MuJoCo compiles it; what MuJoCo would print and log into a file becomes a warning."""
    said: list[str] = []
    handler = mujoco.get_mju_user_warning()
    mujoco.set_mju_user_warning(said.append)
    try:
        compiled = mujoco.MjModel.from_xml_string(files.text, files.contents)
    except (ValueError, RuntimeError, mujoco.FatalError) as problem:
        message = _with_paths(str(problem), files)
        line, element = re.search(r"line (\d+)", message), re.search(r"Element '([^']*)'", message)
        raise RobotFileError(
            f"MuJoCo cannot compile this: {shortened(message, 500)}",
            file=path,
            line=int(line[1]) if line else None,
            element=f"<{element[1]}>" if element else None,
        ) from None
    finally:
        mujoco.set_mju_user_warning(handler)
    for message in dict.fromkeys(said):
        warn(f"{path}: MuJoCo says: {shortened(_with_paths(message, files), 500)}")
    return compiled


def _with_paths(message: str, files: MjcfFiles) -> str:
    """The message in one line, with the files called as they are on disk."""
    message = " ".join(message.split())
    for name, place in files.paths.items():
        message = message.replace(name, place)
    return message
