"""The robots with psiphi's own figures are as symmetrical as they claim, and their solids are solids."""

from __future__ import annotations

import numpy as np
import pytest

from psiphi.formats.robots import BUNDLED, free_flyer, quadruped
from psiphi.formats.robots.solids import box, rod
from psiphi.model import Model
from psiphi.model.kinematics import center_of_mass, frame_pose
from psiphi.spatial import Inertia


@pytest.mark.parametrize("name", BUNDLED)
def test_every_bundled_robot_stands_by_itself(name: str, mass_matrix) -> None:
    model = BUNDLED[name]()
    assert isinstance(model, Model)
    assert BUNDLED[name]() == model
    q = model.random_configuration(np.random.default_rng(0))
    assert np.linalg.eigvalsh(mass_matrix(model, q)).min() > 0


def mirrored(model: Model, q: np.ndarray, swap: dict[str, str], flip: set[str]) -> np.ndarray:
    """The same joints on the other side; joints whose name ends as in `flip` turn the other way."""
    other = q.copy()
    for joint in model.joint_names:
        if joint == "root":
            continue
        side, _, rest = joint.partition("_")
        sign = -1.0 if rest in flip else 1.0
        other[model.q_slice(f"{swap[side]}_{rest}")] = sign * q[model.q_slice(joint)]
    return other


@pytest.mark.parametrize(
    ("swap", "flip", "mirror"),
    [
        ({"LF": "RF", "RF": "LF", "LH": "RH", "RH": "LH"}, {"abduction"}, (1.0, -1.0, 1.0)),
        ({"LF": "LH", "LH": "LF", "RF": "RH", "RH": "RF"}, {"hip_swing", "knee"}, (-1.0, 1.0, 1.0)),
    ],
)
def test_the_quadruped_is_its_own_mirror_image(swap: dict, flip: set, mirror: tuple, mass_matrix) -> None:
    model = quadruped()
    q = model.random_configuration(np.random.default_rng(1))
    q[:7] = (0, 0, 0, 0, 0, 0, 1)
    other = mirrored(model, q, swap, flip)
    np.testing.assert_allclose(center_of_mass(model, other), center_of_mass(model, q) * mirror, atol=1e-15)
    for leg in swap:
        _, here = frame_pose(model, q, f"{leg}_foot")
        _, there = frame_pose(model, other, f"{swap[leg]}_foot")
        np.testing.assert_allclose(there, here * mirror, atol=1e-15)
    spectrum = np.linalg.eigvalsh(mass_matrix(model, q))
    np.testing.assert_allclose(np.linalg.eigvalsh(mass_matrix(model, other)), spectrum, rtol=1e-11)
    assert model.mass == pytest.approx(30.3, rel=1e-14)


def test_the_quadruped_stands_on_its_feet() -> None:
    model = quadruped()
    feet = np.array(
        [frame_pose(model, model.neutral(), f"{leg}_foot")[1] for leg in ("LF", "RF", "LH", "RH")]
    )
    np.testing.assert_allclose(feet[:, 2], -0.56, rtol=1e-15)
    np.testing.assert_allclose(
        feet[:, :2], [[0.28, 0.2], [0.28, -0.2], [-0.28, 0.2], [-0.28, -0.2]], rtol=1e-15
    )


def test_the_free_flyer_is_its_own_mirror_image(mass_matrix) -> None:
    model = free_flyer()
    q = model.random_configuration(np.random.default_rng(2))
    q[:7] = (0, 0, 0, 0, 0, 0, 1)
    swap = {"left": "right", "right": "left"}
    other = mirrored(model, q, swap, {"shoulder_yaw", "shoulder_roll", "wrist_roll", "wrist_yaw"})
    mirror = (1.0, -1.0, 1.0)
    np.testing.assert_allclose(center_of_mass(model, other), center_of_mass(model, q) * mirror, atol=1e-15)
    for side in swap:
        _, here = frame_pose(model, q, f"{side}_tool")
        _, there = frame_pose(model, other, f"{swap[side]}_tool")
        np.testing.assert_allclose(there, here * mirror, atol=1e-14)
    assert model.mass == pytest.approx(526.6, rel=1e-14)
    assert (model.gravity, model.nv) == ((0.0, 0.0, 0.0), 20)
    _, reach = frame_pose(model, model.neutral(), "left_tool")
    np.testing.assert_allclose(reach, (0.7 + 2.0, 0.4, 0.0), rtol=1e-14, atol=1e-15)


@pytest.mark.parametrize(
    ("solid", "inside"),
    [
        (box(3.0, (0.2, 0.4, 0.6)), lambda x: np.all(np.abs(x) <= (0.1, 0.2, 0.3), axis=-1)),
        (
            rod(3.0, 0.2, 0.6, axis=1),
            lambda x: (x[..., 0] ** 2 + x[..., 2] ** 2 <= 0.04) & (abs(x[..., 1]) <= 0.3),
        ),
    ],
)
def test_solids_by_adding_up_points(solid: Inertia, inside) -> None:
    grid = (np.arange(70) + 0.5) * 0.01 - 0.35  # the faces of box and rod lie between its points
    points = np.stack(np.meshgrid(grid, grid, grid, indexing="ij"), axis=-1).reshape(-1, 3)
    points = points[inside(points)]
    second = points.T @ points / len(points)
    expected = 3.0 * (np.trace(second) * np.eye(3) - second)
    np.testing.assert_allclose(solid.rotational, expected, rtol=0, atol=0.01 * expected.max())
