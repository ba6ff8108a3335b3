"""Laws for the joints do what their Lyapunov functions and poles say, on all kinds of joints."""

from __future__ import annotations

import numpy as np
import pytest
from controlled import HOME, NOTHING_ELSE, PANDA, check_lyapunov, controlled, some_tree, started

import psiphi
from psiphi.control import ComputedTorque, DiagonalizedDamping, Passivity, PDGravity, Spline, WenBayard
from psiphi.errors import ArgumentTypeError, InputError, PsiphiError, UnknownNameError
from psiphi.simulation import quintic, trapezoidal

ROBOTS = {
    "panda": PANDA,
    "all kinds": some_tree(1, bodies=3, kinds=("spherical", "planar", "universal")),
    "free": some_tree(7, bodies=3, base="free", rotors="carried", kinds=("revolute", "spherical")),
    "mimics": some_tree(3, bodies=4, mimic=0.6, kinds=("revolute", "prismatic")),
}


def home_of(name):
    return HOME if name == "panda" else ROBOTS[name].random_configuration(np.random.default_rng(0))


def path_of(name):
    robot, home = ROBOTS[name], home_of(name)
    way = 0.5 * np.random.default_rng(8).standard_normal(robot.nv)
    return quintic(home, robot.integrate(home, way), 0.8, robot=robot)


LAWS = {
    "computed torque": lambda name: ComputedTorque(ROBOTS[name], path_of(name), pole=6.0),
    "PD with gravity": lambda name: PDGravity(ROBOTS[name], home_of(name), pole=6.0),
    "PD+": lambda name: WenBayard(ROBOTS[name], path_of(name), pole=6.0),
    "feed-forward at v_d": lambda name: WenBayard(
        ROBOTS[name], path_of(name), pole=6.0, compensation="velocity"
    ),
    "passivity": lambda name: Passivity(ROBOTS[name], path_of(name), pole=5.0),
    "diagonalised": lambda name: DiagonalizedDamping(ROBOTS[name], home_of(name), rate=3.0, stiffness=2.0),
}


@pytest.mark.parametrize(
    ("law", "name"),
    [
        ("PD with gravity", "panda"),
        ("PD with gravity", "free"),
        ("PD+", "panda"),
        ("PD+", "all kinds"),
        ("feed-forward at v_d", "panda"),
        ("passivity", "panda"),
        ("feed-forward at v_d", "mimics"),
        ("diagonalised", "panda"),
        ("diagonalised", "free"),
        ("computed torque", "panda"),
        ("computed torque", "all kinds"),
        ("passivity", "all kinds"),
        ("passivity", "free"),
    ],
)
def test_the_lyapunov_function_falls_as_theory_says(law, name):
    robot = ROBOTS[name]
    found = LAWS[law](name)
    motion = controlled(found, *started(robot, home_of(name)), 0.4)
    check_lyapunov(found, motion, 3e-6)  # which falls sixteenfold with half the dt


def test_computed_torque_has_the_poles_it_was_given():
    """ë + 2pė + p²e = 0, so that e = e^(−pt)(e₀ + (ė₀ + p e₀)t), with other poles in each row."""
    pole = np.array([[4.0], [9.0]]) * np.ones(7)
    path = quintic(HOME, HOME + 0.4, 0.8)
    law = ComputedTorque(PANDA, path, pole=pole)
    q, v = started(PANDA, HOME)
    motion = controlled(law, np.stack([q, q]), v, 1.0)
    place, speed, _ = path(motion.time)
    e, rate = motion.q - place[:, None], motion.v - speed[:, None]
    t = motion.time[:, None, None]
    expected = np.exp(-pole * t) * (e[0] + (rate[0] + pole * e[0]) * t)
    assert np.abs(e - expected).max() < 1e-8


def test_diagonalised_damping_takes_energy_at_one_rate():
    """Without springs and weight beyond what is compensated K = K₀e^(−2kt) exactly."""
    law = DiagonalizedDamping(PANDA, HOME, rate=[1.0, 4.0])
    motion = controlled(law, HOME, np.ones((2, 7)), 0.5)
    energy = PANDA.kinetic_energy(motion.q, motion.v)
    expected = energy[0] * np.exp(-2.0 * np.multiply.outer(motion.time, [1.0, 4.0]))
    assert np.abs(energy - expected).max() < 1e-10 * energy[0].max()


def test_feed_forward_at_the_reference_follows_it():
    path = quintic(HOME, HOME + 0.4, 0.6)
    law = WenBayard(PANDA, path, pole=15.0, compensation="reference")
    motion = controlled(law, HOME + 0.05, np.zeros(7), 2.0, every=20)
    error = np.abs(motion.q - path(motion.time)[0]).max(axis=-1)
    assert error[-1] < 1e-3 * error[0]


@pytest.mark.parametrize("law", ["computed torque", "feed-forward at v_d", "passivity"])
def test_a_law_is_its_expression_in_every_way(law):
    """Called, called for a batch, by plain matrices, and compiled into steps."""
    found, name = LAWS[law]("all kinds"), "all kinds"
    robot = ROBOTS[name]
    states = [started(robot, home_of(name), seed) for seed in range(3)]
    q, v = (np.stack(x) for x in zip(*states, strict=True))
    tau = found(0.1, q, v)
    np.testing.assert_array_equal(tau[1], found(0.1, q[1], v[1]))
    inputs = {**found.signals(0.1, q, v), **found.gains}
    rates = inputs["v_d"] if law == "feed-forward at v_d" else v
    occurring = {x.name for x in psiphi.algebra.expression.symbols_of(found.expression)}
    by_matrices = psiphi.dense(
        found.expression, robot, q, v=rates, vectors={n: x for n, x in inputs.items() if n in occurring}
    )
    np.testing.assert_allclose(tau, by_matrices, rtol=0, atol=1e-11 * np.abs(tau).max())
    options = {"duration": 0.01, "dt": 1e-3, **NOTHING_ELSE}
    compiled = robot.simulate(q, v, found, **options)
    asked = robot.simulate(q, v, lambda t, q, v: found(t, q, v), **options)
    np.testing.assert_allclose(compiled.q, asked.q, rtol=0, atol=1e-12)
    np.testing.assert_allclose(compiled.tau, asked.tau, rtol=0, atol=1e-9 * np.abs(tau).max())
    rolled = robot.rollout(q, v, found, 10, 1e-3, method="rk4", **NOTHING_ELSE)
    np.testing.assert_array_equal(rolled.q, compiled.q)


def test_rows_are_never_taken_for_times():
    """As many steps as rows: gains and moving references keep to their rows and times."""
    path = quintic(HOME, HOME + 0.4, 1.0)
    law = ComputedTorque(PANDA, path, pole=np.array([[4.0], [6.0], [8.0]]) * np.ones(7))
    q, v = (np.stack(x) for x in zip(*(started(PANDA, HOME, seed) for seed in range(3)), strict=True))
    found = PANDA.rollout(q, v, law, 3, 1e-3, method="rk4", **NOTHING_ELSE)
    asked = PANDA.simulate(q, v, lambda t, q, v: law(t, q, v), duration=3e-3, **NOTHING_ELSE)
    np.testing.assert_allclose(found.q, asked.q, rtol=0, atol=1e-12)


def test_single_precision_gives_single_precision():
    law = Passivity(PANDA, quintic(HOME, HOME + 0.4, 1.0), pole=8.0)
    q, v = started(PANDA, HOME)
    tau, single = law(0.3, q, v), law(0.3, q.astype(np.float32), v.astype(np.float32))
    assert single.dtype == np.float32
    np.testing.assert_allclose(single, tau, rtol=0, atol=1e-5 * np.abs(tau).max())


def test_a_law_held_for_a_period_is_asked_once_in_it():
    law = PDGravity(PANDA, HOME, pole=6.0)
    q, v = started(PANDA, HOME)
    held = PANDA.simulate(q, v, law, duration=0.02, hold=5)
    np.testing.assert_allclose(held.tau[0:5], np.broadcast_to(law(0.0, q, v), (5, 7)))
    assert not np.array_equal(held.tau[4], held.tau[5])


def test_references_may_be_functions_of_time():
    def wave(t):
        return HOME + 0.1 * np.sin(t), np.full(7, 0.1 * np.cos(t)), np.full(7, -0.1 * np.sin(t))

    law = Passivity(PANDA, wave, pole=20.0)
    motion = controlled(law, HOME, np.full(7, 0.1), 0.3)
    assert np.abs(motion.q - HOME - 0.1 * np.sin(motion.time)[:, None]).max() < 1e-9
    ramp = trapezoidal(HOME, HOME + 0.1, velocity=1.0, acceleration=2.0)
    law = ComputedTorque(PANDA, ramp, pole=20.0)
    motion = controlled(law, HOME, np.zeros(7), 0.5)
    assert np.abs(motion.q - ramp(motion.time)[0]).max() < 1e-3  # its acceleration jumps within steps


def test_splines_go_through_their_knots_smoothly():
    times = np.array([0.1, 0.25, 0.5, 0.6])
    knots = HOME + 0.1 * np.random.default_rng(2).standard_normal((4, 7))
    spline = Spline(PANDA, times, knots)
    q, v, _ = spline.sampled(times)
    np.testing.assert_allclose(q, knots, atol=1e-14)
    assert np.abs(v[[0, -1]]).max() < 1e-12
    assert np.ptp(spline.sampled(np.array([0.0, 0.1, 0.05]))[0], axis=0).max() < 1e-14
    for at in times[1:-1]:
        before, after = (spline.sampled(at + off) for off in (-1e-12, 1e-12))
        for one, other in zip(before, after, strict=True):
            np.testing.assert_allclose(one, other, atol=1e-9)
    t = np.linspace(0.11, 0.24, 5)
    slope = (spline.sampled(t + 1e-6)[0] - spline.sampled(t - 1e-6)[0]) / 2e-6
    np.testing.assert_allclose(spline.sampled(t)[1], slope, atol=1e-7)
    law = ComputedTorque(PANDA, spline, pole=20.0)
    motion = controlled(law, knots[0], np.zeros(7), 0.7)
    off = np.abs(motion.q - spline.sampled(motion.time)[0]).max()
    assert off < 1e-3  # its acceleration jumps at the ends, within a step
    with pytest.raises(InputError, match="turn freely"):
        Spline(ROBOTS["all kinds"], [0.0, 1.0], np.zeros((2, ROBOTS["all kinds"].nq)))
    for times in ([0.0, 0.0, 1.0], [0.0, 1.0, np.inf]):
        with pytest.raises(InputError, match="each after the one before"):
            Spline(PANDA, times, knots[:3])


def test_bad_gains_and_references_are_refused_by_name():
    ball = ROBOTS["all kinds"]
    for law in (ComputedTorque, PDGravity, WenBayard, Passivity):
        with pytest.raises(ArgumentTypeError, match="robot: str 'x' given"):
            law("x", HOME, pole=1.0)
    held = PDGravity(PANDA, HOME, pole=1.0)
    for t in ("x", None, 10**400, np.zeros((2, 2)), np.ma.masked_array([0.0], mask=[True])):
        with pytest.raises(PsiphiError, match="t: "):
            held(t, HOME, np.zeros(7))
    with pytest.raises(InputError, match=r"stiffness: element \(2,\) is -1.*not positive definite"):
        PDGravity(PANDA, HOME, stiffness=[1, 1, -1, 1, 1, 1, 1], damping=1.0)
    with pytest.raises(InputError, match=r"damping: has shape \(3,\)"):
        ComputedTorque(PANDA, HOME, stiffness=1.0, damping=[1.0, 2.0, 3.0])
    for law in (PDGravity, WenBayard, Passivity):
        with pytest.raises(InputError, match=r"pole: has shape \(3,\)"):
            law(PANDA, HOME, pole=np.ones(3))
        with pytest.raises(InputError, match=r"pole \(3,\), reference \(2,\)"):
            law(PANDA, np.stack([HOME, HOME]), pole=np.ones((3, 7)))
    with pytest.raises(InputError, match="either `pole`"):
        ComputedTorque(PANDA, HOME, pole=1.0, damping=1.0)
    with pytest.raises(InputError, match="axes of one rotation"):
        Passivity(ball, ball.neutral(), pole=np.arange(1.0, 1.0 + ball.nv))
    with pytest.raises(InputError, match="holds a place"):
        PDGravity(PANDA, path_of("panda"), pole=1.0)
    with pytest.raises(UnknownNameError, match="compensation"):
        WenBayard(PANDA, HOME, pole=1.0, compensation="other")
    with pytest.raises(InputError, match="laws are for the robot"):
        ComputedTorque(PANDA.varying("gravity"), HOME, pole=1.0)
    with pytest.raises(InputError, match="gives 2 arrays"):
        Passivity(PANDA, lambda t: (HOME, HOME), pole=1.0)
    with pytest.raises(InputError, match="not for this robot"):
        ball.rollout(ball.neutral(), np.zeros(ball.nv), PDGravity(PANDA, HOME, pole=1.0), 2, 1e-3)
    law = Passivity(PANDA, quintic(HOME, HOME + 0.1, 1.0), pole=1.0)
    with pytest.raises(InputError, match="leave `hold` out"):
        PANDA.rollout(HOME, np.zeros(7), law, 4, 1e-3, hold=2)
