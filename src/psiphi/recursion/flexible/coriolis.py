"""C_M of a flexible body and all that it carries: that of rigid ones, with rows and columns for its modes.

    [ X   Γ ]      X          CoriolisInertia
    [ Λ   F ]      Γ, Λ, F    6×n, n×6 and n×n

A point at x of the body moves with u = v + ω × x + Ψξ̇, and with modes as well by y_i = ω × Ψ_i. In the words
of flexed.py, C_M = Σ m J* dJ/dt has for all fields

    Γ_i = [tr(W_i) ω − W_iᵀω; ω × C_i]    F_ij = ω · ax(S2_ji)
    Λ_i = [v × C_i + W_iω − tr(W_i) ω + Σ_j ξ̇_j ax(S2_ji); 0]

and of η, with X = ∂ξ/∂η, moving shapes of bound fields besides: M dX/dt.
"""

from __future__ import annotations

from collections.abc import Sequence

from psiphi.frozen import frozen
from psiphi.recursion.bodies.coriolis import CoriolisInertia
from psiphi.recursion.flexible.flexed import Flexed, axial, scaled_matrix
from psiphi.recursion.flexible.inertia import scaled
from psiphi.recursion.numbers.arithmetic import Number
from psiphi.recursion.numbers.small_matrices import Rows, add_rows, transposed
from psiphi.recursion.numbers.vectors import (
    ZERO,
    Matrix,
    Spatial,
    add,
    add_matrices,
    add_spatial,
    apply,
    cross,
    dot,
    plus,
    scale,
    spatial,
    subtract,
    times,
    transpose,
)


@frozen
class ModalCoriolis:
    """`spatial` X, the `columns` of Γ, the `rows` of Λ, and `modal` F."""

    spatial: CoriolisInertia
    columns: tuple[Spatial, ...]
    rows: tuple[Spatial, ...]
    modal: Rows

    def __add__(self, other: ModalCoriolis) -> ModalCoriolis:
        return ModalCoriolis(
            self.spatial + other.spatial,
            tuple(map(add_spatial, self.columns, other.columns)),
            tuple(map(add_spatial, self.rows, other.rows)),
            add_rows(self.modal, other.modal),
        )

    def apply(self, w: Sequence[Number]) -> tuple[Number, ...]:
        """[X w₁ + Γ w₂; Λ w₁ + F w₂]."""
        return _product(self.spatial.apply(spatial(w)), self.columns, self.rows, self.modal, w)

    def apply_adjoint(self, x: Sequence[Number]) -> tuple[Number, ...]:
        """[X* x₁ + Λ* x₂; Γ* x₁ + F* x₂]."""
        flipped = transposed(self.modal)
        return _product(self.spatial.apply_adjoint(spatial(x)), self.rows, self.columns, flipped, x)


def _product(
    y: Spatial, columns: Sequence[Spatial], rows: Sequence[Spatial], modal: Rows, x: Sequence[Number]
) -> tuple[Number, ...]:
    moving, bending = spatial(x), x[6:]
    for column, rate in zip(columns, bending, strict=True):
        y = add_spatial(y, scaled(rate, column))
    below = zip(rows, modal, strict=True)
    return *y, *(plus(dot(row, moving), dot(more, bending)) for row, more in below)


def coriolis_of(body: Flexed, velocity: Sequence[Number], factor: float = 1.0) -> ModalCoriolis:
    """factor · C_M of a body in one shape, with the velocity [ω; v; η̇]."""
    velocity = [times(factor, x) for x in velocity]
    w, v, rates = (
        (velocity[0], velocity[1], velocity[2]),
        (velocity[3], velocity[4], velocity[5]),
        velocity[6:],
    )
    constants, moving = body.constants, body.all_rates(rates)
    own = CoriolisInertia.of(body.rigid, spatial(velocity))
    momentum, moments = own.momentum, own.moments
    columns: list[tuple[Number, ...]] = []
    across: list[tuple[Number, ...]] = []
    modal: list[list[Number]] = []
    for i, (W, C) in enumerate(zip(body.moments, constants.first, strict=True)):
        momentum = add(momentum, scale(moving[i], C))
        moments = add_matrices(moments, scaled_matrix(moving[i], W))
        spun = scale(_trace(W), w)
        columns.append((*subtract(spun, apply(transpose(W), w)), *cross(w, C)))
        curl = subtract(add(cross(v, C), apply(W, w)), spun)
        curls = [axial(row[i]) for row in constants.second]
        for rate, own_curl in zip(moving, curls, strict=True):
            curl = add(curl, scale(rate, own_curl))
        across.append((*curl, *ZERO))
        modal.append([dot(w, x) for x in curls])
    drifting = [[dot(row, rates) for row in c] for c in constants.curvatures]  # dX/dt after its first n rows
    bound = slice(constants.count, None)
    fields = [(*axial(W), *C) for W, C in zip(body.moments[bound], constants.first[bound], strict=True)]
    top = [body.projected(row) for row in zip(*columns, strict=True)]
    for field, drift in zip(fields, drifting, strict=True):
        for row, entry in zip(top, field, strict=True):
            row[:] = [plus(x, times(entry, y)) for x, y in zip(row, drift, strict=True)]
    half = [body.projected(row) for row in modal]
    for i, row in enumerate(half):
        for mass, drift in zip(constants.mass[i][bound], drifting, strict=True):
            row[:] = [plus(x, times(mass, y)) for x, y in zip(row, drift, strict=True)]
    below = [body.projected(row) for row in zip(*across, strict=True)]
    inner = [body.projected(row) for row in zip(*half, strict=True)]
    return ModalCoriolis(
        CoriolisInertia(momentum, moments),
        tuple(spatial(column) for column in zip(*top, strict=True)),
        tuple(spatial(row) for row in zip(*below, strict=True)),
        transposed(inner),
    )


def _trace(W: Matrix) -> Number:
    return plus(plus(W[0][0], W[1][1]), W[2][2])
