"""The operators that cross with vectors, block by block."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from psiphi.algebra.dense.system import System
from psiphi.algebra.spaces import Space
from psiphi.spatial.motion import cross_force_matrix

Array = NDArray[np.float64]


def bent(system: System, x: Array, space: Space, along: Sequence[Array]) -> Array:
    """u ↦ (∂_u H*) x of rates x (joint,), u ↦ (∂_u H) x of forces x (body,), after derivatives along others.

    The second rate of a universal joint turns its first axis f at f × a, a being the second axis.
    """
    joints, bodies = system.size(Space.JOINT), system.size(Space.BODY)
    of_rates = space is Space.JOINT
    result = np.zeros((bodies if of_rates else joints, joints))
    for k in system.bodies:
        joint, row, place = system.joint(k), system.joint_rows(k).start, slice(6 * k, 6 * k + 3)
        if joint.kind.name == "universal":
            turned: Array
            second: Array
            turned, second = joint.kind.motion_subspace(joint, system.q(k))[:3].T
            for rate in (*(direction[row + 1] for direction in along), 1.0):
                turned = rate * np.cross(turned, second)
            if of_rates:
                result[place, row + 1] = x[row] * turned
            else:
                result[row, row + 1] = turned @ x[place]
    return result


def crossed(x: Array, name: str) -> Array:
    """diag(x(k) ×*) where the name is "cross", diag(x(k) ×̄) where it is "crossbar"; x is (6n,)."""
    result = np.zeros((len(x), len(x)))
    for start in range(0, len(x), 6):
        place = slice(start, start + 6)
        if name == "cross":
            result[place, place] = cross_force_matrix(x[place])
        else:
            result[place, place] = np.column_stack([cross_force_matrix(e) @ x[place] for e in np.eye(6)])
    return result
