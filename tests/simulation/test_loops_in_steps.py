"""Robots with loops in native steps, by projection and by embedding, judged by steps written out in NumPy."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

import psiphi
from psiphi import Robot
from psiphi.algebra import joint_operator, v
from psiphi.errors import InputError
from psiphi.model.joints.joint import Rotor

BAR = psiphi.robots.five_bar()
FREE = dict.fromkeys(("damping", "friction", "springs", "effort_limits"), False)
H = 1e-3


def start(batch=(3,), seed=0):
    rng = np.random.default_rng(seed)
    q = BAR.assemble(BAR.neutral() + 0.2 * rng.standard_normal((*batch, BAR.nq))).q
    return q, BAR.project_velocity(q, rng.standard_normal((*batch, BAR.nv)))


def test_steps_are_constrained_accelerations_and_the_nearest_state_on_the_loops():
    q, rates = start()
    tau = np.array([0.3, -0.1, 0.2, 0.0])
    found = BAR.rollout(q, rates, tau, 4, H, **FREE)
    for k in range(4):
        rates = rates + H * BAR.constrained_acceleration(q, rates, tau)
        q = BAR.model.integrate(q, rates, H)
        for _ in range(4):  # Newton's method with the metric of kinetic energy
            J, mass = BAR.constraint_jacobian(q), BAR.mass_matrix(q)
            way = np.linalg.solve(mass, J.swapaxes(-1, -2))
            q = q - (way @ np.linalg.pinv(J @ way, rcond=1e-10) @ BAR.loop_residual(q)[..., None])[..., 0]
        rates = BAR.project_velocity(q, rates)
        np.testing.assert_allclose(found.q[k + 1], q, atol=1e-11)
        np.testing.assert_allclose(found.v[k + 1], rates, atol=1e-10)
    assert np.abs(BAR.loop_residual(found.q)).max() < 1e-12


@pytest.mark.parametrize("embedded", [False, True])
def test_motions_are_those_of_small_steps(embedded):
    """RK4 natively, by projection and by embedding, beside DOP853 step by step."""
    q, rates = start(())
    robot, speed = BAR, rates
    if embedded:
        robot = BAR.embedded(q)
        speed = rates[robot.independent]
    tau = 0.2 * np.ones(robot.nv)
    found = robot.rollout(q, speed, tau, 50, H, method="rk4", every=10, **FREE)
    exact = robot.simulate(q, speed, tau, duration=0.05, dt=0.01, method="dop853", tolerance=1e-12, **FREE)
    np.testing.assert_allclose(found.q, exact.q, atol=1e-8)
    np.testing.assert_allclose(found.v, exact.v, atol=1e-7)
    same = robot.simulate(q, speed, tau, duration=0.05, every=10, **FREE)
    assert np.abs(same.q - found.q).max() < 1e-14
    batch = robot.rollout(np.tile(q, (5, 1)), speed, tau, 50, H, method="rk4", every=10, threads=2, **FREE)
    assert np.array_equal(batch.q[:, 3], found.q)
    assert np.array_equal(batch.v[:, 3], found.v)


@pytest.mark.parametrize("embedded", [False, True])
@pytest.mark.parametrize("armature", [False, True])
def test_functions_are_asked_at_the_stages(embedded, armature):
    """Steps between calls are native ones, whose law is an expression."""
    bodies = [replace(x, joint=replace(x.joint, rotor=Rotor(0.01, 3.0))) for x in BAR.model.bodies]
    q, rates = start()
    robot = psiphi.Robot(replace(BAR.model, bodies=tuple(bodies)))
    if embedded:
        robot = robot.embedded(q[0])
        rates = rates[:, robot.independent]
    options = {"duration": 0.02, "dt": 2e-3, "armature": armature}
    asked = robot.simulate(q, rates, lambda t, q, v: -0.7 * v, **options)
    found = robot.simulate(q, rates, -0.7 * v, **options)
    np.testing.assert_allclose(asked.q, found.q, atol=1e-10)
    np.testing.assert_allclose(asked.v, found.v, atol=1e-9)


def test_laws_limits_events_and_single_precision_go_with_loops():
    q, rates = start()
    law = -joint_operator("K_d", diagonal=True) @ v
    gains = np.full(BAR.nv, 0.5)
    found = BAR.rollout(q, rates, law, 20, H, inputs={"K_d": gains})
    held = BAR.rollout(q, rates, lambda t, q, v: -gains * v, 20, H)
    np.testing.assert_allclose(found.q, held.q, atol=1e-12)
    half = 0.5 * (found.q[0, 0, 0] + found.q[-1, 0, 0])
    stopped = BAR.rollout(q, rates, law, 20, H, inputs={"K_d": gains}, until=lambda t, q, v: q[..., 0] - half)
    assert 0.0 < stopped.stopped[0] < 20 * H
    np.testing.assert_allclose(stopped.q[-1, 0, 0], half, atol=1e-8)
    single = BAR.rollout(q.astype(np.float32), rates.astype(np.float32), None, 20, H)
    double = BAR.rollout(q, rates, None, 20, H)
    assert single.q.dtype == np.float32
    np.testing.assert_allclose(single.q, double.q, atol=1e-4)


def test_rows_with_parameters_follow_their_loops():
    q, rates = start()
    rows = np.array([[0.0, 0.0, -9.81], [0.0, 0.0, 0.0], [1.0, 2.0, -3.0]])
    found = BAR.varying("gravity").rollout(q, rates, None, 20, H, parameters=rows)
    for i, gravity in enumerate(rows.tolist()):
        alone = Robot(replace(BAR.model, gravity=tuple(gravity))).rollout(q[i], rates[i], None, 20, H)
        np.testing.assert_allclose(found.q[:, i], alone.q, rtol=0, atol=1e-12)
    away = q + 0.05 * np.arange(3)[:, None]  # the first is closed already, and rests
    near = BAR.varying("gravity").assemble(away, parameters=rows)
    np.testing.assert_allclose(near.q, BAR.assemble(away).q, rtol=0, atol=1e-12)


def test_slopes_through_loops():
    """Of start and torque, along directions that the loops allow and others, beside differences."""
    q, rates = start(())
    tau, steps = np.array([0.3, -0.1, 0.2, 0.0]), 6
    rng = np.random.default_rng(1)
    weight_q, weight_v = rng.standard_normal((2, steps + 1, BAR.nv))

    def cost(q, rates, tau):
        motion = BAR.rollout(q, rates, tau, steps, H)
        return float((weight_q * motion.q + weight_v * motion.v).sum())

    slope = BAR.rollout.vjp(q, rates, tau, steps, H, weight_q, weight_v)
    for _ in range(3):
        d = rng.standard_normal(BAR.nv)
        along = BAR.project_velocity(q, d, metric="identity")
        e = 1e-6
        by_tau = (cost(q, rates, tau + e * d) - cost(q, rates, tau - e * d)) / (2 * e)
        np.testing.assert_allclose(slope.torque @ d, by_tau, rtol=1e-6, atol=1e-8)
        by_v = (cost(q, rates + e * along, tau) - cost(q, rates - e * along, tau)) / (2 * e)
        np.testing.assert_allclose(slope.v0 @ along, by_v, rtol=1e-6, atol=1e-8)


def test_open_starts_are_refused_and_lost_rows_are_nan():
    q, rates = start()
    with pytest.raises(InputError, match="the loops are open by"):
        BAR.rollout(q + 0.1, rates, None, 3, H)
    with pytest.raises(InputError, match="the loops are open by"):
        BAR.embedded(q[0]).rollout(q[0] + 0.1, np.zeros(2), None, 3, H)
    wild = rates.copy()
    wild[1] *= 1e4
    found = BAR.rollout(q, wild, None, 5, 0.01, **FREE)
    assert np.isnan(found.q[-1, 1]).all()
    assert np.isfinite(found.q[-1, [0, 2]]).all()
