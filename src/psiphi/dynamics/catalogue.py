"""The catalogue: every quantity as one operator expression, with its source.

Expressions are written for the features of a robot (features.py).
"""

from __future__ import annotations

from dataclasses import replace
from functools import partial

from psiphi.algebra import (
    E_0,
    X_0,
    H,
    I,
    J,
    M,
    a,
    g,
    inv,
    phi,
    r_b,
    r_f,
    r_reduced,
    rate,
    v,
)
from psiphi.algebra.forward_dynamics import ALGORITHMS
from psiphi.algebra.operators import (
    coupling,
)
from psiphi.dynamics import equations as eq
from psiphi.dynamics import two_way
from psiphi.dynamics.compiled import DEFAULT_REFERENCE, Reference
from psiphi.dynamics.features import Features
from psiphi.dynamics.loops import constraints as closed
from psiphi.dynamics.loops.mimic_groups import cheaper, gains_by_groups, mimic_groups, mimics_group
from psiphi.dynamics.quantity import LOAD, Quantity, entry, loaded
from psiphi.dynamics.readings import (
    BODY_BLOCKS,
    CENTER_OF_MASS,
    PIVOTS,
    POSE,
    POSES,
    POTENTIAL_ENERGY,
    WITHOUT_BASE,
)
from psiphi.dynamics.references import drift, seen
from psiphi.errors import InputError, UnknownNameError
from psiphi.kernel.request import DENSE, PARAMETERS, SEQUENTIAL, Request
from psiphi.model import Model
from psiphi.recursion.bodies.joint_groups import Embedding

_DRAWN = "q v tau stabilisation"

QUANTITIES: dict[str, Quantity] = {
    **loaded(
        *("inverse_dynamics", eq.inverse_dynamics, "q v acceleration", "RK88 3.19"),
        slopes=eq.inverse_slopes,
    ),
    **loaded(
        *("forward_dynamics", eq.forward_dynamics, "q v tau", "RK88 4.17–5.15"),
        slopes=eq.residual_slopes,
        solved=eq.solved_slopes,
    ),
    "force_accelerations": entry(
        lambda robot: robot.solve(robot.forces(H @ phi @ LOAD)), "q external_forces", "RJK 18"
    ),
    "mass_matrix": entry(lambda robot: robot.forces(robot.rates_of(robot.mass)), "q", "RK88 3.20", "N²"),
    "mass_matrix_inverse": entry(
        lambda robot: inv(coupling.T @ robot.mass @ coupling) if robot.coupled else inv(robot.mass),
        "q",
        "RJK 13",
        "N²",
    ),
    "mass_matrix_product": entry(
        lambda robot: robot.forces(robot.mass @ robot.rates(robot.vector("x"))), "q x", "RK88 3.20"
    ),
    "mass_matrix_solve": entry(lambda robot: robot.solve(robot.vector("y")), "q y", "RJK 15"),
    "mass_matrix_rate": entry(
        lambda robot: robot.forces(robot.rates_of(rate(robot.mass))), "q v", "RJK 6", "N²"
    ),
    "mass_matrix_square_root": entry(eq.root, "q", "RJK 6", "N²"),
    "mass_matrix_pivots": entry(
        lambda robot: robot.family.D if robot.has_family else robot.forces(robot.rates_of(robot.mass)),
        "q",
        "RJK 11",
        "N",
        PIVOTS,
    ),
    "bias_forces": entry(lambda robot: robot.forces(robot.bias()), "q v", "RK88 3.20"),
    "gravity_forces": entry(lambda robot: robot.gravity, "q", "RK88 3.21"),
    "kinetic_energy": entry(lambda robot: v.T @ robot.mass @ v / 2, "q v", "RJ 20"),
    "coriolis_matrix": entry(eq.coriolis, "q v", "RJK 6", "N²"),
    "link_accelerations": entry(
        lambda robot: phi.T @ (H.T @ robot.rates(eq.forward_dynamics(robot)) + robot.drift(v)),
        "q v tau",
        "RK88 5.5, 5.6",
    ),
    "tip_accelerations": entry(
        lambda robot: eq.frame_acceleration(robot, eq.forward_dynamics(robot)), "q v tau", "RK88 5.5, 5.6"
    ),
    "frame_pose": entry(lambda robot: X_0, "q", "RK88 3.1", "N", POSE),
    "frame_poses": entry(lambda robot: X_0, "q", "RK88 3.1", "N", POSES),
    "frame_velocity": entry(lambda robot: seen(J @ v, robot.reference), "q v", "RK88 3.13"),
    "frame_acceleration": entry(
        lambda robot: eq.frame_acceleration(robot, robot.vector("acceleration")),
        "q v acceleration",
        "R87 14, 15",
    ),
    "jacobian": entry(lambda robot: robot.jacobian, "q", "RK88 3.13"),
    "jacobian_dot_v": entry(lambda robot: drift(robot.reference, flexible=robot.flexible), "q v", "RJK 5.2"),
    "jacobian_gram": entry(lambda robot: robot.jacobian @ robot.jacobian.T, "q", "RJK 2"),
    "jacobian_normal_inverse": entry(eq.normal_inverse, "q", "RJK 2", "N²"),
    "jacobian_solve": entry(eq.least_squares, "q motion", "RJK 2, 15"),
    "composite_inertia": entry(lambda robot: eq.composite, "q", "RK88 a.44"),
    "center_of_mass": entry(lambda robot: eq.composite, "q", "RK88 a.44", "N", CENTER_OF_MASS),
    "potential_energy": entry(lambda robot: eq.composite, "q", "RK88 a.44", "N", POTENTIAL_ENERGY),
    "momentum": entry(lambda robot: E_0.T @ phi @ robot.momenta @ v, "q v", "RK88 3.6, 3.8"),
    "momentum_matrix": entry(lambda robot: E_0.T @ phi @ robot.rates_of(robot.momenta), "q", "RK88 3.6, 3.8"),
    "body_momenta": entry(lambda robot: robot.rates_of(robot.momenta), "q", "RK88 3.6", "N²"),
    "free_flying_mass_matrix": entry(
        lambda robot: robot.forces(robot.rates_of(two_way.articulation(robot))),
        "q",
        "RJ 27, 32",
        "N²",
        WITHOUT_BASE,
    ),
    "free_flying_mass_matrix_product": entry(
        lambda robot: robot.forces(two_way.articulation(robot) @ robot.rates(robot.vector("x"))),
        "q x",
        "RJ Table 3",
    ),
    "free_flying_inverse_dynamics": entry(two_way.inverse_dynamics, "q v acceleration", "RJ 23"),
    "base_velocity": entry(two_way.base_velocity, "q rates", "RJ 23"),
    "base_velocity_with_momentum": entry(two_way.base_velocity_with_momentum, "q rates momentum", "RJ 25"),
    "base_acceleration": entry(two_way.base_acceleration, "q v acceleration", "RJ 23"),
    "rigid_velocity": entry(two_way.rigid_velocity, "q v", "RJ 25"),
    "wiggle_velocity": entry(lambda robot: two_way.wiggle_velocity(robot, v), "q v", "RJ 23"),
    "rigid_kinetic_energy": entry(lambda robot: v.T @ two_way.rigid_inertia(robot) @ v / 2, "q v", "RJ 26"),
    "wiggle_kinetic_energy": entry(
        lambda robot: v.T @ two_way.articulation(robot) @ v / 2, "q v", "RJ 24, 26"
    ),
    "forward_composite_inertias": entry(lambda robot: r_f, "q", "RJ Table 2", "N", BODY_BLOCKS),
    "backward_composite_inertias": entry(lambda robot: r_b, "q", "RJ 34", "N", BODY_BLOCKS),
    "reduced_composite_inertias": entry(lambda robot: r_reduced, "q", "RJ 13", "N", BODY_BLOCKS),
    "operational_space_compliance": entry(eq.compliance, "q", "RJK 20"),
    "operational_space_inertia": entry(lambda robot: inv(eq.compliance(robot)), "q", "RJK 5.2"),
    "operational_space_inertia_derivative": entry(
        lambda robot: rate(inv(eq.compliance(robot))), "q v", "RJK 5.2"
    ),
    "operational_space_bias": entry(
        lambda robot: (
            inv(eq.compliance(robot))
            @ (
                robot.jacobian @ robot.solve(robot.forces(robot.bias()))
                - drift(robot.reference, flexible=robot.flexible)
            )
        ),
        "q v",
        "RJK 5.2",
    ),
    "dynamically_consistent_inverse": entry(
        lambda robot: robot.solve(robot.jacobian.T) @ inv(eq.compliance(robot)), "q", "RJK 5.2"
    ),
    "articulated_inertias": entry(lambda robot: robot.family.P, "q", "RJK 8", "N", BODY_BLOCKS),
    "joint_inertias": entry(lambda robot: robot.family.D, "q", "RJK 8"),
    "innovations_factor": entry(eq.innovations_factor, "q", "RJK 11", "N²"),
    "innovations_factor_inverse": entry(eq.whitening, "q", "RJK 12", "N²"),
    "innovations": entry(lambda robot: eq.whitening(robot) @ robot.vector("tau"), "q tau", "RJK 15"),
    "predicted_forces": entry(eq.predicted, "q tau", "R87 54"),
    "updated_forces": entry(
        lambda robot: eq.predicted(robot) + robot.family.G @ eq.whitening(robot) @ robot.vector("tau"),
        "q tau",
        "R87 59",
    ),
    "smoothed_forces": entry(
        lambda robot: phi @ M @ phi.T @ H.T @ inv(robot.filtered_mass) @ robot.vector("tau"),
        "q tau",
        "R87 60",
    ),
    "costates": entry(
        lambda robot: phi.T @ H.T @ inv(robot.filtered_mass) @ robot.vector("tau"), "q tau", "R87 63"
    ),
    "updated_covariances": entry(
        lambda robot: (I - robot.family.G @ H) @ robot.family.P, "q", "R87 58", "N", BODY_BLOCKS
    ),
    "smoothed_covariances": entry(
        lambda robot: robot.family.P - robot.family.P @ robot.family.Omega @ robot.family.P,
        "q",
        "R87 65",
        "N",
        BODY_BLOCKS,
    ),
    "costate_covariances": entry(lambda robot: robot.family.Omega, "q", "R87 66", "N", BODY_BLOCKS),
    "diagonalized_velocity": entry(lambda robot: eq.root(robot).T @ v, "q v", "RJK 6"),
    "velocity_from_diagonalized": entry(
        lambda robot: eq.inverse_root(robot).T @ robot.vector("nu"), "q nu", "RJK 6"
    ),
    "diagonalized_forces": entry(
        lambda robot: eq.inverse_root(robot) @ robot.vector("tau"), "q tau", "RJK 6"
    ),
    "diagonalized_coriolis": entry(
        lambda robot: eq.inverse_root(robot) @ robot.bias(a - g) - rate(eq.root(robot).T) @ v, "q v", "RJK 6"
    ),
    "diagonalized_acceleration": entry(eq.diagonalized_acceleration, "q v tau", "RJK 6"),
    "constraint_jacobian": entry(closed.constraint_jacobian, "q", "RJK 22"),
    "constraint_bias": entry(closed.constraint_bias, "q v", "RJK 25"),
    "constraint_inertia": entry(lambda robot: inv(closed.constraint_compliance(robot)), "q", "RJK 26"),
    "constraint_compliance": entry(closed.constraint_compliance, "q", "RJK 20, 26"),
    "constraint_coupling": entry(closed.constraint_coupling, "q", "RJK 6"),
    "constraint_joint_forces": entry(
        lambda robot: closed.constraint_jacobian(robot).T @ closed.given_forces, "q loop_forces", "RJK 24"
    ),
    **loaded(
        *("constrained_forward_dynamics", closed.acceleration, _DRAWN, "RJK 24–26"),
        beside=lambda robot, load: (closed.force(robot, load),),
    ),
    **loaded(
        *("constrained_least_dynamics", closed.acceleration, _DRAWN, "RJK 24–26"),
        beside=lambda robot, load: (closed.force(robot, load),),
        skipping=True,
    ),
    **loaded(
        *("constrained_least_forces", closed.acceleration, _DRAWN, "RJK 24–26"),
        beside=lambda robot, load: (closed.force(robot, load), *closed.asked_and_left(robot, load)),
        skipping=True,
    ),
    **loaded(
        "constrained_damped_dynamics",
        lambda robot, load: closed.acceleration(robot, load, closed.damping),
        *(_DRAWN, "RJK 24–26", "damping"),
        beside=lambda robot, load: (closed.force(robot, load, closed.damping),),
        skipping=True,
    ),
    **loaded(
        *("constrained_equations", closed.driven_acceleration, _DRAWN, "RJK 24–26", "loop_forces"),
        beside=lambda robot, load: (closed.driven_opening(robot, load),),
    ),
    "constrained_acceleration": entry(closed.acceleration, _DRAWN, "RJK 24–26"),
    "constraint_rates": entry(closed.constraint_rates, "q velocity", "RJK 22"),
    "constraint_impelled_velocity": entry(
        lambda robot: closed.pushed(robot, robot.vector("velocity"), closed.given_forces),
        "q velocity loop_forces",
        "RJK 22",
    ),
    "constrained_velocity": entry(closed.allowed_velocity, "q velocity", "RJK 22"),
    "constrained_least_velocity": entry(closed.allowed_velocity, "q velocity", "RJK 22", skipping=True),
    "constrained_drawn_velocity": entry(closed.drawn_velocity, "q velocity stabilisation", "RJK 22"),
    "constrained_drawn_least_velocity": entry(
        closed.drawn_velocity, "q velocity stabilisation", "RJK 22", skipping=True
    ),
    "constrained_nearest_velocity": entry(
        closed.nearest_velocity, "q velocity stabilisation", "RJK 22", skipping=True
    ),
    "constrained_operational_space_compliance": entry(closed.closed_compliance, "q", "RJK 6"),
    "constrained_operational_space_least_compliance": entry(
        closed.closed_compliance, "q", "RJK 6", skipping=True
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
    prescribed: tuple[int, ...] = (),
    *,
    resisted: bool = False,
    grouping: bool = True,
) -> Request:
    """What to compile for a quantity of a robot, some of whose rates may be `prescribed`.

    Where joint forces are an argument, accelerations of these are one more. Where joints are `resisted`, the
    `resistance` that is added to 𝓜 is an argument too.

    Mimic joints couple the mass matrix across the tree. A filter takes each for a part of the joint that
    leads it (joint_groups.py): where there is none for the robot as it is, and where an inverse is
    cheaper so. They are left alone without `grouping`.
    """
    chosen = embedding is not None or (method, rolled, riccati) != (None, None, "plain")
    if grouping and not chosen and mimics_group(model):
        given = {"reference": reference, "varying": varying, "prescribed": prescribed}
        asked = partial(request, model, name, frames, **given, resisted=resisted)
        grouped = partial(asked, embedding=mimic_groups(model))
        try:
            plain = asked(grouping=False)
        except InputError:  # it has no filter
            return grouped()
        return cheaper(plain, grouped()) if gains_by_groups(plain) else plain
    told = quantity(name)
    features = Features.of(model, reference, embedded=embedding is not None)
    features = replace(features, prescribed=prescribed, resisted=resisted)
    if any(parameter.startswith("armature") for parameter in varying):
        features = replace(features, rotors=True)
    expression = told.expression(features)
    beside = () if told.beside is None else told.beside(features)
    form = form_of_method(method)
    riccati = "UD" if method == "UD" else riccati
    solving = method if method in (DENSE, SEQUENTIAL) else None
    driven = bool(prescribed) and "tau" in told.arguments
    more = {eq.PRESCRIBED: driven, "resistance": resisted, PARAMETERS: bool(varying)}
    arguments = (*told.arguments, *(argument for argument, is_one in more.items() if is_one))
    given = (frames, arguments, form, rolled, riccati, beside, told.reading, told.skipping, embedding)
    known = _has_still_axes(model, features) and embedding is None and not (prescribed or resisted)
    slopes, solved = (
        tuple(x(features).items()) if x is not None and known else () for x in (told.slopes, told.solved)
    )
    derived = two_way.derived(expression)
    return Request(model, expression, *given, solving, varying, slopes, solved, given=derived)


def _has_still_axes(model: Model, features: Features) -> bool:
    """Whether H is constant, no rotor is carried and all bodies are rigid, as algebra/gradients.py asks."""
    universal = any(body.joint.kind.name == "universal" for body in model.bodies)
    return not universal and not features.carried and not model.is_flexible
