"""Motion in time: the simulation of robots, and motions from one configuration to another."""

from __future__ import annotations

from psiphi.dynamics.motion.methods import METHODS
from psiphi.simulation.point_to_point import PointToPoint, quintic, trapezoidal
from psiphi.simulation.simulate import simulate
from psiphi.simulation.trajectory import Trajectory

__all__ = ["METHODS", "PointToPoint", "Trajectory", "quintic", "simulate", "trapezoidal"]
