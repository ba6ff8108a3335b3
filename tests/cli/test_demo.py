"""`psiphi demo`: what it says, the page it writes, and that nothing half-written stays behind."""

from __future__ import annotations

import html
import io
import json
import os
import re
import shutil
import sys
from pathlib import Path

import numpy as np
import pytest

from html_pages import assert_stands_alone, shown_by_chromium
from psiphi.cli import demo
from psiphi.cli.main import main
from psiphi.demo import checks, demonstration, motion, pinocchio_twin, timings
from psiphi.formats.robots import panda, puma560, quadruped, random_tree
from psiphi.robot import Robot


@pytest.fixture(autouse=True)
def quickly(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(motion, "DURATION", 0.2)
    monkeypatch.setattr(timings, "ROUNDS", 1)
    monkeypatch.setattr(timings, "BURST", 1e-4)


def read(path: Path) -> str:
    text = path.read_text(encoding="utf-8")
    assert_stands_alone(text)
    return text


def test_it_tells_each_stage_and_names_the_page(tmp_path: Path, capsys) -> None:
    assert main(["demo", "--output", str(tmp_path)]) == 0
    out = capsys.readouterr().out
    stages = ["robot", "expression", "derivation", "sweeps", "compiled", "check", "time", "page"]
    places = [out.index(f"\n{stage} ") if stage != "robot" else 0 for stage in stages]
    assert places == sorted(places)
    assert "FAILED" not in out
    assert out.endswith(f"page         {tmp_path / 'psiphi-demo.html'}\n")
    assert [path.name for path in tmp_path.iterdir()] == ["psiphi-demo.html"]
    text = read(tmp_path / "psiphi-demo.html")
    assert "Pinocchio" in text
    assert "<msup><mi>K</mi><mo>∗</mo></msup><msup><mi>ψ</mi><mo>∗</mo></msup><mi>a</mi>" in text
    assert "psiphi demo --robot panda" in text


@pytest.mark.parametrize("robot", ["puma560", "nine_link_tree", "random_tree"])
def test_other_robots_have_their_page_too(robot: str, tmp_path: Path, capsys) -> None:
    assert main(["demo", "--robot", robot, "--output", str(tmp_path / "new" / "place")]) == 0
    assert "FAILED" not in capsys.readouterr().out
    text = read(tmp_path / "new" / "place" / "psiphi-demo.html")
    exec(html.unescape(re.findall(r'<pre class="program">(.*?)</pre>', text, re.DOTALL)[0]), {})
    derivation, agreement = capsys.readouterr().out.rsplit("\n", 2)[:2]
    assert derivation.lstrip().startswith("(H φ M φ* H*")
    assert agreement == "True"


def test_loops_are_said_to_be_open(tmp_path: Path, capsys) -> None:
    assert main(["demo", "--robot", "four_bar", "--output", str(tmp_path)]) == 0
    assert "left open" in capsys.readouterr().out.splitlines()[1]
    assert "left open" in read(tmp_path / "psiphi-demo.html")


def test_a_motion_that_ends_at_once_has_its_page(tmp_path: Path, monkeypatch, capsys) -> None:
    monkeypatch.setattr(motion, "PATIENCE", 0.0)  # nothing but the start is kept
    main(["demo", "--robot", "planar_chain", "--output", str(tmp_path)])
    assert "FAILED" not in capsys.readouterr().out
    text = read(tmp_path / "psiphi-demo.html")
    assert "nan" not in text
    assert text.count('<circle class="series') == 4 + 1 + 25  # joints, drift, copies and the one drawn


def test_findings_as_data(tmp_path: Path, monkeypatch, capsys) -> None:
    monkeypatch.setattr(pinocchio_twin, "find_spec", lambda name: None)
    assert main(["demo", "--robot", "planar_chain", "--output", str(tmp_path), "--json"]) == 0
    captured = capsys.readouterr()
    data = json.loads(captured.out)
    assert "\nderivation   = " in captured.err
    assert data["robot"] == "planar_chain_4"
    assert (
        data["operations"]["total"]
        == Robot(demo.BUNDLED["planar_chain"]()).kernel("forward_dynamics").operations.total
    )
    assert all(check["holds"] for check in data["checks"])
    assert [timing["label"].partition(",")[0] for timing in data["timings"]] == [
        "psiphi",
        "psiphi",
        "plain matrices in NumPy",
    ]
    assert Path(data["page"]).exists()


def test_a_check_that_fails_is_told_and_is_the_exit_code(tmp_path: Path, monkeypatch, capsys) -> None:
    monkeypatch.setattr(checks, "INVERSE_TOLERANCE", 0.0)
    assert main(["demo", "--robot", "planar_chain", "--output", str(tmp_path)]) == 1
    assert "✗ FAILED: " in capsys.readouterr().out
    assert "✗" in read(tmp_path / "psiphi-demo.html")


def test_a_terminal_without_greek_letters(tmp_path: Path, monkeypatch) -> None:
    raw = io.BytesIO()
    monkeypatch.setattr(sys, "stdout", io.TextIOWrapper(raw, encoding="ascii"))
    assert main(["demo", "--robot", "planar_chain", "--output", str(tmp_path)]) == 0
    sys.stdout.flush()
    out = raw.getvalue().decode("ascii")
    assert "H psi" in out
    assert "check        + equal to plain matrices" in out
    assert "?" not in out


def test_checks_see_a_difference() -> None:
    assert checks.relative(np.array([[1.0, 2.0], [3.0, 4.0]]), np.array([[1.0, 2.0], [3.0, 5.0]])) == 0.2


def test_the_cache_of_the_user_is_left_alone(monkeypatch) -> None:
    monkeypatch.setenv("PSIPHI_CACHE_DIR", "mine")
    with demonstration._empty_cache():
        assert os.environ["PSIPHI_CACHE_DIR"] != "mine"
    assert os.environ["PSIPHI_CACHE_DIR"] == "mine"
    monkeypatch.delenv("PSIPHI_CACHE_DIR")
    with demonstration._empty_cache():
        pass
    assert "PSIPHI_CACHE_DIR" not in os.environ


def test_an_interruption_leaves_what_was_there(tmp_path: Path, monkeypatch, capsys) -> None:
    page = tmp_path / "psiphi-demo.html"
    page.write_text("before")

    def interrupted(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(demo, "demonstrate", interrupted)
    assert main(["demo", "--output", str(tmp_path)]) == 130
    assert [path.name for path in tmp_path.iterdir()] == ["psiphi-demo.html"]
    assert page.read_text() == "before"


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["--robot", "pandda"], "did you mean 'panda'"),
        (["--robot", "nothing.urdf"], "nothing.urdf"),
        (["--output", __file__], "give a directory"),
    ],
)
def test_errors_are_one_line(arguments: list[str], said: str, capsys) -> None:
    assert main(["demo", *arguments]) == 1
    captured = capsys.readouterr()
    assert captured.out == ""
    assert captured.err.count("\n") == 1
    assert said in captured.err


def test_a_robot_that_cannot_move(tmp_path: Path, capsys) -> None:
    still = tmp_path / "still.urdf"
    still.write_text("<robot name='statue'><link name='a'/></robot>")
    assert main(["demo", "--robot", str(still), "--output", str(tmp_path)]) == 1
    assert "nothing to show" in capsys.readouterr().err


def test_twins_exist_where_pinocchio_has_the_joints() -> None:
    for model in (panda(), puma560(), quadruped()):
        twin = pinocchio_twin.twin_of(model)
        assert twin is not None
        state = checks.State.random(Robot(model), 3)
        ours = Robot(model).forward_dynamics(state.q, state.v, state.tau)
        assert checks.relative(ours, twin.accelerations(state.q, state.v, state.tau)) < 1e-10
    assert pinocchio_twin.twin_of(random_tree(0, kinds=["universal"])) is None


@pytest.mark.skipif(shutil.which("chromium") is None, reason="needs Debian's chromium")
def test_a_browser_shows_the_page_without_complaint(tmp_path: Path) -> None:
    assert main(["demo", "--robot", "planar_chain", "--output", str(tmp_path)]) == 0
    assert shown_by_chromium(tmp_path / "psiphi-demo.html", tmp_path).count("<svg") > 10
