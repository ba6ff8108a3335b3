"""An ensemble on disk: a directory with its plan, its robot, a Zarr group, and a marker for each chunk.

    ensemble.json              the plan; written last, so that a directory that has it is whole
    robot.json                 the robot, exact to the last bit
    lock                       held by the process that runs the ensemble
    data.zarr/                 arrays over rows, a file for each chunk; summaries; `parts` of summaries
    done/000/000017.json       the marker of chunk 17: digests of what the chunk wrote

A chunk is computed from plan, robot and its number alone. Its files are written in one step each and brought
to the disk, then its marker: a chunk without a marker is computed again, and gives the same bytes.
"""

from __future__ import annotations

import hashlib
import json
import os
import shutil
from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from psiphi.ensemble.observed import shape_of, variable_name
from psiphi.ensemble.plan import Plan, plan_from
from psiphi.ensemble.summaries import LAYERS
from psiphi.errors import EnsembleError, InputError
from psiphi.extras import package
from psiphi.formats.json_format import save_json
from psiphi.formats.load import load_model
from psiphi.locks import cached_property
from psiphi.model.arguments import path_argument
from psiphi.robot import Robot
from psiphi.whole_file import written_whole

Array = NDArray[Any]

PLAN, ROBOT, DATA, DONE, LOCK = "ensemble.json", "robot.json", "data.zarr", "done", "lock"
PARTS = "parts"
SUMMARY = "summary.json"
_FOLDER = 1000  # markers in a directory


class Store:
    """The directory of an ensemble that has been begun."""

    def __init__(self, directory: str | Path) -> None:
        self.directory = path_argument("directory", directory)
        try:
            data = json.loads((self.directory / PLAN).read_text(encoding="utf-8"))
            self.plan: Plan = plan_from(data)
        except FileNotFoundError:
            raise InputError(
                f"directory: {str(directory)!r} holds no ensemble ({PLAN} is not there)."
            ) from None
        except (OSError, ValueError, TypeError) as problem:
            raise EnsembleError(f"{self.directory / PLAN} cannot be read: {problem}") from None

    @cached_property
    def robot(self) -> Robot:
        """The robot that moves."""
        return Robot(load_model(self.directory / ROBOT))

    @cached_property
    def group(self) -> Any:
        """The Zarr group."""
        return _zarr().open_group(str(self.directory / DATA), mode="r+")

    # Chunks

    def marker(self, chunk: int) -> Path:
        """The file that says that a chunk is done."""
        return self.directory / DONE / f"{chunk // _FOLDER:03d}" / f"{chunk:06d}.json"

    def done(self) -> NDArray[np.bool_]:
        """Which chunks are done."""
        found = np.zeros(self.plan.chunks, bool)
        for folder in _entries(self.directory / DONE):
            for entry in _entries(Path(folder.path)) if folder.is_dir() else ():
                stem, _, ending = entry.name.partition(".")
                if ending == "json" and stem.isdecimal() and int(stem) < len(found):
                    found[int(stem)] = True
        return found

    def commit(
        self, chunk: int, rows: Mapping[str, Array], parts: Mapping[str, Array], told: Mapping[str, Any]
    ) -> None:
        """Write the arrays of a chunk, then its marker; `told` goes into the marker as well."""
        start, stop = self.plan.bounds(chunk)
        for name, x in rows.items():
            array = self.group[name]
            array[(slice(None),) * _row_axis(array) + (slice(start, stop),)] = x
            self._to_disk(array, chunk)
        for name, x in parts.items():
            array = self.group[f"{PARTS}/{name}"]
            array[chunk] = x
            self._to_disk(array, chunk)
        digests = {name: digest(x) for name, x in rows.items()}
        digests |= {f"{PARTS}/{name}": digest(x) for name, x in parts.items()}
        marker = self.marker(chunk)
        marker.parent.mkdir(parents=True, exist_ok=True)
        with written_whole(marker) as temporary:
            temporary.write_text(
                json.dumps({"chunk": chunk, "digests": digests, **told}) + "\n", encoding="utf-8"
            )

    def _to_disk(self, array: Any, chunk: int) -> None:
        """A power cut must not leave a marker without what it stands for."""
        with open(self._file(array, chunk), "rb") as file:
            os.fsync(file.fileno())

    def _file(self, array: Any, chunk: int) -> Path:
        """Where the numbers of a chunk lie."""
        place = [0] * array.ndim
        place[_row_axis(array)] = chunk
        return self.directory / DATA / array.path / array.metadata.encode_chunk_key(tuple(place))

    def sound(self, chunk: int) -> bool:
        """Whether the arrays of a chunk that is done are what its marker says."""
        try:
            digests: dict[str, str] = json.loads(self.marker(chunk).read_text(encoding="utf-8"))["digests"]
            start, stop = self.plan.bounds(chunk)
            for name, wanted in digests.items():
                array = self.group[name]
                parts = name.startswith(f"{PARTS}/")
                place = chunk if parts else (slice(None),) * _row_axis(array) + (slice(start, stop),)
                if digest(np.asarray(array[place])) != wanted:
                    return False
        except (OSError, ValueError, KeyError, TypeError):
            return False
        return True

    def forget(self, chunks: Iterable[int]) -> None:
        """Chunks that are to be computed again, and the summary with them."""
        for chunk in chunks:
            self.marker(chunk).unlink(missing_ok=True)
        (self.directory / DONE / SUMMARY).unlink(missing_ok=True)

    def tidy(self, chunks: Iterable[int]) -> None:
        """Remove what processes that were killed had begun to write for these chunks."""
        arrays = [self.group[name] for name in self._arrays()]
        for chunk in chunks:
            for array in arrays:
                _remove(self._file(array, chunk).parent, lambda name: name.endswith(".partial"))
        for folder in (self.directory, self.directory / DONE, *(self.directory / DONE).glob("*/")):
            _remove(folder, lambda name: name.startswith("."))

    def _arrays(self) -> Iterator[str]:
        yield from (name for name, _ in row_arrays(self.plan, self.robot))
        yield from (f"{PARTS}/{variable_name(name)}" for name in self.plan.summarize)

    def size(self) -> int:
        """The bytes of all files."""
        return sum(
            entry.stat().st_size
            for path in os.walk(self.directory)
            for entry in _entries(Path(path[0]))
            if entry.is_file()
        )


def digest(x: Array) -> str:
    """Of the numbers of an array, to the last bit."""
    return hashlib.blake2b(np.ascontiguousarray(x).tobytes(), digest_size=16).hexdigest()


def create(directory: Path, plan: Plan, robot: Robot) -> Store:
    """Begin an ensemble in a directory that is empty, or where a beginning was interrupted."""
    strange = [entry.name for entry in _entries(directory) if entry.name not in (ROBOT, DATA, DONE, LOCK)]
    strange = [
        name for name in strange if not name.startswith((f".{Path(PLAN).stem}", f".{Path(ROBOT).stem}"))
    ]
    if strange:
        raise InputError(
            f"directory: {str(directory)!r} holds {strange[0]!r} and no ensemble; give another one."
        )
    for name in (DATA, DONE):
        shutil.rmtree(directory / name, ignore_errors=True)
    save_json(replace(robot.model, geometries=()), directory / ROBOT)  # shapes have no part in motions
    _create_arrays(directory / DATA, plan, robot)
    with written_whole(directory / PLAN) as temporary:
        temporary.write_text(plan.text(), encoding="utf-8")
    return Store(directory)


def row_arrays(plan: Plan, robot: Robot) -> list[tuple[str, tuple[int, ...]]]:
    """The arrays over rows: names, and shapes for one row; those kept in time have samples first."""
    kept = [(variable_name(name), (plan.samples, *shape_of(name, robot))) for name in plan.keep]
    return kept + [
        (draw_name(name), plan.shape(name, robot)) for name in plan.draws if name not in ("q", "v")
    ]


def draw_name(name: str) -> str:
    """The name of the array of what was drawn."""
    return f"drawn_{variable_name(name)}"


def _create_arrays(path: Path, plan: Plan, robot: Robot) -> None:
    zarr = _zarr()
    group = zarr.create_group(str(path), overwrite=True)
    rows = plan.rows_per_chunk

    def array(
        name: str, shape: tuple[int, ...], chunks: tuple[int, ...], dims: tuple[str, ...], dtype: str
    ) -> Any:
        return group.create_array(
            name,
            shape=shape,
            chunks=chunks,
            dtype=dtype,
            dimension_names=dims,
            fill_value=float("nan"),
            compressors=None,  # the last digits of a motion are noise
            config={"write_empty_chunks": True},
        )

    kept = {variable_name(name) for name in plan.keep}
    for name, shape in row_arrays(plan, robot):
        inner = shape[1:] if name in kept else shape
        dims = tuple(f"{name}_{axis}" for axis in range(len(inner)))
        if name in kept:
            whole = (plan.samples, plan.rows, *inner)
            array(name, whole, (plan.samples, rows, *inner), ("time", "row", *dims), plan.dtype)
        else:
            array(name, (plan.rows, *inner), (rows, *inner), ("row", *dims), plan.dtype)
    for quantity in plan.summarize:
        name, inner = variable_name(quantity), shape_of(quantity, robot)
        width = int(np.prod(inner))
        part = (LAYERS, plan.samples, width)
        array(
            f"{PARTS}/{name}",
            (plan.chunks, *part),
            (1, *part),
            ("chunk", "layer", "time", "number"),
            "float64",
        )
        dims = tuple(f"{name}_{axis}" for axis in range(len(inner)))
        for what in ("mean", "deviation", "minimum", "maximum", "count"):
            whole = (plan.samples, *inner)
            array(f"{name}_{what}", whole, whole, ("time", *dims), "float64")
        whole = (len(plan.quantiles), plan.samples, *inner)
        array(f"{name}_quantile", whole, whole, ("quantile", "time", *dims), "float64")
    time = array("time", (plan.samples,), (plan.samples,), ("time",), "float64")
    time[:] = np.arange(plan.samples) * (plan.every * plan.dt)
    if plan.summarize:
        quantile = array("quantile", (len(plan.quantiles),), (len(plan.quantiles),), ("quantile",), "float64")
        quantile[:] = np.array(plan.quantiles)


def _row_axis(array: Any) -> int:
    """Which index of an array tells rows, or chunks, apart."""
    names: tuple[str, ...] = array.metadata.dimension_names
    return next(axis for axis, name in enumerate(names) if name in ("row", "chunk"))


def _entries(directory: Path) -> list[os.DirEntry[str]]:
    try:
        with os.scandir(directory) as found:
            return list(found)
    except FileNotFoundError:
        return []


def _remove(directory: Path, unwanted: Any) -> None:
    for entry in _entries(directory):
        if entry.is_file() and unwanted(entry.name):
            with suppress(FileNotFoundError):
                os.unlink(entry.path)


def differences(one: Plan, other: Plan) -> list[str]:
    """What tells two plans apart, in words."""
    a, b = one.as_data(), other.as_data()
    return [
        f"{name} is {a[name]!r}, not {b[name]!r}" for name in a if json.dumps(a[name]) != json.dumps(b[name])
    ]


def same_or_refused(store: Store, plan: Plan, robot: Robot) -> None:
    """A directory goes on with the ensemble that it holds, and with no other."""
    found = differences(store.plan, plan)
    if store.robot.model.key != robot.model.key:
        found.insert(0, f"its robot is another {store.robot.model.name!r}")
    if found:
        raise InputError(
            f"directory: {str(store.directory)!r} holds another ensemble: {found[0]}. Give another directory."
        )


def _zarr() -> Any:
    return package("zarr", "ensemble", "Ensembles are written by")
