"""The coefficients of DOP853 against the order conditions of all rooted trees; its errors."""

from __future__ import annotations

from itertools import combinations_with_replacement
from math import prod

import numpy as np
import pytest
from motions import ideal_tree

from psiphi.control import ComputedTorque
from psiphi.dynamics.motion import dop853_tableau as tableau
from psiphi.dynamics.motion.dop853 import interpolated, terms_of

Tree = tuple["Tree", ...]  # a root and the trees that grow on it


def rooted_trees(order: int) -> list[Tree]:
    """All rooted trees with so many vertices."""
    return [tuple(branches) for branches in _forests(order - 1, order - 1)]


def _forests(vertices: int, largest: int) -> list[list[Tree]]:
    if vertices == 0:
        return [[]]
    found = []
    for size in range(min(vertices, largest), 0, -1):
        for count in range(1, vertices // size + 1):
            for same in combinations_with_replacement(rooted_trees(size), count):
                found += [[*same, *rest] for rest in _forests(vertices - size * count, size - 1)]
    return found


def order(tree: Tree) -> int:
    return 1 + sum(map(order, tree))


def density(tree: Tree) -> int:
    return order(tree) * prod(map(density, tree))


def weights(tree: Tree) -> np.ndarray:
    """Φ(τ) of every stage: the product over the branches of A Φ(branch)."""
    result = np.ones(tableau.ALL_STAGES)
    for branch in tree:
        result = result * (tableau.STAGE_WEIGHTS @ weights(branch))
    return result


def test_rooted_trees_are_as_many_as_there_are() -> None:
    assert [len(rooted_trees(n)) for n in range(1, 9)] == [1, 1, 2, 4, 9, 20, 48, 115]


@pytest.mark.parametrize("vertices", range(1, 9))
def test_the_step_has_order_8(vertices: int) -> None:
    for tree in rooted_trees(vertices):
        value = tableau.STEP_WEIGHTS @ weights(tree)[: tableau.STAGES]
        assert value == pytest.approx(1.0 / density(tree), rel=0, abs=1e-14)


def test_no_order_9() -> None:
    off = [
        abs(tableau.STEP_WEIGHTS @ weights(tree)[: tableau.STAGES] - 1.0 / density(tree))
        for tree in rooted_trees(9)
    ]
    assert max(off) > 1e-6


@pytest.mark.parametrize(("row", "agrees_to"), [(0, 5), (1, 3)])
def test_error_estimates_are_of_order_5_and_3(row: int, agrees_to: int) -> None:
    """The difference of two methods vanishes on all trees up to the order of the lower one, and not above."""
    for vertices in range(1, agrees_to + 2):
        values = [tableau.ERROR_WEIGHTS[row] @ weights(tree)[:13] for tree in rooted_trees(vertices)]
        largest = float(np.abs(values).max())
        assert largest < 1e-14 if vertices <= agrees_to else largest > 1e-6


@pytest.mark.parametrize("share", [0.1, 0.35, 0.5, 0.8, 1.0])
def test_the_interpolant_has_order_7(share: float) -> None:
    """Σ b(θ) Φ(τ) = θ^|τ|/γ(τ), the weights b(θ) being read off the interpolant of unit slopes."""
    end = np.zeros(tableau.ALL_STAGES)
    end[: tableau.STAGES] = tableau.STEP_WEIGHTS
    slopes = {f"k{n}": row for n, row in enumerate(np.eye(tableau.ALL_STAGES).tolist())}
    b = np.array(interpolated(terms_of(1.0, end.tolist(), slopes), share))
    for vertices in range(1, 8):
        for tree in rooted_trees(vertices):
            assert b @ weights(tree) == pytest.approx(share**vertices / density(tree), rel=0, abs=1e-14)


def test_errors_follow_the_tolerance() -> None:
    robot = ideal_tree(5, bodies=4, base="free")
    rng = np.random.default_rng(0)
    q, v = robot.random_configuration(rng), rng.standard_normal(robot.nv)
    runs = {
        tolerance: robot.simulate(
            q, v, duration=2.0, dt=0.02, method="dop853", tolerance=tolerance, limits=False
        )
        for tolerance in (1e-13, 1e-9, 1e-6)
    }
    truth = runs[1e-13]
    errors = {
        tolerance: float(np.abs(robot.difference(run.q, truth.q)).max()) for tolerance, run in runs.items()
    }
    assert errors[1e-9] < 1e-7
    assert errors[1e-6] < 1e-4
    assert errors[1e-9] < 0.1 * errors[1e-6]  # and that of the samples between the steps follows too


def test_a_reference_that_moves_is_followed_to_fourth_order_in_dt() -> None:
    """Under the computed torque e = (e₀ + (ė₀ + p e₀) t) exp(−p t), with a double pole −p, of any robot."""
    robot = ideal_tree(2, bodies=3, base="fixed", kinds=("revolute",))
    rng = np.random.default_rng(0)
    middle, e, rate = (rng.standard_normal(robot.nv) for _ in range(3))
    frequency, pole, duration = 1.0 + np.arange(robot.nv), 3.0, 0.8

    def reference(t: np.ndarray) -> tuple[np.ndarray, ...]:
        angle = frequency * np.asarray(t)[..., None]
        waves = np.sin(angle), frequency * np.cos(angle), -(frequency**2) * np.sin(angle)
        return middle + waves[0], waves[1], waves[2]

    start, speed, _ = reference(np.array(0.0))
    error = (e + (rate + pole * e) * duration) * np.exp(-pole * duration)
    exact = reference(np.array(duration))[0] + error
    law = ComputedTorque(robot, reference, pole=pole)
    off = []
    for steps in (10, 20, 40, 160):
        run = robot.rollout(
            start + e,
            speed + rate,
            law,
            steps,
            duration / steps,
            method="dop853",
            tolerance=1e-13,
            limits=False,
        )
        off.append(np.abs(run.q[-1] - exact).max())
    assert 12 < off[0] / off[1] < 20
    assert 12 < off[1] / off[2] < 20
    assert 1e-13 < off[3] < 1e-8
    still = ComputedTorque(robot, start, pole=pole)  # nothing moves with the time: the tolerance is kept
    run = robot.rollout(
        start + e, rate, still, 2, duration / 2, method="dop853", tolerance=1e-13, limits=False
    )
    assert np.abs(run.q[-1] - (start + error)).max() < 1e-11
