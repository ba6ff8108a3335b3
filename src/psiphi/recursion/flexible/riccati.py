"""One step of the Riccati recursion at a flexible body.

Its modes are eliminated before the joint: where they are orthonormal and nothing sits on the body, that is
for nothing. P⁺ has no rows of modes that the parent could feel, so only its 6×6 is computed.
"""

from __future__ import annotations

from collections.abc import Sequence

from psiphi.frozen import frozen
from psiphi.locks import cached_property
from psiphi.recursion.bodies.joint_maps import JointMap
from psiphi.recursion.flexible.inertia import ModalInertia
from psiphi.recursion.inertias.riccati import RiccatiBlock
from psiphi.recursion.numbers.arithmetic import Arithmetic, Number
from psiphi.recursion.numbers.small_matrices import Factors, Rows, add_rows, units
from psiphi.recursion.numbers.vectors import dot, minus, plus, times, total


@frozen
class ModesFirst(Factors):
    """The factors of a matrix with its first `joint` rows put last."""

    joint: int = 0

    @staticmethod
    def of_joint(
        matrix: Rows, joint: int, arithmetic: Arithmetic, *, guarded: bool, sizes: Sequence[Number]
    ) -> ModesFirst:
        """The factors of a matrix whose first rows are those of the joint."""
        order = [*range(joint, len(matrix)), *range(joint)]
        moved = [[matrix[i][j] for j in order] for i in order]
        found = Factors.of(moved, arithmetic, guarded=guarded, sizes=sizes or None)
        return ModesFirst(found.lower, found.diagonal, found.reciprocals, joint)

    def whiten(self, x: Sequence[Number]) -> tuple[Number, ...]:
        return super().whiten([*x[self.joint :], *x[: self.joint]])

    def back(self, x: Sequence[Number]) -> tuple[Number, ...]:
        y = super().back(x)
        modes = len(y) - self.joint
        return *y[modes:], *y[:modes]

    def inverse(self) -> list[list[Number]]:
        return [list(self.solve(unit)) for unit in units(len(self.diagonal))]


@frozen
class ModalRiccatiBlock(RiccatiBlock):
    """The step with P of 6 + n rows; `PH` has columns of as many.

    P⁺ is P − PH* L⁻* d⁻¹ L⁻¹ HP, and G = PH*D⁻¹ meets vectors in this form: to write G out takes more.
    """

    @cached_property
    def _picked(self) -> dict[int, int]:
        """The rows in which G is the identity, each with its column."""
        if self.noise is not None or self.selection is None:
            return {}
        return {axis: place for place, axis in enumerate(self.selection)}

    def apply_G(self, x: Sequence[Number]) -> tuple[Number, ...]:
        solved = self.solve_D(x)
        return tuple(
            x[self._picked[i]] if i in self._picked else dot([column[i] for column in self.PH], solved)
            for i in range(len(self.PH[0]))
        )

    def apply_G_adjoint(self, x: Sequence[Number]) -> tuple[Number, ...]:
        if not self._picked:
            return self.solve_D([dot(column, x) for column in self.PH])
        rest = [i for i in range(6) if i not in self._picked]
        felt = [x[i] for i in rest]
        across = [[self._whitened[i][1][j] for i in rest] for j in range(len(self.PH))]
        found = self.factors.back([dot(row, felt) for row in across])
        return tuple(plus(y, x[axis]) for y, axis in zip(found, self.selection or (), strict=True))

    @cached_property
    def _whitened(self) -> list[tuple[tuple[Number, ...], tuple[Number, ...]]]:
        """The first six columns of L⁻¹ HP, and of d⁻¹ L⁻¹ HP."""
        found: list[tuple[tuple[Number, ...], tuple[Number, ...]]] = []
        for i in range(6):
            y = self.factors.whiten([column[i] for column in self.PH])
            found.append((y, tuple(times(a, r) for a, r in zip(y, self.factors.reciprocals, strict=True))))
        return found

    def _after_joint_entry(self, i: int, j: int) -> Number:
        if i in self._picked or j in self._picked:
            return 0.0
        return minus(self.P.entry(i, j), dot(self._whitened[i][1], self._whitened[j][0]))

    @cached_property
    def G(self) -> tuple[tuple[Number, ...], ...]:
        return tuple(
            tuple(1.0 if i == axis else 0.0 for axis in self._picked)
            if i in self._picked
            else self.factors.solve([column[i] for column in self.PH])
            for i in range(len(self.PH[0]))
        )


def modal_riccati_block(
    P: ModalInertia, joint: JointMap, noise: Rows | None, arithmetic: Arithmetic, *, guarded: bool = False
) -> ModalRiccatiBlock:
    """The step at a flexible body whose P is known; as `riccati_block`."""
    picked = joint.selection
    if picked is not None:
        columns = [tuple(P.entry(i, axis) for i in range(P.size)) for axis in picked]
    else:
        columns = [P.apply(row) for row in joint.rows]
    seen: list[list[Number]] = [list(joint.project(column)) for column in columns]
    if noise is not None:
        seen = add_rows(seen, noise)
    modes = P.size - 6
    sizes: list[Number] = []
    if guarded:
        size = total(P.entry(i, i) for i in range(6))
        sizes = [*(P.entry(i, i) for i in range(6, P.size)), *[size] * (len(seen) - modes)]
    factors = ModesFirst.of_joint(seen, len(seen) - modes, arithmetic, guarded=guarded, sizes=sizes)
    return ModalRiccatiBlock(P, seen, factors, tuple(columns), picked, noise)  # pyright: ignore[reportArgumentType]
