"""The inverse of the inertia matrix by the steps of [R87 83], on numbers."""

from __future__ import annotations

import numpy as np

from psiphi.algebra import D, E_phi, G, H
from psiphi.papers.item import Array
from psiphi.papers.subject import Subject


def inverse_by_83(arm: Subject, *, as_printed: bool = False) -> Array:
    """m⁻¹(k, i) of a chain of hinges; with `as_printed` Δ and α are propagated by φ instead of its adjoint.

    Bodies count from the base here, so that the parent of body i is i − 1.
    """
    n = arm.bodies
    shift, gains, axes, inertias = (arm.plain(x) for x in (E_phi, G, H, D))
    step = [np.eye(6)] + [arm.block(shift, i - 1, i) for i in range(1, n)]
    gain = [gains[6 * i : 6 * i + 6, i] for i in range(n)]
    axis = [axes[i, 6 * i : 6 * i + 6] for i in range(n)]
    crossed = [np.eye(6) - np.outer(gain[i], axis[i]) for i in range(n)]
    if as_printed:
        step = [x.T for x in step]
    result = np.zeros((n, n))
    after = np.zeros((6, 6))  # Δ⁺ at the base
    for i in range(n):
        result[i, i] = 1.0 / inertias[i, i] + gain[i] @ after @ gain[i]
        costate = after @ gain[i] - result[i, i] * axis[i]
        for k in range(i + 1, n):
            costate = step[k].T @ costate
            result[k, i] = result[i, k] = gain[k] @ costate
            costate = crossed[k].T @ costate
        before = crossed[i].T @ after @ crossed[i] + np.outer(axis[i], axis[i]) / inertias[i, i]
        if i + 1 < n:
            after = step[i + 1].T @ before @ (step[i + 1].T if as_printed else step[i + 1])
    return result
