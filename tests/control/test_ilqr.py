"""Plans of least cost: the Riccati recursion where motion is linear, conditions of a minimum where not."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from scipy.optimize import lsq_linear

import psiphi
from psiphi import Robot
from psiphi.algebra import H, M, inv, joint_vector, phi
from psiphi.control import Cost, Quadratic, ilqr, traced
from psiphi.control.trajectory.carried import carried
from psiphi.model import Body, Joint, Model
from psiphi.spatial import Inertia

STEPS, DT = 40, 0.05
DOWN, UP = np.array([np.pi / 2.0, 0.0]), np.array([-np.pi / 2.0, 0.0])


@pytest.fixture(scope="module")
def chain() -> Robot:
    return psiphi.robots.planar_chain(2)


def costs(goal: np.ndarray) -> tuple[Quadratic, Quadratic]:
    return Quadratic(0.1, 0.02, q=goal), Quadratic(20.0, q=goal)


def gradient(
    robot: Robot, plan: psiphi.control.Plan, goal: np.ndarray, row: tuple[int, ...] = ()
) -> np.ndarray:
    """The slopes of the cost along all forces, by the gradient of the rollout; coordinates are plain."""
    q, v, u = (x[(slice(None), *row)] for x in (plan.q, plan.v, plan.u))
    weights = np.full((STEPS + 1, 1), 0.2)
    weights[-1] = 40.0
    owed = robot.rollout.vjp(
        q[0], v[0], u, STEPS, DT, weights * (q - goal), weights * v, effort_limits=False
    ).torque
    return owed + 0.04 * u


def rails_of(first: float, second: float) -> Robot:
    """Two masses, one on a rail on the other, weightless: motion is linear."""
    rails = [
        Body(name, parent, Joint(name, "prismatic", axis=axis), Inertia(mass, (0.0, 0.0, 0.0), np.eye(3)))
        for name, parent, axis, mass in (("x", -1, (1.0, 0.0, 0.0), first), ("y", 0, (0.6, 0.8, 0.0), second))
    ]
    return Robot(Model("rails", rails, gravity=(0.0, 0.0, 0.0)))


def test_a_linear_motion_takes_one_step_to_the_solution_of_riccati() -> None:
    """Two masses on rails, weightless: V by the discrete recursion, in dense matrices."""
    robot = rails_of(2.0, 1.0)
    A, B = robot.linearized(np.zeros(2), np.zeros(2), np.zeros(2), dt=DT)
    rng = np.random.default_rng(0)
    Q, R, end = (x @ x.T for x in (rng.standard_normal((n, n)) for n in (4, 2, 4)))
    V, gains = end, []
    for _ in range(STEPS):
        K = np.linalg.solve(R + B.T @ V @ B, B.T @ V @ A)
        V = Q + A.T @ V @ (A - B @ K)
        gains.insert(0, -K)
    x = rng.standard_normal(4)
    plan = ilqr(robot, x[:2], x[2:], Quadratic(Q, R), Quadratic(end), steps=STEPS, dt=DT, limits=False)
    assert plan.iterations == 1
    assert plan.converged
    assert plan.cost == pytest.approx(x @ V @ x, rel=1e-11)
    np.testing.assert_allclose(plan.gain, gains, rtol=1e-9, atol=1e-9)


def test_no_force_can_change_for_the_better(chain: Robot) -> None:
    """Several swings at once, each as if it were alone."""
    starts = DOWN + np.array([[0.0, 0.0], [0.5, -0.4], [-1.0, 1.0]])
    goal = DOWN + np.array([0.8, -0.5])
    stage, final = costs(goal)
    plan = ilqr(chain, starts, np.zeros(2), stage, final, steps=STEPS, dt=DT, limits=False, tolerance=1e-14)
    assert plan.converged.all()
    assert plan.tau.shape == (STEPS, 3, 2)
    for row in range(3):
        slopes = gradient(chain, plan, goal, (row,))
        assert np.abs(slopes).max() < 1e-5 * np.abs(0.04 * plan.u[:, row]).max()
        alone = ilqr(
            chain, starts[row], np.zeros(2), stage, final, steps=STEPS, dt=DT, limits=False, tolerance=1e-14
        )
        assert alone.iterations == plan.iterations[row]
        np.testing.assert_allclose(alone.u, plan.u[:, row], rtol=1e-9, atol=1e-9)
        np.testing.assert_allclose(alone.cost, plan.cost[row], rtol=1e-12)


def test_a_row_that_is_not_finite_ends_alone(chain: Robot) -> None:
    starts = np.array([[1.0, 0.0], [np.nan, 0.0], [1.2, 0.1]])
    stage, final = costs(DOWN)
    plan = ilqr(chain, starts, np.zeros(2), stage, final, steps=STEPS, dt=DT, limits=False)
    assert plan.reason.tolist() == ["converged", "not finite to begin with", "converged"]
    assert np.isnan(plan.cost).tolist() == [False, True, False]


@pytest.mark.parametrize("limits", [False, (-3.0, 3.0)])
def test_a_problem_alone_is_solved_as_it_is_among_others(chain: Robot, limits: Any) -> None:
    """To the bit: alone, knots are rows and columns of matrices lanes; among others, problems are lanes."""
    rng = np.random.default_rng(5)
    q, v = rng.standard_normal((3, chain.nq)), rng.standard_normal((3, chain.nv))
    cost = Quadratic(0.1, 1e-2), Quadratic(1.0)
    options: dict[str, Any] = {"steps": 15, "dt": 0.02, "iterations": 4, "limits": limits}
    together = ilqr(chain, q, v, *cost, **options)
    for row in (2, 0):  # what the first left in memory is nothing to the second
        alone = ilqr(chain, q[row], v[row], *cost, **options)
        np.testing.assert_array_equal(alone.u, together.u[:, row])
        np.testing.assert_array_equal(alone.gain, together.gain[:, row])


def test_forces_at_their_limits_push_outwards(chain: Robot) -> None:
    """Up from hanging with too little force to lift it at once: the conditions of Karush, Kuhn and Tucker."""
    stage, final = costs(UP)
    plan = ilqr(
        chain, DOWN, np.zeros(2), stage, final, steps=STEPS, dt=DT, limits=(-6.0, 6.0), iterations=300,
        tolerance=1e-13, tau=np.ones(2),
    )  # fmt: skip
    assert plan.converged
    slopes, high, low = gradient(chain, plan, UP), plan.u >= 6.0, plan.u <= -6.0
    assert (high | low).sum() > 5
    free = ~(high | low)
    assert np.abs(slopes[free]).max() < 1e-4 * np.abs(slopes).max()
    assert np.all(slopes[high] <= 0.0)
    assert np.all(slopes[low] >= 0.0)
    assert np.abs(plan.u).max() == 6.0


@pytest.mark.parametrize("seed", range(3))
def test_limited_forces_of_a_linear_motion_are_those_of_a_quadratic_program(seed: int) -> None:
    """Two masses on rails: all forces at once by least squares within bounds, which share no code."""
    rails = rails_of(2.0, 1.0)
    rng, steps, most = np.random.default_rng(seed), 12, np.array([0.8, 1.5])
    A, B = rails.linearized(np.zeros(2), np.zeros(2), np.zeros(2), dt=DT)
    Q, R, end = (x @ x.T + 0.1 * np.eye(n) for n in (4, 2, 4) for x in [rng.standard_normal((n, n))])
    x = rng.standard_normal(4)
    plan = ilqr(
        rails, x[:2], x[2:], Quadratic(Q, R), Quadratic(20.0 * end), steps=steps, dt=DT, tolerance=1e-15,
        limits=(-most, 0.5 * most),
    )  # fmt: skip
    assert plan.converged
    state, forces, rows, free = np.eye(4), np.zeros((4, 2 * steps)), [], []
    for k in range(steps):
        rows += [
            np.linalg.cholesky(Q).T @ forces,
            np.linalg.cholesky(R).T @ np.eye(2 * steps)[2 * k : 2 * k + 2],
        ]
        free += [np.linalg.cholesky(Q).T @ state @ x, np.zeros(2)]
        state, forces = A @ state, A @ forces
        forces[:, 2 * k : 2 * k + 2] += B
    rows.append(np.linalg.cholesky(20.0 * end).T @ forces)
    free.append(np.linalg.cholesky(20.0 * end).T @ state @ x)
    bounds = np.tile(-most, steps), np.tile(0.5 * most, steps)
    found = lsq_linear(np.vstack(rows), -np.concatenate(free), bounds, method="bvls", tol=1e-15)
    assert found.active_mask.any()
    assert not found.active_mask.all()
    np.testing.assert_allclose(plan.u.ravel(), found.x, rtol=1e-8, atol=1e-8)
    assert plan.cost == pytest.approx(2.0 * found.cost, rel=1e-10)


def test_free_bases_and_spherical_joints_are_no_special_case() -> None:
    """No change of the forces changes the cost in first order; the base has none."""
    box = Inertia(2.0, (0.1, 0.0, 0.3), np.diag([0.3, 0.4, 0.5]))
    bodies = [
        Body("box", -1, Joint("root", "free"), box),
        Body("arm", 0, Joint("shoulder", "spherical"), box),
    ]
    robot = Robot(Model("two boxes", bodies))
    rng, steps, dt = np.random.default_rng(5), 10, DT
    q = robot.random_configuration(rng)
    goal = robot.integrate(q, rng.standard_normal(robot.nv))
    weights = rng.uniform(0.5, 2.0, 2 * robot.nv)
    plan = ilqr(
        robot, q, np.zeros(robot.nv), Quadratic(weights, 0.1, q=goal), Quadratic(10.0 * weights, q=goal),
        steps=steps, dt=dt, limits=False, tolerance=1e-15,
    )  # fmt: skip
    assert plan.converged

    def cost(u: np.ndarray) -> np.ndarray:
        tau = np.zeros((steps, len(u), robot.nv))
        tau[..., plan.joints] = u.swapaxes(0, 1)
        start = np.broadcast_to(q, (len(u), robot.nq))
        motion = robot.rollout(start, np.zeros((len(u), robot.nv)), tau, steps, dt, effort_limits=False)
        x = np.concatenate([robot.difference(goal, motion.q), motion.v], axis=-1)
        return (x**2 @ weights).sum(0) + 9.0 * x[-1] ** 2 @ weights + 0.1 * (u**2).sum((1, 2))

    assert cost(plan.u[None])[0] == pytest.approx(plan.cost, rel=1e-12)
    ways = rng.standard_normal((6, *plan.u.shape))
    h = 1e-4
    slopes = (cost(plan.u + h * ways) - cost(plan.u - h * ways)) / (2.0 * h)
    bends = (cost(plan.u + h * ways) + cost(plan.u - h * ways) - 2.0 * plan.cost) / h**2
    assert np.all(bends > 0.0)
    assert np.abs(slopes).max() < 1e-6 * np.sqrt(plan.cost * bends.max())


@pytest.mark.parametrize("kind", ["free", "spherical", "planar"])
def test_steps_carry_variations_along_as_the_linear_model_says(kind: str) -> None:
    base = "free" if kind == "free" else "fixed"
    robot = psiphi.robots.random_tree(2, bodies=2, kinds=[kind if kind != "free" else "revolute"], base=base)
    rng = np.random.default_rng(2)
    q, v, tau = robot.random_configuration(rng), *rng.standard_normal((2, robot.nv))
    A, _ = robot.linearized(q, v, tau, dt=0.1)
    after = v + 0.1 * robot.forward_dynamics(q, v, tau)
    T, N = (x.astype(float) for x in carried(robot.model, list(0.1 * after)))
    n = robot.nv
    np.testing.assert_allclose(A[:n, :n], T + 0.1 * N @ A[n:, :n], atol=1e-12)
    np.testing.assert_allclose(A[:n, n:], 0.1 * N @ A[n:, n:], atol=1e-12)


def test_costs_may_be_functions_and_expressions(chain: Robot) -> None:
    """The same cost three ways; then the tip at a point, as residuals of a kernel."""
    goal = DOWN + np.array([0.4, 0.2])
    _, final = costs(goal)
    mass = H @ phi @ M @ phi.T @ H.T
    options = {"steps": 20, "dt": DT, "limits": False, "tolerance": 1e-12}
    tau = joint_vector("tau")
    by_function = ilqr(
        chain, DOWN, np.zeros(2), lambda q, v, u: 0.1 * (((q - goal) ** 2).sum() + v @ v) + 0.02 * (u @ u),
        final, **options,
    )  # fmt: skip
    by_residuals = Cost(
        lambda q, v, u, goal: [*(np.sqrt(0.1) * (q - goal)), *(np.sqrt(0.1) * v), *(np.sqrt(0.02) * u)],
        {"goal": goal},
    )
    plain = ilqr(chain, DOWN, np.zeros(2), costs(goal)[0], final, **options)
    for other in (by_function, ilqr(chain, DOWN, np.zeros(2), by_residuals, final, **options)):
        np.testing.assert_allclose(other.cost, plain.cost, rtol=1e-10)
        np.testing.assert_allclose(other.u, plain.u, rtol=1e-5, atol=1e-5)
    work = ilqr(chain, DOWN, np.zeros(2), 0.02 * (tau.T @ tau) + tau.T @ inv(mass) @ tau, final, **options)
    assert work.converged
    motion = np.array([chain.mass_matrix_solve(q, u) @ u for q, u in zip(work.q[:-1], work.u, strict=True)])
    last = np.r_[work.q[-1] - goal, work.v[-1]]
    assert work.cost == pytest.approx(motion.sum() + 0.02 * (work.u**2).sum() + 20.0 * last @ last, rel=1e-11)

    tip = traced(chain.kernel("frame_pose", ["tip"]))
    place = np.array([0.0, 1.2, -1.0])
    reach = ilqr(
        chain, DOWN, np.zeros(2), Quadratic(np.r_[0.0, 0.0, 0.01, 0.01], 1e-4),
        Cost(lambda q, v, u, place: [*(10.0 * (tip(q)[1] - place)), *v], {"place": place}), **options,
    )  # fmt: skip
    assert reach.converged
    np.testing.assert_allclose(chain.frame_pose(reach.q[-1], "tip")[1], place, atol=1e-2)


def test_a_plan_is_a_torque_and_a_law(chain: Robot) -> None:
    stage, final = costs(DOWN + 0.5)
    plan = ilqr(chain, DOWN, np.zeros(2), stage, final, steps=STEPS, dt=DT, limits=False)
    motion = chain.rollout(DOWN, np.zeros(2), plan.tau, STEPS, DT, effort_limits=False)
    np.testing.assert_array_equal(motion.q, plan.q)
    pushed = chain.simulate(
        DOWN + 0.05, np.zeros(2), plan, duration=STEPS * DT, dt=DT, method="semi_implicit", hold=1
    )
    alone = chain.rollout(DOWN + 0.05, np.zeros(2), plan.tau, STEPS, DT)
    assert np.abs(pushed.q[-1] - plan.q[-1]).max() < 0.3 * np.abs(alone.q[-1] - plan.q[-1]).max()
    short = ilqr(chain, DOWN, np.zeros(2), stage, final, steps=STEPS, dt=DT, limits=False, iterations=1)
    assert short.reason == "ran out of iterations"
    assert not short.converged


def test_no_problems_have_no_answers(chain: Robot) -> None:
    plan = ilqr(chain, np.zeros((0, 2)), np.zeros(2), *costs(DOWN), steps=5, dt=DT)
    assert plan.u.shape == (5, 0, 2)


@pytest.mark.parametrize("name", ["K", "k", "goal_next", "goal_again", "dt"])
def test_parameters_of_a_cost_may_have_any_name(chain: Robot, name: str) -> None:
    """Those that the passes give to arrays of their own, too."""

    def of(name: str) -> Any:
        def stage(q: Any, v: Any, u: Any, **x: Any) -> Any:
            return ((q - x[name]) ** 2).sum() + 0.1 * (u @ u)

        cost = Cost(stage, {name: [0.3, 0.4]})
        return ilqr(chain, DOWN, np.zeros(2), cost, cost, steps=5, dt=DT, limits=False)

    found, expected = of(name), of("goal")
    np.testing.assert_array_equal(found.u, expected.u)
    assert found.cost == expected.cost


def test_goals_of_knots_may_be_a_batch_where_that_of_the_end_is_one(chain: Robot) -> None:
    goals, end = DOWN + np.array([[0.1, 0.2], [0.3, -0.4]]), Quadratic(1.0, q=DOWN)
    plan, *alone = (
        ilqr(chain, DOWN, np.zeros(2), Quadratic(1.0, 0.1, q=goal), end, steps=5, dt=DT)
        for goal in (goals, *goals)
    )
    np.testing.assert_array_equal(plan.cost, [each.cost for each in alone])


def test_what_cannot_be_planned_is_refused_by_name(chain: Robot) -> None:
    stage, final = costs(DOWN)

    def refused(part: str, stage: object = stage, final: object = final, **options: object) -> None:
        options = {"steps": 5, "dt": DT, **options}
        with pytest.raises(psiphi.PsiphiError, match=part):
            ilqr(chain, DOWN, np.zeros(2), stage, final, **options)  # type: ignore[arg-type]

    refused("stage: int given", stage=3)
    refused("joints: expected a name", joints=1.0)
    refused("friction: .* give True or False", friction=np.zeros(2))
    refused("iterations: a number of", iterations=10**400)
    refused("R: some of its numbers are masked", stage=Quadratic(1.0, np.ma.masked_array([1.0], mask=[1])))
    refused("stage: .* is no number", stage=joint_vector("tau"))
    refused("R: has the eigenvalue", stage=Quadratic(1.0, -1.0))
    refused("limits: the least force", limits=(1.0, -1.0))
    refused("tau: has shape", tau=np.zeros(3))
    refused("steps: 0 given", steps=0)
    refused("cost: NoneType given", stage=lambda q, v, u: None)
    refused("'q' is the name of another", stage=Cost(lambda q, v, u, **x: v @ v, {"q": [1.0]}))
    linkage = psiphi.robots.four_bar()
    with pytest.raises(psiphi.PsiphiError, match="has loops"):
        ilqr(linkage, linkage.neutral(), np.zeros(3), stage, final, steps=5, dt=DT)
