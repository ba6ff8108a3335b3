"""Classes: bodies that run the same code, with different numbers from a table.

Bodies of a class agree in the kind of their joint, in whether they stand on the world, in whether they carry
others, in the number of their frames, and in their structural numbers. Fewer structural numbers make a
class larger and its code slower: classes are joined, the smallest first, until there are few enough.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from psiphi.kernel.rolled_links import FRAME_WIDTH, LINK_WIDTH, STRUCTURAL, frame_row, rows_of
from psiphi.recursion.mechanism import Mechanism

MOST_CLASSES = 16

_FROM_TABLE = len(STRUCTURAL)
"""The code of a number that is not structural; others are places in STRUCTURAL."""


@dataclass(frozen=True)
class BodyClass:
    """What the code of a body depends on; `numbers` has None for those that stand in the table."""

    kind: str
    is_root: bool
    is_tip: bool
    frames: int
    numbers: tuple[float | None, ...]


@dataclass(frozen=True, eq=False)
class Classification:
    """All classes, the class of each body, and the rows of numbers of all bodies."""

    classes: tuple[BodyClass, ...]
    members: NDArray[np.int64]
    rows: NDArray[np.float64]


@dataclass(frozen=True)
class _Group:
    """What bodies must agree in to be joined in one class."""

    kind: str
    is_root: bool
    is_tip: bool
    frames: int


def classified(mechanism: Mechanism, *, boundaries: bool) -> Classification:
    """The classes of the bodies of a mechanism; `boundaries` says whether body vectors pass in or out."""
    rows, frames = _table(mechanism, boundaries)
    groups: dict[_Group, int] = {}
    labels = np.empty(len(rows), np.int64)
    for k, link in enumerate(mechanism.links):
        kind = "revolute" if link.kind == "continuous" else link.kind
        group = _Group(kind, link.parent < 0, not link.children, frames[k])
        labels[k] = groups.setdefault(group, len(groups))
    codes = np.concatenate([labels[:, None], _codes(rows)], axis=1)
    patterns, members, population = np.unique(codes, axis=0, return_inverse=True, return_counts=True)
    joined = _joined(tuple(groups), patterns, population)
    classes = tuple(dict.fromkeys(joined))
    places = {body_class: place for place, body_class in enumerate(classes)}
    of_pattern = np.array([places[body_class] for body_class in joined], np.int64)
    return Classification(classes, of_pattern[members.reshape(-1)], rows)


def _table(mechanism: Mechanism, boundaries: bool) -> tuple[NDArray[np.float64], list[int]]:
    """The rows of all bodies, with their frames behind them, and how many frames each has."""
    links = np.array(rows_of(mechanism, boundaries=boundaries), float).reshape(-1, LINK_WIDTH)
    count = [0] * len(links)
    for seat in mechanism.frames:
        if seat.body >= 0:
            count[seat.body] += 1
    rows = np.zeros((len(links), LINK_WIDTH + FRAME_WIDTH * max(count, default=0)))
    rows[:, :LINK_WIDTH] = links
    filled = [LINK_WIDTH] * len(links)
    for seat in mechanism.frames:
        if seat.body >= 0:
            start = filled[seat.body]
            rows[seat.body, start : start + FRAME_WIDTH] = frame_row(seat)
            filled[seat.body] += FRAME_WIDTH
    return rows, count


def _codes(rows: NDArray[np.float64]) -> NDArray[np.int64]:
    codes = np.full(rows.shape, _FROM_TABLE, np.int64)
    for code, value in enumerate(STRUCTURAL):
        codes[rows == value] = code
    return codes


def _joined(
    groups: tuple[_Group, ...], patterns: NDArray[np.int64], population: NDArray[np.int64]
) -> list[BodyClass]:
    """The class of each pattern; a pattern is a group and a code for each number."""
    members: dict[_Group, list[list[int]]] = {}
    for place in np.argsort(-population, kind="stable").tolist():
        members.setdefault(groups[int(patterns[place, 0])], []).append([place])

    while sum(map(len, members.values())) > MOST_CLASSES:
        largest = max(members, key=lambda group: len(members[group]))
        if len(members[largest]) == 1:
            break
        last = members[largest].pop()
        members[largest][-1] += last
    for group in list(members):  # tips can run the code of others, with nothing received
        inner = replace(group, is_tip=False)
        if group.is_tip and inner in members and sum(map(len, members.values())) > MOST_CLASSES:
            members[inner][-1] += [place for part in members.pop(group) for place in part]

    classes: list[BodyClass | None] = [None] * len(patterns)
    for group, parts in members.items():
        for part in parts:
            body_class = BodyClass(
                group.kind, group.is_root, group.is_tip, group.frames, _common_numbers(patterns[part, 1:])
            )
            for place in part:
                classes[place] = body_class
    return [body_class for body_class in classes if body_class is not None]


def _common_numbers(codes: NDArray[np.int64]) -> tuple[float | None, ...]:
    common: list[int] = np.where((codes == codes[0]).all(axis=0), codes[0], _FROM_TABLE).tolist()
    return tuple(None if code == _FROM_TABLE else STRUCTURAL[code] for code in common)
