"""Transforms of joints against 6×6 matrices made from the model's own kinematics."""

from __future__ import annotations

import numpy as np
import pytest
from moving_robots import (
    MOVING_KINDS,
    Moving,
    as_matrix,
    blocks_of,
    full,
    moving,
    random_state,
    relative_error,
)

from psiphi.formats.robots.random_tree import random_tree
from psiphi.model import Model
from psiphi.model.kinematics import relative_pose
from psiphi.recursion.frames.transforms import Transform
from psiphi.spatial import force_transform

BATCH = (4,)


def model_blocks(model: Model, q: np.ndarray) -> list[np.ndarray]:
    """The blocks (..., 6, 6) of E_φ in the model's body frames."""
    q_tree = model.tree_configuration(q)
    return [force_transform(*relative_pose(model, q_tree, body)) for body in range(len(model.bodies))]


def boundary(robot: Moving, k: int) -> np.ndarray:
    """The force transform from the working frame of a body to its model frame."""
    return as_matrix(robot.mechanism.links[k].boundary.force_to_parent) if k >= 0 else np.eye(6)


@pytest.fixture(params=[False, True], ids=["aligned", "canonical"])
def canonical(request: pytest.FixtureRequest) -> bool:
    return request.param


@pytest.fixture(params=MOVING_KINDS)
def robot(request: pytest.FixtureRequest, canonical: bool) -> tuple[Moving, list[np.ndarray]]:
    """A small tree of joints of one kind and hinges, and what its transforms should be in working frames."""
    model = random_tree(2, bodies=5, kinds=[request.param, "revolute"], branching=0.4, roots=2)
    assert request.param in {body.joint.kind.name for body in model.bodies}
    q, v, _ = random_state(model, 3, BATCH)
    robot = moving(model, q, v, canonical=canonical)
    expected = [
        np.linalg.inv(boundary(robot, link.parent)) @ block @ boundary(robot, k)
        for k, (link, block) in enumerate(zip(robot.mechanism.links, model_blocks(model, q), strict=True))
    ]
    return robot, expected


def test_forces_and_motions_cross_joints_as_by_the_blocks_of_e_phi(
    robot: tuple[Moving, list[np.ndarray]],
) -> None:
    for transform, block in zip(robot[0].transforms, robot[1], strict=True):
        transposed = np.swapaxes(block, -1, -2)
        assert relative_error(as_matrix(transform.force_to_parent, BATCH), block) < 1e-14
        assert relative_error(as_matrix(transform.motion_from_parent, BATCH), transposed) < 1e-14
        assert relative_error(as_matrix(transform.force_from_parent, BATCH), np.linalg.inv(block)) < 1e-14
        assert relative_error(as_matrix(transform.motion_to_parent, BATCH), np.linalg.inv(transposed)) < 1e-14


def test_rotation_and_position_are_those_of_the_child(robot: tuple[Moving, list[np.ndarray]]) -> None:
    for transform, block in zip(robot[0].transforms, robot[1], strict=True):
        rotation = np.array([[np.broadcast_to(x, BATCH) for x in row] for row in transform.rotation])
        position = np.array([np.broadcast_to(x, BATCH) for x in transform.position])
        rotation, position = np.moveaxis(rotation, -1, 0), np.moveaxis(position, -1, 0)
        assert relative_error(force_transform(rotation, position), block) < 1e-14


def test_symmetric_matrices_cross_joints_both_ways(robot: tuple[Moving, list[np.ndarray]]) -> None:
    rng = np.random.default_rng(0)
    for transform, block in zip(robot[0].transforms, robot[1], strict=True):
        half = rng.normal(size=(*BATCH, 6, 6))
        symmetric = half @ np.swapaxes(half, -1, -2)
        transposed = np.swapaxes(block, -1, -2)
        inward = full(transform.inertia_to_parent(blocks_of(symmetric)), BATCH)
        outward = full(transform.symmetric_from_parent(blocks_of(symmetric)), BATCH)
        assert relative_error(inward, block @ symmetric @ transposed) < 1e-14
        assert relative_error(outward, transposed @ symmetric @ block) < 1e-14


def test_rigid_inertias_stay_rigid_across_joints(robot: tuple[Moving, list[np.ndarray]]) -> None:
    moving_robot, blocks = robot
    for link, transform, block in zip(
        moving_robot.mechanism.links, moving_robot.transforms, blocks, strict=True
    ):
        expected = block @ full(link.inertia) @ np.swapaxes(block, -1, -2)
        assert relative_error(full(transform.inertia_to_parent(link.inertia), BATCH), expected) < 1e-14
        as_blocks = transform.inertia_to_parent(link.inertia.blocks())
        assert relative_error(full(as_blocks, BATCH), expected) < 1e-14


def test_a_frame_that_coincides_with_its_parent_changes_nothing() -> None:
    """Constants that are zero leave the very numbers that went in."""
    numbers = tuple(np.random.default_rng(1).normal(size=(6, 3)))
    assert all(
        a is b
        for apply in (Transform().force_to_parent, Transform().motion_from_parent)
        for a, b in zip(apply(numbers), numbers, strict=True)  # type: ignore[arg-type]
    )
