"""Rates of the operators that are given, by exact formulas; `algebra/rates.py` has the rules for all others.

With V_J = H*θ̇ the velocity of a body relative to its parent, in the axes of the body, the transform F of
forces from a body to its parent has the rate F V_J×*, and that of motions, F*, the rate −V_J× F*. Symbols
consist of such blocks, and of spatial velocities V = φ*H*θ̇, whose components have the rates d/dt (φ*H*) θ̇.
The rates θ̇ are held.
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction

import numpy as np
from numpy.typing import NDArray

from psiphi.algebra import operators as op
from psiphi.algebra.dense import bias, rates, rigid, world
from psiphi.algebra.dense.system import System
from psiphi.algebra.expression import Adjoint, Expr, Power, rate_node
from psiphi.algebra.rates import differentiated
from psiphi.errors import ExpressionError
from psiphi.spatial.motion import cross_force_matrix, cross_motion_matrix
from psiphi.spatial.rotation import skew

Array = NDArray[np.float64]
Value = Callable[[Expr], Array]


def rate_of(system: System, value: Value, x: Expr) -> Array:
    """The rate of x, (range, domain)."""
    if isinstance(x, Adjoint):
        return value(rate_node(x.symbol)).T
    found = differentiated(x)
    if found is not rate_node(x):
        return value(found)
    if isinstance(x, Power):
        return _of_power(system, value, x)
    if x not in _GIVEN:
        raise ExpressionError(f"the dense evaluator knows no rate of '{x}'.")
    return _GIVEN[x](system, value)


def _of_power(system: System, value: Value, x: Power) -> Array:
    """Block by block, by divided differences of the eigenvalues [Daleckii and Krein 1965]."""
    base, change = value(x.base), value(differentiated(x.base))
    result = np.zeros_like(base)
    for block in system.blocks(x.range):
        place = np.ix_(block, block)
        eigenvalues, vectors = np.linalg.eigh(base[place])
        slopes = _divided_differences(eigenvalues, x.exponent)
        result[place] = vectors @ (slopes * (vectors.T @ change[place] @ vectors)) @ vectors.T
    return result


def _divided_differences(x: Array, p: Fraction) -> Array:
    """(xᵢᵖ − xⱼᵖ)/(xᵢ − xⱼ), and p xᵖ⁻¹ where the two meet; no digits are lost where they nearly do."""
    half = np.log(x[:, None] / x) / 2
    with np.errstate(invalid="ignore"):
        ratio = np.where(half == 0.0, float(p), np.sinh(float(p) * half) / np.sinh(half))
    return ratio * np.sqrt(np.outer(x, x)) ** (float(p) - 1.0)


# Velocities


def _relative_velocities(system: System, value: Value) -> Array:
    """V_J of all bodies, (6N,)."""
    return value(op.H).T @ rates.joint_rates(system, "rate")


def _accelerations(system: System, value: Value) -> Array:
    """The rates of the components of V, (6N,)."""
    return value(differentiated(op.phi.T @ op.H.T)) @ rates.joint_rates(system, "rate")


def _crossings(system: System, value: Value) -> Array:
    """V_J×* of all bodies, (body, body)."""
    velocity = _relative_velocities(system, value)
    return rigid.block_diagonal(
        system, [cross_force_matrix(velocity[system.body_rows(k)]) for k in system.bodies]
    )


# The rate of each symbol that is given


def _of_projection(system: System, value: Value) -> Array:
    """dH/dt: a universal joint turns its first axis at the rate of the second."""
    turned = [_turning(system, k, 1) for k in system.bodies]
    result = np.zeros_like(value(op.H))
    for k in system.bodies:
        result[system.joint_rows(k), system.body_rows(k)] = turned[k].T
    return result


def _turning(system: System, k: int, order: int) -> Array:
    """The derivative of H*(k) of this order, (6, nv), the axes of the body being fixed.

    The axis f of a universal joint has the rate q̇₂ f × a₂, with a₂ fixed.
    """
    joint, v = system.joint(k), rates.joint_rates(system, "rate")[system.joint_rows(k)]
    result = np.zeros((6, len(v)))
    if joint.kind.name == "universal":
        first, second = joint.kind.motion_subspace(joint, system.q(k))[:3].T
        for _ in range(order):
            first = v[1] * np.cross(first, second)
        result[:3, 0] = first
    return result


def _of_world_motions(system: System, value: Value) -> Array:
    """d/dt X_0 = X_0 V×, with the velocity of each frame in its axes."""
    velocity = value(op.J @ op.v)[:, 0]
    blocks = [cross_motion_matrix(velocity[6 * i : 6 * i + 6]) for i in range(len(system.frames))]
    return value(op.X_0) @ world.frame_blocks(system, blocks)


def _of_projection_rate(system: System, value: Value) -> Array:
    """d/dt Ḣ, for Ḣ* = V×H* + dH*/dt."""
    velocity, change = value(op.phi.T @ op.H.T @ op.v)[:, 0], _accelerations(system, value)
    result = np.zeros_like(value(op.H))
    for k in system.bodies:
        rows, columns = system.joint_rows(k), system.body_rows(k)
        moved = cross_motion_matrix(change[columns]) @ value(op.H)[rows, columns].T
        moved += cross_motion_matrix(velocity[columns]) @ _turning(system, k, 1)
        result[rows, columns] = (moved + _turning(system, k, 2)).T
    return result


def _of_loop_directions(system: System, value: Value) -> Array:
    """d/dt N = Ṅ + N V×: seen from the world, the axes of the bodies turn."""
    velocity = value(op.phi.T @ op.H.T @ op.v)[:, 0]
    turning = [cross_motion_matrix(velocity[system.body_rows(k)]) for k in system.bodies]
    return value(op.N_dot) + value(op.N) @ rigid.block_diagonal(system, turning)


def _of_world_axes_rate(system: System, value: Value) -> Array:
    """d/dt Ȧ_0 = Ȧ_0 ω̃ + A_0 d/dt ω̃."""
    velocity, change = value(op.J @ op.v)[:, 0], value(op.B).T @ _accelerations(system, value)
    now, then = (
        world.frame_blocks(
            system, [np.kron(np.eye(2), skew(x[6 * i : 6 * i + 3])) for i in range(len(system.frames))]
        )
        for x in (velocity, change)
    )
    return value(op.A_dot) @ now + value(op.A_0) @ then


def _of_bias_accelerations(system: System, value: Value) -> Array:
    """d/dt a, term by term; ω_p and l have the rates Rᵀω̇_p − ω_J × ω_p and v_J − ω_J × l."""
    velocity, change = value(op.phi.T @ op.H.T @ op.v)[:, 0], _accelerations(system, value)
    relative, theta = _relative_velocities(system, value), rates.joint_rates(system, "rate")
    result = _of_gravity(system, value)
    for k in system.bodies:
        rows, (R, p), parent = system.body_rows(k), system.poses[k], system.parents[k]
        w_joint, v_joint = relative[rows][:3], relative[rows][3:]
        turning = _turning(system, k, 1) @ theta[system.joint_rows(k)]
        w, w_dot, lever, lever_dot = np.zeros((4, 3))
        if parent >= 0:
            w, lever = R.T @ velocity[system.body_rows(parent)][:3], R.T @ p
            w_dot = R.T @ change[system.body_rows(parent)][:3] - np.cross(w_joint, w)
            lever_dot = v_joint - np.cross(w_joint, lever)
        linear = (
            np.cross(w_dot, np.cross(w, lever))
            + np.cross(w, np.cross(w_dot, lever) + np.cross(w, lever_dot))
            + np.cross(2.0 * w_dot + turning[:3], v_joint)
        )
        angular = np.cross(w_dot, w_joint) + np.cross(w, turning[:3])
        further = _turning(system, k, 2) @ theta[system.joint_rows(k)]
        result[rows, 0] += np.concatenate([angular, linear]) + further
    return result


def _of_bias_forces(system: System, value: Value) -> Array:
    """d/dt b: b is quadratic in V, so that its derivative is half a difference, exactly."""
    velocity, change = value(op.phi.T @ op.H.T @ op.v)[:, 0], _accelerations(system, value)
    return (bias.gyroscopic(system, velocity + change) - bias.gyroscopic(system, velocity - change)) / 2


def _of_gravity(system: System, value: Value) -> Array:
    """d/dt g = −ω_J × g at the roots."""
    relative, g = _relative_velocities(system, value), value(op.g)
    result = np.zeros_like(g)
    for k in system.bodies:
        if system.parents[k] < 0:
            rows = slice(6 * k + 3, 6 * k + 6)
            result[rows, 0] = np.cross(g[rows, 0], relative[6 * k : 6 * k + 3])
    return result


_GIVEN: dict[Expr, Callable[[System, Value], Array]] = {
    op.H: _of_projection,
    op.E_phi: lambda s, value: value(op.E_phi) @ _crossings(s, value),
    op.Delta_phi: lambda s, value: value(op.Delta_phi) @ _crossings(s, value),
    op.E_b: lambda s, value: -_crossings(s, value) @ value(op.E_b),
    op.E_0: lambda s, value: _crossings(s, value).T @ value(op.E_0),
    op.A_0: lambda s, value: value(op.A_dot),
    op.X_0: _of_world_motions,
    op.H_dot: _of_projection_rate,
    op.A_dot: _of_world_axes_rate,
    op.C_M: lambda s, value: rates.coriolis_blocks(s, _accelerations(s, value), value(op.M)),
    op.Gamma_dot: lambda s, value: rates.carried_spins_rate(s, _accelerations(s, value), value(op.Gamma)),
    op.N: _of_loop_directions,
    op.gearing: lambda s, value: value(op.gearing_dot),
    op.a: _of_bias_accelerations,
    op.b: _of_bias_forces,
    op.g: _of_gravity,
}
