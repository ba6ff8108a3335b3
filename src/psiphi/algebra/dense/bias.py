"""The bias vectors of a moving robot as in RK88: α holds the classical acceleration of each origin.

Body k on the parent p has its origin at r_k = r_p + l, and

    ω_k = ω_p + ω_J,    v_k = v_p + ω_p × l + v_J,    [ω_J; v_J] = H* θ̇ what the joint adds.

The components of H* θ̇ are those in the frame of body k, which turns with ω_k. Differentiated in an inertial
frame this gives α_k = φ* α_p + H* θ̈ + a_k [RK88 2.18] with

    a_k = [ω_p × ω_J;  ω_p × (ω_p × l) + 2 ω_p × v_J + ω_J × v_J] + (dH*/dt) θ̇.

A hinge has v_J = 0 and gives [RK88 2.19]; a slide has ω_J = 0 and gives [RK88 2.32] with the factor 2 that is
missing in print; ω_J × v_J is there for joints that turn and slide at once (free, planar).
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from psiphi.algebra.dense.rates import joint_rates
from psiphi.algebra.dense.system import System
from psiphi.algebra.spaces import Space

Array = NDArray[np.float64]


def bias_accelerations(system: System, H: Array, phi: Array) -> Array:
    """a, (body, 1), gravity included at the roots [RK88 3.21].

    Where the parent is flexible the node stands for it: it turns with ω_t = ω_p + ω_rel, and drifts.
    """
    rates = joint_rates(system, "a")
    relative = H.T @ rates
    velocity = phi.T @ relative
    a = gravity_accelerations(system)
    for k in system.bodies:
        rows, (R, p) = system.rigid_rows(k), system.poses[k]
        parent = system.parents[k]
        w_parent = R.T @ velocity[system.rigid_rows(parent)][:3] if parent >= 0 else np.zeros(3)
        seat = system.seat(k)
        drift = np.zeros(6)
        if seat is not None:
            deformed, node = seat
            moving, turning_node = deformed.node_drift(node, velocity[system.rigid_rows(parent)][:3])
            p = p - deformed.node_position(node)
            w_parent = w_parent + R.T @ turning_node
            drift = np.concatenate([R.T @ moving[:3], R.T @ (moving[3:] + np.cross(moving[:3], p))])
        w_joint, v_joint = relative[rows][:3], relative[rows][3:]
        lever = R.T @ p
        angular = np.cross(w_parent, w_joint)
        linear = (
            np.cross(w_parent, np.cross(w_parent, lever))
            + 2.0 * np.cross(w_parent, v_joint)
            + np.cross(w_joint, v_joint)
        )
        joint = system.joint(k)
        turning = joint.kind.motion_subspace_bias(joint, system.q(k), rates[system.model.v_tree_slices[k]])
        a[rows, 0] += np.concatenate([angular, linear]) + turning + drift
    return a


def bias_forces(system: System, H: Array, phi: Array) -> Array:
    """b, (body, 1): [ω × I ω; m ω × (ω × p)], I about the body's origin [RK88 2.23]."""
    return gyroscopic(system, phi.T @ H.T @ joint_rates(system, "b"))


def gyroscopic(system: System, velocity: Array) -> Array:
    """b of the spatial velocities V, (body,)."""
    b = np.zeros((system.size(Space.BODY), 1))
    for k in system.bodies:
        w = velocity[system.body_rows(k)][:3]
        deformed = system.deformed(k)
        if deformed is not None:
            b[system.body_rows(k), 0] = deformed.bias(w)
            continue
        inertia = system.model.bodies[k].inertia
        moment = np.cross(w, inertia.matrix()[:3, :3] @ w)
        force = inertia.mass * np.cross(w, np.cross(w, inertia.center))
        b[system.body_rows(k), 0] = np.concatenate([moment, force])
    return b


def gravity_accelerations(system: System) -> Array:
    """g, (body, 1): minus the gravity vector at the roots, in their axes, and zero elsewhere [RK88 3.21]."""
    g = np.zeros((system.size(Space.BODY), 1))
    for k in system.bodies:
        if system.parents[k] < 0:
            rotation, _ = system.poses[k]
            g[system.rigid_rows(k), 0][3:] = -(rotation.T @ np.array(system.model.gravity))
    return g
