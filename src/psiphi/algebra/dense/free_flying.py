"""The composite inertias of RJ for free-flying robots: a single root, carried by a free joint.

Each joint parts the robot in two, the bodies it carries and all the others. The body space holds the root
as well, RJ's link N + 1, behind whose joint there is nothing: there r_b, M_b, C_f and the reduced mass
vanish, and C_b = I.

What is behind a joint of a flexible body has no inertia of its own, r_b and M_b: there C_f = I − r_f Q.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

from psiphi.algebra.dense.inversion import inverse
from psiphi.algebra.dense.rigid import refuse_flexible
from psiphi.algebra.dense.system import System
from psiphi.algebra.expression import Expr
from psiphi.algebra.operators import E_b, E_phi, Q, phi, r_b, r_f
from psiphi.algebra.spaces import Space

Array = NDArray[np.float64]
Value = Callable[[Expr], Array]


def between_siblings(system: System, value: Value) -> Array:
    """Q_x: the blocks of E_φ*QE_φ off the diagonal."""
    joined = value(E_phi).T @ value(Q) @ value(E_phi)
    return joined - system.memoryless_part(joined, Space.BODY)


def behind(system: System, value: Value) -> Array:
    """r_b = Q⁻¹ − r_f."""
    return _whole(system, value) - value(r_f)


def behind_weights(system: System, value: Value) -> Array:
    """C_f = r_b Q, or I − r_f Q."""
    if system.model.is_flexible:
        return np.eye(system.size(Space.BODY)) - value(r_f) @ value(Q)
    return value(r_b) @ value(Q)


def _whole(system: System, value: Value) -> Array:
    """The inertia of the whole robot, rigid, at each body: block k = φ(k, root) r_f(root) φ*(k, root)."""
    refuse_flexible(system, "r_b")
    result = np.zeros_like(value(r_f))
    root = system.body_rows(0)
    for k in system.bodies:
        rows = system.body_rows(k)
        backward = np.linalg.inv(value(phi)[root, rows])
        result[rows, rows] = backward @ value(r_f)[root, root] @ backward.T
    return result


def inverse_of_whole(system: System, value: Value) -> Array:
    """Q: block k = φ*(root, k) r_f⁻¹(root) φ(root, k) [RJ 31], of the six rows of the root."""
    root = system.rigid_rows(0)
    to_root = value(phi)[root]
    whole = inverse(value(r_f)[root, root], r_f)
    return system.memoryless_part(to_root.T @ whole @ to_root, Space.BODY)


def gained_behind(system: System, value: Value) -> Array:
    """M_b: block k = the inertia at body k of its parent with all that hangs on its other branches.

    This is the parent's composite without that of body k; on a chain, the inertia of the parent [RJ 10].
    """
    refuse_flexible(system, "M_b")
    result = np.zeros_like(value(r_f))
    for k in system.bodies:
        if system.parents[k] >= 0:
            rows, parent = system.body_rows(k), system.body_rows(system.parents[k])
            backward = value(E_b)[rows, parent]
            result[rows, rows] = backward @ value(r_f)[parent, parent] @ backward.T - value(r_f)[rows, rows]
    return result
