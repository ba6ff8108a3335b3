"""Spatial vectors: duality of forces and motions, the semigroup of shifts, and transforms between frames."""

from __future__ import annotations

import numpy as np
import pytest

from psiphi.spatial import (
    cross_force,
    cross_force_matrix,
    cross_motion,
    cross_motion_matrix,
    exp_se3,
    exp_so3,
    force_transform,
    motion_transform,
    rigid_shift,
    skew,
)


@pytest.fixture
def rng():
    return np.random.default_rng(7)


def test_cross_products_are_their_matrices_and_dual_to_each_other(rng):
    v, w, f = rng.standard_normal((3, 4, 5, 6))
    np.testing.assert_allclose(
        (cross_motion_matrix(v) @ w[..., None])[..., 0], cross_motion(v, w), atol=1e-14
    )
    np.testing.assert_allclose((cross_force_matrix(v) @ f[..., None])[..., 0], cross_force(v, f), atol=1e-14)
    power = np.sum(cross_force(v, f) * w, axis=-1) + np.sum(f * cross_motion(v, w), axis=-1)
    np.testing.assert_allclose(power, 0.0, atol=1e-13)
    np.testing.assert_allclose(cross_motion(v, v), 0.0, atol=1e-14)


def test_the_cross_product_is_the_rate_of_a_vector_carried_along(rng):
    """A motion w fixed in a frame that moves with velocity v has the rate v × w, seen from outside."""
    v, w = rng.standard_normal((2, 6))

    def seen(time: float) -> np.ndarray:
        rotation, position = exp_se3(v * time)
        return np.linalg.inv(motion_transform(rotation, position)) @ w

    h = 1e-3
    rate = (8 * (seen(h) - seen(-h)) - (seen(2 * h) - seen(-2 * h))) / (12 * h)
    np.testing.assert_allclose(rate, cross_motion(v, w), atol=1e-9)


def test_shifts_form_a_semigroup(rng):
    first, second = rng.standard_normal((2, 3, 3))
    np.testing.assert_allclose(
        rigid_shift(first) @ rigid_shift(second), rigid_shift(first + second), atol=1e-15
    )
    np.testing.assert_array_equal(rigid_shift(np.zeros(3)), np.eye(6))
    np.testing.assert_allclose(np.linalg.inv(rigid_shift(first)), rigid_shift(-first), atol=1e-15)


def test_a_shift_carries_forces_inward_and_velocities_outward(rng):
    l, moment, force, omega, v = rng.standard_normal((5, 3))  # noqa: E741
    inner = rigid_shift(l) @ np.concatenate([moment, force])
    np.testing.assert_allclose(inner, np.concatenate([moment + np.cross(l, force), force]), atol=1e-15)
    outer = rigid_shift(l).T @ np.concatenate([omega, v])
    np.testing.assert_allclose(outer, np.concatenate([omega, v + np.cross(omega, l)]), atol=1e-15)


def test_transforms_turn_and_shift(rng):
    rotation, position = exp_so3(rng.standard_normal((4, 3))), rng.standard_normal((4, 3))
    turned = np.zeros((4, 6, 6))
    turned[:, :3, :3] = turned[:, 3:, 3:] = rotation
    transform = force_transform(rotation, position)
    np.testing.assert_allclose(transform, rigid_shift(position) @ turned, atol=1e-15)
    np.testing.assert_array_equal(motion_transform(rotation, position), transform.swapaxes(1, 2))
    np.testing.assert_array_equal(force_transform(np.eye(3), position)[:, :3, 3:], skew(position))
    chained = force_transform(rotation[0], position[0]) @ force_transform(rotation[1], position[1])
    at_once = force_transform(rotation[0] @ rotation[1], position[0] + rotation[0] @ position[1])
    np.testing.assert_allclose(chained, at_once, atol=1e-14)
