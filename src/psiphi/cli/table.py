"""Tables for people: aligned columns that fit the width of the terminal."""

from __future__ import annotations

import os
import shutil
import sys
from collections.abc import Sequence
from dataclasses import dataclass

GAP = "  "
NARROWEST = 12  # to which a column of names may be cut


@dataclass
class Column:
    """A title and its cells; numbers are set flush right, and only names may be cut short."""

    title: str
    cells: Sequence[str]
    right: bool = False
    may_be_cut: bool = False

    @property
    def width(self) -> int:
        return max(len(self.title), *map(len, self.cells)) if self.cells else len(self.title)


def terminal_width() -> int | None:
    """The columns of the terminal; None when the output goes to a file or a pipe and may be of any width."""
    if sys.stdout.isatty() or "COLUMNS" in os.environ:
        return shutil.get_terminal_size().columns
    return None


def table(columns: Sequence[Column], width: int | None = None) -> list[str]:
    """The lines of a table. Columns without any content are left out.

    When it is wider than `width`, the widest names are cut first; if that does not do, the last columns are
    left out, and a last line says which.
    """
    shown = [column for column in columns if any(column.cells)]
    widths = [column.width for column in shown]
    left_out: list[str] = []
    while width is not None and sum(widths) + len(GAP) * (len(widths) - 1) > width:
        cuttable = [k for k, column in enumerate(shown) if column.may_be_cut and widths[k] > NARROWEST]
        if cuttable:
            widest = max(cuttable, key=lambda k: widths[k])
            widths[widest] -= 1
        elif len(shown) > 2:
            left_out.insert(0, shown.pop().title)
            widths.pop()
        else:
            break
    lines = [_line([column.title for column in shown], shown, widths)]
    lines.append(_line(["─" * w for w in widths], shown, widths))
    for row in zip(*(column.cells for column in shown), strict=True):
        lines.append(_line(row, shown, widths))
    if left_out:
        lines.append(f"(a wider terminal shows {', '.join(left_out)})")
    return lines


def _line(cells: Sequence[str], columns: Sequence[Column], widths: Sequence[int]) -> str:
    fitted = []
    for cell, column, width in zip(cells, columns, widths, strict=True):
        if len(cell) > width:
            cell = cell[: width - 1] + "…"
        fitted.append(cell.rjust(width) if column.right else cell.ljust(width))
    return GAP.join(fitted).rstrip()
