"""Write the operation counts in benchmarks.md; `python docs/generate_operation_counts.py`."""

from __future__ import annotations

from pathlib import Path

from psiphi import robots

PAGE = Path(__file__).resolve().parent / "benchmarks.md"
BEGIN = "<!-- operation counts: written by docs/generate_operation_counts.py -->\n"
END = "<!-- end of operation counts -->\n"

ROBOTS = {
    "UR5": robots.ur5,
    "PUMA 560": robots.puma560,
    "Panda": robots.panda,
    "quadruped": robots.quadruped,
    "free flyer": robots.free_flyer,
}
QUANTITIES = ("inverse_dynamics", "forward_dynamics", "mass_matrix", "mass_matrix_inverse")


def table() -> str:
    """The counts as a Markdown table: a robot a row, a quantity a column."""
    lines = [
        f"| | nv | {' | '.join(name.replace('_', ' ') for name in QUANTITIES)} |",
        "|---" * (len(QUANTITIES) + 2) + "|",
    ]
    for name, make in ROBOTS.items():
        robot = make()
        counts = [robot.kernel(quantity).operations for quantity in QUANTITIES]
        cells = [f"{count.mul} + {count.add}" for count in counts]
        lines.append(f"| {name} | {robot.nv} | {' | '.join(cells)} |")
    return "\n".join(lines) + "\n"


def with_table(text: str, written: str) -> str:
    """A page with the table of today."""
    before, _, rest = text.partition(BEGIN)
    _, _, after = rest.partition(END)
    return f"{before}{BEGIN}{written}{END}{after}"


if __name__ == "__main__":
    PAGE.write_text(with_table(PAGE.read_text(encoding="utf-8"), table()), encoding="utf-8")
