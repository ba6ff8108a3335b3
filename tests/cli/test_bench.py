"""`psiphi bench`: it finds the checkout, says what is missing, and hands on what the benchmarks say."""

from __future__ import annotations

import subprocess
from pathlib import Path
from typing import Any

import pytest

from psiphi.cli import bench
from psiphi.cli.main import main
from psiphi.errors import InputError

ROOT = Path(__file__).resolve().parents[2]


def test_it_runs_the_benchmarks_of_the_checkout(monkeypatch, tmp_path: Path, capsys) -> None:
    asked: list[tuple[list[str], dict[str, Any]]] = []

    def run(command: list[str], **options: Any) -> subprocess.CompletedProcess[str]:
        asked.append((command, options))
        (tmp_path / "benchmarks.json").write_text('{"machine": {}}\n')
        return subprocess.CompletedProcess(command, 0)

    monkeypatch.setattr(bench.subprocess, "run", run)
    assert main(["bench", "--quick", "--output", str(tmp_path)]) == 0
    assert capsys.readouterr().out == ""
    command, options = asked[0]
    assert command[1:3] == ["-m", "benchmarks"]
    assert "--quick" in command
    assert options["cwd"] == ROOT
    assert options["stdout"] is None
    assert main(["bench", "--json", "--output", str(tmp_path)]) == 0
    assert capsys.readouterr().out == '{"machine": {}}\n'
    assert asked[1][1]["stdout"] is subprocess.DEVNULL
    assert "--quick" not in asked[1][0]


def test_its_exit_code_is_that_of_the_benchmarks(monkeypatch, tmp_path: Path, capsys) -> None:
    monkeypatch.setattr(bench.subprocess, "run", lambda command, **_: subprocess.CompletedProcess(command, 3))
    assert main(["bench", "--json", "--output", str(tmp_path)]) == 3
    assert capsys.readouterr().out == ""


def test_without_a_checkout_it_says_so(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="make bench"):
        bench.checkout(tmp_path / "site-packages" / "psiphi")


def test_what_is_not_installed_is_named(monkeypatch, capsys) -> None:
    monkeypatch.setattr(bench, "find_spec", lambda name: None if name == "mujoco" else object())
    assert main(["bench"]) == 1
    err = capsys.readouterr().err
    assert err.count("\n") == 1
    assert "mujoco not installed" in err
    assert "[bench]" in err


def test_the_options_are_those_that_the_benchmarks_take() -> None:
    told = subprocess.run(
        [bench.sys.executable, "-m", "benchmarks", "--help"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=True,
    ).stdout
    assert all(option in told for option in ("--quick", "--json", "--picture"))
