"""Write the table of times in README.md from benchmarks.md; `python docs/generate_times.py`."""

from __future__ import annotations

from pathlib import Path

DOCS = Path(__file__).resolve().parent
PAGE, README = DOCS / "benchmarks.md", DOCS.parent / "README.md"
BEGIN = "<!-- times: written by docs/generate_times.py from docs/benchmarks.md -->\n"
END = "<!-- end of times -->\n"

FIRST = "| times faster than Pinocchio |"
QUANTITIES, BATCHES = ("inverse dynamics", "forward dynamics"), ("1", "1,024")
ROBOTS = 4  # of the columns; chains follow them


def table() -> str:
    """The ratios for one call and for a large batch, with the machine they were measured on."""
    lines = PAGE.read_text(encoding="utf-8").splitlines()
    start = next(number for number, line in enumerate(lines) if line.startswith(FIRST))
    rows = [[cell.strip() for cell in line.strip("|").split("|")] for line in lines[start:]]
    rows = rows[: rows.index([""])]  # up to the empty line behind the table
    chosen = [row for row in rows if row[0] in QUANTITIES and row[1] in BATCHES]
    head, *body = [row[: 2 + ROBOTS] for row in (rows[0], *chosen)]
    written = [head, ["---", *["--:"] * (len(head) - 1)], *body]
    machine = lines[start - 2].partition("; load")[0]
    return "\n".join("| " + " | ".join(row) + " |" for row in written) + f"\n\n{machine}.\n"


def readme() -> str:
    """README.md with the table of today."""
    text = README.read_text(encoding="utf-8")
    before, _, rest = text.partition(BEGIN)
    _, _, after = rest.partition(END)
    return f"{before}{BEGIN}{table()}{END}{after}"


if __name__ == "__main__":
    README.write_text(readme(), encoding="utf-8")
