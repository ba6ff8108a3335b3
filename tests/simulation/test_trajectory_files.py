"""Trajectories go to files and come back to the last bit; a failure leaves what was there."""

from __future__ import annotations

import csv
import sys
from pathlib import Path

import numpy as np
import pytest
from motions import some_state

from psiphi import robots
from psiphi.errors import InputError, MissingPackageError, UnknownNameError
from psiphi.simulation import Trajectory, trajectory_files

ROBOT = robots.random_tree(1, bodies=3, kinds=["spherical", "revolute"], base="free")


def moved(batch: tuple[int, ...] = ()) -> Trajectory:
    return ROBOT.simulate(*some_state(ROBOT, batch=batch), np.ones(ROBOT.nv) / 3, duration=0.005)


def flat(trajectory: Trajectory) -> np.ndarray:
    numbers = np.concatenate([trajectory.q, trajectory.v, trajectory.tau], axis=-1)
    return numbers.reshape(-1, numbers.shape[-1])


@pytest.mark.parametrize("batch", [(), (2, 3)])
def test_npz_keeps_the_arrays(tmp_path: Path, batch) -> None:
    trajectory = moved(batch)
    trajectory.save(tmp_path / "motion.npz")
    with np.load(tmp_path / "motion.npz", allow_pickle=False) as loaded:
        assert sorted(loaded) == ["columns", "q", "tau", "time", "v"]
        assert loaded["columns"].tolist() == trajectory_files.column_names(ROBOT)
        for name in ("time", "q", "v", "tau"):
            assert np.array_equal(loaded[name], getattr(trajectory, name))


@pytest.mark.parametrize("batch", [(), (2, 3)])
def test_csv_is_a_table_of_named_columns(tmp_path: Path, batch) -> None:
    trajectory = moved(batch)
    trajectory.save(tmp_path / "motion.csv")
    with open(tmp_path / "motion.csv", newline="", encoding="utf-8") as file:
        header, *lines = csv.reader(file)
    first = ["time", "row.0", "row.1"] if batch else ["time"]
    assert header[: len(first)] == first
    assert header[len(first)] == "q.root.0"
    assert header[-1].startswith("tau.")
    numbers = np.array(lines, dtype=float)
    assert np.array_equal(numbers[:, len(first) :], flat(trajectory))
    assert np.array_equal(numbers[:: 6 if batch else 1, 0], trajectory.time)
    if batch:
        assert np.array_equal(3 * numbers[:, 1] + numbers[:, 2], np.tile(np.arange(6), 6))


@pytest.mark.parametrize("batch", [(), (4,)])
def test_parquet_is_the_same_table(tmp_path: Path, batch) -> None:
    parquet = pytest.importorskip("pyarrow.parquet")
    trajectory = moved(batch)
    trajectory.save(tmp_path / "motion.parquet")
    table = parquet.read_table(tmp_path / "motion.parquet")
    assert table.column_names[: 2 if batch else 1] == (["time", "row"] if batch else ["time"])
    names = [name for name in table.column_names if name not in ("time", "row")]
    assert names == trajectory_files.column_names(ROBOT)
    assert np.array_equal(np.stack([table[name].to_numpy() for name in names], axis=1), flat(trajectory))


def test_parquet_without_its_package_is_explained(tmp_path: Path, monkeypatch) -> None:
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    with pytest.raises(MissingPackageError, match=r"pip install 'psiphi\[simulation\]'"):
        moved().save(tmp_path / "motion.parquet")
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("ending", ["npz", "csv"])
def test_a_failure_leaves_what_was_there(tmp_path: Path, monkeypatch, ending: str) -> None:
    target = tmp_path / f"motion.{ending}"
    target.write_text("precious")
    write = trajectory_files._WRITERS[f".{ending}"]

    def breaks(trajectory: Trajectory, path: Path) -> None:
        write(trajectory, path)
        raise OSError(28, "No space left on device")

    monkeypatch.setitem(trajectory_files._WRITERS, f".{ending}", breaks)
    with pytest.raises(InputError, match="cannot be written: No space left on device"):
        moved().save(target)
    assert target.read_text() == "precious"
    assert list(tmp_path.iterdir()) == [target]

    def interrupted(trajectory: Trajectory, path: Path) -> None:
        write(trajectory, path)
        raise KeyboardInterrupt

    monkeypatch.setitem(trajectory_files._WRITERS, f".{ending}", interrupted)
    with pytest.raises(KeyboardInterrupt):
        moved().save(target)
    assert target.read_text() == "precious"
    assert list(tmp_path.iterdir()) == [target]


def test_files_are_replaced_with_their_rights(tmp_path: Path) -> None:
    target = tmp_path / "motion.csv"
    target.write_text("old")
    target.chmod(0o640)
    link = tmp_path / "link.csv"
    link.symlink_to(target)
    moved().save(link)
    assert link.is_symlink()
    assert target.read_text().startswith("time,")
    assert target.stat().st_mode & 0o777 == 0o640


def test_wrong_paths_are_explained(tmp_path: Path) -> None:
    with pytest.raises(InputError, match=r"ends in '.xlsx'; give .npz, .csv, .parquet"):
        moved().save(tmp_path / "motion.xlsx")
    with pytest.raises(InputError, match="ends in 'nothing'"):
        moved().save("motion")
    with pytest.raises(InputError, match="cannot be written: No such file or directory"):
        moved().save(tmp_path / "nowhere" / "motion.npz")


def test_a_trajectory_cannot_be_changed() -> None:
    trajectory = moved((2,))
    assert len(trajectory) == 6
    assert repr(trajectory) == "<Trajectory of 'random_tree_1': 0.005 s, 6 samples, batch (2,)>"
    with pytest.raises(ValueError, match="read-only"):
        trajectory.q[0] = 0.0
    with pytest.raises(AttributeError):
        trajectory.time = 0.0  # type: ignore[misc]


def test_plots_draw_what_is_asked_for() -> None:
    matplotlib = pytest.importorskip("matplotlib")
    matplotlib.use("Agg")
    from matplotlib import pyplot

    trajectory = moved((2, 3))
    figure = trajectory.plot(["v", "energy"], row=(1, 2))
    velocity, energy = figure.axes
    assert [len(panel.lines) for panel in figure.axes] == [ROBOT.nv, 3]
    assert np.array_equal(velocity.lines[4].get_ydata(), trajectory.v[:, 1, 2, 4])
    assert np.array_equal(energy.lines[2].get_ydata(), trajectory.energy[:, 1, 2])
    assert velocity.lines[0].get_label() == "root.0"
    assert len(trajectory.plot("q").axes) == 1
    single = Trajectory(
        ROBOT, trajectory.time[:1], *(x[:1, 0, 0] for x in (trajectory.q, trajectory.v, trajectory.tau))
    )
    assert all(line.get_marker() == "o" for line in single.plot("q").axes[0].lines)
    pyplot.close("all")
    with pytest.raises(InputError, match=r"row: 5 is no place in the batch \(2, 3\)"):
        trajectory.plot(row=5)
    with pytest.raises(UnknownNameError, match="choose from q, v, tau, energy"):
        trajectory.plot(["power"])


def test_plots_show_limits_as_bands_and_how_far_loops_are_open() -> None:
    pytest.importorskip("matplotlib").use("Agg")
    from matplotlib import pyplot

    arm = robots.panda()
    q = np.linspace(arm.limits.lower - 0.1, arm.limits.upper + 0.1, 5)
    panel = Trajectory(arm, np.arange(5.0), q, 0 * q, 0 * q).plot("q").axes[0]
    bands = {
        tuple(np.round(sorted((band.get_y(), band.get_y() + band.get_height())), 9)) for band in panel.patches
    }
    bottom, top = panel.get_ylim()
    for low, high in zip(arm.limits.lower, arm.limits.upper, strict=True):
        assert {(round(bottom, 9), round(low, 9)), (round(high, 9), round(top, 9))} <= bands
    bar = robots.four_bar()
    q = bar.assemble(bar.neutral()).q + np.array([[0.0, 0.0, 0.0], [1e-3, 0.0, 0.0]])
    loops = Trajectory(bar, np.arange(2.0), q, 0 * q, 0 * q).plot().axes[-1]
    assert loops.get_ylabel().startswith("open by")
    assert np.isclose(loops.lines[0].get_ydata()[1], np.abs(bar.loop_residual(q[1])).max())
    pyplot.close("all")


def test_plots_without_their_package_are_explained(monkeypatch) -> None:
    monkeypatch.setitem(sys.modules, "matplotlib.pyplot", None)
    with pytest.raises(MissingPackageError, match=r"pip install 'psiphi\[simulation\]'"):
        moved().plot()
