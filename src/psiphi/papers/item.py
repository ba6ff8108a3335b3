"""What a report consists of: items of a paper, each with what was printed, what was found, and a verdict."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import replace
from enum import Enum

import numpy as np
from numpy.typing import ArrayLike, NDArray

from psiphi.checks import Check
from psiphi.frozen import frozen

Array = NDArray[np.float64]

TOLERANCE = 1e-12
INVERSE_TOLERANCE = 1e-10  # where a whole matrix is inverted, whose condition multiplies rounding errors
_FIGURE = re.compile(r"[−-]?[\d.,]*(?:e[−+-]?\d+)?")
PLAINLY_WRONG = 1e-6  # a printed form that is off by less is no misprint


class Verdict(Enum):
    """How an item came out."""

    HOLDS = "holds"
    MISPRINT = "misprint, corrected form holds"
    READ = "read, not evaluated"
    FAILS = "fails"


@frozen
class Misprint:
    """What a paper prints, what holds instead, how far the printed form is off (None: it was only read)."""

    where: str
    printed: str
    corrected: str
    off: float | None = None

    @property
    def is_one(self) -> bool:
        """Whether the printed form was found wrong, as far as it can be evaluated at all."""
        return self.off is None or not self.off < PLAINLY_WRONG

    @property
    def evaluated(self) -> str:
        """What came of evaluating the printed form, as a sentence."""
        if self.off is None:
            return "Read, not evaluated."
        return f"As printed it is off by {self.off:.1g}, relatively."


@frozen
class Table:
    """Rows of text under headings; `formulas` in backticks."""

    headings: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    caption: str = ""

    @property
    def figures(self) -> list[bool]:
        """Which columns have figures alone, to be set one below the other."""
        return [all(map(_FIGURE.fullmatch, column)) for column in zip(*self.rows, strict=True)]


@frozen
class Plot:
    """Lines over a common x."""

    caption: str
    x: Array
    lines: tuple[tuple[str, Array], ...]
    x_label: str
    y_label: str


@frozen
class Drawing:
    """A picture as SVG."""

    caption: str
    svg: str


@frozen
class Findings:
    """What the paper says, what psiphi finds, and all that shows it. Texts have `formulas` in backticks."""

    says: str
    finds: str
    checks: tuple[Check, ...]
    tables: tuple[Table, ...] = ()
    misprints: tuple[Misprint, ...] = ()
    pictures: tuple[Plot | Drawing, ...] = ()
    loops: str = ""

    @property
    def verdict(self) -> Verdict:
        if not all(check.holds for check in self.checks) or not all(one.is_one for one in self.misprints):
            return Verdict.FAILS
        if self.misprints:
            return Verdict.READ if all(one.off is None for one in self.misprints) else Verdict.MISPRINT
        return Verdict.READ if all(check.read for check in self.checks) else Verdict.HOLDS


@frozen
class Item:
    """A table, figure, example or result of a paper, and the function that reproduces it."""

    name: str
    title: str
    reproduce: Callable[[], Findings]

    @property
    def paper(self) -> str:
        return self.name.partition(" ")[0]


def reproduces(name: str, title: str) -> Callable[[Callable[[], Findings]], Item]:
    """Makes an item of the function below it; `name` is the paper and the place in it: "R87 Table III"."""
    return lambda function: Item(name, title, function)


@frozen
class Paper:
    """A paper: its short name in citations, who wrote it, its title, and its items in the order of print."""

    name: str
    authors: str
    title: str
    items: tuple[Item, ...]


def close(what: str, found: ArrayLike, truth: ArrayLike, tolerance: float = TOLERANCE) -> Check:
    """A check that two arrays are equal, relative to the greatest entry of the second."""
    return Check(what, distance(found, truth), tolerance)


def distance(found: ArrayLike, truth: ArrayLike) -> float:
    """The greatest difference of two arrays, relative to the greatest entry of the second."""
    x, y = np.asarray(found, float), np.asarray(truth, float)
    return float(np.abs(x - y).max() / max(float(np.abs(y).max()), 1e-300))


def true(what: str, holds: bool) -> Check:
    """A check of something that is true or not."""
    return Check(what, 0.0 if holds else float("inf"), 0.0)


def read(what: str, holds: bool) -> Check:
    """A check of what is printed against what is printed: it was read rightly, and agrees with itself."""
    return replace(true(what, holds), read=True)


def table(headings: Sequence[str], rows: Sequence[Sequence[object]], caption: str = "") -> Table:
    """A table of anything that can be written."""
    return Table(tuple(headings), tuple(tuple(map(str, row)) for row in rows), caption)
