"""The armature of tendons over several joints: A*A in the mass matrix, and Woodbury's identity for 𝓜⁻¹."""

from __future__ import annotations

from dataclasses import replace

import mujoco
import numpy as np
import pytest

from psiphi import Robot
from psiphi.algebra import H, I, M, dense, derive, inv, joint_vector, mass, parse, phi, prove, refute, tendons
from psiphi.compat.mujoco import MujocoMap
from psiphi.errors import InputError
from psiphi.flexible import Modes
from psiphi.formats.mjcf.model import model_from_mujoco
from psiphi.formats.robots import random_tree
from psiphi.model import Mimic, Model, Tendon
from psiphi.model.tendon import armature_rows
from psiphi.spatial import Inertia

TAU = joint_vector("tau")
SOLVED = inv(mass + tendons.T @ tendons)


def pulled(seed: int, *, base: str = "fixed", mimic: bool = False) -> Model:
    """A random tree with two tendons, over three and over two of its joints."""
    model = random_tree(seed, bodies=9, base=base, rotors="carried" if seed % 2 else "reflected")
    single = [body.joint.name for body in model.bodies if body.joint.kind.nq == 1]
    assert len(single) >= 3
    if mimic:
        last = model.joint_index(single[-1])
        joint = replace(model.bodies[last].joint, mimic=Mimic(single[0], 0.5))
        bodies = [*model.bodies[:last], replace(model.bodies[last], joint=joint), *model.bodies[last + 1 :]]
        model = replace(model, bodies=tuple(bodies))
    wide = Tendon("wide", tuple(single[:3]), (1.0, -2.0, 0.5), armature=0.7)
    narrow = Tendon("narrow", (single[-1], single[0]), (3.0, 1.0), armature=0.2)
    slack = Tendon("slack", (single[1],), (1.0,), stiffness=2.0)
    return replace(model, tendons=(wide, slack, narrow))


@pytest.mark.parametrize(
    ("seed", "base", "mimic"), [(1, "fixed", False), (2, "free", False), (8, "fixed", True)]
)
def test_forces_and_accelerations_are_those_of_the_dense_matrix(seed, base, mimic):
    model = pulled(seed, base=base, mimic=mimic)
    robot, plain = Robot(model), Robot(replace(model, tendons=()))
    rng = np.random.default_rng(seed)
    q = robot.random_configuration(rng)
    v, a, tau = rng.standard_normal((3, robot.nv))
    rows = armature_rows(model) @ model.coupling
    matrix, bias = plain.mass_matrix(q) + rows.T @ rows, plain.bias_forces(q, v)
    assert np.linalg.matrix_rank(rows) == 2
    close = {"rtol": 1e-10, "atol": 1e-10}
    np.testing.assert_allclose(robot.mass_matrix(q), matrix, rtol=1e-12, atol=1e-12)
    np.testing.assert_allclose(robot.inverse_dynamics(q, v, a), matrix @ a + bias, rtol=1e-12, atol=1e-12)
    np.testing.assert_allclose(robot.mass_matrix_inverse(q) @ matrix, np.eye(robot.nv), **close)
    np.testing.assert_allclose(matrix @ robot.forward_dynamics(q, v, tau) + bias, tau, **close)
    np.testing.assert_allclose(robot.kinetic_energy(q, v), 0.5 * v @ matrix @ v, rtol=1e-12)
    np.testing.assert_allclose(robot.mass_matrix_log_determinant(q), np.linalg.slogdet(matrix)[1], rtol=1e-12)
    if base == "free":
        base_block, cross = matrix[:6, :6], matrix[:6, 6:]
        joints = matrix[6:, 6:] - cross.T @ np.linalg.solve(base_block, cross)
        np.testing.assert_allclose(robot.free_flying_mass_matrix(q), joints, **close)


def test_accelerations_have_derivatives():
    robot = Robot(pulled(2))
    rng = np.random.default_rng(0)
    q = robot.random_configuration(rng)
    v, tau = rng.standard_normal((2, robot.nv))
    by_q, by_v, by_tau = robot.forward_dynamics_derivatives(q, v, tau)
    np.testing.assert_allclose(by_tau, robot.mass_matrix_inverse(q), rtol=1e-10, atol=1e-10)
    u, h = rng.standard_normal(robot.nv), 1e-5
    ahead, behind = (robot.forward_dynamics(robot.integrate(q, x * u, h), v, tau) for x in (1, -1))
    np.testing.assert_allclose(by_q @ u, (ahead - behind) / (2 * h), rtol=1e-6, atol=1e-6)
    ahead, behind = (robot.forward_dynamics(q, v + x * h * u, tau) for x in (1, -1))
    np.testing.assert_allclose(by_v @ u, (ahead - behind) / (2 * h), rtol=1e-6, atol=1e-6)


def test_loops_hold_against_the_armature():
    model = pulled(4)
    robot = Robot(model.with_loop("world", model.body_names[-1], "point"))
    rng = np.random.default_rng(1)
    q = robot.assemble(robot.random_configuration(rng)).q
    v, tau = np.zeros(robot.nv), rng.standard_normal(robot.nv)
    a, f = robot.constrained_forward_dynamics(q, v, tau)
    J = robot.constraint_jacobian(q)
    left = robot.mass_matrix(q) @ a + robot.bias_forces(q, v)
    np.testing.assert_allclose(left, tau + J.T @ f, rtol=1e-10, atol=1e-10)
    np.testing.assert_allclose(J @ a + robot.constraint_bias(q, v), 0.0, atol=1e-10)


def test_the_inverse_is_that_of_the_tree_and_a_small_one():
    derivation = derive(SOLVED @ TAU)
    assert "Woodbury over tendons" in {step.rule for step in derivation.steps}
    assert "D⁻¹" in str(derivation.result)
    model = pulled(2)
    robot, tau = Robot(model), np.arange(1.0, model.nv + 1)
    q = model.random_configuration(np.random.default_rng(3))
    found = robot.compile(SOLVED @ TAU)(q, tau=tau)
    np.testing.assert_allclose(found, dense(SOLVED @ TAU, model, q, tau=tau), rtol=1e-10, atol=1e-10)
    across = inv(mass) @ tendons.T
    assert prove(SOLVED, inv(mass) - across @ inv(I + tendons @ across) @ across.T)
    assert refute(mass + tendons.T @ tendons, mass) is not None
    assert parse("H phi M phi* H* + tendons* tendons") is H @ phi @ M @ phi.T @ H.T + tendons.T @ tendons


def test_what_needs_factors_of_the_tree_is_refused():
    with pytest.raises(InputError, match="tendons with armature"):
        Robot(pulled(2)).articulated_inertias(pulled(2).neutral())


def test_mujoco_has_the_same_mass_matrix():
    world = """<worldbody><body><joint name="j" axis="0 0 1"/><geom type="box" size=".1 .2 .3" pos=".1 0 0"/>
      <body pos=".3 0 0"><joint name="k" axis="0 1 0"/><geom size=".1"/>
      <body pos=".3 0 0"><joint name="l" type="slide" axis="0 1 0"/><geom size=".1"/></body></body></body>
      </worldbody>"""
    rest = """<tendon><fixed name="t" armature=".7"><joint joint="j" coef="2"/><joint joint="k" coef="-1"/>
      <joint joint="l" coef=".5"/></fixed></tendon>
      <actuator><motor tendon="t" gear="3" armature=".1" damping=".2"/></actuator>"""
    mj = mujoco.MjModel.from_xml_string(f"<mujoco>{world}{rest}</mujoco>")
    robot, data = Robot(model_from_mujoco(mj, snap=0.0)), mujoco.MjData(mj)
    assert not robot.model.dropped
    data.qpos[:], data.qvel[:] = [0.3, 0.4, 0.5], [1.0, 2.0, 3.0]
    mujoco.mj_forward(mj, data)
    full = np.zeros((3, 3))
    mujoco.mj_fullM(mj, data, full)
    q = MujocoMap(robot.model, mj).q_from(data.qpos)
    np.testing.assert_allclose(robot.mass_matrix(q), full, rtol=1e-12, atol=1e-12)
    forces = data.qfrc_passive + data.qfrc_actuator
    np.testing.assert_allclose(robot.passive_forces(q, data.qvel), forces, rtol=1e-12, atol=1e-12)


def test_tendons_over_joints_of_bodies_that_bend():
    points = np.linspace([0.2, 0.0, 0.0], [1.0, 0.1, 0.0], 5)
    across = points[:, :1, None] ** 2 * np.eye(3)[:, 1:]
    bend = Modes(points, np.full(5, 0.2), across, stiffness=[30.0, 50.0])
    arm = random_tree(3, bodies=3, kinds=["revolute"], branching="chain")
    bodies = [replace(arm.bodies[0], inertia=Inertia.zero(), modes=bend), *arm.bodies[1:]]
    joints = tuple(body.joint.name for body in bodies[:2])
    plain = Robot(Model("bending", bodies))
    robot = Robot(replace(plain.model, tendons=(Tendon("pull", joints, (1.0, -0.7), armature=0.4),)))
    rows = armature_rows(robot.model)
    q, v, tau = np.random.default_rng(0).uniform(-0.3, 0.3, (3, robot.nv))
    matrix = plain.mass_matrix(q) + rows.T @ rows
    np.testing.assert_allclose(robot.mass_matrix(q), matrix, rtol=1e-12, atol=1e-12)
    expected = np.linalg.solve(matrix, tau - plain.bias_forces(q, v))
    np.testing.assert_allclose(robot.forward_dynamics(q, v, tau), expected, rtol=1e-10, atol=1e-10)
