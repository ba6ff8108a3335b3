"""The operators of the rigid bodies themselves, block by block from their definitions."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from psiphi.algebra.dense.system import System
from psiphi.algebra.spaces import Space
from psiphi.spatial.shift import force_transform

Array = NDArray[np.float64]


def joint_projection(system: System) -> Array:
    """H, (joint, body): block k = the motion subspace of joint k in the frame of body k, transposed."""
    H = _zeros(system, Space.JOINT, Space.BODY)
    for k in system.bodies:
        joint = system.joint(k)
        H[system.joint_rows(k), system.body_rows(k)] = joint.kind.motion_subspace(joint, system.q(k)).T
    return H


def rigid_shift_operator(system: System) -> Array:
    """E_φ, (body, body): block (parent, child) takes a force in the child's frame to its parent's frame."""
    E = _zeros(system, Space.BODY, Space.BODY)
    for k in system.bodies:
        if system.parents[k] >= 0:
            E[system.body_rows(system.parents[k]), system.body_rows(k)] = force_transform(*system.poses[k])
    return E


def hand_over(system: System) -> Array:
    """S of RK88, (body, body): block (parent, child) = I."""
    S = _zeros(system, Space.BODY, Space.BODY)
    for k in system.bodies:
        if system.parents[k] >= 0:
            S[system.body_rows(system.parents[k]), system.body_rows(k)] = np.eye(6)
    return S


def rigid_blocks(system: System) -> Array:
    """Δ_φ of RK88, (body, body): block k takes a force of body k to the frame of its parent, or the world."""
    return block_diagonal(system, [force_transform(*pose) for pose in system.poses])


def backward_shift(system: System) -> Array:
    """E_b of RJ, (body, body): block (child, parent) = the inverse of the block (parent, child) of E_φ."""
    E_b = _zeros(system, Space.BODY, Space.BODY)
    for k in system.bodies:
        if system.parents[k] >= 0:
            backward = np.linalg.inv(force_transform(*system.poses[k]))
            E_b[system.body_rows(k), system.body_rows(system.parents[k])] = backward
    return E_b


def inertias(system: System) -> Array:
    """M, (body, body): the spatial inertia of each body at its origin."""
    return block_diagonal(system, [body.inertia.matrix() for body in system.model.bodies])


def reflected_rotor_inertias(system: System) -> Array:
    """R, (joint, joint): diagonal, the same number for each degree of freedom of a joint."""
    R = _zeros(system, Space.JOINT, Space.JOINT)
    for k in system.bodies:
        rows = system.joint_rows(k)
        R[rows, rows] = system.joint(k).rotor.reflected_inertia * np.eye(rows.stop - rows.start)
    return R


def carried_spins(system: System) -> Array:
    """Γ, (body, joint): block (parent, joint) = [γ J h; 0], the spin of a rotor on its carrier."""
    Gamma = _zeros(system, Space.BODY, Space.JOINT)
    for k in system.bodies:
        spin = system.joint(k).spin
        if spin is not None and system.parents[k] >= 0:
            Gamma[system.body_rows(system.parents[k]), system.joint_rows(k)][:3, 0] = spin
    return Gamma


def frame_pick_off(system: System) -> Array:
    """B, (body, frame): block (body, frame) takes a force at a frame to the body it is fixed to."""
    B = _zeros(system, Space.BODY, Space.FRAME)
    for i, frame in enumerate(system.frames):
        if frame.body >= 0:
            columns = slice(6 * i, 6 * i + 6)
            B[system.body_rows(frame.body), columns] = force_transform(
                frame.pose.rotation, frame.pose.position
            )
    return B


def root_projector(system: System) -> Array:
    """Π_root, (body, body): the identity at bodies that hang on the world."""
    return block_diagonal(system, [float(parent < 0) * np.eye(6) for parent in system.parents])


def tip_projector(system: System) -> Array:
    """Π_tip, (body, body): the identity at bodies that carry nothing."""
    return block_diagonal(system, [float(not children) * np.eye(6) for children in system.model.children])


def _zeros(system: System, rows: Space, columns: Space) -> Array:
    return np.zeros((system.size(rows), system.size(columns)))


def block_diagonal(system: System, blocks: list[Array]) -> Array:
    """An operator with one block (6, 6) for each body."""
    result = _zeros(system, Space.BODY, Space.BODY)
    for k, block in enumerate(blocks):
        result[system.body_rows(k), system.body_rows(k)] = block
    return result
