"""What of closed chains is done in NumPy: all that takes eigenvalues or singular values.

Forces that are not determined have a rank by a stated measure, and the least force is taken.

Where equations of loops say the same, Ω_c = J_c𝓜⁻¹J_c* is singular. It is brought to a unit diagonal, SΩ_cS,
so that masses and units do not decide. Equations that hold nothing at all, but for rounding, count for zero,
and so does an eigenvalue below RANK times the largest. Forces are then determined up to those that move
nothing, and the least of them is taken. Up to some size recursion.numbers.least_factors does the same in
compiled code, with pivots for eigenvalues.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from psiphi.model import Model

Array = NDArray[np.float64]

RANK = 1e-10
"""Eigenvalues of the compliance, of unit diagonal, and singular values of J_c that count: at least this part
of the largest."""

NOTHING = 2.0**-54
"""Equations whose compliance is less than this part of all and of `floor` are rounding, and hold nothing."""


def as_one_mass(model: Model) -> float:
    """The compliance of a robot as one mass, 1/kg: the `floor` beside which rounding is nothing."""
    return 1.0 / model.mass if model.mass > 0.0 else 0.0


class LeastForces(NamedTuple):
    """The least f with Ωf = r, (..., m); the rank of Ω, (...); what no f can give, relative to r, (...)."""

    force: Array
    rank: NDArray[np.int64]
    residual: Array


class _Spectrum(NamedTuple):
    """S, and the eigenvectors and eigenvalues of SΩS with a mask of those that count."""

    scale: Array
    values: Array
    vectors: Array
    counting: NDArray[np.bool_]


def ranks(compliance: Array, floor: float) -> tuple[NDArray[np.int64], Array]:
    """The rank of Ω (..., m, m), (...), and the condition of SΩS among the eigenvalues that count, (...)."""
    spectrum = _spectrum(compliance, floor)
    least = np.where(spectrum.counting, spectrum.values, np.inf).min(axis=-1, initial=np.inf)
    largest = spectrum.values.max(axis=-1, initial=0.0)
    return spectrum.counting.sum(axis=-1), np.where(largest > 0.0, largest / least, 1.0)


def least_forces(compliance: Array, right: Array, floor: float, noise: Array | float = 0.0) -> LeastForces:
    """The least f with Ωf = r for Ω (..., m, m), positive semidefinite, and r (..., m).

    `noise` (...) is what of r may be rounding: that much is no contradiction.
    """
    scale, values, vectors, counting = _spectrum(compliance, floor)
    parts = applied(np.swapaxes(vectors, -1, -2), scale * right)
    inverse = np.divide(1.0, values, out=np.zeros_like(values), where=counting)
    force = scale * applied(vectors, inverse * parts)
    force = force - applied(_idle(scale, vectors, counting), force)
    lost = np.linalg.norm(np.where(counting, 0.0, parts), axis=-1)
    asked = np.linalg.norm(parts, axis=-1) + noise * np.linalg.norm(scale, axis=-1)
    residual = np.divide(lost, asked, out=np.zeros_like(lost), where=asked > 0.0)
    return LeastForces(force, counting.sum(axis=-1), residual)


def least_inverse(compliance: Array, floor: float) -> tuple[Array, Array]:
    """X for which X r is the least f with Ωf = r, and the projection onto forces that move nothing."""
    scale, _, vectors, counting = _spectrum(compliance, floor)
    idle = _idle(scale, vectors, counting)
    kept = np.eye(compliance.shape[-1]) - idle
    return kept @ pseudo_inverse(compliance, floor) @ kept, idle


def nearest(jacobian: Array, weighted: Array, x: Array, gamma: Array, floor: float) -> Array:
    """x − WJ*(JWJ*)⁺(Jx − γ) for x (k, nv), with J (k, m, nv) and JW."""
    compliance = jacobian @ np.swapaxes(weighted, -1, -2)
    inverse = pseudo_inverse(symmetric(compliance), floor)
    opening = applied(jacobian, x) - gamma
    return x - applied(np.swapaxes(weighted, -1, -2), applied(inverse, opening))


def pseudo_inverse(compliance: Array, floor: float) -> Array:
    """Some X with ΩXΩ = Ω, (..., m, m), symmetric: enough where Ω⁻¹ meets vectors in the range of Ω."""
    scale, values, vectors, counting = _spectrum(compliance, floor)
    inverse = np.divide(1.0, values, out=np.zeros_like(values), where=counting)
    inner = (vectors * inverse[..., None, :]) @ np.swapaxes(vectors, -1, -2)
    return scale[..., None] * inner * scale[..., None, :]


def _spectrum(compliance: Array, floor: float) -> _Spectrum:
    diagonal = np.diagonal(compliance, axis1=-2, axis2=-1)
    felt = diagonal > NOTHING * (diagonal.sum(axis=-1, keepdims=True) + floor)
    scale = np.divide(1.0, np.sqrt(diagonal), out=np.ones_like(diagonal), where=felt)
    holding = np.where(felt[..., None] & felt[..., None, :], compliance, 0.0)
    values, vectors = np.linalg.eigh(scale[..., None] * holding * scale[..., None, :])
    largest = values.max(axis=-1, keepdims=True, initial=0.0)
    return _Spectrum(scale, values, vectors, (values > RANK * largest) & (values > 0.0))


def _idle(scale: Array, vectors: Array, counting: NDArray[np.bool_]) -> Array:
    """The orthogonal projection onto the forces that move nothing: S times the other eigenvectors."""
    idle = scale[..., None] * np.where(counting[..., None, :], 0.0, vectors)
    return idle @ np.linalg.pinv(idle, rcond=RANK)


def least_step(jacobian: Array, error: Array, damping: Array) -> Array:
    """−J*(JJ* + d²s²)⁻¹e for the damping d and the largest singular value s; without damping −J⁺e.

    jacobian (n, m, nv), error (n, m), damping (n,) → (n, nv).
    """
    left, values, right = np.linalg.svd(jacobian, full_matrices=False)
    largest = values.max(axis=-1, keepdims=True, initial=0.0)
    kept = values > RANK * largest
    squares = np.where(kept, values * values + (damping[:, None] * largest) ** 2, 1.0)
    along = np.where(kept, values, 0.0) / squares * (left.swapaxes(-1, -2) @ error[..., None])[..., 0]
    return -(right.swapaxes(-1, -2) @ along[..., None])[..., 0]


def loop_forces(
    asked: Array, grip: Array, driven: NDArray[np.bool_], squeeze: Array | None, weights: Array
) -> Array:
    """Forces of loops, (k, m), for joint forces asked for, (k, nv), and grip J_c*, (k, nv, m)."""
    passive, active = grip[:, ~driven], grip[:, driven]
    size, root = np.linalg.norm(grip, axis=(-2, -1)), np.sqrt(weights)
    carrying = root * applied(_of_singular_values(passive * root, size * root.max()), asked[:, ~driven])
    inner = np.eye(grip.shape[-1]) - _of_singular_values(passive, size) @ passive
    if squeeze is not None:
        return carrying + applied(inner, squeeze)
    rest = asked[:, driven] - applied(active, carrying)
    return carrying + applied(inner @ _of_singular_values(active @ inner, size), rest)


def _of_singular_values(matrix: Array, size: Array) -> Array:
    """The pseudo-inverse, singular values below RANK · size, (k,), taken for zero."""
    u, s, vt = np.linalg.svd(matrix, full_matrices=False)
    counting = s > RANK * size[:, None]
    inverse = np.divide(1.0, s, out=np.zeros_like(s), where=counting)
    return np.swapaxes(vt, -1, -2) @ (inverse[..., None] * np.swapaxes(u, -1, -2))


def symmetric(matrix: Array) -> Array:
    """A matrix whose halves differ by rounding, with the mean of both."""
    return 0.5 * (matrix + np.swapaxes(matrix, -1, -2))


def applied(matrix: NDArray[Any], x: Array) -> Array:
    """A x for each row."""
    return (matrix @ x[..., None])[..., 0]
