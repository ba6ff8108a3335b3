"""The compiled configuration manifold against its NumPy form in the model, Pinocchio and its own laws."""

from __future__ import annotations

import numpy as np
import pinocchio as pin
import pytest

import psiphi
from psiphi import Model, Robot
from psiphi.errors import ArgumentTypeError, InputError
from psiphi.formats.robots.random_tree import random_tree
from psiphi.model import Body, Joint

ROBOTS = {
    "arm": psiphi.robots.panda(),
    "legs": psiphi.robots.quadruped(),
    **{
        f"tree {seed}": Robot(random_tree(seed, bodies=7, base=base, mimic=0.3))
        for seed, base in enumerate(("fixed", "free", "fixed", "free"))
    },
    "rotations": Robot(random_tree(9, bodies=4, kinds=("spherical", "planar"))),
}
robots = pytest.mark.parametrize("name", ROBOTS)


def states(robot, batch=(5,), seed=0):
    rng = np.random.default_rng(seed)
    q0, q1 = robot.random_configuration(rng, batch=(2, *batch))
    return q0, q1, rng.standard_normal((*batch, robot.nv))


@robots
@pytest.mark.parametrize("size", [1.0, 1e-3, 1e-9, 1e-16, 0.0, 20.0])
def test_integrate_is_that_of_the_model(name, size):
    robot = ROBOTS[name]
    q, _, v = states(robot)
    np.testing.assert_allclose(
        robot.integrate(q, size * v, 0.7), robot.model.integrate(q, size * v, 0.7), rtol=1e-12, atol=1e-13
    )


@robots
@pytest.mark.parametrize("size", [None, 1e-2, 1e-7, 1e-12, 0.0])
def test_difference_is_that_of_the_model(name, size):
    robot = ROBOTS[name]
    q0, q1, v = states(robot)
    if size is not None:
        q1 = robot.model.integrate(q0, size * v)
    expected = robot.model.difference(q0, q1)
    np.testing.assert_allclose(robot.difference(q0, q1), expected, rtol=1e-12, atol=1e-13)


@robots
def test_configurations_between(name):
    robot = ROBOTS[name]
    q0, q1, _ = states(robot)
    share = np.linspace(0.0, 1.0, 5)
    between = robot.interpolate(q0, q1, share)
    apart = robot.model.difference(q0, q1)
    np.testing.assert_allclose(
        between, robot.model.integrate(q0, share[:, None] * apart), rtol=1e-12, atol=1e-13
    )
    np.testing.assert_allclose(robot.distance(q0, q1), np.linalg.norm(apart, axis=-1), rtol=1e-12)
    assert robot.interpolate(q0[0], q1[0], 0.5).shape == (robot.nq,)
    assert robot.distance(q0[0], q1[0]).shape == ()


@robots
def test_there_and_back(name):
    robot = ROBOTS[name]
    q0, q1, v = states(robot)
    reached = robot.integrate(q0, robot.difference(q0, q1))
    assert np.abs(robot.distance(reached, q1)).max() < 1e-12
    small = 0.5 * v / np.abs(v).max()
    np.testing.assert_allclose(
        robot.difference(q0, robot.integrate(q0, small)), small, rtol=1e-11, atol=1e-12
    )


def test_against_pinocchio():
    model = pin.Model()
    joint = model.addJoint(0, pin.JointModelFreeFlyer(), pin.SE3.Identity(), "root")
    model.addJoint(joint, pin.JointModelSpherical(), pin.SE3.Identity(), "ball")
    bodies = (Body("one", -1, Joint("root", "free")), Body("two", 0, Joint("ball", "spherical")))
    robot = Robot(Model("both", bodies, ()))
    order = [3, 4, 5, 0, 1, 2, 6, 7, 8]
    q0, q1, v = states(robot, (20,))
    for a, b, rate in zip(q0, q1, v, strict=True):
        np.testing.assert_allclose(robot.difference(a, b)[order], pin.difference(model, a, b), atol=1e-12)
        there = pin.integrate(model, a, rate[order])
        assert robot.distance(robot.integrate(a, rate), there) < 1e-12


@robots
def test_quaternions_of_any_length_are_taken_for_their_direction(name):
    robot = ROBOTS[name]
    q0, q1, v = states(robot)
    for factor in (3.0, 1e-200, 1e200):
        longer = q0.copy()
        for group in robot.model.coordinates.groups:
            if "quaternion" in group.kind.coordinates:
                longer[..., group.q[:, -4:]] *= factor
        np.testing.assert_allclose(robot.integrate(longer, v), robot.integrate(q0, v), atol=1e-13)
        np.testing.assert_allclose(robot.difference(longer, q1), robot.difference(q0, q1), atol=1e-13)
        np.testing.assert_allclose(robot.normalized(longer), robot.normalized(q0), atol=1e-15)


@robots
def test_rows_that_are_not_finite_spoil_no_others(name):
    robot = ROBOTS[name]
    q0, _, v = states(robot)
    spoilt = v.copy()
    spoilt[2, 0] = np.inf
    found = robot.integrate(q0, spoilt)
    assert np.isnan(found[2]).all()
    assert np.array_equal(np.delete(found, 2, 0), np.delete(robot.integrate(q0, v), 2, 0))


@robots
def test_single_precision_and_single_rows(name):
    robot = ROBOTS[name]
    q0, q1, v = states(robot, (9,))
    single = [x.astype(np.float32) for x in (q0, q1, v)]
    for found, expected in (
        (robot.integrate(single[0], single[2], 0.5), robot.integrate(q0, v, 0.5)),
        (robot.difference(single[0], single[1]), robot.difference(q0, q1)),
    ):
        assert found.dtype == np.float32
        np.testing.assert_allclose(found, expected, atol=1e-4)
    whole = robot.difference(q0, q1)
    assert all(np.array_equal(robot.difference(a, b), c) for a, b, c in zip(q0, q1, whole, strict=True))


def test_shapes_broadcast():
    robot = ROBOTS["legs"]
    q0, q1, v = states(robot, (4, 1))
    assert robot.integrate(q0, v[0], np.ones((4, 3))).shape == (4, 3, robot.nq)
    assert robot.difference(q0, q1[0, 0]).shape == (4, 1, robot.nv)
    out = np.empty((4, 1, robot.nq))
    assert robot.integrate(q0, v, 2.0, out=out, threads=2) is out


def test_wrong_arguments_are_named():
    robot = ROBOTS["arm"]
    q, _, v = states(robot)
    with pytest.raises(InputError, match="q1"):
        robot.difference(q, 1.0)
    with pytest.raises(ArgumentTypeError, match="dt"):
        robot.integrate(q, v, "long")
    with pytest.raises(InputError, match="v"):
        robot.integrate(q, v[..., 1:])
