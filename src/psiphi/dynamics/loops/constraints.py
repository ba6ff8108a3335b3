"""The equations of closed chains, as operator expressions [RJK 5.3].

    𝓜a + C = τ + J_c*f,    J_c v = 0,    J_c a + J̇_c v = γ

With a_f = 𝓜⁻¹(τ − C), the accelerations of the tree were its loops open [RJK 24], the forces of the loops are

    f = −Ω_c⁻¹(J_c a_f + J̇_c v − γ),    Ω_c = J_c𝓜⁻¹J_c*,    a = a_f + 𝓜⁻¹J_c*f    [RJK 26]

γ is zero for loops that are closed; open ones draw together with γ = −2κ J_c v − κ² e, e being their errors
(after Baumgarte).
"""

from __future__ import annotations

from psiphi.algebra import H, N, N_dot, gearing, gearing_dot, inv, loop_operator, loop_vector, phi, v
from psiphi.algebra.expression import Expr, Symbol, zero
from psiphi.algebra.spaces import Space
from psiphi.dynamics.features import Features

stabilisation: Symbol = loop_vector("stabilisation")
damping: Symbol = loop_operator("damping")
"""How much loops give way: where it is asked for, Ω_c + damping stands for Ω_c."""


def constraint_jacobian(robot: Features) -> Expr:
    """J_c = Nφ*H* + gearing, from the rates of the coordinates; what no loop needs is left out."""
    total: Expr = zero(Space.LOOP, Space.JOINT)
    if robot.loops_between_frames:
        total = total + N @ phi.T @ H.T
    if robot.loops_between_joints:
        total = total + gearing
    return robot.rates_of(total)


def constraint_bias(robot: Features) -> Expr:
    """J̇_c v."""
    total: Expr = zero(Space.LOOP, Space.ONE)
    if robot.loops_between_frames:
        total = total + N @ phi.T @ robot.drift(v) + N_dot @ phi.T @ H.T @ v
    if robot.loops_between_joints:
        total = total + gearing_dot @ v
    return total


def constraint_compliance(robot: Features) -> Expr:
    """Ω_c = J_c𝓜⁻¹J_c*."""
    jacobian = constraint_jacobian(robot)
    return jacobian @ robot.solve(jacobian.T)


def constraint_force(robot: Features, free: Expr, giving: Expr | None = None) -> Expr:
    """f = −Ω_c⁻¹(J_c a_f + J̇_c v − γ), on the first end of each loop; `giving` is added to Ω_c."""
    compliance = constraint_compliance(robot)
    return -inv(compliance if giving is None else compliance + giving) @ opening(robot, free)


def opening(robot: Features, acceleration: Expr) -> Expr:
    """J_c a + J̇_c v − γ: how far accelerations are from those that the loops ask for."""
    return constraint_jacobian(robot) @ acceleration + constraint_bias(robot) - stabilisation


def equations(robot: Features) -> tuple[Expr, Expr, Expr]:
    """J_c*f, J_c a + J̇_c v and J_c y for given a, f and y: what loops bring to the equations of motion."""
    accelerations, directions = robot.vector("acceleration"), robot.vector("direction")
    jacobian = constraint_jacobian(robot)
    return (
        jacobian.T @ loop_vector("loop_forces"),
        jacobian @ accelerations + constraint_bias(robot),
        jacobian @ directions,
    )


def least_forces(robot: Features, free: Expr) -> tuple[Expr, ...]:
    """f, what the loops ask of it, and what it leaves open: nothing, unless they contradict each other."""
    force = constraint_force(robot, free)
    return force, opening(robot, free), opening(robot, constrained_acceleration(robot, free))


def constrained_acceleration(robot: Features, free: Expr, giving: Expr | None = None) -> Expr:
    """a = a_f + 𝓜⁻¹J_c*f."""
    return free + robot.solve(constraint_jacobian(robot).T @ constraint_force(robot, free, giving))


def allowed_velocity(robot: Features) -> Expr:
    """v − 𝓜⁻¹J_c*Ω_c⁻¹J_c v: of the velocities that loops allow the nearest by kinetic energy."""
    velocity, jacobian = robot.vector("velocity"), constraint_jacobian(robot)
    impulse = inv(constraint_compliance(robot)) @ jacobian @ velocity
    return velocity - robot.solve(jacobian.T @ impulse)


def drawn_velocity(robot: Features) -> Expr:
    """v − 𝓜⁻¹J_c*Ω_c⁻¹(J_c v − γ): of the velocities with which errors of loops change by γ the nearest."""
    velocity, jacobian = robot.vector("velocity"), constraint_jacobian(robot)
    impulse = inv(constraint_compliance(robot)) @ (jacobian @ velocity - stabilisation)
    return velocity - robot.solve(jacobian.T @ impulse)


def nearest(robot: Features) -> Expr:
    """v − J_c*(J_cJ_c*)⁻¹(J_c v − γ): of the velocities with which errors change by γ the nearest by |v|."""
    velocity, jacobian = robot.vector("velocity"), constraint_jacobian(robot)
    return velocity - jacobian.T @ inv(jacobian @ jacobian.T) @ (jacobian @ velocity - stabilisation)


def closed_compliance(robot: Features) -> Expr:
    """J𝓜⁻¹J* − (J_c𝓜⁻¹J*)*Ω_c⁻¹(J_c𝓜⁻¹J*): the compliance of frames while loops hold."""
    across = constraint_jacobian(robot) @ robot.solve(robot.jacobian.T)
    free = robot.jacobian @ robot.solve(robot.jacobian.T)
    return free - across.T @ inv(constraint_compliance(robot)) @ across
