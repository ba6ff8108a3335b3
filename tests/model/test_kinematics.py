"""Poses, masses and centres of mass against Pinocchio, on random trees with every kind of joint."""

from __future__ import annotations

import numpy as np
import pinocchio as pin
import pytest
from hypothesis import given, settings
from random_models import models, random_model, seeds

from psiphi.errors import ModelError, UnknownNameError
from psiphi.model import Body, Frame, Joint, Model
from psiphi.model.kinematics import body_poses, center_of_mass, frame_pose
from psiphi.spatial import Inertia, Pose

EVERY_KIND = ("fixed", "revolute", "continuous", "prismatic", "helical", "universal", "spherical", "free")


def pinocchio_joint(joint: Joint) -> pin.JointModel:
    axis, axis2 = np.array(joint.axis), np.array(joint.axis2)
    return {
        "revolute": lambda: pin.JointModelRevoluteUnaligned(axis),
        "continuous": lambda: pin.JointModelRevoluteUnaligned(axis),
        "prismatic": lambda: pin.JointModelPrismaticUnaligned(axis),
        "helical": lambda: pin.JointModelHelicalUnaligned(axis, joint.pitch),
        "universal": lambda: pin.JointModelUniversal(axis, axis2),
        "spherical": pin.JointModelSpherical,
        "free": pin.JointModelFreeFlyer,
    }[joint.kind.name]()


def pinocchio_model(model: Model) -> tuple[pin.Model, list[int]]:
    """The same tree there, mimics as joints of their own, and the Pinocchio frame of each body."""
    other = pin.Model()
    frames: list[int] = []
    for body in model.bodies:
        carrier = other.frames[frames[body.parent]] if body.parent >= 0 else other.frames[0]
        place = carrier.placement * pin.SE3(body.joint.placement.rotation, body.joint.placement.position)
        inertia = pin.Inertia(body.inertia.mass, body.inertia.center, body.inertia.rotational)
        if body.joint.kind.nv:
            joint = other.addJoint(carrier.parentJoint, pinocchio_joint(body.joint), place, body.joint.name)
            place = pin.SE3.Identity()
        else:
            joint = carrier.parentJoint
        other.appendBodyToJoint(joint, inertia, place)
        frames.append(other.addFrame(pin.Frame(body.name, joint, 0, place, pin.FrameType.BODY)))
    return other, frames


@settings(max_examples=40, deadline=None)
@given(seeds)
def test_poses_and_masses_agree_with_pinocchio(seed):
    # Pinocchio's universal joint wants perpendicular axes, and its planar joint has another configuration.
    model = random_model(seed, kinds=EVERY_KIND)
    bodies = []
    for body in model.bodies:
        joint = body.joint
        if joint.kind.name == "universal":
            axis2 = np.cross(joint.axis, joint.axis2)
            joint = Joint(joint.name, "universal", joint.placement, joint.axis, axis2)
        bodies.append(Body(body.name, body.parent, joint, body.inertia))
    model = Model(model.name, bodies, model.frames)
    other, frames = pinocchio_model(model)
    data = other.createData()
    q = model.random_configuration(np.random.default_rng(seed), (3,))
    rotations, positions = body_poses(model, q)
    assert model.mass == pytest.approx(pin.computeTotalMass(other), rel=1e-14)
    for row in range(3):
        pin.framesForwardKinematics(other, data, model.tree_configuration(q)[row])
        for index, frame in enumerate(frames):
            np.testing.assert_allclose(rotations[row, index], data.oMf[frame].rotation, atol=1e-12)
            np.testing.assert_allclose(positions[row, index], data.oMf[frame].translation, atol=1e-12)
        if model.mass > 0:
            center = pin.centerOfMass(other, data, model.tree_configuration(q)[row])
            np.testing.assert_allclose(center_of_mass(model, q)[row], center, atol=1e-12)


@settings(max_examples=30, deadline=None)
@given(models)
def test_a_frame_is_where_its_body_is(model):
    q = model.random_configuration(np.random.default_rng(0), (2, 3))
    rotations, positions = body_poses(model, q)
    assert rotations.shape == (2, 3, len(model.bodies), 3, 3)
    for name in model.frame_names:
        frame = model.frame(name)
        rotation, position = frame_pose(model, q, name)
        if frame.body < 0:
            expected = Pose.identity().matrix() @ frame.pose.matrix()
            np.testing.assert_allclose(position, np.broadcast_to(expected[:3, 3], (2, 3, 3)))
        else:
            turned = rotations[..., frame.body, :, :]
            np.testing.assert_allclose(rotation, turned @ frame.pose.rotation, atol=1e-13)
            shifted = positions[..., frame.body, :] + turned @ frame.pose.position
            np.testing.assert_allclose(position, shifted, atol=1e-12)


def test_a_planar_joint_by_hand():
    model = Model("slab", [Body("slab", -1, Joint("j", "planar", axis=(1, 0, 0)), Inertia(1.0, (0, 0, 1)))])
    # the least turn of z to x takes x to −z and leaves y
    rotation, position = frame_pose(model, [2.0, 3.0, np.pi / 2], "slab")
    np.testing.assert_allclose(position, [0, 3, -2], atol=1e-15)
    np.testing.assert_allclose(rotation, [[1, 0, 0], [0, 0, -1], [0, 1, 0]], atol=1e-15)
    np.testing.assert_allclose(center_of_mass(model, [2.0, 3.0, np.pi / 2]), [0, 2, -2], atol=1e-15)


def test_errors_are_clear():
    model = Model("massless", [Body("b", -1, Joint("j", "revolute"))], [Frame("f", 0)])
    with pytest.raises(ModelError, match="model 'massless': has no mass that moves"):
        center_of_mass(model, [0.0])
    with pytest.raises(UnknownNameError, match="no frame 'g'"):
        frame_pose(model, [0.0], "g")


def test_a_chain_of_a_hundred_thousand_bodies():
    """Built without recursion, and in time that grows with the number of bodies only."""
    count = 100_000
    place, inertia = Pose(position=[0, 0, 1]), Inertia(1.0)
    joints = [Joint(f"j{index}", "revolute", place, axis=(1, 0, 0)) for index in range(count)]
    model = Model(
        "long", [Body(f"b{index}", index - 1, joint, inertia) for index, joint in enumerate(joints)]
    )
    assert model.nq == model.nv == count
    assert model.mass == count
    assert model.merged() is model
    _, position = frame_pose(model, np.zeros(count), "b999")
    np.testing.assert_array_equal(position, [0, 0, 1000])
    q = model.integrate(model.neutral(), np.ones(count), 0.5)
    np.testing.assert_array_equal(q, np.full(count, 0.5))
    assert model.random_configuration(np.random.default_rng(0)).shape == (count,)
    assert len(model.key) == 64
