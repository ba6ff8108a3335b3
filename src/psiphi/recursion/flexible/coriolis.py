"""C_M of a flexible body: that of a rigid one, with rows Λ, columns Γ and a block F for its modes.

A point at x of the body moves with u = v + ω × x + Ψξ̇, and with modes as well by y_i = ω × Ψ_i. In the words
of flexed.py, C_M = Σ m J* dJ/dt has for all fields

    Γ_i = [tr(W_i) ω − W_iᵀω; ω × C_i]    F_ij = ω · ax(S2_ji)
    Λ_i = [v × C_i + W_iω − tr(W_i) ω + Σ_j ξ̇_j ax(S2_ji); 0]

and of η, with X = ∂ξ/∂η, moving shapes of bound fields besides: M dX/dt.
"""

from __future__ import annotations

from collections.abc import Sequence

from psiphi.recursion.bodies.coriolis import CoriolisInertia
from psiphi.recursion.flexible.flexed import Flexed, axial, scaled_matrix
from psiphi.recursion.flexible.inertia import ModalBlocks
from psiphi.recursion.numbers.arithmetic import Number
from psiphi.recursion.numbers.small_matrices import transposed
from psiphi.recursion.numbers.vectors import (
    ZERO,
    Matrix,
    add,
    add_matrices,
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


def coriolis_of(body: Flexed, velocity: Sequence[Number], factor: float = 1.0) -> ModalBlocks:
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
    bound = slice(constants.count, None)
    fields = [(*axial(W), *C) for W, C in zip(body.moments[bound], constants.first[bound], strict=True)]
    top = body.with_drift([body.projected(row) for row in zip(*columns, strict=True)], fields, rates)
    half = body.with_drift([body.projected(row) for row in modal], constants.mass[bound], rates)
    below = [body.projected(row) for row in zip(*across, strict=True)]
    inner = [body.projected(row) for row in zip(*half, strict=True)]
    return ModalBlocks(
        CoriolisInertia(momentum, moments),
        tuple(spatial(column) for column in zip(*top, strict=True)),
        transposed(inner),
        tuple(spatial(row) for row in zip(*below, strict=True)),
    )


def _trace(W: Matrix) -> Number:
    return plus(plus(W[0][0], W[1][1]), W[2][2])
