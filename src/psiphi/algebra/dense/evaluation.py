"""Dense evaluation: any operator expression as a plain matrix, for one robot in one configuration.

This is the judge of every faster way to evaluate an expression. It knows the definition of each symbol and
the rules of matrices, and nothing of identities or of the recursions derived from them.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

import numpy as np
from numpy.typing import NDArray

from psiphi.algebra import operators as op
from psiphi.algebra.crossings import Crossing
from psiphi.algebra.dense import bias, free_flying, loops, rates, rigid, world
from psiphi.algebra.dense.crossings import bent, crossed
from psiphi.algebra.dense.derivatives import by_differences, derivative_of
from psiphi.algebra.dense.families import articulated_inertias, composite, inverse_of_D, joint_factor
from psiphi.algebra.dense.inversion import inverse, positive_power
from psiphi.algebra.dense.system import System
from psiphi.algebra.derivatives import of_parts
from psiphi.algebra.expression import (
    Adjoint,
    Derivative,
    Diagonal,
    Expr,
    Identity,
    Inverse,
    Power,
    Product,
    Rows,
    Sum,
    Symbol,
)
from psiphi.algebra.families import Lyapunov, Riccati
from psiphi.algebra.free_flying import check_free_flying
from psiphi.algebra.gradients import Gradients
from psiphi.algebra.inputs import Given
from psiphi.algebra.letters import definition
from psiphi.algebra.rewriting.joint_factors import JointFactorization
from psiphi.algebra.spaces import Space
from psiphi.errors import ExpressionError, InputError
from psiphi.model.tendon import armature_rows

Array = NDArray[np.float64]


class Evaluation:
    """The values of expressions for one system; each node is evaluated once.

    A value is a matrix (range, domain); vectors have one column.
    """

    def __init__(self, system: System, vectors: Mapping[str, Array]) -> None:
        self.system = system
        self.vectors = vectors
        self._known: dict[Expr, Array] = {}

    def value(self, x: Expr) -> Array:
        """The matrix of an expression."""
        if x not in self._known:
            self._known[x] = self._evaluate(x)
        return self._known[x]

    def _evaluate(self, x: Expr) -> Array:
        size = self.system.size
        match x:
            case Symbol():
                return self._symbol(x)
            case Adjoint():
                return self.value(x.symbol).T
            case Identity():
                if x.space_is_open:
                    raise ExpressionError(
                        "I alone has no size: add it to an operator, or write identity(Space.BODY)."
                    )
                return np.eye(size(x.range))
            case Sum():
                total = np.zeros((size(x.range), size(x.domain)))
                for coefficient, term in x.terms:
                    total = total + float(coefficient) * self.value(term)
                return total
            case Product():
                result = self.value(x.factors[0])
                for factor in x.factors[1:]:
                    result = result @ self.value(factor)
                return result
            case Inverse(base=Symbol(owner=Riccati() as family) as base) if base is family.D:
                return inverse_of_D(self.system, self.value, family)
            case Inverse():
                return inverse(self.value(x.base), x.base)
            case Power():
                return positive_power(self.value(x.base), x.exponent, self.system.blocks(x.range), x.base)
            case Derivative():
                parts = of_parts(x) if self.system.model.is_flexible else None
                if parts is not None:
                    return self.value(parts)
                found = derivative_of(self.system, self.value, x)
                if found is not None:
                    return found
                rates = self.value(x.along)[:, 0]
                return by_differences(
                    lambda at: Evaluation(at, self.vectors).value(x.base), self.system, rates
                )
            case Diagonal():
                return self.system.memoryless_part(self.value(x.base), x.range)
            case _:
                raise ExpressionError(f"the dense evaluator does not know nodes of type {type(x).__name__}.")

    def _symbol(self, x: Symbol) -> Array:
        owner = x.owner
        if isinstance(owner, Crossing | Gradients) and self.system.model.is_flexible:
            raise ExpressionError(
                f"'{x}' is defined for rigid bodies, and {self.system.model.name!r} has flexible ones."
            )
        match owner:
            case Riccati() if x is owner.P:
                return articulated_inertias(self.system, self.value, owner)
            case Lyapunov():
                return composite(self.system, self.value, owner)
            case Crossing(name="bend"):
                along = [self.value(u)[:, 0] for u in owner.along]
                return bent(self.system, self.value(owner.vector)[:, 0], owner.vector.range, along)
            case Crossing():
                return crossed(self.value(owner.vector)[:, 0], owner.name)
            case Given():
                return self._given(x)
            case JointFactorization():
                return joint_factor(self.value, x, owner)
            case Rows(dofs=dofs, prescribed=prescribed):
                named = np.isin(np.arange(self.system.size(x.range)), dofs)
                return np.diag((named == prescribed).astype(float))
            case _:
                pass
        if x in op.FREE_FLYING:
            check_free_flying(self.system.model, x)
        if x in _GIVEN:
            return _GIVEN[x](self)
        meaning = definition(x)
        if meaning is not None:
            return self.value(meaning)
        if x.domain is Space.ONE:
            if x.name not in self.vectors:
                raise InputError(
                    f"the expression has the {x.range.value} vector '{x.name}', which was not given."
                )
            return self.vectors[x.name][:, None]
        raise ExpressionError(f"the dense evaluator has no definition of '{x}'.")

    def _given(self, x: Symbol) -> Array:
        """An input operator: a diagonal, or symmetric blocks of which the lower triangle counts."""
        numbers, size = self.vectors[x.name], self.system.size(x.range)
        if x.owner == Given(diagonal=True):
            return np.diag(numbers)
        places = [slice(6 * k, 6 * k + 6) for k in range(size // 6)]
        if x.range is not Space.FRAME:
            rows_of = self.system.joint_rows if x.range is Space.JOINT else self.system.rigid_rows
            places = [rows_of(k) for k in self.system.bodies]
        matrix, start = np.zeros((size, size)), 0
        for rows in places:
            n = rows.stop - rows.start
            block = numbers[start : start + n * n].reshape(n, n)
            matrix[rows, rows] = np.tril(block) + np.tril(block, -1).T
            start += n * n
        return matrix


def _velocity(e: Evaluation, name: str) -> Array:
    """V = φ*H*v, (body,), for the operator of that name."""
    return e.value(op.phi).T @ e.value(op.H).T @ rates.joint_rates(e.system, name)


_GIVEN: dict[Symbol, Callable[[Evaluation], Array]] = {
    op.H: lambda e: rigid.joint_projection(e.system),
    op.E_phi: lambda e: rigid.rigid_shift_operator(e.system),
    op.M: lambda e: rigid.inertias(e.system),
    op.R: lambda e: rigid.reflected_rotor_inertias(e.system),
    op.Gamma: lambda e: rigid.carried_spins(e.system),
    op.B: lambda e: rigid.frame_pick_off(e.system),
    op.tendons: lambda e: armature_rows(e.system.model),
    op.coupling: lambda e: e.system.model.coupling,
    op.S: lambda e: rigid.hand_over(e.system),
    op.Delta_phi: lambda e: rigid.rigid_blocks(e.system),
    op.E_b: lambda e: rigid.backward_shift(e.system),
    op.Q: lambda e: free_flying.inverse_of_whole(e.system, e.value),
    op.Q_x: lambda e: free_flying.between_siblings(e.system, e.value),
    op.C_f: lambda e: free_flying.behind_weights(e.system, e.value),
    op.r_reduced: lambda e: e.value(op.C_f) @ e.value(op.r),
    op.Pi_root: lambda e: rigid.root_projector(e.system),
    op.Pi_angular: lambda e: rigid.angular_projector(e.system),
    op.Pi_tip: lambda e: rigid.tip_projector(e.system),
    op.a: lambda e: bias.bias_accelerations(e.system, e.value(op.H), e.value(op.phi)),
    op.b: lambda e: bias.bias_forces(e.system, e.value(op.H), e.value(op.phi)),
    op.g: lambda e: bias.gravity_accelerations(e.system),
    op.E_0: lambda e: world.base_pick_off(e.system),
    op.A_0: lambda e: world.world_axes(e.system),
    op.X_0: lambda e: world.world_motions(e.system),
    op.v: lambda e: rates.joint_rates(e.system, "v")[:, None],
    op.H_dot: lambda e: rates.joint_projection_rate(e.system, e.value(op.H), e.value(op.phi)),
    op.A_dot: lambda e: rates.world_axes_rate(e.system, e.value(op.H), e.value(op.phi), e.value(op.B)),
    op.Gamma_dot: lambda e: rates.carried_spins_rate(e.system, _velocity(e, "Gamma_dot"), e.value(op.Gamma)),
    op.E_phi_dot: lambda e: rates.shift_rate(e.system, _velocity(e, "E_phi_dot")),
    op.B_dot: lambda e: rates.frame_pick_off_rate(e.system, _velocity(e, "B_dot")),
    op.N: lambda e: loops.loop_directions(e.system),
    op.N_dot: lambda e: loops.loop_directions_rate(e.system, e.value(op.H), e.value(op.phi)),
    op.gearing: lambda e: loops.gearing(e.system),
    op.gearing_dot: lambda e: loops.gearing_rate(e.system),
    op.C_R: lambda e: 0.0 * e.value(op.R),  # the joints of a tree move as they like
    op.C_M: lambda e: rates.coriolis_blocks(e.system, _velocity(e, "C_M"), e.value(op.M)),
}
"""The matrices of symbols that are given, and of those whose definitions are told here in other ways."""
