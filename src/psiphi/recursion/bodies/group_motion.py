"""How the joint of a group moves its bodies: X_k, H_k and their rates (joint_groups.py)."""

from __future__ import annotations

from collections.abc import Sequence
from functools import reduce
from typing import Any

from psiphi.locks import cached_property
from psiphi.recursion.bodies.bodies import Bodies, Places
from psiphi.recursion.bodies.joint_groups import JointGroup
from psiphi.recursion.bodies.joint_maps import JointMap
from psiphi.recursion.bodies.poses import pose_of
from psiphi.recursion.flexible.nodes import ModalTransform
from psiphi.recursion.frames.transforms import Transform
from psiphi.recursion.loops.letters import LoopLetters
from psiphi.recursion.numbers.arithmetic import Number
from psiphi.recursion.numbers.least_squares import LeastSquares
from psiphi.recursion.numbers.small_matrices import units
from psiphi.recursion.numbers.vectors import added, cross_motion, dot, negative, spatial, times


class GroupMotion:
    """A group in the configuration of the bodies `inside` it, as they are without loops.

    Motions are relative to the body that the group hangs on, each in the frame of its own body.
    """

    def __init__(self, group: JointGroup, inside: Bodies) -> None:
        self.group = group
        self._inside = inside
        self._loops = LoopLetters(inside, group.loops)
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

    def _of_loops(self, rates: Sequence[Number]) -> list[Number]:
        """J v."""
        held = self._loops.relative(self.motions(rates), self._ends)
        return self._joined(held, self._loops.geared(self._by_joint(rates)))

    def _with_followers(self, rates: list[Number]) -> list[Number]:
        """Rates with those of mimic joints told by the ones that lead them."""
        for i, leader, ratio in self.group.followers:
            rates[i] = times(ratio, rates[leader])
        return rates

    @cached_property
    def _following(self) -> LeastSquares:
        return LeastSquares([self._measured[i] for i in self.group.dependent], self._inside.arithmetic)

    @cached_property
    def _ends(self) -> Places:
        return self._loops.ends()

    def _by_joint(self, rates: Sequence[Number]) -> Places:
        """Rates of all joints, body by body."""
        found = self._nowhere()
        for k, dofs in self._dofs.items():
            found[k] = tuple(rates[i] for i in dofs) or None
        return found

    def _joined(self, *parts: Places) -> list[Number]:
        """The sum of values of the loops, one after the other."""
        sums = (reduce(added, values) for values in zip(*parts, strict=True))
        return [x for seat, y in zip(self.group.loops, sums, strict=True) for x in y or (0.0,) * seat.size]

    def _nowhere(self) -> Places:
        return [None] * len(self._inside.mechanism)

    # Motions of the bodies

    def motions(self, rates: Sequence[Number]) -> Places:
        """The motion of each body that rates of all joints make; None of bodies elsewhere."""
        found = self._nowhere()
        for k in self.group.bodies:
            own = self._joints[k].expand([rates[i] for i in self._dofs[k]])
            found[k] = added(self._carried(found, k), own)
        return found

    def _carried(self, motions: Places, k: int) -> Any:
        """The motion of the body before k, carried to it."""
        before = self._before(motions, k)
        return None if before is None else self._steps[k].motion_from_parent(before)

    def _before(self, motions: Places, k: int) -> Any:
        parent = self.group.links[k].parent
        return None if parent == self.group.parent else motions[parent]

    # Their rates, while the group moves as the bodies inside do

    @cached_property
    def _moving(self) -> Places:
        return self.motions([x for k in self.group.bodies for x in self._inside.joint_rates(k)])

    def drifts(self, u: Sequence[Number]) -> Places:
        """(dH_k*/dt) u, in the frame of each body."""
        moved, turned, extra = self.motions(self.rates(u)), self._turned(u), self.motions(self.rate_of_S(u))
        found = self._nowhere()
        for k in self.group.bodies:
            passing = cross_motion(spatial(self._moving[k]), spatial(moved[k]))
            less = *map(negative, passing), *[0.0] * self._inside.modes(k)
            found[k] = added(added(turned[k], extra[k]), less)
        return found

    def _turned(self, u: Sequence[Number]) -> Places:
        """What S u moves the bodies by, as it changes while S stays."""
        rates, inside, found = self.rates(u), self._inside, self._nowhere()
        moved = self.motions(rates)
        for k, dofs in self._dofs.items():
            own = inside.rate_of_expansion(k, self._moving[k], [rates[i] for i in dofs])
            found[k] = added(self._carried(found, k), own)
            before = self._before(moved, k), self._before(self._moving, k)
            if before[1] is not None:
                found[k] = added(found[k], inside.shift_rate(k, *before, inward=False))
        return found

    def rate_of_S(self, u: Sequence[Number]) -> list[Number]:
        """(dS/dt) u, from J (dS/dt) u = −(dJ/dt) S u."""
        rates, loops = self.rates(u), self._loops
        held = loops.relative(self._turned(u), self._ends)
        moving = loops.motions(self._ends, self._moving)
        holding = loops.relative(self.motions(rates), self._ends, moving)
        return self.undoing(self._joined(held, holding, loops.geared(self._by_joint(rates), rate=True)))

    def undoing(self, measured: Sequence[Number]) -> list[Number]:
        """The rates of all joints, the independent ones at rest, that undo what the loops measure."""
        found: list[Number] = [0.0] * self.size
        followed = self._following.solve([negative(x) for x in measured])
        for dof, value in zip(self.group.dependent, followed, strict=True):
            found[dof] = value
        return self._with_followers(found)
