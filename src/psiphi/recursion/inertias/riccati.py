"""One step of the Riccati recursion: from P(k) to D(k), G(k) and what P(k) adds to that of the parent.

Where H picks coordinates, H P⁺ = Y G*: without measurement noise Y, G is the identity on those coordinates
and P⁺ = (I − G H) P vanishes there, so only the complement is computed.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from typing import Any

from psiphi.frozen import frozen
from psiphi.locks import cached_property
from psiphi.recursion.bodies.joint_maps import JointMap
from psiphi.recursion.frames.transforms import Transform
from psiphi.recursion.inertias.inertias import RigidInertia, SymmetricBlocks
from psiphi.recursion.numbers.arithmetic import Arithmetic, Number
from psiphi.recursion.numbers.small_matrices import Factors, Rows, add_rows, multiply
from psiphi.recursion.numbers.vectors import Spatial, dot, minus, plus, spatial, times, total

_AXES = range(6)


class RiccatiStep(ABC):
    """P, D = H P H* + Y and G = P H* D⁻¹ at one body, however they are represented.

    `factors` are those of D, and the rows of G are 6 by the number of degrees of freedom.
    """

    P: Any
    D: Any
    G: Any
    factors: Factors

    @abstractmethod
    def sent(self, transform: Transform, correlation: Sequence[Spatial] | None = None) -> Any:
        """What the parent feels of the body through the joint, to be added up there: E_φ P E_φ* − K D K*.

        This is E_φ P⁺ E_φ*; with correlation, of which the columns of S(k) are given, less what follows from
        K = E_φ G + S D⁻¹.
        """

    def apply_D(self, x: Sequence[Number]) -> tuple[Number, ...]:
        return multiply(self.D, x)

    def solve_D(self, x: Sequence[Number]) -> tuple[Number, ...]:
        return self.factors.solve(x)

    def apply_G(self, x: Sequence[Number]) -> tuple[Number, ...]:
        return multiply(self.G, x)

    def apply_G_adjoint(self, x: Sequence[Number]) -> tuple[Number, ...]:
        return tuple(dot(column, x) for column in zip(*self.G, strict=True))


@frozen
class RiccatiBlock(RiccatiStep):
    """The step with P as a symmetric 6×6.

    `PH` has the columns of P H*, `selection` are the coordinates that H picks (None for a general H), `noise`
    is Y (None for zero).
    """

    P: SymmetricBlocks | RigidInertia
    D: Rows
    factors: Factors
    PH: tuple[Spatial, ...]
    selection: tuple[int, ...] | None
    noise: Rows | None

    @cached_property
    def G(self) -> tuple[tuple[Number, ...], ...]:
        picked = self.selection if self.noise is None and self.selection is not None else ()
        return tuple(
            tuple(1.0 if i == axis else 0.0 for axis in picked)
            if i in picked
            else self.factors.solve([column[i] for column in self.PH])
            for i in _AXES
        )

    @cached_property
    def after_joint(self) -> SymmetricBlocks:
        """P⁺ = P − G H P."""
        entries: list[list[Number]] = [[0.0] * 6 for _ in _AXES]
        for i in _AXES:
            for j in range(i + 1):
                entries[i][j] = entries[j][i] = self._after_joint_entry(i, j)
        return SymmetricBlocks.of(entries)

    def _after_joint_entry(self, i: int, j: int) -> Number:
        for along, across in ((i, j), (j, i)):
            if self.selection is not None and along in self.selection:
                if self.noise is None:
                    return 0.0
                return dot(self.noise[self.selection.index(along)], self.G[across])
        return minus(self.P.entry(i, j), dot(self.G[i], [column[j] for column in self.PH]))

    def sent(self, transform: Transform, correlation: Sequence[Spatial] | None = None) -> SymmetricBlocks:
        plain = transform.inertia_to_parent(self.after_joint)
        return plain if correlation is None else self._less_correlated(plain, transform, correlation)

    def _less_correlated(
        self, plain: SymmetricBlocks, transform: Transform, S: Sequence[Spatial]
    ) -> SymmetricBlocks:
        """plain − F S* − S F* with F = E_φ G + ½ S D⁻¹."""
        halves = [[times(0.5, y) for y in self.solve_D([column[i] for column in S])] for i in _AXES]
        gains = [transform.force_to_parent(column) for column in zip(*self.G, strict=True)]
        F = [[plus(gain[i], half) for gain, half in zip(gains, halves[i], strict=True)] for i in _AXES]
        rows = [[column[i] for column in S] for i in _AXES]
        entries: list[list[Number]] = [
            [minus(plain.entry(i, j), plus(dot(F[i], rows[j]), dot(rows[i], F[j]))) for j in _AXES]
            for i in _AXES
        ]
        return SymmetricBlocks.of(entries)


def riccati_block(
    P: SymmetricBlocks | RigidInertia,
    joint: JointMap,
    noise: Rows | None,
    arithmetic: Arithmetic,
    *,
    guarded: bool = False,
) -> RiccatiBlock:
    """The step at a body whose P is known; `noise` is Y(k), None for zero.

    `guarded` makes NaN of what is divided by a D that is nothing beside P.
    """
    picked = joint.selection
    if picked is not None:
        columns = tuple(spatial(P.entry(i, axis) for i in _AXES) for axis in picked)
        seen = [[column[axis] for column in columns] for axis in picked]
    else:
        columns = tuple(P.apply(row) for row in joint.rows)
        seen = [list(joint.project(column)) for column in columns]
    if noise is not None:
        seen = add_rows(seen, noise)
    sizes = [total(P.entry(i, i) for i in _AXES)] * len(seen) if guarded else None
    factors = Factors.of(seen, arithmetic, guarded=guarded, sizes=sizes)
    return RiccatiBlock(P, seen, factors, columns, picked, noise)
