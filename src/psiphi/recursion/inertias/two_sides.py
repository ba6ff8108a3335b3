"""The two sides of the joints of a free-flying robot [RJ 2.4, 6].

A joint parts the robot in two: what it carries, with the inertia r_f, and all the rest, with r_b. Seen from a
body, the rest is its parent, what hangs on its siblings, and what is behind its parent.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from psiphi.recursion.bodies.bodies import Bodies, Places
from psiphi.recursion.inertias.inertias import RigidInertia
from psiphi.recursion.inertias.whole_robot import InverseOfWhole
from psiphi.recursion.numbers.vectors import Spatial
from psiphi.recursion.sweeps.values import together


class TwoSides:
    """What is beside and behind each body; sums over siblings are made once for all of them."""

    def __init__(self, bodies: Bodies) -> None:
        self.bodies = bodies
        self._others: dict[tuple[int, int], tuple[Places, Places]] = {}

    def behind(
        self, composites: Places, k: int, behind_parent: RigidInertia | None = None
    ) -> RigidInertia | None:
        """r_b(k) = φ (r_b(p) + M(p) + Σ φ r_f(s) φ*) φ* over siblings s; M_b(k) without what is behind p."""
        link = self.bodies.mechanism.links[k]
        if link.parent < 0:
            return None
        inertia = self.bodies.inertia(link.parent)
        beside = self._beside(
            composites, k, lambda s: self.bodies.transform(s).inertia_to_parent(composites[s])
        )
        inertia = together(together(inertia, beside), behind_parent)
        return self.bodies.transform(k).inertia_from_parent(inertia)

    def by_way_of_parent(self, forces: Places, inverses: Places, k: int) -> Spatial | None:
        """Q_x x at body k: the motion of the whole robot under the forces on the siblings of k."""
        parent = self.bodies.mechanism.links[k].parent
        if parent < 0:
            return None
        force = self._beside(forces, k, lambda s: self.bodies.transform(s).force_to_parent(forces[s]))
        if force is None:
            return None
        return self.bodies.transform(k).motion_from_parent(inverses[parent].apply(force))

    def inverse_of_whole(
        self, composite: RigidInertia, of_parent: InverseOfWhole | None, k: int
    ) -> InverseOfWhole:
        """Q(k): inverted at the root, the same seen from elsewhere at all others."""
        if of_parent is None:
            return InverseOfWhole.of(composite, self.bodies.arithmetic)
        return of_parent.from_parent(self.bodies.transform(k))

    def _beside(self, values: Places, k: int, carried: Callable[[int], Any]) -> Any:
        """What the siblings of body k hold, carried to their parent and added up there."""
        links = self.bodies.mechanism.links
        siblings = links[links[k].parent].children
        key = (id(values), links[k].parent)
        if key not in self._others:  # the values are kept with their sums, so that no id is used twice
            shares = [None if values[s] is None else carried(s) for s in siblings]
            self._others[key] = values, sums_of_others(shares)
        return self._others[key][1][siblings.index(k)]


def sums_of_others(values: Places) -> Places:
    """For each value the sum of all the others; no sum is made by taking one away from all."""
    before: Places = []
    total: Any = None
    for value in values:
        before.append(total)
        total = together(total, value)
    sums: Places = []
    total = None
    for value, earlier in zip(reversed(values), reversed(before), strict=True):
        sums.append(together(earlier, total))
        total = together(value, total)
    return sums[::-1]
