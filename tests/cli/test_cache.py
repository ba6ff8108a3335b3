"""`psiphi cache`: what it tells, and that clearing deletes compiled functions and nothing else."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from psiphi import robots
from psiphi.cli.main import main


@pytest.fixture
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("PSIPHI_CACHE_DIR", str(tmp_path))
    return tmp_path / "objects"


def test_an_empty_cache(cache: Path, capsys) -> None:
    assert main(["cache", "info"]) == 0
    assert capsys.readouterr().out == f"{cache}: 0 compiled functions, 0.0 MB of at most 256.0 MB\n"


def test_what_was_compiled_is_told_and_cleared(cache: Path, capsys) -> None:
    robot = robots.planar_chain(2)
    robot.gravity_forces(robot.neutral())
    cache.joinpath("note.txt").write_text("mine")
    files = list(cache.glob("*.psiphi"))
    assert main(["cache", "info", "--json"]) == 0
    data = json.loads(capsys.readouterr().out)
    assert data["directory"] == str(cache)
    assert data["entries"] == len(files) > 0
    assert data["size"] == sum(file.stat().st_size for file in files)
    assert main(["cache", "clear"]) == 0
    assert capsys.readouterr().out.startswith(f"{len(files)} compiled function")
    assert not list(cache.glob("*.psiphi"))
    assert cache.joinpath("note.txt").read_text() == "mine"
    assert main(["cache", "clear", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["cleared"] == 0


def test_a_cache_that_is_switched_off(monkeypatch, capsys) -> None:
    monkeypatch.setenv("PSIPHI_CACHE_DIR", "")
    assert main(["cache", "info"]) == 0
    assert "switched off" in capsys.readouterr().out
    assert main(["cache", "info", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["directory"] is None


def test_an_action_is_needed(capsys) -> None:
    assert main(["cache"]) == 2
    assert main(["cache", "burn"]) == 2
    assert capsys.readouterr().err.count("\n") == 2
