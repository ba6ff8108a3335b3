"""Gradients through whole horizons against differences of rollouts along the manifold."""

from __future__ import annotations

import numpy as np
import pytest
from motions import some_state

import psiphi
from psiphi import Robot
from psiphi.dynamics.motion.adjoint_steps import adjoint_iteration
from psiphi.dynamics.motion.steps import Step
from psiphi.errors import InputError
from psiphi.formats.robots.random_tree import random_tree
from psiphi.kernel.program.counts import count
from psiphi.kernel.program.differentiate import vjp
from psiphi.simulation import rollout_gradient

ROBOTS = {
    "arm": psiphi.robots.ur5(),
    "every kind": Robot(random_tree(5, bodies=5, base="free", mimic=0.3, rotors=True)),
    "rotations": Robot(random_tree(1, bodies=3, kinds=("spherical", "planar"))),
}
STEP = 1e-5


@pytest.mark.parametrize("name", ROBOTS)
@pytest.mark.parametrize("method", ["semi_implicit", "rk4"])
def test_gradients_are_differences_of_motions(name, method):
    robot, steps, every = ROBOTS[name], 12, 3
    rng = np.random.default_rng(0)
    q0, v0 = some_state(robot, speed=0.5, batch=(3,))
    tau = rng.standard_normal((4, 3, robot.nv))
    options = {"method": method, "every": every, "hold": 3, "friction": False}  # which has kinks
    weights = rng.standard_normal((2, steps // every + 1, 3, robot.nv))
    base = robot.rollout(q0, v0, tau, steps, 0.01, **options)
    found = robot.rollout.vjp(q0, v0, tau, steps, 0.01, *weights, **options)

    def change(dq, dv, dtau):
        """The change of the cost along a direction, by central differences."""
        values = []
        for sign in (1.0, -1.0):
            moved = robot.rollout(
                robot.integrate(q0, sign * STEP * dq), v0 + sign * STEP * dv, tau + sign * STEP * dtau, steps,
                0.01, **options,
            )  # fmt: skip
            apart = robot.difference(base.q, moved.q)
            values.append((weights[0] * apart).sum() + (weights[1] * (moved.v - base.v)).sum())
        return (values[0] - values[1]) / (2.0 * STEP)

    for _ in range(3):
        dq, dv = rng.standard_normal((2, 3, robot.nv))
        dtau = rng.standard_normal(tau.shape)
        expected = (found.q0 * dq).sum() + (found.v0 * dv).sum() + (found.torque * dtau).sum()
        assert change(dq, dv, dtau) == pytest.approx(expected, rel=1e-8, abs=1e-8)


def test_the_length_of_pieces_and_the_batch_change_no_bit():
    robot, steps = ROBOTS["arm"], 10
    rng = np.random.default_rng(1)
    q0, v0 = some_state(robot, batch=(9,))
    tau, weights = rng.standard_normal((steps, 9, robot.nv)), rng.standard_normal((2, steps + 1, 9, robot.nv))
    whole = robot.rollout.vjp(q0, v0, tau, steps, 1e-3, *weights)
    for rows in (slice(2, 3), slice(0, 8)):
        part = robot.rollout.vjp(
            q0[rows], v0[rows], tau[:, rows], steps, 1e-3, *weights[:, :, rows], threads=2
        )
        assert np.array_equal(part.q0, whole.q0[rows])
        assert np.array_equal(part.torque, whole.torque[:, rows])


def test_long_horizons_go_in_pieces(monkeypatch):
    """Of which only the states between are kept; sums of held torques are those of each step."""
    robot, steps = ROBOTS["arm"], 23
    rng = np.random.default_rng(2)
    q0, v0 = some_state(robot, batch=(70,))
    tau, weights = rng.standard_normal((6, robot.nv)), rng.standard_normal((2, 2, 70, robot.nv))
    whole = robot.rollout.vjp(q0, v0, tau, steps, 1e-3, *weights, hold=4, every=23)
    monkeypatch.setattr(rollout_gradient, "MOST_KEPT", 1)
    monkeypatch.setattr(rollout_gradient, "IN_CACHE", 1)
    pieces = robot.rollout.vjp(q0, v0, tau, steps, 1e-3, *weights, hold=4, every=23)
    assert np.array_equal(pieces.q0, whole.q0)
    assert np.array_equal(pieces.v0, whole.v0)
    np.testing.assert_allclose(pieces.torque, whole.torque, rtol=1e-13)
    assert whole.torque.shape == tau.shape


@pytest.mark.parametrize("make", ["ur5", "panda", "quadruped"])
def test_a_step_back_differentiates_inverse_dynamics(make):
    """Not forward dynamics, which takes more operations."""
    step = Step(getattr(psiphi.robots, make)().model, "semi_implicit")
    (phase,) = adjoint_iteration(step).phases
    assert count(phase.build()).total < 0.9 * count(vjp(step.program())).total


def test_slopes_along_shared_forces_are_sums():
    robot, steps = ROBOTS["arm"], 6
    rng = np.random.default_rng(1)
    q0, v0 = some_state(robot, batch=(2, 3))
    weights = rng.standard_normal((2, steps + 1, 2, 3, robot.nv))
    own = rng.standard_normal(robot.nv)
    whole = np.broadcast_to(own, (steps, 2, 3, robot.nv))
    by_step = robot.rollout.vjp(q0, v0, whole, steps, 1e-3, *weights).torque
    for shape in ((robot.nv,), (steps, robot.nv), (3, robot.nv), (2, 3, robot.nv), (1, 2, 3, robot.nv)):
        given = np.broadcast_to(own, shape)
        found = robot.rollout.vjp(q0, v0, given, steps, 1e-3, *weights).torque
        assert found.shape == shape
        if shape == (steps, robot.nv):
            expected = by_step.sum(axis=(1, 2))
        else:
            total = by_step.sum(axis=0)
            expected = total.sum(axis=tuple(range(total.ndim - min(len(shape), 3)))).reshape(shape)
        np.testing.assert_allclose(found, expected, rtol=1e-11, atol=1e-12)
    assert robot.rollout.vjp(q0, v0, None, steps, 1e-3, *weights).torque.shape == (robot.nv,)


def test_wrong_cotangents_are_named():
    robot = ROBOTS["arm"]
    q0, v0 = some_state(robot)
    with pytest.raises(InputError, match=r"cotangent_v: has shape \(3, 6\); give \(5, 6\)"):
        robot.rollout.vjp(q0, v0, None, 4, 1e-3, np.zeros((5, 6)), np.zeros((3, 6)))


def test_variations_have_the_batch_of_the_motion():
    robot = ROBOTS["arm"]
    q0, v0 = some_state(robot)
    with pytest.raises(InputError, match=r"d_q0: has shape \(3, 6\); q0 and v0 have the batch \(\)"):
        robot.rollout.jvp(q0, v0, None, 4, 1e-3, np.zeros((3, 6)), np.zeros(6))


def test_slopes_along_a_base_at_the_origin():
    """What moves a whole robot without gravity moves each sample as far."""
    robot = psiphi.robots.quadruped()
    q0, v0 = robot.neutral(), np.zeros(robot.nv)
    weights = np.zeros((2, 3, robot.nv))
    weights[0, :, 3:6] = [1.0, 2.0, 3.0]
    found = robot.rollout.vjp(q0, v0, None, 2, 1e-3, *weights)
    np.testing.assert_allclose(found.q0[3:6], [3.0, 6.0, 9.0], rtol=1e-12)
