"""The manifolds that joint coordinates live on: where a step dq leads, what lies between, random points.

A step is a velocity in body axes held for unit time. Quaternions of any length are taken for their direction.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from psiphi.spatial.quaternion import (
    exp_quaternion,
    log_quaternion,
    normalized,
    quaternion_conjugate,
    quaternion_product,
    random_quaternion,
    rotate,
)
from psiphi.spatial.se3 import screw_of_translation, translation_of_screw

Array = NDArray[np.float64]


def add(q: Array, dq: Array) -> Array:
    """Coordinates that are plain numbers."""
    return q + dq


def subtract(q0: Array, q1: Array) -> Array:
    """Coordinates that are plain numbers."""
    return q1 - q0


def integrate_rotation(q: Array, dq: Array) -> Array:
    """q ⊗ exp(ω): a quaternion turned by a rotation vector in body axes."""
    return normalized(quaternion_product(normalized(q), exp_quaternion(dq)))


def difference_of_rotations(q0: Array, q1: Array) -> Array:
    """log(q0⁻¹ ⊗ q1), the shorter way round."""
    return log_quaternion(quaternion_product(quaternion_conjugate(normalized(q0)), normalized(q1)))


def integrate_pose(q: Array, dq: Array) -> Array:
    """The exponential of SE(3), for q = [x y z, quaternion] and dq = [ω; v] in body axes."""
    step = translation_of_screw(dq[..., :3], dq[..., 3:])
    position = q[..., :3] + rotate(normalized(q[..., 3:]), step)
    return np.concatenate([position, integrate_rotation(q[..., 3:], dq[..., :3])], axis=-1)


def difference_of_poses(q0: Array, q1: Array) -> Array:
    """The logarithm of SE(3), the shorter way round."""
    angular = difference_of_rotations(q0[..., 3:], q1[..., 3:])
    apart = rotate(quaternion_conjugate(normalized(q0[..., 3:])), q1[..., :3] - q0[..., :3])
    return np.concatenate([angular, screw_of_translation(angular, apart)], axis=-1)


def _turned(x: Array, y: Array, angle: Array) -> Array:
    """The vectors (x, y) of a plane turned by an angle, (..., 2)."""
    return np.stack([np.cos(angle) * x - np.sin(angle) * y, np.sin(angle) * x + np.cos(angle) * y], axis=-1)


def integrate_in_plane(q: Array, dq: Array) -> Array:
    """The exponential of SE(2), as that of SE(3) with ω along z, for q = [x, y, θ] and dq = [ω, vx, vy]."""
    screw = np.zeros((*dq.shape[:-1], 6))
    screw[..., 2:5] = dq
    step = translation_of_screw(screw[..., :3], screw[..., 3:])
    position = q[..., :2] + _turned(step[..., 0], step[..., 1], q[..., 2])
    return np.concatenate([position, q[..., 2:] + dq[..., :1]], axis=-1)


def difference_in_plane(q0: Array, q1: Array) -> Array:
    """The logarithm of SE(2), with the shortest turn: a body turned by 2π more is in the same place."""
    apart = q1 - q0
    angle = apart[..., 2] - 2.0 * np.pi * np.round(apart[..., 2] / (2.0 * np.pi))
    local = _turned(apart[..., 0], apart[..., 1], -q0[..., 2])
    zero = np.zeros_like(angle)
    angular = np.stack([zero, zero, angle], axis=-1)
    linear = screw_of_translation(angular, np.concatenate([local, zero[..., None]], axis=-1))
    return np.concatenate([angle[..., None], linear[..., :2]], axis=-1)


_FAR = 1e6
"""Radians or metres to both sides that no joint moves."""


Draw: TypeAlias = "Callable[[np.random.Generator, tuple[int, ...]], Array]"
"""A function of a generator and a batch that gives random points, (*batch, nq)."""


def random_between(reach: Sequence[float]) -> Callable[[Array, Array], Draw]:
    """Coordinates between their limits, or within ±reach where there are none."""
    span = np.array(reach)

    def random(lower: Array, upper: Array) -> Draw:
        """Uniform between finite limits; where one is missing, over the usual span next to the other.

        Files write limits of 1e16 for none: where they are too far apart to be meant, the usual span about
        what is nearest to zero between them is taken.
        """
        low, high = np.broadcast_arrays(np.asarray(lower, dtype=float), np.asarray(upper, dtype=float))
        low, high = (
            np.where(np.isfinite(low), low, np.where(np.isfinite(high), high - 2.0 * span, -span)),
            np.where(np.isfinite(high), high, np.where(np.isfinite(low), low + 2.0 * span, span)),
        )
        middle, far = np.clip(0.0, low, high), high / 2 - low / 2 > _FAR
        low = np.where(far, np.maximum(low, middle - span), low)
        high = np.where(far, np.minimum(high, middle + span), high)
        width = high - low

        def draw(rng: np.random.Generator, batch: tuple[int, ...]) -> Array:
            found = rng.random((*batch, low.shape[-1]))
            found *= width
            found += low
            return np.minimum(found, high, out=found)  # rounding must not cross a limit

        return draw

    return random


def random_rotation(lower: Array, upper: Array) -> Draw:
    """Uniform over all rotations; there are no limits."""
    return random_quaternion


def random_pose(lower: Array, upper: Array) -> Draw:
    """Uniform over all rotations, and over a cube of half width 1; there are no limits."""
    return _random_pose


def _random_pose(rng: np.random.Generator, batch: tuple[int, ...]) -> Array:
    return np.concatenate([2.0 * rng.random((*batch, 3)) - 1.0, random_quaternion(rng, batch)], axis=-1)
