"""Right angles as they were meant."""

from __future__ import annotations

import math

import numpy as np
import pytest
from scipy.spatial.transform import Rotation

from psiphi.formats.right_angles import cosine_and_sine, rotation_from_rpy, snapped_rotation

rng = np.random.default_rng(0)


@pytest.mark.parametrize("quarters", range(-9, 10))
def test_right_angles_are_exact(quarters):
    angle = quarters * math.pi / 2
    expected = [(1.0, 0.0), (0.0, 1.0), (-1.0, 0.0), (0.0, -1.0)][quarters % 4]
    for error in (0.0, 1e-12, -9e-10):
        assert cosine_and_sine(angle + error, 1e-9) == expected
    assert cosine_and_sine(angle + 2e-9, 1e-9) != expected


def test_what_files_write():
    assert cosine_and_sine(1.57079632679, 1e-9) == (0.0, 1.0)
    assert cosine_and_sine(1.5708, 1e-9) == (math.cos(1.5708), math.sin(1.5708))
    assert cosine_and_sine(math.pi / 2, 0.0) == (math.cos(math.pi / 2), 1.0)
    assert cosine_and_sine(3.1416, 1e-5) == (-1.0, 0.0)


@pytest.mark.parametrize("snap", [0.0, 1e-9])
def test_roll_pitch_yaw_about_fixed_axes(snap):
    for _ in range(200):
        rpy = rng.uniform(-4.0, 4.0, 3) * rng.integers(0, 2, 3) + math.pi / 2 * rng.integers(-4, 5, 3)
        expected = Rotation.from_euler("xyz", rpy).as_matrix()
        rotation = rotation_from_rpy(tuple(rpy), snap)
        np.testing.assert_allclose(rotation, expected, rtol=0, atol=2e-15)


def test_no_negative_zeros():
    rotation = rotation_from_rpy((math.pi / 2, -math.pi, math.pi / 2), 1e-9)
    assert set(map(repr, rotation.ravel().tolist())) == {"0.0", "1.0", "-1.0"}


def test_snapped_matrices_are_rotations_nearby():
    for _ in range(200):
        rpy = rng.uniform(-3.0, 3.0, 3) * rng.integers(0, 2, 3) + math.pi / 2 * rng.integers(-2, 3, 3)
        given = Rotation.from_euler("xyz", rpy + rng.uniform(-2e-10, 2e-10, 3)).as_matrix()
        snapped = snapped_rotation(given, 1e-9)
        assert np.abs(snapped - given).max() <= 1.1e-9
        assert np.abs(snapped @ snapped.T - np.eye(3)).max() < 1e-15
        assert np.linalg.det(snapped) > 0.0
        assert np.array_equal(snapped_rotation(given, 0.0), given)


def test_snapped_matrices_hold_exact_ones():
    turned = Rotation.from_euler("xyz", [math.pi / 2, 1e-11, 0.3]).as_matrix()
    snapped = snapped_rotation(turned, 1e-9)
    assert sorted(np.abs(snapped).ravel().tolist())[:4] == [0.0] * 4
    assert (np.abs(snapped) == 1.0).sum() == 1
    permuted = snapped_rotation(Rotation.from_euler("xyz", [math.pi / 2, math.pi, 0.0]).as_matrix(), 1e-9)
    assert set(np.unique(permuted)) <= {-1.0, 0.0, 1.0}
