"""The limits of all joints as arrays."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, NamedTuple

import numpy as np
from numpy.typing import NDArray

if TYPE_CHECKING:
    from psiphi.model.model import Model

Array = NDArray[np.float64]


class Bounds(NamedTuple):
    """What the coordinates can reach and bear; infinite where there is no limit.

    Quaternions have no bounds. Of joints that mimic another, limits are not looked at.
    """

    lower: Array
    """(nq,), in the order of q."""
    upper: Array
    """(nq,)."""
    velocity: Array
    """(nv,), of |v|."""
    effort: Array
    """(nv,), the largest τ."""
    effort_lower: Array
    """(nv,), the least τ: −effort, unless the file says otherwise."""


def bounds_of(model: Model) -> Bounds:
    """The limits of the joints with coordinates of their own."""
    lower, upper = np.full(model.nq, -math.inf), np.full(model.nq, math.inf)
    velocity, effort, effort_lower = (np.full(model.nv, sign * math.inf) for sign in (1, 1, -1))
    for name in model.joint_names:
        joint, q, v = model.joint(name), model.q_slice(name), model.v_slice(name)
        if joint.kind.bounded:
            lower[q], upper[q] = joint.limits.lower, joint.limits.upper
        velocity[v], effort[v] = joint.limits.velocity, joint.limits.effort
        effort_lower[v] = joint.limits.effort_lower
    found = Bounds(lower, upper, velocity, effort, effort_lower)
    for array in found:
        array.setflags(write=False)
    return found
