"""Small vibrations about a configuration: M δ̈ + D δ̇ + K δ = 0.

K and D are the derivatives of inverse dynamics with respect to q and v, of which gravity and, about a motion,
centrifugal and gyroscopic forces are part, and those of springs, dampers and modes.

Loops leave δ = V y with J_c V = 0. Their forces f hold on, and turn with what they act on: ∂(J_c*f)/∂q is
part of K. Where the robot is not in equilibrium, constant forces of the joints hold it at rest.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from psiphi.errors import InputError
from psiphi.frozen import frozen
from psiphi.model import Model
from psiphi.model.arguments import configuration_argument, names_argument, vector_argument
from psiphi.model.tendon import tendon_matrices

if TYPE_CHECKING:
    from matplotlib.figure import Figure

Array = NDArray[np.float64]
Complex = NDArray[np.complex128]

_SYMMETRIC = 1e-9
"""A stiffness may miss symmetry by this part of its size: away from equilibrium it is not symmetric."""


_REDUNDANT = 1e-9
"""Equations of loops below this part of the largest say what others say."""

_SHOWN = 0.3
"""How far joints move where a mode is shown, in radians or metres."""

_NOTHING = 1e-14
"""What is left of λ² = 0 of motions that nothing holds back, as part of the largest."""


@frozen(eq=False)
class ModalAnalysis:
    """What modes a robot has about a configuration, frequencies rising.

    `model` and `q` (nq,) are what is analysed. `eigenvalues` λ (m,) of δ = shape · exp(λt), one of each
    conjugate pair and every real one, `frequencies` |λ| in rad/s, `damping` the ratio −Re λ/|λ|, negative
    where the motion grows and 0 of what does not vibrate; `shapes` (nv, m) are variations of q as `integrate`
    takes them, zero at what is held, with shape* M shape = 1 where nothing is damped and the largest entry 1
    elsewhere.
    """

    model: Model
    q: Array
    eigenvalues: Complex
    shapes: Complex | Array

    @property
    def frequencies(self) -> Array:
        return np.abs(self.eigenvalues)

    @property
    def damping(self) -> Array:
        size = self.frequencies
        return np.where(size > 0.0, -self.eigenvalues.real / np.where(size > 0.0, size, 1.0), 0.0)

    def swing(self, mode: int, phase: ArrayLike, scale: float = 1.0) -> tuple[Array, Array]:
        """q (..., nq) and δ (..., nv) of one mode at phases (...) in radians; joints move by 0.3 at most.

        Modes of flexible bodies reach a tenth of their size; `scale` is more or less of it.
        """
        if not -len(self.eigenvalues) <= mode < len(self.eigenvalues):
            raise InputError(f"mode: {mode} given; there are {len(self.eigenvalues)}, from 0 on.")
        sizes = np.full(self.model.nv, _SHOWN)
        for body in self.model.bodies:
            if body.modes is not None:
                sizes[self.model.v_modes(body.name)] = 5.0 * body.modes.reach
        shape = self.shapes[:, mode]
        largest = float((np.abs(shape) / sizes).max(initial=0.0)) or 1.0
        moved = np.real(np.exp(1j * np.asarray(phase, dtype=float))[..., None] * shape) * (scale / largest)
        return self.model.integrate(self.q, moved), moved

    def plot(self, most: int = 12) -> Figure:
        """A Matplotlib figure of the first modes: frequencies, damping, and what moves in each."""
        from psiphi.dynamics.modal.plot import plot_modes

        return plot_modes(self, most)


def modal_analysis(robot: Any, q: ArrayLike, v: ArrayLike | None, held: Sequence[str]) -> ModalAnalysis:
    """The modes of a Robot about q (nq,), and about rates v (nv,) if given; `held` joints move on."""
    model = robot.model
    place = configuration_argument(model, "q", q)
    rates = np.zeros(model.nv) if v is None else vector_argument("v", v, model.nv)
    if place.ndim != 1 or rates.ndim != 1:
        raise InputError("modal_analysis: give one configuration q (nq,), and rates v (nv,).")
    if not (np.isfinite(place).all() and np.isfinite(rates).all()):
        raise InputError("modal_analysis: q and v have numbers that are not finite.")
    if model.loops:
        if held or rates.any():
            raise InputError(
                f"modal_analysis: {model.name!r} has loops, and is analysed at rest; leave out v, and lock "
                "joints instead of holding them."
            )
        V, turning = _left_by_loops(robot, place)
    else:
        at = [i for name in names_argument("held", held) for i in range(model.nv)[model.v_slice(name)]]
        V, turning = np.delete(np.eye(model.nv), at, axis=1), 0.0
    by_place, by_rate, mass = robot.inverse_dynamics_derivatives(place, rates, np.zeros(model.nv))
    stiffness, damping = _resistance(model)
    M, D, K = (V.T @ x @ V for x in (mass, by_rate + damping, by_place + stiffness - turning))
    values, own = _undamped(M, K) if _is_conservative(D, K) else _damped(M, D, K)
    return ModalAnalysis(model, place, values, V @ own)


def _left_by_loops(robot: Any, q: Array) -> tuple[Array, Array]:
    """V (nv, …) with J_c V = 0, and ∂(J_c*f)/∂q for the forces f of the loops at rest."""
    from psiphi.algebra import loop_vector  # the algebra is loaded where it is needed
    from psiphi.dynamics.features import Features
    from psiphi.dynamics.loops.constraints import constraint_jacobian

    features, force = Features.of(robot.model), loop_vector("f")
    _, sizes, directions = np.linalg.svd(robot.constraint_jacobian(q))
    held = int((sizes > _REDUNDANT * sizes.max(initial=0.0)).sum())
    still = np.zeros(robot.model.nv)
    _, forces = robot.constrained_forward_dynamics(q, still, robot.passive_forces(q, still))
    turning = robot.compile(constraint_jacobian(features).T @ force).jacobian("q")
    return directions[held:].T, turning(q=q, f=forces)


def _is_conservative(D: Array, K: Array) -> bool:
    return not D.any() and bool(np.abs(K - K.T).max(initial=0.0) <= _SYMMETRIC * np.abs(K).max(initial=0.0))


def _undamped(M: Array, K: Array) -> tuple[Complex, Array]:
    lower = np.linalg.cholesky(M)
    half = np.linalg.solve(lower, 0.5 * (K + K.T))
    squares, vectors = np.linalg.eigh(np.linalg.solve(lower, half.T))
    order = np.argsort(np.abs(squares))
    squares = np.where(np.abs(squares) <= _NOTHING * np.abs(squares).max(initial=0.0), 0.0, squares)[order]
    values = np.where(squares < 0.0, 1.0, 1j) * np.sqrt(np.abs(squares))  # it falls over where they are real
    shapes: Array = np.linalg.solve(lower.T, vectors[:, order]).astype(float)
    return values, shapes


def _damped(M: Array, D: Array, K: Array) -> tuple[Complex, Complex]:
    n = len(M)
    solved = np.linalg.solve(M, np.concatenate([-K, -D], axis=1))
    found = np.linalg.eig(np.concatenate([np.eye(n, 2 * n, k=n), solved]))
    values: Complex = np.asarray(found.eigenvalues, dtype=complex)
    vectors: Complex = np.asarray(found.eigenvectors[:n], dtype=complex)
    kept = np.flatnonzero(values.imag >= 0.0)
    kept = kept[np.argsort(np.abs(values[kept]), kind="stable")]
    shapes = vectors[:, kept]
    largest = shapes[np.argmax(np.abs(shapes), axis=0), np.arange(len(kept))]
    return values[kept], shapes / largest


def _resistance(model: Model) -> tuple[Array, Array]:
    """K and D (nv, nv) of springs, dampers, tendons and modes, on the independent coordinates."""
    K, D = np.zeros((model.nv_tree, model.nv_tree)), np.zeros((model.nv_tree, model.nv_tree))
    for k, body in enumerate(model.bodies):
        joint, own = body.joint, model.v_tree_slices[k]
        if any(joint.stiffness) and not joint.kind.is_plain:
            raise InputError(
                f"joint {joint.name!r}: the spring of a {joint.kind.name} joint is no matrix on its rates; "
                "modal analysis has those of joints with plain coordinates"
            )
        if body.gravity_compensation.mass:
            raise InputError(f"body {body.name!r}: modal analysis does not know what holds its weight up")
        K[own, own], D[own, own] = np.diag(joint.stiffness), np.diag(joint.damping)
        if body.modes is not None:
            modal = model.coordinates.v_tree_modes[k]
            K[modal, modal], D[modal, modal] = body.modes.stiffness, body.modes.damping
    _, speeds = tendon_matrices(model)
    for tendon, row in zip(model.tendons, speeds, strict=True):
        K += tendon.stiffness * np.outer(row, row)
        D += tendon.damping * np.outer(row, row)
    S = model.coupling
    return S.T @ K @ S, S.T @ D @ S
