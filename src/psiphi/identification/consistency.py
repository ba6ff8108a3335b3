"""Inertias that bodies can have: linear matrix inequalities, by an interior-point method.

The pseudo-inertia of a body, X = Σ m [x; 1][x; 1]*, is linear in its ten parameters and positive definite for
real bodies alone. So the problem is convex,

    minimise ½|A p − y|²    subject to    X(p) ≥ 0 at each body,

and has one optimum. It is followed along the optima of ½|A p − y|² − μ Σ log det X, which are 4μ for each
body above it at most; with X = L L* and E_k the matrices of X = Σ p_k E_k, Newton's step d for one μ has

    |A d + A p − y|² + μ Σ |L⁻¹ (Σ d_k E_k) L⁻* − I|²        as small as can be.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from psiphi.errors import InputError
from psiphi.model.parameters import PER_BODY, pseudo_inertia

Array = NDArray[np.float64]

ENOUGH, MOST_STEPS = 1e-12, 1000
CLOSE = 0.25
"""Newton's steps are taken whole where they change no body by more than this share."""


def least_among_bodies(slope: Array, target: Array, start: Array, bodies: int) -> Array:
    """The parameters p with the least |slope p − target|² among those of real bodies.

    start   (size,), the first 10 · bodies of which are inertias of real bodies; what follows is free
    """
    units = pseudo_inertia(np.eye(PER_BODY))
    barrier = np.zeros((bodies, 4, 4, len(start)))
    ones = np.tile(np.eye(4).reshape(-1), bodies)
    p, error = start, slope @ start - target
    weight = error @ error / (8 * bodies)
    for _ in range(MOST_STEPS):
        if 8 * bodies * weight <= ENOUGH * (error @ error):
            break
        lower = np.linalg.inv(_cholesky(p, bodies))
        for body, inverse in enumerate(lower):
            places = slice(PER_BODY * body, PER_BODY * (body + 1))
            barrier[body, ..., places] = np.moveaxis(inverse @ units @ inverse.T, 0, -1)
        root = np.sqrt(weight)
        rows = np.concatenate([slope, root * barrier.reshape(-1, len(p))])
        lengths = np.linalg.norm(rows, axis=0)
        wanted = np.concatenate([-error, root * ones])
        scaled = np.linalg.lstsq(rows / lengths, wanted, rcond=None)[0]
        size = np.linalg.norm(rows @ (scaled / lengths)) / root
        p = p + scaled / lengths / (1.0 if size < CLOSE else 1.0 + size)
        error = slope @ p - target
        if size < CLOSE:
            weight /= 10.0
    return p


def _cholesky(p: Array, bodies: int) -> Array:
    try:
        found = np.linalg.cholesky(pseudo_inertia(p[: PER_BODY * bodies].reshape(bodies, PER_BODY)))
    except np.linalg.LinAlgError:
        raise InputError(
            "physical: a body of the robot has no mass or an inertia that no body can have, from which the "
            "search cannot start; mend the robot with `with_inertial_parameters`."
        ) from None
    return np.asarray(found, np.float64)
