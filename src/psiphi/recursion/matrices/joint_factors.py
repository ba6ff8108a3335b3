"""𝓜 = L* d L in numbers, over the tree of degrees of freedom (algebra/rewriting/joint_factors.py)."""

from __future__ import annotations

from psiphi.recursion.bodies.mechanism import Mechanism
from psiphi.recursion.numbers.arithmetic import Arithmetic, Number
from psiphi.recursion.numbers.vectors import is_zero, minus, times


class BranchFactors:
    """𝓜 = L* d L in numbers, over the tree of degrees of freedom.

    `guarded` makes NaN of what is divided by a pivot of which rounding leaves nothing, as in `Factors`.
    """

    def __init__(
        self,
        mechanism: Mechanism,
        matrix: list[list[Number]],
        arithmetic: Arithmetic,
        *,
        guarded: bool = False,
    ) -> None:
        self.order, self._above = _coordinate_tree(mechanism)
        self.lower: dict[tuple[int, int], Number] = {}
        self.reciprocals: dict[int, Number] = {}
        A = {(i, j): matrix[i][j] for i in self.order for j in (i, *self._above[i])}
        for k in reversed(self.order):
            pivot = arithmetic.significant(A[k, k], matrix[k][k]) if guarded else A[k, k]
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
        x = list(x)
        for k in self.order:
            for j in self._above[k]:
                x[k] = minus(x[k], times(self.lower[k, j], x[j]))
        return x

    def scale(self, x: list[Number]) -> list[Number]:
        """δ x."""
        return [times(self.reciprocals[i], y) for i, y in enumerate(x)]


def _coordinate_tree(mechanism: Mechanism) -> tuple[list[int], dict[int, list[int]]]:
    """The coordinates base first, and for each those above it, nearest first."""
    order: list[int] = []
    above: dict[int, list[int]] = {}
    path: list[list[int]] = []
    for link in mechanism.links:
        inherited = path[link.parent] if link.parent >= 0 else []
        for i in link.v:
            above[i] = inherited
            inherited = [i, *inherited]
            order.append(i)
        path.append(inherited)
    return order, above
