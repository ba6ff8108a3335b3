"""Inertias at one body: rigid ones with ten parameters, and symmetric 6×6 ones in 3×3 blocks.

Both can be turned (R·Rᵀ) and shifted to another origin, so both can be carried from child to parent.

    RigidInertia     M, r: mass m, first moment h = m c, second moments S = Σ m x xᵀ about the origin
    SymmetricBlocks  P, P⁺, Ω: [[A, Cᵀ], [C, L]] with A angular-angular, C linear-angular, L linear-linear
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from psiphi.frozen import frozen
from psiphi.locks import cached_property
from psiphi.recursion.frames.turns import Turn
from psiphi.recursion.numbers.arithmetic import Number
from psiphi.recursion.numbers.vectors import (
    UPPER,
    ZERO,
    ZERO_MATRIX,
    Matrix,
    Spatial,
    Vector,
    add,
    add_matrices,
    add_symmetric,
    apply,
    cross,
    is_zero,
    is_zero_vector,
    minus,
    negate,
    negative,
    plus,
    scale,
    skew,
    symmetric,
    times,
    transpose,
)


@frozen
class RigidInertia:
    """M = [[tr(S) I − S, h̃], [−h̃, m I]]: the inertia of a rigid body, or of many bodies locked together.

    The second moments S = Σ m x xᵀ stand for the rotational inertia tr(S) I − S because they are cheaper to
    turn, to shift and to multiply.
    """

    mass: Number
    moment: Vector
    second: Matrix
    size: ClassVar[int] = 6

    def __add__(self, other: RigidInertia) -> RigidInertia:
        return RigidInertia(
            plus(self.mass, other.mass),
            add(self.moment, other.moment),
            add_symmetric(self.second, other.second),
        )

    @cached_property
    def rotational(self) -> Matrix:
        """The rotational inertia about the origin, tr(S) I − S."""
        (xx, xy, xz), (_, yy, yz), (_, _, zz) = self.second
        return symmetric(plus(yy, zz), negative(xy), negative(xz), plus(xx, zz), negative(yz), plus(xx, yy))

    def scaled(self, factor: float) -> RigidInertia:
        """So many times the inertia."""
        x, y, z = (scale(factor, row) for row in self.second)
        return RigidInertia(times(factor, self.mass), scale(factor, self.moment), (x, y, z))

    def turned(self, turn: Turn) -> RigidInertia:
        """The same inertia in axes in which its vectors v have the components R v."""
        return RigidInertia(self.mass, turn.rotate(self.moment), turn.symmetric(self.second))

    def shifted(self, lever: Vector) -> RigidInertia:
        """The same inertia at another origin, from which the present one is seen at `lever`.

        h' = h + m l and S' = S + h lᵀ + l h'ᵀ.
        """
        if is_zero_vector(lever):
            return self
        moment = add(self.moment, scale(self.mass, lever))
        second = symmetric(*(self._shifted_entry(i, j, lever, moment) for i, j in UPPER))
        return RigidInertia(self.mass, moment, second)

    def _shifted_entry(self, i: int, j: int, lever: Vector, moment: Vector) -> Number:
        if i != j:
            added = plus(times(self.moment[i], lever[j]), times(lever[i], moment[j]))
        elif is_zero(self.mass):
            added = times(plus(lever[i], lever[i]), self.moment[i])
        else:
            added = times(lever[i], plus(self.moment[i], moment[i]))
        return plus(self.second[i][j], added)

    def apply(self, x: Spatial) -> Spatial:
        """M x = [I ω + h × v; m v − h × ω]."""
        w, v = x[:3], x[3:]
        return (
            *add(apply(self.rotational, w), cross(self.moment, v)),
            *add(scale(self.mass, v), cross(w, self.moment)),
        )

    def blocks(self) -> SymmetricBlocks:
        """The same as a symmetric 6×6."""
        m = self.mass
        return SymmetricBlocks(
            self.rotational, skew(negate(self.moment)), ((m, 0.0, 0.0), (0.0, m, 0.0), (0.0, 0.0, m))
        )

    def entry(self, i: int, j: int) -> Number:
        """The element (i, j) of the 6×6."""
        if i < 3 and j < 3:
            return self.rotational[i][j]
        if i >= 3 and j >= 3:
            return self.mass if i == j else 0.0
        return skew(self.moment)[i][j - 3] if i < 3 else skew(self.moment)[j][i - 3]


@frozen
class SymmetricBlocks:
    """A symmetric 6×6 [[A, Cᵀ], [C, L]]: `angular` A, `coupling` C with linear rows, `linear` L."""

    angular: Matrix
    coupling: Matrix
    linear: Matrix
    size: ClassVar[int] = 6

    @staticmethod
    def of(entries: Sequence[Sequence[Number]]) -> SymmetricBlocks:
        """The blocks of a symmetric 6×6, read from its lower triangle."""
        return SymmetricBlocks(
            symmetric(*(entries[j][i] for i, j in UPPER)),
            (_first_three(entries[3]), _first_three(entries[4]), _first_three(entries[5])),
            symmetric(*(entries[3 + j][3 + i] for i, j in UPPER)),
        )

    def __add__(self, other: SymmetricBlocks | RigidInertia) -> SymmetricBlocks:
        if isinstance(other, RigidInertia):
            other = other.blocks()
        return SymmetricBlocks(
            add_symmetric(self.angular, other.angular),
            add_matrices(self.coupling, other.coupling),
            add_symmetric(self.linear, other.linear),
        )

    def entry(self, i: int, j: int) -> Number:
        """The element (i, j) of the 6×6."""
        if i < 3:
            return self.angular[i][j] if j < 3 else self.coupling[j - 3][i]
        return self.coupling[i - 3][j] if j < 3 else self.linear[i - 3][j - 3]

    def column(self, j: int) -> Spatial:
        """The column j of the 6×6, which is also its row."""
        if j < 3:
            return *self.angular[j], self.coupling[0][j], self.coupling[1][j], self.coupling[2][j]
        return *self.coupling[j - 3], *self.linear[j - 3]

    def apply(self, x: Spatial) -> Spatial:
        """[A x₁ + Cᵀ x₂; C x₁ + L x₂]."""
        first, second = x[:3], x[3:]
        return (
            *add(apply(self.angular, first), apply(transpose(self.coupling), second)),
            *add(apply(self.coupling, first), apply(self.linear, second)),
        )

    def dual(self) -> SymmetricBlocks:
        """The same matrix with linear and angular halves exchanged."""
        return SymmetricBlocks(self.linear, transpose(self.coupling), self.angular)

    def turned(self, turn: Turn) -> SymmetricBlocks:
        """diag(R, R) X diag(R, R)ᵀ."""
        return SymmetricBlocks(
            turn.symmetric(self.angular), turn.general(self.coupling), turn.symmetric(self.linear)
        )

    def shifted(self, lever: Vector) -> SymmetricBlocks:
        """φ X φ* with φ = [[I, l̃], [0, I]]; 10 multiplications, 14 additions per non-zero component of l.

        C' = C − L l̃ and A' = A + (l̃C)ᵀ + l̃C'. The diagonal of A' needs only C + C', and an element off the
        diagonal shares the product with the component of l across it.
        """
        if is_zero_vector(lever):
            return self
        C, L, (x, y, z) = self.coupling, self.linear, lever
        D: Matrix = (
            add(C[0], cross(lever, L[0])),
            add(C[1], cross(lever, L[1])),
            add(C[2], cross(lever, L[2])),
        )

        def both(i: int, j: int, factor: Number) -> Number:
            return 0.0 if is_zero(factor) else times(factor, plus(C[i][j], D[i][j]))

        def across(i: int, j: int, factor: Number) -> Number:
            return 0.0 if is_zero(factor) else times(factor, minus(C[i][i], D[j][j]))

        added = (
            minus(both(2, 0, y), both(1, 0, z)),
            plus(across(0, 1, z), minus(times(y, D[2][1]), times(x, C[2][0]))),
            minus(minus(times(x, C[1][0]), times(z, D[1][2])), across(0, 2, y)),
            minus(both(0, 1, z), both(2, 1, x)),
            plus(across(1, 2, x), minus(times(z, D[0][2]), times(y, C[0][1]))),
            minus(both(1, 2, x), both(0, 2, y)),
        )
        return SymmetricBlocks(add_symmetric(self.angular, symmetric(*added)), D, L)


ZERO_INERTIA = RigidInertia(0.0, ZERO, ZERO_MATRIX)
ZERO_BLOCKS = SymmetricBlocks(ZERO_MATRIX, ZERO_MATRIX, ZERO_MATRIX)


def _first_three(row: Sequence[Number]) -> Vector:
    return row[0], row[1], row[2]
