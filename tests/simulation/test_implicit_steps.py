"""Steps that are implicit in damping, friction, springs and end stops: dense matrices, MuJoCo, stability."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from motions import some_state

import psiphi
from psiphi import Robot
from psiphi.dynamics.motion.acting_forces import CREEP
from psiphi.formats.robots.random_tree import random_tree
from psiphi.model.joints.joint import Limits

H = 0.01


def resisting(robot: Robot, damping: float, stiffness: float, friction: float = 0.0) -> Robot:
    """The robot with springs, dampers and friction that differ from joint to joint."""
    rng = np.random.default_rng(0)
    bodies = []
    for body in robot.model.bodies:
        n = body.joint.kind.nv
        d, k, f = (tuple(x * rng.uniform(0.5, 1.0, n)) for x in (damping, stiffness, friction))
        k = k if body.joint.kind.is_plain else (0.0,) * n
        reference = body.joint.kind.neutral
        joint = replace(body.joint, damping=d, stiffness=k, friction=f, spring_reference=tuple(reference))
        bodies.append(replace(body, joint=joint))
    return Robot(replace(robot.model, bodies=tuple(bodies)))


def dense_step(robot: Robot, q, v, tau, h):
    """(𝓜 + hD + h²K) a = τ − C − Dv − K(x + hv) + J_c*f on the joints of the tree, with matrices."""
    model = robot.model
    coupling, rates = model.coupling, model.tree_velocity(v)
    joints = [body.joint for body in model.bodies]
    d = np.concatenate([joint.damping for joint in joints])
    d = d + np.concatenate([joint.friction for joint in joints]) / (np.abs(rates) + CREEP)
    k = np.concatenate([joint.stiffness for joint in joints])
    place = model.tree_configuration(q)
    apart = np.concatenate(
        [
            joint.kind.difference(np.array(joint.spring_reference), place[model.q_tree_slices[i]])
            for i, joint in enumerate(joints)
        ]
    )
    forces = tau - robot.bias_forces(q, v) - (d * rates + k * (apart + h * rates)) @ coupling
    mass = robot.mass_matrix(q) + coupling.T @ np.diag(h * d + h * h * k) @ coupling
    if model.loops:
        jacobian = robot.constraint_jacobian(q)
        zeros = np.zeros((len(jacobian), len(jacobian)))
        mass = np.block([[mass, -jacobian.T], [jacobian, zeros]])
        forces = np.concatenate([forces, -robot.constraint_bias(q, v)])
    return v + h * np.linalg.lstsq(mass, forces)[0][: robot.nv]  # planar loops say some things twice


ROBOTS = {
    "arm": psiphi.robots.ur5(),
    "every kind": Robot(random_tree(5, bodies=5, base="free", rotors=True)),
    "mimics": Robot(random_tree(3, bodies=5, mimic=0.6, kinds=("revolute", "prismatic"))),
}


@pytest.mark.parametrize("name", ROBOTS)
def test_steps_are_those_of_matrices(name):
    robot = resisting(ROBOTS[name], damping=5.0, stiffness=50.0, friction=0.5)
    q, v = some_state(robot, batch=(3,))
    tau = np.random.default_rng(1).standard_normal((3, robot.nv))
    found = robot.rollout(q, v, tau, 1, H, method="implicit", effort_limits=False)
    for row in range(3):
        expected = dense_step(robot, found.q[0, row], v[row], tau[row], H)
        np.testing.assert_allclose(found.v[1, row], expected, rtol=1e-11, atol=1e-11)


def test_steps_with_loops_are_those_of_matrices():
    robot = resisting(psiphi.robots.four_bar(), damping=5.0, stiffness=50.0, friction=0.5)
    q = robot.assemble(robot.neutral()).q
    v = robot.project_velocity(q, np.ones(robot.nv))
    tau = np.array([1.0, -2.0, 0.5])
    found = robot.rollout(q, v, tau, 1, H, method="implicit", projection=False)
    np.testing.assert_allclose(found.v[1], dense_step(robot, q, v, tau, H), rtol=1e-11, atol=1e-11)


def test_stiff_loops_come_to_rest_where_embedded_ones_do():
    robot = resisting(psiphi.robots.four_bar(), damping=100.0, stiffness=1e5)
    q = robot.assemble(robot.neutral()).q
    v = robot.project_velocity(q, np.ones(3))
    still = robot.rollout(q, np.zeros(3), None, 100, H, method="implicit", every=100)
    expected = robot.embedded(q).rollout(q, np.zeros(1), None, 20_000, 5e-5, every=20_000)
    np.testing.assert_allclose(still.q[-1], expected.q[-1], atol=1e-12)
    assert not np.isfinite(robot.rollout(q, v, None, 100, H, every=100).q[-1]).any()
    moved = robot.embedded(q).rollout(q, np.zeros(1), None, 100, H, method="implicit", every=100)
    np.testing.assert_allclose(moved.q[-1], expected.q[-1], atol=1e-12)


@pytest.mark.parametrize("name", ["four_bar", "five_bar", "stewart_platform"])
def test_steps_of_embedded_loops_are_those_of_matrices(name):
    robot = resisting(getattr(psiphi.robots, name)(), damping=5.0, stiffness=50.0, friction=0.5)
    q = robot.assemble(robot.neutral()).q
    embedded, rng = robot.embedded(q), np.random.default_rng(2)
    own = robot.model.coordinates.v_columns[list(embedded.embedding.independent)]
    v, tau, of_all = (rng.standard_normal(embedded.nv), rng.standard_normal(embedded.nv), np.zeros(robot.nv))
    of_all[own] = tau
    found = embedded.rollout(q, v, tau, 1, H, method="implicit", effort_limits=False, limits=False)
    expected = dense_step(robot, q, embedded.joint_velocity(q, v), of_all, H)[own]
    np.testing.assert_allclose(found.v[1], expected, rtol=1e-11, atol=1e-11)


def test_stiff_springs_and_dampers_come_to_rest():
    """Where explicit steps of this length diverge."""
    robot = resisting(psiphi.robots.ur5(), damping=200.0, stiffness=5e4)
    q, v = some_state(robot, batch=(4,))
    still = robot.rollout(q, v, None, 500, H, method="implicit", every=500)
    assert np.isfinite(still.q).all()
    assert np.abs(still.v[-1]).max() < 1e-3
    hanging = robot.gravity_forces(still.q[-1]) - robot.passive_forces(still.q[-1], still.v[-1])
    assert np.abs(hanging).max() < 0.5
    assert not np.isfinite(robot.rollout(q, v, None, 500, H, every=500).q[-1]).any()


def test_damping_is_that_of_mujoco(tmp_path):
    """MuJoCo's Euler has damping at the end of a step, springs at its beginning: none here."""
    mujoco = pytest.importorskip("mujoco")
    path = tmp_path / "arm.xml"
    link = (
        '<body pos="0 0 .3"><joint axis="{}" damping="{}" armature=".01"/>'
        '<geom type="capsule" fromto="0 0 0 0 0 .3" size=".05"/>'
    )
    links = [link.format(axis, damping) for axis, damping in (("0 1 0", 30), ("1 0 0", 80), ("0 1 0", 5))]
    path.write_text(
        '<mujoco><option timestep="0.01"><flag contact="disable"/></option><worldbody>'
        + "".join(links) + "</body>" * 3 + "</worldbody></mujoco>"
    )  # fmt: skip
    theirs = mujoco.MjModel.from_xml_path(str(path))
    data = mujoco.MjData(theirs)
    robot = psiphi.load(path)
    q, v = np.array([0.3, -0.4, 0.5]), np.array([3.0, -2.0, 1.0])
    data.qpos[:], data.qvel[:] = q, v
    found = robot.rollout(q, v, None, 200, H, method="implicit")
    for step in range(200):
        mujoco.mj_step(theirs, data)
        np.testing.assert_allclose(found.q[step + 1], data.qpos, atol=1e-11)


def test_efforts_have_two_sides():
    arm = psiphi.robots.planar_chain(1)
    (body,) = arm.model.bodies
    joint = replace(body.joint, limits=Limits(effort=1.0, effort_lower=-3.0))
    robot = Robot(replace(arm.model, bodies=(replace(body, joint=joint),)))
    found = robot.rollout(np.zeros((2, 1)), np.zeros((2, 1)), [[5.0], [-5.0]], 1, H)
    expected = robot.forward_dynamics(np.zeros((2, 1)), np.zeros((2, 1)), [[1.0], [-3.0]])
    np.testing.assert_allclose(found.v[1], H * expected, rtol=1e-13)
