"""The command line itself: help, errors on one line, exit codes, any terminal."""

from __future__ import annotations

import io
import re
import subprocess
import sys
from pathlib import Path

import pytest

from psiphi.cli.main import COMMANDS, main


def test_no_arguments_print_help(capsys) -> None:
    assert main([]) == 0
    out = capsys.readouterr().out
    assert out.startswith("usage: psiphi")
    assert "examples:" in out
    for command in COMMANDS:
        assert re.search(rf"\n    {command}\s", out)


@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_has_help_with_examples_and_json(command: str, capsys) -> None:
    assert main([command, "--help"]) == 0
    out = capsys.readouterr().out
    assert f"psiphi {command}" in out.partition("examples:")[2]
    assert "--json" in out


def test_version(capsys) -> None:
    assert main(["--version"]) == 0
    assert capsys.readouterr().out.startswith("psiphi 0.")


@pytest.mark.parametrize(
    ("arguments", "code", "said"),
    [
        (["frobnicate"], 2, "frobnicate"),
        (["info"], 2, "FILE"),
        (["info", "puma560", "--base", "flying"], 2, "flying"),
        (["info", "no_such_file.urdf"], 1, "no_such_file.urdf"),
        (["info", "pumma560"], 1, "did you mean 'puma560'"),
        (["info", "puma560", "--base", "free"], 1, "bundled"),
    ],
)
def test_errors_are_one_line(arguments: list[str], code: int, said: str, capsys) -> None:
    assert main(arguments) == code
    captured = capsys.readouterr()
    assert captured.out == ""
    assert captured.err.startswith("psiphi")
    assert captured.err.count("\n") == 1
    assert said in captured.err


def test_a_broken_file_is_one_line_with_its_place(tmp_path: Path, capsys) -> None:
    broken = tmp_path / "broken.urdf"
    broken.write_text("<robot name='x'>\n<link name='a'>\n</robot>")
    assert main(["info", str(broken)]) == 1
    err = capsys.readouterr().err
    assert "broken.urdf:3" in err
    assert err.count("\n") == 1


def test_a_terminal_without_unicode(monkeypatch) -> None:
    raw = io.BytesIO()
    monkeypatch.setattr(sys, "stdout", io.TextIOWrapper(raw, encoding="ascii"))
    assert main(["info", "quadruped"]) == 0
    sys.stdout.flush()
    out = raw.getvalue().decode("ascii")
    assert "|- LF_hip" in out
    assert "?" not in out


def test_it_runs_as_a_program_and_a_closed_pipe_is_no_error() -> None:
    program = subprocess.Popen(
        [sys.executable, "-m", "psiphi.cli.main", "info", "free_flyer", "--json"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )
    assert program.stdout is not None
    program.stdout.close()
    _, err = program.communicate()
    assert program.returncode == 0
    assert err == b""


def test_it_runs_as_a_module() -> None:
    run = subprocess.run(
        [sys.executable, "-m", "psiphi", "info", "panda"], capture_output=True, text=True, check=True
    )
    assert run.stdout.startswith("panda")
    assert run.stderr == ""


@pytest.mark.skipif(sys.platform == "win32", reason="streams are closed otherwise there")
@pytest.mark.parametrize(
    ("streams", "code", "said"),
    [(">&-", 0, ""), ("2>&-", 0, ""), (">&- 2>&-", 0, ""), (">/dev/full", 1, "No space left on device")],
)
def test_streams_that_take_nothing(streams: str, code: int, said: str) -> None:
    run = subprocess.run(
        ["sh", "-c", f'exec "$0" -m psiphi info puma560 {streams}', sys.executable],
        capture_output=True,
        text=True,
        check=False,
    )
    assert run.returncode == code
    assert run.stderr.count("\n") == bool(said)
    assert said in run.stderr


def test_an_interruption_while_modules_are_loaded(monkeypatch) -> None:
    def interrupted(_: str) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("psiphi.cli.main.import_module", interrupted)
    assert main(["info", "panda"]) == 130
