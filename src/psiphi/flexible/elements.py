"""Modes of finite elements: any mass matrix, consistent or lumped, of nodes that move and may turn.

With J₀ the motions of all nodes for those of the body and its modes, E = J₀*MJ₀ is the inertia of the body at
rest: m, h, I, C = ∂h/∂η, A and M_ff. A body that bends needs more, the second moments of its fields x₀ and Ψ
in each direction, of which E has sums. They are taken from the masses of the nodes, and then brought to E:

    x₀ ← T x₀            T S T* ≤ S_E           S = Σ m x xᵀ,  S_E = ½ tr(I) − I
    Ψ  ← Λ Ψ + r × x₀    Λ F Λ* ≤ F_E           F = M_ff − A*I⁻¹A,  I r = A

about the centre of mass. What is then missing, S_E − TST* and F_E − ΛFΛ*, is positive: it is added in
directions of its own. The inertia at rest is E to rounding, and positive in every shape.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from psiphi.errors import ModelError
from psiphi.flexible.arguments import SLACK, Array, named_points, number_array
from psiphi.flexible.modes import Modes
from psiphi.frozen import frozen
from psiphi.spatial.rotation import skew, unskew

_ROUNDING = 1e-13
"""A moment of less than this part of the largest is zero."""


def from_elements(
    positions: ArrayLike,
    mass: Any,
    shapes: ArrayLike,
    stiffness: ArrayLike = 0.0,
    damping: ArrayLike = 0.0,
    nodes: Mapping[str, int] | Sequence[int] = (),
    bound_shapes: ArrayLike | None = None,
    bound_curvatures: ArrayLike | None = None,
    *,
    inboard: str | int | None = None,
) -> Modes:
    """The modes of a mesh whose nodes move and turn, [u; θ] each, or move alone, [u].

    positions      (N, 3) of the nodes at rest, in the body's frame
    mass           (6N, 6N) or its diagonal (6N,), 3 for 6 where nodes do not turn; also a sparse matrix of
                   SciPy
    shapes         (N, 6, n): how each node moves and turns with each mode
    bound_shapes   (N, 6, R): the same of shapes whose coordinates are ½ η*cη, c the `bound_curvatures`

    The other arguments are those of `Modes`. The inertia of the body at rest, with what couples its motion
    to modes, is that of the mass matrix; how it changes with η is that of the masses of the nodes.
    """
    places = number_array("positions", positions, (None, 3))
    count = len(places)
    own = number_array("shapes", shapes, (count, None, None))
    each = own.shape[1]
    if each not in (3, 6):
        raise ModelError(f"modes: shapes have {each} rows for a node; give 6, [u; θ], or 3 of displacements")
    n = own.shape[2]
    given = np.zeros((count, each, 0)) if bound_shapes is None else bound_shapes
    fields = np.concatenate([own, number_array("bound_shapes", given, (count, each, None))], axis=2)
    matrix = _matrix(mass, each * count)
    at_rest = _inertia(places, matrix, fields)
    points, moved = _points(_lumped(places, matrix, fields, at_rest.mass), at_rest)
    turns = np.zeros_like(fields[:, :3]) if each == 3 else fields[:, 3:]
    named = named_points(nodes, count)
    both = np.concatenate([fields[:, :3], moved])
    held = turns[[*named.values()]]
    return Modes(
        np.concatenate([places, points]),
        np.concatenate([np.zeros(count), np.full(len(points), at_rest.mass / len(points))]),
        both[:, :, :n],
        held[:, :, :n],
        stiffness,
        damping,
        named,
        both[:, :, n:],
        held[:, :, n:],
        bound_curvatures,
        inboard=inboard,
    )


@frozen(eq=False)
class _AtRest:
    """The inertia of a body at rest: its mass and centre, and what is about the centre, with s fields."""

    mass: float
    center: Array
    rotational: Array
    """I about the centre, (3, 3)."""
    means: Array
    """C/m, (3, s)."""
    coupling: Array
    """A about the centre, (3, s)."""
    modal: Array
    """M_ff without what the centre moves, (s, s)."""


def _matrix(mass: Any, size: int) -> Any:
    """The mass matrix, dense or sparse."""
    if hasattr(mass, "tocsr"):
        matrix = mass.tocsr()
        number_array("mass", matrix.data)
    else:
        given = number_array("mass", mass)
        matrix = np.diag(given) if given.ndim == 1 else given
    if matrix.shape != (size, size):
        raise ModelError(f"modes: mass has shape {matrix.shape}; give ({size}, {size}) or its diagonal")
    if abs(matrix - matrix.T).max() > SLACK * abs(matrix).max():
        raise ModelError("modes: the mass matrix is not symmetric")
    return matrix


def _inertia(places: Array, matrix: Any, fields: Array) -> _AtRest:
    """E = J₀*MJ₀ in its parts."""
    count, each, s = fields.shape
    motion = np.zeros((count, each, 6 + s))
    motion[:, :3, :3], motion[:, :3, 3:6] = -skew(places), np.eye(3)
    motion[:, 3:, :3], motion[:, :, 6:] = np.eye(3)[: each - 3], fields
    flat = motion.reshape(each * count, 6 + s)
    E = flat.T @ (matrix @ flat)
    mass, center = float(E[3, 3]), unskew(E[:3, 3:6]) / E[3, 3]
    rigid = E[3:6, 3:6] - mass * np.eye(3), E[:3, 3:6] - mass * skew(center)
    reach = max(float(np.abs(places).max(initial=0.0)), 1e-300)
    if not mass > 0.0 or max(np.abs(rigid[0]).max(), np.abs(rigid[1]).max() / reach) > SLACK * mass:
        raise ModelError(
            "modes: the mass matrix is not that of a free body, whose mass is positive and the same in all "
            "directions; give that of all nodes, those that are held included"
        )
    C, arm = E[3:6, 6:], skew(center)
    inertia, modal = E[:3, :3] + mass * arm @ arm, E[6:, 6:] - C.T @ C / mass
    return _AtRest(mass, center, inertia, C / mass, E[:3, 6:] - arm @ C, modal)


def _lumped(places: Array, matrix: Any, fields: Array, mass: float) -> Array:
    """x₀ and Ψ of the masses of the nodes about their centre, times the root of each mass, (N, 3, 1 + s).

    These are as on the diagonal of the mass matrix, each where the block of its node has it.
    """
    each = fields.shape[1]
    diagonal = matrix.diagonal().reshape(-1, each)
    if diagonal.min(initial=0.0) < -SLACK * diagonal.max(initial=0.0):
        raise ModelError("modes: the mass matrix is indefinite; its diagonal has negative numbers")
    masses = np.maximum(diagonal[:, :3].mean(axis=1), 0.0)
    moved = np.concatenate([places[:, :, None], fields[:, :3]], axis=2)
    if each == 6:
        across = [matrix.diagonal(k)[row::6] for row, k in ((1, 4), (2, 1), (0, 4))]  # m c of −m c×
        arms = np.stack(across, axis=1) / np.where(masses > 0.0, masses, 1.0)[:, None]
        moved[:, :, 0] += arms
        moved[:, :, 1:] += np.cross(fields[:, 3:], arms[:, :, None], axis=1)
    shares = masses / masses.sum()
    return np.sqrt(mass * shares)[:, None, None] * (moved - np.einsum("p,pai->ai", shares, moved))


def _points(lumped: Array, at_rest: _AtRest) -> tuple[Array, Array]:
    """x₀ (P, 3) and Ψ (P, 3, s) of points of equal masses that have the moments of a body."""
    s = lumped.shape[2] - 1
    inertia = at_rest.rotational
    solve = np.linalg.pinv(inertia, rcond=_ROUNDING, hermitian=True)
    second = 0.5 * np.trace(inertia) * np.eye(3) - inertia
    values = np.linalg.eigvalsh(second)
    rest = at_rest.modal - at_rest.coupling.T @ solve @ at_rest.coupling
    if s and np.linalg.eigvalsh(rest)[0] < -SLACK * np.abs(at_rest.modal).max():
        raise ModelError("modes: the mass matrix is indefinite")
    if values[0] < -SLACK * values[2]:
        raise ModelError(
            "modes: no body has the inertia of the mass matrix: of its principal moments one is greater than "
            "the others together"
        )
    turn, missing = _brought(np.einsum("pa,pb->ab", lumped[:, :, 0], lumped[:, :, 0]), second)
    x = np.concatenate([lumped[:, :, 0] @ turn.T, missing.T])
    moved = np.concatenate([lumped[:, :, 1:], np.zeros((3, 3, s))])
    turned = np.stack([np.cross(axis, x) for axis in np.eye(3)], axis=2)
    moved = moved - turned @ (solve @ np.einsum("pab,pai->bi", turned, moved))
    bend, missing = _brought(np.einsum("pai,paj->ij", moved, moved), rest)
    moved = moved @ bend.T + turned @ (solve @ at_rest.coupling)
    evenly = np.einsum("ab,ik->akbi", np.eye(3), missing / np.sqrt(3.0)).reshape(-1, 3, s)
    x, moved = np.concatenate([x, np.zeros((len(evenly), 3))]), np.concatenate([moved, evenly])
    # The same moments, in the fewest points: R of the functions, then a turn that makes their means vanish
    every = np.concatenate([x[:, :, None], moved], axis=2).reshape(len(x), -1)
    few = np.linalg.qr(every, mode="r")
    size = len(few) + 1
    level = np.linalg.qr(np.concatenate([np.ones((size, 1)), np.eye(size)[:, 1:]], axis=1))[0][:, 1:]
    spread = (np.sqrt(size / at_rest.mass) * level @ few).reshape(size, 3, 1 + s)
    return at_rest.center + spread[:, :, 0], at_rest.means + spread[:, :, 1:]


def _brought(found: Array, wanted: Array) -> tuple[Array, Array]:
    """T and a factor Y with T X T* + Y Y* = X′; T makes nothing larger."""
    root = np.sqrt(np.maximum(np.diag(wanted), 0.0))
    inverse = np.divide(1.0, root, out=np.zeros_like(root), where=root > 0.0)
    values, axes = np.linalg.eigh(wanted * np.outer(inverse, inverse))
    kept = values > _ROUNDING
    half = root[:, None] * axes[:, kept] * np.sqrt(values[kept])
    back = (inverse[:, None] * axes[:, kept] / np.sqrt(values[kept])).T
    ratios, vectors = np.linalg.eigh(back @ found @ back.T)
    gains = 1.0 / np.sqrt(np.maximum(ratios, 1.0))
    left = half @ vectors
    missing = np.zeros((len(wanted), len(wanted)))
    missing[:, : len(gains)] = left * np.sqrt(np.maximum(1.0 - gains**2 * ratios, 0.0))
    return left * gains @ vectors.T @ back, missing
