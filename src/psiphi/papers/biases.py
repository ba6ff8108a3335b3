"""The two pairs of bias terms in the papers, link by link, and the inverse dynamics that each belongs to.

R87 and K93 take the derivative of v in the axes of the moving link; RK88, RJ and RJK that of the joint's
origin. The pairs must not be mixed: λ of one is λ of the other less [0; ω×v].
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from psiphi.algebra import E_phi, H, M, g, phi, v
from psiphi.frozen import frozen
from psiphi.papers.item import Array
from psiphi.papers.subject import Subject
from psiphi.spatial import unskew


@frozen
class Link:
    """A link in motion, in its own axes: velocities across its joint, its lever and its inertia."""

    before: Array  # V⁺ = [ω; v] of the parent, carried rigidly to the joint
    after: Array  # V⁻ = V⁺ + H*u̇
    relative: Array  # H*u̇
    arm: Array  # l from the parent's joint to this one
    inertia: Array  # M, 6×6


Bias = Callable[[Link], Array]


def links(arm: Subject) -> list[Link]:
    """The links of a serial arm, base first."""
    velocity, joint_motion = arm.plain(phi.T @ H.T @ v), arm.plain(H.T @ v)
    shift, inertias = arm.plain(E_phi), arm.plain(M)
    found = []
    for k in range(arm.bodies):
        here = slice(6 * k, 6 * k + 6)
        # φ(k+1,k) = [[R, l̃R], [0, R]] in the axes of the parent; l̃ in those of the link is Rᵀ(l̃R)
        step = arm.block(shift, k - 1, k) if k else np.eye(6)
        arm_vector = unskew(step[:3, :3].T @ step[:3, 3:])
        relative = joint_motion[here]
        found.append(
            Link(velocity[here] - relative, velocity[here], relative, arm_vector, arm.block(inertias, k, k))
        )
    return found


def n_of_r87(link: Link) -> Array:
    """[ω⁺×hu̇; v⁺×hu̇] [R87 15]; [0; ω⁺×hu̇] for a sliding joint [K93 3.7′]. Both are V⁺ × H*u̇."""
    w, u = link.before[:3], link.before[3:]
    turning, sliding = link.relative[:3], link.relative[3:]
    return np.concatenate([np.cross(w, turning), np.cross(u, turning) + np.cross(w, sliding)])


def b_of_r87(link: Link, *, as_printed: bool = False) -> Array:
    """[ω×Iω + mp×(ω×v); mω×v + mω×(ω×p)] [R87 7, K93 3.14]; R87 prints mω×p for the last term."""
    w, u = link.after[:3], link.after[3:]
    mass, first_moment = link.inertia[5, 5], unskew(link.inertia[:3, 3:])  # m p
    last = np.cross(w, first_moment) if as_printed else np.cross(w, np.cross(w, first_moment))
    return np.concatenate(
        [
            np.cross(w, link.inertia[:3, :3] @ w) + np.cross(first_moment, np.cross(w, u)),
            mass * np.cross(w, u) + last,
        ]
    )


def a_of_rk88(link: Link, *, as_printed: bool = False) -> Array:
    """[ω₊×hθ̇; ω₊×(ω₊×l)] [RK88 2.19], sliding joints [0; ω₊×(ω₊×l + 2hθ̇)] [K93 3.32]; RK88 prints no 2."""
    w = link.before[:3]
    turning, sliding = link.relative[:3], link.relative[3:]
    factor = 1.0 if as_printed else 2.0
    return np.concatenate([np.cross(w, turning), np.cross(w, np.cross(w, link.arm) + factor * sliding)])


def b_of_rk88(link: Link) -> Array:
    """[ω×Iω; mω×(ω×p)] [RK88 2.23]."""
    w = link.after[:3]
    first_moment = unskew(link.inertia[:3, 3:])
    return np.concatenate([np.cross(w, link.inertia[:3, :3] @ w), np.cross(w, np.cross(w, first_moment))])


def accelerations(arm: Subject, bias: Bias) -> Array:
    """λ = φ*(H*a + bias), gravity as an acceleration of the base [R87 23, K93 3.27], (N, 6)."""
    biases = np.concatenate([bias(link) for link in links(arm)])
    base = arm.plain(phi.T @ g)
    return (arm.plain(phi).T @ (arm.plain(H).T @ arm.acceleration + biases) + base).reshape(-1, 6)


def moments_from_boundary_value_problem(arm: Subject, acceleration: Bias, force: Bias) -> Array:
    """τ = Hφ(Mλ + b) with the bias accelerations and forces of one pair [R87 20, 24]."""
    moving = accelerations(arm, acceleration).ravel()
    forces = np.concatenate([force(link) for link in links(arm)])
    return arm.plain(H) @ arm.plain(phi) @ (arm.plain(M) @ moving + forces)
