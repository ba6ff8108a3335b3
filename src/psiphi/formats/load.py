"""Robots from files of every format."""

from __future__ import annotations

import math
from collections.abc import Iterable
from pathlib import Path

from psiphi.errors import InputError
from psiphi.formats.base import Base, check_base, with_base
from psiphi.formats.json_format import parse_json
from psiphi.formats.paths import Confinement
from psiphi.formats.xml_reader import parse_xml, read_bytes
from psiphi.model import Model
from psiphi.model.arguments import path_argument


def load_model(
    path: str | Path,
    *,
    base: Base | None = None,
    snap: float = 1e-9,
    roots: Iterable[str | Path] | None = None,
    lenient: bool = False,
    loops: str | Path | None = None,
    srdf: str | Path | None = None,
) -> Model:
    """The robot in a file: URDF, xacro, MJCF, SDF or psiphi's own JSON, told apart by what the file holds.

    base     "fixed" or "free"; None keeps what the file has, which for URDF is fixed, for SDF free
             unless a joint holds the robot to the world
    snap     angles within so many radians of a multiple of π/2 are read as right angles; 0 takes them as
             given
    roots    directories that references to other files must stay in, besides the file's own; by default the
             file's package (the nearest directory above with a package.xml, or else the parent directory)
    lenient  whether URDF files may have impossible inertias, which are made possible, no <limit>, or one that
             is upside down, no <inertia> or <mass>, the same element twice, or an undeclared link "world";
             each is warned of
    loops    a YAML or JSON file that lists loops (psiphi.formats.loop_list)
    srdf     an SRDF file, whose group states become named configurations
    """
    model = _model_in(path, base, snap, roots, lenient)
    if loops is not None:
        from psiphi.formats.loop_list import with_listed_loops

        model = with_listed_loops(model, loops)
    if srdf is not None:
        from psiphi.formats.srdf import with_group_states

        model = with_group_states(model, srdf)
    return model


def _model_in(
    path: str | Path, base: Base | None, snap: float, roots: Iterable[str | Path] | None, lenient: bool
) -> Model:
    path_argument("path", path)
    if isinstance(snap, bool) or not isinstance(snap, int | float) or not 0.0 <= snap < math.pi / 4:
        raise InputError(f"snap={snap!r}: give an angle in radians, 0 or small.")
    check_base(base)
    data = read_bytes(path)
    if data.removeprefix(b"\xef\xbb\xbf").lstrip()[:1] == b"{" or str(path).lower().endswith(".json"):
        return with_base(parse_json(data, source=str(path), confinement=Confinement.of(path, roots)), base)
    root = parse_xml(data, source=str(path))
    if root.tag == "robot":  # each format is loaded where there is a file of it
        from psiphi.formats.urdf.reader import urdf_model
        from psiphi.formats.urdf.xacro_files import expanded

        confinement = Confinement.of(path, roots)
        root = expanded(root, path, confinement)
        return urdf_model(root, base=base, snap=snap, confinement=confinement, lenient=lenient)
    if root.tag in ("mujoco", "mujocoinclude"):
        from psiphi.formats.mjcf.reader import load_mjcf

        return load_mjcf(path, base=base, snap=snap, roots=roots)
    if root.tag == "sdf":
        from psiphi.formats.sdf.reader import sdf_model

        return sdf_model(root, base=base, snap=snap, confinement=Confinement.of(path, roots))
    raise root.error(
        "this is neither URDF (<robot>) nor MJCF (<mujoco>) nor SDF (<sdf>).",
        "Convert the robot to one of these formats.",
    )
