"""Sine and cosine against 40 digits."""

from __future__ import annotations

import mpmath
import numpy as np
import pytest
from scalar_programs import sincos_program

from psiphi.kernel.code.isa import available
from psiphi.kernel.native import compile_program

ISAS = [isa.name for isa in available()]


def _exact(angles):
    with mpmath.workdps(40):
        sines = [mpmath.sin(mpmath.mpf(float(x))) for x in angles]
        cosines = [mpmath.cos(mpmath.mpf(float(x))) for x in angles]
    return sines, cosines


def _ulps(found, exact, dtype):
    """The largest distance in units in the last place of the exact value."""
    worst = 0.0
    for value, truth in zip(found, exact, strict=True):
        unit = float(np.spacing(dtype(abs(truth))))
        worst = max(worst, float(abs(mpmath.mpf(float(value)) - truth)) / unit)
    return worst


def _angles(dtype):
    """Random angles of all sizes up to 1e5, neighbours of multiples of π/2, and where rounding is worst."""
    rng = np.random.default_rng(5)
    spread = np.exp(rng.uniform(np.log(1e-6), np.log(1e5), 1500)) * rng.choice([-1, 1], 1500)
    multiples = (rng.integers(-63_600, 63_600, 700) * (np.pi / 2)).astype(dtype)
    multiples += np.spacing(multiples) * rng.integers(-2, 3, 700).astype(dtype)
    # r just above 1/2: the reduced angle is coarse, its sine fine.
    coarse = rng.integers(1, 60_000, 800) * (np.pi / 2) + rng.uniform(0.5, 0.5236, 800)
    return np.concatenate([spread, multiples, coarse, [0.0, np.pi / 4, -np.pi / 4, 1e5, -1e5]]).astype(dtype)


@pytest.mark.parametrize("dtype", [np.float64, np.float32])
@pytest.mark.parametrize("isa", ISAS)
def test_errors_are_below_one_and_a_half_units(isa, dtype, monkeypatch):
    monkeypatch.setenv("PSIPHI_ISA", isa)
    angles = _angles(dtype)
    sines, cosines = compile_program(sincos_program())(angles)
    assert sines.dtype == dtype
    exact_sines, exact_cosines = _exact(angles)
    assert _ulps(sines, exact_sines, dtype) <= 1.5
    assert _ulps(cosines, exact_cosines, dtype) <= 1.5


@pytest.mark.parametrize(("dtype", "bound"), [(np.float64, 1e-14), (np.float32, 3e-7)])
@pytest.mark.parametrize("isa", ISAS)
def test_large_angles_stay_close(isa, dtype, bound, monkeypatch):
    monkeypatch.setenv("PSIPHI_ISA", isa)
    rng = np.random.default_rng(6)
    angles = np.exp(rng.uniform(np.log(1e5), np.log(2.0**50), 500)).astype(dtype)
    sines, cosines = compile_program(sincos_program())(angles)
    exact_sines, exact_cosines = _exact(angles)
    assert max(abs(float(a - b)) for a, b in zip(sines, exact_sines, strict=True)) <= bound
    assert max(abs(float(a - b)) for a, b in zip(cosines, exact_cosines, strict=True)) <= bound


@pytest.mark.parametrize("dtype", [np.float64, np.float32])
@pytest.mark.parametrize("isa", ISAS)
def test_beyond_results_are_bounded(isa, dtype, monkeypatch):
    monkeypatch.setenv("PSIPHI_ISA", isa)
    largest = np.finfo(dtype).max
    huge = np.exp(np.random.default_rng(7).uniform(np.log(2.0**50), np.log(largest), 2000))
    angles = np.array([*huge, *-huge, largest, -largest], dtype)
    for function in compile_program(sincos_program())(angles):
        assert np.all(np.abs(function) <= 1.0)


@pytest.mark.parametrize("dtype", [np.float64, np.float32])
def test_what_is_no_angle_gives_nan(dtype):
    for function in compile_program(sincos_program())(np.array([np.inf, 1.0, -np.inf, np.nan], dtype)):
        np.testing.assert_array_equal(np.isnan(function), [True, False, True, True])


@pytest.mark.parametrize("dtype", [np.float64, np.float32])
def test_small_angles_are_exact(dtype):
    tiny = np.array([0.0, np.finfo(dtype).tiny, 1e-30, -1e-30, 1e-9], dtype)
    sines, cosines = compile_program(sincos_program())(tiny)
    np.testing.assert_array_equal(sines, tiny)
    np.testing.assert_array_equal(cosines, np.ones(5, dtype))
