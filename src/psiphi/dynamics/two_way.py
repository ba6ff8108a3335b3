"""The equations of a free flyer in which the motion of its base is eliminated [RJ].

The base follows the joints: with no force on it, it accelerates by −Q Π_root f under the force f = φ(…) that
would hold it. What is left are equations of the joints alone, with the mass matrix H R̄ H*.

What is behind a joint of a flexible body has no inertia of its own: there Q is that of the root, said by its
six rows, E_0(E_0*φMφ*E_0)⁻¹E_0*, and modes are joints like all others.
"""

from __future__ import annotations

from psiphi.algebra import (
    E_0,
    X_0,
    B,
    C_f,
    H,
    I,
    J,
    M,
    Pi_root,
    Q,
    Q_x,
    a,
    b,
    frame_vector,
    inv,
    mass,
    phi,
    phi_tilde,
    r_f,
    r_reduced,
    v,
)
from psiphi.algebra.derivation import Derivation, Worksheet, substitute
from psiphi.algebra.expression import Expr
from psiphi.dynamics.features import Features

kernel: Expr = r_reduced + C_f @ phi_tilde @ r_f + r_f @ phi_tilde.T @ C_f.T - r_f @ phi.T @ Q_x @ phi @ r_f
"""R̄ [RJ 32]; its last term are the blocks across branches, −C_b φ r_f, which a chain has none of."""

_held: Expr = phi @ M @ phi.T
definition: Expr = _held - _held @ Pi_root @ inv(r_f) @ Pi_root @ _held
"""R̄ as it is defined: φMφ* without what moves the robot as a whole [RJ 28]."""


def derived(x: Expr) -> Derivation | None:
    """The derivation of what is said with R̄, from its definition; None of anything else."""
    sheet = Worksheet(substitute(x, kernel, definition))
    sheet.rewrite(definition, kernel, "RJ 32")
    return sheet.derivation() if sheet.steps else None


def articulation(robot: Features) -> Expr:
    """H R̄ H*, the mass matrix of the joints alone [RJ 27]; rotors feel their own joints only."""
    joints = mass - rigid_inertia(robot) if robot.flexible else H @ kernel @ H.T
    return joints + robot.reflected


def force_with_base_held(rates: Expr) -> Expr:
    """φ(M φ*(H*θ̈ + a) + b), the force across each joint; at the root, the force that holds the base."""
    return phi @ (M @ (phi.T @ (H.T @ rates) + phi.T @ a) + b)


def motion_of_base(force: Expr, *, flexible: bool = False) -> Expr:
    """−Q Π_root f: how the base follows where nothing holds it [RJ 23]."""
    if flexible:
        return -(E_0 @ inv(E_0.T @ phi @ M @ phi.T @ E_0) @ E_0.T @ force)
    return -(Q @ Pi_root @ force)


def inverse_dynamics(robot: Features) -> Expr:
    """H(f + r_f φ* α), f with the base held and α the acceleration of the base [RJ 28]."""
    rates = robot.rates(robot.vector("acceleration"))
    force = force_with_base_held(rates)
    moved = motion_of_base(force, flexible=robot.flexible)
    carried = phi @ M @ phi.T if robot.flexible else r_f @ phi.T
    joints = H @ (force + carried @ moved)
    return robot.forces(joints + robot.reflected @ rates)


def base_acceleration(robot: Features) -> Expr:
    """The acceleration of the base, as the frame on it sees it."""
    force = force_with_base_held(robot.rates(robot.vector("acceleration")))
    return B.T @ motion_of_base(force, flexible=robot.flexible)


def wiggle_velocity(robot: Features, rates: Expr) -> Expr:
    """−B* Q Π_root φ r_f H* θ̇ of all joints but the root's [RJ 23]."""
    if robot.flexible:
        return J @ rates + B.T @ motion_of_base(phi @ M @ phi.T @ H.T @ rates, flexible=True)
    return B.T @ motion_of_base(phi @ r_f @ (I - Pi_root) @ H.T @ rates)


def base_velocity(robot: Features) -> Expr:
    """The velocity of the base that goes with rates of the joints, without momentum."""
    return wiggle_velocity(robot, robot.rates(robot.vector("rates")))


def base_velocity_with_momentum(robot: Features) -> Expr:
    """The same with the momentum given at the origin of the world [RJ 25]."""
    held = B @ X_0.T @ frame_vector("momentum")
    gained = -motion_of_base(held, flexible=True) if robot.flexible else Q @ held
    return base_velocity(robot) + B.T @ gained


def rigid_velocity(robot: Features) -> Expr:
    """B* Q Π_root φ r_f H* v: the velocity of the locked robot with the same momentum [RJ 25]."""
    if robot.flexible:
        return -(B.T @ motion_of_base(phi @ M @ phi.T @ H.T @ v, flexible=True))
    return B.T @ Q @ Pi_root @ phi @ r_f @ H.T @ v


def rigid_inertia(robot: Features) -> Expr:
    """What v*·v is the energy of the locked robot with, twice [RJ 26]."""
    if robot.flexible:
        return -(H @ phi @ M @ phi.T @ motion_of_base(phi @ M @ phi.T @ H.T, flexible=True))
    return H @ r_f @ phi.T @ Pi_root @ Q @ Pi_root @ phi @ r_f @ H.T
