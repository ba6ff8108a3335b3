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
from psiphi.algebra.dense.system import System
from psiphi.algebra.expression import Expr
from psiphi.algebra.operators import E_phi, Q, phi, r_b, r_f
from psiphi.algebra.spaces import Space

Array = NDArray[np.float64]
Value = Callable[[Expr], Array]


def between_siblings(system: System, value: Value) -> Array:
    """Q_x: the blocks of E_φ*QE_φ off the diagonal."""
    joined = value(E_phi).T @ value(Q) @ value(E_phi)
    return joined - system.memoryless_part(joined, Space.BODY)


def behind_weights(system: System, value: Value) -> Array:
    """C_f = r_b Q, or I − r_f Q."""
    if system.model.is_flexible:
        return np.eye(system.size(Space.BODY)) - value(r_f) @ value(Q)
    return value(r_b) @ value(Q)


def inverse_of_whole(system: System, value: Value) -> Array:
    """Q: block k = φ*(root, k) r_f⁻¹(root) φ(root, k) [RJ 31], of the six rows of the root."""
    root = system.rigid_rows(0)
    to_root = value(phi)[root]
    whole = inverse(value(r_f)[root, root], r_f)
    return system.memoryless_part(to_root.T @ whole @ to_root, Space.BODY)
