"""What recursions over the tree say of operator families, in plain 6 × 6 blocks; all else is made of it."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

from psiphi.algebra.dense.inversion import inverse
from psiphi.algebra.dense.system import System
from psiphi.algebra.expression import Expr, Symbol
from psiphi.algebra.families import Lyapunov, Riccati
from psiphi.algebra.operators import E_phi
from psiphi.algebra.rewriting.joint_factors import JointFactorization
from psiphi.errors import ExpressionError

Array = NDArray[np.float64]
Value = Callable[[Expr], Array]


def composite(system: System, value: Value, family: Lyapunov) -> Array:
    """r(k) = X(k) + Σ E_φ(k, c) r(c) E_φ*(k, c) over the children c of body k [R87 29]."""
    r, E = _memoryless(system, value, family.X).copy(), value(E_phi)
    for child in reversed(system.bodies):
        parent = system.parents[child]
        if parent >= 0:
            inner, outer = system.body_rows(parent), system.body_rows(child)
            r[inner, inner] += E[inner, outer] @ r[outer, outer] @ E[inner, outer].T
    return r


def articulated_inertias(system: System, value: Value, family: Riccati) -> Array:
    """P(k) = X(k) + Σ E_φ P E_φ* − (E_φPH* + S) D⁻¹ (E_φPH* + S)* over the children of body k [RK88 4.5]."""
    P, E, h = _memoryless(system, value, family.X).copy(), value(E_phi), value(family.H)
    Y, S = _memoryless(system, value, family.Y), _shift(system, value, family.S)
    for child in reversed(system.bodies):
        parent = system.parents[child]
        if parent >= 0:
            inner, outer, joint = system.body_rows(parent), system.body_rows(child), system.joint_rows(child)
            before, axes = P[outer, outer], h[joint, outer]
            D = axes @ before @ axes.T + Y[joint, joint]
            crossing = E[inner, outer] @ before @ axes.T + S[inner, joint]
            explained = crossing @ _joint_inverse(system, child, D, family) @ crossing.T
            P[inner, inner] += E[inner, outer] @ before @ E[inner, outer].T - explained
    return P


def inverse_of_D(system: System, value: Value, family: Riccati) -> Array:
    """D⁻¹, joint by joint."""
    D = value(family.D)
    result = np.zeros_like(D)
    for body in system.bodies:
        rows = system.joint_rows(body)
        result[rows, rows] = _joint_inverse(system, body, D[rows, rows], family)
    return result


def joint_factor(value: Value, x: Symbol, owner: JointFactorization) -> Array:
    """W = L⁻* or δ = d⁻¹ of 𝓜 = L* d L, from the triangular C = L* d^½ with C C* = 𝓜."""
    mass = value(owner.operator)
    try:
        C = np.linalg.cholesky(mass[::-1, ::-1])[::-1, ::-1]  # from the tips inward
    except np.linalg.LinAlgError:
        raise ExpressionError(f"'{owner.operator}' has no factors for this robot: it is singular.") from None
    scale = np.diag(C)
    return inverse(C / scale, x) if x is owner.W else np.diag(1.0 / np.square(scale))


def _joint_inverse(system: System, body: int, D: Array, family: Riccati) -> Array:
    try:
        return inverse(D, family.D)
    except ExpressionError:
        told = f"X = {family.X} and Y = {family.Y}" + (f", S = {family.S}," if family.is_correlated else "")
        raise ExpressionError(
            f"the Riccati family with {told} does not exist for this robot: "
            f"{family.D} is singular at joint {system.joint(body).name!r}, whose motion nothing resists."
        ) from None


def _memoryless(system: System, value: Value, x: Expr) -> Array:
    """The value of an expression that must not join different bodies."""
    matrix = value(x)
    part = system.memoryless_part(matrix, x.range)
    if (matrix != part).any():
        raise ExpressionError(
            f"'{x}' joins different bodies: a family is defined for memoryless operators only."
        )
    return part


def _shift(system: System, value: Value, x: Expr) -> Array:
    """The value of an expression that must lead from joints to the parents of their bodies."""
    matrix = value(x)
    part = np.zeros_like(matrix)
    for k in system.bodies:
        if system.parents[k] >= 0:
            rows, columns = system.body_rows(system.parents[k]), system.joint_rows(k)
            part[rows, columns] = matrix[rows, columns]
    if (matrix != part).any():
        raise ExpressionError(f"'{x}' does not lead from each joint to the parent of its body alone.")
    return part
