"""The equations of the catalogue that take more than a line, for the features of a robot.

`load` are forces on the bodies, None where nothing acts on them.
"""

from __future__ import annotations

from psiphi.algebra import (
    C_M,
    E_0,
    E_phi_dot,
    Gamma,
    Gamma_dot,
    H,
    H_dot,
    I,
    J,
    M,
    frame_vector,
    inv,
    phi,
    rate,
    v,
)
from psiphi.algebra.expression import Expr
from psiphi.algebra.gradients import gradients
from psiphi.dynamics.features import Features
from psiphi.dynamics.references import acceleration
from psiphi.errors import InputError
from psiphi.kernel.request import SOLUTION

PRESCRIBED = "prescribed"
composite: Expr = E_0.T @ phi @ M @ phi.T @ E_0


def inverse_dynamics(robot: Features, load: Expr | None = None) -> Expr:
    """𝓜a + C less what forces on the bodies do; the papers' f(0) is by the robot."""
    return robot.inverse_dynamics(robot.vector("acceleration"), load)


def forward_dynamics(robot: Features, load: Expr | None = None) -> Expr:
    """𝓜⁻¹(tau − C) with forces on the bodies.

    Where joints p move as x has it, with the filter of Π_f H and a + H*Π_p x for a, this is
    Π_f (Π_f 𝓜 Π_f + Π_p)⁻¹ Π_f (tau − 𝓜Π_p x − C) + Π_p x.
    """
    if robot.prescribed:
        given = robot.split[1] @ robot.vector(PRESCRIBED)
        return robot.solve(robot.vector("tau") - robot.inverse_dynamics(given, load)) + given
    bias = robot.bias() if load is None else robot.bias() - H @ phi @ load
    return robot.solve(robot.vector("tau") - robot.forces(bias))


def slopes(robot: Features, rates: Expr, load: Expr | None = None) -> dict[str, Expr]:
    """∂τ/∂q, ∂τ/∂v and ∂τ/∂a of inverse dynamics at accelerations of the joints (algebra/gradients.py)."""
    letters = gradients(rates, load)
    tree = {"q": letters.by_configuration(), "v": letters.by_velocity(), "acceleration": robot.mass}
    return {name: robot.forces(robot.rates_of(x)) for name, x in tree.items()}


def inverse_slopes(robot: Features, load: Expr | None = None) -> dict[str, Expr]:
    """Those at the accelerations given."""
    return slopes(robot, robot.rates(robot.vector("acceleration")), load)


def residual_slopes(robot: Features, load: Expr | None = None) -> dict[str, Expr]:
    """Those of tau − C − 𝓜a, by q and v."""
    found = slopes(robot, robot.rates(robot.vector(SOLUTION)), load)
    return {name: -found[name] for name in ("q", "v")}


def solved_slopes(robot: Features, load: Expr | None = None) -> dict[str, Expr]:
    """Y_q and Y_v, where −𝓜Y are the parts of these that a root makes that moves freely."""
    if not robot.free_root:
        return {}
    letters = gradients(robot.rates(robot.vector(SOLUTION)), load)
    parts = zip(("q", "v"), letters.of_free_root(), strict=True)
    return {name: -robot.forces(robot.rates_of(Y)) for name, Y in parts}


def coriolis(robot: Features) -> Expr:
    """The matrix whose product with v is C without gravity, and for which d𝓜/dt − 2C is skew."""
    velocities = phi.T @ robot.rates_of(H.T)
    accelerations = phi.T @ robot.rates_of(H_dot.T)
    if robot.flexible:
        accelerations = accelerations + phi.T @ E_phi_dot.T @ velocities
    bodies = M @ accelerations + C_M @ velocities
    if robot.carried:
        bodies = bodies + robot.rates_of(Gamma_dot)
        return robot.forces(H @ phi @ bodies + Gamma.T @ accelerations)
    return robot.forces(H @ phi @ bodies + robot.rates_of(robot.rotor_coriolis))


def frame_acceleration(robot: Features, rates: Expr) -> Expr:
    """Of the frames, for accelerations of the coordinates."""
    return acceleration(robot.rates(rates), robot.reference, flexible=robot.flexible)


def compliance(robot: Features) -> Expr:
    """J 𝓜⁻¹ J*."""
    return robot.jacobian @ robot.solve(robot.jacobian.T)


def innovations_factor(robot: Features) -> Expr:
    """I + HφK."""
    return I + H @ phi @ robot.family.K


def whitening(robot: Features) -> Expr:
    """I − HψK, the inverse of I + HφK [RJK 12]."""
    return I - H @ robot.family.psi @ robot.family.K


def root(robot: Features) -> Expr:
    """(I + HφK) D^½."""
    return innovations_factor(robot) @ robot.family.D**0.5


def predicted(robot: Features) -> Expr:
    """ẑ = ψKτ."""
    return robot.family.psi @ robot.family.K @ robot.vector("tau")


def inverse_root(robot: Features) -> Expr:
    """m⁻¹ = D^−½ (I − HψK)."""
    return robot.family.D**-0.5 @ whitening(robot)


def diagonalized_acceleration(robot: Features) -> Expr:
    """ν̇ = d/dt (m*v), where m m* v̇ = τ − C."""
    return inverse_root(robot) @ (robot.vector("tau") - robot.bias()) + rate(root(robot).T) @ v


def normal_inverse(robot: Features) -> Expr:
    """(J*J)⁻¹ = (HφBB*φ*H*)⁻¹; the axes of the frames make no difference."""
    return inv(robot.rates_of(robot.forces(J.T @ J)))


def least_squares(robot: Features) -> Expr:
    """(J*J)⁻¹J*x."""
    if robot.reference == "world":
        raise InputError(
            "reference: 'world' tells velocities at the origin of the world, where frames may be far from; "
            "rates are fitted in 'local' or 'local_world_aligned'."
        )
    return normal_inverse(robot) @ robot.jacobian.T @ frame_vector("motion")
