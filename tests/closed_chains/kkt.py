"""Closed chains by plain dense matrices: the truth that recursions are judged by.

Everything is NumPy, body by body in the tree, and knows nothing of operators. The velocities of body k in its
own frame are V_k = J_k ṡ with the rates ṡ of all joints of the tree; A_k is what d/dt V_k is where ṡ̇ = 0.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.polynomial import Polynomial

from psiphi.model import Loop, Model
from psiphi.model.kinematics import relative_pose
from psiphi.spatial import cross_force, cross_motion, motion_transform

Array = np.ndarray


@dataclass
class Equations:
    """𝓜 a + C = τ + J* g with J a + J̇v = γ, at one q and v."""

    mass: Array
    bias: Array
    jacobian: Array
    drift: Array

    def allowed(self, v: Array) -> Array:
        """The velocity nearest to v that holds the loops, (nv,)."""
        return v - np.linalg.pinv(self.jacobian, rcond=1e-10) @ (self.jacobian @ v)

    def solve(self, tau: Array, gamma: Array | float = 0.0) -> tuple[Array, Array]:
        """Accelerations and the least constraint forces, (nv,) and (m,)."""
        m, n = self.jacobian.shape
        matrix = np.block([[self.mass, -self.jacobian.T], [self.jacobian, np.zeros((m, m))]])
        # Rows and columns of one size, so that the rank is told by numbers near 1.
        weight = 1.0 / np.sqrt(np.diag(self.mass))
        scale = np.concatenate([weight, np.ones(m)])
        right = np.concatenate([tau - self.bias, gamma - self.drift])
        found = np.linalg.lstsq(scale[:, None] * matrix * scale, scale * right, rcond=1e-11)[0] * scale
        return found[:n], found[n:]


def equations(model: Model, q: Array, v: Array) -> Equations:
    """The dense equations of motion of a model with loops at q (nq,) and v (nv,)."""
    model = model.merged()
    q_tree, v_tree = model.tree_configuration(q), model.tree_velocity(v)
    poses, jacobians, velocities, drifts = [], [], [], []
    mass, bias = np.zeros((model.nv_tree, model.nv_tree)), np.zeros(model.nv_tree)
    for k, body in enumerate(model.bodies):
        joint, place = body.joint, model.v_tree_slices[k]
        q_here, v_here = q_tree[model.q_tree_slices[k]], v_tree[place]
        rotation, position = relative_pose(model, q_tree, k)
        inward = motion_transform(rotation, position)
        subspace = joint.kind.motion_subspace(joint, q_here)
        jacobian, velocity, drift = np.zeros((6, model.nv_tree)), np.zeros(6), np.zeros(6)
        if body.parent >= 0:
            jacobian = inward @ jacobians[body.parent]
            velocity, drift = inward @ velocities[body.parent], inward @ drifts[body.parent]
            parent_rotation, parent_position = poses[body.parent]
            position = parent_position + parent_rotation @ position
            rotation = parent_rotation @ rotation
        jacobian[:, place] += subspace
        velocity = velocity + subspace @ v_here
        drift = drift + cross_motion(velocity, subspace @ v_here)
        drift = drift + joint.kind.motion_subspace_bias(joint, q_here, v_here)
        inertia = body.inertia.matrix()
        weight = np.concatenate([np.zeros(3), rotation.T @ model.gravity])
        mass += jacobian.T @ inertia @ jacobian
        mass[place, place] += joint.rotor.reflected_inertia * np.eye(joint.kind.nv)
        bias += jacobian.T @ (inertia @ (drift - weight) + cross_force(velocity, inertia @ velocity))
        poses.append((rotation, position))
        jacobians.append(jacobian)
        velocities.append(velocity)
        drifts.append(drift)

    def end(name: str) -> tuple[Array, Array, Array, Array, Array]:
        """Pose, Jacobian, velocity and drift of a frame, in its own axes."""
        frame = model.frame(name)
        if frame.body < 0:
            nothing = np.zeros(6)
            still = np.zeros((6, model.nv_tree))
            return frame.pose.rotation, frame.pose.position, still, nothing, nothing
        rotation, position = poses[frame.body]
        inward = motion_transform(frame.pose.rotation, frame.pose.position)
        return (
            rotation @ frame.pose.rotation,
            position + rotation @ frame.pose.position,
            inward @ jacobians[frame.body],
            inward @ velocities[frame.body],
            inward @ drifts[frame.body],
        )

    rows, rates = np.zeros((model.loop_size, model.nv_tree)), np.zeros(model.loop_size)
    for loop in model.loops:
        here = model.loop_slices[loop.name]
        if loop.kind == "joint":
            rows[here], rates[here] = _coupling(model, loop, q_tree, v_tree)
            continue
        first_rotation, first_position, first_jacobian, first_velocity, first_drift = end(loop.first)
        second_rotation, second_position, second_jacobian, second_velocity, second_drift = end(loop.second)
        turn = first_rotation.T @ second_rotation
        reach = first_rotation.T @ (second_position - first_position)
        outward = np.linalg.inv(motion_transform(turn, reach))
        relative = first_velocity - outward @ second_velocity
        change = first_drift - outward @ second_drift + cross_motion(relative, outward @ second_velocity)
        directions, turning = _directions(loop, turn, reach, relative)
        rows[here] = directions @ (first_jacobian - outward @ second_jacobian)
        rates[here] = directions @ change + turning @ relative
    coupling = model.coupling
    return Equations(coupling.T @ mass @ coupling, coupling.T @ bias, rows @ coupling, rates)


def _directions(loop: Loop, turn: Array, reach: Array, relative: Array) -> tuple[Array, Array]:
    """The directions of a loop and their rates, (m, 6) each; `second` moves with −relative in `first`."""
    constant = loop.directions()
    still = np.zeros_like(constant)
    if loop.moving is None:
        return constant, still
    axis, none = np.array(loop.axis), np.zeros(3)
    angular, linear = -relative[:3], -relative[3:]
    speed = linear + np.cross(angular, reach)
    if loop.moving == "distance":
        length = np.linalg.norm(reach)
        unit = reach / length
        row = np.concatenate([none, unit])
        rate = np.concatenate([none, (speed - unit * (unit @ speed)) / length])
    elif loop.moving == "plane":
        row = np.concatenate([np.cross(reach, axis), axis])
        rate = np.concatenate([np.cross(speed, axis), none])
    else:
        other = turn @ loop.axis2
        size = np.linalg.norm(np.cross(loop.axis, loop.axis2))
        row = np.concatenate([np.cross(axis, other), none]) / size
        rate = np.concatenate([np.cross(axis, np.cross(angular, other)), none]) / size
    return np.vstack([constant, row]), np.vstack([still, rate])


def _coupling(model: Model, loop: Loop, q_tree: Array, v_tree: Array) -> tuple[Array, float]:
    """The row 1, −p'(x) of a coupling of joints, and −p''(x) ẋ²."""
    row = np.zeros(model.nv_tree)
    row[model.v_tree_slices[model.joint_index(loop.first)]] = 1.0
    if not loop.second:
        return row, 0.0
    index = model.joint_index(loop.second)
    x, rate = q_tree[model.q_tree_slices[index]].item(), v_tree[model.v_tree_slices[index]].item()
    polynomial = Polynomial(loop.coefficients)
    row[model.v_tree_slices[index]] = -polynomial.deriv()(x)
    return row, -polynomial.deriv(2)(x) * rate**2
