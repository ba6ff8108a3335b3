"""The biases a and b, and the recursion of Newton and Euler made of them, against independent truths."""

from __future__ import annotations

import numpy as np
import pinocchio as pin
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from moving_robots import MOVING_KINDS, body_vector, moving, random_state, relative_error
from robot_files import ROBOTS, load, load_pinocchio

from psiphi.algebra.dense import dense
from psiphi.algebra.inputs import joint_vector
from psiphi.algebra.operators import H, M, a, b, coupling, g, phi
from psiphi.compat.pinocchio import PinocchioMap
from psiphi.formats.robots.random_tree import random_tree
from psiphi.recursion.bodies.bias import gravity_acceleration

theta_dd = joint_vector("theta_dd")
INVERSE_DYNAMICS = coupling.T @ H @ phi @ (M @ phi.T @ (H.T @ theta_dd + a) + b)


def in_model_frames(robot, values, carry):
    """Body vectors of working frames in the frames of the model, flat; `carry` crosses the boundary."""
    links = robot.mechanism.links
    return body_vector([getattr(k.boundary, carry)(x) for k, x in zip(links, values, strict=True)])


@pytest.mark.parametrize("kind", MOVING_KINDS)
@pytest.mark.parametrize("seed", range(3))
def test_biases_of_every_kind_of_joint(kind: str, seed: int) -> None:
    """a and b of RK88, with aligned frames, in which they are the model's own."""
    model = random_tree(seed, bodies=5, kinds=[kind, "revolute", "prismatic"], branching=0.3, roots=2)
    q, v, _ = random_state(model, seed)
    robot = moving(model, q, v)
    found = in_model_frames(robot, robot.bias_accelerations(), "motion_to_parent")
    assert relative_error(found, dense(a, model, q, v=v)) < 1e-13
    found = in_model_frames(robot, robot.bias_forces(), "force_to_parent")
    assert relative_error(found, dense(b, model, q, v=v)) < 1e-13


def test_gravity_alone() -> None:
    model = random_tree(4, bodies=6, roots=3)
    q, v, _ = random_state(model, 4)
    robot = moving(model, q, v)
    values = [
        gravity_acceleration(transform, robot.mechanism.gravity, link.parent < 0)
        for link, transform in zip(robot.mechanism.links, robot.transforms, strict=True)
    ]
    assert relative_error(in_model_frames(robot, values, "motion_to_parent"), dense(g, model, q)) < 1e-14


@settings(max_examples=60, deadline=None)
@given(
    seed=st.integers(0, 10**6),
    bodies=st.integers(1, 9),
    free=st.booleans(),
    canonical=st.booleans(),
    regrouped=st.booleans(),
)
def test_inverse_dynamics_of_random_trees(
    seed: int, bodies: int, free: bool, canonical: bool, regrouped: bool
) -> None:
    """Every kind of joint, mimics, several roots; in any frames, with inertias regrouped or not."""
    model = random_tree(
        seed, bodies=bodies, base="free" if free else "fixed", roots=1 + bodies // 5, mimic=0.3
    )
    q, v, acceleration = random_state(model, seed)
    robot = moving(model, q, v, canonical=canonical, regrouped=regrouped)
    expected = dense(INVERSE_DYNAMICS, model, q, v=v, theta_dd=model.coupling @ acceleration)
    assert relative_error(np.array(robot.newton_euler(acceleration)), expected) < 1e-12


def test_batches_of_states() -> None:
    model = random_tree(9, bodies=6)
    q, v, acceleration = random_state(model, 9, (2, 3))
    torques = moving(model, q, v).newton_euler(list(np.moveaxis(acceleration, -1, 0)))
    for index in np.ndindex(2, 3):
        alone = moving(model, q[index], v[index]).newton_euler(acceleration[index])
        assert np.array_equal([torque[index] for torque in torques], alone)


@pytest.mark.parametrize("name", ROBOTS)
def test_inverse_dynamics_of_real_robots_is_pinocchios(name: str) -> None:
    model = load(name, snap=0.0)
    theirs = load_pinocchio(name)
    mapping = PinocchioMap(model, theirs)
    q, v, acceleration = random_state(model, 1)
    expected = mapping.tau_from(
        pin.rnea(theirs, theirs.createData(), mapping.q_to(q), mapping.v_to(v), mapping.a_to(acceleration))
    )
    for options in ({}, {"canonical": True}, {"canonical": True, "regrouped": True}):
        found = np.array(moving(model, q, v, **options).newton_euler(acceleration))
        assert relative_error(found, expected) < 1e-12
