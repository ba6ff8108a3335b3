"""Robots, motions under laws, and what theory says of them, that the tests of control share."""

from __future__ import annotations

from typing import Any

import numpy as np

import psiphi
from psiphi import Robot
from psiphi.control import Law
from psiphi.formats.robots.random_tree import random_tree
from psiphi.simulation import Trajectory

HOME = np.array(psiphi.robots.PANDA_READY)
NOTHING_ELSE = {
    "damping": False,
    "friction": False,
    "springs": False,
    "effort_limits": False,
    "limits": False,
}
PANDA = psiphi.robots.panda()
FLANGE = "panda_link8"


def some_tree(seed: int, **options: Any) -> Robot:
    return Robot(random_tree(seed, **options))


def started(
    robot: Robot, home: np.ndarray, seed: int = 4, size: float = 0.3
) -> tuple[np.ndarray, np.ndarray]:
    """A state not far from a configuration at rest."""
    apart, rates = size * np.random.default_rng(seed).standard_normal((2, robot.nv))
    return robot.integrate(home, apart), rates


def controlled(law: Law, q: Any, v: Any, duration: float, dt: float = 1e-3, **options: Any) -> Trajectory:
    """The motion under a law alone, called at every stage: one kernel for all laws of a robot to compile."""
    return law.robot.simulate(
        q, v, lambda t, q, v: law(t, q, v), duration=duration, dt=dt, **{**NOTHING_ELSE, **options}
    )


def check_lyapunov(law: Any, motion: Trajectory, tolerance: float) -> None:
    """V(t) − V(0) is the integral of the rate that theory gives, and V never rises."""
    value = law.lyapunov(motion.time, motion.q, motion.v)
    rate = law.lyapunov_rate(motion.time, motion.q, motion.v)
    dt = motion.time[1] - motion.time[0]
    pairs = (rate[:-2:2] + 4 * rate[1:-1:2] + rate[2::2]) * dt / 3  # Simpson
    integral = np.concatenate([np.zeros_like(value[:1]), np.cumsum(pairs, axis=0)])
    assert np.abs(value[::2] - value[0] - integral).max() < tolerance * value[0].max()
    assert np.abs(integral[-1]).min() > 0.1 * value[0].min()  # it has something to tell
    assert (np.diff(value, axis=0) <= tolerance * value[0]).all()
