"""A flexible body in one shape: its inertia M(η), and the force M z + b that moves it.

With ξ = (η, ½ η*c_rη), X = ∂ξ/∂η and W_i = S1_i + Σ_j ξ_j S2_ji, which is Σ m x Ψ_iᵀ of the deformed body,

    h = h₀ + Cξ      S = S₀ + sym Σ ξ_i (S1_i + W_i)      A_i = ax(W_i),   ax(x yᵀ) = x × y

and of z = [α; v̇; η̈] with ξ̈ = Xη̈ + (0, η̇*c_rη̇) and U = α̃ + ω̃ω̃ the force is

    angular  h × v̇ + the skew part of U S + Aξ̈ + 2 Σ ξ̇_i (tr W_i I − W_iᵀ) ω
    linear   m v̇ + U h + Cξ̈ + 2 ω × Cξ̇
    modal    X* of  C_i·v̇ + tr(U W_i) + Σ_j M_ff,ij ξ̈_j + 2 ω·Σ_j ξ̇_j ax(S2_ji)

No linear velocity occurs, as with rigid bodies. The inertia is never truncated: of the full square of a
linear field it is always positive, and of less it is not.
"""

from __future__ import annotations

from collections.abc import Sequence

from psiphi.locks import cached_property
from psiphi.recursion.bodies.bias import Spin, newton
from psiphi.recursion.flexible.constants import ModalConstants
from psiphi.recursion.flexible.inertia import ModalBlocks
from psiphi.recursion.inertias.inertias import RigidInertia
from psiphi.recursion.numbers.arithmetic import Number
from psiphi.recursion.numbers.vectors import (
    UPPER,
    ZERO,
    ZERO_MATRIX,
    Matrix,
    Vector,
    add,
    add_matrices,
    add_symmetric,
    apply,
    cross,
    dot,
    minus,
    plus,
    scale,
    spatial,
    subtract,
    symmetric,
    times,
    transpose,
)


class Flexed:
    """A body at the modal coordinates η."""

    def __init__(self, constants: ModalConstants, inertia: RigidInertia, eta: Sequence[Number]) -> None:
        self.constants = constants
        self._undeformed = inertia
        self.bends: list[list[Number]] = [[dot(row, eta) for row in c] for c in constants.curvatures]
        """c_r η: the rows of X after those of the identity."""
        self.xi: list[Number] = [*eta, *(times(0.5, dot(row, eta)) for row in self.bends)]

    def all_rates(self, rates: Sequence[Number]) -> list[Number]:
        """X η̇."""
        return [*rates, *(dot(row, rates) for row in self.bends)]

    def all_accelerations(self, rates: Sequence[Number], accelerations: Sequence[Number]) -> list[Number]:
        """ξ̈ = X η̈ + (0, η̇*c_rη̇)."""
        drifts = [0.0] * self.constants.count + [dot(row, rates) for row in self.drifting(rates)]
        return list(map(plus, self.all_rates(accelerations), drifts))

    def drifting(self, rates: Sequence[Number]) -> list[list[Number]]:
        """c_r η̇: the rows of dX/dt after the first n, which are zero."""
        return [[dot(row, rates) for row in c] for c in self.constants.curvatures]

    def with_drift(
        self, rows: Sequence[Sequence[Number]], bound: Sequence[Sequence[Number]], rates: Sequence[Number]
    ) -> list[list[Number]]:
        """Rows, and what the bound fields, of so many numbers, add to them as their shares of η change."""
        found = [list(row) for row in rows]
        for field, drift in zip(bound, self.drifting(rates), strict=True):
            found = [
                [plus(x, times(entry, y)) for x, y in zip(row, drift, strict=True)]
                for row, entry in zip(found, field, strict=True)
            ]
        return found

    def projected(self, x: Sequence[Number]) -> list[Number]:
        """X* x: what forces on all coordinates do on η."""
        own = list(x[: self.constants.count])
        for row, force in zip(self.bends, x[self.constants.count :], strict=True):
            own = [plus(y, times(bend, force)) for y, bend in zip(own, row, strict=True)]
        return own

    @cached_property
    def moments(self) -> list[Matrix]:
        """W_i."""
        constants, found = self.constants, list[Matrix]()
        for i, start in enumerate(constants.mixed):
            total = start
            for j, x in enumerate(self.xi):
                total = add_matrices(total, scaled_matrix(x, constants.second[j][i]))
            found.append(total)
        return found

    @cached_property
    def rigid(self) -> RigidInertia:
        """m, h and S of the deformed body."""
        h = self._undeformed.moment
        for x, C in zip(self.xi, self.constants.first, strict=True):
            h = add(h, scale(x, C))
        second = add_symmetric(self._undeformed.second, symmetric(*(self._bent(i, j) for i, j in UPPER)))
        return RigidInertia(self._undeformed.mass, h, second)

    def _bent(self, a: int, b: int) -> Number:
        """The entry (a, b) of sym Σ ξ_i (S1_i + W_i)."""
        total: Number = 0.0
        for x, start, W in zip(self.xi, self.constants.mixed, self.moments, strict=True):
            both = plus(W[a][b], start[a][b])
            if a != b:
                both = plus(plus(W[a][b], W[b][a]), start[a][b] + start[b][a])
            total = plus(total, times(x, both))
        return total if a == b else times(0.5, total)

    @cached_property
    def inertia(self) -> ModalBlocks:
        """M(η)."""
        fields = zip(self.moments, self.constants.first, strict=True)
        columns: list[tuple[Number, ...]] = [(*axial(W), *C) for W, C in fields]
        rows = list(zip(*(self.projected(row) for row in zip(*columns, strict=True)), strict=True))
        half = [self.projected(row) for row in self.constants.mass]
        modal = [self.projected(row) for row in zip(*half, strict=True)]
        across = tuple(map(spatial, rows))
        return ModalBlocks(self.rigid, across, modal, across)

    def newton(
        self, spin: Spin, w: Vector, z: Sequence[Number], rates: Sequence[Number]
    ) -> tuple[Number, ...]:
        """M z + b, with the spin of the body, Spin(ω, angular z)."""
        constants, v = self.constants, (z[3], z[4], z[5])
        moving = self.all_rates(rates)
        accelerated = self.all_accelerations(rates, z[6:])
        twice = add(w, w)
        force = newton(self.rigid, spin, (z[0], z[1], z[2], *v))
        shaken, bent, drifting, flow = ZERO, ZERO, ZERO, ZERO_MATRIX
        for W, C, rate, acceleration in zip(self.moments, constants.first, moving, accelerated, strict=True):
            flow = add_matrices(flow, scaled_matrix(rate, W))
            shaken = add(shaken, scale(acceleration, axial(W)))
            bent = add(bent, scale(acceleration, C))
            drifting = add(drifting, scale(rate, C))
        trace = plus(plus(flow[0][0], flow[1][1]), flow[2][2])
        turned = subtract(scale(trace, twice), apply(transpose(flow), twice))
        angular = add(add(force[:3], shaken), turned)
        linear = add(add(force[3:], bent), cross(twice, drifting))
        modal: list[Number] = []
        for i, moments in enumerate(self.moments):
            curl = ZERO
            for j, rate in enumerate(moving):
                curl = add(curl, scale(rate, axial(constants.second[j][i])))
            own = plus(dot(constants.first[i], v), _trace_of_product(spin.matrix, moments))
            modal.append(plus(plus(own, dot(constants.mass[i], accelerated)), dot(twice, curl)))
        return *angular, *linear, *self.projected(modal)


def axial(W: Matrix) -> Vector:
    """ax(W), for which ax(x yᵀ) = x × y."""
    return minus(W[1][2], W[2][1]), minus(W[2][0], W[0][2]), minus(W[0][1], W[1][0])


def scaled_matrix(factor: Number, W: Matrix) -> Matrix:
    """factor · W."""
    return scale(factor, W[0]), scale(factor, W[1]), scale(factor, W[2])


def _trace_of_product(left: Matrix, right: Matrix) -> Number:
    total: Number = 0.0
    for row, column in zip(left, transpose(right), strict=True):
        total = plus(total, dot(row, column))
    return total
