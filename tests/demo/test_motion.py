"""The simulation of the demonstration: fourth order on the manifold, energy and momentum kept."""

from __future__ import annotations

import numpy as np
import pytest

from psiphi import robots
from psiphi.demo import motion
from psiphi.demo.motion import let_go, rk4_step
from psiphi.robot import Robot


def tumbling(robot: Robot, steps: int, duration: float = 0.2) -> np.ndarray:
    rng = np.random.default_rng(3)
    q, v = robot.random_configuration(rng), 3.0 * rng.standard_normal(robot.nv)
    for _ in range(steps):
        q, v = rk4_step(robot, q, v, np.zeros(robot.nv), duration / steps)
    return q


@pytest.mark.parametrize(
    "robot",
    [
        robots.random_tree(1, bodies=2, kinds=["spherical"], base="free"),
        robots.random_tree(2, bodies=2, kinds=["planar"]),
    ],
    ids=["free and spherical", "planar"],
)
def test_steps_of_half_the_length_leave_a_sixteenth_of_the_error(robot: Robot) -> None:
    truth = tumbling(robot, 300)
    coarse, fine = (
        float(np.abs(robot.difference(tumbling(robot, steps), truth)).max()) for steps in (30, 60)
    )
    assert 12 < coarse / fine < 22


def test_a_motion_keeps_its_energy_and_tells_of_each_second(monkeypatch) -> None:
    monkeypatch.setattr(motion, "DURATION", 2.0)
    told: list[str] = []
    result = let_go(robots.planar_chain(2), told.append)
    assert told == ["1 s of motion", "2 s of motion"]
    assert result.times[-1] == pytest.approx(2.0)
    assert (result.steps, result.step) == (2000, 1e-3)
    assert result.q.shape == (2001, motion.COPIES, 2)
    assert result.kinetic_energy.max() > 1.0
    assert result.drift.max() < 1e-6
    assert result.energy_check().holds


def test_long_motions_are_kept_at_some_of_their_steps(monkeypatch) -> None:
    monkeypatch.setattr(motion, "DURATION", 0.2)
    robot = robots.planar_chain(2)
    every = let_go(robot, print)
    monkeypatch.setattr(motion, "MOST_KEPT", 30)
    some = let_go(robot, print)
    assert len(some.times) == 29
    assert np.array_equal(some.q, every.q[::7])
    assert np.allclose(some.times, every.times[::7])
    assert np.array_equal(some.energy, every.energy[::7])


def test_steps_become_shorter_where_they_are_too_long(monkeypatch) -> None:
    monkeypatch.setattr(motion, "DURATION", 0.3)
    monkeypatch.setattr(motion, "ENERGY_TOLERANCE", 1e-13)
    told: list[str] = []
    result = let_go(robots.planar_chain(3), told.append)
    assert told[0] == "too fast for these steps; once more with 0.25 ms"
    assert result.step < 1e-3


def test_what_floats_is_pushed_and_what_stands_is_let_go(monkeypatch) -> None:
    monkeypatch.setattr(motion, "DURATION", 0.01)
    assert let_go(robots.planar_chain(2), print).kinetic_energy[0] == 0.0
    assert let_go(robots.random_tree(0, bodies=2, base="free"), print).kinetic_energy[0] > 0.0
