"""The modes of flexible bodies in psiphi's own robot files.

    {"nodes": {name: point, …}, "positions": [[x, y, z], …], "masses": […], "shapes": […], "rotations": […],
     "stiffness": […], "damping": […], "bound_shapes": […], …}

Each is the argument of psiphi.flexible.Modes as nested lists. What is empty or zero is left out.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from psiphi.flexible.modes import Modes
from psiphi.formats.json_reader import Value
from psiphi.formats.json_records import made

_REQUIRED = ("positions", "masses", "shapes")


def written_modes(modes: Modes) -> dict[str, Any]:
    """The modes as an object of a document."""
    arrays = {
        name: array.tolist() for name, array in modes.arrays.items() if name in _REQUIRED or array.any()
    }
    return {"nodes": dict(modes.nodes), **arrays}


def read_modes(value: Value) -> Modes:
    """The modes of an object of a document."""
    fields = value.fields(
        required=_REQUIRED,
        optional=(
            *("nodes", "rotations", "stiffness", "damping"),
            *("bound_shapes", "bound_rotations", "bound_curvatures"),
        ),
        kind="modes",
    )
    given: dict[str, Any] = {name: _array(field) for name, field in fields.items() if name != "nodes"}
    if "nodes" in fields:
        names = tuple(fields["nodes"].content) if isinstance(fields["nodes"].content, dict) else ()
        nodes = fields["nodes"].fields(optional=names, kind="nodes")
        given["nodes"] = {name: point.whole_number() for name, point in nodes.items()}
    return made(value, Modes, given)


def _array(value: Value) -> Any:
    """Nested lists of numbers as an array, which Modes checks."""
    try:
        array = np.array(value.content)
    except ValueError:
        array = np.array(None)
    if array.dtype.kind != "f":
        raise value.error("these are not lists of numbers, all of one length.")
    return array
