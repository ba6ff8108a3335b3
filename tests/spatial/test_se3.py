"""Rigid motions against the exponential of the 4×4 matrix at 50 digits."""

from __future__ import annotations

import mpmath
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from psiphi.spatial import exp_se3, log_se3

mpmath.mp.dps = 50
ULP = np.finfo(float).eps
ANGLES = [0.0, 1e-16, 1e-12, 1e-9, 1e-8, 1e-6, 1e-4, 1e-2, 0.3, 0.999, 1.001, 1.9, 2.1, 3.0]
ANGLES += [np.pi - 1e-4, np.pi - 1e-6, np.pi - 1e-9, np.pi]
DIRECTION = (0.36, 0.48, 0.8)
LINEAR = (0.7, -1.3, 0.4)


def exact_screw(angle: float) -> list:
    length = mpmath.sqrt(sum(mpmath.mpf(component) ** 2 for component in DIRECTION))
    angular = [mpmath.mpf(component) / length * mpmath.mpf(angle) for component in DIRECTION]
    return angular + [mpmath.mpf(component) for component in LINEAR]


def exact_exp(xi: list) -> tuple[np.ndarray, np.ndarray]:
    x, y, z, a, b, c = xi
    matrix = mpmath.matrix([[0, -z, y, a], [z, 0, -x, b], [-y, x, 0, c], [0, 0, 0, 0]])
    total = term = mpmath.eye(4)
    for order in range(1, 80):
        term = term * matrix / order
        total = total + term
    found = np.array([[float(total[i, j]) for j in range(4)] for i in range(4)])
    return found[:3, :3], found[:3, 3]


@pytest.mark.parametrize("angle", [*ANGLES, 5.0, 7.0])
def test_exp_has_every_digit(angle):
    xi = np.array([float(component) for component in exact_screw(angle)])
    expected = exact_exp([mpmath.mpf(component) for component in xi])
    for found, exact in zip(exp_se3(xi), expected, strict=True):
        np.testing.assert_allclose(found, exact, rtol=0, atol=8 * ULP)


@pytest.mark.parametrize("angle", ANGLES)
def test_log_has_every_digit(angle):
    xi = exact_screw(angle)
    expected = np.array([float(component) for component in xi])
    found = log_se3(*exact_exp(xi))
    if angle == np.pi and found[:3] @ expected[:3] < 0:
        # both ways round are true at π: check by going there
        for there, exact in zip(exp_se3(found), exact_exp(xi), strict=True):
            np.testing.assert_allclose(there, exact, rtol=0, atol=16 * ULP)
        return
    np.testing.assert_allclose(found[:3], expected[:3], rtol=0, atol=16 * ULP * angle)
    np.testing.assert_allclose(found[3:], expected[3:], rtol=0, atol=16 * ULP * np.linalg.norm(LINEAR))


@settings(max_examples=100, deadline=None)
@given(st.lists(st.floats(-1.8, 1.8), min_size=6, max_size=6))
def test_exp_and_log_are_inverse(xi):
    np.testing.assert_allclose(log_se3(*exp_se3(xi)), xi, rtol=1e-13, atol=1e-14)


def test_batches_broadcast():
    xi = np.random.default_rng(1).uniform(-1, 1, (3, 4, 6))
    rotation, position = exp_se3(xi)
    assert rotation.shape == (3, 4, 3, 3)
    assert position.shape == (3, 4, 3)
    np.testing.assert_array_equal(exp_se3(xi[1, 2])[1], position[1, 2])
    assert log_se3(np.eye(3), position).shape == (3, 4, 6)
    np.testing.assert_array_equal(log_se3(np.eye(3), position)[..., 3:], position)
