"""Sampling: near the optimum that derivatives find, the same for the same seed, weights as defined."""

from __future__ import annotations

import numpy as np
import pytest

import psiphi
from psiphi import Robot
from psiphi.control import Cost, Quadratic, ilqr, mppi

DOWN, STEPS, DT = np.array([np.pi / 2.0, 0.0]), 20, 0.05
GOAL = DOWN + np.array([0.4, -0.3])
STAGE, FINAL = Quadratic(0.1, 0.02, q=GOAL), Quadratic(20.0, q=GOAL)
OPTIONS = {"steps": STEPS, "dt": DT, "limits": False}


@pytest.fixture(scope="module")
def chain() -> Robot:
    return psiphi.robots.planar_chain(2)


def test_many_samples_come_near_the_optimum(chain: Robot) -> None:
    best = ilqr(chain, DOWN, np.zeros(2), STAGE, FINAL, **OPTIONS)
    starts = DOWN + np.array([[0.0, 0.0], [0.1, 0.1]])
    options = {**OPTIONS, "noise": 0.5}
    first = mppi(chain, starts, np.zeros(2), STAGE, FINAL, iterations=3, **options)
    found = mppi(chain, starts, np.zeros(2), STAGE, FINAL, iterations=30, **options)
    assert found.tau.shape == (STEPS, 2, 2)
    assert best.cost < found.cost[0] < 1.6 * best.cost
    assert np.all(found.cost < 0.8 * first.cost)
    assert np.all(found.effective > 1.0)
    motion = chain.rollout(starts, np.zeros((2, 2)), found.tau, STEPS, DT, effort_limits=False)
    x = np.concatenate([motion.q - GOAL, motion.v], axis=-1) ** 2
    cost = 0.1 * x[:-1].sum((0, 2)) + 20.0 * x[-1].sum(-1) + 0.02 * (found.u**2).sum((0, 2))
    np.testing.assert_allclose(found.cost, cost, rtol=1e-12)


def test_seeds_decide_and_extreme_temperatures_are_means_and_minima(chain: Robot) -> None:
    def plan(seed: int, temperature: float | None, u: float = 0.3) -> np.ndarray:
        found = mppi(
            chain, DOWN, np.zeros(2), STAGE, FINAL, noise=[0.5, 0.1], samples=9, seed=seed,
            temperature=temperature, tau=[u, u], steps=STEPS, dt=DT, limits=(-0.5, 0.5),
        )  # fmt: skip
        return found.u

    np.testing.assert_array_equal(plan(1, None), plan(1, None))
    assert np.any(plan(1, None) != plan(2, None))
    change = np.array([0.5, 0.1]) * np.random.default_rng(3).standard_normal((STEPS, 9, 1, 2))
    change[:, 0] = 0.0
    tried = np.clip(0.3 + change, -0.5, 0.5)[:, :, 0]
    np.testing.assert_allclose(plan(3, 1e12), tried.mean(axis=1), atol=1e-10)
    coldest = plan(3, 1e-12)
    assert np.abs(tried - coldest[:, None]).max(axis=(0, 2)).min() < 1e-12


def test_costs_may_jump(chain: Robot) -> None:
    """A wall that derivatives do not see."""

    def wall(q: np.ndarray, v: np.ndarray, u: np.ndarray) -> object:
        beyond = np.abs(q[0] - 1.7) + (q[0] - 1.7)
        return (q - GOAL) @ (q - GOAL) + 1e3 * beyond + 1e-3 * (u @ u)

    found = mppi(chain, DOWN, np.zeros(2), Cost(wall), FINAL, noise=3.0, iterations=20, **OPTIONS)
    assert found.q[:, 0].max() < 1.72


def test_mistakes_are_named(chain: Robot) -> None:
    for part, options in {
        r"noise: \[1.0, 2.0, 3.0\] given": {"noise": [1.0, 2.0, 3.0]},
        "noise: inf given": {"noise": np.inf},
        "seed: ": {"noise": 1.0, "seed": "x"},
        "samples: 1 given": {"noise": 1.0, "samples": 1},
        "temperature: 0 given": {"noise": 1.0, "temperature": 0.0},
    }.items():
        with pytest.raises(psiphi.PsiphiError, match=part):
            mppi(chain, DOWN, np.zeros(2), STAGE, FINAL, **{**OPTIONS, **options})
