"""Write the table of items in docs/papers.md; `python docs/generate_papers.py`."""

from __future__ import annotations

import re
from pathlib import Path

from psiphi.papers.registry import PAPERS

PAGE = Path(__file__).resolve().parent / "papers.md"
BEGIN = "<!-- items: written by docs/generate_papers.py -->\n"
END = "<!-- end of items -->\n"


def table() -> str:
    """All items of all papers as Markdown tables."""
    lines = []
    for paper in PAPERS.values():
        lines += [
            f"### {paper.name}",
            "",
            f"{paper.authors}, *{paper.title}*.",
            "",
            "| where | what |",
            "|---|---|",
        ]
        lines += [f"| {item.name} | {_title(item.title)} |" for item in paper.items]
        lines.append("")
    return "\n".join(lines)


def _title(text: str) -> str:
    return re.sub(r"(?<!`)\*(?!`)", r"\\*", text)


def page() -> str:
    """docs/papers.md with the items of today."""
    text = PAGE.read_text(encoding="utf-8")
    before, _, rest = text.partition(BEGIN)
    _, _, after = rest.partition(END)
    return f"{before}{BEGIN}\n{table()}{END}{after}"


if __name__ == "__main__":
    PAGE.write_text(page(), encoding="utf-8")
