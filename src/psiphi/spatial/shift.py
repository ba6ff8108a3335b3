"""The rigid shift φ of the papers, and the same across frames that are turned against each other."""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike, NDArray

from psiphi.spatial.rotation import skew

Array = NDArray[np.float64]


def rigid_shift(l: ArrayLike) -> Array:  # noqa: E741 (the papers' letter)
    """φ(k,m) = [[I, l̃], [0, I]] carries a spatial force [moment; force] inward, from O(m) to O(k) [R87 2].

    l points from the inner origin O(k) to the outer origin O(m), (..., 3) → (..., 6, 6), all in one frame. φᵀ
    carries velocities outward, and shifts compose: φ(k,m) = φ(k,i) φ(i,m), φ⁻¹(k,m) = φ(m,k) [R87 3].
    """
    l = np.asarray(l, dtype=float)  # noqa: E741
    shift = np.zeros((*l.shape[:-1], 6, 6))
    shift[..., range(6), range(6)] = 1.0
    shift[..., :3, 3:] = skew(l)
    return shift


def force_transform(rotation: ArrayLike, position: ArrayLike) -> Array:
    """[[R, p̃R], [0, R]]: a force in a child frame, at its origin, becomes the same force in the parent frame.

    R (..., 3, 3) and p (..., 3) are the child's pose in its parent → (..., 6, 6). This is the block of E_φ at
    (parent, child).
    """
    rotation, position = np.asarray(rotation, dtype=float), np.asarray(position, dtype=float)
    lifted = skew(position) @ rotation
    transform = np.zeros((*lifted.shape[:-2], 6, 6))
    transform[..., :3, :3] = transform[..., 3:, 3:] = rotation
    transform[..., :3, 3:] = lifted
    return transform


def motion_transform(rotation: ArrayLike, position: ArrayLike) -> Array:
    """force_transform(R, p)ᵀ = [[Rᵀ, 0], [−Rᵀp̃, Rᵀ]]: a velocity of the parent becomes the child's.

    The one is in the parent frame at its origin, the other in the child frame at its own, for a child that is
    fixed to its parent.
    """
    return np.swapaxes(force_transform(rotation, position), -1, -2)
