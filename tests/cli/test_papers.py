"""`psiphi papers`: what it prints and writes, and that nothing half-written stays behind."""

from __future__ import annotations

import io
import json
import sys
from pathlib import Path

import numpy as np
import pytest

from html_pages import assert_stands_alone
from psiphi.cli import papers
from psiphi.cli.main import main
from psiphi.papers.item import Findings, Item, Misprint, Paper, Plot, close, table, true
from psiphi.papers.report import reproduce

FINDINGS = Findings(
    "`H φ M` is printed " + "at length " * 20,
    "the same",
    (close("`φ`", [1.0], [1.0]), true("it is so", True)),
    (table(("n", "`a_k`"), [(1, "2.5"), (2, "−3")], "a table"),),
    (Misprint("(7)", "`P⁻`", "`P⁺`", 0.25),),
    (Plot("Fig. 9", np.arange(3.0), (("line", np.arange(3.0) ** 2),), "s", "N m"),),
    "inward\n    z(k) = φ z(c)",
)


def one_item(findings: Findings) -> Paper:
    return Paper("R87", "somebody", "something", (Item("R87 7", "the seventh", lambda: findings),))


@pytest.fixture(autouse=True)
def short(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(papers, "papers_named", lambda names: [one_item(FINDINGS)])
    monkeypatch.chdir(tmp_path)


def test_an_item_is_told_in_full(capsys) -> None:
    assert main(["papers"]) == 0
    out = capsys.readouterr().out
    assert out.startswith("✓ R87 7           misprint, corrected form holds  the seventh\n")
    assert "    misprint  (7): P⁻. Holds: P⁺. As printed it is off by 0.2, relatively." in out
    assert "    n  a_k\n    ─  ───\n    1  2.5\n    2   −3\n" in out
    assert "line: from 0 to 4 N m" in out
    assert "        z(k) = φ z(c)" in out
    assert "    ✓ φ  0e+00\n    ✓ it is so\n" in out
    assert "1 items: 0 holds, 1 misprint, corrected form holds, 0 read, not evaluated, 0 fails; 1 misp" in out
    assert "`" not in out
    assert max(map(len, out.splitlines())) <= 115


def test_briefly(capsys) -> None:
    assert main(["papers", "--brief"]) == 0
    assert len(capsys.readouterr().out.splitlines()) == 2


def test_data_go_to_standard_output_and_progress_to_standard_error(capsys) -> None:
    assert main(["papers", "--json"]) == 0
    captured = capsys.readouterr()
    assert json.loads(captured.out)["papers"][0]["items"][0]["name"] == "R87 7"
    assert "R87 7" in captured.err


@pytest.mark.parametrize(
    ("arguments", "file"),
    [
        (["--html"], "psiphi-papers.html"),
        (["--html", "k93"], "psiphi-papers.html"),
        (["--html", "p.html"], "p.html"),
    ],
)
def test_a_page_is_written_whole(arguments: list[str], file: str, tmp_path: Path, capsys) -> None:
    assert main(["papers", *arguments]) == 0
    assert [path.name for path in tmp_path.iterdir()] == [file]
    assert_stands_alone((tmp_path / file).read_text(encoding="utf-8"))
    assert capsys.readouterr().out.endswith(f"page: {tmp_path / file}\n")


def test_a_failed_item_is_the_exit_code(monkeypatch, capsys) -> None:
    failed = Findings("a", "b", (true("it is so", False),))
    monkeypatch.setattr(papers, "papers_named", lambda names: [one_item(failed)])
    assert main(["papers"]) == 1
    out = capsys.readouterr().out
    assert out.startswith("✗ R87 7           fails ")
    assert "✗ it is so" in out


def test_an_interruption_leaves_what_was_there(tmp_path: Path, monkeypatch, capsys) -> None:
    page = tmp_path / "psiphi-papers.html"
    page.write_text("before")

    def interrupted(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(papers, "page", interrupted)
    assert main(["papers", "--html"]) == 130
    assert [path.name for path in tmp_path.iterdir()] == ["psiphi-papers.html"]
    assert page.read_text() == "before"


def test_a_terminal_without_greek_letters(monkeypatch) -> None:
    raw = io.BytesIO()
    monkeypatch.setattr(sys, "stdout", io.TextIOWrapper(raw, encoding="ascii"))
    assert main(["papers"]) == 0
    sys.stdout.flush()
    assert "H phi M is printed" in raw.getvalue().decode("ascii")


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["K94"], "did you mean 'K93'"),
        (["R87", "nothing"], "'nothing'"),
        (["--html", "."], "give a file"),
        (["--html", "no/such/place.html"], "cannot be written"),
    ],
)
def test_errors_are_one_line(arguments: list[str], said: str, monkeypatch, capsys) -> None:
    monkeypatch.undo()
    monkeypatch.setattr(papers, "reproduce", lambda *_: reproduce([]))
    assert main(["papers", *arguments]) == 1
    captured = capsys.readouterr()
    assert captured.out == ""
    assert captured.err.count("\n") == 1
    assert said in captured.err
