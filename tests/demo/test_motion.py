"""The simulation of the demonstration: the energy is kept, and shorter steps are taken where it is not."""

from __future__ import annotations

import numpy as np
import pytest

import psiphi
from psiphi import robots
from psiphi.demo import motion
from psiphi.demo.motion import let_go
from psiphi.formats.urdf.reader import parse_urdf


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


def test_a_motion_that_runs_away_is_kept_to_its_last_finite_step(monkeypatch) -> None:
    monkeypatch.setattr(motion, "DURATION", 0.4)
    monkeypatch.setattr(motion, "SHORTENINGS", 0)
    robot = robots.planar_chain(2)
    q, v = motion._start(robot)
    monkeypatch.setattr(motion, "_start", lambda _: (q, v + np.array([3e3, -6e3])))
    result = let_go(robot, print)
    assert 1 <= result.steps < 100
    assert len(result.times) == result.steps + 1
    assert np.isfinite(result.q).all()
    assert not result.energy_check().holds


def test_joints_keep_within_their_limits_but_for_the_give_of_their_stops() -> None:
    """Fingers that slide along gravity would fall for metres without stops."""
    robot = psiphi.Robot(parse_urdf(GRIPPER))
    result = let_go(robot, lambda _: None)
    finger = result.q[..., robot.q_slice("finger")]
    assert result.stopped
    assert finger.min() > -0.02
    assert finger.max() < 0.06
    assert result.energy_check().holds
    assert np.ptp(finger) > 0.02  # and it moves


GRIPPER = """<robot name="gripper"><link name="base"/>
<joint name="elbow" type="continuous"><parent link="base"/><child link="arm"/><axis xyz="0 1 0"/></joint>
<link name="arm"><inertial><origin xyz="0 0 0.2"/><mass value="2"/><inertia ixx="0.02" iyy="0.02" izz="0.01"/>
</inertial></link>
<joint name="finger" type="prismatic"><origin xyz="0 0 0.4"/><parent link="arm"/><child link="tip"/>
<axis xyz="0 0 1"/><limit lower="0" upper="0.04" effort="10" velocity="1"/></joint>
<link name="tip"><inertial><mass value="0.1"/><inertia ixx="1e-4" iyy="1e-4" izz="1e-4"/></inertial></link>
</robot>"""
