"""The merged model is the same robot without fixed joints."""

from __future__ import annotations

import numpy as np
from hypothesis import given, settings
from random_models import random_inertia, random_model, random_pose, seeds

from psiphi.model import Body, Frame, Joint, Loop, Mimic, Model
from psiphi.model.kinematics import body_poses, center_of_mass, frame_pose
from psiphi.spatial import Pose

MANY_FIXED = ("fixed", "fixed", "fixed", "revolute", "prismatic", "universal", "free")


def inertia_about_the_origin(model: Model, q: np.ndarray) -> np.ndarray:
    """Σ of the bodies' spatial inertias in the world, (6, 6), of all bodies that move."""
    rotations, positions = body_poses(model, q)
    return sum(
        (
            body.inertia.expressed_in(Pose(rotation, position)).matrix()
            for body, moves, rotation, position in zip(
                model.bodies, model.movable, rotations, positions, strict=True
            )
            if moves
        ),
        np.zeros((6, 6)),
    )


@settings(max_examples=60, deadline=None)
@given(seeds)
def test_nothing_that_can_be_seen_changes(seed):
    model = random_model(seed, kinds=MANY_FIXED)
    merged = model.merged()
    assert all(body.joint.kind.nv for body in merged.bodies)
    assert merged.joint_names == model.joint_names
    assert [merged.q_slice(name) for name in merged.joint_names] == [
        model.q_slice(name) for name in model.joint_names
    ]
    assert set(merged.frame_names) == set(model.frame_names)
    q = model.random_configuration(np.random.default_rng(seed))
    for name in model.frame_names:
        for found, expected in zip(frame_pose(merged, q, name), frame_pose(model, q, name), strict=True):
            np.testing.assert_allclose(found, expected, atol=1e-12)
    np.testing.assert_allclose(merged.mass, model.mass, rtol=1e-14)
    np.testing.assert_allclose(
        inertia_about_the_origin(merged, q), inertia_about_the_origin(model, q), rtol=1e-12, atol=1e-11
    )
    if model.mass:
        np.testing.assert_allclose(center_of_mass(merged, q), center_of_mass(model, q), atol=1e-12)


def test_merging_again_changes_nothing_and_is_remembered():
    model = random_model(3, kinds=MANY_FIXED, count=8)
    assert model.merged() is model.merged()
    assert model.merged().merged() is model.merged()


def test_bodies_to_which_nothing_is_added_are_kept_bit_by_bit():
    rng = np.random.default_rng(1)
    poses, inertias = [random_pose(rng) for _ in range(4)], [random_inertia(rng) for _ in range(4)]
    model = Model(
        "arm",
        [
            Body("ground", -1, Joint("bolts", "fixed"), inertias[0]),
            Body("upper", 0, Joint("shoulder", "revolute", poses[1]), inertias[1]),
            Body("lower", 1, Joint("elbow", "revolute", poses[2]), inertias[2]),
            Body("tool", 2, Joint("flange", "fixed", poses[3]), inertias[3]),
        ],
        [Frame("tip", 3, poses[0]), Frame("eye", 1, poses[0])],
        loops=[Loop("grasp", "point", "tip", "world")],
    )
    merged = model.merged()
    assert merged.body_names == ("upper", "lower")
    assert merged.parents == (-1, 0)
    assert merged.bodies[0].inertia == inertias[1]
    assert merged.bodies[1].joint == model.bodies[2].joint
    assert merged.bodies[1].inertia == inertias[2] + inertias[3].expressed_in(poses[3])
    assert merged.frame("ground") == Frame("ground", -1)
    assert merged.frame("bolts").body == -1
    assert merged.frame("flange") == Frame("flange", 1, poses[3])
    assert merged.frame("tool").pose == poses[3]
    assert merged.frame("tip").pose == poses[3] @ poses[0]
    assert merged.frame("eye") == Frame("eye", 0, poses[0])
    assert merged.loops == model.loops


def test_a_fixed_joint_with_the_name_of_a_body_leaves_the_name_to_the_body():
    model = Model(
        "twice",
        [
            Body("base", -1, Joint("root", "free")),
            Body("camera", 0, Joint("base", "fixed", Pose(position=[1, 0, 0]))),
        ],
    )
    merged = model.merged()
    assert model.frame("base").body == merged.frame("base").body == 0
    assert merged.frame("base").pose == Pose.identity()
    assert merged.frame("camera").pose.position[0] == 1.0


def test_a_frame_in_place_of_its_own_body_stays_in_its_place():
    elsewhere = Pose(position=[0, 0, 5])
    model = Model(
        "shifted",
        [
            Body("a", -1, Joint("root", "free")),
            Body("b", 0, Joint("weld", "fixed", Pose(position=[1, 0, 0]))),
        ],
        [Frame("a", 0, elsewhere), Frame("b", 1, elsewhere)],
    )
    merged = model.merged()
    assert merged.frame("a").pose == elsewhere
    np.testing.assert_array_equal(merged.frame("b").pose.position, [1, 0, 5])
    np.testing.assert_array_equal(merged.frame("weld").pose.position, [1, 0, 0])


def test_mimics_are_carried_along():
    model = Model(
        "gripper",
        [
            Body("palm", -1, Joint("mount", "fixed")),
            Body("left", 0, Joint("left", "prismatic")),
            Body("right", 0, Joint("right", "prismatic", mimic=Mimic("left", -1.0))),
        ],
    )
    merged = model.merged()
    assert (merged.nv, merged.nv_tree) == (1, 2)
    np.testing.assert_array_equal(merged.coupling, [[1.0], [-1.0]])


def test_a_robot_that_cannot_move_merges_into_the_world():
    model = Model("statue", [Body("plinth", -1, Joint("a", "fixed")), Body("figure", 0, Joint("b", "fixed"))])
    merged = model.merged()
    assert merged.bodies == ()
    assert set(merged.frame_names) == {"plinth", "figure", "a", "b"}
