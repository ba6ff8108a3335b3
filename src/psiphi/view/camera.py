"""A camera that looks at a scene: perspective, z upwards."""

from __future__ import annotations

from itertools import product

import numpy as np
from numpy.typing import NDArray

from psiphi.frozen import frozen

Array = NDArray[np.float64]

AZIMUTH, ELEVATION = -50.0, 18.0  # degrees, from where a robot is looked at unless told otherwise
ANGLE = 32.0  # degrees that the picture covers, upright
MARGIN = 1.08


@frozen(eq=False)
class Camera:
    """Where one looks from, at what, and the angle in degrees that the height of the picture covers."""

    eye: Array
    target: Array
    angle: float = ANGLE

    @classmethod
    def around(
        cls, low: Array, high: Array, aspect: float, azimuth: float = AZIMUTH, elevation: float = ELEVATION
    ) -> Camera:
        """From a direction, in degrees, far enough away to see the whole box between two corners."""
        a, e = np.radians(azimuth), np.radians(elevation)
        toward = np.array([np.cos(a) * np.cos(e), np.sin(a) * np.cos(e), np.sin(e)])
        target = (low + high) / 2
        half = np.tan(np.radians(ANGLE / 2))
        camera = cls(target + toward, target)
        right, up, back = camera.axes
        seen = corners(low, high) - target
        # A corner at (x, y, z) in these axes is inside from the distance d on with |y| ≤ half (d − z).
        needed = np.maximum(np.abs(seen @ up), np.abs(seen @ right) / aspect) / half + seen @ back
        return cls(target + MARGIN * max(float(needed.max()), 1e-6) * toward, target)

    @property
    def distance(self) -> float:
        """From the eye to what it looks at."""
        return float(np.linalg.norm(self.eye - self.target))

    @property
    def axes(self) -> tuple[Array, Array, Array]:
        """Right, up and towards the eye, as unit vectors in the world."""
        back = self.eye - self.target
        back = back / np.linalg.norm(back)
        right = np.cross(np.array([0.0, 0.0, 1.0]), back)
        length = np.linalg.norm(right)
        right = right / length if length > 1e-9 else np.array([1.0, 0.0, 0.0])
        return right, np.cross(back, right), back

    def seen(self, points: Array, width: int, height: int) -> tuple[Array, Array]:
        """Where points (..., 3) are in a picture: pixels from its upper left (..., 2), and distances."""
        right, up, back = self.axes
        apart = points - self.eye
        depth = -(apart @ back)
        focal = 0.5 * height / np.tan(np.radians(self.angle / 2))
        safe = np.where(np.abs(depth) > 1e-9, depth, 1e-9)
        x = 0.5 * width + focal * (apart @ right) / safe
        y = 0.5 * height - focal * (apart @ up) / safe
        return np.stack([x, y], axis=-1), depth


def corners(low: Array, high: Array) -> Array:
    """The eight corners, (8, 3), of the box between two of them."""
    return np.array(list(product(*zip(low, high, strict=True))))


def aside(low: Array, high: Array) -> Array:
    """From one robot to the next, (3,), where robots that fill a box stand side by side for who looks."""
    right = np.array([-np.sin(np.radians(AZIMUTH)), np.cos(np.radians(AZIMUTH)), 0.0])
    return 1.1 * np.ptp(corners(low, high) @ right) * right
