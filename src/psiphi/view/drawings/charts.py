"""Charts as inline SVG, drawn by hand so that a page needs nothing but itself."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from html import escape

import numpy as np
from numpy.typing import NDArray

from psiphi.frozen import frozen

Array = NDArray[np.float64]

HALF, FULL, HEIGHT = 520.0, 1000.0, 270.0  # pixels, where the page is shown wide
LEFT, RIGHT, TOP, BOTTOM = 56.0, 12.0, 14.0, 40.0
COLORS = 8  # in the style sheet: .c0 to .c7
MOST_POINTS = 400


@frozen
class Series:
    """A line: its name, its values, and the class of its colour."""

    name: str
    y: Array
    style: str


def line_chart(
    x: Array,
    series: Sequence[Series],
    x_label: str,
    y_label: str,
    *,
    width: float = HALF,
    logarithmic: bool = False,
) -> str:
    """Lines over a common x; with `logarithmic` the values are drawn by their powers of ten.

    A single value is no line, and is drawn as a ring.
    """
    keep = np.unique(np.linspace(0, len(x) - 1, MOST_POINTS).round().astype(int))
    lines = [np.log10(one.y[keep]) if logarithmic else one.y[keep] for one in series]
    low, high = _range(min(float(line.min()) for line in lines), max(float(line.max()) for line in lines))
    ticks = _powers(low, high) if logarithmic else _ticks(low, high)
    across = _Scale(*_range(float(x[0]), float(x[-1])), LEFT, width - RIGHT)
    up = _Scale(min(low, ticks[0]), max(high, ticks[-1]), HEIGHT - BOTTOM, TOP)
    drawn = [_axes(across, up, ticks, logarithmic)]
    for one, line in zip(series, lines, strict=True):
        points = [(across(a), up(b)) for a, b in zip(x[keep], line, strict=True)]
        drawn.append(_line(points, one))
    drawn.append(
        f'<text class="label" x="{(LEFT + width - RIGHT) / 2}" y="{HEIGHT - 6}">{escape(x_label)}</text>'
    )
    middle = (TOP + HEIGHT - BOTTOM) / 2
    drawn.append(
        f'<text class="label" transform="translate(14 {middle}) rotate(-90)">{escape(y_label)}</text>'
    )
    return f'<svg class="chart" viewBox="0 0 {width:g} {HEIGHT:g}" role="img">{"".join(drawn)}</svg>'


def legend(series: Sequence[Series]) -> str:
    """The names of lines beside their colours."""
    names = "".join(
        f'<span><svg viewBox="0 0 18 8"><line class="{one.style}" x1="0" x2="18" y1="4" y2="4"/></svg>'
        f"{escape(one.name)}</span>"
        for one in series
    )
    return f'<div class="legend">{names}</div>'


@frozen
class Bar:
    """A value with its name, how it is written, and whether it stands out."""

    name: str
    value: float
    written: str
    stands_out: bool


def bar_chart(bars: Sequence[Bar], axis: Mapping[float, str]) -> str:
    """Horizontal bars on a logarithmic axis, whose marks are given with what is written at them."""
    row, label, end = 36.0, 270.0, 90.0
    height = row * len(bars) + 36.0
    low = math.log10(min(bar.value for bar in bars)) - 0.35
    high = math.log10(max(bar.value for bar in bars))
    across = _Scale(low, high, label, FULL - end)
    drawn = []
    for value, written in axis.items():
        if low <= math.log10(value) <= high + 0.3:
            x = across(math.log10(value))
            drawn.append(f'<line class="grid" x1="{x:.1f}" x2="{x:.1f}" y1="4" y2="{height - 26:.1f}"/>')
            drawn.append(
                f'<text class="tick middle" x="{x:.1f}" y="{height - 8:.1f}">{escape(written)}</text>'
            )
    for index, bar in enumerate(bars):
        y, x = 8 + row * index, across(math.log10(bar.value))
        style = "bar ours" if bar.stands_out else "bar"
        drawn.append(f'<text class="name" x="{label - 10}" y="{y + 15:.1f}">{escape(bar.name)}</text>')
        drawn.append(
            f'<rect class="{style}" x="{label}" y="{y:.1f}" width="{x - label:.1f}" height="21" rx="3"/>'
        )
        drawn.append(f'<text class="value" x="{x + 8:.1f}" y="{y + 15:.1f}">{escape(bar.written)}</text>')
    return f'<svg class="chart" viewBox="0 0 {FULL:g} {height:g}" role="img">{"".join(drawn)}</svg>'


@frozen
class _Scale:
    """From values to places on the paper."""

    low: float
    high: float
    start: float
    end: float

    def __call__(self, value: float) -> float:
        return self.start + (value - self.low) / (self.high - self.low) * (self.end - self.start)


def _line(points: Sequence[tuple[float, float]], series: Series) -> str:
    style, title = f"series {series.style}", f"<title>{escape(series.name)}</title>"
    if len(points) == 1:
        (x, y) = points[0]
        return f'<circle class="{style}" cx="{x:.1f}" cy="{y:.1f}" r="2.5">{title}</circle>'
    written = " ".join(f"{x:.1f},{y:.1f}" for x, y in points)
    return f'<polyline class="{style}" points="{written}">{title}</polyline>'


def _range(low: float, high: float) -> tuple[float, float]:
    """The ends of an axis, which has a length even where all values are the same."""
    return (low - 0.5, high + 0.5) if low == high else (low, high)


def _axes(across: _Scale, up: _Scale, ticks: Sequence[float], logarithmic: bool) -> str:
    drawn = []
    for value in ticks:
        y = up(value)
        written = (
            f'10<tspan class="power" dy="-5">{_number(value)}</tspan>' if logarithmic else _number(value)
        )
        drawn.append(f'<line class="grid" x1="{across.start}" x2="{across.end}" y1="{y:.1f}" y2="{y:.1f}"/>')
        drawn.append(f'<text class="tick end" x="{across.start - 8}" y="{y + 4:.1f}">{written}</text>')
    for value in _ticks(across.low, across.high):
        if across.low <= value <= across.high:
            x = across(value)
            drawn.append(
                f'<text class="tick middle" x="{x:.1f}" y="{up.start + 18:.1f}">{_number(value)}</text>'
            )
    drawn.append(
        f'<line class="axis" x1="{across.start}" x2="{across.end}" y1="{up.start}" y2="{up.start}"/>'
    )
    return "".join(drawn)


def _ticks(low: float, high: float, about: int = 5) -> list[float]:
    """Round numbers from below `low` to above `high`."""
    span = high - low
    step = 10.0 ** math.floor(math.log10(span / about))
    step *= next(factor for factor in (1, 2, 5, 10) if span / (step * factor) <= about)
    return [step * k for k in range(math.floor(low / step), math.ceil(high / step) + 1)]


def _powers(low: float, high: float) -> list[float]:
    """Whole numbers from below `low` to above `high`, not too many."""
    step = max(1, math.ceil((high - low) / 6))
    return [float(step * k) for k in range(math.floor(low / step), math.ceil(high / step) + 1)]


def _number(value: float) -> str:
    return f"{value:.6g}".replace("-", "−")
