"""Symmetric operators of a flexible body: the 6×6 of rigid ones, with columns and a block for its modes.

    [ X   Γ ]      X       RigidInertia or SymmetricBlocks
    [ Γ*  F ]      Γ, F    6×n and n×n

What a body sends to its parent is X alone, so that this is all that grows with the modes.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from psiphi.frozen import frozen
from psiphi.recursion.inertias.inertias import RigidInertia, SymmetricBlocks
from psiphi.recursion.numbers.arithmetic import Number
from psiphi.recursion.numbers.small_matrices import Rows, add_rows
from psiphi.recursion.numbers.vectors import Spatial, add_spatial, dot, plus, spatial, times


@frozen
class ModalInertia:
    """`spatial` X, the `columns` of Γ, and `modal` F."""

    spatial: RigidInertia | SymmetricBlocks
    columns: tuple[Spatial, ...]
    modal: Rows

    @staticmethod
    def of(entries: Sequence[Sequence[Number]]) -> ModalInertia:
        """The parts of a symmetric matrix, read from its lower triangle."""
        rest = range(6, len(entries))
        modal = [[entries[max(i, j)][min(i, j)] for j in rest] for i in rest]
        return ModalInertia(
            SymmetricBlocks.of([row[:6] for row in entries[:6]]), tuple(map(spatial, entries[6:])), modal
        )

    @property
    def size(self) -> int:
        return 6 + len(self.columns)

    def __add__(self, other: ModalInertia) -> ModalInertia:
        spatial: Any = self.spatial, other.spatial
        if isinstance(self.spatial, RigidInertia) and isinstance(other.spatial, SymmetricBlocks):
            spatial = other.spatial, self.spatial
        return ModalInertia(
            spatial[0] + spatial[1],
            tuple(map(add_spatial, self.columns, other.columns)),
            add_rows(self.modal, other.modal),
        )

    def entry(self, i: int, j: int) -> Number:
        """The element (i, j)."""
        if i < 6:
            return self.spatial.entry(i, j) if j < 6 else self.columns[j - 6][i]
        return self.columns[i - 6][j] if j < 6 else self.modal[i - 6][j - 6]

    def apply(self, x: Sequence[Number]) -> tuple[Number, ...]:
        """[X x₁ + Γ x₂; Γ* x₁ + F x₂]."""
        moving, bending = spatial(x[:6]), x[6:]
        y = self.spatial.apply(moving)
        for column, rate in zip(self.columns, bending, strict=True):
            y = add_spatial(y, scaled(rate, column))
        modal = [
            plus(dot(column, moving), dot(row, bending))
            for column, row in zip(self.columns, self.modal, strict=True)
        ]
        return *y, *modal


def scaled(factor: Number, x: Spatial) -> Spatial:
    """factor · x."""
    return spatial([times(factor, y) for y in x])
