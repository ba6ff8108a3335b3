"""𝓜 = L* d L in numbers, over the tree of degrees of freedom (algebra/rewriting/joint_factors.py)."""

from __future__ import annotations

from psiphi.locks import cached_property
from psiphi.recursion.bodies.mechanism import Mechanism
from psiphi.recursion.numbers.arithmetic import Arithmetic, Number
from psiphi.recursion.numbers.small_matrices import tested_pivot
from psiphi.recursion.numbers.vectors import is_zero, minus, times


class BranchFactors:
    """𝓜 = L* d L in numbers, over the tree of degrees of freedom.

    `guarded` makes NaN of what is divided by a pivot of which rounding leaves nothing, as in `Factors`. With
    `limbs_apart` W* takes no more steps for a limb on which nothing acts than there are coordinates above it:
    worth it for many vectors with zeros.
    """

    def __init__(
        self,
        mechanism: Mechanism,
        matrix: list[list[Number]],
        arithmetic: Arithmetic,
        *,
        guarded: bool = False,
        limbs_apart: bool = False,
    ) -> None:
        self.order, self._above, self._own = _coordinate_tree(mechanism)
        self.limbs_apart = limbs_apart
        self.lower: dict[tuple[int, int], Number] = {}
        self.reciprocals: dict[int, Number] = {}
        A = {(i, j): matrix[i][j] for i in self.order for j in (i, *self._above[i])}
        for k in reversed(self.order):
            pivot = tested_pivot(A[k, k], matrix[k][k], arithmetic) if guarded else A[k, k]
            self.reciprocals[k] = arithmetic.reciprocal(pivot)
            above = self._above[k]
            for place, i in enumerate(above):
                factor = times(A[k, i], self.reciprocals[k])
                self.lower[k, i] = factor
                for j in above[place:]:
                    A[i, j] = minus(A[i, j], times(factor, A[k, j]))

    def whiten(self, x: list[Number]) -> list[Number]:
        """W x = L⁻* x, tips first."""
        x = list(x)
        for k in reversed(self.order):
            if not is_zero(x[k]):
                for j in self._above[k]:
                    x[j] = minus(x[j], times(self.lower[k, j], x[k]))
        return x

    def whiten_adjoint(self, x: list[Number]) -> list[Number]:
        """W* x = L⁻¹ x, base first."""
        if self.limbs_apart:
            return self._limb_by_limb(x)
        x = list(x)
        for k in self.order:
            for j in self._above[k]:
                x[k] = minus(x[k], times(self.lower[k, j], x[j]))
        return x

    def _limb_by_limb(self, x: list[Number]) -> list[Number]:
        """L⁻¹ x from z = L_ll⁻¹ x_l within each limb l, as z − (L_ll⁻¹ L_la) x_a for what is above it."""
        within, found = list(x), list(x)
        for k in self.order:
            near, far = self._above[k][: self._own[k]], self._above[k][self._own[k] :]
            for i in near:
                within[k] = minus(within[k], times(self.lower[k, i], within[i]))
            found[k] = within[k]
            for j in far:
                found[k] = minus(found[k], times(self._carried[k, j], found[j]))
        return found

    @cached_property
    def _carried(self) -> dict[tuple[int, int], Number]:
        """L_ll⁻¹ L_la of all limbs."""
        found: dict[tuple[int, int], Number] = {}
        for k in self.order:
            near, far = self._above[k][: self._own[k]], self._above[k][self._own[k] :]
            for j in far:
                found[k, j] = self.lower[k, j]
                for i in near:
                    found[k, j] = minus(found[k, j], times(self.lower[k, i], found[i, j]))
        return found

    def scale(self, x: list[Number]) -> list[Number]:
        """δ x."""
        return [times(self.reciprocals[i], y) for i, y in enumerate(x)]


def _coordinate_tree(mechanism: Mechanism) -> tuple[list[int], dict[int, list[int]], dict[int, int]]:
    """The coordinates base first, for each those above it, nearest first, and how many are of its own limb.

    A limb ends where bodies have several others on them.
    """
    order: list[int] = []
    above: dict[int, list[int]] = {}
    own: dict[int, int] = {}
    path: list[list[int]] = []
    of_limb: list[int] = []
    for link in mechanism.links:
        inherited = path[link.parent] if link.parent >= 0 else []
        goes_on = link.parent >= 0 and len(mechanism.links[link.parent].children) == 1
        count = of_limb[link.parent] if goes_on else 0
        for i in link.v:
            above[i], own[i] = inherited, count
            inherited = [i, *inherited]
            count += 1
            order.append(i)
        path.append(inherited)
        of_limb.append(count)
    return order, above, own
