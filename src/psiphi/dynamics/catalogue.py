"""The catalogue: every quantity as one operator expression, with its source.

Expressions are written for the features of a robot (features.py).
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import partial

from psiphi.algebra import (
    C_M,
    E_0,
    X_0,
    E_phi_dot,
    Gamma,
    Gamma_dot,
    H,
    H_dot,
    I,
    J,
    M,
    a,
    frame_vector,
    g,
    inv,
    joint_operator,
    phi,
    r_b,
    r_f,
    r_reduced,
    rate,
    v,
)
from psiphi.algebra.expression import Expr, Symbol
from psiphi.algebra.forward_dynamics import ALGORITHMS
from psiphi.algebra.gradients import gradients
from psiphi.algebra.operators import (
    B,
    coupling,
)
from psiphi.dynamics import two_way
from psiphi.dynamics.compiled import DEFAULT_REFERENCE, Reference
from psiphi.dynamics.features import Features
from psiphi.dynamics.loops.constraints import (
    allowed_velocity,
    closed_compliance,
    constrained_acceleration,
    constraint_bias,
    constraint_compliance,
    constraint_force,
    constraint_jacobian,
    cross_compliance,
    damping,
    drawn_velocity,
    equations,
    least_forces,
    nearest,
)
from psiphi.dynamics.loops.mimic_groups import cheaper, gains_by_groups, mimic_groups, mimics_group
from psiphi.dynamics.readings import (
    BODY_BLOCKS,
    CENTER_OF_MASS,
    PIVOTS,
    POSE,
    POSES,
    POTENTIAL_ENERGY,
    WITHOUT_BASE,
)
from psiphi.dynamics.references import acceleration, drift, seen
from psiphi.errors import InputError, UnknownNameError
from psiphi.frozen import frozen
from psiphi.kernel.reading import Reading
from psiphi.kernel.request import DENSE, PARAMETERS, SEQUENTIAL, SOLUTION, Request
from psiphi.model import Model
from psiphi.recursion.bodies.joint_groups import Embedding


@frozen
class Quantity:
    """An entry: the expression for a robot's features, the names of its arguments, its source and cost.

    cost      operations for a chain of N joints, and frames whose number does not grow: "N" or "N²"
    reading   what of a matrix is wanted; None for all of it
    beside    vectors that are computed with it, as further results
    skipping  whether singular systems get the least of their solutions, and not NaN
    slopes    derivatives by arguments that are known as expressions (Request.slopes)
    solved    parts of the derivatives of a solution that need no solving (Request.solved)
    """

    expression: Callable[[Features], Expr]
    arguments: tuple[str, ...]
    source: str
    cost: str = ""
    reading: Reading | None = None
    beside: Callable[[Features], tuple[Expr, ...]] | None = None
    skipping: bool = False
    slopes: Callable[[Features], dict[str, Expr]] | None = None
    solved: Callable[[Features], dict[str, Expr]] | None = None


external: Symbol = frame_vector("external_forces")
resistance: Symbol = joint_operator("resistance", diagonal=True)
composite: Expr = E_0.T @ phi @ M @ phi.T @ E_0


def _inverse_dynamics(robot: Features, forces: Expr | None = None) -> Expr:
    # forces on the robot; the papers' f(0) is by the robot
    return robot.inverse_dynamics(robot.vector("acceleration"), None if forces is None else B @ forces)


def _forward_dynamics(robot: Features, forces: Expr | None = None, resistance: Expr | None = None) -> Expr:
    bias = robot.bias() if forces is None else robot.bias() - H @ phi @ B @ forces
    return robot.solve(robot.vector("tau") - robot.forces(bias), resistance)


def _hybrid_dynamics(robot: Features, forces: Expr | None = None) -> Expr:
    """a = (𝓜 + R)⁻¹(tau − 𝓜x − C) + x, where R is so great for some joints that they move as x has it.

    Their gains G = PH*D⁻¹ vanish: what is left is the filter of the other joints, with a + H_p*x for a.
    """
    given = robot.vector("prescribed")
    known = robot.inverse_dynamics(given, None if forces is None else B @ forces)
    return robot.solve(robot.vector("tau") - known, resistance) + given


def _slopes(robot: Features, rates: Expr, forces: Expr | None = None) -> dict[str, Expr]:
    """∂τ/∂q, ∂τ/∂v and ∂τ/∂a of inverse dynamics at accelerations of the joints (algebra/gradients.py)."""
    letters = gradients(rates, None if forces is None else B @ forces)
    tree = {"q": letters.by_configuration(), "v": letters.by_velocity(), "acceleration": robot.mass}
    return {name: robot.forces(robot.rates_of(x)) for name, x in tree.items()}


def _inverse_slopes(robot: Features, forces: Expr | None = None) -> dict[str, Expr]:
    return _slopes(robot, robot.rates(robot.vector("acceleration")), forces)


def _residual_slopes(robot: Features, forces: Expr | None = None) -> dict[str, Expr]:
    """Those of tau − C − 𝓜a, by q and v."""
    found = _slopes(robot, robot.rates(robot.vector(SOLUTION)), forces)
    return {name: -found[name] for name in ("q", "v")}


def _solved_slopes(robot: Features, forces: Expr | None = None) -> dict[str, Expr]:
    """Y_q and Y_v, where −𝓜Y are the parts of these that a root makes that moves freely."""
    if not robot.free_root:
        return {}
    letters = gradients(robot.rates(robot.vector(SOLUTION)), None if forces is None else B @ forces)
    parts = zip(("q", "v"), letters.of_free_root(), strict=True)
    return {name: -robot.forces(robot.rates_of(Y)) for name, Y in parts}


def _coriolis(robot: Features) -> Expr:
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


def _acceleration(robot: Features, rates: Expr) -> Expr:
    """Of the frames, for accelerations of the coordinates."""
    return acceleration(robot.rates(rates), robot.reference, flexible=robot.flexible)


def _compliance(robot: Features) -> Expr:
    """J 𝓜⁻¹ J*."""
    return robot.jacobian @ robot.solve(robot.jacobian.T)


def _innovations_factor(robot: Features) -> Expr:
    """I + HφK."""
    return I + H @ phi @ robot.family.K


def _whitening(robot: Features) -> Expr:
    """I − HψK, the inverse of I + HφK [RJK 12]."""
    return I - H @ robot.family.psi @ robot.family.K


def _root(robot: Features) -> Expr:
    """(I + HφK) D^½."""
    return _innovations_factor(robot) @ robot.family.D**0.5


def _predicted(robot: Features) -> Expr:
    """ẑ = ψKτ."""
    return robot.family.psi @ robot.family.K @ robot.vector("tau")


def _inverse_root(robot: Features) -> Expr:
    """m⁻¹ = D^−½ (I − HψK)."""
    return robot.family.D**-0.5 @ _whitening(robot)


def _diagonalized_acceleration(robot: Features) -> Expr:
    """ν̇ = d/dt (m*v), where m m* v̇ = τ − C."""
    return _inverse_root(robot) @ (robot.vector("tau") - robot.bias()) + rate(_root(robot).T) @ v


def _normal_inverse(robot: Features) -> Expr:
    """(J*J)⁻¹ = (HφBB*φ*H*)⁻¹; the axes of the frames make no difference."""
    return inv(robot.rates_of(robot.forces(J.T @ J)))


def _least_squares(robot: Features) -> Expr:
    """(J*J)⁻¹J*x."""
    if robot.reference == "world":
        raise InputError(
            "reference: 'world' tells velocities at the origin of the world, where frames may be far from; "
            "rates are fitted in 'local' or 'local_world_aligned'."
        )
    return _normal_inverse(robot) @ robot.jacobian.T @ frame_vector("motion")


QUANTITIES: dict[str, Quantity] = {
    "inverse_dynamics": Quantity(
        _inverse_dynamics, ("q", "v", "acceleration"), "RK88 3.19", "N", slopes=_inverse_slopes
    ),
    "inverse_dynamics_with_forces": Quantity(
        lambda robot: _inverse_dynamics(robot, external),
        ("q", "v", "acceleration", "external_forces"),
        "RK88 3.19",
        "N",
        slopes=lambda robot: _inverse_slopes(robot, external),
    ),
    "forward_dynamics": Quantity(
        _forward_dynamics,
        ("q", "v", "tau"),
        "RK88 4.17–5.15",
        "N",
        slopes=_residual_slopes,
        solved=_solved_slopes,
    ),
    "forward_dynamics_with_forces": Quantity(
        lambda robot: _forward_dynamics(robot, external),
        ("q", "v", "tau", "external_forces"),
        "RK88 4.17–5.15",
        "N",
        slopes=lambda robot: _residual_slopes(robot, external),
        solved=lambda robot: _solved_slopes(robot, external),
    ),
    "resisted_dynamics": Quantity(
        lambda robot: _forward_dynamics(robot, None, robot.resistance),
        ("q", "v", "tau", "resistance"),
        "RK88 4.17–5.15",
        "N",
    ),
    "resisted_dynamics_with_forces": Quantity(
        lambda robot: _forward_dynamics(robot, external, robot.resistance),
        ("q", "v", "tau", "external_forces", "resistance"),
        "RK88 4.17–5.15",
        "N",
    ),
    "hybrid_dynamics": Quantity(
        _hybrid_dynamics, ("q", "v", "tau", "prescribed", "resistance"), "RK88 4.17–5.15", "N"
    ),
    "hybrid_dynamics_with_forces": Quantity(
        lambda robot: _hybrid_dynamics(robot, external),
        ("q", "v", "tau", "prescribed", "external_forces", "resistance"),
        "RK88 4.17–5.15",
        "N",
    ),
    "force_accelerations": Quantity(
        lambda robot: robot.solve(robot.forces(H @ phi @ B @ external)),
        ("q", "external_forces"),
        "RJK 18",
        "N",
    ),
    "mass_matrix": Quantity(
        lambda robot: robot.forces(robot.rates_of(robot.mass)), ("q",), "RK88 3.20", "N²"
    ),
    "mass_matrix_inverse": Quantity(
        lambda robot: inv(coupling.T @ robot.mass @ coupling) if robot.coupled else inv(robot.mass),
        ("q",),
        "RJK 13",
        "N²",
    ),
    "mass_matrix_product": Quantity(
        lambda robot: robot.forces(robot.mass @ robot.rates(robot.vector("x"))), ("q", "x"), "RK88 3.20", "N"
    ),
    "mass_matrix_solve": Quantity(lambda robot: robot.solve(robot.vector("y")), ("q", "y"), "RJK 15", "N"),
    "mass_matrix_rate": Quantity(
        lambda robot: robot.forces(robot.rates_of(rate(robot.mass))), ("q", "v"), "RJK 6", "N²"
    ),
    "mass_matrix_square_root": Quantity(lambda robot: _root(robot), ("q",), "RJK 6", "N²"),
    "mass_matrix_pivots": Quantity(
        lambda robot: robot.family.D if robot.has_family else robot.forces(robot.rates_of(robot.mass)),
        ("q",),
        "RJK 11",
        "N",
        PIVOTS,
    ),
    "bias_forces": Quantity(lambda robot: robot.forces(robot.bias()), ("q", "v"), "RK88 3.20", "N"),
    "gravity_forces": Quantity(lambda robot: robot.gravity, ("q",), "RK88 3.21", "N"),
    "kinetic_energy": Quantity(lambda robot: v.T @ robot.mass @ v / 2, ("q", "v"), "RJ 20", "N"),
    "coriolis_matrix": Quantity(_coriolis, ("q", "v"), "RJK 6", "N²"),
    "link_accelerations": Quantity(
        lambda robot: phi.T @ (H.T @ robot.rates(_forward_dynamics(robot)) + robot.drift(v)),
        ("q", "v", "tau"),
        "RK88 5.5, 5.6",
        "N",
    ),
    "tip_accelerations": Quantity(
        lambda robot: _acceleration(robot, _forward_dynamics(robot)),
        ("q", "v", "tau"),
        "RK88 5.5, 5.6",
        "N",
    ),
    "frame_pose": Quantity(lambda robot: X_0, ("q",), "RK88 3.1", "N", POSE),
    "frame_poses": Quantity(lambda robot: X_0, ("q",), "RK88 3.1", "N", POSES),
    "frame_velocity": Quantity(lambda robot: seen(J @ v, robot.reference), ("q", "v"), "RK88 3.13", "N"),
    "frame_acceleration": Quantity(
        lambda robot: _acceleration(robot, robot.vector("acceleration")),
        ("q", "v", "acceleration"),
        "R87 14, 15",
        "N",
    ),
    "jacobian": Quantity(lambda robot: robot.jacobian, ("q",), "RK88 3.13", "N"),
    "jacobian_dot_v": Quantity(
        lambda robot: drift(robot.reference, flexible=robot.flexible), ("q", "v"), "RJK 5.2", "N"
    ),
    "jacobian_gram": Quantity(lambda robot: robot.jacobian @ robot.jacobian.T, ("q",), "RJK 2", "N"),
    "jacobian_normal_inverse": Quantity(_normal_inverse, ("q",), "RJK 2", "N²"),
    "jacobian_solve": Quantity(_least_squares, ("q", "motion"), "RJK 2, 15", "N"),
    "composite_inertia": Quantity(lambda robot: composite, ("q",), "RK88 a.44", "N"),
    "center_of_mass": Quantity(lambda robot: composite, ("q",), "RK88 a.44", "N", CENTER_OF_MASS),
    "potential_energy": Quantity(lambda robot: composite, ("q",), "RK88 a.44", "N", POTENTIAL_ENERGY),
    "momentum": Quantity(lambda robot: E_0.T @ phi @ robot.momenta @ v, ("q", "v"), "RK88 3.6, 3.8", "N"),
    "momentum_matrix": Quantity(
        lambda robot: E_0.T @ phi @ robot.rates_of(robot.momenta), ("q",), "RK88 3.6, 3.8", "N"
    ),
    "free_flying_mass_matrix": Quantity(
        lambda robot: robot.forces(robot.rates_of(two_way.articulation(robot))),
        ("q",),
        "RJ 27, 32",
        "N²",
        WITHOUT_BASE,
    ),
    "free_flying_mass_matrix_product": Quantity(
        lambda robot: robot.forces(two_way.articulation(robot) @ robot.rates(robot.vector("x"))),
        ("q", "x"),
        "RJ Table 3",
        "N",
    ),
    "free_flying_inverse_dynamics": Quantity(
        two_way.inverse_dynamics, ("q", "v", "acceleration"), "RJ 23", "N"
    ),
    "base_velocity": Quantity(two_way.base_velocity, ("q", "rates"), "RJ 23", "N"),
    "base_velocity_with_momentum": Quantity(
        two_way.base_velocity_with_momentum, ("q", "rates", "momentum"), "RJ 25", "N"
    ),
    "base_acceleration": Quantity(two_way.base_acceleration, ("q", "v", "acceleration"), "RJ 23", "N"),
    "rigid_velocity": Quantity(two_way.rigid_velocity, ("q", "v"), "RJ 25", "N"),
    "wiggle_velocity": Quantity(lambda robot: two_way.wiggle_velocity(robot, v), ("q", "v"), "RJ 23", "N"),
    "rigid_kinetic_energy": Quantity(
        lambda robot: v.T @ two_way.rigid_inertia(robot) @ v / 2, ("q", "v"), "RJ 26", "N"
    ),
    "wiggle_kinetic_energy": Quantity(
        lambda robot: v.T @ two_way.articulation(robot) @ v / 2, ("q", "v"), "RJ 24, 26", "N"
    ),
    "forward_composite_inertias": Quantity(lambda robot: r_f, ("q",), "RJ Table 2", "N", BODY_BLOCKS),
    "backward_composite_inertias": Quantity(lambda robot: r_b, ("q",), "RJ 34", "N", BODY_BLOCKS),
    "reduced_composite_inertias": Quantity(lambda robot: r_reduced, ("q",), "RJ 13", "N", BODY_BLOCKS),
    "operational_space_compliance": Quantity(_compliance, ("q",), "RJK 20", "N"),
    "operational_space_inertia": Quantity(lambda robot: inv(_compliance(robot)), ("q",), "RJK 5.2", "N"),
    "operational_space_inertia_rate": Quantity(
        lambda robot: rate(inv(_compliance(robot))), ("q", "v"), "RJK 5.2", "N"
    ),
    "operational_space_bias": Quantity(
        lambda robot: (
            inv(_compliance(robot))
            @ (
                robot.jacobian @ robot.solve(robot.forces(robot.bias()))
                - drift(robot.reference, flexible=robot.flexible)
            )
        ),
        ("q", "v"),
        "RJK 5.2",
        "N",
    ),
    "dynamically_consistent_inverse": Quantity(
        lambda robot: robot.solve(robot.jacobian.T) @ inv(_compliance(robot)), ("q",), "RJK 5.2", "N"
    ),
    "articulated_inertias": Quantity(lambda robot: robot.family.P, ("q",), "RJK 8", "N", BODY_BLOCKS),
    "joint_inertias": Quantity(lambda robot: robot.family.D, ("q",), "RJK 8", "N"),
    "innovations_factor": Quantity(_innovations_factor, ("q",), "RJK 11", "N²"),
    "innovations_factor_inverse": Quantity(_whitening, ("q",), "RJK 12", "N²"),
    "innovations": Quantity(
        lambda robot: _whitening(robot) @ robot.vector("tau"), ("q", "tau"), "RJK 15", "N"
    ),
    "predicted_forces": Quantity(_predicted, ("q", "tau"), "R87 54", "N"),
    "updated_forces": Quantity(
        lambda robot: _predicted(robot) + robot.family.G @ _whitening(robot) @ robot.vector("tau"),
        ("q", "tau"),
        "R87 59",
        "N",
    ),
    "smoothed_forces": Quantity(
        lambda robot: phi @ M @ phi.T @ H.T @ inv(robot.filtered_mass) @ robot.vector("tau"),
        ("q", "tau"),
        "R87 60",
        "N",
    ),
    "costates": Quantity(
        lambda robot: phi.T @ H.T @ inv(robot.filtered_mass) @ robot.vector("tau"),
        ("q", "tau"),
        "R87 63",
        "N",
    ),
    "updated_covariances": Quantity(
        lambda robot: (I - robot.family.G @ H) @ robot.family.P, ("q",), "R87 58", "N", BODY_BLOCKS
    ),
    "smoothed_covariances": Quantity(
        lambda robot: robot.family.P - robot.family.P @ robot.family.Omega @ robot.family.P,
        ("q",),
        "R87 65",
        "N",
        BODY_BLOCKS,
    ),
    "costate_covariances": Quantity(lambda robot: robot.family.Omega, ("q",), "R87 66", "N", BODY_BLOCKS),
    "diagonalized_velocity": Quantity(lambda robot: _root(robot).T @ v, ("q", "v"), "RJK 6", "N"),
    "velocity_from_diagonalized": Quantity(
        lambda robot: _inverse_root(robot).T @ robot.vector("nu"), ("q", "nu"), "RJK 6", "N"
    ),
    "diagonalized_forces": Quantity(
        lambda robot: _inverse_root(robot) @ robot.vector("tau"), ("q", "tau"), "RJK 6", "N"
    ),
    "diagonalized_coriolis": Quantity(
        lambda robot: _inverse_root(robot) @ robot.bias(a - g) - rate(_root(robot).T) @ v,
        ("q", "v"),
        "RJK 6",
        "N",
    ),
    "diagonalized_acceleration": Quantity(_diagonalized_acceleration, ("q", "v", "tau"), "RJK 6", "N"),
    "constraint_jacobian": Quantity(constraint_jacobian, ("q",), "RJK 22", "N"),
    "constraint_bias": Quantity(constraint_bias, ("q", "v"), "RJK 25", "N"),
    "constraint_inertia": Quantity(lambda robot: inv(constraint_compliance(robot)), ("q",), "RJK 26", "N"),
    "constraint_compliance": Quantity(constraint_compliance, ("q",), "RJK 20, 26", "N"),
    "constrained_forward_dynamics": Quantity(
        lambda robot: constrained_acceleration(robot, _forward_dynamics(robot)),
        ("q", "v", "tau", "stabilisation"),
        "RJK 24–26",
        "N",
        beside=lambda robot: (constraint_force(robot, _forward_dynamics(robot)),),
    ),
    "constrained_forward_dynamics_with_forces": Quantity(
        lambda robot: constrained_acceleration(robot, _forward_dynamics(robot, external)),
        ("q", "v", "tau", "stabilisation", "external_forces"),
        "RJK 24–26",
        "N",
        beside=lambda robot: (constraint_force(robot, _forward_dynamics(robot, external)),),
    ),
    "constrained_damped_dynamics": Quantity(
        lambda robot: constrained_acceleration(robot, _forward_dynamics(robot), damping),
        ("q", "v", "tau", "stabilisation", "damping"),
        "RJK 24–26",
        "N",
        beside=lambda robot: (constraint_force(robot, _forward_dynamics(robot), damping),),
        skipping=True,
    ),
    "constrained_damped_dynamics_with_forces": Quantity(
        lambda robot: constrained_acceleration(robot, _forward_dynamics(robot, external), damping),
        ("q", "v", "tau", "stabilisation", "external_forces", "damping"),
        "RJK 24–26",
        "N",
        beside=lambda robot: (constraint_force(robot, _forward_dynamics(robot, external), damping),),
        skipping=True,
    ),
    "constrained_acceleration": Quantity(
        lambda robot: constrained_acceleration(robot, _forward_dynamics(robot)),
        ("q", "v", "tau", "stabilisation"),
        "RJK 24–26",
        "N",
    ),
    "constrained_equations": Quantity(
        lambda robot: equations(robot)[0],
        ("q", "v", "acceleration", "loop_forces", "direction"),
        "RJK 22–25",
        "N",
        beside=lambda robot: equations(robot)[1:],
    ),
    "constrained_least_forces": Quantity(
        lambda robot: constrained_acceleration(robot, _forward_dynamics(robot)),
        ("q", "v", "tau", "stabilisation"),
        "RJK 24–26",
        "N",
        beside=lambda robot: least_forces(robot, _forward_dynamics(robot)),
        skipping=True,
    ),
    "constrained_least_forces_with_forces": Quantity(
        lambda robot: constrained_acceleration(robot, _forward_dynamics(robot, external)),
        ("q", "v", "tau", "stabilisation", "external_forces"),
        "RJK 24–26",
        "N",
        beside=lambda robot: least_forces(robot, _forward_dynamics(robot, external)),
        skipping=True,
    ),
    "constrained_velocity": Quantity(allowed_velocity, ("q", "velocity"), "RJK 22", "N"),
    "constrained_least_velocity": Quantity(allowed_velocity, ("q", "velocity"), "RJK 22", "N", skipping=True),
    "constrained_drawn_velocity": Quantity(drawn_velocity, ("q", "velocity", "stabilisation"), "RJK 22", "N"),
    "constrained_drawn_least_velocity": Quantity(
        drawn_velocity, ("q", "velocity", "stabilisation"), "RJK 22", "N", skipping=True
    ),
    "constrained_nearest_velocity": Quantity(
        nearest, ("q", "velocity", "stabilisation"), "RJK 22", "N", skipping=True
    ),
    "constrained_cross_compliance": Quantity(cross_compliance, ("q",), "RJK 6", "N"),
    "constrained_operational_space_compliance": Quantity(closed_compliance, ("q",), "RJK 6", "N"),
    "constrained_operational_space_least_compliance": Quantity(
        closed_compliance, ("q",), "RJK 6", "N", skipping=True
    ),
}

METHODS: dict[str, str | None] = {
    "articulated": "M kept",
    **{name: algorithm.form for name, algorithm in ALGORITHMS.items()},
    "UD": None,
    DENSE: None,
    SEQUENTIAL: None,
}
"""The form of the derivation of each method of forward dynamics.

FD2 is FD1 that goes on to the link accelerations; "UD" is a way to run the filter of any, "dense" and
"sequential" are ways to solve for the forces of loops.
"""


def quantity(name: str) -> Quantity:
    """The entry of that name."""
    if name not in QUANTITIES:
        raise UnknownNameError(f"no quantity {name!r}; there are {', '.join(sorted(QUANTITIES))}.")
    return QUANTITIES[name]


def form_of_method(method: str | None) -> str | None:
    """The form of the derivation that a named forward-dynamics method stands for; None is the cheapest."""
    if method is None:
        return None
    if method not in METHODS:
        raise InputError(f"method: {method!r} is not one of {', '.join(sorted(METHODS))} or None.")
    return METHODS[method]


def request(
    model: Model,
    name: str,
    frames: tuple[str, ...] = (),
    method: str | None = None,
    reference: Reference = DEFAULT_REFERENCE,
    rolled: bool | None = None,
    riccati: str = "plain",
    embedding: Embedding | None = None,
    varying: tuple[str, ...] = (),
) -> Request:
    """What to compile for a quantity of a robot.

    Mimic joints couple the mass matrix across the tree. A filter takes each for a part of the joint that
    leads it (joint_groups.py): where there is none for the robot as it is, and where an inverse is
    cheaper so.
    """
    if embedding is None and mimics_group(model) and (method, rolled, riccati) == (None, None, "plain"):
        groups = mimic_groups(model)
        grouped = partial(
            request, model, name, frames, reference=reference, embedding=groups, varying=varying
        )
        try:
            plain = _request(model, name, frames, method, reference, rolled, riccati, None, varying)
        except InputError:  # it has no filter
            return grouped()
        return cheaper(plain, grouped()) if gains_by_groups(plain) else plain
    return _request(model, name, frames, method, reference, rolled, riccati, embedding, varying)


def _request(
    model: Model,
    name: str,
    frames: tuple[str, ...],
    method: str | None,
    reference: Reference,
    rolled: bool | None,
    riccati: str,
    embedding: Embedding | None,
    varying: tuple[str, ...],
) -> Request:
    entry = quantity(name)
    features = Features.of(model, reference, embedded=embedding is not None)
    if any(parameter.startswith("armature") for parameter in varying):
        features = replace(features, rotors=True)
    expression = entry.expression(features)
    beside = () if entry.beside is None else entry.beside(features)
    form = form_of_method(method)
    riccati = "UD" if method == "UD" else riccati
    solving = method if method in (DENSE, SEQUENTIAL) else None
    arguments = (*entry.arguments, PARAMETERS) if varying else entry.arguments
    given = (frames, arguments, form, rolled, riccati, beside, entry.reading, entry.skipping, embedding)
    known = _has_still_axes(model, features) and embedding is None
    slopes, solved = (
        tuple(x(features).items()) if x is not None and known else () for x in (entry.slopes, entry.solved)
    )
    told = two_way.derived(expression)
    return Request(model, expression, *given, solving, varying, slopes, solved, given=told)


def _has_still_axes(model: Model, features: Features) -> bool:
    """Whether H is constant, no rotor is carried and all bodies are rigid, as algebra/gradients.py asks."""
    universal = any(body.joint.kind.name == "universal" for body in model.bodies)
    return not universal and not features.carried and not model.is_flexible
