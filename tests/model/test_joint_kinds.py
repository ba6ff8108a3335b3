"""Each kind of joint: its velocity is the rate of its pose, and its coordinates form a manifold."""

from __future__ import annotations

import copy
import pickle

import numpy as np
import pytest

from psiphi.model import JOINT_KINDS, Joint
from psiphi.model.joints.kinds import plane_axes
from psiphi.spatial import log_se3, rotation_about

KINDS = list(JOINT_KINDS.values())
INTERPRETED = {
    "fixed": (0, 0),
    "revolute": (1, 1),
    "continuous": (1, 1),
    "prismatic": (1, 1),
    "helical": (1, 1),
}
INTERPRETED |= {"universal": (2, 2), "spherical": (4, 3), "planar": (3, 3), "free": (7, 6)}


def joint_of(kind, seed: int = 0) -> Joint:
    rng = np.random.default_rng(seed)
    return Joint("joint", kind, axis=rng.standard_normal(3), axis2=rng.standard_normal(3), pitch=0.3)


def drawn(kind, rng, batch=(6,)) -> np.ndarray:
    unlimited = np.full(kind.nq, np.inf)
    return kind.random(-unlimited, unlimited)(rng, batch)


def relative(joint: Joint, q0: np.ndarray, q1: np.ndarray) -> np.ndarray:
    """log of the pose at q1 seen from the pose at q0."""
    rotation0, position0 = joint.kind.pose(joint, q0)
    rotation1, position1 = joint.kind.pose(joint, q1)
    back = rotation0.swapaxes(-1, -2)
    return log_se3(back @ rotation1, (back @ (position1 - position0)[..., None])[..., 0])


@pytest.fixture
def rng():
    return np.random.default_rng(3)


def test_the_table_has_every_kind_with_its_numbers_of_coordinates():
    assert {name: (kind.nq, kind.nv) for name, kind in JOINT_KINDS.items()} == INTERPRETED


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.name)
def test_neutral_is_the_joint_frame_itself(kind):
    rotation, position = kind.pose(joint_of(kind), np.array(kind.neutral))
    np.testing.assert_allclose(rotation, np.eye(3), atol=1e-15)
    np.testing.assert_array_equal(position, np.zeros(3))


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.name)
def test_the_motion_subspace_is_the_rate_of_the_pose(kind, rng):
    joint, q, v = joint_of(kind), drawn(kind, rng), rng.uniform(-0.5, 0.5, (6, kind.nv))
    expected = (kind.motion_subspace(joint, q) @ v[..., None])[..., 0]
    if kind.name != "universal":
        # every other subspace is constant in the body's frame: a constant v is a screw, whatever its size
        np.testing.assert_allclose(relative(joint, q, kind.integrate(q, v)), expected, atol=1e-13)
    h = 1e-3
    near, far = (
        relative(joint, q, kind.integrate(q, s * v)) - relative(joint, q, kind.integrate(q, -s * v))
        for s in (h, 2 * h)
    )
    np.testing.assert_allclose((8 * near - far) / (12 * h), expected, atol=1e-10)


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.name)
def test_the_bias_is_the_rate_of_the_motion_subspace(kind, rng):
    joint, q, v = joint_of(kind), drawn(kind, rng), rng.uniform(-1, 1, (6, kind.nv))

    def velocity(time: float) -> np.ndarray:
        return (kind.motion_subspace(joint, kind.integrate(q, time * v)) @ v[..., None])[..., 0]

    h = 1e-3
    rate = (8 * (velocity(h) - velocity(-h)) - (velocity(2 * h) - velocity(-2 * h))) / (12 * h)
    bias = kind.motion_subspace_bias(joint, q, v)
    np.testing.assert_allclose(rate, bias, atol=1e-10)
    assert (np.abs(bias).max() > 1e-3) == (kind.name == "universal")


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.name)
def test_difference_is_the_inverse_of_integrate(kind, rng):
    joint, q0, q1 = joint_of(kind), drawn(kind, rng, (50,)), drawn(kind, rng, (50,))
    reached = kind.integrate(q0, kind.difference(q0, q1))
    np.testing.assert_allclose(relative(joint, reached, q1), 0.0, atol=1e-13)
    dq = rng.uniform(-1, 1, (50, kind.nv))
    np.testing.assert_allclose(kind.difference(q0, kind.integrate(q0, dq)), dq, atol=1e-13)
    np.testing.assert_allclose(kind.difference(q0, q0), 0.0, atol=1e-15)


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.name)
def test_batches_broadcast_and_agree_with_single_calls(kind, rng):
    joint, q, v = joint_of(kind), drawn(kind, rng, (2, 1)), rng.standard_normal((3, kind.nv))
    rotation, position = kind.pose(joint, q)
    assert rotation.shape == (2, 1, 3, 3)
    assert position.shape == (2, 1, 3)
    assert kind.motion_subspace(joint, q).shape == (2, 1, 6, kind.nv)
    assert kind.motion_subspace_bias(joint, q, v).shape == (2, 3, 6)
    assert kind.integrate(q, v).shape == (2, 3, kind.nq)
    assert kind.difference(q, drawn(kind, rng, (3,))).shape == (2, 3, kind.nv)
    np.testing.assert_array_equal(kind.pose(joint, q[1, 0])[0], rotation[1, 0])
    np.testing.assert_allclose(kind.integrate(q, v)[1, 2], kind.integrate(q[1, 0], v[2]), atol=1e-15)


def test_poses_by_hand():
    angle, turned = 0.7, rotation_about((0, 1, 0), 0.7)
    helical = Joint("j", "helical", axis=(0, 2, 0), pitch=0.5)
    rotation, position = helical.kind.pose(helical, np.array([angle]))
    np.testing.assert_allclose(rotation, turned, atol=1e-16)
    np.testing.assert_allclose(position, [0, 0.35, 0])
    universal = Joint("j", "universal", axis=(0, 1, 0), axis2=(1, 0, 0))
    rotation, _ = universal.kind.pose(universal, np.array([angle, 0.2]))
    np.testing.assert_allclose(rotation, turned @ rotation_about((1, 0, 0), 0.2), atol=1e-16)
    planar = Joint("j", "planar")
    rotation, position = planar.kind.pose(planar, np.array([1.0, 2.0, angle]))
    np.testing.assert_array_equal(rotation, rotation_about((0, 0, 1), angle))
    np.testing.assert_array_equal(position, [1, 2, 0])
    free = Joint("j", "free")
    rotation, position = free.kind.pose(free, np.array([1.0, 2.0, 3.0, 0.0, 5.0, 0.0, 0.0]))
    np.testing.assert_array_equal(rotation, np.diag([-1, 1, -1]))  # the quaternion is brought to unit length
    np.testing.assert_array_equal(position, [1, 2, 3])


@pytest.mark.parametrize(
    "axis", [(0, 0, 1), (0, 0, -1), (1, 0, 0), (0.6, 0, -0.8), (0, 1e-7, -1), (0.48, 0.6, 0.64)]
)
def test_the_axes_of_a_plane_are_orthonormal_and_right_handed(axis):
    normal = np.array(Joint("j", "planar", axis=axis).axis)
    x, y = plane_axes(tuple(normal)).T
    np.testing.assert_allclose(np.array([x, y, normal]) @ np.array([x, y, normal]).T, np.eye(3), atol=1e-9)
    np.testing.assert_allclose(np.cross(x, y), normal, atol=1e-9)


def test_a_planar_joint_turned_by_whole_turns_is_where_it_was():
    planar = JOINT_KINDS["planar"]
    q0, q1 = np.array([0.0, 0.0, 0.0]), np.array([1.0, 0.0, 2 * np.pi])
    dq = planar.difference(q0, q1)
    np.testing.assert_allclose(dq, [0, 1, 0], atol=1e-15)


def test_random_coordinates_keep_to_their_limits(rng):
    kind = JOINT_KINDS["revolute"]
    lower, upper = (
        np.array([[-0.5], [-np.inf], [2.0], [-np.inf], [1.0]]),
        np.array([[0.5], [np.inf], [np.inf], [-3], [1]]),
    )
    q = kind.random(lower, upper)(rng, (2000, 5))[..., 0]
    lows, highs = q.min(axis=0), q.max(axis=0)
    np.testing.assert_allclose(lows, [-0.5, -np.pi, 2, -3 - 2 * np.pi, 1], atol=0.02)
    np.testing.assert_allclose(highs, [0.5, np.pi, 2 + 2 * np.pi, -3, 1], atol=0.02)
    assert (lower[:, 0] <= lows).all()
    assert (highs <= upper[:, 0]).all()
    assert (
        np.abs(JOINT_KINDS["prismatic"].random(-np.array([np.inf]), np.array([np.inf]))(rng, (500,))).max()
        < 1
    )
    huge = kind.random(np.array([-1.7e308]), np.array([1.7e308]))(rng, (10,))
    assert np.isfinite(huge).all()


def test_kinds_survive_copying_as_themselves():
    kind = JOINT_KINDS["helical"]
    assert copy.deepcopy(kind) is kind
    assert pickle.loads(pickle.dumps(kind)) is kind
