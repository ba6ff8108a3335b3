"""Sums over the bodies that two columns share, by way of the compliance of the last of them."""

from __future__ import annotations

import numpy as np
import pytest

from psiphi import Robot
from psiphi.algebra import dense
from psiphi.algebra.expression import Expr
from psiphi.algebra.rewriting.polynomial import expand
from psiphi.dynamics.catalogue import request
from psiphi.formats.robots import random_tree
from psiphi.kernel.program.counts import count
from psiphi.kernel.tracing import candidates, cheapest
from psiphi.recursion.bodies.mechanism import Mechanism
from psiphi.recursion.matrices import shared_paths
from psiphi.recursion.numbers.arithmetic import NumpyArithmetic
from psiphi.recursion.sweeps.evaluate import evaluate_together

ROBOTS = {
    "every kind of joint, two roots, rotors": random_tree(0, bodies=9, roots=2, rotors=True),
    "a tree on a free base": random_tree(4, bodies=9, base="free", branching=0.5),
    "a single joint": random_tree(2, bodies=1, kinds=("revolute",)),
}


@pytest.mark.parametrize("name", ROBOTS)
@pytest.mark.parametrize("quantity", ["mass_matrix_inverse", "operational_space_compliance"])
def test_they_are_the_sums(name: str, quantity: str, monkeypatch: pytest.MonkeyPatch) -> None:
    for constant in ("_COMPLIANCE", "_PRODUCT", "_STATE"):  # wherever it can be done it now pays
        monkeypatch.setattr(shared_paths, constant, -1)
    robot = Robot(ROBOTS[name])
    frames = (robot.body_names[-1], robot.body_names[len(robot.body_names) // 2])
    asked = request(robot.model, quantity, frames, reference="local")
    q = robot.random_configuration(np.random.default_rng(0))
    right = _dense(asked.expression, robot, q, frames)
    mechanism = Mechanism.from_model(robot.model, frames=frames)
    (p,) = candidates(asked.expressions)[0][1]
    found = np.reshape(evaluate_together([p], mechanism, NumpyArithmetic(), list(q))[0], right.shape)
    assert np.abs(found - right).max() <= 1e-10 * np.abs(right).max()


def _dense(x: Expr, robot: Robot, q: np.ndarray, frames: tuple[str, ...]) -> np.ndarray:
    return dense(expand(x).expression(), robot, q, frames=frames)


def test_the_inverse_mass_matrix_is_quadratic() -> None:
    """From N = 40 to 80 operations are added at most four times as fast as from 20 to 40."""
    twenty, forty, eighty = (
        count(
            cheapest(
                request(
                    random_tree(1, bodies=n, kinds=("revolute",), branching="chain"), "mass_matrix_inverse"
                )
            ).program
        ).total
        for n in (20, 40, 80)
    )
    assert eighty - forty <= 4 * (forty - twenty)
