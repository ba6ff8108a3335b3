"""A free-floating system rooted elsewhere is the same system: places, speeds, energy and momentum agree."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from random_models import random_model, seeds

from psiphi.errors import ModelError, UnknownNameError
from psiphi.model import Body, Frame, Joint, Limits, Mimic, Model, Rotor
from psiphi.model.kinematics import body_poses, center_of_mass, frame_pose, relative_pose
from psiphi.spatial import Pose, motion_transform


def body_velocities(model: Model, q: np.ndarray, v: np.ndarray) -> list[np.ndarray]:
    """The spatial velocity of each body in its own frame, from the outward recursion V = φ*V₊ + H*v."""
    q_tree, v_tree = model.tree_configuration(q), model.tree_velocity(v)
    velocities: list[np.ndarray] = []
    for index, body in enumerate(model.bodies):
        q_here, v_here = q_tree[model.q_tree_slices[index]], v_tree[model.v_tree_slices[index]]
        velocity = body.joint.kind.motion_subspace(body.joint, q_here) @ v_here
        if body.parent >= 0:
            velocity = (
                velocity + motion_transform(*relative_pose(model, q_tree, index)) @ velocities[body.parent]
            )
        velocities.append(velocity)
    return velocities


def kinetic_energy(model: Model, q: np.ndarray, v: np.ndarray) -> float:
    velocities = body_velocities(model, q, v)
    moving = sum(
        velocity @ body.inertia.matrix() @ velocity
        for body, velocity in zip(model.bodies, velocities, strict=True)
    )
    turning = sum(
        body.joint.rotor.reflected_inertia
        * model.tree_velocity(v)[model.v_tree_slices[index]]
        @ model.tree_velocity(v)[model.v_tree_slices[index]]
        for index, body in enumerate(model.bodies)
    )
    return 0.5 * float(moving + turning)


def energy_by_differences(model: Model, q: np.ndarray, v: np.ndarray) -> float:
    """The kinetic energy of the bodies from where they are a moment before and after."""
    h = 1e-5
    (before, p0), (after, p1) = (body_poses(model, model.integrate(q, v, s)) for s in (-h, h))
    now, _ = body_poses(model, q)
    energy = 0.0
    for index, body in enumerate(model.bodies):
        c = body.inertia.center
        speed = (p1[index] + after[index] @ c - p0[index] - before[index] @ c) / (2 * h)
        spin = now[index].T @ (after[index] - before[index]) / (2 * h)
        omega = np.array([spin[2, 1], spin[0, 2], spin[1, 0]])
        energy += 0.5 * body.inertia.mass * speed @ speed + 0.5 * omega @ body.inertia.rotational @ omega
    return energy


@settings(max_examples=60, deadline=None)
@given(seeds, st.data())
def test_the_system_is_the_same(seed, data):
    model = random_model(seed, free_base=True)
    body = data.draw(st.sampled_from(model.body_names))
    change = model.rerooting(body)
    rerooted = change.rerooted
    assert rerooted.bodies[rerooted.body_index(body)].parent == -1
    assert set(rerooted.body_names) == set(model.body_names)
    assert set(rerooted.frame_names) == set(model.frame_names)
    assert set(rerooted.joint_names) == set(model.joint_names)
    assert (rerooted.nq, rerooted.nv) == (model.nq, model.nv)
    np.testing.assert_allclose(rerooted.mass, model.mass, rtol=1e-14)

    rng = np.random.default_rng(seed)
    q, v = model.random_configuration(rng), rng.standard_normal(model.nv)
    q_there, v_there = change.configuration(q), change.velocity(q, v)
    for name in model.frame_names:
        for found, expected in zip(
            frame_pose(rerooted, q_there, name), frame_pose(model, q, name), strict=True
        ):
            np.testing.assert_allclose(found, expected, atol=1e-12)
    np.testing.assert_allclose(center_of_mass(rerooted, q_there), center_of_mass(model, q), atol=1e-12)
    np.testing.assert_allclose(
        kinetic_energy(rerooted, q_there, v_there), kinetic_energy(model, q, v), rtol=1e-12
    )

    h = 1e-6  # the two motions part only in the second order of time
    for name in model.frame_names:
        ahead, expected = (
            frame_pose(rerooted, rerooted.integrate(q_there, v_there, h), name),
            frame_pose(model, model.integrate(q, v, h), name),
        )
        np.testing.assert_allclose(ahead[1], expected[1], atol=2e-10)


@settings(max_examples=15, deadline=None)
@given(seeds)
def test_the_energy_used_here_is_that_of_moving_bodies(seed):
    model = random_model(seed, free_base=True)
    bare = replace(
        model, bodies=tuple(replace(body, joint=replace(body.joint, rotor=Rotor())) for body in model.bodies)
    )
    rng = np.random.default_rng(seed)
    q, v = bare.random_configuration(rng), rng.standard_normal(bare.nv)
    np.testing.assert_allclose(energy_by_differences(bare, q, v), kinetic_energy(bare, q, v), rtol=1e-6)


@settings(max_examples=20, deadline=None)
@given(seeds, st.data())
def test_going_back_leads_back(seed, data):
    model = random_model(seed, free_base=True)
    there = model.rerooting(data.draw(st.sampled_from(model.body_names)))
    back = there.rerooted.rerooting(model.body_names[0])
    rng = np.random.default_rng(seed)
    q, v = model.random_configuration(rng, (2, 3)), rng.standard_normal((2, 3, model.nv))
    q_there = there.configuration(q)
    q_back, v_back = back.configuration(q_there), back.velocity(q_there, there.velocity(q, v))
    for name in model.joint_names:
        kind = model.joint(name).kind
        gap = kind.difference(q_back[..., back.rerooted.q_slice(name)], q[..., model.q_slice(name)])
        np.testing.assert_allclose(gap, 0.0, atol=1e-12)
        np.testing.assert_allclose(
            v_back[..., back.rerooted.v_slice(name)], v[..., model.v_slice(name)], atol=1e-11
        )


def chain(*joints: Joint) -> Model:
    bodies = [Body("bus", -1, Joint("root", "free"))]
    bodies += [Body(f"link{index}", index, joint) for index, joint in enumerate(joints)]
    return Model("chain", bodies)


def test_joints_with_one_coordinate_keep_it_with_their_limits_and_drives():
    joint = Joint(
        "elbow",
        "revolute",
        Pose(position=[0, 0, 1]),
        (0, 1, 0),
        limits=Limits(-1, 2),
        damping=3.0,
        rotor=Rotor(1, 2),
    )
    follower = Joint("wrist", "revolute", mimic=Mimic("elbow", 2.0, 0.1))
    model = chain(joint, follower)
    change = model.rerooting("link1")
    reversed_joint = change.rerooted.joint("elbow")
    assert reversed_joint.axis == (0.0, -1.0, 0.0)
    assert (reversed_joint.limits, reversed_joint.damping, reversed_joint.rotor) == (
        joint.limits,
        joint.damping,
        joint.rotor,
    )
    assert change.rerooted.joint("wrist").mimic == follower.mimic
    q = model.random_configuration(np.random.default_rng(0))
    assert change.configuration(q)[change.rerooted.q_slice("elbow")] == q[model.q_slice("elbow")]


def test_a_universal_joint_exchanges_its_axes():
    joint = Joint(
        "cross", "universal", axis=(1, 0, 0), axis2=(0, 1, 0), limits=Limits((-1, -2), (3, 4)), damping=(5, 6)
    )
    found = chain(joint).rerooted("link0").joint("cross")
    assert (found.axis, found.axis2) == ((0.0, -1.0, 0.0), (-1.0, 0.0, 0.0))
    assert (found.limits.lower, found.limits.upper, found.damping) == ((-2.0, -1.0), (4.0, 3.0), (6.0, 5.0))


def test_rooted_where_it_is_nothing_changes():
    model = random_model(4, free_base=True)
    assert model.rerooted("body0") is model
    q = model.random_configuration(np.random.default_rng(0))
    np.testing.assert_array_equal(model.rerooting("body0").configuration(q), q)


def test_other_systems_on_the_world_stay():
    model = chain(Joint("elbow", "revolute"))
    post = Model("post", [Body("post", -1, Joint("pivot", "revolute"))], [Frame("top", 0)])
    rerooted = model.attach(post, at="world").rerooted("link0")
    assert rerooted.body_names == ("link0", "bus", "post")
    assert rerooted.parents == (-1, 0, -1)
    assert rerooted.frame("top").body == 2


@pytest.mark.parametrize(
    ("joint", "words"),
    [
        (Joint("slab", "planar", limits=Limits(-1, 1)), "joint 'slab': has limits, damping"),
        (Joint("slab", "planar", damping=1.0), "a planar joint with these cannot be reversed"),
        (Joint("ball", "spherical", friction=1.0), "joint 'ball'"),
        (Joint("ball", "spherical", damping=(1, 2, 3)), "joint 'ball'"),
        (Joint("ball", "spherical", limits=Limits(effort=1)), "joint 'ball'"),
        (Joint("dock", "free", rotor=Rotor(1.0)), "joint 'dock'"),
    ],
)
def test_what_has_a_direction_is_not_reversed(joint, words):
    with pytest.raises(ModelError, match=words):
        chain(joint).rerooted("link0")


def test_a_ball_with_the_same_damping_all_round_is_reversed():
    model = chain(Joint("ball", "spherical", damping=2.0, rotor=Rotor(0.5)))
    assert model.rerooted("link0").joint("ball").damping == (2.0, 2.0, 2.0)


def test_a_system_that_is_held_is_not_rooted_elsewhere():
    model = Model(
        "arm", [Body("a", -1, Joint("hinge", "revolute")), Body("b", 0, Joint("elbow", "revolute"))]
    )
    with pytest.raises(
        ModelError, match=r"body 'b': .* by the revolute joint 'hinge'; only a system carried by a free"
    ):
        model.rerooted("b")
    with pytest.raises(UnknownNameError, match="no body 'c'"):
        model.rerooted("c")
    held = chain(Joint("elbow", "revolute"))
    damped = replace(
        held, bodies=(replace(held.bodies[0], joint=Joint("root", "free", damping=1.0)), held.bodies[1])
    )
    with pytest.raises(ModelError, match="joint 'root': has limits, damping"):
        damped.rerooted("link0")
