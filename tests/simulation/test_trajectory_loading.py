"""Trajectories come back from files to the last bit, and files of other programs are refused in words."""

from __future__ import annotations

import io
import sys
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest
from motions import some_state

from psiphi import Robot, robots
from psiphi.errors import ArgumentTypeError, InputError, MissingPackageError
from psiphi.simulation import Trajectory
from psiphi.simulation.trajectory_files import column_names

ROBOT = robots.random_tree(1, bodies=3, kinds=["spherical", "revolute"], base="free")
ENDINGS = ["npz", "csv", "parquet"]


def moved(batch: tuple[int, ...] = ()) -> Trajectory:
    return ROBOT.simulate(*some_state(ROBOT, batch=batch), np.ones(ROBOT.nv) / 3, duration=0.003)


def same(one: Trajectory, other: Trajectory) -> bool:
    pairs = [(getattr(one, name), getattr(other, name)) for name in ("time", "q", "v", "tau")]
    return all(x.dtype == y.dtype and x.shape == y.shape and x.tobytes() == y.tobytes() for x, y in pairs)


@pytest.mark.parametrize("ending", ENDINGS)
@pytest.mark.parametrize("batch", [(), (1,), (4,), (2, 3)], ids=str)
def test_loading_undoes_saving(tmp_path: Path, ending: str, batch: tuple[int, ...]) -> None:
    trajectory = moved(batch)
    trajectory.save(tmp_path / f"motion.{ending}")
    loaded = Trajectory.load(tmp_path / f"motion.{ending}", ROBOT)
    assert same(loaded, trajectory)
    assert loaded.robot is ROBOT
    assert loaded.energy.shape == (4, *batch)
    with pytest.raises(ValueError, match="read-only"):
        loaded.q[0] = 0.0


@pytest.mark.parametrize("ending", ENDINGS)
def test_odd_numbers_come_back_too(tmp_path: Path, ending: str) -> None:
    q, v, tau = (np.full((1, n), x) for n, x in ((ROBOT.nq, 5e-324), (ROBOT.nv, -0.0), (ROBOT.nv, np.inf)))
    trajectory = Trajectory(ROBOT, np.array([np.nextafter(0.1, 1)]), q, v, tau)
    trajectory.save(tmp_path / f"one.{ending}")
    assert same(Trajectory.load(tmp_path / f"one.{ending}", ROBOT), trajectory)


def test_an_empty_batch_is_for_arrays_only(tmp_path: Path) -> None:
    empty = Trajectory(
        ROBOT, np.zeros(2), np.zeros((2, 0, ROBOT.nq)), np.zeros((2, 0, ROBOT.nv)), np.zeros((2, 0, ROBOT.nv))
    )
    empty.save(tmp_path / "empty.npz")
    assert same(Trajectory.load(tmp_path / "empty.npz", ROBOT), empty)
    with pytest.raises(InputError, match=r"no lines for the empty batch \(0,\); save as .npz"):
        empty.save(tmp_path / "empty.csv")


@pytest.mark.parametrize("ending", ENDINGS)
def test_another_robot_is_noticed(tmp_path: Path, ending: str) -> None:
    moved((2,)).save(tmp_path / f"motion.{ending}")
    with pytest.raises(InputError, match=r"not those of robot 'panda': .* Load it with the robot that moved"):
        Trajectory.load(tmp_path / f"motion.{ending}", robots.panda())
    with pytest.raises(ArgumentTypeError, match=r"robot: expected a psiphi\.Robot, found Model"):
        Trajectory.load(tmp_path / f"motion.{ending}", ROBOT.model)  # type: ignore[arg-type]


def test_the_joints_may_be_fewer(tmp_path: Path) -> None:
    chain = robots.planar_chain(3)
    still = np.zeros(3)
    chain.simulate(still, still, duration=0.002).save(tmp_path / "three.csv")
    shorter = Robot(chain.model.lock(chain.joint_names[-1], 0.0))
    with pytest.raises(InputError, match="not those of robot"):
        Trajectory.load(tmp_path / "three.csv", shorter)


def arrays(**changes: object) -> bytes:
    """An .npz file of a motion, with some of its arrays replaced, or left out where they are None."""
    trajectory = moved()
    names = ("time", "q", "v", "tau")
    held = {name: getattr(trajectory, name) for name in names} | {"columns": np.array(column_names(ROBOT))}
    file = io.BytesIO()
    np.savez(file, **{name: array for name, array in (held | changes).items() if array is not None})
    return file.getvalue()


@pytest.mark.parametrize(
    ("content", "said"),
    [
        (lambda: b"", "arrays cannot be read"),
        (lambda: b"no archive", "arrays cannot be read"),
        (lambda: arrays()[:900], "arrays cannot be read"),
        (lambda: arrays(tau=None), "there is no array 'tau'"),
        (lambda: arrays(q=np.array([{"a": 1}])), "arrays cannot be read"),  # would need pickle
        (lambda: arrays(q=np.zeros((4, 2))), r"q is float64 of shape \(4, 2\)"),
        (lambda: arrays(v=np.zeros((4, ROBOT.nv), np.float32)), "v is float32"),
        (lambda: arrays(time=np.float64(3.0)), r"time is float64 of shape \(\)"),
        (lambda: arrays(columns=np.arange(3)), "not those of robot"),
    ],
)
def test_foreign_archives_are_refused(tmp_path: Path, content: Callable[[], bytes], said: str) -> None:
    (tmp_path / "foreign.npz").write_bytes(content())
    with pytest.raises(InputError, match=said) as caught:
        Trajectory.load(tmp_path / "foreign.npz", ROBOT)
    assert "foreign.npz" in str(caught.value)


def test_no_pickle_is_ever_opened(tmp_path: Path) -> None:
    np.save(tmp_path / "array.npy", np.zeros(3))
    (tmp_path / "array.npy").rename(tmp_path / "array.npz")
    with pytest.raises(InputError, match="arrays cannot be read"):
        Trajectory.load(tmp_path / "array.npz", ROBOT)
    (tmp_path / "pickle.npz").write_bytes(b"cos\nsystem\n(S'touch owned'\ntR.")
    with pytest.raises(InputError, match="arrays cannot be read"):
        Trajectory.load(tmp_path / "pickle.npz", ROBOT)
    assert not Path("owned").exists()


@pytest.mark.parametrize(
    ("change", "said"),
    [
        (lambda lines: [], "first column is ''"),
        (lambda lines: lines[:1], "no samples"),
        (lambda lines: ["a,b", "1,2"], "first column is 'a', and not 'time'"),
        (lambda lines: [lines[0].replace("row,", "row.1,"), *lines[1:]], r"not \['row'\]"),
        (lambda lines: [lines[0].replace("q.root.0", "q.other"), *lines[1:]], "'q.other' for 'q.root.0'"),
        (lambda lines: [lines[0] + ",extra", *(line + ",1" for line in lines[1:])], "columns for"),
        (lambda lines: [*lines[:2], lines[2] + ",7", *lines[3:]], r"foreign.csv:3: \d+ numbers under"),
        (lambda lines: [*lines[:2], "x" + lines[2][1:], *lines[3:]], r"foreign.csv:3: could not convert"),
        (lambda lines: lines[:-1], "in order, at each time"),
        (lambda lines: [lines[0], lines[2], lines[1], *lines[3:]], "in order, at each time"),
        (lambda lines: [*lines[:-1], lines[-1].replace(",1,", ",1e15,", 1)], "in order, at each time"),
        (lambda lines: [*lines[:-1], lines[-1].replace(",1,", ",nan,", 1)], "in order, at each time"),
        (lambda lines: [*lines[:-1], lines[-1].replace("0.003", "0.004", 1)], "do not have the same times"),
        (lambda lines: ["\udcff"], "no table in UTF-8"),
        (lambda lines: [lines[0], '"' + lines[1]], "no table"),
    ],
)
def test_foreign_tables_are_refused(
    tmp_path: Path, change: Callable[[list[str]], list[str]], said: str
) -> None:
    path = tmp_path / "foreign.csv"
    moved((2,)).save(path)
    lines = change(path.read_text(encoding="utf-8").splitlines())
    path.write_text("\n".join(lines) + "\n" * bool(lines), encoding="utf-8", errors="surrogateescape")
    with pytest.raises(InputError, match=said) as caught:
        Trajectory.load(path, ROBOT)
    assert "foreign.csv" in str(caught.value)


def test_foreign_parquet_files_are_refused(tmp_path: Path) -> None:
    pyarrow, parquet = pytest.importorskip("pyarrow"), pytest.importorskip("pyarrow.parquet")
    path = tmp_path / "foreign.parquet"
    path.write_bytes(b"PAR1 but no more")
    with pytest.raises(InputError, match="no Parquet file"):
        Trajectory.load(path, ROBOT)
    names = ["time", *column_names(ROBOT)]
    parquet.write_table(pyarrow.table({name: ["a", "b"] for name in names}), path)
    with pytest.raises(InputError, match="columns are no numbers"):
        Trajectory.load(path, ROBOT)
    parquet.write_table(pyarrow.table({name: [1.0] for name in names[:-1]}), path)
    with pytest.raises(InputError, match="not those of robot"):
        Trajectory.load(path, ROBOT)


def test_wrong_paths_and_missing_packages_are_explained(tmp_path: Path, monkeypatch) -> None:
    with pytest.raises(InputError, match=r"ends in '.mat'; give .npz, .csv, .parquet"):
        Trajectory.load("motion.mat", ROBOT)
    for ending in ENDINGS:
        with pytest.raises(InputError, match="cannot be read: No such file or directory"):
            Trajectory.load(tmp_path / f"nowhere.{ending}", ROBOT)
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    with pytest.raises(MissingPackageError, match=r"pip install 'psiphi\[simulation\]'"):
        Trajectory.load(tmp_path / "motion.parquet", ROBOT)
