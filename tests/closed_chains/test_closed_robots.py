"""The bundled closed chains are closed where they say, and move as freely as they should."""

from __future__ import annotations

import numpy as np
import pytest
from kkt import equations
from test_kkt import errors

from psiphi.formats import robots
from psiphi.model import Model
from psiphi.model.kinematics import center_of_mass, frame_pose

# Degrees of freedom, and equations that are superfluous.
ROBOTS = {
    "four_bar": (1, 3),
    "five_bar": (2, 3),
    "stewart_platform": (6, 0),
    "two_pandas_with_box": (8, 0),
    "hexapod": (6, 0),
}


def closed(name: str) -> tuple[Model, np.ndarray]:
    model = robots.BUNDLED[name]()
    q = model.neutral()
    if name == "two_pandas_with_box":
        q[:14] = [*robots.PANDA_READY, *robots.PANDA_READY]
    return model, q


@pytest.mark.parametrize("name", ROBOTS)
def test_they_are_closed_and_as_free_as_they_say(name):
    model, q = closed(name)
    freedom, superfluous = ROBOTS[name]
    np.testing.assert_allclose(errors(model, q), 0.0, atol=1e-15)
    rank = np.linalg.matrix_rank(equations(model, q, np.zeros(model.nv)).jacobian, tol=1e-9)
    assert (model.nv - rank, model.loop_size - rank) == (freedom, superfluous)
    assert not model.warnings


def test_lengths_of_the_linkages():
    model, q = closed("four_bar")
    ends = [frame_pose(model, q, name)[1] for name in ("crank", "coupler", "C:first")]
    np.testing.assert_allclose(ends, [[0, 0, 0], [0, 0, 0.2], [0.45, 0, 0.4]], atol=1e-15)
    assert model.mass == pytest.approx(2.0 * (0.2 + np.hypot(0.45, 0.2) + np.hypot(0.05, 0.4)))
    model, q = closed("five_bar")
    np.testing.assert_allclose(frame_pose(model, q, "tool")[1], [0.15, 0, 0.5], atol=1e-15)
    np.testing.assert_allclose(center_of_mass(model, q)[0], 0.15, atol=1e-15)  # its own mirror image


def test_the_platform_is_level_above_its_feet():
    model, q = closed("stewart_platform")
    rotation, position = frame_pose(model, q, "plate")
    np.testing.assert_allclose(rotation, np.eye(3), atol=1e-15)
    np.testing.assert_allclose(position, [0, 0, 0.7], atol=1e-15)
    np.testing.assert_allclose(center_of_mass(model, q)[:2], 0.0, atol=1e-15)
    assert [model.joint(f"leg_{k}").kind.name for k in range(1, 7)] == ["prismatic"] * 6


def test_the_hexapod_stands_on_level_ground_with_its_weight_between_its_feet():
    model, q = closed("hexapod")
    feet = np.array([frame_pose(model, q, loop.second)[1] for loop in model.loops])
    np.testing.assert_allclose(feet[:, 2], -0.2, atol=1e-15)
    np.testing.assert_allclose(center_of_mass(model, q)[:2], 0.0, atol=1e-15)
    np.testing.assert_allclose(feet[:, :2].sum(axis=0), 0.0, atol=1e-15)


def test_the_arms_face_each_other():
    model, q = closed("two_pandas_with_box")
    left, right = (frame_pose(model, q, f"{side}_panda_link8") for side in ("left", "right"))
    np.testing.assert_allclose(left[1], [-0.15, 0, 0], atol=1e-15)
    np.testing.assert_allclose(right[1], [0.15, 0, 0], atol=1e-15)
    np.testing.assert_allclose(left[0][:, 2], [1, 0, 0], atol=1e-15)
    np.testing.assert_allclose(right[0][:, 2], [-1, 0, 0], atol=1e-15)
    bases = [model.frame(f"{side}_base").pose for side in ("left", "right")]
    np.testing.assert_allclose(bases[0].rotation, np.eye(3), atol=1e-15)
    np.testing.assert_allclose(bases[0].position * (-1, 1, 1), bases[1].position, atol=1e-15)
