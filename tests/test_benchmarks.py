"""The benchmarks run, and keep what they find; how fast anything is they do not assert."""

from __future__ import annotations

import json
import math
from dataclasses import replace

import pytest
from benchmarks import derivatives, dynamics, ensembles, inverse_kinematics, rollouts
from benchmarks.dynamics import Comparison, Measurement
from benchmarks.floors import judge
from benchmarks.page import END, START, page_with
from benchmarks.plan import Plan
from benchmarks.quantities import DYNAMICS, INVERSE_DYNAMICS, OTHERS, Inputs
from benchmarks.report import report
from benchmarks.results import Results, write_json
from benchmarks.robots import anymal, ur5
from benchmarks.run import run
from benchmarks.timing import Budget


def test_ensembles_are_measured_and_put_into_their_page() -> None:
    costs = ensembles.measured(rows=64, steps=10, repeat=1, tasks=0)
    assert min(costs.draw, costs.motion, costs.summary) > 0.0
    judged = replace(costs, draw=1e-6, motion=35e-6, byte=1e-9, summary=0.0, chunk=0.0, task=1.5e-3)
    figures = ensembles.report(judged)
    # 10⁹ rows of 36 µs and 11 · 14 · 8 bytes, which take another 1.2 µs.
    assert "| all, every hundredth step | 1.23 TB | 10 | 10 h, 33.1 MB/s |" in figures
    assert "| 100 | 8,058 | 9.93 MB |" in figures
    page = f"before\n{ensembles.START}old\n{ensembles.END}\nafter\n"
    assert ensembles.page_with(figures, page) == page.replace("old\n", figures)


def test_derivatives_are_measured() -> None:
    found = list(derivatives.measured(ur5(), 8, Budget(0.0, rounds=1, burst=1e-6)))
    assert [row.what for row in found[:2]] == ["inverse_dynamics_derivatives", "forward_dynamics_derivatives"]
    assert len(found) == 12
    assert all(row.ours > 0.0 for row in found)
    assert str(found[0]).startswith("| UR5 | inverse dynamics derivatives |")


def test_rollouts_are_measured_beside_those_of_mujoco() -> None:
    found = rollouts.against_mujoco(ur5().robot, steps=2, rounds=1)
    assert [row[:2] for row in found] == [(method, rows) for method in rollouts.METHODS for rows in (1, 64)]
    assert all(math.isfinite(time) and time > 0.0 for row in found for time in row[2:])


def test_inverse_kinematics_is_measured_and_judged() -> None:
    arm = next(inverse_kinematics.arms())
    rows = inverse_kinematics.measured(arm, poses=40, seconds=0.0)
    ways = ["psiphi, batch", "psiphi, one call", "psiphi, along a path", "psiphi, out of reach"]
    assert [(row.solver, row.solved) for row in rows[:4]] == [(way, 1.0) for way in ways]
    table = inverse_kinematics.report(rows).split("\n")
    assert table[0].startswith("| | batch | one call | along a path | out of reach |")
    assert table[2].startswith("| UR5 | ")


@pytest.fixture(scope="module")
def results() -> Results:
    once = Budget(0.0, rounds=1, burst=1e-6)
    plan = Plan(
        robots=("UR5",),
        passes=1,
        batches=(1, 8),
        budget=once,
        single_precision=True,
        largest_matrix=50,
        huge=(),
        huge_budget=once,
        compiled=(("UR5", INVERSE_DYNAMICS),),
        long_chains=(60,),
        held=("Panda",),
    )
    steps: list[str] = []
    found = run(plan, steps.append)
    assert any("inverse dynamics, batch 8, float32" in step for step in steps)
    return found


def test_the_json_holds_everything(results, tmp_path):
    path = tmp_path / "directory" / "results.json"
    write_json(results, judge(results), path)
    document = json.loads(path.read_text(encoding="utf-8"))
    assert {"processor", "instruction set", "load"} <= set(document["machine"])
    sizes = {(entry["quantity"], entry["batch"], entry["dtype"]) for entry in document["dynamics"]}
    assert len(sizes) == len(document["dynamics"]) == 10 * 3 - 1  # UR5 has no four limbs
    for entry in document["dynamics"]:
        assert entry["error"] <= (1e-9 if entry["dtype"] == "float64" else 1e-3)
        assert all(t["rounds"] == 1 and 0 < t["best"] <= t["median"] for t in entry["times"].values())
        if entry["dtype"] == "float64":
            assert "psiphi" in entry["times"]
            assert entry["times_faster_than_pinocchio"] >= 0.0
    (held,) = document["held"]
    assert held["robot"] == "Panda, tip welded"
    assert held["error"] <= 1e-9
    assert held["times_faster_than_pinocchio"] > 0.0
    assert [chain["joints"] for chain in document["long_chains"]] == [60, 60]
    with_mujoco = {x["quantity"] for x in document["dynamics"] if "MuJoCo calls" in x["times"]}
    assert with_mujoco == {quantity.name for quantity in DYNAMICS}
    assert all(chain["error"] <= 1e-9 for chain in document["long_chains"])
    (compilation,) = document["compilations"]
    assert compilation["cold"]["best"] > compilation["trace"]["best"] > 0.0
    assert set(document["starts"]) >= {"import psiphi", "derive forward_dynamics"}
    floors = {floor["what"]: floor for floor in document["floors"]}
    assert floors["inverse dynamics, one call with out=, kernel.call, UR5"]["met"] in (True, False)
    assert floors["inverse dynamics, batch 1024, Talos"]["met"] is None


def test_the_page_shows_what_was_measured(results, tmp_path):
    path = tmp_path / "results.json"
    write_json(results, judge(results), path)
    document = json.loads(path.read_text(encoding="utf-8"))
    page = page_with(document, f"before\n{START}old\n{END}after\n")
    assert page.startswith("before\n")
    assert page.endswith("after\n")
    assert "old" not in page
    assert "| inverse dynamics | 8 |" in page
    assert page_with(document, page) == page


def test_the_report_names_what_was_measured(results):
    text = report(results, judge(results))
    assert "one call with out=, method, UR5" in text
    assert "not measured" in text
    assert "Panda, tip welded" in text


def test_a_wrong_result_is_not_timed(results, monkeypatch):
    comparison = Comparison(ur5())
    right = comparison._pinocchio.results
    monkeypatch.setattr(comparison._pinocchio, "results", lambda *given: right(*given) * (1 + 1e-8))
    monkeypatch.setattr(dynamics, "race", lambda *_: pytest.fail("timed"))
    inputs = Inputs.drawn(comparison.subject.robot, 3)
    with pytest.raises(SystemExit, match="UR5, inverse dynamics: the result of psiphi differs"):
        comparison.measure(INVERSE_DYNAMICS, inputs, Budget(0.0, rounds=1))


def test_ratios_are_of_the_least_times():
    samples = {
        "psiphi": [2.0, 1.0, 3.0],
        "Pinocchio call": [30.0, 40.0, 50.0],
        "Pinocchio binding": [10.0, 12.0, 11.0],
        "MuJoCo calls": [9.0, 8.0, 7.0],
        "MuJoCo bindings": [5.0, 5.0, 5.0],
    }
    single = Measurement("robot", "mass_matrix", 1, "float64", 10, 0.0, samples)
    batch = Measurement("robot", "mass_matrix", 64, "float64", 10, 0.0, samples)
    assert single.ratio == 30.0  # against the call as it is
    assert batch.ratio == 20.0  # against the call without its binding
    assert batch.mujoco == 2.0
    pooled = Measurement(
        "robot", "inverse_dynamics", 64, "float64", 10, 0.0, {**samples, "Pinocchio pool": [15.0]}
    )
    assert pooled.ratio == 15.0
    assert math.isclose(batch.joined(batch).times["psiphi"].median, 2.0)


@pytest.mark.parametrize("quantity", OTHERS, ids=lambda quantity: quantity.label)
def test_quantities_of_a_free_robot_are_right(quantity):
    comparison = Comparison(anymal())
    if not comparison.has(quantity):
        assert comparison.subject.robot.nv < 6 * quantity.frames  # too few to move its feet apart
        return
    inputs = Inputs.drawn(comparison.subject.robot, 3)
    found = comparison.measure(quantity, inputs, Budget(0.0, rounds=1, burst=1e-6))
    assert found.error <= 1e-9
    assert found.ratio is not None
