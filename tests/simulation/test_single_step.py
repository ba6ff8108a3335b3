"""`robot.step` is the first step of a rollout, and passive forces are compiled like all others."""

from __future__ import annotations

import numpy as np
import pytest
from motions import some_state

import psiphi
from psiphi import Robot
from psiphi.formats.robots.random_tree import random_tree

ROBOTS = {
    "arm": psiphi.robots.panda(),
    "tree": Robot(random_tree(5, bodies=5, base="free", mimic=0.3)),
}


@pytest.mark.parametrize("name", ROBOTS)
@pytest.mark.parametrize("batch", [(), (5,), (2, 3)])
def test_a_step_is_that_of_a_rollout(name, batch):
    robot = ROBOTS[name]
    q, v = some_state(robot, batch=batch)
    tau = np.random.default_rng(0).standard_normal((*batch, robot.nv))
    found = robot.step(q, v, tau, 1e-3)
    expected = robot.rollout(q, v, tau, 1, 1e-3)
    for x, y in zip(found, expected, strict=True):
        np.testing.assert_allclose(x, y[-1], rtol=1e-13, atol=1e-13)
    twice = q.copy()
    twice[..., robot.model.coordinates.groups[0].q[:, -4:]] *= 2.0 if robot.nq > robot.nv else 1.0
    out = tuple(np.empty_like(x) for x in found)
    robot.step(twice, v, tau, np.full(batch, 1e-3), out=out)
    np.testing.assert_allclose(out[0], found[0], atol=1e-13)


def test_steps_take_parameters():
    robot = ROBOTS["arm"]
    varied = robot.varying("gravity")
    q, v = some_state(robot, batch=(2,))
    tau = np.zeros(robot.nv)
    found = varied.step(q, v, tau, 1e-3, parameters=[[0.0, 0.0, -9.81], [0.0, 0.0, 0.0]])
    np.testing.assert_allclose(found[1][0], robot.step(q, v, tau, 1e-3)[1][0], atol=1e-13)
    assert np.abs(found[1][1] - robot.step(q, v, tau, 1e-3)[1][1]).max() > 1e-3


def test_steps_end_on_the_loops():
    bar = psiphi.robots.four_bar()
    q = bar.assemble([0.3, 0.0, 0.0], locked="A").q
    v = bar.project_velocity(q, [2.0, 0.0, 0.0])
    for robot, rates in ((bar, v), (bar.embedded(q), v[bar.embedded(q).independent])):
        tau = np.full(robot.nv, 0.1)
        found, expected = robot.step(q, rates, tau, 1e-3), robot.rollout(q, rates, tau, 1, 1e-3)
        for x, y in zip(found, expected, strict=True):
            np.testing.assert_allclose(x, y[-1], rtol=1e-11, atol=1e-11)
        assert np.abs(bar.loop_residual(found[0])).max() < 1e-12
