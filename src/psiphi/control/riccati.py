"""Algebraic Riccati equations, and why one may have no solution that steadies a system.

    continuous   A*X + X A − X B R⁻¹ B* X + Q = 0
    discrete     X = A*X A − A*X B (R + B*X B)⁻¹ B*X A + Q

Both are solved by doubling: each pass takes as many steps of the discrete equation as all before it and keeps
the symplectic structure, so that equal or defective eigenvalues do no harm. The continuous equation becomes a
discrete one with the same solution by a Cayley transform [Chu, Fan, Lin, Wang, Int. J. Control 77, 2004].
Matrices have any leading batch dimensions.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

Array = NDArray[Any]

_PASSES = 60
_SETTLED = 1e-15
_LOST = 1e-9
"""Modes that forces move, or a cost sees, by less than this, beside the greatest entry, are out of reach."""


def continuous(A: Array, B: Array, Q: Array, R: Array) -> Array:
    """The solution of the continuous equation for which A − B R⁻¹ B* X is stable; NaN where none is found."""
    G = B @ np.linalg.solve(R, _adjoint(B))
    ones = np.eye(A.shape[-1])
    size = np.abs(np.linalg.eigvals(np.block([[A, -G], [-Q, -_adjoint(A)]])))
    shift = np.sqrt(np.maximum(size.min(-1), 1e-3 * size.max(-1)) * size.max(-1))
    best = np.full_like(Q, np.nan)
    error = np.full(Q.shape[:-2], np.inf)
    for factor in (1.0, 1.7, 0.6):  # a shift that is an eigenvalue of A has no transform
        gamma = (factor * shift)[..., None, None]
        try:
            X = _doubled(*_cayley(A, G, Q, gamma, ones))
        except np.linalg.LinAlgError:
            continue
        left = np.abs(_adjoint(A) @ X + X @ A - X @ G @ X + Q).max((-1, -2))
        better = left < error
        best, error = np.where(better[..., None, None], X, best), np.where(better, left, error)
    return best


def _cayley(A: Array, G: Array, Q: Array, gamma: Array, ones: Array) -> tuple[Array, Array, Array]:
    """The discrete system with the solution of the continuous one: its A, G = B R⁻¹ B* and Q."""
    inverse = np.linalg.inv(A - gamma * ones)
    W = np.linalg.inv(_adjoint(A - gamma * ones) + Q @ inverse @ G)
    return ones + 2.0 * gamma * _adjoint(W), 2.0 * gamma * inverse @ G @ W, 2.0 * gamma * W @ Q @ inverse


def discrete(A: Array, B: Array, Q: Array, R: Array) -> Array:
    """The solution of the discrete equation for which A − B K is stable; NaN where doubling breaks down."""
    try:
        return _doubled(A, B @ np.linalg.solve(R, _adjoint(B)), Q)
    except np.linalg.LinAlgError:
        return np.full_like(Q, np.nan)


def _doubled(A: Array, G: Array, X: Array) -> Array:
    ones = np.eye(A.shape[-1])
    with np.errstate(all="ignore"):
        for _ in range(_PASSES):
            W = np.linalg.inv(ones + G @ X)
            step = _adjoint(A) @ X @ W @ A
            G = G + A @ W @ G @ _adjoint(A)
            A = A @ W @ A
            X, G = _symmetric(X + step), _symmetric(G)
            if not np.any(np.abs(step).max((-1, -2)) > _SETTLED * np.abs(X).max((-1, -2))):
                break
    return X


class Mode(NamedTuple):
    """An eigenvalue of a system, and the state through which a force would move it, or a cost see it."""

    eigenvalue: complex
    vector: Array


def lost_mode(A: Array, B: Array, *, sampled: bool) -> Mode | None:
    """A mode of one system that does not die away by itself and that B does not reach, if there is one.

    rank [A − λI, B] < n for an eigenvalue λ with Re λ ≥ 0, or |λ| ≥ 1 where time is sampled [Hautus 1969].
    With A* and Q it is a mode that the cost Q does not see.
    """
    size = max(np.abs(A).max(), np.abs(B).max())
    for eigenvalue in np.linalg.eigvals(A):
        grows = abs(eigenvalue) - 1.0 if sampled else eigenvalue.real / size
        if grows > -_LOST:
            both = np.concatenate([A - eigenvalue * np.eye(len(A)), B], axis=1)
            left, values, _ = np.linalg.svd(both)
            if values[-1] <= _LOST * size:
                return Mode(complex(eigenvalue), np.abs(left[:, -1]))
    return None


def _adjoint(x: Array) -> Array:
    return x.swapaxes(-1, -2)


def _symmetric(x: Array) -> Array:
    return 0.5 * (x + _adjoint(x))
