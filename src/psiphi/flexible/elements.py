"""Modes of finite elements whose nodes turn: lumped mass matrices with six numbers for each node.

A node of mass m, its centre at c, with the rotary inertia J about it, stands for six points around c on the
principal axes of Σ m x xᵀ = ½ tr(J) I − J, at ±√(3w/m) for its eigenvalues w: their mass, centre and inertia
are those of the node, and they move with u + θ × r.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np
from numpy.typing import ArrayLike

from psiphi.errors import ModelError
from psiphi.flexible.modes import SLACK, Array, Modes, named_points, number_array


def from_elements(
    positions: ArrayLike,
    mass: ArrayLike,
    shapes: ArrayLike,
    stiffness: ArrayLike = 0.0,
    damping: ArrayLike = 0.0,
    nodes: Mapping[str, int] | Sequence[int] = (),
    *,
    inboard: str | int | None = None,
) -> Modes:
    """The modes of a mesh whose nodes move and turn, [u; θ] each.

    positions   (N, 3) of the nodes at rest, in the body's frame
    mass        (6N, 6N), or its diagonal (6N,): lumped, so that no node feels another; masses may be off
                their nodes, and have rotary inertia
    shapes      (N, 6, n): how each node moves and turns with each mode

    The other arguments are those of `Modes`.
    """
    places = number_array("positions", positions, (None, 3))
    count = len(places)
    fields = number_array("shapes", shapes, (count, 6, None))
    given = number_array("mass", mass)
    matrix = np.diag(given) if given.ndim == 1 else given
    if matrix.shape != (6 * count, 6 * count):
        raise ModelError(
            f"modes: mass has shape {given.shape}; give ({6 * count}, {6 * count}) or its diagonal"
        )
    blocks = matrix.reshape(count, 6, count, 6).transpose(0, 2, 1, 3)
    own = blocks[np.arange(count), np.arange(count)]
    size = float(np.abs(matrix).max(initial=0.0))
    if np.abs(blocks).sum() - np.abs(own).sum() > SLACK * size:
        raise ModelError(
            "modes: the mass matrix joins nodes, as a consistent one does; have the elements' mass lumped, "
            "which finite-element programs do on request"
        )
    points, masses = [places], [np.zeros(count)]
    moved = [fields[:, :3]]
    for node in range(count):
        around, share = _points(own[node], node, size)
        turned = np.cross(fields[node, 3:].T[None], around[:, None]).transpose(0, 2, 1)
        points.append(places[node] + around)
        masses.append(share)
        moved.append(fields[node, :3] + turned)
    named = named_points(nodes, count)
    return Modes(
        np.concatenate(points),
        np.concatenate(masses),
        np.concatenate(moved),
        fields[[*named.values()], 3:],
        stiffness,
        damping,
        named,
        inboard=inboard,
    )


def _points(own: Array, node: int, size: float) -> tuple[Array, Array]:
    """The points that stand for the mass of a node, from it (…, 3), and their masses."""
    m, across = float(own[0, 0]), own[:3, 3:]
    if np.abs(own).max() <= SLACK * size and m == 0.0:
        return np.zeros((0, 3)), np.zeros(0)
    skew = np.abs(across + across.T).max() <= SLACK * size and np.abs(own - own.T).max() <= SLACK * size
    if m <= 0.0 or np.abs(own[:3, :3] - m * np.eye(3)).max() > SLACK * size or not skew:
        raise ModelError(
            f"modes: node {node} has no mass of a body: give [m I, −m c×; m c×, J] of a mass m > 0 at c, the "
            "same in all directions"
        )
    c = np.array([across[1, 2], across[2, 0], across[0, 1]]) / m  # −m c× of it
    rotary = own[3:, 3:] - m * (c @ c * np.eye(3) - np.outer(c, c))
    squares, axes = np.linalg.eigh(0.5 * np.trace(rotary) * np.eye(3) - rotary)
    if squares[0] < -SLACK * max(float(np.abs(rotary).max()), 1e-300):
        raise ModelError(
            f"modes: no body has the rotary inertia of node {node}: of its three principal moments one is "
            "greater than the others together"
        )
    arms = (axes * np.sqrt(3.0 * np.maximum(squares, 0.0) / m)).T
    return c + np.concatenate([arms, -arms]), np.full(6, m / 6.0)
