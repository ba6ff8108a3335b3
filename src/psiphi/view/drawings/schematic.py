"""Schematic drawings as SVG: links, joints, arrows, boxes and words, at places in the plane.

Places are pixels, x to the right and y down; the picture is cut to what was drawn.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from html import escape

import numpy as np
from numpy.typing import ArrayLike, NDArray

Array = NDArray[np.float64]

MARGIN, HEAD, GAP = (
    14.0,
    9.0,
    9.0,
)  # pixels: around the picture, of an arrowhead, between an arrow and a joint
STEPS = 25  # points of a curve
LETTER, LINE = 8.0, 15.0  # width and height of a letter, about


@dataclass
class Schematic:
    """A drawing in the making; `title` is what it shows, for those who do not see it."""

    title: str
    _parts: list[str] = field(default_factory=list)
    _places: list[Array] = field(default_factory=list)

    def line(self, points: ArrayLike, style: str = "bone") -> None:
        """A line through points (n, 2)."""
        self._parts.append(f'<polyline class="{style}" points="{_written(self._seen(points))}"/>')

    def area(self, points: ArrayLike, style: str) -> None:
        """What the points (n, 2) enclose."""
        self._parts.append(f'<polygon class="{style}" points="{_written(self._seen(points))}"/>')

    def dot(self, place: ArrayLike, style: str = "pin", radius: float = 6.0) -> None:
        """A circle."""
        (x, y) = np.asarray(place, float)
        self._seen([(x - radius, y - radius), (x + radius, y + radius)])
        self._parts.append(f'<circle class="{style}" cx="{x:.1f}" cy="{y:.1f}" r="{radius:g}"/>')

    def arrow(self, start: ArrayLike, end: ArrayLike, style: str = "c1", *, gap: float = 0.0) -> None:
        """A straight arrow, which keeps `gap` pixels away from both places."""
        first, last = np.asarray(start, float), np.asarray(end, float)
        along = (last - first) / max(float(np.linalg.norm(last - first)), 1e-9)
        self._curve([first + gap * along, last - gap * along], style)

    def arc(
        self, start: ArrayLike, end: ArrayLike, bend: float, style: str = "c1", *, gap: float = GAP
    ) -> Array:
        """A curved arrow, at most `bend` pixels to the left of its way; the points that it runs through."""
        first, last = np.asarray(start, float), np.asarray(end, float)
        way = last - first
        left = np.array([way[1], -way[0]]) / max(float(np.linalg.norm(way)), 1e-9)
        control = (first + last) / 2 + 2 * bend * left
        first = first + gap * _unit(control - first)
        last = last + gap * _unit(control - last)
        steps = np.linspace(0.0, 1.0, STEPS)[:, None]
        curve = (1 - steps) ** 2 * first + 2 * steps * (1 - steps) * control + steps**2 * last
        self._curve(list(curve), style)
        return curve

    def word(self, place: ArrayLike, text: str, style: str = "", *, anchor: str = "middle") -> None:
        """Words whose middle, or end, is at a place."""
        (x, y) = np.asarray(place, float)
        width = LETTER * len(text)
        left = x - {"start": 0.0, "middle": width / 2, "end": width}[anchor]
        self._seen([(left, y - LINE / 2), (left + width, y + LINE / 2)])
        self._parts.append(
            f'<text class="{style}" x="{x:.1f}" y="{y + LINE / 3:.1f}" style="text-anchor:{anchor}">'
            f"{escape(text)}</text>"
        )

    def box(self, place: ArrayLike, text: str, style: str = "box") -> None:
        """Words in a box around a place."""
        (x, y) = np.asarray(place, float)
        width, height = LETTER * len(text) + 16.0, LINE + 11.0
        corner = (x - width / 2, y - height / 2)
        self._seen([corner, (x + width / 2, y + height / 2)])
        self._parts.append(
            f'<rect class="{style}" x="{corner[0]:.1f}" y="{corner[1]:.1f}" width="{width:.1f}" '
            f'height="{height:.1f}" rx="5"/>'
        )
        self.word(place, text)

    def ground(self, place: ArrayLike, direction: ArrayLike) -> None:
        """What a chain is bolted to: hatching behind a place, seen from `direction`."""
        at, out = np.asarray(place, float), _unit(np.asarray(direction, float))
        across = np.array([-out[1], out[0]])
        self.line([at - 24 * across, at + 24 * across], "ground")
        for step in range(-2, 3):
            foot = at + 9 * step * across
            self.line([foot, foot - 9 * out - 6 * across], "hatch")

    def svg(self) -> str:
        """The picture."""
        places = np.concatenate(self._places)
        low, high = places.min(axis=0) - MARGIN, places.max(axis=0) + MARGIN
        width, height = high - low
        return (
            f'<svg class="schematic" viewBox="{low[0]:.1f} {low[1]:.1f} {width:.1f} {height:.1f}" role="img" '
            f'style="max-width:{width:.0f}px"><title>{escape(self.title)}</title>{"".join(self._parts)}</svg>'
        )

    def _curve(self, points: list[Array], style: str) -> None:
        """A line that ends in an arrowhead."""
        end = points[-1]
        back = next((point for point in reversed(points) if np.linalg.norm(end - point) > HEAD), points[0])
        along = _unit(end - back)
        across = 0.45 * HEAD * np.array([-along[1], along[0]])
        neck = end - HEAD * along
        kept = [point for point in points[:-1] if np.linalg.norm(end - point) > HEAD]
        self.line([*kept, neck] if kept else [neck, end], f"way {style}")
        self.area([end, neck + across, neck - across], f"head {style}")

    def _seen(self, points: ArrayLike) -> Array:
        places = np.asarray(points, float).reshape(-1, 2)
        self._places.append(places)
        return places


def fitted(points: Array, width: float, height: float) -> Array:
    """Points in space (n, 3), seen from where they spread most, as places in a picture of this size.

    The view is that of the two principal axes; the first point lies at the left.
    """
    flat = points @ plane_of(points)
    low, spread = flat.min(axis=0), np.maximum(np.ptp(flat, axis=0), 1e-9)
    scale = float(np.min(np.array([width, height]) / spread))
    return (flat - low) * scale


def plane_of(points: Array) -> Array:
    """The projection (3, 2) onto the plane in which points (n, 3) spread most, with the first to the left."""
    centered = points - points.mean(axis=0)
    axes = np.linalg.svd(centered)[2][:2].T
    return axes * np.where(centered[0] @ axes > 0.0, -1.0, 1.0)


def hull(points: ArrayLike, padding: float) -> Array:
    """The corners of the smallest convex shape that keeps `padding` pixels around all points."""
    around = np.linspace(0.0, 2 * np.pi, 24, endpoint=False)
    ring = padding * np.stack([np.cos(around), np.sin(around)], axis=-1)
    padded = (np.asarray(points, float)[:, None] + ring).reshape(-1, 2)
    ordered = padded[np.lexsort((padded[:, 1], padded[:, 0]))]
    return np.array(_half(ordered) + _half(ordered[::-1]))


def _half(ordered: Array) -> list[Array]:
    """One side of a convex hull, by Andrew's walk over points in order."""
    kept: list[Array] = []
    for point in ordered:
        while len(kept) > 1 and _turn(kept[-2], kept[-1], point) <= 0.0:
            kept.pop()
        kept.append(point)
    return kept[:-1]


def _turn(a: Array, b: Array, c: Array) -> float:
    return float((b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0]))


def _unit(vector: Array) -> Array:
    return vector / max(float(np.linalg.norm(vector)), 1e-9)


def _written(points: Sequence[Array] | Array) -> str:
    return " ".join(f"{x:.1f},{y:.1f}" for x, y in points)
