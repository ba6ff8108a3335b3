"""Whole horizons in native code, against the same methods step by step in NumPy and laws of physics."""

from __future__ import annotations

import copy
from dataclasses import replace

import numpy as np
import pytest
from chart import Chart
from motions import distance, ideal, ideal_tree, single_body, solved, some_state, weightless

import psiphi
from psiphi import Robot
from psiphi.dynamics.motion.acting_forces import CREEP
from psiphi.errors import ArgumentTypeError, InputError, UnknownNameError
from psiphi.formats.robots.random_tree import random_tree
from psiphi.model.tendon import Tendon
from psiphi.spatial import Inertia

METHODS = ("semi_implicit", "rk4", "midpoint")


def tree(seed: int, **options) -> Robot:
    return ideal_tree(seed, bodies=6, **options)


ROBOTS = {
    "arm": psiphi.robots.ur5(),
    "legs": ideal(psiphi.robots.quadruped()),
    "all kinds": tree(1, kinds=("spherical", "planar", "helical", "universal", "prismatic")),
    "free": tree(2, base="free"),
    "mimics": tree(3, mimic=0.6, kinds=("revolute", "prismatic")),
    "rotors": tree(4, rotors=True),
    "carried rotors": tree(5, rotors="carried", kinds=("revolute", "spherical")),
    "forest": tree(6, roots=2),
    "many bodies": psiphi.robots.planar_chain(52),
}
robots = pytest.mark.parametrize("name", ROBOTS)
methods = pytest.mark.parametrize("method", METHODS)


def step_by_step(robot: Robot, q, v, tau, steps: int, h: float, method: str):
    """The states of a method in NumPy: charts, stages and sweeps written out once more."""
    states = [(q, v)]
    for _ in range(steps):
        if method == "midpoint":
            middle = v + h / 2 * robot.forward_dynamics(q, v, tau)
            for _ in range(8):
                there = robot.model.integrate(q, middle, h / 2)
                middle = v + h / 2 * robot.forward_dynamics(there, middle, tau)
            q, v = robot.model.integrate(q, middle, h), 2 * middle - v
        else:
            q, v = one_step(robot, q, v, lambda v: tau, h, method)
        states.append((q, v))
    return tuple(np.stack(x) for x in zip(*states, strict=True))


def moved(robot, q, x):
    return Chart(robot.model).place(q, x)


def chart_rates(robot, q, x, v):
    return Chart(robot.model).rates(q, np.zeros(robot.nv) if x is None else x, v)


@robots
@methods
def test_steps_are_those_of_the_method(name, method):
    robot, steps, h = ROBOTS[name], 5, 1e-3
    q, v = some_state(robot, speed=0.5, batch=(3,))
    tau = np.random.default_rng(1).standard_normal((3, robot.nv))
    found = robot.rollout(q, v, tau, steps, h, method=method)
    expected = step_by_step(robot, q, v, tau, steps, h, method)
    np.testing.assert_allclose(found.q, expected[0], atol=1e-12)
    np.testing.assert_allclose(found.v, expected[1], atol=1e-12 * max(1.0, np.abs(expected[1]).max()))


@robots
@methods
def test_the_batch_and_threads_change_no_bit(name, method):
    robot, steps = ROBOTS[name], 7
    q, v = some_state(robot, batch=(21,))
    tau = np.random.default_rng(1).standard_normal((steps, 21, robot.nv))
    q, v, tau = (x.astype(np.float32) if method == "rk4" else x for x in (q, v, tau))
    whole = robot.rollout(q, v, tau, steps, 1e-3, method=method)
    assert whole.q.dtype == q.dtype
    threads = robot.rollout(q, v, tau, steps, 1e-3, method=method, threads=3)
    assert all(np.array_equal(x, y) for x, y in zip(whole, threads, strict=True))
    for rows in (slice(4, 5), slice(0, 20)):
        part = robot.rollout(q[rows], v[rows], tau[:, rows], steps, 1e-3, method=method)
        assert all(np.array_equal(x[:, rows], y) for x, y in zip(whole, part, strict=True))
    begun = robot.rollout(q, v, tau[:3], 3, 1e-3, method=method)
    rest = robot.rollout(begun.q[-1], begun.v[-1], tau[3:], steps - 3, 1e-3, method=method)
    if robot.nq == robot.nv:  # unit quaternions are brought to unit length at every start
        assert np.array_equal(rest.q, whole.q[3:])
    else:
        np.testing.assert_allclose(rest.q, whole.q[3:], atol=1e-5 if method == "rk4" else 1e-13)


@pytest.mark.parametrize("name", ["arm", "legs"])
def test_single_precision_is_near_double(name):
    robot = ROBOTS[name]
    q, v = some_state(robot, batch=(5,))
    double = robot.rollout(q, v, None, 20, 1e-3)
    single = robot.rollout(q.astype(np.float32), v.astype(np.float32), None, 20, 1e-3)
    assert single.q.dtype == np.float32
    np.testing.assert_allclose(single.q, double.q, atol=2e-5)


def test_forces_are_given_in_every_way():
    robot, steps = ROBOTS["arm"], 6
    q, v = some_state(robot, batch=(2, 2))
    tau = np.random.default_rng(3).standard_normal(robot.nv)
    expected = robot.rollout(q, v, tau, steps, 1e-3)
    for same in (
        np.broadcast_to(tau, (steps, robot.nv)),
        np.broadcast_to(tau, (2, 2, robot.nv)),
        np.broadcast_to(tau, (steps, 2, 2, robot.nv)),
        np.broadcast_to(tau, (1, 2, 2, robot.nv)),
        tau.tolist(),
    ):
        found = robot.rollout(q, v, same, steps, 1e-3)
        assert np.array_equal(found.q, expected.q)
    none = robot.rollout(q, v, None, steps, 1e-3)
    assert np.array_equal(none.q, robot.rollout(q, v, 0.0 * tau, steps, 1e-3).q)


def test_forces_are_held_for_a_period():
    robot, steps = ROBOTS["legs"], 12
    q, v = some_state(robot, batch=(3,))
    tau = np.random.default_rng(3).standard_normal((3, robot.nv, 4)).transpose(2, 0, 1)
    held = robot.rollout(q, v, tau, steps, 1e-3, hold=3, every=4)
    plain = robot.rollout(q, v, np.repeat(tau, 3, axis=0), steps, 1e-3)
    assert np.array_equal(held.q, plain.q[::4])
    assert np.array_equal(held.v, plain.v[::4])


@methods
def test_methods_follow_the_motion_with_their_order(method):
    robot = ROBOTS["free"]
    q, v = some_state(robot, speed=0.7)
    tau = np.random.default_rng(2).standard_normal(robot.nv)
    end = solved(robot, q, v, lambda t, q, v: tau, 0.1)
    errors = []
    for steps in (20, 40):
        found = robot.rollout(q, v, tau, steps, 0.1 / steps, method=method, every=steps)
        errors.append(distance(robot, (found.q[-1], found.v[-1]), end))
    order = {"semi_implicit": 1, "rk4": 4, "midpoint": 2}[method]
    assert 0.8 * 2**order < errors[0] / errors[1] < 1.3 * 2**order


def energy_errors(robot, found):
    """How far the energy is from where it began, relative to the greatest kinetic energy."""
    kinetic = robot.kinetic_energy(found.q, found.v)
    energy = kinetic + robot.potential_energy(found.q)
    return np.abs(energy - energy[0]) / kinetic.max(axis=0)


def test_energy_does_not_drift_at_midpoints():
    robot = psiphi.robots.planar_chain(2)
    hanging = min((-np.pi / 2, np.pi / 2), key=lambda angle: robot.potential_energy(np.array([angle, 0.0])))
    q, v = np.array([hanging + 0.3, -0.2]), np.zeros(2)
    drifts = {}
    for method in ("midpoint", "rk4"):
        error = energy_errors(robot, robot.rollout(q, v, None, 20_000, 0.02, method=method, every=10))
        drifts[method] = error[-200:].max() / error[:200].max()
    assert drifts["midpoint"] < 1.1
    assert drifts["rk4"] > 5.0


def test_a_free_flyer_keeps_its_energy():
    robot = weightless(psiphi.robots.free_flyer())
    q, v = some_state(robot, speed=0.3)
    motion = robot.rollout(q, v, None, 100_000, 1e-3, method="rk4", every=100, limits=False)
    assert energy_errors(robot, motion).max() < 1e-9


@pytest.mark.parametrize("method", ["semi_implicit", "implicit", "rk4", "midpoint", "dop853"])
def test_what_dry_friction_holds_on_a_slope_creeps_and_does_not_chatter(method):
    """Where the weight is a share r of the friction, −f v/(|v| + c) balances it at the speed c r/(1 − r)."""
    share, weight = 0.5, 9.81 * np.sin(0.3)
    slope = (np.cos(0.3), 0.0, -np.sin(0.3))
    block = single_body("prismatic", Inertia(1.0, (0, 0, 0), np.eye(3)), axis=slope, friction=weight / share)
    speed = block.rollout([0.0], [0.0], None, 200, 5e-3, method=method).v[100:, 0]
    np.testing.assert_allclose(speed, CREEP * share / (1.0 - share), rtol=1e-5)


def test_a_row_that_diverges_is_nan_from_there_on_and_others_go_on():
    robot = ROBOTS["legs"]
    q, v = some_state(robot, batch=(9,))
    tau = np.zeros((9, robot.nv))
    tau[4] = 1e200
    found = robot.rollout(q, v, tau, 30, 1e-3, method="rk4")
    alone = robot.rollout(q[4], v[4], tau[4], 30, 1e-3, method="rk4")
    assert np.isfinite(found.q[0, 4]).all()
    lost = np.isnan(found.q[:, 4])
    assert lost[-1].all()
    assert (lost.all(axis=-1) == lost.any(axis=-1)).all()
    assert np.array_equal(np.isnan(found.v[:, 4]).any(axis=-1), lost.any(axis=-1))
    assert np.array_equal(found.q[:, 4], alone.q, equal_nan=True)
    others = np.delete(np.arange(9), 4)
    assert np.isfinite(found.q[:, others]).all()
    spoilt = v.copy()
    spoilt[3, 0] = np.nan
    assert np.isnan(robot.rollout(q, spoilt, None, 2, 1e-3).q[:, 3]).all()


@pytest.mark.parametrize("method", ["semi_implicit", "rk4"])
def test_losses_and_limits_of_effort_act_unless_switched_off(method):
    robot = Robot(random_tree(3, bodies=6, mimic=0.4))
    q, v = some_state(robot, batch=(4,))
    tau = 60.0 * np.random.default_rng(1).standard_normal((4, robot.nv))
    S = robot.model.coupling

    def losses(v):
        joints = [body.joint for body in robot.model.bodies]
        damping, friction = (np.concatenate([getattr(j, x) for j in joints]) for x in ("damping", "friction"))
        rates = v @ S.T
        return -(damping * rates + friction * rates / (np.abs(rates) + CREEP)) @ S

    limits = np.concatenate([robot.model.joint(name).limits.effort for name in robot.joint_names])
    for switches, forces in (
        ({}, lambda v: np.clip(tau, -limits, limits) + losses(v)),
        ({"damping": False, "friction": False}, lambda v: np.clip(tau, -limits, limits)),
        ({"damping": False, "friction": False, "effort_limits": False}, lambda v: tau),
    ):
        found = robot.rollout(q, v, tau, 3, 1e-3, method=method, **switches)
        there, rate = q, v
        for _ in range(3):
            there, rate = one_step(robot, there, rate, forces, 1e-3, method)
        np.testing.assert_allclose(found.v[-1], rate, rtol=1e-11, atol=1e-11)
        same = robot.simulate(q, v, tau, duration=3e-3, dt=1e-3, method=method, **switches)
        assert np.array_equal(same.q, found.q)


def test_springs_tendons_and_weight_held_up_act():
    tree = Robot(random_tree(2, bodies=5, kinds=("revolute", "spherical", "prismatic", "universal"))).model
    rng = np.random.default_rng(0)
    bodies = [
        replace(
            body,
            joint=replace(body.joint, stiffness=rng.uniform(1.0, 5.0), friction=0.0),
            gravity_compensation=replace(body.inertia, rotational=0.0 * body.inertia.rotational),
        )
        for body in tree.bodies
    ]
    names = [body.joint.name for body in bodies if body.joint.kind.nv == 1][:2]
    tendon = Tendon("both", tuple(names), (1.0, -0.5)[: len(names)], 0.1, 3.0, -0.05, 0.02, damping=0.2)
    robot = Robot(replace(tree, bodies=tuple(bodies), tendons=(tendon,)))
    q, v = some_state(robot, batch=(4,))
    found = robot.rollout(q, v, None, 1, 1e-3)
    expected = robot.forward_dynamics(q, v, robot.passive_forces(q, v))
    np.testing.assert_allclose((found.v[1] - v) / 1e-3, expected, rtol=1e-9, atol=1e-8)
    still = robot.rollout(q, v, None, 1, 1e-3, springs=False)
    assert np.abs(still.v[1] - found.v[1]).max() > 1e-6


def one_step(robot, q, v, forces, h, method):
    if method == "semi_implicit":
        v = v + h * robot.forward_dynamics(q, v, forces(v))
        return robot.model.integrate(q, v, h), v

    def slope(x, u):
        here = moved(robot, q, x)
        return chart_rates(robot, here, x, u), robot.forward_dynamics(here, u, forces(u))

    k1 = slope(np.zeros_like(v), v)
    k2 = slope(h / 2 * k1[0], v + h / 2 * k1[1])
    k3 = slope(h / 2 * k2[0], v + h / 2 * k2[1])
    k4 = slope(h * k3[0], v + h * k3[1])
    dx, dv = (h / 6 * (k1[i] + 2 * k2[i] + 2 * k3[i] + k4[i]) for i in (0, 1))
    return moved(robot, q, dx), v + dv


def test_shapes_broadcast_and_may_be_empty():
    robot = ROBOTS["arm"]
    q, v = some_state(robot, batch=(4, 1))
    assert robot.rollout(q, v[0], None, 3, 1e-3).q.shape == (4, 4, 1, robot.nq)
    assert robot.rollout(q[:0], v[:0], None, 3, 1e-3).q.shape == (4, 0, 1, robot.nq)
    start = robot.rollout(q, v, None, 0, 1e-3)
    assert np.array_equal(start.q[0], q)


def test_copies_of_a_robot_roll_out_too():
    robot = psiphi.robots.planar_chain(2)
    q, v = some_state(robot)
    expected = robot.rollout(q, v, None, 3, 1e-3)
    assert np.array_equal(copy.deepcopy(robot).rollout(q, v, None, 3, 1e-3).q, expected.q)


@pytest.mark.parametrize(
    ("changes", "error", "says"),
    [
        ({"method": "euler"}, UnknownNameError, "'euler' is unknown; choose one of semi_implicit"),
        ({"method": ["rk4"]}, UnknownNameError, r"\['rk4'\] is unknown; choose one of semi_implicit"),
        ({"steps": 2.5}, ArgumentTypeError, "steps: float given"),
        ({"steps": -1}, InputError, "steps: -1 given"),
        ({"every": 4}, InputError, "10 steps are no multiple of 4"),
        ({"dt": 0.0}, InputError, "dt: 0 given"),
        ({"torque": np.zeros((7, 2))}, InputError, r"torque: has shape \(7, 2\)"),
        ({"torque": np.zeros((10, 2))}, InputError, r"may be 10 times or 10 rows .* give \(10, 1, 2\) or"),
        ({"torque": "strong"}, ArgumentTypeError, "torque: str 'strong' given"),
        ({"q0": np.zeros((3, 2))}, InputError, "do not broadcast"),
    ],
)
def test_wrong_arguments_are_named(changes, error, says):
    robot = psiphi.robots.planar_chain(2)
    given = {"q0": np.zeros((10, 2)), "v0": np.zeros((10, 2)), "torque": None, "steps": 10, "dt": 1e-3}
    with pytest.raises(error, match=says):
        robot.rollout(**{**given, **changes})
