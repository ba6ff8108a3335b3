"""The page of symbols is complete: every named operator has its line."""

from __future__ import annotations

from pathlib import Path

from psiphi.algebra import operators

NOTATION = Path(__file__).resolve().parents[1] / "docs" / "notation.md"


def test_every_operator_is_explained() -> None:
    text = NOTATION.read_text(encoding="utf-8")
    missing = [name for name in operators.OPERATORS if f"`{name}`" not in text]
    assert not missing, f"docs/notation.md does not explain {missing}"


def test_tables_have_one_width() -> None:
    """A cell too many or too few shifts a row, and nobody sees it in the source."""
    width = None
    for number, line in enumerate(NOTATION.read_text(encoding="utf-8").splitlines(), start=1):
        if not line.startswith("|"):
            width = None
            continue
        cells = line.count("|") - 1
        assert cells == (width or cells), f"docs/notation.md:{number} has {cells} cells, not {width}"
        width = cells
