"""The PUMA 560 against the closed-form model that Armstrong, Khatib and Burdick printed for it."""

from __future__ import annotations

import numpy as np
import pytest

from psiphi.formats.robots import puma560
from psiphi.model.kinematics import frame_pose

# I1 and I3 are printed as 1.43 and 1.38, which do not follow from the printed masses, centres and moments, as
# all the others do. Multiplied out by the paper's own scheme they are these.
MOMENTS = 0.35 + 0.130 + 0.0125 + 1.8e-3 + 0.3e-3 + 0.15e-3
OFF_AXIS = 17.4 * (0.006**2 + 0.2275**2) + 4.8 * 0.1641**2 + 1.25 * (0.1501**2 + 0.0203**2)
I1 = MOMENTS + OFF_AXIS
I3 = 0.524 - 0.130 + 17.4 * (0.068**2 - 0.006**2) + 6.05 * 0.4318**2

# Inertial constants I1..I23 (kg m²), motor inertias (kg m²) and gravitational constants (N m) of the paper's
# appendix, in three digits; sums of products of the measurements, multiplied out by its authors.
I = (  # noqa: E741
    *(None, I1, 1.75, I3, 6.90e-1, 3.72e-1, 3.33e-1, 2.98e-1, -1.34e-1, 2.38e-2, -2.13e-2, -1.42e-2),
    *(-1.10e-2, -3.79e-3, 1.64e-3, 1.25e-3, 1.24e-3, 6.42e-4, 4.31e-4, 3.00e-4, -2.02e-4, -1.00e-4),
    *(-5.80e-5, 4.00e-5),
)
MOTORS = (1.14, 4.71, 0.827, 0.200, 0.179, 0.193)
GRAVITY = (None, -37.2, -8.44, 1.02, 2.49e-1, -2.82e-2)


def published_mass_matrix(q: np.ndarray) -> np.ndarray:
    """The printed elements of the kinetic energy matrix; NaN where the paper's element is not used here."""
    (s2, s3, s4, s5), (c2, c3, c4, c5) = np.sin(q[1:5]), np.cos(q[1:5])
    s23, c23 = np.sin(q[1] + q[2]), np.cos(q[1] + q[2])
    mass = np.full((6, 6), np.nan)
    mass[0, 0] = (
        MOTORS[0] + I[1] + I[3] * c2**2 + I[7] * s23**2 + I[10] * s23 * c23 + I[11] * s2 * c2
        + I[20] * (s5**2 * (s23**2 * (1 + c4**2) - 1) - 2 * s23 * c23 * c4 * s5 * c5) + I[21] * s23**2 * c4**2
        + 2 * (
            I[5] * c2 * s23 + I[12] * c2 * c23 + I[15] * (s23**2 * c5 + s23 * c23 * c4 * s5)
            + I[16] * c2 * (s23 * c5 + c23 * c4 * s5) + I[18] * s4 * s5
            + I[22] * (s23 * c23 * c5 + c23**2 * c4 * s5)
        )
    )  # fmt: skip
    both = (
        I[8] * c23 + I[13] * s23 - I[15] * c23 * s4 * s5 + I[18] * (s23 * c4 * s5 - c23 * c5)
        + I[19] * s23 * s4 * c4 + I[20] * s4 * (s23 * c4 * c5**2 + c23 * s5 * c5) + I[22] * s23 * s4 * s5
    )  # fmt: skip
    mass[0, 1] = I[4] * s2 + I[9] * c2 + I[16] * s2 * s4 * s5 + both
    mass[0, 2] = both
    wrist = I[20] * s4**2 * s5**2 + I[21] * s4**2 + 2 * (I[15] * c5 + I[22] * c4 * s5)
    elbow = I[5] * s3 + I[12] * c3 + I[16] * (s3 * c5 + c3 * c4 * s5)
    mass[1, 1] = MOTORS[1] + I[2] + I[6] + wrist + 2 * elbow
    mass[1, 2] = I[6] + wrist + elbow
    mass[2, 2] = MOTORS[2] + I[6] + wrist
    mass[3, 3] = MOTORS[3] + I[14] - I[20] * s5**2
    mass[4, 4] = MOTORS[4] + I[17]
    mass[5, 5] = MOTORS[5] + I[23]
    return mass


def published_gravity_forces(q: np.ndarray) -> np.ndarray:
    (s2, _, _, s5), (c2, _, c4, c5) = np.sin(q[1:5]), np.cos(q[1:5])
    s23, c23 = np.sin(q[1] + q[2]), np.cos(q[1] + q[2])
    at_elbow = GRAVITY[2] * s23 + GRAVITY[4] * c23 + GRAVITY[5] * (s23 * c5 + c23 * c4 * s5)
    at_shoulder = GRAVITY[1] * c2 + GRAVITY[3] * s2 + at_elbow
    return np.array([0.0, at_shoulder, at_elbow, np.nan, GRAVITY[5] * (c23 * s5 + s23 * c4 * c5), 0.0])


@pytest.mark.parametrize("seed", range(20))
def test_mass_matrix_is_the_published_one(seed: int, mass_matrix) -> None:
    """To the three digits of the printed constants: the largest, 1.75, is good to ±0.005."""
    q = np.random.default_rng(seed).uniform(-np.pi, np.pi, 6)
    published, computed = published_mass_matrix(q), mass_matrix(puma560(), q)
    known = ~np.isnan(published)
    scale = np.sqrt(np.outer(np.diag(computed), np.diag(computed)))
    assert np.abs((computed - published) / scale)[known].max() < 1e-3


@pytest.mark.parametrize("seed", range(20))
def test_gravity_forces_are_the_published_ones(seed: int, gravity_forces) -> None:
    q = np.random.default_rng(seed).uniform(-np.pi, np.pi, 6)
    published, computed = published_gravity_forces(q), gravity_forces(puma560(), q)
    known = ~np.isnan(published)
    np.testing.assert_allclose(computed[known], published[known], rtol=0, atol=0.06)
    np.testing.assert_allclose(computed[4], published[4], rtol=0, atol=1e-4)


def test_wrist_center_in_closed_form() -> None:
    """Geometry on paper: an arm of a₂, then (a₃, d₄) at the elbow, all shifted sideways by d₂ + d₃."""
    a2, a3, d4, aside = 0.4318, -0.0203, 0.4331, 0.2435 - 0.0934
    q = np.random.default_rng(3).uniform(-np.pi, np.pi, (20, 6))
    _, position = frame_pose(puma560(), q, "link_6")
    reach = a2 * np.cos(q[:, 1]) + a3 * np.cos(q[:, 1] + q[:, 2]) + d4 * np.sin(q[:, 1] + q[:, 2])
    height = -a2 * np.sin(q[:, 1]) - a3 * np.sin(q[:, 1] + q[:, 2]) + d4 * np.cos(q[:, 1] + q[:, 2])
    c1, s1 = np.cos(q[:, 0]), np.sin(q[:, 0])
    expected = np.stack([c1 * reach - s1 * aside, s1 * reach + c1 * aside, height], axis=-1)
    np.testing.assert_allclose(position, expected, rtol=0, atol=1e-14)


def test_masses_and_drives() -> None:
    model = puma560()
    assert model.mass == pytest.approx(23.45, rel=1e-15)
    reflected = [body.joint.rotor.reflected_inertia for body in model.bodies]
    np.testing.assert_allclose(reflected, MOTORS, rtol=1e-15)
    assert all(body.joint.limits.lower < body.joint.limits.upper for body in model.bodies)
