"""Pages that scripts write are what the scripts would write today."""

from __future__ import annotations

import runpy
from pathlib import Path

DOCS = Path(__file__).resolve().parents[1] / "docs"


def test_the_page_of_identities_is_up_to_date() -> None:
    script = runpy.run_path(str(DOCS / "generate_identities.py"))
    written = script["PAGE"].read_text(encoding="utf-8")
    assert script["page"]() == written, "run python docs/generate_identities.py"


def test_every_identity_has_its_line() -> None:
    script = runpy.run_path(str(DOCS / "generate_identities.py"))
    rows = [line for line in script["PAGE"].read_text(encoding="utf-8").splitlines() if line.startswith("| ")]
    headings = sum(line.startswith("| name |") for line in rows)
    assert len(rows) - headings == len(script["TABLE"])
    assert all(line.count(" | ") == 3 for line in rows)


def test_the_times_of_the_readme_are_those_of_the_benchmarks() -> None:
    script = runpy.run_path(str(DOCS / "generate_times.py"))
    written = script["README"].read_text(encoding="utf-8")
    assert script["BEGIN"] in written
    assert script["table"]().count("\n") == 8
    assert script["readme"]() == written, "run python docs/generate_times.py"


def test_the_items_of_the_papers_are_up_to_date() -> None:
    script = runpy.run_path(str(DOCS / "generate_papers.py"))
    written = script["PAGE"].read_text(encoding="utf-8")
    assert script["BEGIN"] in written
    assert script["page"]() == written, "run python docs/generate_papers.py"


def test_the_operation_counts_are_up_to_date() -> None:
    script = runpy.run_path(str(DOCS / "generate_operation_counts.py"))
    written = script["PAGE"].read_text(encoding="utf-8")
    assert script["BEGIN"] in written
    assert script["with_table"](written, script["table"]()) == written, "run generate_operation_counts.py"
