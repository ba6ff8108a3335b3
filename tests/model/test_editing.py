"""Editing returns a new robot that is what the words say."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from random_models import models, random_inertia, random_model, seeds

from psiphi.errors import ArgumentTypeError, InputError, ModelError, UnknownNameError
from psiphi.model import Body, Frame, Joint, Loop, Mimic, Model
from psiphi.model.kinematics import center_of_mass, frame_pose
from psiphi.spatial import Inertia, Pose


def gripper() -> Model:
    return Model(
        "gripper",
        [
            Body("palm", -1, Joint("mount", "fixed", Pose(position=[0, 0, 1])), Inertia(1.0)),
            Body("left", 0, Joint("open", "prismatic"), Inertia(1.0)),
            Body("right", 0, Joint("follow", "prismatic", mimic=Mimic("open", -2.0, 0.5)), Inertia(1.0)),
            Body("nail", 2, Joint("follow_too", "prismatic", mimic=Mimic("follow", 3.0, 1.0)), Inertia(1.0)),
        ],
        [Frame("grasp", 0, Pose(position=[0, 0, 2])), Frame("wall", -1, Pose(position=[3, 0, 0]))],
        loops=[Loop("closed", "weld", "nail", "wall"), Loop("tied", "point", "left", "world")],
    )


def same_poses(
    one: Model, q_one: np.ndarray, other: Model, q_other: np.ndarray, rename=lambda name: name
) -> None:
    for name in one.frame_names:
        for found, expected in zip(
            frame_pose(other, q_other, rename(name)), frame_pose(one, q_one, name), strict=True
        ):
            np.testing.assert_allclose(found, expected, atol=1e-12)


@settings(max_examples=40, deadline=None)
@given(seeds, st.data())
def test_locking_fixes_a_joint_and_its_followers_where_they_are(seed, data):
    model = random_model(seed, count=6)
    if not model.joint_names:
        return
    name = data.draw(st.sampled_from(model.joint_names))
    q = model.random_configuration(np.random.default_rng(seed))
    place = model.q_slice(name)
    locked = model.lock(name, q[place])
    assert locked.nq == model.nq - (place.stop - place.start)
    assert locked.joint(name).kind.name == "fixed"
    same_poses(model, q, locked, np.delete(q, place))
    np.testing.assert_allclose(
        sum(b.inertia.mass for b in locked.bodies), sum(b.inertia.mass for b in model.bodies)
    )


def test_locking_a_leader_locks_the_chain_of_its_followers():
    model = replace(gripper(), loops=())
    locked = model.lock("open", 0.25)
    assert locked.nq == 0
    same_poses(model, np.array([0.25]), locked, np.zeros(0))
    with pytest.raises(ModelError, match="joint 'follow': mimics 'open' and cannot be locked; lock that one"):
        model.lock("follow", 0.0)


@pytest.mark.parametrize(
    ("joint", "q", "error", "words"),
    [
        ("elbow", 0.0, UnknownNameError, "no joint 'elbow'"),
        ("open", [0.0, 1.0], InputError, r"q: has shape \(2,\); give shape \(\.\.\., 1\)"),
        ("open", np.nan, InputError, "finite"),
        ("open", [[0.0], [1.0]], InputError, "place of one prismatic joint"),
        ("open", "ajar", ArgumentTypeError, "q: "),
        ("ball", [0, 0, 0, 0], InputError, "quaternion is zero"),
    ],
)
def test_wrong_places_to_lock_are_refused(joint, q, error, words):
    model = gripper().attach(Model("ball", [Body("b", -1, Joint("ball", "spherical"))]), at="grasp")
    with pytest.raises(error, match=words):
        model.lock(joint, q)


def test_a_joint_that_a_loop_moves_is_not_locked():
    model = replace(gripper(), loops=(Loop("poly", "joint", "open", coefficients=(1.0,)),))
    with pytest.raises(ModelError, match="joint 'open': loop 'poly' moves it"):
        model.lock("open", 0.0)


def test_a_lock_that_leaves_a_loop_nothing_to_hold_is_refused():
    model = Model("door", [Body("leaf", -1, Joint("post", "revolute"))]).with_loop(
        "leaf", "world", name="bolt"
    )
    with pytest.raises(
        ModelError, match=r"joint 'post' cannot be locked: loop 'bolt': .* take that loop out"
    ):
        model.lock("post", 0.0)


@settings(max_examples=30, deadline=None)
@given(seeds, seeds, st.data())
def test_attached_robots_hang_on_the_frame(seed, other_seed, data):
    model, other = random_model(seed), random_model(other_seed)
    at = data.draw(st.sampled_from([*model.frame_names, "world"]))
    whole = model.attach(other, at=at, prefix="tool/")
    rng = np.random.default_rng(seed)
    q_model, q_other = model.random_configuration(rng), other.random_configuration(rng)
    q = np.empty(whole.nq)
    for name in model.joint_names:
        q[whole.q_slice(name)] = q_model[model.q_slice(name)]
    for name in other.joint_names:
        q[whole.q_slice("tool/" + name)] = q_other[other.q_slice(name)]
    assert whole.nq == model.nq + other.nq
    same_poses(model, q_model, whole, q)
    seat_rotation, seat_position = frame_pose(model, q_model, at)
    for name in other.frame_names:
        rotation, position = frame_pose(other, q_other, name)
        found_rotation, found_position = frame_pose(whole, q, "tool/" + name)
        np.testing.assert_allclose(found_rotation, seat_rotation @ rotation, atol=1e-12)
        np.testing.assert_allclose(found_position, seat_position + seat_rotation @ position, atol=1e-12)


def test_attaching_keeps_the_numbering_depth_first():
    arm = Model(
        "fork", [Body(n, p, Joint("j" + n, "revolute")) for n, p in (("a", -1), ("b", 0), ("c", 1), ("d", 0))]
    )
    tool = Model("tool", [Body("t", -1, Joint("jt", "revolute")), Body("u", 0, Joint("ju", "revolute"))])
    assert arm.attach(tool, at="b").body_names == ("a", "b", "c", "t", "u", "d")
    assert arm.attach(tool, at="b").parents == (-1, 0, 1, 1, 3, 0)
    assert arm.attach(tool, at="world").body_names == ("a", "b", "c", "d", "t", "u")


def test_attaching_carries_mimics_and_loops():
    arm = Model(
        "arm", [Body("link", -1, Joint("elbow", "revolute"))], [Frame("flange", 0, Pose(position=[0, 1, 0]))]
    )
    whole = arm.attach(gripper(), at="flange", prefix="hand_")
    assert whole.joint("hand_follow").mimic == Mimic("hand_open", -2.0, 0.5)
    assert whole.loops == (
        Loop("hand_closed", "weld", "hand_nail", "hand_wall"),
        Loop("hand_tied", "point", "hand_left", "flange"),
    )
    assert whole.frame("hand_wall").body == 0
    assert whole.gravity == arm.gravity


def test_attaching_the_same_names_asks_for_a_prefix():
    with pytest.raises(ModelError, match=r"body 'palm': .* twice.*attaching 'gripper'; a prefix"):
        gripper().attach(gripper(), at="grasp")
    with pytest.raises(UnknownNameError, match="no frame 'wrist'"):
        gripper().attach(gripper(), at="wrist", prefix="x")


@settings(max_examples=30, deadline=None)
@given(models, st.data())
def test_a_payload_adds_its_mass_where_the_frame_is(model, data):
    rng = np.random.default_rng(0)
    name = data.draw(st.sampled_from(model.frame_names))
    frame, payload = model.frame(name), random_inertia(rng)
    if frame.body < 0:
        with pytest.raises(ModelError, match="is fixed to the world"):
            model.with_payload(name, payload)
        return
    loaded = model.with_payload(name, payload)
    expected = model.bodies[frame.body].inertia.matrix() + payload.expressed_in(frame.pose).matrix()
    np.testing.assert_allclose(loaded.bodies[frame.body].inertia.matrix(), expected, rtol=1e-12, atol=1e-12)
    if model.movable[frame.body]:
        q = model.random_configuration(rng)
        rotation, position = frame_pose(model, q, name)
        moment = model.mass * center_of_mass(model, q) + payload.mass * (position + rotation @ payload.center)
        np.testing.assert_allclose(center_of_mass(loaded, q), moment / loaded.mass, atol=1e-12)


def test_impossible_payloads_are_refused():
    with pytest.raises(ModelError, match="payload on frame 'grasp': mass -1 kg is negative"):
        gripper().with_payload("grasp", Inertia(-1.0))
    with pytest.raises(ArgumentTypeError, match="inertia: float given"):
        gripper().with_payload("grasp", 1.0)  # type: ignore[arg-type]
    with pytest.raises(UnknownNameError, match="no frame"):
        gripper().with_payload("hold", Inertia(1.0))


@settings(max_examples=40, deadline=None)
@given(seeds, st.data())
def test_without_a_body_the_rest_is_as_before(seed, data):
    model = random_model(seed, count=8, mimics=False)
    body = data.draw(st.sampled_from(model.body_names))
    rest = model.without(body)
    gone = {body}
    for name, parent in zip(model.body_names, model.parents, strict=True):
        if parent >= 0 and model.body_names[parent] in gone:
            gone.add(name)
    assert set(rest.body_names) == set(model.body_names) - gone
    q = model.random_configuration(np.random.default_rng(seed))
    kept = [q[model.q_slice(name)] for name in rest.joint_names]
    q_rest = np.concatenate(kept) if kept else np.zeros(0)
    same_poses(rest, q_rest, model, q)
    for frame in model.frames:
        stays = frame.body < 0 or model.body_names[frame.body] not in gone
        assert (frame.name in rest.frame_names) == stays


def test_without_drops_the_loops_it_touches_and_spares_mimics():
    assert [loop.name for loop in gripper().without("nail").loops] == ["tied"]
    assert gripper().without("right").body_names == ("palm", "left")
    with pytest.raises(ModelError, match="joint 'follow': mimics 'open', which goes with body 'left'"):
        gripper().without("left")
    with pytest.raises(UnknownNameError, match="no body 'thumb'"):
        gripper().without("thumb")
    assert gripper().without("palm").bodies == ()


def test_editing_leaves_the_model_alone():
    model = random_model(5, count=6, free_base=True, mimics=False)
    key = replace(model).key
    model.lock(
        model.joint_names[-1],
        model.random_configuration(np.random.default_rng(0))[model.q_slice(model.joint_names[-1])],
    )
    model.attach(gripper(), at="body3", prefix="p")
    model.with_payload("frame1", Inertia(1.0))
    model.without("body2")
    model.rerooted("body4")
    assert replace(model).key == key
