"""Motions that are written to disk while they are computed, as directories of Zarr.

A directory holds the arrays `time`, `q`, `v` and `tau`, and in its attribute `columns` the names of the
coordinates. It is written beside its place, under the name with `.partial`, and moved there when it is whole.
"""

from __future__ import annotations

import shutil
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from psiphi.errors import InputError
from psiphi.extras import package
from psiphi.model.arguments import path_argument
from psiphi.robot import Robot
from psiphi.simulation.trajectory_files import column_names

Array = NDArray[np.float64]

ENDING = ".zarr"


class Store:
    """A motion on its way to disk: `write` some samples after the other, then `finish`."""

    def __init__(
        self, path: str | Path, robot: Robot, time: Array, batch: tuple[int, ...], chunk: int
    ) -> None:
        self.path = path_argument("to", path)
        self._partial = self.path.with_name(self.path.name + ".partial")
        if self.path.suffix != ENDING:
            raise InputError(f"to: {str(path)!r} is no {ENDING} directory; save other formats afterwards.")
        if self.path.exists():
            raise InputError(f"to: {str(path)!r} is there already; give another name, or remove it.")
        try:
            shutil.rmtree(self._partial, ignore_errors=True)
            group = _zarr().create_group(str(self._partial))
        except OSError as problem:
            raise InputError(f"to: {str(path)!r} cannot be written: {problem.strerror or problem}.") from None
        group.attrs["columns"] = column_names(robot)
        samples = len(time)
        made = group.create_array("time", shape=(samples,), dtype="float64", chunks=(samples,))
        made[...] = time
        self._arrays: dict[str, Any] = {
            name: group.create_array(
                name,
                shape=(samples, *batch, size),
                dtype="float64",
                chunks=(min(chunk, samples), *(max(1, n) for n in batch), max(1, size)),
                compressors=None,
            )
            for name, size in (("q", robot.nq), ("v", robot.nv), ("tau", robot.nv))
        }

    def write(self, first: int, arrays: Mapping[str, Array]) -> None:
        """Samples from one on, by name."""
        for name, x in arrays.items():
            self._arrays[name][first : first + len(x)] = x

    def finish(self) -> None:
        """Move what was written to its place."""
        self._partial.rename(self.path)


def stored_arrays(path: Path) -> tuple[list[str], dict[str, Any]]:
    """The names of the coordinates, and the arrays, which are read where they are indexed."""
    try:
        group = _zarr().open_group(str(path), mode="r")
        arrays: dict[str, Any] = {name: group[name] for name in ("time", "q", "v", "tau")}
        return list(map(str, group.attrs["columns"])), {**arrays, "time": np.asarray(arrays["time"])}
    except (KeyError, ValueError, TypeError, FileNotFoundError):
        raise InputError(f"{path}: is no motion that psiphi wrote.") from None


def _zarr() -> Any:
    return package("zarr", "ensemble", "Motions are written to disk by")
