"""The mass matrix by its definition, M = Σ_k J_kᵀ M_k J_k plus rotors and tendons, to judge what was read."""

from __future__ import annotations

import numpy as np

from psiphi.model import Model
from psiphi.model.kinematics import relative_pose
from psiphi.spatial.shift import motion_transform


def dense_mass_matrix(model: Model, q: np.ndarray) -> np.ndarray:
    """q (nq,) → (nv, nv). J_k maps the tree velocities to the velocity of body k in its own frame."""
    tree = model.tree_configuration(q)
    jacobians: list[np.ndarray] = []
    matrix = np.zeros((model.nv_tree, model.nv_tree))
    for k, body in enumerate(model.bodies):
        jacobian = np.zeros((6, model.nv_tree))
        if body.parent >= 0:
            jacobian = motion_transform(*relative_pose(model, tree, k)) @ jacobians[body.parent]
        columns = model.v_tree_slices[k]
        jacobian[:, columns] += body.joint.kind.motion_subspace(body.joint, tree[model.q_tree_slices[k]])
        jacobians.append(jacobian)
        matrix += jacobian.T @ body.inertia.matrix() @ jacobian
        matrix[columns, columns] += body.joint.rotor.reflected_inertia * np.eye(body.joint.kind.nv)
    for tendon in model.tendons:
        row = np.zeros(model.nv_tree)
        for joint, coefficient in zip(tendon.joints, tendon.coefficients, strict=True):
            row[model.v_tree_slices[model.joint_index(joint)]] += coefficient
        matrix += tendon.armature * np.outer(row, row)
    return model.coupling.T @ matrix @ model.coupling
