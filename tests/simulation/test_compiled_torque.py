"""Torques that are expressions: compiled into steps, they are the function that calls their kernel."""

from __future__ import annotations

import numpy as np
import pytest
from motions import ideal_tree, some_state

import psiphi
from psiphi.algebra import (
    H,
    J,
    M,
    coordinate_vector,
    coupling,
    frame_vector,
    g,
    joint_operator,
    joint_vector,
    phi,
    v,
)
from psiphi.errors import InputError, UnknownNameError

damping, pull = joint_operator("K_d", diagonal=True), joint_vector("pull")
braked = H @ phi @ M @ phi.T @ g - damping @ v + pull

ROBOTS = {
    "arm": psiphi.robots.ur5(),
    "free": ideal_tree(2, bodies=4, base="free"),
    "many bodies": psiphi.robots.planar_chain(52),
}
STEPS, DT = 6, 1e-3


def given(robot, batch):
    rng = np.random.default_rng(5)
    return {
        "K_d": 0.02 * rng.random((*batch, robot.nv)),  # for each row
        "pull": 0.1 * rng.standard_normal((STEPS, *(1,) * len(batch), robot.nv)),  # for each step
    }


@pytest.mark.parametrize("name", ROBOTS)
def test_a_compiled_expression_is_the_function_that_calls_it(name):
    robot, batch = ROBOTS[name], (3,)
    q, rates = some_state(robot, speed=0.3, batch=batch)
    inputs, kernel = given(robot, batch), robot.compile(braked)

    def function(t, q, rates):
        step = min(round(t / DT), STEPS - 1)
        return kernel(q, rates, K_d=inputs["K_d"], pull=inputs["pull"][step])

    asked = robot.simulate(q, rates, function, duration=STEPS * DT, dt=DT, method="semi_implicit")
    found = robot.rollout(q, rates, braked, STEPS, DT, inputs=inputs)
    np.testing.assert_allclose(found.q, asked.q, rtol=0, atol=1e-13)
    np.testing.assert_allclose(found.v, asked.v, rtol=0, atol=1e-13 * np.abs(asked.v).max())
    same = robot.simulate(
        q, rates, kernel, inputs=inputs, duration=STEPS * DT, dt=DT, method="semi_implicit", every=2
    )
    np.testing.assert_array_equal(same.v, found.v[::2])
    np.testing.assert_allclose(same.tau, asked.tau[::2], rtol=0, atol=1e-12 * np.abs(asked.tau).max())


@pytest.mark.parametrize("method", ["rk4", "midpoint"])
def test_it_is_evaluated_wherever_the_method_asks(method):
    robot = ROBOTS["arm"]
    q, rates = some_state(robot, speed=0.3)
    inputs = {"K_d": np.full(robot.nv, 0.01), "pull": np.full(robot.nv, 0.02)}
    kernel = robot.compile(braked)
    if method == "rk4":
        expected = robot.simulate(q, rates, lambda t, q, v: kernel(q, v, **inputs), duration=0.01, dt=DT)
        found = robot.rollout(q, rates, braked, 10, DT, method=method, inputs=inputs)
        np.testing.assert_allclose(found.v, expected.v, rtol=0, atol=1e-13)
    else:  # of second order, with feedback in its middle
        fine = robot.simulate(q, rates, kernel, inputs=inputs, duration=0.02, dt=0.02, method="dop853")
        off = [
            np.abs(
                robot.rollout(q, rates, braked, n, 0.02 / n, method=method, inputs=inputs).v[-1] - fine.v[-1]
            ).max()
            for n in (5, 10)
        ]
        assert 3.5 < off[0] / off[1] < 4.5


@pytest.mark.parametrize("name", ["pull_next", "pull_again"])
def test_vectors_of_a_law_may_have_any_name(name):
    """Steps tell their own arrays by such endings."""
    robot = ROBOTS["arm"]
    q, rates = some_state(robot, speed=0.3)
    found, expected = (
        robot.rollout(q, rates, joint_vector(x) - v, 10, DT, inputs={x: np.full(robot.nv, 0.02)}).v
        for x in (name, "pull")
    )
    np.testing.assert_array_equal(found, expected)


def test_rows_threads_and_precision():
    robot = ROBOTS["free"]
    q, rates = some_state(robot, speed=0.3, batch=(21,))
    inputs = given(robot, (21,))
    whole = robot.rollout(q, rates, braked, STEPS, DT, inputs=inputs, method="rk4")
    split = robot.rollout(q, rates, braked, STEPS, DT, inputs=inputs, method="rk4", threads=2)
    np.testing.assert_array_equal(whole.q, split.q)
    alone = {"K_d": inputs["K_d"][4], "pull": inputs["pull"][:, 0]}
    np.testing.assert_array_equal(
        robot.rollout(q[4], rates[4], braked, STEPS, DT, inputs=alone, method="rk4").q, whole.q[:, 4]
    )
    single = [x.astype(np.float32) for x in (q, rates)]
    narrow = robot.rollout(*single, braked, STEPS, DT, inputs=inputs, method="rk4")
    assert narrow.q.dtype == np.float32
    np.testing.assert_allclose(narrow.q, whole.q, atol=1e-5)


def test_frames_mimics_and_periods():
    robot = ideal_tree(3, bodies=4, mimic=0.6, kinds=("revolute", "prismatic"))
    assert robot.model.nv_tree > robot.nv
    force = coupling.T @ J.T @ frame_vector("force") + coordinate_vector("tau")
    kernel = robot.compile(force, frames=[robot.frame_names[-1]])
    q, rates = some_state(robot, speed=0.3)
    rng = np.random.default_rng(1)
    inputs = {"force": rng.standard_normal((3, 6)), "tau": rng.standard_normal((3, robot.nv))}
    found = robot.rollout(q, rates, kernel, 6, DT, inputs=inputs, hold=2)
    asked = robot.simulate(
        q,
        rates,
        lambda t, q, v: kernel(q, **{name: x[min(round(t / DT) // 2, 2)] for name, x in inputs.items()}),
        duration=6 * DT,
        dt=DT,
        method="semi_implicit",
    )
    np.testing.assert_allclose(found.v, asked.v, rtol=0, atol=1e-13)


def test_what_cannot_be_a_torque_is_refused():
    robot = ROBOTS["arm"]
    q, rates = some_state(robot)
    with pytest.raises(InputError, match="no vector of joint forces"):
        robot.rollout(q, rates, phi.T @ H.T @ v, 2, DT)
    with pytest.raises(InputError, match="has the input 'pull'"):
        robot.rollout(q, rates, braked, 2, DT, inputs={"K_d": np.ones(6)})
    with pytest.raises(UnknownNameError, match="no input 'push'"):
        robot.rollout(q, rates, pull, 2, DT, inputs={"push": np.ones(6)})
    with pytest.raises(InputError, match="pull has shape"):
        robot.rollout(q, rates, pull, 2, DT, inputs={"pull": np.ones(5)})
    with pytest.raises(InputError, match="this torque has none"):
        robot.rollout(q, rates, np.ones(6), 2, DT, inputs={"pull": np.ones(6)})
    with pytest.raises(InputError, match="not for this robot"):
        robot.rollout(q, rates, ROBOTS["free"].compile(braked), 2, DT)
