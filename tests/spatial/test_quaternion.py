"""Quaternions x, y, z, w against scipy's rotations, which use the same order."""

from __future__ import annotations

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.spatial.transform import Rotation

from psiphi.spatial import (
    exp_quaternion,
    exp_so3,
    log_quaternion,
    log_so3,
    normalized,
    quaternion_conjugate,
    quaternion_product,
    quaternion_to_rotation,
    random_quaternion,
    rotate,
    rotation_to_quaternion,
)

seeds = st.integers(0, 2**32 - 1)


@settings(max_examples=30, deadline=None)
@given(seeds)
def test_the_product_of_quaternions_is_the_product_of_rotations(seed):
    a, b = random_quaternion(np.random.default_rng(seed), (2, 5))
    v = np.random.default_rng(seed).standard_normal((5, 3))
    first, second = quaternion_to_rotation(a), quaternion_to_rotation(b)
    np.testing.assert_allclose(first, Rotation.from_quat(a).as_matrix(), atol=1e-15)
    np.testing.assert_allclose(quaternion_to_rotation(quaternion_product(a, b)), first @ second, atol=1e-15)
    np.testing.assert_allclose(
        quaternion_to_rotation(quaternion_conjugate(a)), first.swapaxes(1, 2), atol=1e-15
    )
    np.testing.assert_allclose(rotate(a, v), (first @ v[..., None])[..., 0], atol=2e-15)


@settings(max_examples=50, deadline=None)
@given(st.lists(st.floats(-1, 1), min_size=4, max_size=4).filter(lambda q: np.linalg.norm(q) > 1e-3))
def test_rotation_to_quaternion_finds_the_one_with_w_not_negative(q):
    q = normalized(q)
    found = rotation_to_quaternion(quaternion_to_rotation(q))
    assert found[3] >= 0
    np.testing.assert_allclose(abs(found @ q), 1.0, rtol=1e-15)


def test_rotation_to_quaternion_at_half_turns_about_each_axis():
    for axis in range(3):
        expected = np.eye(4)[axis]
        found = rotation_to_quaternion(quaternion_to_rotation(expected))
        np.testing.assert_array_equal(found, expected)


def test_exp_and_log_agree_with_those_of_matrices():
    w = np.random.default_rng(1).uniform(-1.8, 1.8, (50, 3))
    w[:10] *= 10.0 ** -np.arange(1, 301, 30)[:, None]
    w[10] = 0.0
    np.testing.assert_allclose(quaternion_to_rotation(exp_quaternion(w)), exp_so3(w), atol=1e-15)
    np.testing.assert_allclose(log_quaternion(exp_quaternion(w)), w, rtol=1e-14, atol=0)
    np.testing.assert_allclose(log_quaternion(-exp_quaternion(w)), w, rtol=1e-14, atol=0)
    np.testing.assert_allclose(log_quaternion(exp_quaternion(w)), log_so3(exp_so3(w)), rtol=1e-13, atol=1e-15)


def test_normalized_survives_extreme_lengths_and_marks_what_has_none():
    q = np.array([1.0, -2.0, 3.0, 4.0])
    for scale in (1e-320, 1e-200, 1.0, 1e200, 1e307):
        np.testing.assert_allclose(
            normalized(q * scale), q / np.sqrt(30.0), rtol=1e-3 if scale < 1e-300 else 1e-15
        )
    found = normalized([[0, 0, 0, 0], [0, 0, np.nan, 1], [0, 0, np.inf, 1], [0, 0, 0, 2]])
    assert np.isnan(found[:3]).any(axis=1).all()
    np.testing.assert_array_equal(found[3], [0, 0, 0, 1])


def test_random_quaternions_are_uniform():
    """For uniform rotations the mean matrix is 0 and the trace has the mean 0 and the variance 1."""
    rotations = quaternion_to_rotation(random_quaternion(np.random.default_rng(5), (20000,)))
    assert np.abs(rotations.mean(axis=0)).max() < 0.02
    trace = np.trace(rotations, axis1=1, axis2=2)
    assert abs(trace.mean()) < 0.03
    assert abs(trace.var() - 1.0) < 0.04
