"""Hybrid dynamics: some joints move as prescribed. The judge is the mass matrix, split in blocks."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from tests.closed_chains.graphs import closed_tree
from tests.closed_chains.kkt import equations
from tests.flexible.random_flexible import random_flexible, small

import psiphi
import psiphi.flexible
from psiphi import Robot, dense
from psiphi.algebra import inv, joint_vector, mass
from psiphi.algebra.operators import free_rows, prescribed_rows
from psiphi.errors import InputError, PsiphiError
from psiphi.formats.robots import random_tree
from psiphi.formats.robots.linkages import four_bar

TREES = {
    "fixed": {"base": "fixed", "bodies": 7},
    "free": {"base": "free", "bodies": 6},
    "rotors": {"base": "fixed", "bodies": 6, "rotors": "carried"},
}


def by_blocks(robot: Robot, dofs: np.ndarray, q, v, tau, x, forces=None):
    """𝓜_ff a_f = tau_f − C_f − 𝓜_fp x, and tau_p = (𝓜a + C)_p, with dense matrices."""
    mass, bias = robot.mass_matrix(q), robot.inverse_dynamics(q, v, np.zeros(robot.nv), forces)
    others = np.setdiff1d(np.arange(robot.nv), dofs)
    a = np.zeros(robot.nv)
    a[dofs] = x
    right = (tau - bias - mass[:, dofs] @ x)[others]
    a[others] = np.linalg.solve(mass[np.ix_(others, others)], right)
    return a, (mass @ a + bias)[dofs]


def agree(found: np.ndarray, expected: np.ndarray, tolerance: float) -> None:
    np.testing.assert_allclose(found, expected, rtol=0, atol=tolerance * max(1.0, np.abs(expected).max()))


@pytest.mark.parametrize("options", TREES.values(), ids=TREES)
@pytest.mark.parametrize("seed", range(2))
def test_against_blocks_of_the_mass_matrix(options: dict, seed: int) -> None:
    robot = Robot(random_tree(seed, **options))
    rng = np.random.default_rng(seed)
    joints = list(rng.permutation(robot.joint_names)[:2])
    hybrid = robot.prescribed(joints)
    q, v = robot.random_configuration(rng), rng.standard_normal(robot.nv)
    tau, x = rng.standard_normal(robot.nv), rng.standard_normal(len(hybrid.dofs))
    a, force = hybrid.forward_dynamics(q, v, tau, prescribed=x)
    condition = np.linalg.cond(robot.mass_matrix(q))
    expected = by_blocks(robot, hybrid.dofs, q, v, tau, x)
    agree(a, expected[0], 1e-14 * condition)
    agree(force, expected[1], 1e-14 * condition)
    assert np.array_equal(a[hybrid.dofs], x)
    pushes = {robot.body_names[-1]: rng.standard_normal(6)}
    pushed = hybrid.forward_dynamics(q, v, tau, prescribed=x, external_forces=pushes)
    for found, truth in zip(pushed, by_blocks(robot, hybrid.dofs, q, v, tau, x, pushes), strict=True):
        agree(found, truth, 1e-14 * condition)


def test_rows_that_no_robot_has_are_refused() -> None:
    robot, tau = psiphi.robots.ur5(), joint_vector("tau")
    for rows in (free_rows, prescribed_rows):
        assert rows([3, 3, 1]) is rows([1, 3])
        with pytest.raises(PsiphiError, match="count from 0, found -1"):
            rows([-1])
        with pytest.raises(PsiphiError, match="for degree of freedom 6, and the joint vectors"):
            robot.compile(rows([0, 6]) @ tau)
        with pytest.raises(PsiphiError, match="for degree of freedom 6"):
            dense(rows([0, 6]) @ tau, robot, robot.neutral(), tau=np.zeros(6))


def test_the_filter_has_the_rows_of_the_free_joints_alone() -> None:
    """As the derivation says, as dense matrices say, and for bodies of any mass."""
    robot = psiphi.robots.ur5()
    hybrid = robot.prescribed([robot.joint_names[1], robot.joint_names[4]])
    kernel = hybrid.kernel()
    told = str(kernel.derivation)
    assert "(Π_f{1; 4} H φ M φ* H* Π_f{1; 4} + Π_p{1; 4})⁻¹" in told
    assert "Π_f{1; 4} H ψ_f{1; 4} K_f{1; 4}" in told
    assert kernel.operations.mul < robot.kernel("forward_dynamics").operations.mul
    rng = np.random.default_rng(0)
    q, v, tau, x = robot.random_configuration(rng), *rng.standard_normal((3, 6))
    expected = dense(kernel.expression, robot, q, v=v, tau=tau, prescribed=x)
    agree(kernel(q, v, tau, x), expected, 1e-12)
    free, held = free_rows(hybrid.dofs), prescribed_rows(hybrid.dofs)
    operator = inv(free @ mass @ free + held)
    agree(robot.compile(operator)(q), dense(operator, robot, q), 1e-12)
    solved = robot.compile(operator @ joint_vector("y"), riccati="UD")(q, tau)
    agree(solved, dense(operator, robot, q) @ tau, 1e-12)
    planets = robot.with_inertial_parameters(1e22 * robot.inertial_parameters())
    a, force = planets.prescribed(hybrid.joints).forward_dynamics(q, v, 1e22 * tau, x[hybrid.dofs])
    known, needed = by_blocks(robot, hybrid.dofs, q, v, tau, x[hybrid.dofs])
    agree(a, known, 1e-12)
    agree(1e-22 * force, needed, 1e-12)


@pytest.mark.parametrize("places", [[6], [-1], [0.5], [1, 1]])
def test_places_that_there_are_not(places: list) -> None:
    with pytest.raises(psiphi.PsiphiError, match="prescribed"):
        psiphi.robots.ur5().kernel("forward_dynamics", prescribed=places)


def test_quantities_without_joint_forces() -> None:
    with pytest.raises(InputError, match="mass_matrix takes no joint forces"):
        psiphi.robots.ur5().kernel("mass_matrix", prescribed=[0])


def test_derivatives() -> None:
    robot = Robot(random_tree(4, bodies=5))
    hybrid, rng = robot.prescribed([robot.joint_names[1]]), np.random.default_rng(0)
    q, (v, tau, x) = robot.random_configuration(rng), rng.standard_normal((3, robot.nv))
    kernel, h = hybrid.kernel(), 1e-6
    for name, place in (("q", 0), ("v", 1), ("tau", 2), ("prescribed", 3)):
        columns = []
        for step in h * np.eye(robot.nv):
            moved = [[q, v, tau, x], [q, v, tau, x]]
            for sign, given in zip((1, -1), moved, strict=True):
                away = robot.integrate(q, sign * step) if name == "q" else given[place] + sign * step
                given[place] = away
            columns.append((kernel(*moved[0]) - kernel(*moved[1])) / (2 * h))
        agree(kernel.jacobian(name)(q, v, tau, x), np.array(columns).T, 1e-7)


@pytest.mark.parametrize("seed", [3, 5, 14, 19])
def test_loops_stay_closed(seed: int) -> None:
    """The judge is the dense system of the accelerations of the other joints and the forces of the loops."""
    model, q = closed_tree(seed, loops=2, bodies=8)
    robot, rng = Robot(model), np.random.default_rng(seed)
    hybrid = robot.prescribed([robot.joint_names[seed % len(robot.joint_names)]])
    v = equations(model, q, np.zeros(robot.nv)).allowed(rng.standard_normal(robot.nv))
    dense_, tau = equations(model, q, v), rng.standard_normal(robot.nv)
    p, others = hybrid.dofs, np.setdiff1d(np.arange(robot.nv), hybrid.dofs)
    possible, _ = dense_.solve(rng.standard_normal(robot.nv))
    bias = dense_.bias + dense_.mass[:, p] @ possible[p]
    drift = dense_.drift + dense_.jacobian[:, p] @ possible[p]
    left = replace(
        dense_,
        mass=dense_.mass[np.ix_(others, others)],
        bias=bias[others],
        jacobian=dense_.jacobian[:, others],
        drift=drift,
    )
    expected = possible.copy()
    expected[others], loops = left.solve(tau[others])
    force = dense_.mass @ expected + dense_.bias - dense_.jacobian.T @ loops
    a, needed = hybrid.forward_dynamics(q, v, tau, possible[p])
    agree(a, expected, 1e-11)
    agree(needed, force[p], 1e-11)


def test_a_crank_that_is_driven() -> None:
    """With its loop closed by forces, and with the loop as a joint."""
    robot = Robot(four_bar())
    start, options = robot.neutral(), {"duration": 0.2, "dt": 0.001, "limits": False}
    hybrid = robot.prescribed(["A"])
    for method in ("rk4", "semi_implicit"):
        motion = robot.simulate(start, np.zeros(3), hybrid.torque(prescribed=[2.0]), method=method, **options)
        np.testing.assert_allclose(motion.v[:, 0], 2.0 * motion.time, rtol=0, atol=1e-12)
    embedded = robot.embedded(start, ["A"])
    torque = embedded.prescribed(["A"]).torque(prescribed=[2.0])
    along = embedded.simulate(start, np.zeros(1), torque, method="semi_implicit", **options)
    np.testing.assert_allclose(along.q, motion.q, rtol=0, atol=1e-10)
    np.testing.assert_allclose(along.tau[:, 0], motion.tau[:, 0], rtol=0, atol=1e-9)
    with pytest.raises(InputError, match="prescribe fewer"):
        robot.prescribed(["A", "B"]).forward_dynamics(start, np.zeros(3), np.zeros(3), [1.0, 5.0])


@pytest.mark.parametrize("rolled", [False, True])
def test_many_bodies(rolled: bool) -> None:
    """As loops over bodies, which know of joints that are prescribed, and unrolled."""
    robot = Robot(random_tree(3, bodies=12))
    rng = np.random.default_rng(1)
    dofs = np.concatenate([np.arange(robot.nv)[robot.v_slice(x)] for x in robot.joint_names[1::3]])
    q, v = robot.random_configuration(rng), rng.standard_normal(robot.nv)
    tau, x = rng.standard_normal(robot.nv), rng.standard_normal(robot.nv)
    kernel = robot.kernel("forward_dynamics", prescribed=dofs, rolled=rolled)
    agree(kernel(q, v, tau, x), by_blocks(robot, dofs, q, v, tau, x[dofs])[0], 1e-10)


def test_batches_broadcast_and_forces_of_prescribed_joints_do_not_count() -> None:
    robot = psiphi.robots.panda()
    hybrid = robot.prescribed(["panda_joint2", "panda_joint5"])
    rng = np.random.default_rng(0)
    q, v = robot.random_configuration(rng, batch=(3, 1)), rng.standard_normal((4, 7))
    tau, x = rng.standard_normal(7), rng.standard_normal((3, 1, 2))
    a, force = hybrid.forward_dynamics(q, v, tau, x)
    assert (a.shape, force.shape) == ((3, 4, 7), (3, 4, 2))
    expected = by_blocks(robot, hybrid.dofs, q[2, 0], v[1], tau, x[2, 0])
    agree(a[2, 1], expected[0], 1e-11)
    agree(force[2, 1], expected[1], 1e-11)
    tau[hybrid.dofs] = 1e9
    assert np.array_equal(hybrid.forward_dynamics(q, v, tau, x)[0], a)
    single = hybrid.forward_dynamics(*(np.asarray(y, dtype=np.float32) for y in (q, v, tau, x)))[0]
    assert single.dtype == np.float32
    np.testing.assert_allclose(single, a, rtol=0, atol=1e-3 * np.abs(a).max())


def test_mimic_joints_are_led_by_prescribed_ones() -> None:
    robot = Robot(random_tree(3, mimic=0.5, kinds=["revolute", "prismatic", "spherical"]))
    leaders = {body.joint.mimic.joint for body in robot.model.bodies if body.joint.mimic}
    hybrid = robot.prescribed([next(joint for joint in robot.joint_names if joint in leaders)])
    rng = np.random.default_rng(0)
    q, v = robot.random_configuration(rng), rng.standard_normal(robot.nv)
    tau, x = rng.standard_normal(robot.nv), rng.standard_normal(len(hybrid.dofs))
    expected = by_blocks(robot, hybrid.dofs, q, v, tau, x)
    for found, truth in zip(hybrid.forward_dynamics(q, v, tau, x), expected, strict=True):
        agree(found, truth, 1e-14 * np.linalg.cond(robot.mass_matrix(q)))
    moved, moving = robot.rollout(q, v, hybrid.torque(tau, x), 10, 1e-4, damping=False, friction=False)
    assert np.isfinite(moved).all()
    expected = v[hybrid.dofs] + np.outer(1e-4 * np.arange(11), x)
    np.testing.assert_allclose(moving[:, hybrid.dofs], expected, rtol=1e-9)


def test_a_locked_joint_is_one_that_is_not_there() -> None:
    """The motion is that of the robot whose model has the joint locked, which knows nothing of hybrids."""
    robot = psiphi.robots.ur5()
    joint = robot.joint_names[2]
    options = {"friction": False, "damping": False, "effort_limits": False, "duration": 0.2, "dt": 0.001}
    locked = Robot(robot.model.lock(joint, 0.7))
    hybrid, start = robot.prescribed([joint]), robot.neutral()
    start[hybrid.dofs] = 0.7
    rest, others = np.zeros(robot.nv), np.setdiff1d(np.arange(6), hybrid.dofs)
    motion = robot.simulate(start, rest, hybrid.torque(), **options)
    expected = locked.simulate(start[others], rest[others], **options)
    np.testing.assert_allclose(motion.q[..., others], expected.q, rtol=0, atol=1e-11)
    np.testing.assert_allclose(motion.q[..., hybrid.dofs], 0.7, rtol=0, atol=1e-11)


def test_driven_and_servo_joints() -> None:
    robot = psiphi.robots.panda()
    hybrid, rest = robot.prescribed(["panda_joint1"]), np.zeros(7)
    start = np.array([0.0, -0.6, 0.0, -2.2, 0.0, 1.6, 0.8])
    options = {"duration": 0.5, "dt": 0.001, "friction": False, "damping": False, "effort_limits": False}
    driven = robot.simulate(start, rest, hybrid.torque(prescribed=[2.0]), **options)
    np.testing.assert_allclose(driven.q[:, 0], driven.time**2, rtol=0, atol=1e-9)
    servo = robot.simulate(start, rest, hybrid.torque(velocity=[0.5], rate=30.0), **options)
    np.testing.assert_allclose(servo.v[:, 0], 0.5 * (1 - np.exp(-30.0 * servo.time)), rtol=0, atol=1e-6)


def test_what_acts_on_joints_and_modes_is_made_up_for() -> None:
    model, start = psiphi.robots.panda().model, np.array([0.0, -0.6, 0.0, -2.2, 0.0, 1.6, 0.8])
    bodies = [
        replace(body, joint=replace(body.joint, damping=3.0, friction=0.5, stiffness=20.0))
        if body.joint.kind.name == "revolute"
        else body
        for body in model.bodies
    ]
    held = Robot(replace(model, bodies=tuple(bodies)))
    torque = held.prescribed(["panda_joint1"]).torque(prescribed=[2.0])
    for options in ({}, {"friction": False, "springs": False}):
        motion = held.simulate(
            start, np.zeros(7), torque, duration=0.2, dt=0.001, effort_limits=False, **options
        )
        np.testing.assert_allclose(motion.q[:, 0], motion.time**2, rtol=0, atol=1e-9)


@pytest.mark.parametrize("seed", range(3))
def test_joints_of_flexible_bodies_and_modes_of_others(seed: int) -> None:
    model = random_flexible(seed, bodies=5, base="free" if seed == 2 else "fixed")
    robot, rng = Robot(model), np.random.default_rng(seed)
    flexible = [body.name for body in model.bodies if body.modes is not None]
    hybrid = robot.prescribed([flexible[0], *robot.joint_names[1:3]])
    (q, v), tau = small(model, rng), rng.standard_normal(robot.nv)
    x = rng.standard_normal(len(hybrid.dofs))
    expected = by_blocks(robot, hybrid.dofs, q, v, tau, x)
    for found, truth in zip(hybrid.forward_dynamics(q, v, tau, x), expected, strict=True):
        agree(found, truth, 1e-11)


def test_stiff_modes_beside_a_driven_joint() -> None:
    """Implicit steps solve (Π_f (𝓜 + hD + h²K) Π_f + Π_p)⁻¹: steps much longer than the vibrations."""
    section = {"density": 2700.0, "area": 1e-4, "second_moments": (1e-9, 1e-9)}
    modes = psiphi.flexible.beam(length=1.0, **section, young=7e10, modes=3, damping=0.05)
    model = psiphi.robots.planar_chain(2).model
    robot = Robot(model.with_modes(model.body_names[-1], modes))
    torque = robot.prescribed([robot.joint_names[-1]]).torque(prescribed=[2.0])
    motion = robot.simulate(
        robot.neutral(), np.zeros(robot.nv), torque, duration=0.3, dt=0.01, method="implicit"
    )
    place = robot.v_slice(robot.joint_names[-1]).start
    np.testing.assert_allclose(motion.v[:, place], 2.0 * motion.time, rtol=0, atol=1e-12)
    assert np.abs(motion.q).max() < 10.0


def test_bodies_that_bend() -> None:
    model = psiphi.robots.planar_chain(2).model
    section = {"density": 2700.0, "area": 1e-4, "second_moments": (1e-9, 1e-9), "torsion": 2e-9}
    modes = psiphi.flexible.beam(length=1.0, **section, young=7e10, shear=2.6e10, modes=3)
    robot = Robot(model.with_modes(model.body_names[-1], modes))
    hybrid, rng = robot.prescribed([robot.joint_names[0]]), np.random.default_rng(0)
    q, v = robot.neutral() + 0.01 * rng.standard_normal(robot.nq), 0.1 * rng.standard_normal(robot.nv)
    tau, x = rng.standard_normal(robot.nv), np.array([1.3])
    expected = by_blocks(robot, hybrid.dofs, q, v, tau, x)
    for found, truth in zip(hybrid.forward_dynamics(q, v, tau, x), expected, strict=True):
        agree(found, truth, 1e-11)


def test_what_is_refused() -> None:
    robot = psiphi.robots.ur5()
    with pytest.raises(InputError, match="each once"):
        robot.prescribed([])
    with pytest.raises(psiphi.PsiphiError, match="elbo"):
        robot.prescribed(["elbo"])
    hybrid = robot.prescribed([robot.joint_names[0]])
    with pytest.raises(InputError, match="degrees of freedom"):
        hybrid.forward_dynamics(robot.neutral(), np.zeros(6), np.zeros(6), np.zeros(2))
    with pytest.raises(InputError, match="rate"):
        hybrid.torque(rate=-1.0)
