"""Compiled functions of flexible robots against the dense judge, and what they cost."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from mass_points import slope
from random_flexible import random_flexible, small
from spars import CHAIN_Q, CHAIN_V, ON_BRICK, TIP, body, brick, chain, shortened, spar, tree, tree_state

import psiphi
from psiphi.algebra import (
    Delta_phi,
    E_phi,
    H,
    J,
    M,
    Phi,
    Psi,
    S,
    a,
    b,
    body_vector,
    derivative,
    g,
    inv,
    joint_vector,
    mass,
    phi,
    rate,
)
from psiphi.algebra import v as joint_rates
from psiphi.algebra.dense import dense
from psiphi.dynamics.features import Features
from psiphi.errors import InputError
from psiphi.flexible import Modes, beam
from psiphi.model import Body, Frame, Joint, Mimic, Model
from psiphi.spatial.pose import Pose
from psiphi.spatial.rotation import rotation_about

BIAS = H @ phi @ (M @ phi.T @ a + b)


def apart(x: np.ndarray, y: np.ndarray) -> float:
    return float(np.abs(x - y).max() / np.abs(y).max())


ROBOTS = [
    shortened(),
    random_flexible(6, bodies=5, kinds=["universal", "helical", "planar", "spherical", "fixed"]),
    random_flexible(8, bodies=4, base="free", mimic=0.4),
    random_flexible(9, bodies=3, rotors=True),
]


@pytest.mark.parametrize("model", ROBOTS, ids=range(len(ROBOTS)))
def test_dynamics_of_random_robots(model: Model) -> None:
    robot, rng = psiphi.Robot(model), np.random.default_rng(2)
    q, v = small(model, rng)
    tau = rng.normal(size=model.nv)
    features, S = Features.of(model), model.coupling
    matrix = S.T @ dense(features.mass, model, q) @ S
    forces = S.T @ dense(BIAS, model, q, v=v)
    assert apart(robot.mass_matrix(q), matrix) < 1e-12
    assert apart(robot.inverse_dynamics(q, v, tau), matrix @ tau + forces) < 1e-12
    found = matrix @ robot.forward_dynamics(q, v, tau) + forces
    assert apart(found, tau) < 1e-10 * np.abs(forces).max() / np.abs(tau).max()
    assert apart(robot.gravity_forces(q), S.T @ dense(H @ phi @ M @ phi.T @ g, model, q)) < 1e-12


@pytest.fixture(scope="module")
def robot() -> psiphi.Robot:
    return psiphi.Robot(tree((0.0, 0.3, -9.81)))


def test_poses_of_nodes_are_those_of_plain_kinematics(robot: psiphi.Robot) -> None:
    from psiphi.model.kinematics import center_of_mass, frame_pose

    q, v = tree_state()
    for frame in ("hand", "eye", "sliding"):
        rotation, position = robot.frame_pose(q, frame)
        known = frame_pose(robot.model, q, frame)
        assert np.abs(rotation - known[0]).max() < 1e-14
        assert np.abs(position - known[1]).max() < 1e-14
    assert robot.center_of_mass(q) == pytest.approx(center_of_mass(robot.model, q), abs=1e-14)
    h = 1e-6
    ahead, behind = (frame_pose(robot.model, robot.model.integrate(q, s * h * v), "hand")[1] for s in (1, -1))
    assert robot.frame_velocity(q, v, "hand")[3:] == pytest.approx((ahead - behind) / (2 * h), abs=1e-8)
    assert apart(robot.jacobian(q, "eye") @ v, robot.frame_velocity(q, v, "eye")) < 1e-13
    assert dense(J, robot.model, q, frames=["hand"]).shape == (6, robot.nv)


def test_known_motions_with_elastic_forces(robot: psiphi.Robot) -> None:
    q, v = tree_state()
    free = psiphi.Robot(tree())
    found = free.forward_dynamics(q, v, free.passive_forces(q, v))
    assert found[:3] == pytest.approx([8.268347498467, -53.51270324968, 1.658349955672], rel=1e-11)
    assert free.kinetic_energy(q, v) == pytest.approx(4.599631744718, abs=1e-12)
    assert free.elastic_energy(q) == pytest.approx(0.076, abs=1e-12)
    known = [-3.15979255683, 7.468391335709, 5.421425662466, 5.437764108508, 3.736492325716, -2.19062844118]
    assert free.momentum(q, v) == pytest.approx(known, abs=1e-11)
    robot = psiphi.Robot(chain())
    found = robot.forward_dynamics(CHAIN_Q, CHAIN_V, robot.passive_forces(CHAIN_Q, CHAIN_V))
    known = [8.734443427089, -12.761896508966, -14.54056481868, -22.973191934538, 497.667597802207]
    assert found == pytest.approx([*known, -34.771420561343, -151.442187435, 7.983767886511], rel=1e-11)
    short = psiphi.Robot(shortened())
    q, v = [0.4, 0.1, -0.2], [2.0, 0.5, 0.6]
    found = short.forward_dynamics(q, v, short.passive_forces(q, v))
    assert found == pytest.approx([38.924202459381, -32.114809418552, 14.866616338912], rel=1e-11)


def test_two_hinges_prescribed() -> None:
    robot = psiphi.Robot(chain())
    passive = robot.passive_forces(CHAIN_Q, CHAIN_V)
    hybrid = robot.prescribed(["to first", "to brick"])
    found, forces = hybrid.forward_dynamics(CHAIN_Q, CHAIN_V, passive, [0.8, -0.6])
    known = [0.8, -5.392743501436, -11.27251295021, -0.6, 537.562466164, -23.77448132492, -125.762697679]
    assert found == pytest.approx([*known, -0.1860329742439], rel=1e-11)
    assert forces == pytest.approx([-3.764065344886, 5.202856369797], rel=1e-11)


def test_modes_that_are_held_leave_a_rigid_robot_and_stiff_ones_nearly() -> None:
    model, (q, v) = tree((0.0, 0.3, -9.81)), tree_state()
    flexible = ["boom", "tipped"]
    bent = np.concatenate([np.arange(model.nv)[model.v_modes(name)] for name in flexible])
    places = np.concatenate([np.arange(model.nq)[model.q_modes(name)] for name in flexible])
    rigid = np.setdiff1d(np.arange(model.nv), bent)
    v[bent], tau = 0.0, np.zeros(model.nv)
    tau[rigid] = 1.0

    def held(q: np.ndarray) -> np.ndarray:
        locked = model
        for name in flexible:
            locked = locked.lock_modes(name, q[model.q_modes(name)])
        return psiphi.Robot(locked).forward_dynamics(np.delete(q, places), v[rigid], tau[rigid])

    hybrid = psiphi.Robot(model).prescribed(flexible)
    found, forces = hybrid.forward_dynamics(q, v, tau)
    assert apart(found[rigid], held(q)) < 1e-12
    q[places] = 0.0
    straight, apart_by = held(q), []
    stiffness = np.concatenate([np.diag(body.modes.stiffness) for body in model.bodies if body.modes])
    for more in (1e4, 1e6, 1e8):  # where modes stand still, Kη is the force that holds them, the other way
        at = q.copy()
        for _ in range(3):
            found, forces = hybrid.forward_dynamics(at, v, tau)
            at[places] = -forces / (more * stiffness)
        apart_by.append(apart(found[rigid], straight))
    assert apart_by[0] < 1e-2
    assert apart_by[1] == pytest.approx(apart_by[0] / 100, rel=0.1)
    assert apart_by[2] == pytest.approx(apart_by[1] / 100, rel=0.01)


def test_modes_give_a_frame_directions_that_joints_do_not() -> None:
    robot = psiphi.Robot(chain())
    J, mass = robot.jacobian(CHAIN_Q, "hand"), robot.mass_matrix(CHAIN_Q)
    compliance = J @ np.linalg.solve(mass, J.T)
    inertia = robot.operational_space_inertia(CHAIN_Q, "hand")
    assert np.abs(inertia @ compliance - np.eye(6)).max() < 1e-10


def mimicking() -> Model:
    """A spar whose hinge follows another, on a spherical joint: its modes follow nothing."""
    bodies = [
        body("first", -1, "revolute", inertia=brick()),
        body("ball", 0, "spherical", ON_BRICK, modes=spar(2)),
        body("second", 1, "revolute", TIP, (1.0, 0.0, 0.0), modes=spar(3)),
    ]
    follower = replace(bodies[2].joint, mimic=Mimic("to first", -0.8, 0.3))
    return Model("mimicking", [*bodies[:2], replace(bodies[2], joint=follower)])


@pytest.mark.parametrize("model", [shortened(), mimicking()], ids=["bound", "mimic"])
def test_derivatives_are_those_of_the_functions(model: Model) -> None:
    robot, rng = psiphi.Robot(model), np.random.default_rng(7)
    q, v = small(model, rng)
    x, units = rng.normal(size=model.nv), np.eye(model.nv)
    by_q, by_v, by_a = robot.inverse_dynamics_derivatives(q, v, x)
    inverse = robot.inverse_dynamics
    known = slope(lambda s: inverse(model.integrate(q, s * units), v, x), 2e-3).T
    assert apart(by_q, known) < 1e-11
    assert apart(by_v, slope(lambda s: inverse(q, v + s * units, x), 2e-3).T) < 1e-11
    assert apart(by_a, robot.mass_matrix(q)) < 1e-13
    tau = inverse(q, v, x)
    for found, slopes in zip(
        robot.forward_dynamics_derivatives(q, v, tau), (by_q, by_v, -units), strict=True
    ):
        assert apart(by_a @ found, -slopes) < 1e-10


def test_derivatives_in_expressions_are_differences(robot: psiphi.Robot) -> None:
    """Of any order, of inertias and nodes that move with the modes too."""
    rng = np.random.default_rng(3)
    u, x, (q, v) = joint_vector("u"), joint_vector("x"), tree_state()
    given = {"u": rng.normal(size=robot.nv), "x": rng.normal(size=robot.nv)}
    twice = derivative(derivative(mass @ x, along=u), along=u)
    for y in (
        derivative(BIAS, along=u),
        derivative(phi.T @ M, along=u),
        derivative(inv(mass) @ x, along=u),
        twice,
    ):
        kernel = robot.compile(y)
        arguments = {name: {"q": q, "v": v, **given}[name] for name in kernel.signature.argument_names}
        inputs = {name: z for name, z in arguments.items() if name in given}
        known = dense(y, robot.model, q, v=v, **inputs)
        assert apart(kernel(**arguments), known) < 2e-10


def test_steps_in_two_parts(robot: psiphi.Robot) -> None:
    """S hands over to the parent from the node that a body sits on, and Δ_φ carries to the node [RK88 a]."""
    rng, (q, _) = np.random.default_rng(4), tree_state()
    x, u = body_vector("x"), joint_vector("u")
    given = {"x": rng.normal(size=len(dense(M, robot.model, q))), "u": rng.normal(size=robot.nv)}
    for y in (S @ x, S.T @ x, Delta_phi @ x, Delta_phi.T @ x, Phi @ x, Psi.T @ x):
        for z in (y, derivative(y, along=u)):
            kernel = robot.compile(z)
            inputs = {name: given[name] for name in kernel.signature.argument_names if name != "q"}
            assert apart(kernel(q, **inputs), dense(z, robot.model, q, **inputs)) < 2e-10
    found = robot.compile(S @ (Delta_phi @ x))(q, x=given["x"])
    assert apart(found, dense(E_phi, robot.model, q) @ given["x"]) < 1e-13


def test_rigid_bodies_among_flexible_ones_vary(robot: psiphi.Robot) -> None:
    q, v = tree_state()
    bodies = [replace(x, inertia=brick(3.0)) if x.name == "sliding" else x for x in robot.model.bodies]
    other = psiphi.Robot(replace(robot.model, bodies=tuple(bodies), gravity=(0.1, 0.2, -5.0)))
    varied = robot.varying("inertia:sliding", "gravity")
    given = np.concatenate([other.inertial_parameters()[10:], other.model.gravity])
    found = varied.forward_dynamics(q, v, v, parameters=given)
    assert apart(found, other.forward_dynamics(q, v, v)) < 1e-11
    for name in ("inertia:boom", "payload:hand", "placement:to sliding"):
        with pytest.raises(InputError, match="is flexible"):
            robot.varying(name)


def test_regressors_are_those_of_the_rigid_bodies(robot: psiphi.Robot) -> None:
    """Y p, p of random inertias, is by how much forces are more than with rigid bodies of none."""
    (q, v), rng = tree_state(), np.random.default_rng(6)
    x, p = rng.normal(size=robot.nv), rng.random(size=20)
    heavy, light = (robot.with_inertial_parameters(y, physical=False) for y in (p, np.zeros(20)))
    assert heavy.inertial_parameters() == pytest.approx(p, abs=1e-12)
    known = heavy.inverse_dynamics(q, v, x) - light.inverse_dynamics(q, v, x)
    assert apart(robot.inverse_dynamics_regressor(q, v, x) @ p, known) < 1e-12
    known = heavy.kinetic_energy(q, v) - light.kinetic_energy(q, v)
    assert robot.kinetic_energy_regressor(q, v) @ p == pytest.approx(known, rel=1e-12)
    known = heavy.momentum(q, v) - light.momentum(q, v)
    assert apart(robot.momentum_regressor(q, v) @ p, known) < 1e-12
    base = robot.base_parameters()
    reduced = robot.inverse_dynamics_regressor(q, v, x)[:, base.independent] @ (base.projection @ p)
    assert apart(reduced, robot.inverse_dynamics_regressor(q, v, x) @ p) < 1e-10


def test_motions_of_bodies_have_six_numbers_each() -> None:
    """Of which those of modes are no part, and a body may be free in all six directions."""
    model = random_flexible(12, bodies=2, base="free")
    robot, rng = psiphi.Robot(model), np.random.default_rng(1)
    q, v = small(model, rng)
    tau = rng.normal(size=model.nv)
    a = robot.forward_dynamics(q, v, tau)
    assert apart(robot.mass_matrix(q) @ a + robot.bias_forces(q, v), tau) < 1e-10
    known = [robot.frame_acceleration(q, v, a, name, reference="local") for name in robot.body_names]
    out = np.empty((2, 6))
    assert robot.link_accelerations(q, v, tau, out=out) is out
    assert apart(out, np.array(known)) < 1e-12
    solved = np.linalg.solve(robot.mass_matrix(q), tau)
    known = [robot.jacobian(q, name, reference="local") @ solved for name in robot.body_names]
    assert apart(robot.estimation(q).costates(tau), np.array(known)) < 1e-10


def test_batches_and_single_precision(robot: psiphi.Robot) -> None:
    rng = np.random.default_rng(5)
    q, v = robot.model.random_configuration(rng, (2, 3)), rng.normal(size=(3, robot.nv))
    found = robot.inverse_dynamics(q, v, v)
    assert found.shape == (2, 3, robot.nv)
    assert found[1, 2] == pytest.approx(robot.inverse_dynamics(q[1, 2], v[2], v[2]), abs=1e-12)
    single = robot.inverse_dynamics(*(x.astype(np.float32) for x in (q, v, v)))
    assert single.dtype == np.float32
    assert np.abs(single - found).max() < 1e-4 * np.abs(found).max()


def test_rates_along_the_motion_are_those_of_the_coriolis_matrix(robot: psiphi.Robot) -> None:
    q, v = tree_state()
    coriolis = robot.coriolis_matrix(q, v)
    assert apart(robot.mass_matrix_rate(q, v), coriolis + coriolis.T) < 1e-12
    drift = robot.compile(rate(J) @ joint_rates, frames=["hand"])(q, v)
    assert apart(drift, robot.jacobian_dot_v(q, v, "hand", reference="local")) < 1e-12


def test_a_free_flyer_whose_panels_bend(robot: psiphi.Robot) -> None:
    q, v = tree_state()
    matrix, x = robot.mass_matrix(q), np.linspace(-1.0, 1.0, robot.nv - 6)
    base, across = matrix[:6, :6], matrix[:6, 6:]
    assert (
        apart(robot.free_flying_mass_matrix(q), matrix[6:, 6:] - across.T @ np.linalg.solve(base, across))
        < 1e-12
    )
    following = robot.base_velocity(q, x)
    assert apart(following, -np.linalg.solve(base, across @ x)) < 1e-12
    forces = np.concatenate([np.zeros(6), robot.free_flying_inverse_dynamics(q, v, x)])
    known = np.concatenate([robot.base_acceleration(q, v, x), x])
    assert apart(robot.forward_dynamics(q, v, forces), known) < 1e-11


def test_loops_that_close_on_nodes() -> None:
    model = chain().with_loop("hand", "world", "distance", length=1.1)
    robot, rng = psiphi.Robot(model), np.random.default_rng(4)
    q = robot.assemble(model.random_configuration(rng)).q
    v, tau = robot.project_velocity(q, rng.normal(size=8)), rng.normal(size=8)
    found, force = robot.constrained_forward_dynamics(q, v, tau)
    row, bias = robot.constraint_jacobian(q), robot.bias_forces(q, v)
    matrix = np.block([[robot.mass_matrix(q), -row.T], [row, np.zeros((1, 1))]])
    known = np.linalg.solve(matrix, np.concatenate([tau - bias, -robot.constraint_bias(q, v)]))
    assert apart(np.concatenate([found, force]), known) < 1e-11


def test_loops_of_rigid_bodies_are_embedded_beside_flexible_ones() -> None:
    bodies = [
        body("boom", -1, "revolute", modes=spar(2)),
        body("carriage", 0, "prismatic", TIP, (1.0, 0.0, 0.0), inertia=brick()),
        body("crank", 1, "revolute", inertia=brick(1.0)),
        body("coupler", 2, "revolute", (0.5, 0.0, 0.0), inertia=brick(1.2)),
        body("rocker", 1, "revolute", (0.7, 0.0, 0.0), inertia=brick(0.8)),
        body("whip", 3, "revolute", ON_BRICK, (0.0, 1.0, 0.0), modes=spar(3)),
    ]
    frames = [Frame("end", 3, Pose(None, (0.7, 0.0, 0.0))), Frame("pin", 4, Pose(None, (0.5, 0.0, 0.0)))]
    model = Model("four bars", bodies, frames).with_loop("end", "pin", "distance", length=0.1)
    whole, rng = psiphi.Robot(model), np.random.default_rng(0)
    q = 0.02 * rng.normal(size=model.nq)
    q[4:7] = 1.0, -0.9, 1.0
    q = whole.assemble(q).q
    v, tau = whole.project_velocity(q, rng.normal(size=model.nv)), rng.normal(size=model.nv)
    robot = whole.embedded(q)
    own = robot.independent
    found = robot.forward_dynamics(q, v[own], robot.independent_forces(q, tau))
    assert apart(found, whole.constrained_acceleration(q, v, tau)[own]) < 1e-11
    coriolis = robot.coriolis_matrix(q, v[own])
    assert apart(coriolis + coriolis.T, robot.mass_matrix_rate(q, v[own])) < 1e-12


def test_what_is_refused_says_so(robot: psiphi.Robot) -> None:
    for name in ("backward_composite_inertias", "reduced_composite_inertias"):
        with pytest.raises(InputError, match="operator of rigid bodies"):
            robot.kernel(name)
    with pytest.raises(InputError, match="flexible bodies"):
        robot.kernel("forward_dynamics", (), "UD")


# Costs


def generic(n: int, seed: int) -> Modes:
    rng = np.random.default_rng(seed)
    masses, shapes = rng.random(30), rng.normal(size=(30, 3, n))
    gram = np.einsum("p,pai,paj->ij", masses, shapes, shapes)
    shapes = shapes @ np.linalg.inv(np.linalg.cholesky(gram)).T
    return Modes(rng.normal(size=(30, 3)), masses, shapes, rng.normal(size=(1, 3, n)), 100.0, 0.0, [0])


def bending(n: int, seed: int) -> Modes:
    section = {"area": 1e-4, "second_moments": (4e-10, 9e-10), "torsion": 8e-10}
    return beam(
        length=1.0, density=2700.0, young=70e9, **section, modes=n, elements=8, motions="yz", stiffened=False
    )


def links(kind: object, n: int, count: int) -> psiphi.Robot:
    """A chain of flexible links on hinges, each on the last node of the one before."""
    bodies: list[Body] = []
    for k in range(count):
        modes = generic(n, k) if kind is generic else bending(n, k)
        at = bodies[-1].modes.positions[list(bodies[-1].modes.nodes.values())[-1]] if bodies else np.zeros(3)
        turn = rotation_about((1.0, 0.0, 0.0), 0.7) if kind is generic else None
        axis = (0.0, 0.0, 1.0) if kind is generic or k % 2 else (0.0, 1.0, 0.0)
        bodies.append(Body(f"b{k}", k - 1, Joint(f"j{k}", "revolute", Pose(turn, at), axis), modes=modes))
    return psiphi.Robot(Model("links", bodies))


@pytest.mark.parametrize(
    ("kind", "n", "inverse", "forward"),
    [
        (generic, 2, (375, 354), (766, 701)),
        (generic, 4, (639, 642), (1303, 1232)),
        (bending, 4, (312, 258), (842, 722)),
    ],
    ids=["generic 2", "generic 4", "beam 4"],
)
def test_operations_for_each_link(
    kind: object, n: int, inverse: tuple[int, int], forward: tuple[int, int]
) -> None:
    """At most what was estimated, exactly; linear in the number of bodies."""
    bounds = {
        "inverse_dynamics": (12 * n**2 + 64 * n + 229, 12 * n**2 + 77 * n + 184),
        "forward_dynamics": (
            n**3 / 6 + 19.5 * n**2 + 141 * n + 480,
            n**3 / 6 + 18.5 * n**2 + 153 * n + 403,
        ),
    }
    if kind is bending:
        bounds = {"inverse_dynamics": (358, 302), "forward_dynamics": (930, 826)}
    fewer, more = links(kind, n, 5), links(kind, n, 6)
    for name, known in (("inverse_dynamics", inverse), ("forward_dynamics", forward)):
        first, second = fewer.kernel(name).operations, more.kernel(name).operations
        found = second.mul - first.mul, second.add - first.add
        assert found == known
        assert found[0] <= bounds[name][0]
        assert found[1] <= bounds[name][1]
