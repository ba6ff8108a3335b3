"""Reading trajectories back from the files that `trajectory_files` writes; a foreign file is refused."""

from __future__ import annotations

import csv
import math
import zipfile
import zlib
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from psiphi.errors import ArgumentTypeError, InputError
from psiphi.robot import Robot
from psiphi.simulation.trajectory import Trajectory
from psiphi.simulation.trajectory_files import by_ending, column_names, parquet_package, row_names
from psiphi.simulation.trajectory_store import ENDING, stored_arrays

Array = NDArray[np.float64]

ARRAYS = ("time", "q", "v", "tau", "columns")  # of an .npz file


def load_trajectory(path: str | Path, robot: Robot) -> Trajectory:
    """The trajectory of `robot` in a file, whose format is that of its ending."""
    if not isinstance(robot, Robot):  # pyright: ignore[reportUnnecessaryIsInstance]
        raise ArgumentTypeError(f"robot: expected a psiphi.Robot, found {type(robot).__name__}.")
    read = by_ending(_READERS, path)
    try:
        return read(Path(path), robot)
    except OSError as problem:
        raise InputError(f"{path}: cannot be read: {problem.strerror or problem}.") from None


def _from_npz(path: Path, robot: Robot) -> Trajectory:
    try:
        with np.load(path, allow_pickle=False) as file:
            missing = [name for name in ARRAYS if name not in file]
            if missing:
                raise _foreign(path, f"there is no array {missing[0]!r} in it")
            arrays = {name: file[name] for name in ARRAYS}
    except InputError:
        raise
    except (ValueError, TypeError, AttributeError, EOFError, MemoryError, zipfile.BadZipFile, zlib.error):
        raise _foreign(path, "its arrays cannot be read") from None
    return _checked(path, arrays.pop("columns").ravel().tolist(), arrays, robot)


def _from_zarr(path: Path, robot: Robot) -> Trajectory:
    columns, arrays = stored_arrays(path)
    return _checked(path, columns, arrays, robot)


def _checked(path: Path, columns: Sequence[str], arrays: Mapping[str, Array], robot: Robot) -> Trajectory:
    """The trajectory of arrays by name, which must be those of the robot."""
    _check_columns(path, columns, robot)
    samples, batch = len(np.atleast_1d(arrays["time"])), arrays["q"].shape[1:-1]
    wanted = {
        "time": (samples,),
        "q": (samples, *batch, robot.nq),
        "v": (samples, *batch, robot.nv),
        "tau": (samples, *batch, robot.nv),
    }
    for name, array in arrays.items():
        if array.dtype != np.float64 or array.shape != wanted[name]:
            found = f"{name} is {array.dtype} of shape {array.shape}"
            raise _foreign(path, f"{found}, and not float64 of shape {wanted[name]}")
    if samples == 0:
        raise _foreign(path, "there are no samples in it")
    return Trajectory(robot, **arrays)


def _from_csv(path: Path, robot: Robot) -> Trajectory:
    try:
        with open(path, encoding="utf-8", newline="") as file:
            lines = csv.reader(file, strict=True)
            header = next(lines, [])
            dimensions = _batch_dimensions(path, header, robot)
            numbers = [_numbers(path, lines.line_num, line, header) for line in lines]
    except (csv.Error, UnicodeDecodeError) as problem:
        raise _foreign(path, f"it is no table in UTF-8 with commas ({problem})") from None
    return _assembled(path, np.array(numbers).reshape(-1, len(header)), dimensions, robot)


def _numbers(path: Path, number: int, line: Sequence[str], header: Sequence[str]) -> list[float]:
    """One line of a .csv file."""
    if len(line) != len(header):
        raise InputError(f"{path}:{number}: {len(line)} numbers under {len(header)} columns; a line was cut.")
    try:
        return [float(text) for text in line]
    except ValueError as problem:
        raise InputError(f"{path}:{number}: {problem}; give numbers.") from None


def _from_parquet(path: Path, robot: Robot) -> Trajectory:
    pyarrow, parquet = parquet_package()
    try:
        with open(path, "rb") as raw, parquet.ParquetFile(raw) as file:
            table = file.read()
    except pyarrow.ArrowException as problem:
        raise _foreign(path, f"it is no Parquet file ({problem})") from None
    dimensions = _batch_dimensions(path, table.column_names, robot)
    try:
        columns = [column.cast(pyarrow.float64()).to_numpy() for column in table.columns]
    except pyarrow.ArrowException as problem:
        raise _foreign(path, f"its columns are no numbers ({problem})") from None
    return _assembled(path, np.stack(columns, axis=-1), dimensions, robot)


def _batch_dimensions(path: Path, columns: Sequence[str], robot: Robot) -> int:
    """How many columns tell robots apart; the rest must be time and the coordinates of the robot."""
    if not columns or columns[0] != "time":
        raise _foreign(path, f"its first column is {columns[0] if columns else ''!r}, and not 'time'")
    dimensions = sum(name == "row" or name.startswith("row.") for name in columns)
    rows = columns[1 : 1 + dimensions]
    if list(rows) != row_names(dimensions):
        raise _foreign(path, f"its batch has columns {list(rows)}, and not {row_names(dimensions)}")
    _check_columns(path, columns[1 + dimensions :], robot)
    return dimensions


def _assembled(path: Path, table: Array, dimensions: int, robot: Robot) -> Trajectory:
    """The trajectory of a table, whose lines must be all robots of a batch at one time after the other."""
    if len(table) == 0:
        raise _foreign(path, "there are no samples in it")
    places, numbers = table[:, 1 : 1 + dimensions], table[:, 1 + dimensions :]
    batch = tuple(int(last) + 1 for last in places[-1]) if np.isfinite(places).all() else (0,)
    rows = math.prod(batch)
    if rows < 1 or len(table) % rows or not _in_order(places, batch):
        raise _foreign(path, f"its {len(table)} lines are not the robots of a batch, in order, at each time")
    time = table[:, 0].reshape(-1, rows)
    if not np.array_equal(time, np.broadcast_to(time[:, :1], time.shape), equal_nan=True):
        raise _foreign(path, "the robots of its batch do not have the same times")
    shaped = numbers.reshape(len(time), *batch, numbers.shape[-1])
    q, v, tau = np.split(shaped, [robot.nq, robot.nq + robot.nv], axis=-1)
    return Trajectory(robot, time[:, 0].copy(), q.copy(), v.copy(), tau.copy())


def _in_order(places: Array, batch: tuple[int, ...]) -> bool:
    once = np.stack([index.ravel() for index in np.indices(batch)], axis=-1) if batch else np.empty((1, 0))
    return np.array_equal(places, np.tile(once, (len(places) // len(once), 1)))


def _check_columns(path: Path, found: Sequence[str], robot: Robot) -> None:
    """The coordinates of the file must be those of the robot, in their order."""
    wanted = column_names(robot)
    if list(found) == wanted:
        return
    pairs = zip(found, wanted, strict=False)
    theirs, ours = next((pair for pair in pairs if pair[0] != pair[1]), (None, None))
    differs = f"{theirs!r} for {ours!r}" if theirs else f"{len(found)} columns for {len(wanted)}"
    raise InputError(
        f"{path}: the coordinates in it are not those of robot {robot.model.name!r}: {differs}. "
        "Load it with the robot that moved."
    )


def _foreign(path: Path, finding: str) -> InputError:
    return InputError(f"{path}: {finding}. Give a file that Trajectory.save wrote.")


_READERS: dict[str, Callable[[Path, Robot], Trajectory]] = {
    ".npz": _from_npz,
    ".csv": _from_csv,
    ".parquet": _from_parquet,
    ENDING: _from_zarr,
}
