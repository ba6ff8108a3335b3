"""Derivatives of robots of all joints, judged by points with mass in more than fifty digits."""

from __future__ import annotations

import numpy as np
import pytest
from differences import close, state
from fifty_digits import Points

from psiphi import Robot
from psiphi.formats.robots.random_tree import random_tree

KINDS = {
    "fixed": ("universal", "helical", "planar", "revolute"),
    "free": ("spherical", "prismatic", "continuous"),
}


@pytest.mark.parametrize("base", KINDS)
def test_inverse_and_forward_dynamics(base) -> None:
    model = random_tree(4, bodies=4, kinds=KINDS[base], base=base, branching=0.5)
    robot = Robot(model)
    assert {body.joint.kind.name for body in model.bodies} >= set(KINDS[base])
    q, v, a = state(robot)
    by_q, by_v, mass = expected = Points(model).inverse_dynamics_derivatives(q, v, a)
    for found, right in zip(robot.inverse_dynamics_derivatives(q, v, a), expected, strict=True):
        close(found, right, 1e-12)
    tau = robot.inverse_dynamics(q, v, a)  # at which 𝓜 ∂a + ∂τ(q, v, a) = 0
    assert np.linalg.cond(mass) < 1e6
    found = robot.forward_dynamics_derivatives(q, v, tau)
    for one, right in zip(found, (-by_q, -by_v, np.eye(robot.nv)), strict=True):
        close(one, np.linalg.solve(mass, right), 1e-10)
