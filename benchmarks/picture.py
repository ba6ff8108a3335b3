"""The ratios as a picture."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from benchmarks.quantities import DYNAMICS, Quantity
from benchmarks.results import Results
from psiphi.whole_file import written_whole

_COLOURS = ("#1f4e79", "#c55a11", "#7f9f3f", "#8064a2")
_BATCH = 1024
_WIDTH = 0.2


def draw(results: Results, path: Path) -> None:
    """Two panels of bars: batches against Pinocchio's C++, and single calls from Python."""
    import matplotlib as mpl

    mpl.use("Agg")  # no window, wherever it runs
    import matplotlib.pyplot as plt

    figure, (above, below) = plt.subplots(2, 1, figsize=(10, 8), layout="constrained")
    _panel(above, results, _BATCH, f"Times faster than Pinocchio's C++, batch of {_BATCH}, one core, float64")
    _panel(below, results, 1, "Times faster than Pinocchio's call, one call from Python")
    facts = results.machine
    figure.suptitle(
        f"psiphi {facts['psiphi']} and Pinocchio {facts['Pinocchio']} on {facts['processor']}, "
        f"{facts['instruction set'].partition(':')[0]}"
    )
    path.parent.mkdir(parents=True, exist_ok=True)
    with written_whole(path) as temporary:
        figure.savefig(temporary, dpi=150)
    plt.close(figure)


def _panel(axes: Any, results: Results, batch: int, title: str) -> None:
    for place, (quantity, colour) in enumerate(zip(DYNAMICS, _COLOURS, strict=True)):
        heights = [_ratio(results, robot, quantity, batch) for robot in results.robots]
        at = [k + _WIDTH * (place - 1.5) for k in range(len(heights))]
        bars = axes.bar(at, heights, _WIDTH * 0.9, color=colour, label=quantity.title)
        axes.bar_label(bars, [f"{height:.0f}" if height else "" for height in heights], fontsize=8)
    axes.set_title(title, loc="left")
    axes.set_xticks(range(len(results.robots)), results.robots)
    axes.spines[["top", "right"]].set_visible(False)
    axes.legend(frameon=False, ncols=len(DYNAMICS))


def _ratio(results: Results, robot: str, quantity: Quantity, batch: int) -> float:
    found = results.measurement(robot, quantity.label, batch)
    return (found.ratio or 0.0) if found else 0.0
