"""Motions that end where something happens: times in closed form, rows that stay, and the same bits."""

from __future__ import annotations

import numpy as np
import pytest
from motions import some_state

import psiphi
from psiphi import Robot
from psiphi.algebra import joint_vector, mass, v
from psiphi.errors import InputError
from psiphi.formats.robots.random_tree import random_tree
from psiphi.simulation import events

ARM = psiphi.robots.ur5()
BALL = Robot(random_tree(0, bodies=1, base="free"))


def falls(robot: Robot, speed) -> tuple[np.ndarray, np.ndarray]:
    """States of a free body at the origin that flies up."""
    q = np.tile(robot.neutral(), (len(speed), 1))
    rates = np.zeros((len(speed), robot.nv))
    rates[:, 5] = speed
    return q, rates


@pytest.mark.parametrize("method", ["rk4", "midpoint"])
@pytest.mark.parametrize("every", [1, 50])
def test_a_body_that_flies_up_is_back_after_twice_v_over_g(method, every, monkeypatch):
    monkeypatch.setattr(events, "LOOKS", 700)  # several looks
    speed = np.array([0.5, 1.0, 2.0, 30.0])
    q, rates = falls(BALL, speed)
    center = BALL.center_of_mass(q[0])[2]
    motion = BALL.simulate(
        q, rates, duration=0.5, dt=1e-3, method=method, every=every, tolerance=1e-12, damping=False,
        friction=False, until=lambda t, q, v: BALL.center_of_mass(q)[..., 2] - center + 1e-13,
    )  # fmt: skip
    rise = BALL.center_of_mass(BALL.integrate(q, rates))[:, 2] - center  # in a second, without weight
    expected = np.where(2.0 * rise / 9.81 < 0.5, 2.0 * rise / 9.81, np.nan)
    assert np.isfinite(expected).sum() == 3
    np.testing.assert_allclose(motion.stopped, expected, atol=1e-9)
    np.testing.assert_allclose(motion.ended, np.where(np.isnan(expected), 0.5, expected), atol=1e-9)
    for row in np.flatnonzero(np.isfinite(expected)):
        after = motion.time > expected[row]
        assert np.ptp(motion.q[after, row], axis=0).max() == 0.0
        assert abs(BALL.center_of_mass(motion.q[-1, row])[2] - center) < 1e-9
    free = BALL.simulate(
        q, rates, duration=0.5, dt=1e-3, method=method, every=every, damping=False, friction=False
    )
    assert np.array_equal(motion.q[:, 3], free.q[:, 3])
    before = motion.time < expected[1]
    assert np.array_equal(motion.q[before, 1], free.q[before, 1])
    assert motion[1].stopped == motion.stopped[1]


def test_forces_by_period_and_energies_that_are_expressions():
    q, rates = some_state(ARM, speed=0.2, batch=(3,))
    tau = np.random.default_rng(0).standard_normal((50, 3, 6))
    options = {"duration": 0.1, "dt": 1e-3, "hold": 2, "method": "semi_implicit"}
    energy = v.T @ mass @ v / 2
    plain = ARM.simulate(q, rates, tau, **options)
    level = 0.5 * (plain.kinetic_energy.max() + plain.kinetic_energy[0].max())
    found = ARM.simulate(q, rates, tau, until=lambda t, q, v: ARM.kinetic_energy(q, v) - level, **options)
    for row in range(3):
        over = plain.kinetic_energy[:, row] > level
        assert np.isnan(found.stopped[row]) != over.any()
        if over.any():
            k = int(over.argmax())
            assert plain.time[k - 1] < found.stopped[row] <= plain.time[k]
            assert found.kinetic_energy[-1, row] == pytest.approx(level, rel=1e-6)
    never = ARM.simulate(q, rates, tau, until=energy, **options)
    assert np.isnan(never.stopped).all()
    assert np.array_equal(never.q, plain.q)


def test_one_robot_and_times():
    q, rates = some_state(ARM)
    found = ARM.simulate(q, rates, duration=0.01, until=lambda t, q, v: t - 0.0042)
    assert found.stopped == pytest.approx(0.0042, abs=1e-9)
    exact = ARM.simulate(q, rates, duration=0.0042, dt=0.0042 / 5)
    np.testing.assert_allclose(found.q[-1], exact.q[-1], atol=1e-8)


def test_no_row_and_its_times():
    none = np.zeros((0, ARM.nv))
    found = ARM.simulate(none, none, duration=0.01, until=lambda t, q, v: q[..., 0])
    assert np.shape(found.stopped) == (0,)


def test_what_cannot_end_a_motion_is_refused():
    q, rates = some_state(ARM)
    with pytest.raises(InputError, match="is no number"):
        ARM.simulate(q, rates, duration=0.01, until=joint_vector("x"))
    with pytest.raises(InputError, match="return one number for each"):
        ARM.simulate(q, rates, duration=0.01, until=lambda t, q, v: q)
    with pytest.raises(InputError, match="a number that changes its sign"):
        ARM.simulate(q, rates, duration=0.01, until=lambda t, q, v: q[..., 0] > 1.0)
    with pytest.raises(InputError, match="until: give an expression"):
        ARM.simulate(q, rates, duration=0.01, until=3.0)
    with pytest.raises(InputError, match="not with functions"):
        ARM.simulate(q, rates, lambda t, q, v: -v, duration=0.01, hold=1, until=lambda t, q, v: t)
    with pytest.raises(InputError, match="until: only where steps run in native code"):
        ARM.simulate(q, rates, lambda t, q, v: -v, duration=0.01, until=lambda t, q, v: t)
