"""What a simulation takes: every way to give forces, and kind errors for everything else."""

from __future__ import annotations

import sys

import numpy as np
import pytest
from motions import some_state

from psiphi import PsiphiError, robots
from psiphi.errors import ArgumentTypeError, InputError, SimulationError, UnknownNameError
from psiphi.simulation import METHODS, native_motion, progress

# The package has a function of this name, which hides the module.
simulate_module = sys.modules["psiphi.simulation.simulate"]

CHAIN = robots.planar_chain(2)
REST = ([0.1, 0.2], [0.0, 0.0])


def run(*state, **options):
    return CHAIN.simulate(*(state or REST), **{"duration": 0.04, "dt": 0.01, **options})


# Forces


def asked(method: str, torque: object) -> dict[str, int]:
    """At the stages of "dop853" functions are not asked."""
    return {"hold": 1} if method == "dop853" and callable(torque) else {}


@pytest.mark.parametrize("method", METHODS)
def test_forces_can_be_given_in_every_way(method: str) -> None:
    class Controller:
        def __call__(self, time, q, v):
            return [0.5, -0.2]

    plain = run(torque=[0.5, -0.2], method=method)
    assert np.array_equal(plain.tau, np.broadcast_to([0.5, -0.2], (5, 2)))
    for torque in (
        np.tile([0.5, -0.2], (4, 1)),
        np.array([[0.5, -0.2]]),
        lambda time, q, v: np.array([0.5, -0.2]),
        Controller(),
    ):
        same = run(torque=torque, method=method, **asked(method, torque))
        assert same.q == pytest.approx(plain.q, abs=1e-9)
        assert np.array_equal(same.tau, plain.tau)
    assert np.array_equal(run(method=method).q, run(torque=[0.0, 0.0], method=method).q)


def test_forces_of_a_batch_can_be_shared_or_its_own() -> None:
    q, v = some_state(CHAIN, batch=(3,))
    rows = np.arange(8.0).reshape(4, 2)
    shared = run(q, v, torque=rows)
    own = run(q, v, torque=np.repeat(rows[:, None], 3, axis=1))
    asked = run(q, v, torque=lambda time, q, v: rows[min(int(time / 0.01 + 1e-6), 3)], method="semi_implicit")
    assert np.array_equal(shared.q, own.q)
    assert np.array_equal(shared.tau, own.tau)
    assert np.array_equal(shared.tau, asked.tau)
    apart = np.arange(3.0)[:, None] * np.ones(2)
    assert np.array_equal(run(q, v, torque=apart[None]).tau[2], apart)  # constant, another for each row
    one_robot = run([0.1, 0.2], np.zeros((3, 2)))
    assert one_robot.q.shape == (5, 3, 2)


def test_a_torque_function_sees_the_state_it_acts_on() -> None:
    seen = []

    def torque(time, q, v):
        seen.append((time, q.copy(), v.copy()))
        return -v

    motion = run(torque=torque, method="semi_implicit")
    assert [time for time, _, _ in seen] == pytest.approx([0.0, 0.01, 0.02, 0.03, 0.04])  # once a sample
    assert np.array_equal([q for _, q, _ in seen], motion.q)
    assert np.array_equal(motion.tau, -motion.v)
    seen.clear()
    run(torque=torque)
    assert len(seen) == 4 * 4 + 1  # four times a step, and at the end


# Errors


@pytest.mark.parametrize(
    ("options", "error", "says"),
    [
        ({"dt": 0.0}, InputError, "dt: 0 given; give a positive number"),
        ({"dt": -0.1}, InputError, "dt: -0.1 given"),
        ({"dt": "fast"}, ArgumentTypeError, "dt: str 'fast' given; give real numbers"),
        ({"duration": float("nan")}, InputError, "duration: nan given"),
        (
            {"duration": 1.0, "dt": 0.3},
            InputError,
            r"3\.33333 steps.*Give duration=0\.9 or dt=0\.333333333333",
        ),
        ({"duration": 0.001}, InputError, r"duration=0\.01 or dt=0\.001"),
        (
            {"duration": 1e6, "dt": 1e-6},
            InputError,
            r"duration: 1e\+06 s with dt = 1e-06 s is 1e\+12 samples.*5\.22e\+04 GiB; 2 GiB is the most",
        ),
        ({"duration": 1e300, "dt": 1e-300}, InputError, "duration: .* is inf samples"),
        (
            {"method": "euler"},
            UnknownNameError,
            "'euler' is unknown; choose one of semi_implicit, implicit, rk4, midpoint, dop853",
        ),
        ({"method": "dop853", "tolerance": 0}, InputError, "tolerance: 0 given"),
        ({"torque": np.zeros(3)}, InputError, r"torque: has shape \(3,\); give \(2,\), \(4, 2\) or \(4, 2\)"),
        ({"torque": np.zeros((7, 2))}, InputError, r"torque: has shape \(7, 2\); give \(2,\), \(4, 2\)"),
        ({"torque": np.zeros((4, 5, 2))}, InputError, r"torque: has shape \(4, 5, 2\)"),
        ({"torque": [np.nan, 0.0]}, InputError, "torque: row 0 holds NaN"),
        ({"torque": "strong"}, ArgumentTypeError, "torque: str 'strong' given"),
        (
            {"torque": lambda t, q, v: np.zeros(3)},
            InputError,
            r"at t = 0 s the function returned shape \(3,\)",
        ),
        (
            {"torque": lambda t, q, v: None},
            ArgumentTypeError,
            "at t = 0 s the function returned NoneType",
        ),
        ({"torque": lambda t, q, v: np.zeros((5, 2))}, InputError, r"shape \(5, 2\); return shape \(2,\)"),
        ({"torque": lambda t, q, v: {}}, ArgumentTypeError, "returned dict"),
        ({"torque": lambda t, q, v: v * np.nan}, SimulationError, "the torque at t = 0 s is not finite"),
    ],
)
def test_wrong_options_are_named(options, error, says) -> None:
    with pytest.raises(error, match=says) as caught:
        run(**options)
    assert isinstance(caught.value, PsiphiError)


def test_samples_of_a_whole_batch_must_fit_into_memory(monkeypatch) -> None:
    state = (np.zeros((3, 2)), np.zeros((3, 2)))
    samples_after_the_first = 4 * 8 * (1 + 3 * (2 + 2 + 2))
    monkeypatch.setattr(simulate_module, "MOST_BYTES", samples_after_the_first)
    assert len(run(*state)) == 5
    monkeypatch.setattr(simulate_module, "MOST_BYTES", samples_after_the_first - 1)
    with pytest.raises(InputError, match=r"dt = 0\.01 s is 4 samples.*fewer robots at once"):
        run(*state)
    assert len(run()) == 5


@pytest.mark.parametrize(
    ("q", "v", "says"),
    [
        ([0.0], [0.0, 0.0], r"q0: has shape \(1,\)"),
        ([0.0, 0.0], [0.0], r"v0: has shape \(1,\)"),
        ([0.0, np.nan], [0.0, 0.0], r"q0: element \(1,\) is nan"),
        ([0.0, 0.0], [[0.0, 0.0], [np.inf, 0.0]], r"v0: element \(1, 0\) is inf"),
        (np.zeros((2, 2)), np.zeros((3, 2)), "do not broadcast"),
    ],
)
def test_wrong_states_are_named(q, v, says) -> None:
    with pytest.raises(InputError, match=says):
        run(q, v)


def test_a_zero_quaternion_is_no_state() -> None:
    robot = robots.free_flyer()
    with pytest.raises(InputError, match="the quaternion of joint 'root' is zero"):
        robot.simulate(np.zeros(robot.nq), np.zeros(robot.nv), duration=0.1)


def test_quaternions_of_any_length_are_taken_for_their_direction() -> None:
    robot = robots.random_tree(1, bodies=1, kinds=["spherical"])
    motion = robot.simulate([0.0, 0.0, 0.0, 7.0], np.ones(3), duration=0.01)
    assert np.array_equal(motion.q[0], robot.neutral())


@pytest.mark.parametrize("method", METHODS)
def test_a_motion_that_runs_away_is_told_with_its_time(method: str) -> None:
    state = (np.zeros(2), np.ones(2))

    def torque(time, q, v):
        return CHAIN.inverse_dynamics(q, v, v**3)  # v̇ = v³ goes to infinity at t = ½

    with pytest.raises(SimulationError, match=r"t = 0\.5"):
        CHAIN.simulate(*state, torque, duration=2.0, dt=0.01, method=method, **asked(method, torque))


def test_what_is_too_fast_for_samples_so_far_apart_comes_to_an_end() -> None:
    """Some 10⁶ swings from sample to sample."""
    v = np.array([[1e7, 0.0], [1.0, 0.0]])
    motion = CHAIN.simulate(np.zeros(2), v, duration=2.0, dt=1.0, method="dop853")
    assert np.array_equal(motion.ended, [0.0, 2.0])


def test_functions_are_not_asked_at_stages_where_each_row_has_its_own() -> None:
    with pytest.raises(InputError, match="not asked at the stages of 'dop853'"):
        run(torque=lambda time, q, v: -v, method="dop853")


def test_a_robot_that_cannot_move_stands() -> None:
    for method in METHODS:
        stands = robots.random_tree(0, bodies=2, kinds=["fixed"]).simulate(
            [], [], duration=0.01, method=method
        )
        assert stands.q.shape == (11, 0)


def test_a_row_that_runs_away_is_lost_alone() -> None:
    v = np.zeros((2, 3, 2))
    v[1, 2] = 1e200
    motion = run(np.zeros(2), v)
    assert np.isnan(motion.q[1:, 1, 2]).all()
    assert np.isfinite(motion.q[:, 0]).all()
    assert motion.ended[1, 2] == 0.0
    assert motion.ended[0, 2] == motion.time[-1]


def test_a_function_is_asked_once_a_control_period() -> None:
    times = []

    def torque(time, q, v):
        times.append(time)
        return np.stack([-q[..., 0] - v[..., 1], np.full(q.shape[:-1], np.cos(time))], axis=-1)

    q, v = some_state(CHAIN, batch=(5,))
    options = {"duration": 0.12, "dt": 0.01, "method": "rk4", "hold": 3}
    fine = CHAIN.simulate(q, v, torque, **options)
    np.testing.assert_allclose(times, [0.0, 0.03, 0.06, 0.09, 0.12])
    given = np.concatenate([fine.tau[0:-1:3], fine.tau[-1:]])
    again = CHAIN.simulate(q, v, given[:-1], **options)
    assert np.array_equal(again.q, fine.q)
    assert np.array_equal(fine.tau[:-1], np.repeat(given[:-1], 3, axis=0))
    for every in (6, 3, 1):
        coarse = CHAIN.simulate(q, v, torque, every=every, threads=2, **options)
        assert np.array_equal(coarse.q, fine.q[::every])
        assert np.array_equal(coarse.tau, fine.tau[::every])
        assert np.array_equal(coarse.time, fine.time[::every])
    alone = CHAIN.simulate(q[2], v[2], torque, **options)
    assert np.array_equal(alone.v, fine.v[:, 2])
    with pytest.raises(InputError, match="do not go together"):
        CHAIN.simulate(q, v, torque, every=2, **options)


def test_long_motions_in_pieces_are_the_same(monkeypatch) -> None:
    q, v = some_state(CHAIN, batch=(3,))
    tau = np.random.default_rng(0).standard_normal((10, 3, 2))
    options = {"duration": 0.2, "dt": 0.01, "hold": 2, "every": 5}
    whole = CHAIN.simulate(q, v, tau, **options)
    monkeypatch.setattr(native_motion, "MOST_AT_ONCE", 1)
    pieces = CHAIN.simulate(q, v, tau, **options)
    assert np.array_equal(whole.q, pieces.q)
    assert np.array_equal(whole.tau, pieces.tau)


# Progress


def test_a_long_simulation_tells_how_far_it_is(monkeypatch, capsys) -> None:
    told = []
    run(progress=lambda time, duration: told.append((time, duration)))
    assert told == []  # shorter than a second
    monkeypatch.setattr(progress, "PATIENCE", 0.0)
    monkeypatch.setattr(progress, "INTERVAL", 0.0)
    run(progress=lambda time, duration: told.append((time, duration)))
    assert told[0] == (0.0, 0.04)
    assert told[-1] == (0.04, 0.04)
    assert sorted(told) == told
    assert capsys.readouterr() == ("", "")
    run(progress=True)
    assert "simulated 0.04 s of 0.04 s (100 %)" in capsys.readouterr().err
    run()  # standard error is no terminal here
    run(progress=False)
    assert capsys.readouterr() == ("", "")
