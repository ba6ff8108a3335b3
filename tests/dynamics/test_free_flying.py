"""Free-flying robots: the two-way quantities of RJ, compiled, against the equations with the base in them."""

from __future__ import annotations

import sysconfig
import warnings
from dataclasses import replace
from pathlib import Path

import numpy as np
import pinocchio as pin
import pytest

import psiphi
from psiphi import Robot
from psiphi.algebra import C_b, C_f, H, Q, Q_x, body_vector, inv, joint_vector, phi, phi_b, r_b, r_f
from psiphi.compat.pinocchio import PinocchioMap
from psiphi.errors import CompileError, ExpressionError, InputError, ModelError
from psiphi.formats.load import load_model
from psiphi.formats.robots import free_flyer, nine_link_tree, random_tree
from psiphi.model import Body, Joint, Model, Rotor
from psiphi.spatial import Inertia, Pose

FOLDER = Path(sysconfig.get_paths()["purelib"]) / "cmeel.prefix/share/example-robot-data/robots"
FILES = {
    "anymal": "anymal_b_simple_description/robots/anymal.urdf",
    "panda": "panda_description/urdf/panda.urdf",
}
STATES = 3
ROBOTS = {
    "flyer with rotors": Robot(free_flyer()),
    "every joint kind": Robot(random_tree(4, bodies=9, base="free", branching=0.5, rotors=True)),
    "mimics": Robot(random_tree(5, bodies=8, base="free", branching=0.6, mimic=0.5)),
    "base alone": Robot(random_tree(0, bodies=1, base="free")),
}
every = pytest.mark.parametrize("robot", ROBOTS.values(), ids=ROBOTS)


def states(robot: Robot, seed: int = 0) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """q, v of all coordinates, and accelerations of the joints."""
    rng = np.random.default_rng(seed)
    q = robot.random_configuration(rng, (STATES,))
    return q, rng.normal(size=(STATES, robot.nv)), rng.normal(size=(STATES, robot.nv - 6))


def close(found: np.ndarray, expected: np.ndarray, tolerance: float = 1e-12) -> bool:
    assert found.shape == expected.shape
    error = np.abs(found - expected).max(initial=0.0)
    return bool(error <= tolerance * max(1.0, np.abs(expected).max(initial=0.0)))


def without_base(mass: np.ndarray) -> np.ndarray:
    """The Schur complement of the base in a mass matrix [RJ 28]."""
    base, mixed = mass[..., :6, :6], mass[..., :6, 6:]
    return mass[..., 6:, 6:] - np.swapaxes(mixed, -1, -2) @ np.linalg.solve(base, mixed)


def joined(base: np.ndarray, joints: np.ndarray) -> np.ndarray:
    return np.concatenate([base, joints], axis=-1)


@every
def test_the_mass_matrix_is_the_schur_complement_of_the_base(robot: Robot) -> None:
    q, _, x = states(robot)
    found, expected = robot.free_flying_mass_matrix(q), without_base(robot.mass_matrix(q))
    assert close(found, expected)
    assert np.array_equal(found, np.swapaxes(found, -1, -2))
    product = robot.free_flying_mass_matrix_product(q, x)
    assert close(product, (expected @ x[..., None])[..., 0])
    assert close(robot.free_flying_mass_matrix(q[0]), expected[0])


@every
def test_joint_forces_and_the_base_accelerate_the_robot_together(robot: Robot) -> None:
    q, v, a = states(robot)
    forces = robot.free_flying_inverse_dynamics(q, v, a)
    whole = joined(robot.base_acceleration(q, v, a), a)
    expected = joined(np.zeros((STATES, 6)), forces)
    assert close(robot.inverse_dynamics(q, v, whole), expected, 1e-10)
    still = joined(v[:, :6], np.zeros_like(a))  # turning and flying as one body, joints pull and bear
    assert close(
        robot.free_flying_inverse_dynamics(q, still, a)
        - robot.free_flying_inverse_dynamics(q, still, np.zeros_like(a)),
        robot.free_flying_mass_matrix_product(q, a),
        1e-10,
    )


@every
def test_the_base_moves_so_that_the_momentum_is_what_it_was(robot: Robot) -> None:
    q, v, _ = states(robot)
    rates, momentum = v[:, 6:], np.arange(6.0) - 2.0
    moving = np.abs(robot.momentum_matrix(q)).max() * max(1.0, np.abs(v).max())
    free = joined(robot.base_velocity(q, rates), rates)
    assert np.abs(robot.momentum(q, free)).max() <= 1e-13 * moving
    given = joined(robot.base_velocity(q, rates, momentum), rates)
    assert np.abs(robot.momentum(q, given) - momentum).max() <= 1e-13 * moving


@every
def test_velocity_and_energy_split_into_rigid_and_wiggle(robot: Robot) -> None:
    q, v, _ = states(robot)
    rigid, wiggle = robot.rigid_velocity(q, v), robot.wiggle_velocity(q, v)
    assert close(rigid + wiggle, v[:, :6])
    assert close(wiggle, robot.base_velocity(q, v[:, 6:]))
    assert close(robot.rigid_velocity(q, joined(wiggle, v[:, 6:])), np.zeros((STATES, 6)))
    parts = robot.rigid_kinetic_energy(q, v), robot.wiggle_kinetic_energy(q, v)
    assert close(parts[0] + parts[1], robot.kinetic_energy(q, v))
    locked = joined(rigid, np.zeros_like(v[:, 6:]))
    assert close(parts[0], robot.kinetic_energy(q, locked))
    assert close(parts[1], robot.kinetic_energy(q, joined(wiggle, v[:, 6:])))


@every
def test_the_two_sides_of_a_joint_are_the_whole_robot(robot: Robot) -> None:
    q, _, _ = states(robot)
    forward, backward = robot.forward_composite_inertias(q), robot.backward_composite_inertias(q)
    reduced = robot.reduced_composite_inertias(q)
    whole = forward + backward
    assert close(reduced, forward @ np.linalg.solve(whole, backward))
    assert not backward[:, 0].any()
    # the same body seen from elsewhere has the same mass, and the same moments about its centre
    assert close(whole[..., 5, 5], np.full(whole.shape[:2], robot.mass))
    assert close(np.linalg.det(whole), np.broadcast_to(np.linalg.det(whole[:, :1]), whole.shape[:2]), 1e-10)


@pytest.mark.parametrize("name", FILES)
def test_agrees_with_pinocchio(name: str) -> None:
    path = FOLDER / FILES[name]
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        model = load_model(path, base="free", snap=0)
    other = pin.buildModelFromUrdf(str(path), pin.JointModelFreeFlyer())
    data, to, robot = other.createData(), PinocchioMap(model, other), Robot(model)
    q, _, _ = states(robot)
    rates = to.v_to(np.eye(robot.nv))
    for own, theirs in zip(robot.free_flying_mass_matrix(q), to.q_to(q), strict=True):
        mass = pin.crba(other, data, theirs)
        mass = np.triu(mass) + np.triu(mass, 1).T
        assert close(own, without_base(rates @ mass @ rates.T), 1e-12)


SIDE = 0.5  # of the line on which the masses of the Brownian bridge slide


def sliding_masses(count: int, mass: float) -> Robot:
    """Links in a row that slide along one line, free at both ends, as the samples of RJ's Brownian bridge."""
    inertia = Inertia(mass, (0.0, 0.0, 0.0), mass * np.eye(3))
    place = Pose(position=(0.0, 0.0, SIDE))
    slides = [Body(f"b{k}", k - 1, Joint(f"j{k}", "prismatic", place), inertia) for k in range(1, count)]
    return Robot(Model("bridge", (Body("b0", -1, Joint("root", "free"), inertia), *slides)))


def test_the_brownian_bridge() -> None:
    """[RJ 40–42], with ρΔ = 2; joints count from the tip there."""
    density = 2.0
    robot = sliding_masses(4, density)
    q = robot.neutral()
    bridge = np.array([[0.75, 0.5, 0.25], [0.5, 1.0, 0.5], [0.25, 0.5, 0.75]])
    assert close(robot.free_flying_mass_matrix(q), density * bridge[::-1, ::-1])
    along = (..., 5, 5)
    tips_first = slice(None, 0, -1)
    for found, expected in (
        (robot.forward_composite_inertias(q), density * np.array([1.0, 2.0, 3.0])),
        (robot.backward_composite_inertias(q), density * np.array([3.0, 2.0, 1.0])),
        (robot.reduced_composite_inertias(q), density * np.array([0.75, 1.0, 0.75])),
    ):
        assert close(found[tips_first][along], expected)
    for weight, expected in ((C_f, [0.75, 0.5, 0.25]), (C_b, [0.25, 0.5, 0.75])):
        blocks = robot.compile(weight)(q)
        assert close(np.diag(blocks)[5::6][tips_first], np.array(expected))


def test_the_nine_link_tree() -> None:
    """[RJ Fig. 3, Table 4]: joints of different branches feel each other, too, by −C_b φ r_f."""
    robot = Robot(nine_link_tree())
    q, _, _ = states(robot)
    expected = without_base(robot.mass_matrix(q))
    assert close(robot.free_flying_mass_matrix(q), expected)
    links = [int(name.removeprefix("joint_")) for name in robot.joint_names[1:]]
    apart = expected[:, links.index(5), links.index(6)]
    assert (np.abs(apart) > 1e-5).all()
    masses = robot.forward_composite_inertias(q)[0, 1:, 5, 5]
    assert dict(zip(links, np.round(masses), strict=True)) == {1: 1, 2: 1, 3: 3, 4: 4, 5: 5, 6: 1, 7: 7, 8: 8}


def test_a_light_base_costs_no_digits() -> None:
    """Where the Schur complement takes away all but a part of 1e-13, the two sides keep their digits."""
    lightness = 1e-13
    model = random_tree(2, bodies=4, kinds=("revolute",), base="free", branching="chain")
    first, *rest = model.bodies
    light = Inertia(lightness, first.inertia.center, lightness * np.eye(3))
    robot = Robot(replace(model, bodies=(replace(first, inertia=light), *rest)))
    many = robot.random_configuration(np.random.default_rng(0), 8)
    axis = np.asarray(robot.model.bodies[1].joint.axis)
    # Joint 1 turns the base alone against all the rest: what it feels is the base's own inertia.
    place = robot.model.bodies[1].joint.placement
    arm = np.cross(place.rotation @ axis, first.inertia.center - place.position)
    expected = lightness * (1.0 + arm @ arm)
    assert robot.free_flying_mass_matrix(many)[:, 0, 0] == pytest.approx(np.full(8, expected), rel=1e-9)
    complements = [without_base(robot.mass_matrix(q))[0, 0] for q in many]
    assert np.abs(np.array(complements) / expected - 1.0).max() > 1e-3
    x, y = np.zeros((2, 6 * len(robot.model.bodies)))
    x[6:12], y[6:12] = np.random.default_rng(1).standard_normal((2, 6))
    w = body_vector("w")  # ⟨x, C_f y⟩ = ⟨C_f* x, y⟩, of the body behind which there is the base alone
    there = robot.compile(C_f @ w)(q=many, w=y) @ x
    assert robot.compile(C_f.T @ w)(q=many, w=x) @ y == pytest.approx(there, rel=1e-9)


def test_single_precision_threads_and_broadcasting() -> None:
    robot = ROBOTS["flyer with rotors"]
    q, v, a = states(robot)
    single = [x.astype(np.float32) for x in (q, v, a)]
    for name, arguments in (
        ("free_flying_mass_matrix", (0,)),
        ("free_flying_inverse_dynamics", (0, 1, 2)),
        ("base_velocity", (0, 2)),
    ):
        call = getattr(robot, name)
        exact, rough = (call(*(x[i] for i in arguments)) for x in ((q, v, a), single))
        assert rough.dtype == np.float32
        assert exact.dtype == np.float64
        assert np.abs(rough - exact).max() <= 1e-4 * np.abs(exact).max()
    many = np.broadcast_to(q, (4, STATES, robot.nq))
    assert np.array_equal(robot.free_flying_mass_matrix(many, threads=2)[3], robot.free_flying_mass_matrix(q))
    assert robot.base_velocity(q[0], a).shape == (STATES, 6)
    assert robot.free_flying_mass_matrix(q[:0]).shape == (0, robot.nv - 6, robot.nv - 6)


def operations(name: str, joints: int, frames: tuple[str, ...] = ()) -> int:
    model = random_tree(3, bodies=joints + 1, kinds=("revolute",), base="free", branching="chain")
    return Robot(model).kernel(name, frames).operations.total


@pytest.mark.parametrize("name", ["free_flying_inverse_dynamics", "free_flying_mass_matrix_product"])
def test_vectors_cost_in_proportion_to_the_joints(name: str) -> None:
    ten, twenty, forty = (operations(name, joints) for joints in (10, 20, 40))
    assert 1.9 <= (forty - twenty) / (twenty - ten) <= 2.1


def test_the_mass_matrix_costs_a_constant_for_each_element() -> None:
    ten, twenty, forty = (operations("free_flying_mass_matrix", joints) for joints in (10, 20, 40))
    # a + bN + cN²: differences over N, 2N, 4N part the linear from the quadratic
    quadratic = (forty - 3 * twenty + 2 * ten) / 600
    linear = (twenty - ten - 300 * quadratic) / 10
    assert 10.0 < quadratic < 25.0
    assert 0.0 < linear < 600.0


@pytest.mark.parametrize(
    ("name", "count"), [("quadruped", 2614), ("free_flyer", 3700), ("nine_link_tree", 1451)]
)
def test_the_mass_matrix_takes_so_many_operations(name: str, count: int) -> None:
    robot: Robot = getattr(psiphi.robots, name)()
    assert robot.kernel("free_flying_mass_matrix").operations.total == count


def test_loops_over_bodies_give_the_same() -> None:
    robot = Robot(random_tree(8, bodies=60, base="free", branching=0.3, rotors=True))
    q, v, a = states(robot)
    padded = joined(np.zeros((STATES, 6)), a)
    rolled = robot.kernel("free_flying_inverse_dynamics")
    assert rolled.rolled
    loop, plain = (
        rolled(q, v, padded),
        robot.kernel("free_flying_inverse_dynamics", rolled=False)(q, v, padded),
    )
    assert close(loop, plain, 1e-11)
    x = body_vector("x")
    with pytest.raises(InputError, match="rolled"):
        robot.compile(r_b @ x, rolled=True)


UNFORESEEN = {
    "ancestors": H @ C_f @ phi @ r_f @ H.T,
    "weighted": C_b @ body_vector("x"),
    "backward": phi_b @ r_b @ H.T @ joint_vector("x"),
    "whitened": inv(r_f + r_b) @ phi_b @ body_vector("x"),
    "branches": H @ r_f @ phi.T @ Q_x @ phi @ r_f @ H.T,
    "moved": phi.T @ Q @ phi @ body_vector("x"),
}


@pytest.mark.parametrize("name", UNFORESEEN)
def test_unforeseen_expressions_compile_and_agree_with_dense_matrices(name: str) -> None:
    robot = ROBOTS["every joint kind"]
    q, _, _ = states(robot)
    x = UNFORESEEN[name]
    kernel = robot.compile(x)
    sizes = {argument.name: argument.shape[0] for argument in kernel.signature.arguments}
    vectors = {"x": np.linspace(-1.0, 2.0, sizes["x"])} if "x" in sizes else {}
    assert close(kernel(q, **vectors), psiphi.dense(x, robot, q, vectors=vectors), 1e-11)


HELD = psiphi.robots.panda()
TWO = Robot(random_tree(1, bodies=4, base="free", roots=2))
TURNED = ROBOTS["base alone"].model
GEARED = Robot(
    replace(
        TURNED,
        bodies=(replace(TURNED.bodies[0], joint=replace(TURNED.bodies[0].joint, rotor=Rotor(1.0, 1.0))),),
    )
)
POINT = Robot(
    replace(
        TURNED,
        bodies=(replace(TURNED.bodies[0], inertia=Inertia(1.0, (0.0, 0.0, 0.0), np.zeros((3, 3)))),),
    )
)
WRONG = {
    "held": (lambda: HELD.free_flying_mass_matrix(HELD.neutral()), ModelError, r"revolute.*base='free'"),
    "held, with joints": (lambda: HELD.base_velocity(HELD.neutral(), np.zeros(1)), ModelError, "fly freely"),
    "two robots": (lambda: TWO.backward_composite_inertias(TWO.neutral()), ModelError, "free, free"),
    "a rotor": (lambda: GEARED.free_flying_mass_matrix(GEARED.neutral()), ModelError, "rotor"),
    "a point": (lambda: POINT.rigid_velocity(POINT.neutral(), np.zeros(6)), CompileError, "on a line"),
    "too many rates": (
        lambda: ROBOTS["mimics"].base_velocity(ROBOTS["mimics"].neutral(), np.zeros(ROBOTS["mimics"].nv)),
        InputError,
        "rates",
    ),
    "expression": (lambda: HELD.compile(C_f), ExpressionError, "'C_f'.*free-flying.*base='free'"),
}


@pytest.mark.parametrize("name", WRONG)
def test_wrong_robots_and_input_are_refused(name: str) -> None:
    call, error, message = WRONG[name]
    with pytest.raises(error, match=message):
        call()
    assert issubclass(error, psiphi.PsiphiError)
