"""A mode of a robot as a motion that is played slowly."""

from __future__ import annotations

import numpy as np

from psiphi.dynamics.modal.analysis import ModalAnalysis
from psiphi.model.arguments import count, positive_number
from psiphi.robot import Robot
from psiphi.simulation.trajectory import Trajectory

SAMPLES = 40
"""In one period."""


def modal_motion(
    robot: Robot, found: ModalAnalysis, mode: int, scale: float, period: float, periods: int
) -> Trajectory:
    """The vibration of one mode, each period in so many seconds."""
    period, periods = positive_number("period", period), count("periods", periods)
    phase = np.linspace(0.0, 2.0 * np.pi * periods, SAMPLES * periods + 1)
    q, _ = found.swing(mode, phase, scale)
    _, ahead = found.swing(mode, phase + np.pi / 2, scale)
    v = ahead * (2.0 * np.pi / period)
    return Trajectory(robot, phase * (period / (2.0 * np.pi)), q, v, np.zeros_like(v))
