"""The UR5 from the maker's table against an independent robot description, read by Pinocchio."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pinocchio
import pytest

from psiphi.formats.robots import ur5
from psiphi.model.kinematics import body_poses, frame_pose


@pytest.fixture
def reference(example_robots: Path) -> pinocchio.Model:
    return pinocchio.buildModelFromUrdf(str(example_robots / "ur_description" / "urdf" / "ur5_robot.urdf"))


def test_the_flange_is_where_the_description_says(reference: pinocchio.Model) -> None:
    """The description's base_link is turned half around against the maker's base, with eleven digits of π."""
    data = reference.createData()
    model = ur5()
    names = [reference.names[joint] for joint in range(1, reference.njoints)]
    assert tuple(names) == model.joint_names
    rng = np.random.default_rng(0)
    for _ in range(10):
        q = rng.uniform(-3, 3, 6)
        pinocchio.framesForwardKinematics(reference, data, q)
        base, flange = (data.oMf[reference.getFrameId(name)] for name in ("base", "tool0"))
        expected = base.actInv(flange)
        rotation, position = frame_pose(model, q, "tool")
        np.testing.assert_allclose(rotation, expected.rotation, rtol=0, atol=1e-10)
        np.testing.assert_allclose(position, expected.translation, rtol=0, atol=1e-10)


def test_every_hinge_turns_about_the_same_line(reference: pinocchio.Model) -> None:
    """Axis and a point on it, joint by joint, in the maker's base frame."""
    data = reference.createData()
    model = ur5()
    axes = ([0, 0, 1], [0, 1, 0], [0, 1, 0], [0, 1, 0], [0, 0, 1], [0, 1, 0])  # of the description
    q = np.random.default_rng(1).uniform(-3, 3, 6)
    pinocchio.framesForwardKinematics(reference, data, q)
    base = data.oMf[reference.getFrameId("base")]
    rotations, positions = body_poses(model, q)
    for k, axis in enumerate(axes):
        theirs = base.actInv(data.oMi[k + 1])
        expected = theirs.rotation @ axis
        mine = rotations[k] @ np.array(model.bodies[k].joint.axis)
        np.testing.assert_allclose(mine, expected, rtol=0, atol=1e-10)
        between = np.cross(positions[k] - theirs.translation, expected)
        np.testing.assert_allclose(between, 0, rtol=0, atol=1e-10)


def test_masses_and_centers() -> None:
    """Centres of mass are the maker's, in the frames of the table."""
    model = ur5()
    assert model.mass == pytest.approx(17.0489, rel=1e-14)
    centers = ((0, -0.02561, 0.00193), (0.2125, 0, 0.11336), (0.15, 0, 0.0265))
    for number, center in enumerate(centers, start=1):
        table_frame = model.frame(f"dh_{number}").pose
        np.testing.assert_allclose(
            table_frame.inverse().apply(model.bodies[number - 1].inertia.center), center, rtol=0, atol=1e-16
        )
    assert all(body.inertia.problems() == [] for body in model.bodies)
