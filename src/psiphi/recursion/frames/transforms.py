"""The step from a body to its parent: the blocks of E_φ and what they do to vectors and inertias.

A transform is the pose of a child frame in its parent frame, taken apart into what is cheap to apply:

    E = shift(lever) · turn · turn ⋯ turn · shift(slide along z)

`lever` is in the parent's axes, `turns` go from parent to child, `slide` is along the child's z axis. A joint
about z has most of its constants zero in this form. As 6×6 matrices, with R the product of the turns and
l = lever + slide · R e_z, E = [[R, l̃R], [0, R]] is the block (parent, child) of E_φ.
"""

from __future__ import annotations

from typing import TypeVar

from psiphi.frozen import frozen
from psiphi.locks import cached_property
from psiphi.recursion.bodies.coriolis import CoriolisInertia
from psiphi.recursion.frames.turns import Turn
from psiphi.recursion.inertias.inertias import RigidInertia, SymmetricBlocks
from psiphi.recursion.numbers.arithmetic import Number
from psiphi.recursion.numbers.vectors import (
    IDENTITY,
    ZERO,
    Matrix,
    Spatial,
    Vector,
    add,
    cross,
    is_zero,
    minus,
    negate,
    negative,
    plus,
    subtract,
    times,
    transpose,
)

_Inertia = TypeVar("_Inertia", RigidInertia, SymmetricBlocks, CoriolisInertia)


@frozen
class Transform:
    """The pose of a child frame in its parent frame, applied to vectors of either frame."""

    lever: Vector = ZERO
    turns: tuple[Turn, ...] = ()
    slide: Number = 0.0

    # Rotations

    def rotate_to_parent(self, v: Vector) -> Vector:
        """R v: child components to parent components."""
        for turn in reversed(self.turns):
            v = turn.rotate(v)
        return v

    def rotate_from_parent(self, v: Vector) -> Vector:
        """Rᵀ v: parent components to child components."""
        for turn in self.turns:
            v = turn.inverse.rotate(v)
        return v

    @cached_property
    def rotation(self) -> Matrix:
        """R as a matrix."""
        x, y, z = (self.rotate_to_parent(axis) for axis in IDENTITY)
        return transpose((x, y, z))

    @cached_property
    def position(self) -> Vector:
        """The child's origin in parent axes, l = lever + slide · R e_z."""
        return add(self.lever, self.rotate_to_parent((0.0, 0.0, self.slide)))

    def point_from_parent(self, x: Vector) -> Vector:
        """Where the child sees a point of the parent, Rᵀ (x − l)."""
        a, b, c = self.rotate_from_parent(subtract(x, self.lever))
        return a, b, minus(c, self.slide)

    # Spatial vectors

    def force_to_parent(self, x: Spatial) -> Spatial:
        """E x: [R n + l × R f; R f] of a force [n; f]."""
        f = x[3:]
        n = self.rotate_to_parent(_along_z_cross(self.slide, f, x[:3]))
        f = self.rotate_to_parent(f)
        return *add(n, cross(self.lever, f)), *f

    def force_from_parent(self, x: Spatial) -> Spatial:
        """E⁻¹ x: [Rᵀ (n − l × f); Rᵀ f] of a force [n; f]."""
        n = self.rotate_from_parent(subtract(x[:3], cross(self.lever, x[3:])))
        f = self.rotate_from_parent(x[3:])
        return *_along_z_cross(negative(self.slide), f, n), *f

    def motion_from_parent(self, x: Spatial) -> Spatial:
        """E* x: [Rᵀ ω; Rᵀ (v + ω × l)] of a motion [ω; v]."""
        w = self.rotate_from_parent(x[:3])
        v = self.rotate_from_parent(add(x[3:], cross(x[:3], self.lever)))
        return *w, *_along_z_cross(negative(self.slide), w, v)

    def motion_to_parent(self, x: Spatial) -> Spatial:
        """E⁻* x: [R ω; R v − R ω × l] of a motion [ω; v]."""
        w = self.rotate_to_parent(x[:3])
        v = self.rotate_to_parent(_along_z_cross(self.slide, x[:3], x[3:]))
        return *w, *add(v, cross(self.lever, w))

    # Symmetric operators

    def inertia_to_parent(self, inertia: _Inertia) -> _Inertia:
        """E X E* of an inertia of any kind: as the parent sees it."""
        inertia = inertia.shifted((0.0, 0.0, self.slide))
        for turn in reversed(self.turns):
            inertia = inertia.turned(turn)
        return inertia.shifted(self.lever)

    def inertia_from_parent(self, inertia: _Inertia) -> _Inertia:
        """E⁻¹ X E⁻* of an inertia of any kind: as the child sees it."""
        inertia = inertia.shifted(negate(self.lever))
        for turn in self.turns:
            inertia = inertia.turned(turn.inverse)
        return inertia.shifted((0.0, 0.0, negative(self.slide)))

    def symmetric_from_parent(self, blocks: SymmetricBlocks) -> SymmetricBlocks:
        """E* X E of a symmetric 6×6 that takes forces to motions, such as Ω.

        With the halves exchanged E* is a shift too, by −l.
        """
        return self.inertia_from_parent(blocks.dual()).dual()


def _along_z_cross(length: Number, v: Vector, onto: Vector) -> Vector:
    """onto + (0, 0, length) × v."""
    if is_zero(length):
        return onto
    return minus(onto[0], times(length, v[1])), plus(onto[1], times(length, v[0])), onto[2]
