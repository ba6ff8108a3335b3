"""A law that learns inertias: V falls, errors go to zero, and what the motion excites is found."""

from __future__ import annotations

import numpy as np
import pytest
from controlled import NOTHING_ELSE, PANDA, some_tree

import psiphi
from psiphi.control import Adaptive, Passivity
from psiphi.errors import InputError

ARM = psiphi.robots.planar_chain(2)
HOME = np.array([0.3, 0.5])


def waves(t):
    """Two frequencies for each joint, which excite all that joint forces tell of two links."""
    q, v, a = HOME.copy(), np.zeros(2), np.zeros(2)
    for size, rate in ((0.5, np.array([2.0, 3.1])), (0.25, np.array([5.3, 4.3]))):
        q = q + size * np.sin(rate * t)
        v = v + size * rate * np.cos(rate * t)
        a = a - size * rate**2 * np.sin(rate * t)
    return q, v, a


def learning(law, q, v, p, duration, dt):
    """q, v and p̂ along the way, by the classical Runge–Kutta method for all of them together."""

    def rates(t, y):
        q, v, p = y
        tau = law.torque(t, q, v, p)
        return v, law.robot.forward_dynamics(q, v, tau), law.learned(t, q, v)

    def moved(y, h, k):
        return [x + h * rate for x, rate in zip(y, k, strict=True)]

    y = [q, v, p]
    yield 0.0, *y
    for step in range(round(duration / dt)):
        t = step * dt
        k1 = rates(t, y)
        k2 = rates(t + dt / 2, moved(y, dt / 2, k1))
        k3 = rates(t + dt / 2, moved(y, dt / 2, k2))
        k4 = rates(t + dt, moved(y, dt, k3))
        slopes = [(a + 2 * b + 2 * c + d) / 6 for a, b, c, d in zip(k1, k2, k3, k4, strict=True)]
        y = moved(y, dt, slopes)
        yield t + dt, *y


def test_it_finds_what_the_motion_excites_and_its_lyapunov_function_falls():
    rng = np.random.default_rng(0)
    true = ARM.inertial_parameters()
    guess = true * (1.0 + 0.5 * rng.standard_normal(true.shape))
    law = Adaptive(ARM, waves, pole=4.0, learning=0.3, parameters=guess)
    states = list(learning(law, HOME + 0.2, np.zeros(2), guess, 20.0, 0.02))
    value = np.array(
        [
            ARM.kinetic_energy(q, law.sliding(t, q, v)) + 0.5 * ((p - true) ** 2 / law.learning).sum()
            for t, q, v, p in states
        ]
    )
    assert (np.diff(value) < 1e-9 * value[0]).all()
    # forces in other motions, which wrong inertias would make wrong
    motions = rng.standard_normal((3, 100, 2))
    regressor = ARM.inverse_dynamics_regressor(*motions).reshape(-1, true.size)
    before, after = (np.linalg.norm(regressor @ (p - true)) for p in (guess, states[-1][3]))
    assert after < 0.15 * before
    assert np.abs(states[-1][1] - waves(20.0)[0]).max() < 0.01 * 0.2


def test_its_lyapunov_function_falls_on_a_random_robot():
    robot = some_tree(9, bodies=3, kinds=("revolute", "prismatic"), rotors=True)
    true, home = robot.inertial_parameters(), robot.random_configuration(np.random.default_rng(0))
    law = Adaptive(robot, home, pole=4.0, learning=0.3, parameters=1.3 * true)
    states = list(learning(law, home + 0.2, np.zeros(robot.nv), law.parameters, 0.2, 0.005))
    value = np.array(
        [
            robot.kinetic_energy(q, law.sliding(t, q, v)) + 0.5 * ((p - true) ** 2 / law.learning).sum()
            for t, q, v, p in states
        ]
    )
    assert (np.diff(value) < 1e-9 * value[0]).all()
    assert value[-1] < value[0]
    assert law.lyapunov(*states[-1]) == pytest.approx(value[-1], rel=1e-12)


def test_with_the_true_inertias_it_is_the_law_of_slotine_and_li():
    for robot in (PANDA, some_tree(9, bodies=3, rotors=True)):
        q = robot.random_configuration(np.random.default_rng(0), (2,))
        v = np.random.default_rng(1).standard_normal((2, robot.nv))
        home = robot.neutral()
        law, plain = Adaptive(robot, home, pole=3.0, learning=1.0), Passivity(robot, home, pole=3.0)
        tau = plain(0.0, q, v)
        np.testing.assert_allclose(law(0.0, q, v), tau, rtol=0, atol=1e-11 * np.abs(tau).max())
        # Y*s against the regressor by differences of what is linear in p
        s, p = law.sliding(0.0, q, v), robot.inertial_parameters()
        size = len(p)
        columns = np.stack([law.torque(0.0, q, v, p + np.eye(size)[i]) - tau for i in range(size)], axis=-1)
        owed = np.einsum("...ij,...i->...j", columns, s)
        np.testing.assert_allclose(law.learned(0.0, q, v), -owed, rtol=0, atol=1e-9 * np.abs(owed).max())


def test_it_learns_while_it_is_simulated():
    true = ARM.inertial_parameters()
    law = Adaptive(ARM, waves, pole=4.0, learning=0.3, parameters=1.5 * true)
    motion = ARM.simulate(HOME, np.zeros(2), law, duration=1.0, dt=2e-3, hold=5, damping=False)
    assert np.abs(law.parameters - 1.5 * true).max() > 0.05
    assert np.isfinite(motion.q).all()
    with pytest.raises(InputError, match="order of time"):
        law(0.5, HOME, np.zeros(2))
    with pytest.raises(InputError, match="learning: has shape"):
        Adaptive(ARM, waves, pole=4.0, learning=np.ones(3))


def test_compiled_into_steps_it_learns_the_same_by_the_first_order():
    """Steps of half the length are off by half; rows learn for themselves, and leave what they learned."""
    guess, starts = 1.5 * ARM.inertial_parameters(), np.stack([HOME + 0.2, HOME - 0.1])
    expected = [list(learning(_learner(guess), q, np.zeros(2), guess, 1.0, 0.01))[-1] for q in starts]
    off = []
    for dt in (0.005, 0.0025):
        law = _learner(guess)
        motion = ARM.rollout(starts, np.zeros(2), law, round(1.0 / dt), dt, method="rk4", **NOTHING_ELSE)
        rows = zip(motion.q[-1], law.parameters, expected, strict=True)
        off.append(max(max(np.abs(q - y[1]).max(), np.abs(p - y[3]).max()) for q, p, y in rows))
    assert off[0] / off[1] == pytest.approx(2.0, abs=0.15)
    assert off[1] < 0.05 * np.abs(law.parameters - guess).max()
    alone = _learner(guess)
    simulated = ARM.simulate(starts[0], np.zeros(2), alone, duration=1.0, dt=dt, **NOTHING_ELSE)
    np.testing.assert_array_equal(simulated.q, motion.q[:, 0])
    np.testing.assert_array_equal(alone.parameters, law.parameters[0])
    tau = alone.torque(1.0, simulated.q[-1], simulated.v[-1], alone.parameters)
    np.testing.assert_allclose(simulated.tau[-1], tau, rtol=0, atol=1e-11)
    with pytest.raises(InputError, match="learns has no derivative"):
        ARM.rollout.jvp(HOME, np.zeros(2), alone, 2, 0.01, np.ones(2), np.ones(2))


def _learner(guess):
    return Adaptive(ARM, waves, pole=4.0, learning=0.3, parameters=guess)
