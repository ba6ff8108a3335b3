"""Ensembles on disk, computed in this process: what is in them, going on, damage, and what is refused."""

from __future__ import annotations

import json
import os
import resource
import shutil
from pathlib import Path

import numpy as np
import pytest

from psiphi import ensemble, robots
from psiphi.algebra import H, M, g, joint_operator, joint_vector, phi, v
from psiphi.cli.main import main
from psiphi.ensemble.lock import held
from psiphi.ensemble.plan import Plan, settled
from psiphi.ensemble.summaries import POINTS, levels, merged, part_of, summary
from psiphi.errors import EnsembleError, InputError, PsiphiError

ROBOT = robots.planar_chain(2)
DRAWS = {
    "q": ensemble.configurations(),
    "v": ensemble.normal(0.0, 0.5),
    "torque": ensemble.uniform(-1.0, 1.0),
}
SIZES = {"rows": 100, "steps": 20, "dt": 1e-3, "every": 10, "chunk": 16}
KEPT = {"keep": ["q", "v", "position:link_2"], "summarize": ["q", "kinetic_energy"]}


def run(directory: Path, **changes: object) -> object:
    return ensemble.run(ROBOT, DRAWS, directory, **{**SIZES, **KEPT, "workers": 0, **changes})


def files(directory: Path) -> dict[str, bytes]:
    """Everything in a directory."""
    paths = (path for path in sorted(directory.rglob("*")) if path.is_file())
    return {str(path.relative_to(directory)): path.read_bytes() for path in paths}


@pytest.fixture
def copy(undisturbed: Path, tmp_path: Path) -> Path:
    return Path(shutil.copytree(undisturbed, tmp_path / "copy"))


@pytest.fixture(scope="module")
def undisturbed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    directory = tmp_path_factory.mktemp("ensemble") / "undisturbed"
    run(directory)
    return directory


def test_rows_are_the_motions_of_what_was_drawn(undisturbed: Path) -> None:
    found = ensemble.open(undisturbed)
    assert found.attrs["complete"]
    assert found.q.dims == ("time", "row", "q_0")
    np.testing.assert_allclose(found.time, [0.0, 0.01, 0.02], rtol=1e-15)
    q0, v0 = found.q.values[0], found.v.values[0]
    motion = ROBOT.rollout(q0, v0, found.drawn_torque.values[None], 20, 1e-3, every=10)
    np.testing.assert_array_equal(found.q, motion.q)
    np.testing.assert_array_equal(found.v, motion.v)
    np.testing.assert_array_equal(found["position:link_2"], ROBOT.frame_pose(motion.q, "link_2")[1])
    assert len(np.unique(found.drawn_torque)) == 200


def test_any_row_can_be_made_again(undisturbed: Path) -> None:
    found = ensemble.open(undisturbed)
    again = ensemble.replay(undisturbed, [99, 3])
    np.testing.assert_array_equal(again.q, found.q.values[:, [99, 3]])
    finer = ensemble.replay(undisturbed, 42, every=1)
    assert len(finer) == 21
    np.testing.assert_array_equal(finer.v[::10], found.v.values[:, 42])
    np.testing.assert_array_equal(finer.tau[7], found.drawn_torque.values[42])
    with pytest.raises(InputError, match="no row 100"):
        ensemble.replay(undisturbed, 100)


def test_summaries_are_those_of_all_rows(undisturbed: Path) -> None:
    found = ensemble.open(undisturbed)
    q, v = found.q.values, found.v.values
    for name, x in (("q", q), ("kinetic_energy", ROBOT.kinetic_energy(q, v))):
        np.testing.assert_allclose(found[f"{name}_mean"], x.mean(axis=1), rtol=1e-12, atol=1e-14)
        np.testing.assert_allclose(found[f"{name}_deviation"], x.std(axis=1, ddof=1), rtol=1e-12)
        np.testing.assert_array_equal(found[f"{name}_minimum"], x.min(axis=1))
        np.testing.assert_array_equal(found[f"{name}_maximum"], x.max(axis=1))
        assert (found[f"{name}_count"] == 100).all()
        for share, values in zip(found["quantile"].values, found[f"{name}_quantile"].values, strict=True):
            below, not_above = (x < values[:, None]).mean(axis=1), (x <= values[:, None]).mean(axis=1)
            assert (below - 0.02 <= share).all()
            assert (share <= not_above + 0.02).all()


def test_summaries_of_many_chunks_with_rows_that_diverged() -> None:
    rng = np.random.default_rng(1)
    x = rng.exponential(size=(1, 150 * 40, 1))
    x[0, rng.random(6000) < 0.1] = np.nan
    x[0, 80:120] = np.nan  # a chunk without any
    parts = np.stack([part_of(x[:, i : i + 40]) for i in range(0, 6000, 40)])
    found = dict(summary(merged(lambda i, j: parts[i:j], len(parts)), (0.0, 0.01, 0.5, 0.99, 1.0)))
    finite = x[np.isfinite(x)]
    assert found["count"] == len(finite)
    np.testing.assert_allclose(found["mean"], finite.mean(), rtol=1e-12)
    np.testing.assert_allclose(found["deviation"], finite.std(ddof=1), rtol=1e-12)
    ranks = [(finite <= value).mean() for value in found["quantile"][:, 0, 0]]
    np.testing.assert_allclose(ranks, [0.0, 0.01, 0.5, 0.99, 1.0], atol=(levels(len(parts)) + 1) / POINTS)
    assert (found["quantile"][0], found["quantile"][-1]) == (finite.min(), finite.max())


def test_what_is_missing_is_computed_and_nothing_else(undisturbed: Path, copy: Path) -> None:
    before = {path: path.stat().st_mtime_ns for path in copy.rglob("*.json")}
    run(copy)
    ensemble.resume(copy, workers=0)
    assert {path: path.stat().st_mtime_ns for path in copy.rglob("*.json")} == before
    missing = copy / "done/000/000003.json"
    missing.unlink()
    (copy / "data.zarr/q/c/0/3/0.0123.partial").write_bytes(b"of somebody who was killed")
    told = ensemble.status(copy)
    assert (told.rows_done, told.chunks_done, told.complete) == (84, 6, False)
    ensemble.resume(copy, workers=0)
    changed = {path.name for path, time in before.items() if path.stat().st_mtime_ns != time}
    assert changed == {"000003.json", "summary.json"}
    assert files(copy) == files(undisturbed)


def test_a_beginning_that_was_interrupted_is_begun_again(undisturbed: Path, copy: Path) -> None:
    (copy / "ensemble.json").unlink()
    with pytest.raises(InputError, match="holds no ensemble"):
        ensemble.status(copy)
    run(copy)
    assert files(copy) == files(undisturbed)


def test_damage_is_found_and_mended(undisturbed: Path, copy: Path) -> None:
    assert ensemble.verify(copy) == []
    flipped = copy / "data.zarr/v/c/0/2/0"
    content = bytearray(flipped.read_bytes())
    content[100] ^= 1
    flipped.write_bytes(content)
    (copy / "data.zarr/parts/q/c/5/0/0/0").unlink()
    assert ensemble.verify(copy) == [2, 5]
    ensemble.resume(copy, workers=0, verify=True)
    assert files(copy) == files(undisturbed)


def test_a_full_disk_stops_the_run_and_loses_nothing(undisturbed: Path, copy: Path) -> None:
    limits = resource.getrlimit(resource.RLIMIT_FSIZE)
    (copy / "done/000/000001.json").unlink()
    resource.setrlimit(resource.RLIMIT_FSIZE, (500, limits[1]))  # a chunk of q has 768 bytes
    try:
        with pytest.raises(EnsembleError, match=r"chunk 1 failed: .*make room"):
            ensemble.resume(copy, workers=0)
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, limits)
    assert ensemble.status(copy).chunks_done == 6
    ensemble.resume(copy, workers=0)
    assert files(copy) == files(undisturbed)


def test_two_runs_at_once_are_refused(undisturbed: Path) -> None:
    with held(undisturbed / "lock"):
        assert ensemble.status(undisturbed).running
        with pytest.raises(EnsembleError, match=f"process {os.getpid()} on"):
            run(undisturbed)
        with pytest.raises(EnsembleError, match="being computed"):
            ensemble.resume(undisturbed, workers=0)
    assert not ensemble.status(undisturbed).running


def test_a_directory_goes_on_with_its_own_ensemble_alone(undisturbed: Path, tmp_path: Path) -> None:
    with pytest.raises(InputError, match="seed is 0, not 1"):
        run(undisturbed, seed=1)
    heavier = ROBOT.with_inertial_parameters(2.0 * ROBOT.inertial_parameters())
    with pytest.raises(InputError, match="another 'planar_chain_2'"):
        ensemble.run(heavier, DRAWS, undisturbed, **SIZES, **KEPT, workers=0)
    (tmp_path / "thesis.tex").write_text("mine")
    with pytest.raises(InputError, match=r"thesis\.tex"):
        run(tmp_path)
    plan = json.loads((undisturbed / "ensemble.json").read_text())
    other = tmp_path / "other"
    other.mkdir()
    (other / "ensemble.json").write_text(json.dumps(plan | {"psiphi": "0.0.1"}))
    with pytest.raises(EnsembleError, match=r"psiphi 0\.0\.1"):
        ensemble.resume(other, workers=0)


def test_a_law_and_draws_that_are_functions_are_given_again(tmp_path: Path) -> None:
    def law(t: float, q: np.ndarray, v: np.ndarray, gain: np.ndarray) -> np.ndarray:
        return -gain * v

    draws = {
        "q": lambda rng: rng.uniform(-1.0, 1.0, 2),
        "v": ensemble.constant(0.0),
        "gain": ensemble.log_uniform([0.1], [10.0]),
    }
    functions = {"q": draws["q"], "law": law}
    found = ensemble.run(ROBOT, draws, tmp_path, **SIZES, law=law, hold=5, workers=0)
    gain = found.drawn_gain.values
    motion = ROBOT.simulate(
        found.q.values[0],
        found.v.values[0],
        lambda t, q, v: -gain * v,
        duration=0.02,
        dt=1e-3,
        method="semi_implicit",
        every=10,
        hold=5,
    )
    np.testing.assert_array_equal(found.q, motion.q)
    again = ensemble.replay(tmp_path, 70, functions=functions)
    np.testing.assert_array_equal(again.q, motion.q[:, 70])
    np.testing.assert_array_equal(again.tau, motion.tau[:, 70])
    (tmp_path / "done/000/000004.json").unlink()
    for fewer in ({}, {"q": draws["q"]}, {"law": law}):
        with pytest.raises(InputError, match="give it again"):
            ensemble.resume(tmp_path, workers=0, functions=fewer)
    assert ensemble.resume(tmp_path, workers=0, functions=functions).equals(found)


def test_a_law_that_is_an_expression_is_kept(tmp_path: Path) -> None:
    damper, pull = joint_operator("K_d", diagonal=True), joint_vector("pull")
    law = pull - damper @ v
    draws = {
        "q": ensemble.configurations(),
        "v": ensemble.normal(0.0, 1.0),
        "K_d": ensemble.log_uniform([0.1, 0.1], 10.0),
        "pull": ensemble.normal(np.zeros((4, 2)), 1.0),  # another one every five steps
    }
    found = ensemble.run(ROBOT, draws, tmp_path, **SIZES, law=law, hold=5, workers=0)
    inputs = {"K_d": found.drawn_K_d.values[None], "pull": np.moveaxis(found.drawn_pull.values, 1, 0)}
    start = found.q.values[0], found.v.values[0]
    motion = ROBOT.simulate(
        *start, law, duration=0.02, dt=1e-3, inputs=inputs, every=10, hold=5, method="semi_implicit"
    )
    np.testing.assert_array_equal(found.q, motion.q)
    (tmp_path / "done/000/000004.json").unlink()
    assert ensemble.resume(tmp_path, workers=0).equals(found)
    again = ensemble.replay(tmp_path, [9, 70])
    np.testing.assert_array_equal(again.v, motion.v[:, [9, 70]])
    np.testing.assert_allclose(again.tau, motion.tau[:, [9, 70]], rtol=1e-12)


def test_a_law_whose_inputs_are_missing_is_told_before_anything_is_written(tmp_path: Path) -> None:
    draws = {"q": ensemble.configurations(), "v": ensemble.constant(0.0)}
    with pytest.raises(PsiphiError, match="'pull'"):
        ensemble.run(ROBOT, draws, tmp_path / "none", **SIZES, law=joint_vector("pull") - v, workers=0)
    assert not (tmp_path / "none").exists()


def test_parameters_and_forces_are_drawn(tmp_path: Path) -> None:
    ball = np.array([1.0, 0.0, 0.0, 0.0, 0.1, 0.0, 0.1, 0.0, 0.0, 0.1])
    draws = {
        "q": ensemble.configurations(),
        "v": ensemble.normal(0.0, 1.0),
        "payload:tip": ensemble.uniform(ball, 2.0 * ball),
        "gravity": ensemble.normal([0.0, 0.0, -9.81], 0.1),
        "force:tip": ensemble.normal(np.zeros((4, 6)), 1.0),
        "K_d": ensemble.log_uniform([0.1, 0.1], 10.0),
    }
    law = H @ phi @ M @ phi.T @ g - joint_operator("K_d", diagonal=True) @ v
    found = ensemble.run(
        ROBOT,
        draws,
        tmp_path,
        **SIZES,
        law=law,
        hold=5,
        limits=True,
        keep=["q", "v", "kinetic_energy"],
        workers=0,
    )
    parameters = np.concatenate([found["drawn_payload:tip"], found.drawn_gravity], axis=-1)
    varied = ROBOT.varying("payload:tip", "gravity")
    motion = varied.simulate(
        found.q.values[0],
        found.v.values[0],
        ROBOT.compile(law),  # which knows nothing of what varies
        duration=0.02,
        dt=1e-3,
        inputs={"K_d": found.drawn_K_d.values[None]},
        external_forces={"tip": np.moveaxis(found["drawn_force:tip"].values, 1, 0)},
        parameters=parameters,
        method="semi_implicit",
        every=10,
        hold=5,
        limits=True,
    )
    np.testing.assert_array_equal(found.q, motion.q)
    energy = varied.kinetic_energy(motion.q, motion.v, parameters=np.broadcast_to(parameters, (3, 100, 13)))
    np.testing.assert_array_equal(found.kinetic_energy, energy)
    again = ensemble.replay(tmp_path, [50])
    np.testing.assert_array_equal(again.v, motion.v[:, 50:51])
    np.testing.assert_allclose(again.tau, motion.tau[:, 50:51], rtol=1e-12)


def test_torques_in_time_and_single_precision(tmp_path: Path) -> None:
    draws = DRAWS | {"torque": ensemble.normal(np.zeros((4, 1)), 1.0)}
    found = ensemble.run(ROBOT, draws, tmp_path, **SIZES, hold=5, dtype="float32", workers=0)
    assert found.q.dtype == np.float32
    torque = np.moveaxis(found.drawn_torque.values, 1, 0)
    assert torque.shape == (4, 100, 2)
    motion = ROBOT.rollout(found.q.values[0], found.v.values[0], torque, 20, 1e-3, every=10, hold=5)
    np.testing.assert_array_equal(found.v, motion.v)
    np.testing.assert_array_equal(ensemble.replay(tmp_path, 5, every=1).tau[7], torque[1, 5])


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({"rows": 0}, "rows"),
        ({"every": 3}, "multiple"),
        ({"keep": ["w"]}, "'w' is unknown"),
        ({"keep": [], "summarize": []}, "nothing is kept"),
        ({"keep": "q"}, "a list"),
        ({"method": "euler"}, "euler"),
        ({"dtype": "float16"}, "float16"),
        ({"quantiles": [1.5]}, "from 0 to 1"),
        ({"seed": -1}, "seed"),
        ({"keep": 1}, "keep"),
        ({"quantiles": [np.nan]}, "from 0 to 1"),
        ({"law": 1.0}, "law: float"),
        ({"damping": np.zeros(2)}, "damping"),
    ],
)
def test_plans_that_make_no_sense_are_refused(changes: dict[str, object], words: str, tmp_path: Path) -> None:
    with pytest.raises(PsiphiError, match=words):
        run(tmp_path / "none", **changes)
    assert not (tmp_path / "none").exists()


@pytest.mark.parametrize(
    ("draws", "words"),
    [
        ({"q": ensemble.configurations()}, "v missing"),
        (DRAWS | {"v": ensemble.normal(np.zeros(3), 1.0)}, r"'v' has numbers of shape \(3,\)"),
        (DRAWS | {"v": ensemble.configurations()}, "no configuration"),
        (DRAWS | {"gain": 1.0}, "'gain' is neither"),
        (DRAWS | {"torque": ensemble.normal(np.zeros((3, 2)), 1.0)}, "3 times"),
        (DRAWS | {"mass:wheel": 1.0}, "wheel"),
        (DRAWS | {"force:wheel": np.zeros(6)}, "wheel"),
    ],
)
def test_draws_that_do_not_fit_are_refused(draws: dict[str, object], words: str, tmp_path: Path) -> None:
    with pytest.raises(PsiphiError, match=words):
        ensemble.run(ROBOT, draws, tmp_path / "none", **SIZES, workers=0)


def test_chunks_have_some_megabytes() -> None:
    panda = robots.panda()
    draws = {"q": ensemble.configurations(), "v": ensemble.constant(0.0)}
    assert settled(Plan(10**9, 1000, 1e-3, draws, every=100), panda).chunk == 8192
    assert settled(Plan(10**9, 1000, 1e-3, draws), panda).chunk == 256
    assert settled(Plan(100, 1000, 1e-3, draws), panda).chunk == 100


def test_the_command_line(undisturbed: Path, tmp_path: Path, capsys) -> None:
    plan, robot, directory = tmp_path / "plan.json", tmp_path / "robot.json", tmp_path / "ensemble"
    data = json.loads((undisturbed / "ensemble.json").read_text())
    plan.write_text(json.dumps(data))
    ROBOT.save(robot)
    begin = ["ensemble", "run", str(directory), "--robot", str(robot), "--plan", str(plan), "--workers", "0"]
    assert main(begin) == 0
    assert capsys.readouterr().out.startswith(
        f"{directory}: planar_chain_2, 100 of 100 rows, 7 of 7 chunks, 0.2 MB, complete"
    )
    assert files(directory) == files(undisturbed)
    (directory / "data.zarr/v/c/0/2/0").write_bytes(b"")
    assert main(["ensemble", "status", str(directory), "--verify", "--json"]) == 1
    told = json.loads(capsys.readouterr().out)
    assert (told["damaged"], told["complete"]) == ([2], True)
    assert main(["ensemble", "resume", str(directory), "--verify", "--workers", "0"]) == 0
    assert files(directory) == files(undisturbed)
    plan.write_text("{")
    assert main(begin) == 1
    assert main(["ensemble", "run", str(directory)]) == 1
    assert main(["ensemble", "status", str(tmp_path / "nothing")]) == 1
    assert "holds no ensemble" in capsys.readouterr().err
