"""MuJoCo's poses."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from psiphi.formats.right_angles import snapped_rotation
from psiphi.spatial.pose import Pose
from psiphi.spatial.quaternion import normalized, quaternion_to_rotation


def pose_from_mujoco(position: NDArray[np.float64], quaternion: NDArray[np.float64], snap: float) -> Pose:
    """A pose from MuJoCo's position and quaternion (w, x, y, z)."""
    rotation = quaternion_to_rotation(normalized(np.roll(quaternion, -1)))
    return Pose(snapped_rotation(rotation, snap), position)
