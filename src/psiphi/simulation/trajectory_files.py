"""Trajectories as files: .npz keeps the arrays; .csv and .parquet are tables with one line a sample.

The columns of a table are `time`, `q.joint`, `v.joint` and `tau.joint`, with `.0`, `.1`, … behind joints of
several coordinates. A batch has one more column, `row`, that counts its robots in C order. Every number is
kept to the last bit.
"""

from __future__ import annotations

import csv
from collections.abc import Callable
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from psiphi.errors import InputError, MissingPackageError
from psiphi.robot import Robot
from psiphi.whole_file import written_whole

if TYPE_CHECKING:
    from psiphi.simulation.trajectory import Trajectory


def save_trajectory(trajectory: Trajectory, path: str | Path) -> None:
    """Write a trajectory in the format that the ending of the path names."""
    target = Path(path)
    write = _WRITERS.get(target.suffix.lower())
    if write is None:
        raise InputError(
            f"path: {str(path)!r} ends in {target.suffix or 'nothing'!r}; give {', '.join(_WRITERS)}."
        )
    try:
        with written_whole(target) as temporary:
            write(trajectory, temporary)
    except OSError as problem:
        reason = problem.strerror or str(problem)
        raise InputError(f"path: {str(path)!r} cannot be written: {reason}. Check the directory.") from None


def column_names(robot: Robot) -> list[str]:
    """q.joint, v.joint and tau.joint of every joint, in the order of the coordinates."""
    return [
        name
        for quantity, place in (("q", robot.q_slice), ("v", robot.v_slice), ("tau", robot.v_slice))
        for joint in robot.joint_names
        for name in _component_names(f"{quantity}.{joint}", place(joint))
    ]


def _component_names(name: str, place: slice) -> list[str]:
    count = place.stop - place.start
    return [name] if count == 1 else [f"{name}.{component}" for component in range(count)]


def _table(trajectory: Trajectory) -> dict[str, Any]:
    """Columns by name, one line for each time and robot."""
    samples, rows = len(trajectory), int(np.prod(trajectory.batch))
    columns: dict[str, Any] = {"time": np.repeat(trajectory.time, rows)}
    if trajectory.batch:
        columns["row"] = np.tile(np.arange(rows), samples)
    numbers = np.concatenate([trajectory.q, trajectory.v, trajectory.tau], axis=-1)
    flat = numbers.reshape(samples * rows, numbers.shape[-1])
    return columns | dict(zip(column_names(trajectory.robot), flat.T, strict=True))


def _write_npz(trajectory: Trajectory, path: Path) -> None:
    np.savez_compressed(path, time=trajectory.time, q=trajectory.q, v=trajectory.v, tau=trajectory.tau)


def _write_csv(trajectory: Trajectory, path: Path) -> None:
    columns = _table(trajectory)
    with open(path, "w", encoding="utf-8", newline="") as file:
        writer = csv.writer(file, lineterminator="\n")
        writer.writerow(columns)
        writer.writerows(zip(*(column.tolist() for column in columns.values()), strict=True))


def _write_parquet(trajectory: Trajectory, path: Path) -> None:
    try:
        pyarrow, parquet = import_module("pyarrow"), import_module("pyarrow.parquet")
    except ImportError:
        raise MissingPackageError(
            "Parquet files are written by pyarrow, which is not installed. "
            "Install it (pip install 'psiphi[simulation]'), or save as .npz or .csv."
        ) from None
    parquet.write_table(pyarrow.table(_table(trajectory)), path)


_WRITERS: dict[str, Callable[[Trajectory, Path], None]] = {
    ".npz": _write_npz,
    ".csv": _write_csv,
    ".parquet": _write_parquet,
}
