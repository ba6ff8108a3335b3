"""Derivatives of the operators that are given, by exact formulas; `algebra/derivatives.py` has the rules for
all others. What neither knows, and all derivatives of operators where bodies are flexible, are differences of
values.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction

import numpy as np
from numpy.typing import NDArray

from psiphi.algebra import operators as op
from psiphi.algebra.construction import adjoint
from psiphi.algebra.dense import loops, rigid, world
from psiphi.algebra.dense.system import System
from psiphi.algebra.derivatives import differentiated
from psiphi.algebra.expression import Adjoint, Derivative, Expr, Power, Symbol
from psiphi.spatial.motion import cross_motion_matrix
from psiphi.spatial.rotation import skew

Array = NDArray[np.float64]
Value = Callable[[Expr], Array]


def derivative_of(system: System, value: Value, x: Derivative) -> Array | None:
    """The value of a derivative, (range, domain), or None where no formula has it."""
    if system.model.is_flexible:
        return None
    base, u = x.base, x.along
    found = differentiated(base, u)
    if found is not x:
        return value(found)
    if isinstance(base, Power):
        return _of_power(system, value, base, u)
    directions = [value(u)[:, 0]]
    while isinstance(base, Derivative):
        directions.append(value(base.along)[:, 0])
        base = base.base
    if isinstance(base, Adjoint):
        return value(adjoint(x)).T
    if base is op.H:
        return _of_projection(system, directions)
    return _GIVEN[base](system, value, u) if base in _GIVEN and len(directions) == 1 else None


def by_differences(value: Callable[[System], Array], system: System, u: Array) -> Array:
    """The derivative along rates u of the joints of the tree, by differences of eighth order, to 1e-12."""
    joints = [replace(body, joint=replace(body.joint, mimic=None)) for body in system.model.bodies]
    tree, h = replace(system.model, bodies=tuple(joints)), _STEP / max(1.0, float(np.abs(u).max()))
    total: Array = np.zeros(())
    for i, weight in enumerate(_WEIGHTS, 1):
        ahead, behind = (
            value(replace(system, q_tree=tree.integrate(system.q_tree, u, sign * i * h))) for sign in (1, -1)
        )
        total = total + weight / h * (ahead - behind)
    return total


_STEP = 4e-3
_WEIGHTS = (4 / 5, -1 / 5, 4 / 105, -1 / 280)


def _of_power(system: System, value: Value, x: Power, u: Symbol) -> Array:
    """Block by block, by divided differences of the eigenvalues [Daleckii and Krein 1965]."""
    base, change = value(x.base), value(differentiated(x.base, u))
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


def _of_projection(system: System, directions: list[Array]) -> Array:
    """The derivative of H along each direction in turn, the axes of the bodies being fixed.

    The first axis f of a universal joint changes by u₂ f × a₂ along u, with the second axis a₂ fixed.
    """
    result = np.zeros((system.size(op.H.range), system.size(op.H.domain)))
    for k in system.bodies:
        joint, rows = system.joint(k), system.joint_rows(k)
        if joint.kind.name == "universal":
            first, second = joint.kind.motion_subspace(joint, system.q(k))[:3].T
            for direction in directions:
                first = direction[rows][1] * np.cross(first, second)
            result[rows.start, 6 * k : 6 * k + 3] = first
    return result


def _of_loop_directions(system: System, value: Value, u: Symbol) -> Array:
    """Ṅ + N V×, both of the velocities along u: seen from the world, the axes of the bodies turn."""
    velocity = value(op.phi.T @ op.H.T @ u)[:, 0]
    turning = [cross_motion_matrix(velocity[system.body_rows(k)]) for k in system.bodies]
    seen = loops.loop_directions_rate(_moving(system, value, u), value(op.H), value(op.phi))
    return seen + value(op.N) @ rigid.block_diagonal(system, turning)


def _moving(system: System, value: Value, u: Symbol) -> System:
    """The system, its joints moving with the rates u."""
    return replace(system, v_tree=value(u)[:, 0])


def _turning(system: System, velocity: Array) -> Array:
    """diag(ω̃, ω̃) of the frames, for their velocities (6 frames,)."""
    blocks = [np.kron(np.eye(2), skew(velocity[6 * i : 6 * i + 3])) for i in range(len(system.frames))]
    return world.frame_blocks(system, blocks)


def _of_world_axes(system: System, value: Value, u: Symbol) -> Array:
    """A_0 diag(ω̃, ω̃), with the angular velocities along u."""
    return value(op.A_0) @ _turning(system, value(op.J @ u)[:, 0])


def _of_world_axes_rate(system: System, value: Value, u: Symbol) -> Array:
    """The derivative of Ȧ_0 = A_0 diag(ω̃, ω̃) by the product rule."""
    velocity, change = value(op.J @ op.v)[:, 0], value(differentiated(op.J, u) @ op.v)[:, 0]
    moved = _of_world_axes(system, value, u) @ _turning(system, velocity)
    return moved + value(op.A_0) @ _turning(system, change)


_GIVEN: dict[Expr, Callable[[System, Value, Symbol], Array]] = {
    op.A_0: _of_world_axes,
    op.A_dot: _of_world_axes_rate,
    op.N: _of_loop_directions,
    op.gearing: lambda s, value, u: loops.gearing_rate(_moving(s, value, u)),
}
