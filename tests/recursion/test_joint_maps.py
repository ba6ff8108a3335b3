"""H of every kind of joint against the model's motion subspaces, and rotations from quaternions."""

from __future__ import annotations

import numpy as np
import pytest
from moving_robots import MOVING_KINDS, as_matrix, moving, random_state, relative_error

from psiphi.formats.robots.random_tree import random_tree
from psiphi.recursion.bodies.joint_maps import quaternion_product, quaternion_rotation, subspace_bias
from psiphi.recursion.numbers.arithmetic import NumpyArithmetic
from psiphi.spatial import quaternion_product as model_product
from psiphi.spatial import quaternion_to_rotation, random_quaternion

SELECTED = {
    "revolute": (2,),
    "continuous": (2,),
    "prismatic": (5,),
    "helical": None,
    "universal": None,
    "spherical": (0, 1, 2),
    "planar": (2, 3, 4),
    "free": (0, 1, 2, 3, 4, 5),
}
BATCH = (3,)


@pytest.mark.parametrize("canonical", [False, True])
@pytest.mark.parametrize("kind", MOVING_KINDS)
def test_h_is_the_motion_subspace_seen_from_the_working_frame(kind: str, canonical: bool) -> None:
    model = random_tree(5, bodies=4, kinds=[kind], branching=0.5)
    q, v, _ = random_state(model, 1, BATCH)
    robot = moving(model, q, v, canonical=canonical)
    for body, link, joint in zip(model.bodies, robot.mechanism.links, robot.joints, strict=True):
        assert joint.selection == SELECTED[kind]
        subspace = body.joint.kind.motion_subspace(body.joint, q[..., list(link.q)])
        expected = as_matrix(link.boundary.motion_from_parent) @ subspace
        projected = as_matrix(joint.project, BATCH)
        assert relative_error(np.swapaxes(projected, -1, -2), expected) < 1e-14
        for a in range(joint.size):
            expanded = joint.expand([float(a == b) for b in range(joint.size)])
            found = np.stack([np.broadcast_to(x, BATCH) for x in expanded], axis=-1)
            assert relative_error(found, expected[..., a]) < 1e-14


@pytest.mark.parametrize("kind", MOVING_KINDS)
def test_the_rate_of_h_is_that_of_the_model(kind: str) -> None:
    model = random_tree(6, bodies=3, kinds=[kind], branching="chain")
    q, v, _ = random_state(model, 2, BATCH)
    robot = moving(model, q, v)
    for body, link, joint in zip(model.bodies, robot.mechanism.links, robot.joints, strict=True):
        rates = v[..., list(link.v)]
        expected = body.joint.kind.motion_subspace_bias(body.joint, q[..., list(link.q)], rates)
        bias = subspace_bias(link, joint, list(np.moveaxis(rates, -1, 0)))
        turned = link.boundary.rotate_to_parent(bias)
        found = np.stack([np.broadcast_to(x, BATCH) for x in turned], axis=-1)
        assert relative_error(found, expected[..., :3]) < 1e-14
        assert not expected[..., 3:].any()


def test_quaternions_make_rotations_and_compose() -> None:
    rng = np.random.default_rng(0)
    a, b = random_quaternion(rng, (20,)), random_quaternion(rng, (20,))
    for length in (1.0, -2.5, 1e-3, 1e150, 1e-150):
        rotation = np.moveaxis(np.array(quaternion_rotation(tuple(length * a.T), NumpyArithmetic())), -1, 0)
        assert relative_error(rotation, quaternion_to_rotation(a)) < 1e-15
    composed = np.stack(quaternion_product(tuple(a.T), tuple(b.T)), axis=-1)
    assert relative_error(composed, model_product(a, b)) < 1e-15
