"""What frames can be wanted to do, for `robot.inverse_kinematics`."""

from __future__ import annotations

from psiphi.dynamics.inverse_kinematics.targets import Direction, PointAt, Pose

__all__ = ["Direction", "PointAt", "Pose"]
