"""Regulators: SciPy solves the same equations, and the cost of a small motion is what was promised."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
import scipy.linalg

import psiphi
from psiphi import Robot
from psiphi.control import lqr, riccati
from psiphi.model import Model


@pytest.fixture(scope="module")
def chain() -> Robot:
    return psiphi.robots.planar_chain(2)


def with_springs(model: Model, stiffness: float, damping: float) -> Robot:
    bodies = []
    for body in model.bodies:
        n, kind = body.joint.kind.nv, body.joint.kind.name
        k = 0.0 if kind in ("free", "planar") else stiffness
        joint = replace(body.joint, stiffness=(k,) * n, damping=(damping,) * n)
        bodies.append(replace(body, joint=joint))
    return Robot(replace(model, bodies=tuple(bodies)))


@pytest.mark.parametrize(("dt", "method"), [(None, "rk4"), (0.02, "rk4"), (0.02, "semi_implicit")])
def test_against_scipy_and_the_linear_model(chain: Robot, dt: float | None, method: str) -> None:
    q = np.array([[np.pi, 0.0], [0.4, -1.0], [0.0, 0.0]])
    found = lqr(chain, q, chain.gravity_forces(q), [3.0, 1.0, 0.1, 0.2], [0.5, 2.0], dt=dt, method=method)
    Q, R = np.diag([3.0, 1.0, 0.1, 0.2]), np.diag([0.5, 2.0])
    solve = scipy.linalg.solve_continuous_are if dt is None else scipy.linalg.solve_discrete_are
    for row in range(3):
        A, B = chain.linearized(q[row], np.zeros(2), chain.gravity_forces(q[row]), dt=dt, method=method)
        X = solve(A, B, Q, R)
        np.testing.assert_allclose(found.cost_to_go[row], X, rtol=1e-10, atol=1e-11 * np.abs(X).max())
        K = np.linalg.solve(R, B.T @ X) if dt is None else np.linalg.solve(R + B.T @ X @ B, B.T @ X @ A)
        np.testing.assert_allclose(found.gain[row], K, rtol=1e-9, atol=1e-10 * np.abs(K).max())
        poles = np.linalg.eigvals(A - B @ K)
        np.testing.assert_allclose(np.sort_complex(found.poles[row]), np.sort_complex(poles), rtol=1e-7)


def test_two_integrators_have_the_solution_of_the_books() -> None:
    A, B = np.array([[0.0, 1.0], [0.0, 0.0]]), np.array([[0.0], [1.0]])
    X = riccati.continuous(A, B, np.eye(2), np.eye(1))
    np.testing.assert_allclose(X, [[np.sqrt(3.0), 1.0], [1.0, np.sqrt(3.0)]], rtol=1e-13)


@pytest.mark.parametrize("seed", [1, 4])
def test_on_a_manifold_the_cost_is_that_of_the_steps_of_a_rollout(seed: int) -> None:
    """A free base, joints of all kinds with springs and dampers; the steps near q by differences."""
    kinds = ["revolute", "spherical", "planar"]
    robot = with_springs(psiphi.robots.random_tree(seed, bodies=3, kinds=kinds, base="free").model, 3.0, 0.5)
    q, dt, n = robot.random_configuration(np.random.default_rng(seed)), 0.02, robot.nv
    law = lqr(robot, q, None, 1.0, 0.1, dt=dt, method="semi_implicit", joints=robot.joint_names)

    def step(x: np.ndarray) -> np.ndarray:
        here, v = robot.integrate(q, x[:, :n]), np.array(x[:, n:])
        after = robot.rollout(here, v, law, 1, dt, friction=False, effort_limits=False)
        given = robot.rollout(here, v, law(0.0, here, v)[None], 1, dt, friction=False, effort_limits=False)
        np.testing.assert_allclose(after.q, given.q, atol=1e-13)
        return np.concatenate([robot.difference(q, after.q[-1]), after.v[-1]], axis=-1)

    h = 1e-5 * np.eye(2 * n)
    closed = ((step(h) - step(-h)) / 2e-5).T
    own = np.eye(2 * n) + 0.1 * law.gain.T @ law.gain
    X = scipy.linalg.solve_discrete_lyapunov(closed.T, own)
    np.testing.assert_allclose(law.cost_to_go, X, rtol=1e-5, atol=1e-6 * np.abs(X).max())


def test_a_regulator_is_a_torque_of_simulate(chain: Robot) -> None:
    """Upright with a motor at one of two joints, from several places at once."""
    up = np.array([-np.pi / 2.0, 0.0])
    law = lqr(chain, up, None, 1.0, 1.0, joints=["joint_1"])
    assert law.gain.shape == (1, 4)
    np.testing.assert_allclose(law.tau, 0.0, atol=1e-12)
    start = up + np.array([[0.02, 0.0], [0.0, -0.05], [-0.01, 0.02]])
    motion = chain.simulate(start, np.zeros((3, 2)), law, duration=12.0, dt=0.02)
    np.testing.assert_allclose(motion.q[-1], np.broadcast_to(up, (3, 2)), atol=1e-3)
    assert np.all(motion.tau[..., 0] == 0.0)
    assert np.all(law.poles.real < 0.0)


def test_loops_leave_fewer_rates(chain: Robot) -> None:
    """A crank and rocker: what a small push does under the law, by the motion with loops held closed."""
    linkage = psiphi.robots.four_bar()
    q = linkage.assemble([0.4, 0.0, 0.0], locked=["A"]).q
    law = lqr(linkage, q, None, 1.0, 0.1, joints=["A"], independent=["A"])
    assert law.gain.shape == (1, 2)
    assert law.free.tolist() == [0]
    v = linkage.project_velocity(q, [1e-4, 0.0, 0.0])
    motion = linkage.simulate(q, v, law, duration=0.5, dt=0.01)
    A = linkage.embedded(q, ["A"])
    F = np.zeros((2, 2))
    F[0, 1] = 1.0
    inertia = A.mass_matrix(q)[0, 0]
    step = 1e-5
    held = law.tau[0]
    stiffness = [A.forward_dynamics(A.integrate(q, [s]), [0.0], [held])[0] for s in (step, -step)]
    F[1, 0] = (stiffness[0] - stiffness[1]) / (2.0 * step)
    F[1] -= law.gain[0] / inertia
    expected = scipy.linalg.expm(0.5 * F) @ [0.0, v[0]]
    found = [motion.q[-1, 0] - q[0], motion.v[-1, 0]]
    np.testing.assert_allclose(found, expected, rtol=1e-3, atol=1e-3 * abs(v[0]))


def refused(part: str, *arguments: object, **options: object) -> None:
    with pytest.raises(psiphi.PsiphiError, match=part):
        lqr(*arguments, **options)  # type: ignore[arg-type]


def test_what_has_no_answer_is_refused_with_the_reason(chain: Robot) -> None:
    up = np.array([-np.pi / 2.0, 0.0])
    refused("joint 'joint_2' accelerates by", chain, [0.5, 0.0], [0.0, 0.0], 1.0, 1.0)
    refused("no equilibrium", chain, [0.5, 0.0], None, 1.0, 1.0, joints=["joint_1"])
    still = Robot(replace(chain.model, gravity=(0.0, 0.0, 0.0)))
    refused("no force that it chooses moves a mode .* mostly of joint 'root'", psiphi.robots.free_flyer(),
            psiphi.robots.free_flyer().neutral(), None, 1.0, 1.0)  # fmt: skip
    refused("Q does not see a mode .* of joint 'joint_1'", still, up, None, [1.0, 0.0, 1.0, 0.0], 1.0)
    refused("Q: has the eigenvalue -1", chain, up, None, -1.0, 1.0)
    refused(
        "R: has the eigenvalue 0; give a matrix that is positive definite", chain, up, None, 1.0, [1.0, 0.0]
    )
    refused("Q: is not symmetric", chain, up, None, np.triu(np.ones((4, 4))), 1.0)
    refused("do not broadcast", chain, [up, up], None, np.tile(np.eye(4), (3, 1, 1)), 1.0)
    refused("R: has shape", chain, up, None, 1.0, np.eye(3))
    refused("method: 'euler' is unknown", chain, up, None, 1.0, 1.0, dt=0.1, method="euler")
    refused("joints: no force", chain, up, None, 1.0, 1.0, joints=[])
    refused("q, tau: hold NaN", chain, [np.nan, 0.0], None, 1.0, 1.0)
    refused("independent: .* has no loops", chain, up, None, 1.0, 1.0, independent=["joint_1"])
