"""Laws of motion in the world, on random robots with every joint kind, through compiled code."""

from __future__ import annotations

import numpy as np
import pytest

import psiphi
from psiphi import Robot
from psiphi.algebra import H, J, R, inv, mass
from psiphi.formats.robots import random_tree
from psiphi.model.kinematics import center_of_mass, frame_pose
from psiphi.spatial.rotation import unskew

STEP = 1e-5
REFERENCES = ("local", "world", "local_world_aligned")
ROBOTS = {
    "free": Robot(random_tree(3, bodies=4, base="free", rotors=True, branching=0.5)),
    "fixed": Robot(random_tree(47, bodies=6, rotors=True, branching=0.5)),
    "coupled": Robot(random_tree(3, bodies=6, mimic=0.4, branching=0.5)),
}
PLAIN = {name: ROBOTS[name] for name in ("free", "fixed")}
every = pytest.mark.parametrize("robot", ROBOTS.values(), ids=ROBOTS)
uncoupled = pytest.mark.parametrize("robot", PLAIN.values(), ids=PLAIN)


def state(robot: Robot) -> tuple[np.ndarray, np.ndarray, np.ndarray, str]:
    rng = np.random.default_rng(2)
    q, v, a = robot.random_configuration(rng), *rng.normal(size=(2, robot.nv))
    return q, v, a, robot.model.merged().frame_names[-1]


def rate(robot: Robot, q: np.ndarray, v: np.ndarray, of) -> np.ndarray:
    """d/dt of a function of q while the robot moves with v."""
    ahead, behind = of(robot.integrate(q, v, STEP)), of(robot.integrate(q, v, -STEP))
    return (ahead - behind) / (2 * STEP)


def close(found: np.ndarray, expected: np.ndarray, tolerance: float) -> bool:
    return bool(np.abs(found - expected).max() <= tolerance * max(1.0, np.abs(expected).max()))


@every
def test_poses_are_those_of_plain_kinematics(robot: Robot) -> None:
    q, _, _, _ = state(robot)
    for frame in robot.frame_names:
        rotation, position = frame_pose(robot.model, q, frame)
        assert close(robot.frame_pose(q, frame)[0], rotation, 1e-12)
        assert close(robot.frame_pose(q, frame)[1], position, 1e-12)
    assert close(robot.center_of_mass(q), center_of_mass(robot.model, q), 1e-12)


@every
def test_velocity_is_the_rate_of_the_pose(robot: Robot) -> None:
    q, v, _, frame = state(robot)
    rotation, _ = robot.frame_pose(q, frame)
    turning = unskew(rate(robot, q, v, lambda x: robot.frame_pose(x, frame)[0]) @ rotation.T)
    moving = rate(robot, q, v, lambda x: robot.frame_pose(x, frame)[1])
    assert close(robot.frame_velocity(q, v, frame), np.concatenate([turning, moving]), 1e-8)


@every
@pytest.mark.parametrize("reference", REFERENCES)
def test_jacobian_and_its_rate(robot: Robot, reference: str) -> None:
    q, v, a, frame = state(robot)
    jacobian = robot.jacobian(q, frame, reference)
    assert close(robot.frame_velocity(q, v, frame, reference), jacobian @ v, 1e-12)
    drift = robot.jacobian_dot_v(q, v, frame, reference)
    assert close(drift, rate(robot, q, v, lambda x: robot.jacobian(x, frame, reference)) @ v, 1e-7)
    spatial = robot.frame_acceleration(q, v, a, frame, reference) - jacobian @ a
    if reference == "local_world_aligned":
        w, u = np.split(robot.frame_velocity(q, v, frame, reference), 2)
        spatial = spatial + np.concatenate([np.zeros(3), np.cross(w, u)])
    assert close(drift, spatial, 1e-12)


@every
def test_momentum_is_that_of_the_moving_bodies(robot: Robot) -> None:
    q, v, _, _ = state(robot)
    momentum = robot.momentum(q, v)
    assert close(momentum, robot.momentum_matrix(q) @ v, 1e-12)
    center = rate(robot, q, v, lambda x: center_of_mass(robot.model, x))
    assert close(momentum[3:], robot.mass * center, 1e-8)
    power = -rate(robot, q, v, robot.potential_energy)
    assert close(power, robot.mass * np.array(robot.model.gravity) @ center, 1e-8)
    assert close(v @ robot.gravity_forces(q), -power, 1e-8)


def test_nothing_but_gravity_changes_the_momentum_of_a_free_flyer() -> None:
    robot = psiphi.robots.free_flyer()
    rng = np.random.default_rng(0)
    q, v = robot.random_configuration(rng), rng.normal(size=robot.nv)
    tau = np.concatenate([np.zeros(6), rng.normal(size=robot.nv - 6)])
    a = robot.forward_dynamics(q, v, tau)
    ahead, behind = (robot.momentum(robot.integrate(q, v, s), v + s * a) for s in (STEP, -STEP))
    weight = robot.mass * np.array(robot.model.gravity)
    expected = np.concatenate([np.cross(robot.center_of_mass(q), weight), weight])
    assert close((ahead - behind) / (2 * STEP), expected, 1e-6)


@every
def test_rate_of_the_mass_matrix_less_twice_coriolis_is_skew(robot: Robot) -> None:
    q, v, _, _ = state(robot)
    coriolis = robot.coriolis_matrix(q, v)
    assert close(coriolis @ v, robot.bias_forces(q, v) - robot.gravity_forces(q), 1e-11)
    assert close(coriolis + coriolis.T, rate(robot, q, v, robot.mass_matrix), 1e-7)


@every
def test_links_accelerate_as_the_joint_forces_make_them(robot: Robot) -> None:
    q, v, tau, _ = state(robot)
    a = robot.forward_dynamics(q, v, tau)
    found = robot.link_accelerations(q, v, tau)
    assert found.shape == (len(robot.body_names), 6)
    expected = robot.frame_acceleration(q, v, a, robot.body_names, "local").reshape(-1, 6)
    assert close(found, expected, 1e-9)


@every
@pytest.mark.parametrize("reference", REFERENCES)
def test_frames_answer_forces_as_their_operational_space_inertia_says(robot: Robot, reference: str) -> None:
    """F = Λ ẍ + μ, for the first body of a free robot and for what has enough joints inward of it."""
    q, v, _, frame = state(robot)
    J_, mass_ = robot.jacobian(q, frame, reference), robot.mass_matrix(q)
    compliance = J_ @ np.linalg.solve(mass_, J_.T)
    assert close(robot.operational_space_compliance(q, frame, reference), compliance, 1e-10)
    if np.linalg.cond(compliance) > 1e6:
        return
    rng = np.random.default_rng(5)
    force = rng.normal(size=6)
    a = np.linalg.solve(mass_, J_.T @ force - robot.bias_forces(q, v))
    moved = J_ @ a + robot.jacobian_dot_v(q, v, frame, reference)
    inertia, bias = (
        robot.operational_space_inertia(q, frame, reference),
        robot.operational_space_bias(q, v, frame, reference),
    )
    assert close(inertia @ moved + bias, force, 1e-9)


@uncoupled
def test_innovations_factors(robot: Robot) -> None:
    """𝓜 = m m*, ½ν*ν = T, log det 𝓜 = Σ log det D, ε*D⁻¹ε = τ*𝓜⁻¹τ with D = HPH* + R."""
    q, v, tau, _ = state(robot)
    mass_ = robot.mass_matrix(q)
    root = robot.mass_matrix_square_root(q)
    assert close(root @ root.T, mass_, 1e-11)
    factor, joint_inertias = robot.innovations_factor(q), robot.joint_inertias(q)
    assert close(factor @ joint_inertias @ factor.T, mass_, 1e-12)
    assert close(robot.innovations_factor_inverse(q) @ factor, np.eye(robot.nv), 1e-11)
    nu = robot.diagonalized_velocity(q, v)
    assert close(nu, root.T @ v, 1e-11)
    assert close(nu @ nu / 2, robot.kinetic_energy(q, v), 1e-11)
    assert close(robot.mass_matrix_log_determinant(q), np.linalg.slogdet(mass_)[1], 1e-10)
    epsilon = robot.innovations(q, tau)
    inertias = np.zeros_like(mass_)
    for place, P in zip(robot.model.merged().v_tree_slices, robot.articulated_inertias(q), strict=True):
        subspace = psiphi.dense(H, robot, q)[place]
        k = int(np.flatnonzero(np.abs(subspace).sum(axis=0))[0]) // 6
        block = subspace[:, 6 * k : 6 * k + 6]
        rotor = robot.model.merged().bodies[k].joint.rotor.reflected_inertia
        inertias[place, place] = block @ P @ block.T + rotor * np.eye(len(block))
    assert close(joint_inertias, inertias, 1e-11)
    assert close(epsilon @ np.linalg.solve(inertias, epsilon), tau @ np.linalg.solve(mass_, tau), 1e-9)


@every
def test_forces_at_frames_and_their_accelerations_are_reciprocal(robot: Robot) -> None:
    """Betti's law: f₁ does as much on what f₂ accelerates as f₂ on what f₁ does [RJK 18]."""
    q, _, _, far = state(robot)
    near = robot.body_names[1]
    rng = np.random.default_rng(4)
    f, g = rng.normal(size=(2, 6))
    J_far, J_near = (robot.jacobian(q, frame, "local") for frame in (far, near))
    by_f, by_g = robot.force_accelerations(q, {far: f}), robot.force_accelerations(q, {near: g})
    assert close(by_f, np.linalg.solve(robot.mass_matrix(q), J_far.T @ f), 1e-9)
    assert close(g @ J_near @ by_f, f @ J_far @ by_g, 1e-10)
    both = robot.force_accelerations(q, {far: f, near: np.broadcast_to(g, (2, 6))})
    assert close(both, np.broadcast_to(by_f + by_g, both.shape), 1e-10)
    v, tau = rng.normal(size=(2, robot.nv))
    pushed = robot.forward_dynamics(q, v, tau, {far: f}) - robot.forward_dynamics(q, v, tau)
    assert close(by_f, pushed, 1e-9)


@every
def test_frames_accelerate_as_the_joint_forces_make_them(robot: Robot) -> None:
    q, v, tau, frame = state(robot)
    a = robot.forward_dynamics(q, v, tau)
    for reference in REFERENCES:
        expected = robot.frame_acceleration(q, v, a, frame, reference)
        assert close(robot.tip_accelerations(q, v, tau, frame, reference), expected, 1e-9)


@every
def test_products_of_the_jacobian_with_itself(robot: Robot) -> None:
    """JJ* of two frames; (J*J)⁻¹ of as many as it takes to see every joint."""
    q, _, _, frame = state(robot)
    for reference in REFERENCES:
        J_ = robot.jacobian(q, [frame, robot.body_names[0]], reference)
        assert close(robot.jacobian_gram(q, [frame, robot.body_names[0]], reference), J_ @ J_.T, 1e-12)
    J_ = robot.jacobian(q, robot.body_names)
    worst = np.linalg.cond(J_.T @ J_)
    inverse = robot.jacobian_normal_inverse(q, robot.body_names)
    assert close(inverse @ (J_.T @ J_), np.eye(robot.nv), 1e-14 * worst)
    motion = np.random.default_rng(3).normal(size=len(J_))
    rates = robot.jacobian_solve(q, motion, robot.body_names)
    assert close(rates, np.linalg.lstsq(J_, motion, rcond=None)[0], 1e-14 * worst)
    local = robot.jacobian(q, robot.body_names, "local") @ rates
    assert close(robot.jacobian_solve(q, local, robot.body_names, "local"), rates, 1e-14 * worst)


@every
def test_dynamically_consistent_inverse(robot: Robot) -> None:
    """JJ̄ = I, and joint forces (I − J*J̄*)τ do not accelerate the frame."""
    frame = robot.body_names[0] if robot is ROBOTS["free"] else state(robot)[3]
    q = state(robot)[0]
    J_, mass_ = robot.jacobian(q, frame), robot.mass_matrix(q)
    compliance = J_ @ np.linalg.solve(mass_, J_.T)
    worst = np.linalg.cond(compliance)
    if worst > 1e6:
        assert robot is not ROBOTS["free"]
        return
    found = robot.dynamically_consistent_inverse(q, frame)
    expected = np.linalg.solve(mass_, J_.T) @ np.linalg.inv(compliance)
    assert close(found, expected, 1e-14 * worst * np.linalg.cond(mass_))
    assert close(J_ @ found, np.eye(6), 1e-13 * worst)
    tau = np.random.default_rng(1).normal(size=robot.nv)
    assert close(J_ @ np.linalg.solve(mass_, tau - J_.T @ (found.T @ tau)), np.zeros(6), 1e-9)


@every
def test_determinant_of_the_mass_matrix(robot: Robot) -> None:
    q = robot.random_configuration(np.random.default_rng(1), (3,))
    mass_ = robot.mass_matrix(q)
    assert np.allclose(robot.mass_matrix_determinant(q), np.linalg.det(mass_), rtol=1e-9)
    assert np.allclose(robot.mass_matrix_log_determinant(q), np.linalg.slogdet(mass_)[1], rtol=1e-9)


def test_damping_and_friction_oppose_the_motion() -> None:
    robot = Robot.from_dh([{"a": 1.0, "damping": 2.0, "friction": 0.5}, {"a": 1.0, "damping": 0.25}])
    found = robot.passive_forces(robot.neutral(), [[3.0, -2.0], [-1.0, 0.0]])
    assert np.array_equal(found, [[-6.5, 0.5], [2.5, 0.0]])


def test_operational_space_is_the_operators() -> None:
    robot = PLAIN["free"]
    q, _, _, frame = state(robot)
    expected = psiphi.dense(J @ inv(mass + R) @ J.T, robot, q, frames=[frame])
    assert close(robot.operational_space_compliance(q, frame, "local"), expected, 1e-10)
    assert close(robot.jacobian(q, frame, "local"), psiphi.dense(J, robot, q, frames=[frame]), 1e-12)
