"""`psiphi completion`: the scripts know every command and option, and shells understand them."""

from __future__ import annotations

import json
import shutil
import subprocess
from pathlib import Path

import pytest
from shells import offered_by_bash, offered_by_fish, offered_by_zsh

from psiphi.cli.completion_words import described
from psiphi.cli.main import COMMANDS, build_parser, main
from psiphi.formats.robots import BUNDLED


@pytest.fixture(scope="module")
def scripts() -> dict[str, str]:
    from psiphi.cli.completion_scripts import SHELLS

    commands = described(build_parser())
    return {shell: write(commands) for shell, write in SHELLS.items()}


COMMAND_LINES = {
    "psiphi co": {"compile", "completion"},
    "psiphi --v": {"--version"},
    "psiphi info --ba": {"--base"},
    "psiphi info --base ": {"fixed", "free"},
    "psiphi info pu": {"puma560"},
    "psiphi explain FD3 --robot pan": {"panda"},
    "psiphi papers RJ": {"RJ", "RJK"},
    "psiphi papers K93 RJ": {"RJ", "RJK"},
    "psiphi papers --html K": {"K93"},
    "psiphi cache ": {"info", "clear"},
    "psiphi cache info --": {"--help", "--json"},  # and not what the command info has
    "psiphi demo --output pla": {"place"},
    "psiphi info my": {"my.urdf"},
    "psiphi prove x": set(),
    "psiphi nothing x": set(),
}


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_shells_offer_what_may_stand_there(shell: str, scripts: dict[str, str], tmp_path: Path) -> None:
    if shutil.which(shell) is None:
        pytest.skip(f"needs {shell}")
    here, scratch = tmp_path / "here", tmp_path / "scratch"
    (here / "place").mkdir(parents=True)
    (here / "my.urdf").touch()
    scratch.mkdir()
    ask = {
        "bash": offered_by_bash,
        "fish": offered_by_fish,
        "zsh": lambda *asked: offered_by_zsh(*asked, scratch),
    }[shell]
    found = ask(scripts[shell], list(COMMAND_LINES), here)
    assert dict(zip(COMMAND_LINES, found, strict=True)) == COMMAND_LINES


@pytest.mark.skipif(shutil.which("bash") is None, reason="needs bash")
def test_bash_completes_after_an_equals_sign(scripts: dict[str, str], tmp_path: Path) -> None:
    lines = ["psiphi info --base=", "psiphi info --base=fr"]
    assert offered_by_bash(scripts["bash"], lines, tmp_path) == [{"fixed", "free"}, {"free"}]


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_every_command_and_option_is_in_the_script(shell: str, scripts: dict[str, str]) -> None:
    script = scripts[shell]
    for command in described(build_parser()):
        assert command.name in COMMANDS
        for option in command.options:
            for flag in option.flags:
                assert (flag if shell != "fish" else flag.lstrip("-")) in script
    assert all(robot in script for robot in BUNDLED)


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_shells_can_read_the_script(shell: str, scripts: dict[str, str], tmp_path: Path) -> None:
    if shutil.which(shell) is None:
        pytest.skip(f"needs {shell}")
    path = tmp_path / "script"
    path.write_text(scripts[shell], encoding="utf-8")
    subprocess.run([shell, "-n", str(path)], check=True)


def test_quotes_are_balanced(scripts: dict[str, str]) -> None:
    for script in scripts.values():
        assert script.count("'") % 2 == 0
        assert script.count('"') % 2 == 0


def test_the_command_prints_the_script_or_data(scripts: dict[str, str], capsys) -> None:
    assert main(["completion", "zsh"]) == 0
    assert capsys.readouterr().out == scripts["zsh"]
    assert main(["completion", "bash", "--json"]) == 0
    assert json.loads(capsys.readouterr().out) == {"shell": "bash", "script": scripts["bash"]}
    assert main(["completion", "tcsh"]) == 2
    assert capsys.readouterr().err.count("\n") == 1
