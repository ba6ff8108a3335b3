"""Derivatives by the rules of `algebra/derivatives.py`, which end in those of H. What these do not know, and
all derivatives of operators where bodies are flexible, are differences of values.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from psiphi.algebra import operators as op
from psiphi.algebra.dense.system import System
from psiphi.algebra.derivatives import differentiated
from psiphi.algebra.expression import Adjoint, Derivative, Expr, adjoint

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
    directions = [value(u)[:, 0]]
    while isinstance(base, Derivative):
        directions.append(value(base.along)[:, 0])
        base = base.base
    if isinstance(base, Adjoint):
        return value(adjoint(x)).T
    return _of_projection(system, directions) if base is op.H else None


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


_STEP = 1e-3
_WEIGHTS = (4 / 5, -1 / 5, 4 / 105, -1 / 280)


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
