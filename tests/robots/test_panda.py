"""The Panda against the robot description that carries the same figures, read by Pinocchio."""

from __future__ import annotations

import xml.etree.ElementTree as ElementTree
from pathlib import Path

import numpy as np
import pinocchio
import pytest

from psiphi.formats.robots import panda
from psiphi.model.kinematics import frame_pose


@pytest.fixture
def description(example_robots: Path) -> Path:
    return example_robots / "panda_description" / "urdf" / "panda.urdf"


def test_frames_agree(description: Path) -> None:
    reference = pinocchio.buildModelFromUrdf(str(description))
    data = reference.createData()
    model = panda()
    rng = np.random.default_rng(0)
    for _ in range(10):
        q = rng.uniform(-3, 3, 7)
        full = pinocchio.neutral(reference)
        for number in range(7):
            full[reference.joints[reference.getJointId(f"panda_joint{number + 1}")].idx_q] = q[number]
        pinocchio.framesForwardKinematics(reference, data, full)
        for number in range(1, 9):
            expected = data.oMf[reference.getFrameId(f"panda_link{number}")]
            rotation, position = frame_pose(model, q, f"panda_link{number}")
            np.testing.assert_allclose(rotation, expected.rotation, rtol=0, atol=1e-14)
            np.testing.assert_allclose(position, expected.translation, rtol=0, atol=1e-14)


def test_inertias_and_limits_agree(description: Path) -> None:
    root = ElementTree.parse(description).getroot()
    links = {link.get("name"): link.find("inertial") for link in root.iter("link")}
    limits = {joint.get("name"): joint.find("limit") for joint in root.iter("joint")}
    for body in panda().bodies:
        inertial, limit = links[body.name], limits[body.joint.name]
        assert body.inertia.mass == float(inertial.find("mass").get("value"))
        assert body.inertia.center.tolist() == [float(x) for x in inertial.find("origin").get("xyz").split()]
        for (row, column), entry in {
            (0, 0): "ixx",
            (0, 1): "ixy",
            (0, 2): "ixz",
            (1, 1): "iyy",
            (1, 2): "iyz",
            (2, 2): "izz",
        }.items():
            assert body.inertia.rotational[row, column] == float(inertial.find("inertia").get(entry))
        given = body.joint.limits
        for mine, theirs in (
            (given.lower, "lower"),
            (given.upper, "upper"),
            (given.velocity, "velocity"),
            (given.effort, "effort"),
        ):
            assert mine == (float(limit.get(theirs)),)


def test_the_inertias_can_belong_to_bodies() -> None:
    assert [body.inertia.problems() for body in panda().bodies] == [[]] * 7
    assert panda().mass == pytest.approx(16.062132, rel=1e-14)
