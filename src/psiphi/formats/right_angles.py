"""Right angles as they were meant: files write 1.57079632679 for π/2, and a matrix should then hold 0 and ±1.

An angle within `snap` of a multiple of π/2 is read as that multiple; `snap=0` reads every number as it
stands.
"""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import NDArray

Array = NDArray[np.float64]

_QUARTERS = ((1.0, 0.0), (0.0, 1.0), (-1.0, 0.0), (0.0, -1.0))


def cosine_and_sine(angle: float, snap: float) -> tuple[float, float]:
    """(cos, sin) of an angle in radians, exact where the angle is within `snap` of a multiple of π/2."""
    quarters = round(angle / (math.pi / 2))
    if snap > 0.0 and abs(angle - quarters * (math.pi / 2)) <= snap:
        return _QUARTERS[quarters % 4]
    return math.cos(angle), math.sin(angle)


def rotation_from_rpy(rpy: tuple[float, float, float], snap: float) -> Array:
    """R = R_z(yaw) R_y(pitch) R_x(roll), (3, 3), with right angles read as such."""
    (cr, sr), (cp, sp), (cy, sy) = (cosine_and_sine(angle, snap) for angle in rpy)
    rotation = np.array(
        [
            [cy * cp, cy * sp * sr - sy * cr, cy * sp * cr + sy * sr],
            [sy * cp, sy * sp * sr + cy * cr, sy * sp * cr - cy * sr],
            [-sp, cp * sr, cp * cr],
        ]
    )
    return rotation + 0.0  # −0 becomes 0


def snapped_rotation(rotation: Array, snap: float) -> Array:
    """A matrix that turns some axis to within `snap` of an axis turns it there exactly. (3, 3) → (3, 3).

    The result stays orthogonal to the last digit: what is left besides the aligned axis is a plane rotation,
    and is scaled to be one.
    """
    rotation = np.array(rotation, dtype=float)
    if snap <= 0.0:
        return rotation
    for row, column in zip(*np.nonzero(np.abs(rotation) > 0.5), strict=True):
        rows, columns = [i for i in range(3) if i != row], [j for j in range(3) if j != column]
        beside = np.abs(np.concatenate([rotation[row, columns], rotation[rows, column]]))
        if beside.max() <= snap:
            rotation[row, columns] = rotation[rows, column] = 0.0
            rotation[row, column] = math.copysign(1.0, rotation[row, column])
            block = rotation[np.ix_(rows, columns)]
            rotation[np.ix_(rows, columns)] = block / np.sqrt(abs(np.linalg.det(block)))
    return rotation + 0.0
