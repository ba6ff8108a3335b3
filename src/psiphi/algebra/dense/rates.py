"""The operators of a moving robot that are linear in its rates v; spatial velocities are V = φ*H*v.

Seen from the world, with the axes of the bodies moving, they are the rates of the operators they are named
after: d/dt (φ*H*u) = φ*Ḣ*u for constant u, and d/dt A_0 = Ȧ_0.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from psiphi.algebra.dense.rigid import frame_transform, on_modes
from psiphi.algebra.dense.system import System
from psiphi.algebra.dense.world import frame_blocks, world_axes
from psiphi.algebra.spaces import Space
from psiphi.errors import InputError
from psiphi.model.body import Frame
from psiphi.spatial.motion import cross_force_matrix, cross_motion_matrix
from psiphi.spatial.rotation import skew
from psiphi.spatial.shift import force_transform

Array = NDArray[np.float64]


def joint_rates(system: System, name: str) -> Array:
    """v, (nv_tree,); `name` is what needs it."""
    if system.v_tree is None:
        raise InputError(f"'{name}' depends on velocities: give v, shape (..., {system.model.nv}).")
    return system.v_tree


def joint_projection_rate(system: System, H: Array, phi: Array) -> Array:
    """Ḣ, (joint, body): Ḣ* = V×H* + dH*/dt, the second in the axes of the body; modes have no axes."""
    rates = joint_rates(system, "H_dot")
    velocity = phi.T @ H.T @ rates
    result = np.zeros_like(H)
    for k in system.bodies:
        rows, columns = system.model.v_tree_slices[k], system.rigid_rows(k)
        joint, v = system.joint(k), rates[rows]
        turned = cross_motion_matrix(velocity[columns]) @ H[rows, columns].T
        for j, unit in enumerate(np.eye(len(v))):
            # the one kind that has a dH*/dt turns its first axis at the rate of the second
            meeting = np.concatenate([unit[:1], v[1:]])
            turned[:, j] += joint.kind.motion_subspace_bias(joint, system.q(k), meeting)
        result[rows, columns] = turned.T
    return result


def shift_rate(system: System, velocity: Array) -> Array:
    """Ė_φ of V, (body, body): of bodies on nodes that move and turn with modes, and zero elsewhere."""
    result = np.zeros((system.size(Space.BODY), system.size(Space.BODY)))
    for k in system.bodies:
        parent = system.parents[k]
        if parent >= 0:
            modes = slice(system.rigid_rows(parent).stop, system.body_rows(parent).stop)
            transform, own = force_transform(*system.poses[k]), velocity[system.body_rows(parent)]
            result[modes, system.rigid_rows(k)] = on_modes(system, parent, system.seat(k), transform, own)
    return result


def frame_pick_off_rate(system: System, velocity: Array) -> Array:
    """Ḃ of V, (body, frame): the same of frames on nodes."""
    result = np.zeros((system.size(Space.BODY), system.size(Space.FRAME)))
    for i, frame in enumerate(system.frames):
        result[:, 6 * i : 6 * i + 6] = seat_rate(system, frame, velocity).T
    return result


def seat_rate(system: System, frame: Frame, velocity: Array) -> Array:
    """The rate of what takes the motions of bodies to that of a frame, seen from the world, (6, body)."""
    result = np.zeros((6, system.size(Space.BODY)))
    if frame.body < 0:
        return result
    modes = slice(system.rigid_rows(frame.body).stop, system.body_rows(frame.body).stop)
    seat = system.node_under(frame.body, frame.pose.position)
    transform, own = frame_transform(system, frame), velocity[system.body_rows(frame.body)]
    result[:, modes] = on_modes(system, frame.body, seat, transform, own).T
    return result


def world_axes_rate(system: System, H: Array, phi: Array, B: Array) -> Array:
    """Ȧ_0, (frame, frame): A_0 diag(ω̃, ω̃), with the angular velocity of each frame in its axes."""
    velocity = B.T @ phi.T @ H.T @ joint_rates(system, "A_dot")
    turning = [np.kron(np.eye(2), skew(velocity[6 * i : 6 * i + 3])) for i in range(len(system.frames))]
    return world_axes(system) @ frame_blocks(system, turning)


def carried_spins_rate(system: System, velocity: Array, Gamma: Array) -> Array:
    """Γ̇ of V, (body, joint): [ω × γ J h; 0], with the angular velocity of the carrier."""
    result = np.zeros_like(Gamma)
    for k in system.bodies:
        rows = system.body_rows(k)
        result[rows][:3] = skew(velocity[rows][:3]) @ Gamma[rows][:3]
    return result


def coriolis_blocks(system: System, velocity: Array, M: Array) -> Array:
    """C_M of V, (body, body): C_M w = ½ (V×*Mw − M(V×w) + w×*MV), for which Ṁ − 2C_M is skew.

    That of a flexible body is Σ m J* dJ/dt over its points.
    """
    result = np.zeros((system.size(Space.BODY), system.size(Space.BODY)))
    for k in system.bodies:
        rows = system.body_rows(k)
        V, inertia, deformed = velocity[rows], M[rows, rows], system.deformed(k)
        if deformed is not None:
            result[rows, rows] = deformed.coriolis(V)
            continue
        momentum = inertia @ V
        against = np.column_stack([cross_force_matrix(unit) @ momentum for unit in np.eye(6)])
        moved = cross_force_matrix(V) @ inertia - inertia @ cross_motion_matrix(V)
        result[rows, rows] = (moved + against) / 2
    return result
