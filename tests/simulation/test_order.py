"""Each method has the order it claims, on every kind of joint and with forces that change."""

from __future__ import annotations

import numpy as np
import pytest
from chart import Chart
from motions import distance, ideal_tree, solved, some_state

from psiphi import Robot
from psiphi.algebra import joint_operator, joint_vector
from psiphi.algebra import v as velocity

ROBOTS = {
    "free and spherical": ideal_tree(1, bodies=3, kinds=["spherical"], base="free"),
    "planar": ideal_tree(2, bodies=2, kinds=["planar"]),
    "every kind": ideal_tree(5, bodies=9),
    "several free": ideal_tree(4, bodies=2, roots=2, kinds=["free"]),
    "mimics and rotors": ideal_tree(7, bodies=5, kinds=["revolute", "spherical"], mimic=0.6, rotors=True),
}
DURATION = 0.24
FREE = {"duration": DURATION, "limits": False}


def pull(time: float, q: np.ndarray, v: np.ndarray) -> np.ndarray:
    return np.sin(9.0 * time) - 0.2 * v


braked = joint_vector("pull") - joint_operator("K_d", diagonal=True) @ velocity


def inputs(robot: Robot) -> dict[str, np.ndarray]:
    return {"pull": np.full(robot.nv, 0.3), "K_d": np.full(robot.nv, 0.2)}


@pytest.fixture(scope="module", params=ROBOTS)
def case(request: pytest.FixtureRequest):
    robot = ROBOTS[request.param]
    q, v = some_state(robot, 3)
    return robot, q, v, solved(robot, q, v, pull, DURATION)


@pytest.mark.parametrize(("method", "steps", "factor"), [("rk4", 24, 16.0), ("semi_implicit", 200, 2.0)])
def test_half_the_step_leaves_the_right_share_of_the_error(case, method, steps, factor) -> None:
    robot, q, v, truth = case
    coarse, fine = (
        distance(robot, _end(robot.simulate(q, v, pull, dt=DURATION / n, method=method, **FREE)), truth)
        for n in (steps, 2 * steps)
    )
    assert 0.75 * factor < coarse / fine < 1.35 * factor


def test_dop853_agrees_with_an_independent_solver(case) -> None:
    robot, q, v, _ = case
    truth = solved(robot, q, v, lambda t, q, v: 0.3 - 0.2 * v, DURATION)
    ends = [
        _end(
            robot.simulate(
                q, v, braked, inputs=inputs(robot), dt=DURATION, method="dop853", tolerance=tolerance, **FREE
            )
        )
        for tolerance in (1e-8, 1e-12)
    ]
    assert distance(robot, ends[0], truth) < 1e-6
    assert distance(robot, ends[1], truth) < 1e-10


def test_rows_of_dop853_take_steps_of_their_own(case) -> None:
    """Whatever is beside a row, and wherever its horizon is cut; samples fall on steps or between them."""
    robot, _, _, _ = case
    q, v = some_state(robot, 4, batch=(19,))
    v *= np.geomspace(0.01, 3.0, 19)[:, None]
    how = {"method": "dop853", "tolerance": 1e-10, "limits": False}
    together = robot.rollout(q, v, None, 40, 6e-3, threads=2, **how)
    for row in (0, 7, 18):
        alone = robot.rollout(q[row], v[row], None, 40, 6e-3, **how)
        assert np.array_equal(alone.q, together.q[:, row])
        assert np.array_equal(alone.v, together.v[:, row])
        sparse = robot.rollout(q[row], v[row], None, 2, 0.12, **how)
        assert distance(robot, (sparse.q[-1], sparse.v[-1]), (alone.q[-1], alone.v[-1])) < 1e-7
    part = robot.rollout(q, v, None, 40, 6e-3, every=8, **how)
    assert np.array_equal(part.q, together.q[::8])


def test_charts_move_as_the_robot_does(case) -> None:
    """The place x + ẋ ε lies where the velocity v leads from the place x within the time ε."""
    robot, q, v, _ = case
    chart, eps = Chart(robot.model), 1e-5
    x = 0.8 * np.random.default_rng(1).standard_normal(robot.nv)
    here = chart.place(q, x)
    rates = chart.rates(here, x, v)
    moved = robot.difference(chart.place(q, x - eps * rates), chart.place(q, x + eps * rates)) / (2 * eps)
    assert moved == pytest.approx(v, abs=1e-8)
    assert robot.difference(chart.place(q, 0.0 * x), q) == pytest.approx(np.zeros(robot.nv), abs=1e-15)


@pytest.mark.parametrize("method", ["rk4", "semi_implicit", "dop853"])
def test_a_batch_is_its_rows(method: str) -> None:
    robot: Robot = ROBOTS["every kind"]
    q, v = some_state(robot, 8, batch=(2, 3))
    tau = np.random.default_rng(2).standard_normal((5, 2, 3, robot.nv))
    together = robot.simulate(q, v, tau, duration=0.05, dt=0.01, method=method)
    assert together.batch == (2, 3)
    assert together.q.shape == (6, 2, 3, robot.nq)
    assert together.tau.shape == (6, 2, 3, robot.nv)
    for row in np.ndindex(2, 3):
        alone = robot.simulate(q[row], v[row], tau[:, *row], duration=0.05, dt=0.01, method=method)
        assert np.array_equal(together.q[:, *row], alone.q)
        assert np.array_equal(together.v[:, *row], alone.v)
        assert np.array_equal(together.tau[:, *row], alone.tau)


def _end(trajectory) -> tuple[np.ndarray, np.ndarray]:
    return trajectory.q[-1], trajectory.v[-1]
