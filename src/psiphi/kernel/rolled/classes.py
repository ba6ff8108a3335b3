"""Classes: bodies that run the same code, with different numbers from a table.

Bodies of a class agree in the kind of their joint and whether it is prescribed, in whether they stand on the
world, in whether they carry others, in the number of their frames, and in their structural numbers. Fewer
structural numbers make a class larger and its code slower: classes are joined, the smallest first, until
there are few enough.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from psiphi.frozen import frozen
from psiphi.kernel.rolled.links import FRAME_WIDTH, LINK_WIDTH, PLACES, STRUCTURAL
from psiphi.kernel.rolled.robot import RolledRobot

MOST_CLASSES = 16

FEW_TIPS = 50
"""Where at most one body in so many carries no others, it runs the code of those that do, receiving nothing.

Code of their own spares such bodies little. What one class keeps from pass to pass, all have room for, and an
array that one class reads in a pass is brought in for all of them.
"""

_FROM_TABLE = len(STRUCTURAL)
"""The code of a number that is not structural; others are places in STRUCTURAL."""


@frozen
class BodyClass:
    """What the code of a body depends on; `numbers` has None for those that stand in the table.

    Classes that agree in all but their numbers can be joined.
    """

    kind: str
    is_root: bool
    is_tip: bool
    frames: int
    prescribed: bool
    numbers: tuple[float | None, ...] = ()


@frozen(eq=False)
class Classification:
    """All classes, the class of each body, and the rows of numbers of all bodies."""

    classes: tuple[BodyClass, ...]
    members: NDArray[np.int64]
    rows: NDArray[np.float64]


def classified(
    robot: RolledRobot, *, boundaries: bool, tips_apart: bool = False, dofs: Sequence[int] = ()
) -> Classification:
    """The classes of the bodies of a robot; `boundaries` says whether body vectors pass in or out.

    `dofs` are the degrees of freedom that Π_p keeps: of a joint all of them or none.
    With `tips_apart` tips do not run the code of bodies that carry others, as where Π_tip tells them apart.
    """
    rows, frames = _table(robot, boundaries)
    is_tip = np.ones(len(rows) + 1, bool)
    is_tip[robot.parents] = False
    if not tips_apart and FEW_TIPS * np.count_nonzero(is_tip[:-1]) <= len(rows):
        is_tip[:] = False
    prescribed = np.isin(robot.joint_starts, dofs)
    kinds, kind = np.unique(robot.kinds, return_inverse=True)
    traits = np.column_stack([kind.reshape(-1), robot.parents < 0, is_tip[:-1], frames, prescribed])
    codes = np.concatenate([traits, _codes(rows)], axis=1).astype(np.int32)
    # Rows as single items of bytes are sorted much faster than as rows.
    items = codes.view(np.dtype((np.void, codes.itemsize * codes.shape[1]))).reshape(-1)
    _, first, members, population = np.unique(
        items, return_index=True, return_inverse=True, return_counts=True
    )
    patterns = codes[first]
    groups = [
        BodyClass(str(kinds[kind]), bool(is_root), bool(is_tip), int(frames), bool(held))
        for kind, is_root, is_tip, frames, held in patterns[:, : traits.shape[1]].tolist()
    ]
    joined = _joined(groups, patterns[:, traits.shape[1] :], population, tips_apart)
    classes = tuple(dict.fromkeys(joined))
    places = {body_class: place for place, body_class in enumerate(classes)}
    of_pattern = np.array([places[body_class] for body_class in joined], np.int64)
    return Classification(classes, of_pattern[members.reshape(-1)], rows)


def _table(robot: RolledRobot, boundaries: bool) -> tuple[NDArray[np.float64], NDArray[np.int64]]:
    """The rows of all bodies, with their frames behind them, and how many frames each has."""
    on_body = np.flatnonzero(robot.frame_bodies >= 0)
    bodies = robot.frame_bodies[on_body]
    counts = np.bincount(bodies, minlength=len(robot))
    rows = np.zeros((len(robot), LINK_WIDTH + FRAME_WIDTH * int(counts.max(initial=0))))
    rows[:, :LINK_WIDTH] = robot.rows
    if not boundaries:
        rows[:, PLACES["boundary"]] = np.eye(3).reshape(-1)
    for frame, body, number in zip(on_body, bodies, numbers_among_equals(bodies), strict=True):
        start = LINK_WIDTH + FRAME_WIDTH * number
        rows[body, start : start + FRAME_WIDTH] = robot.frames[frame]
    return rows, counts


def numbers_among_equals(values: NDArray[np.int64]) -> NDArray[np.int64]:
    """For each value, how many equal ones come before it."""
    order = np.argsort(values, kind="stable")
    _, starts, counts = np.unique(values[order], return_index=True, return_counts=True)
    numbers = np.empty(len(values), np.int64)
    numbers[order] = np.arange(len(values)) - np.repeat(starts, counts)
    return numbers


def _codes(rows: NDArray[np.float64]) -> NDArray[np.int32]:
    codes = np.full(rows.shape, _FROM_TABLE, np.int32)
    for code, value in enumerate(STRUCTURAL):
        codes[rows == value] = code
    return codes


def _joined(
    groups: Sequence[BodyClass],
    patterns: NDArray[np.int32],
    population: NDArray[np.int64],
    tips_apart: bool,
) -> list[BodyClass]:
    """The class of each pattern, which is in a group and has a code for each number."""
    members: dict[BodyClass, list[list[int]]] = {}
    by_size: list[int] = np.argsort(-population, kind="stable").tolist()
    for place in by_size:
        members.setdefault(groups[place], []).append([place])

    while sum(map(len, members.values())) > MOST_CLASSES:
        largest = max(members, key=lambda group: len(members[group]))
        if len(members[largest]) == 1:
            break
        last = members[largest].pop()
        members[largest][-1] += last
    for group in list(members):  # tips can run the code of others, with nothing received
        inner = replace(group, is_tip=False)
        joins = group.is_tip and inner in members and not tips_apart
        if joins and sum(map(len, members.values())) > MOST_CLASSES:
            members[inner][-1] += [place for part in members.pop(group) for place in part]

    classes: list[BodyClass | None] = [None] * len(patterns)
    for group, parts in members.items():
        for part in parts:
            body_class = replace(group, numbers=_common_numbers(patterns[part]))
            for place in part:
                classes[place] = body_class
    return [body_class for body_class in classes if body_class is not None]


def _common_numbers(codes: NDArray[np.int32]) -> tuple[float | None, ...]:
    common: list[int] = np.where((codes == codes[0]).all(axis=0), codes[0], _FROM_TABLE).tolist()
    return tuple(None if code == _FROM_TABLE else STRUCTURAL[code] for code in common)
