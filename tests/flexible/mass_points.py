"""A flexible robot as mass points in the world: where all of them are, and their Jacobians by complex steps.

Nothing of the operators or of modal integrals is used, but for H* of the joints: poses are products of
matrices, and rigid bodies are six points with their inertia.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

from psiphi.model import Body, Model

Array = NDArray[np.float64]
_STEP = 1e-30


def _skew(x: np.ndarray) -> np.ndarray:
    a, b, c = x
    return np.array([[0 * a, -c, b], [c, 0 * a, -a], [-b, a, 0 * a]])


def _cay(s: np.ndarray) -> np.ndarray:
    half = 0.5 * _skew(s)
    return np.linalg.solve(np.eye(3) - half, np.eye(3) + half)


def rigid_points(body: Body) -> tuple[Array, Array]:
    """Masses and places of six points with the inertia of a body; masses may be negative."""
    second = 0.5 * np.trace(body.inertia.rotational) * np.eye(3) - body.inertia.rotational
    values, axes = np.linalg.eigh(second)
    mass = body.inertia.mass
    reach = np.sqrt(np.maximum(values, 0.0) * 3.0 / mass)
    arms = np.concatenate([axes * reach, -axes * reach], axis=1).T
    return np.full(6, mass / 6.0), body.inertia.center + arms


def positions(model: Model, q: Array, dq: np.ndarray) -> tuple[Array, np.ndarray]:
    """Masses (P,) and places (P, 3) in the world of all points at q, moved by small complex dq (nv,)."""
    q_tree, d_tree = model.tree_configuration(q), model.coupling @ dq
    coordinates = model.coordinates
    poses: list[tuple[np.ndarray, np.ndarray]] = []
    etas: list[np.ndarray] = []
    masses, places = [], []
    for k, body in enumerate(model.bodies):
        joint, own = body.joint, q_tree[model.q_tree_slices[k]]
        rotation, position = joint.kind.pose(joint, own)
        twist = joint.kind.motion_subspace(joint, own) @ d_tree[model.v_tree_slices[k]]
        position = joint.placement.position + joint.placement.rotation @ (position + rotation @ twist[3:])
        rotation = joint.placement.rotation @ rotation @ (np.eye(3) + _skew(twist[:3]))
        if body.parent >= 0:
            parent = model.bodies[body.parent]
            node = None if parent.modes is None else parent.modes.node_near(joint.placement.position)
            if parent.modes is not None and node is not None:
                rest, seat, turn = _node(parent, node, etas[body.parent])
                rotation, position = turn @ rotation, seat + turn @ (position - rest)
            outer, origin = poses[body.parent]
            rotation, position = outer @ rotation, origin + outer @ position
        poses.append((rotation, position))
        eta = q_tree[coordinates.q_tree_modes[k]] + d_tree[coordinates.v_tree_modes[k]]
        etas.append(eta)
        if body.modes is None:
            own_masses, x = rigid_points(body)
        else:
            own_masses, x = body.modes.masses, _fields(body, eta)
        masses.append(own_masses)
        places.append(position + x @ rotation.T)
    return np.concatenate(masses), np.concatenate(places)


def _bound(body: Body, eta: np.ndarray) -> np.ndarray:
    assert body.modes is not None
    return np.array([0.5 * eta @ c @ eta for c in body.modes.bound_curvatures])


def _fields(body: Body, eta: np.ndarray) -> np.ndarray:
    modes = body.modes
    assert modes is not None
    return modes.positions + modes.shapes @ eta + modes.bound_shapes @ _bound(body, eta)


def _node(body: Body, node: int, eta: np.ndarray) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    modes = body.modes
    assert modes is not None
    point = list(modes.nodes.values())[node]
    turn = modes.rotations[node] @ eta + modes.bound_rotations[node] @ _bound(body, eta)
    return modes.positions[point], _fields(body, eta)[point], _cay(turn)


def jacobian(model: Model, q: Array) -> tuple[Array, Array]:
    """Masses (P,) and dx/dv (P, 3, nv)."""
    columns = []
    masses = np.zeros(0)
    for i in range(model.nv):
        step = np.zeros(model.nv, dtype=complex)
        step[i] = 1j * _STEP
        masses, x = positions(model, q, step)
        columns.append(x.imag / _STEP)
    return masses, np.stack(columns, axis=2)


def mass_matrix(model: Model, q: Array) -> Array:
    """Σ m J*J."""
    masses, J = jacobian(model, q)
    return np.einsum("p,pai,paj->ij", masses, J, J)


def slope(f: Callable[[float], Array], h: float = 2.5e-4) -> Array:
    """df/ds at 0, by differences of eighth order."""
    weights = (4.0 / 5.0, -1.0 / 5.0, 4.0 / 105.0, -1.0 / 280.0)
    return sum((w * (f(i * h) - f(-i * h)) / h for i, w in enumerate(weights, 1)), start=np.zeros(()))


def bias(model: Model, q: Array, v: Array) -> Array:
    """Σ m J* (dJ/dt v − g)."""
    acceleration = slope(lambda s: jacobian(model, model.integrate(q, s * v))[1] @ v)
    masses, J = jacobian(model, q)
    return np.einsum("p,pai,pa->i", masses, J, acceleration - np.array(model.gravity))
