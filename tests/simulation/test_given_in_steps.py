"""What rollouts are given besides torques: parameters by row, forces on frames, and their gradients."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from motions import some_state

import psiphi
from psiphi import Robot
from psiphi.algebra import H, M, g, joint_operator, joint_vector, phi, v
from psiphi.dynamics.motion.steps import Step
from psiphi.errors import ArgumentTypeError, InputError
from psiphi.formats.robots.random_tree import random_tree
from psiphi.kernel.program.counts import count
from psiphi.spatial.inertia import Inertia

ARM = psiphi.robots.ur5()
TREE = Robot(random_tree(5, bodies=3, base="free", mimic=0.4, rotors=True))
STEPS, DT = 6, 0.01


def payload(mass: float, at: float) -> list[float]:
    """A ball on the z axis of a frame."""
    ball = 0.01 * mass
    round_it = ball + mass * at * at
    return [mass, 0.0, 0.0, mass * at, round_it, 0.0, round_it, 0.0, 0.0, ball]


@pytest.mark.parametrize("method", ["semi_implicit", "rk4"])
def test_rows_with_payloads_move_as_robots_that_carry_them(method):
    hand = ARM.body_names[-1]
    varied = ARM.varying(f"payload:{hand}", "gravity")
    q, rates = some_state(ARM, batch=(3,))
    loads = [(0.5, 0.1), (2.0, 0.05), (4.0, 0.2)]
    gravities = [(0.0, 0.0, -9.81), (0.0, 0.0, -1.6), (1.0, 2.0, 3.0)]
    rows = np.array([[*payload(*load), *gravity] for load, gravity in zip(loads, gravities, strict=True)])
    found = varied.rollout(q, rates, None, STEPS, DT, parameters=rows, method=method)
    whole = varied.simulate(q, rates, duration=STEPS * DT, dt=DT, parameters=rows, method=method)
    assert np.array_equal(whole.q, found.q)
    for i, ((mass, at), gravity) in enumerate(zip(loads, gravities, strict=True)):
        inertia = Inertia(mass, (0.0, 0.0, at), 0.01 * mass * np.eye(3))
        model = replace(ARM.model.with_payload(hand, inertia), gravity=gravity)
        alone = Robot(model).rollout(q[i], rates[i], None, STEPS, DT, method=method)
        np.testing.assert_allclose(found.q[:, i], alone.q, rtol=0, atol=1e-12)
        np.testing.assert_allclose(found.v[:, i], alone.v, rtol=1e-11, atol=1e-11)


@pytest.mark.parametrize("given", ["payload:tool", "inertia"])
def test_steps_take_the_operations_of_the_dynamics_and_of_moving_on(given):
    """Frames are turned in them as in the kernel that was found the cheapest."""
    plain, varied = (Step(ARM.model, "semi_implicit", varying=x).phases() for x in ((), (given,)))
    more = count(varied[0].build()).total - count(plain[0].build()).total
    kernels = (ARM.kernel("forward_dynamics", varying=x).operations.total for x in ((given,), ()))
    assert more == next(kernels) - next(kernels)


def test_an_expression_knows_nothing_of_what_varies():
    varied = ARM.varying("gravity")
    q, rates = some_state(ARM, batch=(2,))
    rows = np.array([[0.0, 0.0, -9.81], [0.0, 0.0, -1.6]])
    hold = H @ phi @ M @ phi.T @ g
    found = varied.rollout(q, rates, hold, STEPS, DT, parameters=rows)
    asked = varied.rollout(q, rates, lambda t, q, v: ARM.gravity_forces(q), STEPS, DT, parameters=rows)
    np.testing.assert_allclose(found.q, asked.q, rtol=0, atol=1e-13)
    with pytest.raises(InputError, match="has gravity as arguments"):
        varied.rollout(q, rates, varied.compile(hold), STEPS, DT, parameters=rows)


def test_parameters_bring_a_batch_along_and_are_needed():
    varied = ARM.varying("gravity")
    q, rates = some_state(ARM)
    rows = np.array([[0.0, 0.0, -9.81], [0.0, 0.0, 0.0]])
    found = varied.rollout(q, rates, None, STEPS, DT, parameters=rows)
    assert found.q.shape == (STEPS + 1, 2, 6)
    np.testing.assert_allclose(found.q[:, 0], ARM.rollout(q, rates, None, STEPS, DT).q, atol=1e-13)
    with pytest.raises(ArgumentTypeError, match="give the 3 numbers of gravity"):
        varied.rollout(q, rates, None, STEPS, DT)
    with pytest.raises(InputError, match="nothing varies"):
        ARM.rollout(q, rates, None, STEPS, DT, parameters=rows)
    exact = varied.simulate(q, rates, duration=STEPS * DT, dt=DT, method="dop853", parameters=rows)
    close = varied.simulate(q, rates, duration=STEPS * DT, dt=DT, method="rk4", parameters=rows)
    np.testing.assert_allclose(exact.q, close.q, atol=1e-9)


def test_damping_that_is_given_brakes():
    joint = ARM.joint_names[1]
    varied = ARM.varying(f"damping:{joint}")
    q, rates = some_state(ARM, batch=(2,))
    found = varied.rollout(q, rates, None, 1, 1e-4, parameters=[[0.0], [3.0]])
    plain = ARM.forward_dynamics(q[1], rates[1], -3.0 * rates[1] * np.eye(6)[1])
    np.testing.assert_allclose(found.v[1, 1], rates[1] + 1e-4 * plain, atol=1e-13)


@pytest.mark.parametrize("robot", [ARM, TREE], ids=["arm", "tree"])
def test_forces_on_frames_are_those_of_forward_dynamics(robot):
    q, rates = some_state(robot, batch=(3,))
    rng = np.random.default_rng(1)
    frames = (robot.body_names[-1], robot.body_names[0])
    forces = {frames[0]: rng.standard_normal((2, 3, 6)), frames[1]: rng.standard_normal(6)}
    options = {"hold": 1, "damping": False, "friction": False}
    found = robot.rollout(q, rates, None, 2, DT, external_forces=forces, **options)
    for step in range(2):
        here = {frames[0]: forces[frames[0]][step], frames[1]: forces[frames[1]]}
        tau = np.zeros(robot.nv)
        a = robot.forward_dynamics(found.q[step], found.v[step], tau, external_forces=here)
        np.testing.assert_allclose(found.v[step + 1], found.v[step] + DT * a, rtol=1e-11, atol=1e-11)
    asked = robot.simulate(
        q, rates, lambda t, q, v: np.zeros_like(v), duration=2 * DT, dt=DT, method="semi_implicit",
        external_forces=forces, damping=False, friction=False,
    )  # fmt: skip
    assert np.array_equal(asked.q, found.q)


@pytest.mark.parametrize(
    ("robot", "method"),
    [(ARM, "semi_implicit"), (TREE, "semi_implicit"), (TREE, "implicit"), (TREE, "rk4")],
    ids=["arm", "tree", "implicit", "rk4"],
)
def test_gradients_are_variations_are_differences(robot, method):
    """vjp and jvp are adjoint to each other to rounding, and jvp is what differences converge to."""
    frame = robot.body_names[-1]
    varied = robot.varying(f"payload:{frame}", "gravity", "damping", physical=False)
    rng = np.random.default_rng(0)
    q, rates = some_state(robot, speed=0.5, batch=(2,))
    start = np.tile(varied.present_parameters(), (2, 1)) + 0.1
    tau, d_tau = rng.standard_normal((2, STEPS, 2, robot.nv))
    d_q, d_v = rng.standard_normal((2, 2, robot.nv))
    d_p = rng.standard_normal(start.shape)
    weights = rng.standard_normal((2, STEPS + 1, 2, robot.nv))
    force, d_force = rng.standard_normal((2, 6))
    options = {"method": method, "friction": False, "effort_limits": False}
    given = {**options, "parameters": start, "external_forces": {frame: force}}
    slopes = varied.rollout.vjp(q, rates, tau, STEPS, DT, *weights, **given)
    moves = varied.rollout.jvp(q, rates, tau, STEPS, DT, d_q, d_v, d_tau, d_parameters=d_p, **given)
    along = (weights[0] * moves.d_q).sum() + (weights[1] * moves.d_v).sum()
    expected = sum(
        (x * dx).sum()
        for x, dx in (
            (slopes.q0, d_q), (slopes.v0, d_v), (slopes.torque, d_tau), (slopes.parameters, d_p)
        )
    )  # fmt: skip
    assert along == pytest.approx(expected, rel=1e-11)
    np.testing.assert_allclose(moves.q, varied.rollout(q, rates, tau, STEPS, DT, **given).q, atol=1e-12)

    def moved(h, with_force):
        there = varied.rollout(
            robot.integrate(q, h * d_q), rates + h * d_v, tau + h * d_tau, STEPS, DT, **options,
            parameters=start + h * d_p, external_forces={frame: force + with_force * h * d_force},
        )  # fmt: skip
        return (weights[0] * robot.difference(moves.q, there.q)).sum() + (weights[1] * there.v).sum()

    def slope(h, with_force):
        return (moved(h, with_force) - moved(-h, with_force)) / (2 * h)

    for with_force in (0.0, 1.0):  # differences of two lengths, without their error of second order
        differences = (4.0 * slope(1e-5, with_force) - slope(2e-5, with_force)) / 3.0
        exact = expected + with_force * (slopes.external_forces[frame] * d_force).sum()
        assert differences == pytest.approx(exact, rel=1e-9, abs=1e-9)


def test_gains_have_gradients():
    """Of a cost of the motion under τ = −K_d v + pull, by differences."""
    law = joint_vector("pull") - joint_operator("K_d", diagonal=True) @ v
    q, rates = some_state(ARM, batch=(2,))
    rng = np.random.default_rng(2)
    gains = {"K_d": rng.uniform(0.1, 1.0, 6), "pull": rng.standard_normal((2, 6))}
    weights = rng.standard_normal((2, STEPS + 1, 2, 6))

    def cost(values):
        motion = ARM.rollout(q, rates, law, STEPS, DT, inputs=values)
        return (weights[0] * motion.q).sum() + (weights[1] * motion.v).sum()

    slopes = ARM.rollout.vjp(q, rates, law, STEPS, DT, *weights, inputs=gains)
    assert slopes.torque is None
    for name, value in gains.items():
        assert slopes.inputs[name].shape == value.shape
        change = rng.standard_normal(value.shape)
        there = [cost({**gains, name: value + h * change}) for h in (1e-5, -1e-5)]
        expected = (slopes.inputs[name] * change).sum()
        assert (there[0] - there[1]) / 2e-5 == pytest.approx(expected, rel=1e-8)
