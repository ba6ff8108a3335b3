"""Dense expressions against Pinocchio: the symbols mean what mechanics says, for every joint type."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pinocchio as pin
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from pinocchio_twin import PinocchioTwin

from psiphi.algebra.dense import dense
from psiphi.algebra.inputs import joint_vector
from psiphi.algebra.operators import B, H, J, M, R, a, b, coupling, g, mass, phi
from psiphi.model import JOINT_KINDS, Model
from psiphi.model.kinematics import frame_pose
from psiphi.spatial.rotation import unskew
from robots import Case, case

MOVING = sorted(set(JOINT_KINDS) - {"fixed"})
theta_dd = joint_vector("theta_dd")
inverse_dynamics = H @ phi @ (M @ phi.T @ (H.T @ theta_dd + a) + b)


def assert_close(found: np.ndarray, expected: np.ndarray) -> None:
    scale = max(1.0, np.abs(expected).max(initial=0.0))
    assert np.abs(found - expected).max(initial=0.0) <= 1e-11 * scale


def tilted(model: Model) -> Model:
    """The same robot where gravity points nowhere in particular."""
    return replace(model, gravity=(1.3, -2.1, -8.7))


def assert_like_pinocchio(robot: Case) -> None:
    model, q, v = tilted(robot.model.merged()), robot.q, robot.v
    twin = PinocchioTwin(model)
    q_pin, v_pin = twin.configuration(q), twin.velocity(v)
    acceleration = np.random.default_rng(robot.seed).normal(size=model.nv)
    a_pin = twin.velocity(acceleration)

    expected = twin.back(pin.rnea(twin.pin, twin.data, q_pin, v_pin, a_pin))
    with_rotors = inverse_dynamics + R @ theta_dd
    assert_close(dense(with_rotors, model, q, v=v, theta_dd=acceleration), expected)
    gravity_forces = twin.back(pin.computeGeneralizedGravity(twin.pin, twin.data, q_pin))
    assert_close(dense(H @ phi @ M @ phi.T @ g, model, q), gravity_forces)
    upper = pin.crba(twin.pin, twin.data, q_pin)
    assert_close(dense(mass + R, model, q), twin.back_matrix(np.triu(upper) + np.triu(upper, 1).T))
    for k, name in enumerate(model.body_names):
        expected = twin.body_jacobian(q, k)
        assert_close(dense(phi.T @ H.T, model, q)[6 * k : 6 * k + 6], expected)
        assert_close(dense(J, model, q, frames=[name]), expected)


@pytest.mark.parametrize("kind", MOVING)
def test_robots_of_one_joint_kind_move_as_in_pinocchio(kind: str) -> None:
    assert_like_pinocchio(case(7, bodies=5, kinds=[kind], mimic=0.0))


@settings(max_examples=12, deadline=None)
@given(seed=st.integers(0, 2**32 - 1), bodies=st.integers(1, 12), base=st.sampled_from(["fixed", "free"]))
def test_robots_of_all_joint_kinds_move_as_in_pinocchio(seed: int, bodies: int, base: str) -> None:
    assert_like_pinocchio(case(seed, bodies=bodies, base=base, mimic=0.0))


def test_accelerations_are_the_classical_ones_of_each_origin() -> None:
    robot = case(5, bodies=6, mimic=0.0)
    model = tilted(robot.model.merged())
    twin = PinocchioTwin(model)
    acceleration = np.random.default_rng(0).normal(size=model.nv)
    arguments = (twin.configuration(robot.q), twin.velocity(robot.v), twin.velocity(acceleration))
    pin.forwardKinematics(twin.pin, twin.data, *arguments)
    alpha = dense(phi.T @ (H.T @ theta_dd + a - g), model, robot.q, v=robot.v, theta_dd=acceleration)
    for k, (joint, offset) in enumerate(zip(twin.joints, twin.offsets, strict=True)):
        classical = pin.getFrameClassicalAcceleration(
            twin.pin, twin.data, joint, offset, pin.ReferenceFrame.LOCAL
        )
        assert_close(alpha[6 * k : 6 * k + 6], np.concatenate([classical.angular, classical.linear]))


def test_frames_move_as_their_poses_tell_in_their_own_axes() -> None:
    model = case(11, bodies=7, mimic=0.0).model
    q = model.random_configuration(np.random.default_rng(0))
    step = 1e-6
    for name in (*model.frame_names, "world"):
        jacobian = dense(J, model, q, frames=[name])
        rotation, _ = frame_pose(model, q, name)
        for column, direction in enumerate(np.eye(model.nv)):
            before, after = (
                frame_pose(model, model.integrate(q, s * direction), name) for s in (-step, step)
            )
            angular = unskew(rotation.T @ (after[0] - before[0]) / (2.0 * step))
            linear = rotation.T @ (after[1] - before[1]) / (2.0 * step)
            assert np.abs(jacobian[:, column] - np.concatenate([angular, linear])).max() < 1e-8


def test_coupled_joints_move_as_the_independent_ones_tell() -> None:
    robot = case(2, bodies=10, mimic=0.8)
    assert robot.model.nv < robot.model.nv_tree
    energy = 0.5 * robot.v @ dense(coupling.T @ mass @ coupling, robot.model, robot.q) @ robot.v
    rates = robot.model.tree_velocity(robot.v)
    velocities = dense(phi.T @ H.T, robot.model, robot.q) @ rates
    expected = 0.5 * velocities @ dense(M, robot.model, robot.q) @ velocities
    assert abs(energy - expected) <= 1e-12 * expected


def test_bias_forces_come_from_the_rates_of_coupled_joints_too() -> None:
    """With all joints coupled or not, b depends on the body velocities alone."""
    robot = case(2, bodies=10, mimic=0.8)
    free = replace(
        robot.model,
        bodies=[replace(body, joint=replace(body.joint, mimic=None)) for body in robot.model.bodies],
    )
    q, v = robot.model.tree_configuration(robot.q), robot.model.tree_velocity(robot.v)
    for bias in (a, b):
        assert_close(dense(bias, robot.model, robot.q, v=robot.v), dense(bias, free, q, v=v))


def test_a_frame_on_the_world_feels_nothing() -> None:
    robot = case(4)
    assert not dense(B, robot.model, robot.q, frames=["world"]).any()
