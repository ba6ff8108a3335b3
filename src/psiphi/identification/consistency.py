"""Inertias that bodies can have: log-Cholesky coordinates [Rucker, Wensing, IEEE RA-L 7, 2022].

The pseudo-inertia of a body, Σ m [x; 1][x; 1]*, is L L* with L lower triangular and positive on its diagonal.
The logarithms of the diagonal and the six numbers below it are ten coordinates without bounds.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

from psiphi.errors import InputError
from psiphi.model.parameters import PER_BODY, parameters_of_pseudo_inertia, pseudo_inertia

Array = NDArray[np.float64]

_ROWS, _COLUMNS = np.tril_indices(4)
_ON_DIAGONAL = _ROWS == _COLUMNS
ENOUGH, MOST_STEPS = 1e-12, 200


def coordinates_of(p: Array) -> Array:
    """Log-Cholesky coordinates of inertial parameters, (bodies, 10) → (bodies, 10)."""
    try:
        lower = np.linalg.cholesky(pseudo_inertia(p))[..., _ROWS, _COLUMNS]
    except np.linalg.LinAlgError:
        raise InputError(
            "physical: a body of the robot has no mass or an inertia that no body can have, from which the "
            "search cannot start; mend the robot with `with_inertial_parameters`."
        ) from None
    return np.where(_ON_DIAGONAL, np.log(np.where(_ON_DIAGONAL, lower, 1.0)), lower)


def parameters_at(coordinates: Array) -> tuple[Array, Array]:
    """Inertial parameters, (bodies, 10), and their slopes along the coordinates, (bodies, 10, 10)."""
    entries = np.where(_ON_DIAGONAL, np.exp(np.where(_ON_DIAGONAL, coordinates, 0.0)), coordinates)
    lower = np.zeros((*coordinates.shape[:-1], 4, 4))
    lower[..., _ROWS, _COLUMNS] = entries
    slopes = np.empty((*coordinates.shape, PER_BODY))
    for k, (i, j) in enumerate(zip(_ROWS, _COLUMNS, strict=True)):
        change = np.zeros_like(lower)
        change[..., i, j] = entries[..., k] if i == j else 1.0
        half = change @ np.swapaxes(lower, -1, -2)
        slopes[..., k] = parameters_of_pseudo_inertia(half + np.swapaxes(half, -1, -2))
    return parameters_of_pseudo_inertia(lower @ np.swapaxes(lower, -1, -2)), slopes


def least_among_bodies(residual: Callable[[Array], Array], slope: Array, start: Array, bodies: int) -> Array:
    """The parameters with the least |residual(p)|², residual being affine with this slope; real bodies alone.

    start   (size,), the first 10 · bodies of which are inertias; what follows is free
    Levenberg–Marquardt from `start` on.
    """
    inertial = PER_BODY * bodies

    def at(x: Array) -> tuple[Array, Array]:
        p, slopes = parameters_at(x[:inertial].reshape(bodies, PER_BODY))
        whole = np.eye(len(x))
        for body in range(bodies):
            place = slice(PER_BODY * body, PER_BODY * (body + 1))
            whole[place, place] = slopes[body]
        return np.concatenate([p.reshape(-1), x[inertial:]]), whole

    x = np.concatenate(
        [coordinates_of(start[:inertial].reshape(bodies, PER_BODY)).reshape(-1), start[inertial:]]
    )
    p, chain = at(x)
    error, damping = residual(p), 1e-3
    for _ in range(MOST_STEPS):
        jacobian = slope @ chain
        normal, gradient = jacobian.T @ jacobian, jacobian.T @ error
        scale = np.diag(normal) + 1e-12 * np.trace(normal)
        step = -np.linalg.solve(normal + damping * np.diag(scale), gradient)
        tried, tried_chain = at(x + np.clip(step, -1.0, 1.0))
        better = residual(tried)
        gain = error @ error - better @ better
        if gain >= 0.0:
            x, p, chain, error = x + np.clip(step, -1.0, 1.0), tried, tried_chain, better
            damping = max(damping / 5.0, 1e-12)
            if gain <= ENOUGH * (error @ error):
                break
        else:
            damping *= 4.0
            if damping > 1e12:
                break
    return p
