"""Writing trajectories: .npz keeps the arrays; .csv and .parquet are tables with one line a sample.

The columns of a table are `time`, `q.joint`, `v.joint` and `tau.joint`, with `.0`, `.1`, … behind joints of
several coordinates. A batch has one more column, `row`, or `row.0`, `row.1`, … where it has several
dimensions; its robots follow each other in C order. An .npz file holds the arrays `time`, `q`, `v` and `tau`,
and in `columns` the names of the coordinates as a table has them. Every number is kept to the last bit.
Reading is in `trajectory_loading`.
"""

from __future__ import annotations

import csv
import math
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import numpy as np

from psiphi.errors import InputError
from psiphi.extras import package
from psiphi.robot import Robot
from psiphi.whole_file import written_whole

if TYPE_CHECKING:
    from psiphi.simulation.trajectory import Trajectory

Handler = TypeVar("Handler")


def save_trajectory(trajectory: Trajectory, path: str | Path) -> None:
    """Write a trajectory in the format that the ending of the path names."""
    target = Path(path)
    write = by_ending(_WRITERS, path)
    if write is not _write_npz and 0 in trajectory.batch:
        raise InputError(f"path: a table has no lines for the empty batch {trajectory.batch}; save as .npz.")
    try:
        with written_whole(target) as temporary:
            write(trajectory, temporary)
    except OSError as problem:
        reason = problem.strerror or str(problem)
        raise InputError(f"path: {str(path)!r} cannot be written: {reason}. Check the directory.") from None


def by_ending(table: Mapping[str, Handler], path: str | Path) -> Handler:
    """What a table of formats has for the ending of a path."""
    ending = Path(path).suffix
    found = table.get(ending.lower())
    if found is None:
        raise InputError(f"path: {str(path)!r} ends in {ending or 'nothing'!r}; give {', '.join(table)}.")
    return found


def parquet_package() -> tuple[Any, Any]:
    """pyarrow and pyarrow.parquet."""
    use, otherwise = "Parquet files are read and written by", ", or use .npz or .csv"
    pyarrow, parquet = (package(x, "simulation", use, otherwise) for x in ("pyarrow", "pyarrow.parquet"))
    return pyarrow, parquet


def column_names(robot: Robot) -> list[str]:
    """q.joint, v.joint and tau.joint of joints, q.body.modes and so on of modes, in the order of q and v."""
    c = robot.model.coordinates
    found: list[str] = []
    for quantity, joints, modes in (
        ("q", c.q_slices, c.q_modes),
        ("v", c.v_slices, c.v_modes),
        ("tau", c.v_slices, c.v_modes),
    ):
        places = {**joints, **{f"{body}.modes": place for body, place in modes.items()}}
        for name, place in sorted(places.items(), key=lambda item: item[1].start):
            found += _component_names(f"{quantity}.{name}", place)
    return found


def row_names(dimensions: int) -> list[str]:
    """The columns that tell the robots of a batch apart."""
    return ["row"] if dimensions == 1 else [f"row.{dimension}" for dimension in range(dimensions)]


def _component_names(name: str, place: slice) -> list[str]:
    count = place.stop - place.start
    return [name] if count == 1 else [f"{name}.{component}" for component in range(count)]


def _table(trajectory: Trajectory) -> dict[str, Any]:
    """Columns by name, one line for each time and robot."""
    samples, rows = len(trajectory), math.prod(trajectory.batch)
    columns: dict[str, Any] = {"time": np.repeat(trajectory.time, rows)}
    for name, index in zip(row_names(len(trajectory.batch)), np.indices(trajectory.batch), strict=True):
        columns[name] = np.tile(index.ravel(), samples)
    numbers = np.concatenate([trajectory.q, trajectory.v, trajectory.tau], axis=-1)
    flat = numbers.reshape(samples * rows, numbers.shape[-1])
    return columns | dict(zip(column_names(trajectory.robot), flat.T, strict=True))


def _write_npz(trajectory: Trajectory, path: Path) -> None:
    np.savez_compressed(
        path,
        time=trajectory.time,
        q=trajectory.q,
        v=trajectory.v,
        tau=trajectory.tau,
        columns=np.array(column_names(trajectory.robot)),
    )


def _write_csv(trajectory: Trajectory, path: Path) -> None:
    columns = _table(trajectory)
    with open(path, "w", encoding="utf-8", newline="") as file:
        writer = csv.writer(file, lineterminator="\n")
        writer.writerow(columns)
        writer.writerows(zip(*(column.tolist() for column in columns.values()), strict=True))


def _write_parquet(trajectory: Trajectory, path: Path) -> None:
    pyarrow, parquet = parquet_package()
    parquet.write_table(pyarrow.table(_table(trajectory)), path)


_WRITERS: dict[str, Callable[[Trajectory, Path], None]] = {
    ".npz": _write_npz,
    ".csv": _write_csv,
    ".parquet": _write_parquet,
}
