"""N and gearing, their rates and their adjoints: what loops make of motions, and forces of loops on bodies.

Each letter joins two places of the tree: it reads whole vectors where it gives a value for a loop, and the
values of all loops where it gives one for a body or a joint.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import reduce
from typing import Any

from psiphi.algebra.expression import Expr
from psiphi.algebra.inputs import Given
from psiphi.algebra.letters import owner_of
from psiphi.algebra.spaces import Space
from psiphi.locks import cached_property
from psiphi.model.tree import path_to
from psiphi.recursion.bodies.bodies import Bodies, Places
from psiphi.recursion.bodies.poses import pose_of
from psiphi.recursion.frames.transforms import Transform
from psiphi.recursion.loops.ends import LoopEnds, LoopMotion, LoopSeat, ends_of, polynomial_rate
from psiphi.recursion.numbers.arithmetic import Number
from psiphi.recursion.numbers.vectors import Spatial, added, is_zero, negative, times


def is_given_on_loops(letter: Expr) -> bool:
    """Whether a letter is an input operator on the equations of loops."""
    return letter.range is letter.domain is Space.LOOP and isinstance(owner_of(letter), Given)


Row = Sequence[tuple[int, Number]]
"""The entries of a row at joints of one coordinate, by body."""


def rows_times(rows: Sequence[Row], rates: Places) -> Places:
    """What rows make of rates of the joints."""
    parts = ([(times(entry, rates[k][0]),) for k, entry in row if rates[k] is not None] for row in rows)
    return [reduce(added, shares, None) for shares in parts]


def rows_at_joint(bodies: Bodies, rows: Sequence[Row], g: Places, k: int) -> tuple[Number, ...] | None:
    """What the adjoint of rows makes of their values at the joint of body k; modes are not in them."""
    both, modes = zip(rows, g, strict=True), [0.0] * bodies.modes(k)
    parts = (times(entry, y[0]) for row, y in both if y is not None for j, entry in row if j == k)
    return reduce(added, ((part, *modes) for part in parts), None)


class LoopLetters:
    """The letters of some loops of a robot in a configuration."""

    def __init__(self, bodies: Bodies, seats: Sequence[LoopSeat]) -> None:
        self.bodies = bodies
        self.seats = seats

    # Between frames

    def ends(self) -> Places:
        """The ends of each loop in this configuration; None for loops between joints."""
        return [None if seat.joints is not None else self._ends(i) for i, seat in enumerate(self.seats)]

    def _ends(self, i: int) -> LoopEnds:
        """From the poses of both frames in the last body that carries both, or in the world."""
        seat = self.seats[i]
        paths = [path_to(self.bodies.mechanism.parents, end.body) for end in seat.ends]
        shared = sum(1 for a, b in zip(*paths, strict=False) if a == b)
        poses: list[Transform] = []
        for end, path in zip(seat.ends, paths, strict=True):
            pose: Transform | None = None
            for k in path[shared:]:
                pose = pose_of(self.bodies.transform(k), pose)
            poses.append(pose_of(self.bodies.seat_transform(end), pose))
        return ends_of(seat, poses[0], poses[1], self.bodies.arithmetic)

    def motions(self, ends: Places, velocities: Places) -> Places:
        """The velocity of the first end of each loop, and the relative velocity of both."""
        return [None if loop is None else self._motion(i, loop, velocities) for i, loop in enumerate(ends)]

    def relative(self, x: Places, ends: Places, moving: Places | None = None) -> Places:
        """N x for motions x of the bodies, or Ṅ x where the motions of the ends are given."""
        found: Places = [None] * len(self.seats)
        for i, loop in enumerate(ends):
            if loop is None:
                continue
            twist = self._motion(i, loop, x).relative
            if twist is None:
                continue
            found[i] = loop.measured(twist) if moving is None else loop.measured_rate(moving[i], twist)
            moved = None if moving is None else loop.twist(*self._end_rates(i, moving[i], x))
            if moved is not None:
                found[i] = added(found[i], loop.measured(moved))
        return found

    def _end_rates(self, i: int, motion: LoopMotion, x: Places) -> list[Any]:
        """What motions x of bodies give the ends of loop i, since these move on their bodies."""
        return [
            None
            if end.body < 0 or x[end.body] is None
            else self.bodies.seat_rate(end, x[end.body], velocity, inward=False)
            for end, velocity in zip(self.seats[i].ends, motion.carriers, strict=True)
        ]

    def force(self, k: int, g: Places, ends: Places, moving: Places | None = None) -> Any:
        """N* g at body k, or Ṅ* g where the motions of the ends are given."""
        total: Any = None
        for i in self._on_body[k]:
            if g[i] is None:
                continue
            seat, loop = self.seats[i], ends[i]
            place = 0 if seat.first.body == k else 1
            here: Callable[[Spatial], Spatial] = loop.force_on_second if place else lambda force: force
            still = loop.force(g[i])
            force = still if moving is None else loop.force_rate(moving[i], g[i])
            total = added(total, self.bodies.seat_transform(seat.ends[place]).force_to_parent(here(force)))
            if moving is not None:
                velocity = moving[i].carriers[place]
                total = added(
                    total, self.bodies.seat_rate(seat.ends[place], here(still), velocity, inward=True)
                )
        return total

    @cached_property
    def _on_body(self) -> list[list[int]]:
        """The loops between frames with an end on each body; the two ends are never on one."""
        found: list[list[int]] = [[] for _ in self.bodies.mechanism.links]
        for i, seat in enumerate(self.seats):
            for end in seat.ends:
                if end.body >= 0:
                    found[end.body].append(i)
        return found

    def _motion(self, i: int, ends: LoopEnds, motions: Places) -> LoopMotion:
        """The motion of the frame `first` of loop i, and the relative twist of its ends."""
        seats = self.seats[i].ends
        carriers = [None if end.body < 0 else motions[end.body] for end in seats]
        first, second = (
            None if motion is None else self.bodies.seat_transform(end).motion_from_parent(motion)
            for end, motion in zip(seats, carriers, strict=True)
        )
        return LoopMotion(first, ends.twist(first, second), (carriers[0], carriers[1]))

    # Between joints

    def geared(self, rates: Places, *, rate: bool = False) -> Places:
        """gearing u of rates u of the joints, or what its rate makes of them."""
        return rows_times([self._entries(i, rate=rate) for i in range(len(self.seats))], rates)

    def gear_force(self, k: int, g: Places, *, rate: bool = False) -> tuple[Number, ...] | None:
        """gearing* g at joint k, or what the adjoint of its rate makes of g there."""
        return rows_at_joint(self.bodies, [self._entries(i, rate=rate) for i in range(len(self.seats))], g, k)

    def _entries(self, i: int, *, rate: bool) -> list[tuple[int, Number]]:
        """The entries of loop i, by body: 1 and −p'(x), or their rates 0 and −p''(x) ẋ."""
        seat = self.seats[i]
        if seat.joints is None:
            return []
        first, second = seat.joints
        entries: list[tuple[int, Number]] = [] if rate else [(first, 1.0)]
        if second >= 0:
            x = self.bodies.coordinates(second)[0]
            slope = negative(polynomial_rate(seat.loop.coefficients, 2 if rate else 1, x))
            entries.append((second, times(slope, self.bodies.joint_rates(second)[0]) if rate else slope))
        return [(k, entry) for k, entry in entries if not is_zero(entry)]
