"""Whole-body control: the same QP in accelerations, forces of joints and of contacts, with dense matrices."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from scipy.optimize import minimize

import psiphi
from psiphi import Robot
from psiphi.control import CenterOfMassTask, FrameTask, PostureTask, WholeBody

FRICTION = 0.5


@pytest.fixture(scope="module")
def hexapod() -> Robot:
    return psiphi.robots.hexapod()


def test_standing_hexapods_solve_the_dense_problem(hexapod: Robot) -> None:
    """Variables a, τ and f, with the equations of motion and of the contacts as constraints."""
    import daqp

    robot, rng = hexapod, np.random.default_rng(0)
    q, nv, legs = robot.neutral(), robot.nv, list(robot.model.loops)
    v = robot.project_velocity(q, 0.3 * rng.standard_normal(nv))
    push = np.array([0.0, 0.0, 0.5, 6.0, 0.0, -1.0])  # more than friction allows
    tasks = [FrameTask("trunk"), PostureTask(weight=1e-3)]
    control = WholeBody(robot, tasks, friction={loop.name: FRICTION for loop in legs})
    found = control(q, v, [push, -v])

    M, J = robot.mass_matrix(q), robot.constraint_jacobian(q)
    m = len(J)
    motion = np.concatenate([M, -np.eye(nv)[:, 6:], -J.T], axis=1)
    held = np.concatenate([J, np.zeros((m, nv - 6 + m))], axis=1)
    cone = np.zeros((5 * len(legs), 2 * nv - 6 + m))
    s = FRICTION / np.sqrt(2.0)
    for k, loop in enumerate(legs):
        start = 2 * nv - 6 + robot.model.loop_slices[loop.name].start
        cone[5 * k : 5 * k + 5, start : start + 3] = [[0, 0, 1], [1, 0, s], [-1, 0, s], [0, 1, s], [0, -1, s]]
    equal = np.concatenate([-robot.bias_forces(q, v), -robot.constraint_bias(q, v)])
    H, g = np.zeros((len(motion[0]),) * 2), np.zeros(len(motion[0]))
    trunk, rest = robot.jacobian(q, "trunk"), robot.jacobian_dot_v(q, v, "trunk")
    for weight, T, wanted in ((1.0, trunk, push - rest), (1e-3, np.eye(nv), -v)):
        H[:nv, :nv] += weight * T.T @ T
        g[:nv] -= weight * T.T @ wanted
    H += 1e-9 * np.eye(len(H))
    effort = np.r_[robot.limits.effort[6:]]
    bounds = np.r_[np.full(nv, 1e30), effort, np.full(m, 1e30)]
    C = np.concatenate([motion, held, cone])
    high = np.concatenate([bounds, equal, np.zeros(len(cone))])
    low = np.concatenate([-bounds, equal, np.full(len(cone), -1e30)])
    sense = np.r_[np.zeros(len(bounds)), np.full(len(equal), 5), np.zeros(len(cone))].astype(np.int32)
    x, _, status, _ = daqp.solve(H, g, C, high, low, sense)
    assert status >= 1
    np.testing.assert_allclose(found.acceleration, x[:nv], atol=2e-4)
    np.testing.assert_allclose(
        M @ found.acceleration + robot.bias_forces(q, v), found.tau + J.T @ found.force, atol=1e-8
    )
    normal = found.force.reshape(-1, 3)
    assert np.all(cone[:, 2 * nv - 6 :] @ found.force < 1e-8)
    assert np.any(np.abs(normal[:, 0]) > -0.99 * s * normal[:, 2])  # the cone holds it back
    assert np.abs(found.errors[0]).max() > 0.01


def test_forces_within_limits_against_scipy() -> None:
    """A Panda that is asked for more than its motors have."""
    robot = psiphi.robots.panda()
    rng = np.random.default_rng(1)
    q, v = robot.random_configuration(rng), 0.1 * rng.standard_normal(7)
    push = np.array([0.0, 0.0, 0.0, 40.0, 0.0, 60.0])
    found = WholeBody(robot, [FrameTask("panda_link8"), PostureTask(weight=1e-2)])(q, v, [push, -v])
    effort = robot.limits.effort
    assert np.any(np.abs(found.tau) > effort - 1e-9)
    assert np.all(np.abs(found.tau) <= effort + 1e-9)

    def cost(tau: np.ndarray) -> float:
        a = robot.forward_dynamics(q, v, tau)
        e, r = robot.frame_acceleration(q, v, a, "panda_link8") - push, a + v
        return float(e @ e + 1e-2 * r @ r)

    start = np.clip(found.tau, -effort, effort)
    best = minimize(cost, 0.9 * start, bounds=list(zip(-effort, effort, strict=True)), method="SLSQP",
                    options={"ftol": 1e-14, "maxiter": 500})  # fmt: skip
    assert cost(start) <= best.fun * (1.0 + 1e-6)


def test_priorities_are_kept_and_joints_stay_within_their_limits() -> None:
    robot = psiphi.robots.panda()
    q = np.array([0.1, -0.4, 0.2, -1.8, 0.3, 1.5, 0.6])
    v = np.array([0.2, 0.0, -0.1, 0.0, 0.1, 0.0, 0.3])
    hand, turn = FrameTask("panda_link8", rows=(3, 4, 5)), FrameTask("panda_link8", priority=1)
    wanted = np.array([1.0, -0.5, 0.3]), np.array([3.0, 0.0, 0.0, 5.0, 0.0, 0.0])
    found = WholeBody(robot, [hand, turn], limits=False)(q, v, wanted)
    np.testing.assert_allclose(found.errors[0], 0.0, atol=1e-6)
    # Of all accelerations that serve the first, the nearest to the second.
    J, rest = robot.jacobian(q, "panda_link8"), robot.jacobian_dot_v(q, v, "panda_link8")
    N = np.linalg.svd(J[3:])[2][3:].T
    a = np.linalg.lstsq(J[3:], wanted[0] - rest[3:], rcond=None)[0]
    z = np.linalg.lstsq(J @ N, wanted[1] - rest - J @ a, rcond=None)[0]
    np.testing.assert_allclose(found.errors[1], J @ (a + N @ z) + rest - wanted[1], atol=1e-5)

    near = q.copy()
    near[3] = robot.limits.lower[3] + 0.001
    down, dt = np.array([0.0, 0.0, 0.0, -50.0, 0.0, 0.0, 0.0]), 0.01
    kept = WholeBody(robot, [PostureTask()], limits=False, dt=dt)(near, v, [down])
    after = near[3] + dt * v[3] + 0.5 * dt**2 * kept.acceleration[3]
    assert after == pytest.approx(robot.limits.lower[3], abs=1e-9)


def test_the_centre_of_mass_accelerates_as_asked_in_every_row(hexapod: Robot) -> None:
    """Against differences of where it is along the motion; rows do not know of each other."""
    robot, rng = hexapod, np.random.default_rng(2)
    q = robot.neutral()
    v = robot.project_velocity(q, 0.1 * rng.standard_normal((3, robot.nv)))
    wanted = np.array([[0.1, 0.0, 0.2], [0.0, -0.3, 0.1], [0.2, 0.1, -0.4]])
    control = WholeBody(robot, [CenterOfMassTask(), PostureTask(weight=1e-6)])
    found = control(q, v, [wanted, np.zeros(robot.nv)])
    h = 1e-4
    there = [robot.integrate(q, t * v + 0.5 * t**2 * found.acceleration) for t in (-h, 0.0, h)]
    before, now, after = (robot.center_of_mass(x) for x in there)
    np.testing.assert_allclose((after - 2.0 * now + before) / h**2, wanted + found.errors[0], atol=1e-6)
    np.testing.assert_allclose(found.errors[0], 0.0, atol=1e-3)
    for row in range(3):
        alone = control(q, v[row], [wanted[row], np.zeros(robot.nv)])
        np.testing.assert_array_equal(alone.tau, found.tau[row])


def test_superfluous_equations_of_loops_do_not_matter() -> None:
    """A linkage that is closed twice: the same accelerations."""
    once = psiphi.robots.five_bar()
    (loop,) = once.model.loops
    twice = Robot(replace(once.model, loops=(loop, replace(loop, name="again"))))
    q, v = once.assemble(once.neutral()).q, np.zeros(once.nv)
    wanted = np.linspace(-1.0, 1.0, once.nv)
    found = [WholeBody(robot, [PostureTask()], limits=False)(q, v, [wanted]) for robot in (once, twice)]
    np.testing.assert_allclose(found[1].acceleration, found[0].acceleration, atol=1e-8)
    assert np.abs(found[0].acceleration).max() > 0.1


def test_what_cannot_be_kept_is_refused(hexapod: Robot) -> None:
    q, v = hexapod.neutral(), np.zeros(hexapod.nv)
    stay = [PostureTask()]
    with pytest.raises(psiphi.PsiphiError, match="no point contact 'tail'"):
        WholeBody(hexapod, stay, friction={"tail": 1.0})
    with pytest.raises(psiphi.PsiphiError, match="tasks: give"):
        WholeBody(hexapod, ["trunk"])  # type: ignore[list-item]
    with pytest.raises(psiphi.PsiphiError, match="priority: 'first' given"):
        PostureTask(priority="first")  # type: ignore[arg-type]
    with pytest.raises(psiphi.PsiphiError, match="rows"):
        FrameTask("trunk", rows=(3, 6))
    control = WholeBody(hexapod, stay)
    with pytest.raises(psiphi.PsiphiError, match="one for each"):
        control(q, v, [])
    with pytest.raises(psiphi.PsiphiError, match="wanted_0"):
        control(q, v, [np.zeros(3)])
    with pytest.raises(psiphi.PsiphiError, match="NaN"):
        control(q, np.full(hexapod.nv, np.nan), [v])
    panda = psiphi.robots.panda()
    fast = np.full(7, 30.0)
    with pytest.raises(psiphi.PsiphiError, match="no forces keep all limits"):
        WholeBody(panda, stay, dt=0.001)(panda.neutral() - 0.1, fast, [fast])
