"""Writes the results of a run into docs/benchmarks.md: `python -m benchmarks.page build/benchmarks.json`."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

PAGE = Path(__file__).parent.parent / "docs/benchmarks.md"
START, END = "<!-- results -->\n", "<!-- end of results -->\n"
_BATCH = 1024

Comparisons = dict[tuple[str, str, int, str], dict[str, Any]]


def page_with(document: dict[str, Any], page: str) -> str:
    """The page with its section of results written anew."""
    before, _, rest = page.partition(START)
    _, _, after = rest.partition(END)
    return before + START + "\n" + "\n".join(_section(document)) + "\n" + END + after


def _section(document: dict[str, Any]) -> Iterator[str]:
    machine = document["machine"]
    yield (
        f"{machine['processor']}, {machine['instruction set']}; Python {machine['Python']}, "
        f"Pinocchio {machine['Pinocchio']}, MuJoCo {machine['MuJoCo']}; load {machine['load']}."
    )
    yield ""
    found: Comparisons = {
        (x["robot"], x["quantity"], x["batch"], x["dtype"]): x for x in document["dynamics"]
    }
    robots, quantities = (
        list(dict.fromkeys(x[k] for x in document["dynamics"])) for k in ("robot", "quantity")
    )
    yield from _ratios(found, robots, quantities)
    yield ""
    yield from _nanoseconds(found, robots, quantities)
    if document["long_chains"]:
        yield ""
        yield from _long_chains(document["long_chains"])


def _ratios(found: Comparisons, robots: Sequence[str], quantities: Sequence[str]) -> Iterator[str]:
    yield from _head(["times faster than Pinocchio", "batch", *robots], left=1)
    batches = sorted({batch for _, _, batch, _ in found})
    for quantity in quantities:
        for batch in batches:
            rows = [found.get((robot, quantity, batch, "float64")) for robot in robots]
            if any(rows):
                ratios = [row and row["times_faster_than_pinocchio"] for row in rows]
                yield _row([_title(quantity), f"{batch:,}", *map(_ratio, ratios)])


def _nanoseconds(found: Comparisons, robots: Sequence[str], quantities: Sequence[str]) -> Iterator[str]:
    yield from _head([f"nanoseconds, batch {_BATCH}", "", *robots], left=2)
    for quantity in quantities:
        double, single = (
            [found.get((robot, quantity, _BATCH, dtype)) for robot in robots]
            for dtype in ("float64", "float32")
        )
        lines = {
            "psiphi": [row and row["times"]["psiphi"]["best"] for row in double],
            "psiphi, float32": [row and row["times"]["psiphi"]["best"] for row in single],
            "Pinocchio C++": [row and row["pinocchio_seconds"] for row in double],
            "MuJoCo C, estimated": [row and row["mujoco_seconds"] for row in double],
        }
        for place, (name, seconds) in enumerate(lines.items()):
            times = [f"{1e9 * x:,.0f}" if x else "–" for x in seconds]
            yield _row([_title(quantity) if place == 0 else "", name, *times])


def _long_chains(chains: Sequence[dict[str, Any]]) -> Iterator[str]:
    lengths = list(dict.fromkeys(chain["joints"] for chain in chains))
    yield from _head(["nanoseconds per link and row", *(f"{joints:,} joints" for joints in lengths)], left=1)
    for quantity in dict.fromkeys(chain["quantity"] for chain in chains):
        costs = [1e9 * x["time"]["best"] / x["joints"] for x in chains if x["quantity"] == quantity]
        yield _row([_title(quantity), *(f"{cost:.1f}" for cost in costs)])


def _head(titles: Sequence[str], left: int) -> list[str]:
    return [_row(titles), "|" + "---|" * left + "--:|" * (len(titles) - left)]


def _row(cells: Sequence[str]) -> str:
    return "| " + " | ".join(cells) + " |"


def _title(quantity: str) -> str:
    return quantity.replace("_", " ")


def _ratio(ratio: float | None) -> str:
    if ratio is None:
        return "–"
    return f"{ratio:.0f}" if ratio >= 10 else f"{ratio:.1f}"


def main(path: str) -> None:
    document = json.loads(Path(path).read_text(encoding="utf-8"))
    PAGE.write_text(page_with(document, PAGE.read_text(encoding="utf-8")), encoding="utf-8")


if __name__ == "__main__":
    main(*sys.argv[1:])
