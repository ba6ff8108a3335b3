"""Motions that loops leave free and nobody minds: rods that turn about their own axes.

A rod between two balls may spin about the line through them. Where every centre of mass stays where it is,
such a motion does nothing to the rest but by the inertia of the spin, and the friction of the balls holds it.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from psiphi.model import Model
from psiphi.model.kinematics import relative_pose
from psiphi.spatial.shift import motion_transform

Array = NDArray[np.float64]

RANK = 1e-9  # of the largest singular value


def idle_spins(model: Model, q: Array, jacobian: Array, driven: NDArray[np.bool_]) -> Array:
    """Orthonormal velocities (nv, k) at q (nq,) that spin bodies about lines through their centres of mass.

    They keep the loops, J_c v = 0 for the Jacobian (m, nv), and no `driven` (nv,) coordinate moves.
    """
    free = np.eye(model.nv)[:, ~driven]
    free = free @ _null_space(jacobian @ free)
    return free @ _null_space(_centre_velocities(model, q) @ free)


def spinning_joints(model: Model, spins: Array) -> list[str]:
    """The joints that move in some of the spins."""
    moving = np.abs(spins).max(axis=1, initial=0.0) > RANK
    return [name for name in model.joint_names if moving[model.v_slice(name)].any()]


def _null_space(matrix: Array) -> Array:
    """An orthonormal basis, as columns."""
    _, values, rows = np.linalg.svd(matrix)
    rank = int((values > RANK * max(values.max(initial=0.0), 1.0)).sum())
    return rows[rank:].T


def _centre_velocities(model: Model, q: Array) -> Array:
    """The velocities of the centres of mass of all bodies with mass, in body axes, from v: (3n, nv)."""
    tree = model.tree_configuration(q)
    jacobians: list[Array] = []
    rows: list[Array] = []
    for k, body in enumerate(model.bodies):
        jacobian = np.zeros((6, model.nv_tree))
        if body.parent >= 0:
            jacobian = motion_transform(*relative_pose(model, tree, k)) @ jacobians[body.parent]
        place = model.q_tree_slices[k]
        jacobian[:, model.v_tree_slices[k]] += body.joint.kind.motion_subspace(body.joint, tree[place])
        jacobians.append(jacobian)
        if body.inertia.mass:
            center = np.broadcast_to(body.inertia.center, (model.nv_tree, 3)).T
            rows.append(jacobian[3:] + np.cross(jacobian[:3], center, axis=0))
    return (np.concatenate(rows) if rows else np.zeros((0, model.nv_tree))) @ model.coupling
