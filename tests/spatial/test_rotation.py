"""Rotations against mpmath at 50 digits, where the exponential is summed from the matrix itself."""

from __future__ import annotations

import mpmath
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.spatial.transform import Rotation

from psiphi.spatial import exp_so3, log_so3, rotation_about, rpy_to_rotation, skew, unskew

mpmath.mp.dps = 50
ULP = np.finfo(float).eps
SMALL = [0.0, 1e-300, 1e-16, 1e-12, 1e-9, 1e-8, 1e-6, 1e-4, 1e-3, 1e-2]
MEDIUM = [0.1, 0.5, 1.0, 2.0, 3.0]
NEAR_PI = [np.pi - 1e-2, np.pi - 1e-4, np.pi - 1e-6, np.pi - 1e-8, np.pi - 1e-9, np.pi - 1e-12, np.pi]
AXES = [(1, 0, 0), (0, 0, -1), (0.6, 0.8, 0), (1, -2, 3), (1e-5, 1, 1e-9), (-3, 1, 1)]


def exact_vector(axis: tuple[float, ...], angle: float) -> mpmath.matrix:
    length = mpmath.sqrt(sum(mpmath.mpf(component) ** 2 for component in axis))
    return mpmath.matrix([mpmath.mpf(component) / length * mpmath.mpf(angle) for component in axis])


def exact_exp(w: mpmath.matrix) -> mpmath.matrix:
    """The matrix exponential by Taylor's series; no closed form is trusted here."""
    w_skew = mpmath.matrix([[0, -w[2], w[1]], [w[2], 0, -w[0]], [-w[1], w[0], 0]])
    total = term = mpmath.eye(3)
    for order in range(1, 80):
        term = term * w_skew / order
        total = total + term
    return total


def as_float(matrix: mpmath.matrix) -> np.ndarray:
    return np.array([[float(matrix[i, j]) for j in range(matrix.cols)] for i in range(matrix.rows)]).squeeze()


@pytest.mark.parametrize("axis", AXES)
@pytest.mark.parametrize("angle", SMALL + MEDIUM + NEAR_PI)
def test_exp_has_every_digit(axis, angle):
    w = as_float(exact_vector(axis, angle))
    expected = as_float(exact_exp(mpmath.matrix(w.tolist())))
    found = exp_so3(w)
    np.testing.assert_allclose(found, expected, rtol=0, atol=4 * ULP)
    # the skew part is the small rotation itself, and must be right relative to its own size
    size = np.abs(unskew(expected)).max()
    np.testing.assert_allclose(
        unskew(found), unskew(expected), rtol=0, atol=8 * ULP * max(size, angle * 1e-1)
    )


@pytest.mark.parametrize("axis", AXES)
@pytest.mark.parametrize("angle", SMALL + MEDIUM + NEAR_PI)
def test_log_has_every_digit(axis, angle):
    exact = exact_vector(axis, angle)
    expected = as_float(exact)
    found = log_so3(as_float(exact_exp(exact)))
    if angle == np.pi and found @ expected < 0:
        found = -found  # π is where both signs are true
    np.testing.assert_allclose(found, expected, rtol=0, atol=16 * ULP * angle)


def test_log_of_exact_half_turns():
    for axis in np.array(
        [[1, 0, 0], [0, 1, 0], [0, 0, 1], [0.6, 0.8, 0], [0, -0.6, 0.8], [2 / 3, 2 / 3, -1 / 3]]
    ):
        half_turn = 2 * np.outer(axis, axis) - np.eye(3)
        w = log_so3(half_turn)
        np.testing.assert_allclose(np.linalg.norm(w), np.pi, rtol=1e-15)
        np.testing.assert_allclose(exp_so3(w), half_turn, atol=4 * ULP)


@settings(max_examples=100, deadline=None)
@given(st.lists(st.floats(-2, 2), min_size=3, max_size=3))
def test_exp_and_log_are_inverse_below_a_half_turn(w):
    w = np.array(w)
    if np.linalg.norm(w) < np.pi:
        np.testing.assert_allclose(log_so3(exp_so3(w)), w, rtol=1e-14, atol=1e-15)


def test_exp_is_a_rotation_for_large_vectors():
    w = np.random.default_rng(1).uniform(-1e3, 1e3, (50, 3))
    rotation = exp_so3(w)
    np.testing.assert_allclose(
        rotation @ rotation.swapaxes(1, 2), np.broadcast_to(np.eye(3), (50, 3, 3)), atol=1e-13
    )
    np.testing.assert_allclose(rotation, Rotation.from_rotvec(w).as_matrix(), atol=1e-12)


def test_rotation_about_an_axis_is_the_exponential_and_keeps_zeros_exact():
    rng = np.random.default_rng(2)
    axis = rng.standard_normal((20, 3))
    axis /= np.linalg.norm(axis, axis=1, keepdims=True)
    angle = rng.uniform(-3, 3, 20)
    np.testing.assert_allclose(rotation_about(axis, angle), exp_so3(axis * angle[:, None]), atol=1e-15)
    c, s = np.cos(0.3), np.sin(0.3)
    np.testing.assert_array_equal(rotation_about((0, 0, 1), 0.3), [[c, -s, 0], [s, c, 0], [0, 0, 1]])


def test_roll_pitch_yaw_are_about_fixed_axes():
    rpy = np.random.default_rng(3).uniform(-3, 3, (20, 3))
    np.testing.assert_allclose(rpy_to_rotation(rpy), Rotation.from_euler("xyz", rpy).as_matrix(), atol=1e-15)


def test_skew_is_the_cross_product_and_unskew_its_inverse():
    v, w = np.random.default_rng(4).standard_normal((2, 5, 4, 3))
    np.testing.assert_allclose((skew(v) @ w[..., None])[..., 0], np.cross(v, w), atol=1e-15)
    np.testing.assert_array_equal(unskew(skew(v)), v)


def test_batches_broadcast_and_a_nan_stays_in_its_row():
    w = np.random.default_rng(5).uniform(-1, 1, (4, 5, 3))
    spoilt = w.copy()
    spoilt[1, 2, 0] = np.nan
    clean = np.ones((4, 5), dtype=bool)
    clean[1, 2] = False
    for function in (exp_so3, lambda w: log_so3(exp_so3(w)), rpy_to_rotation):
        found = function(spoilt)
        np.testing.assert_array_equal(found[clean], function(w)[clean])
        assert np.isnan(found[1, 2]).any()
        np.testing.assert_array_equal(function(w)[3, 4], function(w[3, 4]))
    assert rotation_about(np.eye(3)[:, None], np.ones(7)).shape == (3, 7, 3, 3)
