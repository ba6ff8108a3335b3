"""One step of the Riccati recursion: from P(k) to D(k), G(k) and what P(k) adds to that of the parent.

With the factors D = L d L*, and W = L⁻¹ H P,

    G* = L⁻* d⁻¹ W        P⁺ = (I − G H) P = P − W* d⁻¹ W

Where H picks coordinates, H P⁺ = Y G*: without measurement noise Y, G is the identity on those coordinates
and P⁺ vanishes there, so only the complement is computed.

The modes of a flexible body are eliminated before its joint: where they are orthonormal and nothing sits on
the body, that is for nothing. The parent feels no rows of modes, so only the 6×6 of P⁺ is computed.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from typing import Any

from psiphi.frozen import frozen
from psiphi.locks import cached_property
from psiphi.recursion.bodies.joint_maps import JointMap
from psiphi.recursion.flexible.inertia import ModalBlocks
from psiphi.recursion.frames.transforms import Transform
from psiphi.recursion.inertias.inertias import RigidInertia, SymmetricBlocks
from psiphi.recursion.numbers.arithmetic import Arithmetic, Number
from psiphi.recursion.numbers.small_matrices import Factors, Rows, add_rows, multiply, units
from psiphi.recursion.numbers.vectors import Spatial, dot, is_zero_vector, minus, plus, times, total

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
    """The step with P as a symmetric matrix: 6×6, and more with rows for modes.

    `PH` has the columns of P H*, `selection` are the coordinates that H picks (None for a general H), `noise`
    is Y (None for zero).
    """

    P: SymmetricBlocks | RigidInertia | ModalBlocks
    D: Rows
    factors: Factors
    PH: tuple[Sequence[Number], ...]
    selection: tuple[int, ...] | None
    noise: Rows | None

    @cached_property
    def _exact(self) -> dict[int, int]:
        """The rows in which G is the identity, each with its column."""
        picked = enumerate(self.selection or ())
        return {axis: j for j, axis in picked if self.noise is None or is_zero_vector(self.noise[j])}

    @cached_property
    def _white(self) -> dict[int, tuple[Number, ...]]:
        """The other columns of W."""
        rest = (i for i in range(self.P.size) if i not in self._exact)
        return {i: self.factors.whiten([column[i] for column in self.PH]) for i in rest}

    @cached_property
    def _weighted(self) -> dict[int, tuple[Number, ...]]:
        """Those of d⁻¹ W."""
        return {i: tuple(map(times, column, self.factors.reciprocals)) for i, column in self._white.items()}

    @cached_property
    def G(self) -> tuple[tuple[Number, ...], ...]:
        """All of it, which takes more operations than the products with it where there are modes."""
        unit = units(len(self.PH))
        return tuple(
            tuple(unit[self._exact[i]]) if i in self._exact else self.factors.back(self._weighted[i])
            for i in range(self.P.size)
        )

    def apply_G(self, x: Sequence[Number]) -> tuple[Number, ...]:
        if self.P.size == 6:
            return super().apply_G(x)
        solved, exact = self.solve_D(x), self._exact
        return tuple(
            x[exact[i]] if i in exact else dot([column[i] for column in self.PH], solved)
            for i in range(self.P.size)
        )

    def apply_G_adjoint(self, x: Sequence[Number]) -> tuple[Number, ...]:
        if self.P.size == 6:
            return super().apply_G_adjoint(x)
        felt = [x[i] for i in self._weighted]
        rows = ([column[j] for column in self._weighted.values()] for j in range(len(self.PH)))
        found = list(self.factors.back([dot(row, felt) for row in rows]))
        for axis, j in self._exact.items():
            found[j] = plus(found[j], x[axis])
        return tuple(found)

    @cached_property
    def after_joint(self) -> SymmetricBlocks:
        """P⁺, its 6×6."""
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
        return minus(self.P.entry(i, j), dot(self._weighted[i], self._white[j]))

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
    P: SymmetricBlocks | RigidInertia | ModalBlocks,
    joint: JointMap,
    noise: Rows | None,
    arithmetic: Arithmetic,
    *,
    guarded: bool = False,
) -> RiccatiBlock:
    """The step at a body whose P is known; `noise` is Y(k), None for zero.

    `guarded` makes NaN of what is divided by a D that is nothing beside P.
    """
    picked, size = joint.selection, P.size
    if picked is not None:
        columns: list[Any] = [tuple(P.entry(i, axis) for i in range(size)) for axis in picked]
    else:
        columns = [P.apply(row) for row in joint.rows]
    seen: list[list[Number]] = [list(joint.project(column)) for column in columns]
    if noise is not None:
        seen = add_rows(seen, noise)
    own = len(seen) - (size - 6)  # what the joint itself adds, before the modes
    sizes: list[Number] | None = None
    if guarded:
        sizes = [*[total(P.entry(i, i) for i in _AXES)] * own, *(P.entry(i, i) for i in range(6, size))]
    factors = Factors.of(seen, arithmetic, guarded=guarded, sizes=sizes, last=own if size > 6 else 0)
    return RiccatiBlock(P, seen, factors, tuple(columns), picked, noise)
