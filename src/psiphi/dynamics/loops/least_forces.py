"""What of closed chains, and of frames that cannot move, is done in NumPy: all that takes eigenvalues.

Forces that are not determined have a rank by a stated measure, and the least force is taken.

Where equations of loops say the same, Ω_c = J_c𝓜⁻¹J_c* is singular. It is brought to a unit diagonal, SΩ_cS,
so that masses and units do not decide. Equations that hold nothing at all, but for rounding, count for zero,
and so does an eigenvalue below RANK times the largest. Forces are then determined up to those that move
nothing, and the least of them is taken. Up to some size recursion.numbers.least_factors does the same in
compiled code, with pivots for eigenvalues. A matrix that is not finite makes NaN of what is asked of it.
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
    """The least f with Ωf = r, (..., m), and what no f can give, relative to r, (...)."""

    force: Array
    residual: Array


class Spectrum(NamedTuple):
    """S, and the eigenvectors and eigenvalues of SΩS with a mask of those that count."""

    scale: Array
    values: Array
    vectors: Array
    counting: NDArray[np.bool_]

    @property
    def inverse(self) -> Array:
        """Some X with ΩXΩ = Ω, (..., m, m), symmetric: enough where Ω⁻¹ meets vectors in the range of Ω."""
        inverse = np.where(self.counting, 1.0 / np.where(self.counting, self.values, 1.0), 0.0 * self.values)
        inner = (self.vectors * inverse[..., None, :]) @ np.swapaxes(self.vectors, -1, -2)
        return self.scale[..., None] * inner * self.scale[..., None, :]

    @property
    def exact_inverse(self) -> Array:
        """Ω⁻¹, NaN where it is singular."""
        regular = np.asarray(self.counting.all(axis=-1))
        return np.where(regular[..., None, None], self.inverse, np.nan)

    @property
    def idle(self) -> Array:
        """The orthogonal projection onto the forces that move nothing: S times the other eigenvectors."""
        if self.counting.all():
            return np.zeros_like(self.vectors)
        idle = self.scale[..., None] * np.where(self.counting[..., None, :], 0.0, self.vectors)
        return idle @ np.linalg.pinv(idle, rcond=RANK)


def spectrum(compliance: Array, floor: float, beside: Array | None = None) -> Spectrum:
    """Of Ω (..., m, m), symmetric and positive semidefinite.

    S brings the diagonal of Ω to 1, or of what it is measured `beside`: eigenvalues then count from RANK on.
    Values are NaN where a matrix is not finite, and none counts.
    """
    finite = np.asarray(np.isfinite(compliance).all(axis=(-2, -1)))[..., None]
    known = np.where(finite[..., None], 0.5 * (compliance + np.swapaxes(compliance, -1, -2)), 0.0)
    diagonal = np.diagonal(known if beside is None else beside, axis1=-2, axis2=-1)
    felt = diagonal > NOTHING * (diagonal.sum(axis=-1, keepdims=True) + floor)
    scale = np.where(felt, 1.0 / np.sqrt(np.where(felt, diagonal, 1.0)), 1.0 if beside is None else 0.0)
    holding = np.where(felt[..., None] & felt[..., None, :], known, 0.0)
    values, vectors = np.linalg.eigh(scale[..., None] * holding * scale[..., None, :])
    largest = values.max(axis=-1, keepdims=True, initial=0.0) if beside is None else 1.0
    counting = (values > RANK * largest) & (values > 0.0)
    return Spectrum(scale, np.where(finite, values, np.nan), vectors, counting)


def ranks(compliance: Array, floor: float) -> tuple[NDArray[np.int64], Array]:
    """The rank of Ω (..., m, m), (...), and the condition of SΩS among the eigenvalues that count, (...)."""
    _, values, _, counting = spectrum(compliance, floor)
    least = np.where(counting, values, np.inf).min(axis=-1, initial=np.inf)
    largest = values.max(axis=-1, initial=0.0)
    return counting.sum(axis=-1), np.where(largest == 0.0, 1.0, largest / least)


def least_forces(compliance: Array, right: Array, floor: float, noise: Array | float = 0.0) -> LeastForces:
    """The least f with Ωf = r for Ω (..., m, m), positive semidefinite, and r (..., m).

    `noise` (...) is what of r may be rounding: that much is no contradiction.
    """
    found = spectrum(compliance, floor)
    parts = applied(np.swapaxes(found.vectors, -1, -2), found.scale * right)
    force = applied(found.inverse, right)
    force = force - applied(found.idle, force)
    lost = np.linalg.norm(np.where(found.counting, 0.0, parts), axis=-1)
    asked = np.linalg.norm(parts, axis=-1) + noise * np.linalg.norm(found.scale, axis=-1)
    return LeastForces(force, np.divide(lost, asked, out=np.zeros_like(lost), where=asked > 0.0))


def least_inverse(compliance: Array, floor: float) -> tuple[Array, Array]:
    """X for which X r is the least f with Ωf = r, and the projection onto forces that move nothing."""
    found = spectrum(compliance, floor)
    kept = np.eye(compliance.shape[-1]) - found.idle
    return kept @ found.inverse @ kept, found.idle


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


def pseudo_inverse(matrix: Array, rank: float) -> Array:
    """That of symmetric matrices, (..., n, n): eigenvalues up to `rank` of the largest are taken for zero."""
    rows = np.isfinite(matrix).all(axis=(-2, -1))
    found = np.full_like(matrix, np.nan)
    found[rows] = np.linalg.pinv(matrix[rows], rcond=rank, hermitian=True)
    return found


def null_space(matrix: Array, rank: float) -> Array:
    """An orthonormal basis, as columns: singular values up to `rank` of the largest, or of 1, are zero."""
    _, values, rows = np.linalg.svd(matrix)
    return rows[int((values > rank * max(values.max(initial=0.0), 1.0)).sum()) :].T


def applied(matrix: NDArray[Any], x: Array) -> Array:
    """A x for each row."""
    return (matrix @ x[..., None])[..., 0]
