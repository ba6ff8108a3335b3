"""Searches for the configurations of many targets: from seeds, from one to the next, within limits."""

from __future__ import annotations

import math
from collections.abc import Sequence
from functools import partial
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from psiphi.dynamics.inverse_kinematics.branches import (
    AT_ONCE,
    SHARPER,
    distinct,
    moving_places,
    quaternions_among,
)
from psiphi.dynamics.inverse_kinematics.seeds import CHOSEN, SEEDS, Ranges, listed
from psiphi.dynamics.inverse_kinematics.solution import Solution
from psiphi.dynamics.inverse_kinematics.step import Step
from psiphi.dynamics.inverse_kinematics.tasks import CENTER_OF_MASS, Task
from psiphi.kernel.call.run import in_threads
from psiphi.kernel.iterate.emit_search import VERDICT
from psiphi.locks import cached_property
from psiphi.model import Model

if TYPE_CHECKING:
    from psiphi.dynamics.kinematics import Kinematics
    from psiphi.kernel.iterate.search import Prepared

Array = NDArray[np.float64]

PATIENCE, LATER_PATIENCE = 12, 25
"""Steps after which the next seed is tried: from the chosen ones of the list, and from those that follow."""
TRACKING_PATIENCE, LAST_PATIENCE, CAUTION = 50, 200, 0.5
"""Steps from a configuration that is given; steps from the nearest one where none was near enough, and b."""
LONGER = 4
"""Times as many steps are taken from a seed where there is a posture to come near."""
_TURN = 2.0 * math.pi
_WHOLE = 1e-7
"""Ranges that lack no more than this of a whole turn, in rad, leave no direction out."""
TRIED = 1e-6
"""The tolerance to which seeds are tried when they are chosen."""


class Solver:
    """Searches of one robot for targets of some kinds.

    plain   the solver of the same tasks without a posture, for one with: what is wanted then ends with it
    """

    def __init__(
        self, robot: Kinematics, tasks: tuple[Task, ...], limits: bool, plain: Solver | None = None
    ) -> None:
        self._robot, self._tasks = robot, tasks
        model = robot.model
        self.ranges = ranges_of(model, limits)
        lower = np.where(self.ranges.turning, -np.inf, self.ranges.lower)
        upper = np.where(self.ranges.turning, np.inf, self.ranges.upper)
        radius = 0.25 * reach(model, [task.frame for task in tasks])
        self.step = Step(
            model, tasks, tuple(lower.tolist()), tuple(upper.tolist()), radius, plain is not None
        )
        self._lower, self._upper = lower, upper
        self._q = slice(2, 2 + model.nq)
        turning, others = self.ranges.turning, (-np.inf, np.inf, 0.0)
        own = self.ranges.lower, self.ranges.upper, self.ranges.middle
        self._turns = [np.where(turning, x, other) for x, other in zip(own, others, strict=True)]
        self._per_turn = turning / _TURN if turning.any() else None
        self._search = self.step.search()
        self._plain = plain
        self._spare: dict[tuple[float, ...], list[Prepared]] = {}

    @cached_property
    def seeds(self) -> Array:
        """The robot's own list, (SEEDS, nq)."""
        if self._plain is not None:
            return self._plain.seeds
        model = self._robot.model  # with loops, hardly any configuration that is drawn can be taken
        return listed(model, self.ranges, SEEDS, None if model.loops else self._solved)

    def solve(
        self, wanted: Array, tolerances: Sequence[float], q0: Array | None, seeds: Array | int, threads: int
    ) -> Array:
        """What is found for what is wanted, (rows, n), from q0 (rows, nq) and then from seeds."""
        if len(wanted) == 1 and isinstance(seeds, int):
            found = self.alone(wanted, tolerances, q0, seeds)
            if found[0, 0] > 0.0:
                return found
        elif q0 is not None:
            found = self._run(wanted, tolerances, self._inside(q0)[None], self._longer(_TRACKING), threads)
        else:
            found = self._from_seeds(wanted, tolerances, seeds, 0, threads)
        left = np.flatnonzero(found[:, 0] <= 0.0)
        if len(left) and q0 is not None and not (isinstance(seeds, int) and seeds == 0):
            _better(found, left, self._from_seeds(wanted[left], tolerances, seeds, 1, threads))
            left = np.flatnonzero(found[:, 0] <= 0.0)
        if len(left):  # from the nearest that was found on, which is not always a minimum yet
            start = _LAST.repeat(len(left), axis=1)
            start[0, :, 0] = found[left, -2]
            more = self._run(wanted[left], tolerances, found[None, left, self._q], start, threads)
            _better(found, left, more)
        return found

    def _from_seeds(
        self, wanted: Array, tolerances: Sequence[float], seeds: Array | int, first: int, threads: int
    ) -> Array:
        """What is found from seeds, which are numbered from `first` on."""
        starts = self.seeds[:seeds] if isinstance(seeds, int) else self._inside(seeds)
        begin = self._longer(_starts(len(starts), first))
        return self._run(wanted, tolerances, starts[:, None], begin, threads)

    def track(self, wanted: Array, tolerances: Sequence[float], q0: Array, threads: int) -> Array:
        """What is found for (times, rows, n), each from the one before it, the first from q0 (rows, nq)."""
        times, rows, _ = wanted.shape
        found = np.empty((times, rows, self._search.kept[VERDICT]))
        if not found.size:
            return found
        found[0] = self._run(wanted[0], tolerances, self._inside(q0)[None], _TRACKING, threads)
        if times > 1:
            arrays = self._arrays(wanted[1], tolerances, found[None, 0, :, self._q], _TRACKING, found[1])
            further = {"wanted": wanted.strides[0], "q": found.strides[0], VERDICT: found.strides[0]}
            share = -(-rows // threads)
            works = [self._search.prepare(arrays, min(share, rows - x), x) for x in range(0, rows, share)]
            in_threads([partial(work.repeated, times - 1, further) for work in works])
        return found

    @cached_property
    def _moving(self) -> NDArray[np.intp]:
        return moving_places(self._robot, self._tasks)

    def branches(self, wanted: Array, tolerances: Sequence[float], seeds: Array | int, threads: int) -> Array:
        """All that is found from seeds for (rows, n), each once: (rows, branches, …), NaN for fewer."""
        places = self._moving
        turning, quaternions = self.ranges.turning[places], quaternions_among(self._robot.model, places)
        starts = self.seeds[:seeds] if isinstance(seeds, int) else self._inside(seeds)
        tries, width = len(starts), self._search.kept[VERDICT]
        sharp = [SHARPER * tolerance for tolerance in tolerances]
        parts: list[Array] = []
        for first in range(0, len(wanted), AT_ONCE):
            some = np.repeat(wanted[first : first + AT_ONCE], tries, axis=0)
            rows = len(some) // tries
            start = np.tile(_starts(tries, 0)[:, 0], (rows, 1))[None]
            start[..., 2] = LATER_PATIENCE
            found = self._run(some, sharp, np.tile(starts, (rows, 1))[None], start, threads)
            found = found.reshape(rows, tries, width)
            chosen = distinct(found[..., self._q][..., places], _solved(found), turning, quaternions)
            some = np.take_along_axis(found, np.maximum(chosen, 0)[..., None], axis=1)
            parts.append(np.where((chosen >= 0)[..., None], some, np.nan))
        most = max((part.shape[1] for part in parts), default=1)
        whole = np.full((len(wanted), most, width), np.nan)
        for number, part in enumerate(parts):
            whole[number * AT_ONCE :][: len(part), : part.shape[1]] = part
        whole[..., -2] = np.where(np.isnan(whole[..., -2]), -1.0, whole[..., -2])
        whole[..., -1] = np.where(np.isnan(whole[..., -1]), 0.0, whole[..., -1])
        return whole

    def _run(
        self, wanted: Array, tolerances: Sequence[float], starts: Array, start: Array, threads: int
    ) -> Array:
        """What is found from starts (attempts, rows or 1, nq): (rows, n) as the search keeps it."""
        found = np.empty((len(wanted), self._search.kept[VERDICT]))
        arrays = self._arrays(wanted, tolerances, starts, start, found)
        self._search.run(arrays, len(wanted), threads=threads)
        return found

    def alone(self, wanted: Array, tolerances: Sequence[float], q0: Array | None, seeds: int) -> Array:
        """The same for a single row, from q0 or from so many seeds, with arrays that are used again."""
        key = (*tolerances, 0 if q0 is not None else seeds)
        spare = self._spare.setdefault(key, [])
        try:
            search = spare.pop()
        except IndexError:
            begin = self._longer(_TRACKING if q0 is not None else _starts(seeds, 0))
            starts = self.seeds[:seeds, None] if q0 is None else np.empty((1, *q0.shape))
            found = np.empty((1, self._search.kept[VERDICT]))
            arrays = self._arrays(np.empty_like(wanted), tolerances, starts, begin, found)
            search = self._search.prepare(arrays, 1)
        search.arrays["wanted"][:] = wanted
        if q0 is not None:
            search.arrays["q"][0] = self._inside(q0)
        search()
        found = search.arrays[VERDICT].copy()
        spare.append(search)
        return found

    def _arrays(
        self, wanted: Array, tolerances: Sequence[float], starts: Array, start: Array, found: Array
    ) -> dict[str, Array]:
        common = np.array([[*(tolerance**-2.0 for tolerance in tolerances), 0.0]])
        return {"wanted": wanted, "common": common, "q": starts, "start": start, VERDICT: found}

    def _longer(self, start: Array) -> Array:
        """With more patience where there is a posture."""
        return start if self._plain is None else start * [1.0, 1.0, LONGER, 1.0]

    def _inside(self, q: Array) -> Array:
        """q within the limits."""
        return np.minimum(np.maximum(q, self._lower), self._upper)

    def answer(self, wanted: Array, found: Array, q0: Array | None, *, single: bool = False) -> Solution:
        """What was found, (..., n), of whole turns freed; where something wanted is NaN, all is.

        q0      (..., nq) to be near by whole turns; None for the middle of the ranges
        single  whether it is rounded to float32, within the limits
        """
        q = found[..., self._q].copy()
        self._unwind(q, q0)
        solved = _solved(found)
        squares, counts = found[..., self._q.stop : -2], found[..., -2:]
        if not solved.all():
            unknown = ~np.isfinite(wanted).all(axis=-1)
            q[unknown], squares[unknown], counts[unknown, 0] = np.nan, np.nan, -1.0
        ranges = self.ranges
        if single:
            ranges, squares = ranges.in_single_precision, squares.astype(np.float32)
            q = np.clip(q.astype(np.float32), ranges.lower, ranges.upper)
        return Solution(q, solved, self.step.parts, squares, counts, ranges)

    def _unwind(self, q: Array, q0: Array | None) -> None:
        """Take off whole turns: nearest to q0, or to the middle of the ranges, and within them."""
        if self._per_turn is None:
            return
        lower, upper, near = self._turns
        q -= _TURN * np.rint((q - (near if q0 is None else q0)) * self._per_turn)
        if q0 is not None:
            q -= _TURN * np.ceil(np.maximum(q - upper, 0.0) / _TURN)
            q += _TURN * np.ceil(np.maximum(lower - q, 0.0) / _TURN)
        np.minimum(np.maximum(q, lower, out=q), upper, out=q)

    def _solved(self, seeds: Array, q: Array) -> tuple[NDArray[np.bool_], Array]:
        """Which seed leads to the targets of which configuration, and after how many steps."""
        wanted = np.tile(reached(self._robot, self._tasks, q), (len(seeds), 1))
        starts = np.repeat(seeds, len(q), axis=0)
        found = self._run(wanted, [TRIED] * len(self.step.parts), starts[None], _starts(1, 0), 1)
        shape = (len(seeds), len(q))
        return _solved(found).reshape(shape), found[:, -1].reshape(shape)


def _starts(count: int, first: int) -> Array:
    """How to begin from seeds (step.py), (count, 1, 4)."""
    found = np.zeros((count, 1, 4))
    found[:, 0, 0] = np.arange(first, first + count)
    found[:CHOSEN, 0, 2], found[CHOSEN:, 0, 2] = PATIENCE, LATER_PATIENCE
    return found


_TRACKING = np.array([[[0.0, 0.0, TRACKING_PATIENCE, 0.0]]])
_LAST = np.array([[[0.0, 0.0, LAST_PATIENCE, CAUTION]]])


def _solved(found: Array) -> NDArray[np.bool_]:
    return found[..., 0] > 0.0


def _better(found: Array, left: Any, more: Array) -> Array:
    """What was found, with rows that were searched again in the place of those that they are better than.

    Steps add up, whether they helped or not.
    """
    old = found[left]
    steps = old[:, -1] + more[:, -1]
    found[left] = np.where((_solved(more) | (more[:, 1] < old[:, 1]))[:, None], more, old)
    found[left, -1] = steps
    return found


def ranges_of(model: Model, limits: bool) -> Ranges:
    """The ranges of the coordinates, and which of them are angles that may turn on and on."""
    lower, upper = (
        np.array(x) if limits else np.full(model.nq, s)
        for x, s in ((model.limits.lower, -np.inf), (model.limits.upper, np.inf))
    )
    turning = np.zeros(model.nq, dtype=np.bool_)
    coupled = {leader for leader, _, _ in model.coordinates.followers.values()}
    for loop in model.loops:
        if loop.kind == "joint":
            coupled |= {model.joint_index(name) for name in (loop.first, loop.second) if name}
    for group in model.coordinates.groups:
        if group.kind.name != "helical":  # whose turns move it on
            angles = [nature == "angle" for nature in group.kind.coordinates]
            for body, places in zip(group.bodies.tolist(), group.q, strict=True):
                turning[places[angles]] = body not in coupled  # others would not turn along
    return Ranges(lower, upper, turning & (upper - lower >= _TURN - _WHOLE))


def reach(model: Model, frames: Sequence[str]) -> float:
    """The longest way from the world to one of the frames along the bodies, in m; 1 where there is none.

    An empty name stands for all bodies.
    """
    lengths: list[float] = []
    for body in model.bodies:
        joint = body.joint
        own = float(np.linalg.norm(joint.placement.position))
        if joint.kind.name in ("prismatic", "helical") and np.isfinite(joint.limits.upper).all():
            own += float(np.max(np.abs([joint.limits.lower, joint.limits.upper])))
        lengths.append(own + (lengths[body.parent] if body.parent >= 0 else 0.0))
    found = [max(lengths, default=0.0)] if "" in frames else []
    for name in set(frames) - {""}:
        frame = model.frame(name)
        before = lengths[frame.body] if frame.body >= 0 else 0.0
        found.append(before + float(np.linalg.norm(frame.pose.position)))
    return max(found, default=0.0) or 1.0


def reached(robot: Kinematics, tasks: Sequence[Task], q: Array) -> Array:
    """What tasks would have to ask for to be met at q (n, nq), (n, numbers)."""
    columns: list[Array] = []
    for task in tasks:
        if task.kind == CENTER_OF_MASS:
            columns.append(robot.center_of_mass(q))
            continue
        rotation, position = robot.frame_pose(q, task.frame)
        axis = rotation @ np.array(task.axis)
        columns += {
            "pose": [rotation.reshape(-1, 9), position],
            "orientation": [rotation.reshape(-1, 9)],
            "position": [position],
            "direction": [axis],
            "point": [position + axis],
        }[task.kind]
    return np.concatenate(columns, axis=-1)
