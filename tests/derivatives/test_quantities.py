"""The quantities that are derivatives, against differences, laws of physics and Pinocchio."""

from __future__ import annotations

import sysconfig
from pathlib import Path

import numpy as np
import pinocchio as pin
import pytest
from differences import by_q, close, differences, state

from psiphi import Robot, load, robots
from psiphi.compat.pinocchio import PinocchioMap
from psiphi.formats.robots.random_tree import random_tree

ALONE = dict.fromkeys(("damping", "friction", "springs", "effort_limits"), False)
ROBOTS = Path(sysconfig.get_paths()["purelib"]) / "cmeel.prefix/share/example-robot-data/robots"


@pytest.mark.parametrize(
    ("path", "base"),
    [
        ("ur_description/urdf/ur5_robot.urdf", "fixed"),
        ("anymal_b_simple_description/robots/anymal.urdf", "free"),
    ],
)
def test_against_pinocchio(path, base):
    robot = load(ROBOTS / path, base=base, snap=0)
    root = [pin.JointModelFreeFlyer()] if base == "free" else []
    twin = pin.buildModelFromUrdf(str(ROBOTS / path), *root)
    data, to = twin.createData(), PinocchioMap(robot.model, twin)
    q, v, x = state(robot, batch=(3,))
    forces = robot.inverse_dynamics_derivatives(q, v, x)
    accelerations = robot.forward_dynamics_derivatives(q, v, x)
    for k in range(3):
        there = to.q_to(q[k]), to.v_to(v[k]), to.a_to(x[k])
        pin.computeRNEADerivatives(twin, data, *there)
        upper = np.triu(data.M)
        expected = (data.dtau_dq, data.dtau_dv, upper + np.triu(upper, 1).T)
        for found, matrix in zip(forces, expected, strict=True):
            close(found[k], to.matrix_from(matrix), 1e-12)
        pin.computeABADerivatives(twin, data, *there[:2], to.tau_to(x[k]))
        upper = np.triu(data.Minv)
        expected = (data.ddq_dq, data.ddq_dv, upper + np.triu(upper, 1).T)
        for found, matrix in zip(accelerations, expected, strict=True):
            close(found[k], to.matrix_from(matrix), 1e-10)


def test_second_derivatives_are_those_of_pinocchio_first_ones():
    path = ROBOTS / "ur_description/urdf/ur5_robot.urdf"
    robot, twin = load(path, snap=0), pin.buildModelFromUrdf(str(path))
    q, v, x = state(robot)
    data = twin.createData()

    def forces(q, v):
        pin.computeRNEADerivatives(twin, data, q, v, x)
        upper = np.triu(data.M)
        return data.dtau_dq.copy(), data.dtau_dv.copy(), upper + np.triu(upper, 1).T

    def accelerations(q, v):
        pin.computeABADerivatives(twin, data, q, v, x)
        upper = np.triu(data.Minv)
        return data.ddq_dq.copy(), data.ddq_dv.copy(), upper + np.triu(upper, 1).T

    for f, second in (
        (forces, robot.inverse_dynamics_second_derivatives),
        (accelerations, robot.forward_dynamics_second_derivatives),
    ):
        by_qq, by_vv, by_qv, by_third = second(q, v, x)
        moved = differences(lambda dq, f=f: f(q + dq, v), robot.nv, 1e-3)
        faster = differences(lambda dv, f=f: f(q, v + dv), robot.nv)
        close(by_qq, moved[0], 1e-9)
        close(by_qv, faster[0], 1e-9)
        close(by_vv, faster[1], 1e-9)
        close(by_third, moved[2], 1e-9)


def test_with_external_forces():
    robot = Robot(random_tree(2, bodies=4, base="free"))
    q, v, x = state(robot)
    pushed = {"frame_3": np.arange(1.0, 7.0)}
    for name in ("inverse_dynamics", "forward_dynamics"):
        f = getattr(robot, name)
        found = getattr(robot, f"{name}_derivatives")(q, v, x, pushed)
        close(found[0], by_q(robot, lambda q, f=f: (f(q, v, x, pushed),), q)[0])
        close(found[1], differences(lambda dv, f=f: (f(q, v + dv, x, pushed),), robot.nv)[0])
        close(found[2], differences(lambda dx, f=f: (f(q, v, x + dx, pushed),), robot.nv)[0])


@pytest.mark.parametrize(("robot", "filled"), [(robots.quadruped(), 0.7), (robots.planar_chain(1), 1.0)])
def test_packed_results(robot, filled):
    """Legs know nothing of each other, and nothing changes with the velocity of a single joint."""
    q, v, x = state(robot, batch=(5,))
    whole = robot.inverse_dynamics_derivatives(q, v, x)
    packed = robot.inverse_dynamics_derivatives(q, v, x, packed=True)
    for matrix, part in zip(whole, packed, strict=True):
        found = np.zeros_like(matrix)
        found[..., part.rows, part.columns] = part.entries
        np.testing.assert_array_equal(found, matrix)
        assert part.entries.shape[-1] <= filled * robot.nv**2
    assert packed[1].entries.shape[-1] == 0 or robot.nv > 1


@pytest.mark.parametrize(
    "robot", [robots.quadruped(), robots.planar_chain(55), Robot(random_tree(4, bodies=9))]
)
def test_packed_mass_matrices(robot):
    """Of batches, into given arrays, in single precision, and of loops over bodies."""
    q = state(robot, batch=(3,))[0]
    packed = robot.mass_matrix(q, packed=True)
    whole = np.zeros((3, robot.nv, robot.nv))
    whole[:, packed.rows, packed.columns] = packed.entries
    np.testing.assert_array_equal(whole, robot.mass_matrix(q))
    assert (packed.entries.shape[-1] < robot.nv**2) == (robot.nv < 55)
    out = np.zeros_like(packed.entries)
    assert robot.mass_matrix(q, packed=True, out=out).entries is out
    np.testing.assert_array_equal(out, packed.entries)
    alone = robot.mass_matrix(q[1].astype(np.float32), packed=True).entries
    assert alone.dtype == np.float32
    np.testing.assert_allclose(alone, packed.entries[1], rtol=1e-4, atol=1e-4)


def test_laws():
    """What derivatives of one thing are is another thing."""
    robot = Robot(random_tree(7, bodies=5, base="free"))
    q, v, a = state(robot)
    dtau_dq, dtau_dv, dtau_da = robot.inverse_dynamics_derivatives(q, v, a)
    da_dq, da_dv, da_dtau = robot.forward_dynamics_derivatives(q, v, robot.inverse_dynamics(q, v, a))
    close(dtau_da, robot.mass_matrix(q), 1e-12)
    close(da_dtau, robot.mass_matrix_inverse(q))
    close(dtau_da @ da_dq, -dtau_dq)
    close(dtau_da @ da_dv, -dtau_dv)
    close(robot.kinetic_energy_derivatives(q, v)[1], dtau_da @ v, 1e-12)
    close(robot.potential_energy_derivative(q), robot.gravity_forces(q), 1e-12)
    close(robot.momentum_derivatives(q, v)[1], robot.momentum_matrix(q), 1e-12)
    close(robot.center_of_mass_derivative(q) @ v * robot.mass, robot.momentum(q, v)[3:], 1e-12)
    close(robot.frame_velocity_derivatives(q, v, "frame_3")[1], robot.jacobian(q, "frame_3"), 1e-12)
    coriolis = robot.coriolis_matrix(q, v)
    robot.prepare("mass_matrix_derivative")
    close(robot.mass_matrix_derivative(q, v), coriolis + coriolis.T, 1e-11)
    close(robot.gravity_stiffness(q), by_q(robot, lambda q: (robot.gravity_forces(q),), q)[0])


@pytest.mark.parametrize("reference", ["local", "world", "local_world_aligned"])
def test_frames(reference):
    robot = Robot(random_tree(8, bodies=4, base="free"))
    q, v, a = state(robot)
    frame = "frame_3"
    speeds = robot.frame_velocity_derivatives(q, v, frame, reference)
    close(speeds[0], by_q(robot, lambda q: (robot.frame_velocity(q, v, frame, reference),), q)[0])
    found = robot.frame_acceleration_derivatives(q, v, a, frame, reference)
    f = robot.frame_acceleration
    close(found[0], by_q(robot, lambda q: (f(q, v, a, frame, reference),), q)[0])
    close(found[1], differences(lambda dv: (f(q, v + dv, a, frame, reference),), robot.nv)[0])
    close(found[2], differences(lambda da: (f(q, v, a + da, frame, reference),), robot.nv)[0])


def test_operational_space_inertia_along_a_direction():
    robot = robots.panda()
    q, u, _ = state(robot)
    found = robot.operational_space_inertia_derivative(q, u, "panda_link7")
    f = robot.operational_space_inertia
    expected = differences(lambda s: (f(robot.integrate(q, s[0] * u), "panda_link7"),), 1, 1e-3)[0][..., 0]
    close(found, expected, 1e-9)


def test_closed_chains():
    model = random_tree(4, bodies=4, kinds=["revolute", "spherical"], branching="chain")
    robot = Robot(model.with_loop("frame_0", "frame_3", "point"))
    q, v, tau = state(robot, batch=(2,))
    found = robot.constrained_forward_dynamics_derivatives(q, v, tau)
    expected = by_q(robot, lambda q: robot.constrained_forward_dynamics(q, v[0], tau[0]), q[0])
    close(found[0][0], expected[0])
    close(found[3][0], expected[1])
    assert found[5].shape == (2, 3, robot.nv)


def slopes_of_a_step(robot, at, dt, method):
    """∂(next state)/∂(q, v, tau) by differences."""
    (q, v, tau), nv = at, robot.nv

    def end(*start):
        motion = robot.simulate(*start, duration=dt, dt=dt, method=method, **ALONE, progress=False)
        return motion.q[-1], motion.v[-1]

    def stray(x):
        there = end(robot.integrate(q, x[:nv]), v + x[nv : 2 * nv], tau + x[2 * nv :])
        return (np.concatenate([robot.difference(still, there[0]), there[1]]),)

    still, _ = end(q, v, tau)
    return differences(stray, 3 * nv)[0]


@pytest.mark.parametrize("method", ["midpoint", "rk4"])
def test_linearized_on_a_slider(method):
    """How a slider at the root accelerates moves nothing else in a step, and is no part of the program."""
    robot = Robot(random_tree(2, bodies=4, branching="chain"))
    assert robot.model.bodies[0].joint.kind.name == "prismatic"
    at = state(robot)
    found = np.concatenate(robot.linearized(*at, dt=0.01, method=method), axis=-1)
    close(found, slopes_of_a_step(robot, at, 0.01, method))


@pytest.mark.parametrize("kinds", [["revolute", "universal"], ["spherical"], ["planar"], ["free"]])
def test_linearized(kinds):
    """δ(next state) of a step of `simulate` under tau alone, and of a very short one as I + dt A."""
    robot = Robot(random_tree(5, bodies=3, kinds=kinds))
    q, v, tau = state(robot)
    nv = robot.nv
    for method in ("semi_implicit", "implicit", "midpoint", "rk4"):
        A, B = robot.linearized(q, v, tau, dt=0.01, method=method)
        close(np.concatenate([A, B], axis=-1), slopes_of_a_step(robot, (q, v, tau), 0.01, method))
    A, B = robot.linearized(q, v, tau)
    short = 1e-5
    (A_half, B_half), (A_whole, B_whole) = (robot.linearized(q, v, tau, dt=h) for h in (short / 2, short))
    close(A, (4 * A_half - A_whole - 3 * np.eye(2 * nv)) / short, 1e-7)  # A = I and B = 0 where dt = 0
    close(B, (4 * B_half - B_whole) / short, 1e-7)


def test_linearized_on_loops():
    """Along states on the loops, whose steps end on the loops."""
    robot = robots.four_bar()
    q = robot.assemble(robot.random_configuration(np.random.default_rng(3))).q
    v, tau, dt = robot.project_velocity(q, np.ones(robot.nv)), np.ones(robot.nv), 1e-3
    end = robot.rollout(q, v, tau, 1, dt, **ALONE).q[-1]

    def states(x):
        start = robot.assemble(robot.integrate(q, x[0] * v)).q
        speed = robot.project_velocity(start, v)
        after = robot.rollout(start, speed, tau, 1, dt, **ALONE)
        before = np.concatenate([robot.difference(q, start), speed])
        return before, np.concatenate([robot.difference(end, after.q[-1]), after.v[-1]])

    before, after = (x[:, 0] for x in differences(states, 1))
    close(robot.linearized(q, v, tau, dt=dt)[0] @ before, after, 1e-9)
    short = 1e-5
    half, whole = (robot.linearized(q, v, tau, dt=h)[0] @ before for h in (short / 2, short))
    close(robot.linearized(q, v, tau)[0] @ before, (4 * half - whole - 3 * before) / short, 1e-7)


def test_linearized_in_batches():
    robot = Robot(random_tree(1, bodies=3, base="free"))
    q, v, tau = state(robot, batch=(3, 2))
    for options in ({}, {"dt": 0.01}):
        A, B = robot.linearized(q, v, tau, **options)
        single = robot.linearized(*(x.astype(np.float32) for x in (q, v, tau)), **options)
        assert all(x.dtype == np.float32 for x in single)
        close(single[0], A, 1e-4)
        varied = robot.varying("gravity")
        given = np.stack([robot.model.gravity, 2 * np.array(robot.model.gravity)])
        close(varied.linearized(q, v, tau, **options, parameters=given)[0][:, 0], A[:, 0], 1e-12)
        assert A.shape == (3, 2, 2 * robot.nv, 2 * robot.nv)
        one = robot.linearized(q[1, 1], v[1, 1], tau[1, 1], **options)
        close(A[1, 1], one[0], 1e-13)
        close(B[1, 1], one[1], 1e-13)
