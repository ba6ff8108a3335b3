"""How the joint of a group moves its bodies: X_k, H_k and their rates (joint_groups.py)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from psiphi.locks import cached_property
from psiphi.recursion.bodies.bodies import Bodies
from psiphi.recursion.bodies.joint_groups import JointGroup
from psiphi.recursion.bodies.joint_maps import JointMap
from psiphi.recursion.bodies.links import FrameSeat
from psiphi.recursion.bodies.poses import pose_of
from psiphi.recursion.bodies.velocities import cross_motion, rate_of_expansion
from psiphi.recursion.flexible.nodes import ModalTransform
from psiphi.recursion.frames.transforms import Transform
from psiphi.recursion.loops.ends import LoopEnds, LoopMotion, ends_of, polynomial_rate
from psiphi.recursion.numbers.arithmetic import Number
from psiphi.recursion.numbers.least_squares import LeastSquares
from psiphi.recursion.numbers.small_matrices import units
from psiphi.recursion.numbers.vectors import (
    ZERO_SPATIAL,
    Spatial,
    added,
    dot,
    negative,
    plus,
    spatial,
    times,
)

Motion = tuple[Number, ...]
Motions = dict[int, Motion]


class GroupMotion:
    """A group in the configuration of the bodies `inside` it, as they are without loops.

    Motions are relative to the body that the group hangs on, each in the frame of its own body.
    """

    def __init__(self, group: JointGroup, inside: Bodies) -> None:
        self.group = group
        self._inside = inside
        self._steps = {k: inside.transform(k) for k in group.bodies}
        self._joints = {k: inside.joint(k) for k in group.bodies}
        self._poses: dict[int, Transform] = {}
        for k, link in group.links.items():
            self._poses[k] = pose_of(self._steps[k], self._poses.get(link.parent))
        self._dofs: dict[int, range] = {}
        for k, link in group.links.items():
            start = sum(len(dofs) for dofs in self._dofs.values())
            self._dofs[k] = range(start, start + len(link.v))
        self.size = sum(len(dofs) for dofs in self._dofs.values())

    def transform(self, k: int) -> Transform:
        """X_k, the block of E_φ from body k to the body that the group hangs on."""
        if self.group.links[k].parent == self.group.parent:
            return self._steps[k]
        modes = self._inside.modes(k)
        return ModalTransform.of(self._poses[k], None, 0, modes) if modes else self._poses[k]

    @cached_property
    def joints(self) -> dict[int, JointMap]:
        """H_k."""
        columns = [self.motions(rates) for rates in zip(*self.S, strict=True)]
        return {
            k: JointMap(tuple(column[k] for column in columns), None, self._joints[k].width)
            for k in self.group.bodies
        }

    # Rates of the joints

    @cached_property
    def S(self) -> list[list[Number]]:
        """From the independent rates to those of all joints."""
        own, dependent = self.group.independent, self.group.dependent
        rows: list[list[Number]] = [[0.0] * len(own) for _ in range(self.size)]
        for column, dof in enumerate(own):
            rows[dof][column] = 1.0
            followed = self._following.solve([negative(x) for x in self._measured[dof]])
            for i, value in zip(dependent, followed, strict=True):
                rows[i][column] = value
        for i, leader, ratio in self.group.followers:
            rows[i] = [times(ratio, x) for x in rows[leader]]
        return rows

    def rates(self, theta: Sequence[Number]) -> list[Number]:
        """S θ."""
        return [dot(row, theta) for row in self.S]

    @cached_property
    def _measured(self) -> list[list[Number]]:
        """The columns of J: what the loops measure of each degree of freedom."""
        return [self._of_loops(self._with_followers([*unit])) for unit in units(self.size)]

    def _with_followers(self, rates: list[Number]) -> list[Number]:
        """Rates with those of mimic joints told by the ones that lead them."""
        for i, leader, ratio in self.group.followers:
            rates[i] = times(ratio, rates[leader])
        return rates

    @cached_property
    def _following(self) -> LeastSquares:
        return LeastSquares([self._measured[i] for i in self.group.dependent], self._inside.arithmetic)

    @cached_property
    def _ends(self) -> list[LoopEnds | None]:
        found: list[LoopEnds | None] = []
        for seat in self.group.loops:
            first, second = (self._frame_pose(end) for end in seat.ends)
            between_joints = seat.joints is not None
            found.append(None if between_joints else ends_of(seat, first, second, self._inside.arithmetic))
        return found

    def _frame_pose(self, end: FrameSeat) -> Transform:
        return pose_of(self._inside.seat_transform(end), self._poses.get(end.body))

    def _of_loops(self, rates: Sequence[Number]) -> list[Number]:
        """J v."""
        motions = self.motions(rates)
        found: list[Number] = []
        for i, ends in enumerate(self._ends):
            if ends is None:
                found.append(self._geared(i, rates, order=1))
            else:
                twist = self._motion(i, ends, motions).relative
                found.extend(ends.measured(ZERO_SPATIAL if twist is None else twist))
        return found

    def _geared(self, i: int, rates: Sequence[Number], order: int, along: Sequence[Number] = ()) -> Number:
        """u₁ − p'(x) u₂ of a loop between joints, or with order 2 its rate −p''(x) ẋ u₂."""
        seat = self.group.loops[i]
        assert seat.joints is not None
        first, second = seat.joints
        total = rates[self._dofs[first][0]] if order == 1 else 0.0
        if second < 0:
            return total
        slope = polynomial_rate(seat.loop.coefficients, order, self._inside.coordinates(second)[0])
        moved = times(slope, rates[self._dofs[second][0]])
        if order == 2:
            moved = times(moved, along[self._dofs[second][0]])
        return plus(total, negative(moved))

    # Motions of the bodies

    def motions(self, rates: Sequence[Number]) -> Motions:
        """The motion of each body that rates of all joints make."""
        found: Motions = {}
        for k, link in self.group.links.items():
            own = self._joints[k].expand([rates[i] for i in self._dofs[k]])
            found[k] = self._carried(found.get(link.parent), own, k)
        return found

    def _carried(self, parent: Any, own: Any, k: int) -> Motion:
        """A motion of the body before k, carried to it, and its own."""
        return own if parent is None else added(self._steps[k].motion_from_parent(parent), own)

    def _motion(self, i: int, ends: LoopEnds, motions: Motions) -> LoopMotion:
        first, second = (self._at_end(end, motions.get(end.body)) for end in self.group.loops[i].ends)
        return LoopMotion(first, ends.twist(first, second))

    def _at_end(self, end: FrameSeat, motion: Any) -> Spatial | None:
        return None if motion is None else self._inside.seat_transform(end).motion_from_parent(motion)

    # Their rates

    def drifts(self, theta: Sequence[Number], u: Sequence[Number]) -> Motions:
        """(dH_k*/dt) u, in the frame of each body, while the group moves with θ."""
        moving, moved = self.motions(self.rates(theta)), self.motions(self.rates(u))
        turned, extra = self._turned(theta, u), self.motions(self.rate_of_S(theta, u))
        return {
            k: _less(added(turned[k], extra[k]), cross_motion(spatial(moving[k]), spatial(moved[k])))
            for k in self.group.bodies
        }

    def _turned(self, theta: Sequence[Number], u: Sequence[Number]) -> Motions:
        """What S u moves the bodies by, as it changes while S stays."""
        along, rates = self.rates(theta), self.rates(u)
        moving, moved, turned = self.motions(along), self.motions(rates), Motions()
        for k, link in self.group.links.items():
            dofs = self._dofs[k]
            own: Any = rate_of_expansion(
                link, self._joints[k], spatial(moving[k]), [along[i] for i in dofs], [rates[i] for i in dofs]
            )
            own = (*own, *[0.0] * self._inside.modes(k))
            turned[k] = self._carried(turned.get(link.parent), own, k)
            if link.parent in moving:
                before = moved[link.parent], moving[link.parent]
                turned[k] = added(turned[k], self._inside.shift_rate(k, *before, inward=False))
        return turned

    def rate_of_S(self, theta: Sequence[Number], u: Sequence[Number]) -> list[Number]:
        """(dS/dt) u, from J (dS/dt) u = −(dJ/dt) S u, while the group moves with θ."""
        along, rates = self.rates(theta), self.rates(u)
        moving, moved, turned = self.motions(along), self.motions(rates), self._turned(theta, u)
        measured: list[Number] = []
        for i, ends in enumerate(self._ends):
            if ends is None:
                measured.append(self._geared(i, rates, order=2, along=along))
                continue
            first, second = (self._turned_end(end, turned, moved, moving) for end in self.group.loops[i].ends)
            twist = LoopMotion(first, ends.twist(first, second)).relative
            change = ends.measured(ZERO_SPATIAL if twist is None else twist)
            other = self._motion(i, ends, moved).relative
            if other is not None:
                turning = ends.measured_rate(self._motion(i, ends, moving), other)
                change = added(change, turning)
            measured.extend(change)
        return self.undoing(measured)

    def _turned_end(self, end: FrameSeat, turned: Motions, moved: Motions, moving: Motions) -> Spatial | None:
        """What an end of a loop moves by, as it changes while S stays: its node may move."""
        k = end.body
        rate = self._inside.seat_rate(end, moved[k], moving[k], inward=False) if k in moved else None
        return added(self._at_end(end, turned.get(k)), rate)

    def undoing(self, measured: Sequence[Number]) -> list[Number]:
        """The rates of all joints, the independent ones at rest, that undo what the loops measure."""
        found: list[Number] = [0.0] * self.size
        followed = self._following.solve([negative(x) for x in measured])
        for dof, value in zip(self.group.dependent, followed, strict=True):
            found[dof] = value
        return self._with_followers(found)


def _less(x: Motion, y: Spatial) -> Motion:
    """x − y, of which y has the six alone."""
    return *(plus(p, negative(r)) for p, r in zip(x[:6], y, strict=True)), *x[6:]
