"""Plain-matrix dynamics for checking figures: the mass matrix and gravity from each body's Jacobian."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import numpy as np
import pinocchio
import pytest

from psiphi.model import Model
from psiphi.model.kinematics import body_poses
from psiphi.spatial import motion_transform


def body_jacobians(model: Model, q: np.ndarray) -> np.ndarray:
    """V_k = J_k v, in the frame of body k; (N, 6, nv)."""
    rotations, positions = body_poses(model, q)
    q_tree = model.tree_configuration(q)
    jacobians = np.zeros((len(model.bodies), 6, model.nv_tree))
    for k, body in enumerate(model.bodies):
        if body.parent >= 0:
            seen_from_parent = rotations[body.parent].T
            relative = seen_from_parent @ (positions[k] - positions[body.parent])
            jacobians[k] = (
                motion_transform(seen_from_parent @ rotations[k], relative) @ jacobians[body.parent]
            )
        own = body.joint.kind.motion_subspace(body.joint, q_tree[model.q_tree_slices[k]])
        jacobians[k][:, model.v_tree_slices[k]] += own
    return jacobians @ model.coupling


@pytest.fixture
def example_robots() -> Path:
    """The robot descriptions of the package example-robot-data, installed beside Pinocchio."""
    return Path(pinocchio.__file__).parents[4] / "share" / "example-robot-data" / "robots"


@pytest.fixture
def mass_matrix() -> Callable[[Model, np.ndarray], np.ndarray]:
    """Σ J_k* M_k J_k, plus the rotors behind their gears."""

    def dense(model: Model, q: np.ndarray) -> np.ndarray:
        total = np.zeros((model.nv, model.nv))
        for body, jacobian in zip(model.bodies, body_jacobians(model, q), strict=True):
            total += jacobian.T @ body.inertia.matrix() @ jacobian
        for index, body in enumerate(model.bodies):
            rows = model.coupling[model.v_tree_slices[index]]
            total += body.joint.rotor.reflected_inertia * rows.T @ rows
        return total

    return dense


@pytest.fixture
def gravity_forces() -> Callable[[Model, np.ndarray], np.ndarray]:
    """The gradient of the potential energy: what the joints must bear to hold still."""

    def dense(model: Model, q: np.ndarray) -> np.ndarray:
        rotations, _ = body_poses(model, q)
        forces = np.zeros(model.nv)
        for k, (body, jacobian) in enumerate(zip(model.bodies, body_jacobians(model, q), strict=True)):
            weight = rotations[k].T @ np.array(model.gravity) * body.inertia.mass
            forces -= jacobian.T @ np.concatenate([np.cross(body.inertia.center, weight), weight])
        return forces

    return dense
