"""What the documents show is what happens: every Python block and every psiphi command in them is run.

The Python blocks of a file run in order in one namespace, in an empty directory. A `text` block that follows
a `python` block is its output; in a `console` block the lines after `$ psiphi …` are. `--update-golden`
writes the outputs anew. Blocks whose title names one of PEERS are left out of that: the pages that have them
run once more, whole, by the interpreter of an environment of their own, which `make peers` makes.
"""

from __future__ import annotations

import contextlib
import io
import os
import re
import shlex
import subprocess
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import pytest

from psiphi.cli.main import main

ROOT = Path(__file__).resolve().parents[1]
DOCUMENTS = [ROOT / "README.md", ROOT / "CONTRIBUTING.md", *sorted((ROOT / "docs").rglob("*.md"))]
NAMES = [str(path.relative_to(ROOT)) for path in DOCUMENTS]
PEERS = {"Drake": ("drake", "pydrake"), "Robotics Toolbox": ("robotics-toolbox", "roboticstoolbox")}
PEERS_PYTHON = ROOT / ".venv-peers" / ("Scripts/python.exe" if os.name == "nt" else "bin/python")
_FENCE = re.compile(
    r"^```(?P<language>[a-z]+)(?: title=\"(?P<title>[^\"\n]*)\")?\n(?P<body>.*?)^```$",
    re.MULTILINE | re.DOTALL,
)
_COMMAND = re.compile(r"^\$ psiphi (?P<arguments>.*)\n(?P<output>(?:(?!\$ ).*\n)*)", re.MULTILINE)
_LINK = re.compile(r"\]\((?!https?:|#)([^)#]+)")


@dataclass(frozen=True)
class Shown:
    """An output in a document: where it stands, what is written (None for nothing), how it comes about."""

    start: int
    end: int
    text: str | None
    run: Callable[[], str]


def shown_in(document: str, path: Path) -> list[Shown]:
    """All that runs in a document, in order."""
    namespace: dict[str, object] = {"__name__": path.name}
    fences = list(_FENCE.finditer(document))
    found: list[Shown] = []
    for index, fence in enumerate(fences):
        following = fences[index + 1] if index + 1 < len(fences) else None
        if fence["language"] == "python" and fence["title"] not in PEERS:
            line = document.count("\n", 0, fence.start("body"))
            run = _python("\n" * line + fence["body"], path, namespace)
            between = document[fence.end() : following.start()] if following else "x"
            if following and following["language"] == "text" and not between.strip():
                found.append(Shown(*following.span("body"), following["body"], run))
            else:
                found.append(Shown(fence.end(), fence.end(), None, run))
        elif fence["language"] == "console":
            for command in _COMMAND.finditer(document, fence.start("body"), fence.end("body")):
                found.append(Shown(*command.span("output"), command["output"], _psiphi(command["arguments"])))
    return found


def whole_page(document: str) -> str:
    """The Python blocks of a page as one program, each line at the number it has in the page."""
    program = ""
    for fence in _FENCE.finditer(document):
        if fence["language"] == "python":
            line = document.count("\n", 0, fence.start("body"))
            program += "\n" * (line - program.count("\n")) + fence["body"]
    return program


def _python(code: str, path: Path, namespace: dict[str, object]) -> Callable[[], str]:
    def run() -> str:
        with contextlib.redirect_stdout(io.StringIO()) as printed:
            exec(compile(code, str(path), "exec"), namespace)
        return printed.getvalue()

    return run


def _psiphi(arguments: str) -> Callable[[], str]:
    def run() -> str:
        with contextlib.redirect_stdout(io.StringIO()) as printed:
            main(shlex.split(arguments, comments=True))
        return printed.getvalue()

    return run


def _stripped(text: str) -> str:
    return "".join(f"{line.rstrip()}\n" for line in text.splitlines())


@pytest.mark.parametrize("path", DOCUMENTS, ids=NAMES)
def test_documents_show_what_happens(path: Path, request, tmp_path: Path, monkeypatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("COLUMNS", raising=False)
    document = path.read_text(encoding="utf-8")
    outputs = [(shown, _stripped(shown.run())) for shown in shown_in(document, path)]
    if request.config.getoption("--update-golden"):
        for shown, output in reversed(outputs):
            if shown.text is not None:
                document = document[: shown.start] + output + document[shown.end :]
        path.write_text(document, encoding="utf-8")
    else:
        for shown, output in outputs:
            where = f"{path.name}:{document.count(chr(10), 0, shown.start) + 1}"
            assert output == _stripped(shown.text or ""), f"{where} shows another output than there is"


@pytest.mark.parametrize("peer", PEERS)
def test_pages_of_other_libraries_agree_with_psiphi(peer: str, tmp_path: Path) -> None:
    name, module = PEERS[peer]
    if not PEERS_PYTHON.exists():
        pytest.skip(f"{peer} is not there: `make peers` installs it, in .venv-peers")
    find = f"import sys, importlib.util as u; sys.exit(u.find_spec({module!r}) is None)"
    if subprocess.run([PEERS_PYTHON, "-c", find], check=False).returncode:
        pytest.skip(
            f"{peer} has no wheel for this platform: tests/peers.txt, for `make peers`, leaves it out"
        )
    page = ROOT / "docs" / "coming-from" / f"{name}.md"
    script = tmp_path / "page.py"
    script.write_text(whole_page(page.read_text(encoding="utf-8")), encoding="utf-8")
    run = subprocess.run([PEERS_PYTHON, script], cwd=tmp_path, capture_output=True, text=True, check=False)
    assert run.returncode == 0, run.stderr


@pytest.mark.parametrize("path", DOCUMENTS, ids=NAMES)
def test_links_lead_somewhere(path: Path) -> None:
    missing = [
        link for link in _LINK.findall(path.read_text(encoding="utf-8")) if not (path.parent / link).exists()
    ]
    assert not missing, f"{path.name} links to {missing}"


def test_the_reader_of_documents_finds_outputs(tmp_path: Path) -> None:
    silent, loud = "```python\nx = 2\n```\n", "```python\nprint(x)\n```\n\n```text\n2\n```\n"
    other = '```python title="Other"\nx = 3\n```\n\n```python title="Drake"\nimport pydrake\n```\n'
    document = f"{silent}\nSome words.\n\n{loud}```console\n$ psiphi --version\n```\n{other}"
    first, second, third, titled = shown_in(document, tmp_path / "document.md")
    assert (first.run(), first.text) == ("", None)
    assert (second.run(), second.text) == ("2\n", "2\n")
    assert third.run().startswith("psiphi 0.")
    assert (titled.run(), second.run()) == ("", "3\n")
    program = whole_page(document)
    assert program.split() == ["x", "=", "2", "print(x)", "x", "=", "3", "import", "pydrake"]
    assert program.splitlines().index("import pydrake") == document.splitlines().index("import pydrake")
