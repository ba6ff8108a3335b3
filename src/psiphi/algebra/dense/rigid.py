"""The operators of the bodies themselves, block by block from their definitions.

A flexible body has a row for each of its modes after its six (psiphi.flexible.deformed): H picks them, and
what sits on one of its nodes acts on them by 𝒯.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from psiphi.algebra.dense.system import System
from psiphi.algebra.spaces import Space
from psiphi.errors import ExpressionError
from psiphi.flexible.deformed import Deformed
from psiphi.model.body import Frame
from psiphi.model.kinematics import on_node
from psiphi.spatial.shift import force_transform

Array = NDArray[np.float64]


def joint_projection(system: System) -> Array:
    """H, (joint, body): block k = the motion subspace of joint k in the frame of body k, transposed."""
    H = _zeros(system, Space.JOINT, Space.BODY)
    for k in system.bodies:
        joint, rows = system.joint(k), system.joint_rows(k)
        own = joint.kind.motion_subspace(joint, system.q(k)).T
        H[rows, system.body_rows(k)] = np.eye(rows.stop - rows.start, k=6 - len(own), M=system.body_size(k))
        H[rows.start : rows.start + len(own), system.rigid_rows(k)] = own
    return H


def rigid_shift_operator(system: System) -> Array:
    """E_φ, (body, body): block (parent, child) takes a force in the child's frame to its parent's frame."""
    E = _zeros(system, Space.BODY, Space.BODY)
    for k in system.bodies:
        parent = system.parents[k]
        if parent >= 0:
            carried = on_body(system, parent, system.seat(k), force_transform(*system.poses[k]))
            E[system.body_rows(parent), system.rigid_rows(k)] = carried
    return E


def on_body(system: System, body: int, seat: tuple[Deformed, int] | None, transform: Array) -> Array:
    """𝒯 φ: a force seen at the origin of a body, (6, …), with what it does to the modes, (6 + n, …)."""
    return np.concatenate([transform, on_modes(system, body, seat, transform, None)])


def on_modes(
    system: System,
    body: int,
    seat: tuple[Deformed, int] | None,
    transform: Array,
    velocity: Array | None,
) -> Array:
    """What a force seen at the origin of a body does to its modes, (n, …); the rate of it for a velocity."""
    if seat is None:
        return np.zeros((system.body_size(body) - 6, transform.shape[1]))
    deformed, node = seat
    rigid = deformed.node_motion(node)[:, :6]  # the node as if fixed to the body
    motion = deformed.node_motion(node) if velocity is None else deformed.node_motion_rate(node, velocity)
    return motion[:, 6:].T @ np.linalg.solve(rigid.T, transform)


def hand_over(system: System) -> Array:
    """S of RK88, (body, body): block (parent, child) = I, and 𝒯 of the node that the child sits on."""
    S = _zeros(system, Space.BODY, Space.BODY)
    for k in system.bodies:
        parent, seat = system.parents[k], system.seat(k)
        if parent >= 0:
            carried = on_body(system, parent, None, np.eye(6))
            carried = carried if seat is None else seat[0].node_motion(seat[1]).T
            S[system.body_rows(parent), system.rigid_rows(k)] = carried
    return S


def rigid_blocks(system: System) -> Array:
    """Δ_φ of RK88, (body, body): block k takes a force of body k to the frame of its parent, or the world.

    To its node, on a flexible parent; forces on modes of body k are felt by no other.
    """
    blocks: list[Array] = []
    for k in system.bodies:
        seat, block = system.seat(k), np.zeros((system.body_size(k), system.body_size(k)))
        block[:6, :6] = force_transform(*system.poses[k])
        if seat is not None:
            block[:6, :6] = np.linalg.solve(seat[0].node_motion(seat[1])[:, :6].T, block[:6, :6])
        blocks.append(block)
    return block_diagonal(system, blocks)


def backward_shift(system: System) -> Array:
    """E_b of RJ, (body, body): block (child, parent) = the inverse of the block (parent, child) of E_φ."""
    if system.model.is_flexible:
        raise ExpressionError(
            f"'E_b', which others are made of, is defined for rigid bodies, and {system.model.name!r} has "
            "flexible ones."
        )
    E_b = _zeros(system, Space.BODY, Space.BODY)
    for k in system.bodies:
        if system.parents[k] >= 0:
            backward = np.linalg.inv(force_transform(*system.poses[k]))
            E_b[system.body_rows(k), system.body_rows(system.parents[k])] = backward
    return E_b


def inertias(system: System) -> Array:
    """M, (body, body): the spatial inertia of each body at its origin, M(η) of a flexible one."""
    shapes = [system.deformed(k) for k in system.bodies]
    bodies = zip(shapes, system.model.bodies, strict=True)
    return block_diagonal(
        system, [x.inertia() if x is not None else body.inertia.matrix() for x, body in bodies]
    )


def reflected_rotor_inertias(system: System) -> Array:
    """R, (joint, joint): diagonal, the same number for each degree of freedom of a joint."""
    R = _zeros(system, Space.JOINT, Space.JOINT)
    for k in system.bodies:
        rows = system.model.v_tree_slices[k]
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
            seat = system.node_under(frame.body, frame.pose.position)
            carried = on_body(system, frame.body, seat, frame_transform(system, frame))
            B[system.body_rows(frame.body), 6 * i : 6 * i + 6] = carried
    return B


def frame_transform(system: System, frame: Frame) -> Array:
    """What takes a force at a frame to the origin of its body, (6, 6)."""
    pose = frame.pose.rotation, frame.pose.position
    return force_transform(*on_node(system.model, system.q_tree, frame.body, frame.pose.position, *pose))


def root_projector(system: System) -> Array:
    """Π_root, (body, body): the identity at bodies that hang on the world, without their modes."""
    result = _zeros(system, Space.BODY, Space.BODY)
    for k, parent in enumerate(system.parents):
        if parent < 0:
            result[system.rigid_rows(k), system.rigid_rows(k)] = np.eye(6)
    return result


def angular_projector(system: System) -> Array:
    """Π_ω, (body, body): the identity on the angular parts of all bodies."""
    sizes = map(system.body_size, system.bodies)
    return block_diagonal(system, [np.diag([1.0] * 3 + [0.0] * (size - 3)) for size in sizes])


def tip_projector(system: System) -> Array:
    """Π_tip, (body, body): the identity at bodies that carry nothing."""
    return block_diagonal(
        system,
        [
            float(not children) * np.eye(system.body_size(k))
            for k, children in enumerate(system.model.children)
        ],
    )


def _zeros(system: System, rows: Space, columns: Space) -> Array:
    return np.zeros((system.size(rows), system.size(columns)))


def block_diagonal(system: System, blocks: list[Array]) -> Array:
    """An operator with one block for each body."""
    result = _zeros(system, Space.BODY, Space.BODY)
    for k, block in enumerate(blocks):
        result[system.body_rows(k), system.body_rows(k)] = block
    return result
