"""The equations of closed chains, as operator expressions [RJK 5.3].

    𝓜a + C = τ + J_c*f,    J_c v = 0,    J_c a + J̇_c v = γ

With a_f = 𝓜⁻¹(τ − C), the accelerations of the tree were its loops open [RJK 24], the forces of the loops are

    f = −Ω_c⁻¹(J_c a_f + J̇_c v − γ),    Ω_c = J_c𝓜⁻¹J_c*,    a = a_f + 𝓜⁻¹J_c*f    [RJK 26]

γ is zero for loops that are closed; open ones draw together with γ = −2κ J_c v − κ² e, e being their errors
(after Baumgarte).
"""

from __future__ import annotations

from psiphi.algebra import H, N, N_dot, gearing, gearing_dot, inv, loop_operator, loop_vector, phi, v
from psiphi.algebra.construction import zero
from psiphi.algebra.expression import Expr, Symbol
from psiphi.algebra.spaces import Space
from psiphi.dynamics.equations import forward_dynamics
from psiphi.dynamics.features import Features

stabilisation: Symbol = loop_vector("stabilisation")
given_forces: Symbol = loop_vector("loop_forces")
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


def opening(robot: Features, acceleration: Expr) -> Expr:
    """J_c a + J̇_c v − γ: how far accelerations are from those that the loops ask for."""
    return constraint_jacobian(robot) @ acceleration + constraint_bias(robot) - stabilisation


def force(robot: Features, load: Expr | None = None, giving: Expr | None = None) -> Expr:
    """f = −Ω_c⁻¹(J_c a_f + J̇_c v − γ), on the first end of each loop; `giving` is added to Ω_c."""
    compliance = constraint_compliance(robot)
    free = opening(robot, forward_dynamics(robot, load))
    return -inv(compliance if giving is None else compliance + giving) @ free


def pushed(robot: Features, x: Expr, force: Expr) -> Expr:
    """x + 𝓜⁻¹J_c*f: accelerations with forces of the loops, velocities after their impulses."""
    return x + robot.solve(constraint_jacobian(robot).T @ force)


def driven_acceleration(robot: Features, load: Expr | None = None) -> Expr:
    """a = a_f + 𝓜⁻¹J_c*f for forces f of the loops that are given."""
    return pushed(robot, forward_dynamics(robot, load), given_forces)


def driven_opening(robot: Features, load: Expr | None = None) -> Expr:
    """J_c a + J̇_c v − γ with it: linear in f by Ω_c, and zero for the forces of closed loops."""
    return opening(robot, driven_acceleration(robot, load))


def acceleration(robot: Features, load: Expr | None = None, giving: Expr | None = None) -> Expr:
    """a_f + 𝓜⁻¹J_c*f with the forces of closed loops."""
    return pushed(robot, forward_dynamics(robot, load), force(robot, load, giving))


def asked_and_left(robot: Features, load: Expr | None = None) -> tuple[Expr, Expr]:
    """What loops ask of f, and what f leaves open: nothing, unless they contradict each other."""
    return opening(robot, forward_dynamics(robot, load)), opening(robot, acceleration(robot, load))


def constraint_rates(robot: Features) -> Expr:
    """J_c v."""
    return constraint_jacobian(robot) @ robot.vector("velocity")


def allowed_velocity(robot: Features) -> Expr:
    """v − 𝓜⁻¹J_c*Ω_c⁻¹J_c v: of the velocities that loops allow the nearest by kinetic energy."""
    return pushed(
        robot, robot.vector("velocity"), -inv(constraint_compliance(robot)) @ constraint_rates(robot)
    )


def drawn_velocity(robot: Features) -> Expr:
    """v − 𝓜⁻¹J_c*Ω_c⁻¹(J_c v − γ): of the velocities with which errors of loops change by γ the nearest."""
    rates = constraint_rates(robot) - stabilisation
    return pushed(robot, robot.vector("velocity"), -inv(constraint_compliance(robot)) @ rates)


def nearest_velocity(robot: Features) -> Expr:
    """v − J_c*(J_cJ_c*)⁻¹(J_c v − γ): of the velocities with which errors change by γ the nearest by |v|."""
    jacobian, rates = constraint_jacobian(robot), constraint_rates(robot) - stabilisation
    return robot.vector("velocity") - jacobian.T @ inv(jacobian @ jacobian.T) @ rates


def constraint_coupling(robot: Features) -> Expr:
    """J_c𝓜⁻¹J*: how forces at frames open loops."""
    return constraint_jacobian(robot) @ robot.solve(robot.jacobian.T)


def closed_compliance(robot: Features) -> Expr:
    """J𝓜⁻¹J* − (J_c𝓜⁻¹J*)*Ω_c⁻¹(J_c𝓜⁻¹J*): the compliance of frames while loops hold."""
    across = constraint_coupling(robot)
    free = robot.jacobian @ robot.solve(robot.jacobian.T)
    return free - across.T @ inv(constraint_compliance(robot)) @ across
