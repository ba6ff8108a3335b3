"""Operators at a flexible body: the 6×6 of rigid ones, with rows, columns and a block for its modes.

    [ X   Γ ]      X          RigidInertia, SymmetricBlocks or CoriolisInertia
    [ Λ   F ]      Γ, Λ, F    6×n, n×6 and n×n, where Λ = Γ* of symmetric ones

What a body sends to its parent is X alone, so that this is all that grows with the modes.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from psiphi.frozen import frozen
from psiphi.recursion.inertias.inertias import RigidInertia, SymmetricBlocks
from psiphi.recursion.numbers.arithmetic import Number
from psiphi.recursion.numbers.small_matrices import Rows, add_rows, transposed
from psiphi.recursion.numbers.vectors import Spatial, add_spatial, combined, dot, plus, spatial


@frozen
class ModalBlocks:
    """`spatial` X, the `columns` of Γ, `modal` F, and the `rows` of Λ."""

    spatial: Any
    columns: tuple[Spatial, ...]
    modal: Rows
    rows: tuple[Spatial, ...]

    @staticmethod
    def of(entries: Sequence[Sequence[Number]]) -> ModalBlocks:
        """The parts of a symmetric matrix, read from its lower triangle."""
        rest = range(6, len(entries))
        modal = [[entries[max(i, j)][min(i, j)] for j in rest] for i in rest]
        columns = tuple(map(spatial, entries[6:]))
        return ModalBlocks(SymmetricBlocks.of(entries[:6]), columns, modal, columns)

    @property
    def size(self) -> int:
        return 6 + len(self.columns)

    def __add__(self, other: ModalBlocks) -> ModalBlocks:
        one, two = self.spatial, other.spatial
        return ModalBlocks(
            two + one if isinstance(one, RigidInertia) else one + two,
            tuple(map(add_spatial, self.columns, other.columns)),
            add_rows(self.modal, other.modal),
            tuple(map(add_spatial, self.rows, other.rows)),
        )

    def entry(self, i: int, j: int) -> Number:
        """The element (i, j)."""
        if i < 6:
            return self.spatial.entry(i, j) if j < 6 else self.columns[j - 6][i]
        return self.rows[i - 6][j] if j < 6 else self.modal[i - 6][j - 6]

    def apply(self, x: Sequence[Number]) -> tuple[Number, ...]:
        """[X x₁ + Γ x₂; Λ x₁ + F x₂]."""
        return _product(self.spatial.apply(spatial(x)), self.columns, self.rows, self.modal, x)

    def apply_adjoint(self, x: Sequence[Number]) -> tuple[Number, ...]:
        """[X* x₁ + Λ* x₂; Γ* x₁ + F* x₂]."""
        flipped = transposed(self.modal)
        return _product(self.spatial.apply_adjoint(spatial(x)), self.rows, self.columns, flipped, x)


def _product(
    y: Spatial, columns: Sequence[Spatial], rows: Sequence[Spatial], modal: Rows, x: Sequence[Number]
) -> tuple[Number, ...]:
    moving, bending = spatial(x), x[6:]
    below = zip(rows, modal, strict=True)
    modal_part = (plus(dot(row, moving), dot(more, bending)) for row, more in below)
    return *add_spatial(y, combined(bending, columns)), *modal_part
