"""Laws of mechanics on random robots with every joint kind, through compiled code."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import psiphi
from psiphi import Robot
from psiphi.formats.robots import random_tree

ROBOTS = st.builds(
    lambda seed, bodies, base, mimic, rotors: Robot(
        random_tree(seed, bodies=bodies, base=base, rotors=rotors, mimic=mimic, branching=0.5)
    ),
    st.integers(0, 10**6),
    st.integers(1, 6),
    st.sampled_from(["fixed", "free"]),
    st.sampled_from([0.0, 0.3]),
    st.sampled_from([True, "carried"]),
)
FEW = settings(max_examples=8, deadline=None, suppress_health_check=list(HealthCheck))


def state(robot: Robot, seed: int = 0) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    rng = np.random.default_rng(seed)
    return robot.random_configuration(rng), rng.normal(size=robot.nv), rng.normal(size=robot.nv)


def close(found: np.ndarray, expected: np.ndarray, tolerance: float) -> bool:
    return bool(np.abs(found - expected).max() <= tolerance * max(1.0, np.abs(expected).max()))


@FEW
@given(ROBOTS)
def test_forward_after_inverse_dynamics_is_the_identity(robot: Robot) -> None:
    q, v, a = state(robot)
    mass = robot.mass_matrix(q)
    assert close(
        robot.forward_dynamics(q, v, robot.inverse_dynamics(q, v, a)), a, 1e-13 * np.linalg.cond(mass)
    )


@FEW
@given(ROBOTS)
def test_mass_matrix_is_symmetric_positive_and_gives_the_energy(robot: Robot) -> None:
    q, v, a = state(robot)
    mass = robot.mass_matrix(q)
    assert close(mass, mass.T, 1e-13)
    assert np.linalg.eigvalsh(mass).min() > 0.0
    assert close(robot.kinetic_energy(q, v), v @ mass @ v / 2, 1e-12)
    assert close(robot.mass_matrix_product(q, a), mass @ a, 1e-12)
    assert close(mass @ robot.mass_matrix_solve(q, a), a, 1e-12 * np.linalg.cond(mass))
    assert close(mass @ robot.mass_matrix_inverse(q), np.eye(robot.nv), 1e-12 * np.linalg.cond(mass))


@FEW
@given(ROBOTS)
def test_inverse_dynamics_is_mass_times_acceleration_plus_bias(robot: Robot) -> None:
    q, v, a = state(robot)
    expected = robot.mass_matrix(q) @ a + robot.bias_forces(q, v)
    assert close(robot.inverse_dynamics(q, v, a), expected, 1e-11)
    still = np.zeros(robot.nv)
    assert close(robot.bias_forces(q, still), robot.gravity_forces(q), 1e-12)


@FEW
@given(ROBOTS)
def test_power_goes_into_kinetic_energy_and_against_gravity(robot: Robot) -> None:
    """d/dt T = v · (tau − gravity): Coriolis forces do no work."""
    q, v, a = state(robot)
    power = v @ (robot.inverse_dynamics(q, v, a) - robot.gravity_forces(q))
    h = 1e-5
    ahead, behind = (robot.kinetic_energy(robot.integrate(q, v, s) if s else q, v + s * a) for s in (h, -h))
    rate = (ahead - behind) / (2 * h)
    assert abs(power - rate) < 1e-6 * max(1.0, abs(power))


@FEW
@given(ROBOTS)
def test_forces_at_frames_do_the_work_that_their_frames_see(robot: Robot) -> None:
    """tau of an external force is −J*f: its power is that of the force at the moving frame."""
    q, v, a = state(robot)
    frame = robot.frame_names[-1]
    force = np.arange(1.0, 7.0)
    change = robot.inverse_dynamics(q, v, a, {frame: force}) - robot.inverse_dynamics(q, v, a)
    h = 1e-6
    R, _ = robot.frame_pose(q, frame)
    (R1, p1), (R0, p0) = (robot.frame_pose(robot.integrate(q, v, s), frame) for s in (h, -h))
    turning = R.T @ (R1 - R0) / (2 * h)
    omega = np.array([turning[2, 1], turning[0, 2], turning[1, 0]])
    velocity = np.concatenate([omega, R.T @ (p1 - p0) / (2 * h)])
    assert abs(-change @ v - force @ velocity) < 1e-6 * max(1.0, abs(force @ velocity))


@pytest.mark.parametrize("method", ["FD1", "FD3", "FD4", "articulated"])
def test_forward_dynamics_methods_are_equal(method: str) -> None:
    for seed in range(3):
        robot = Robot(random_tree(seed, bodies=7, base="free" if seed else "fixed", rotors=bool(seed % 2)))
        q, v, tau = state(robot, seed)
        assert close(
            robot.forward_dynamics(q, v, tau, method=method), robot.forward_dynamics(q, v, tau), 1e-10
        )


@pytest.mark.parametrize("rolled", [False, True])
@pytest.mark.parametrize("seed", range(3))
def test_results_depend_on_the_direction_of_quaternions_alone(seed: int, rolled: bool) -> None:
    """Whatever their length; the plain matrices of the model, which normalise, are the judge."""
    robot = Robot(random_tree(seed, bodies=6, base="free", kinds=("spherical", "revolute", "free")))
    q, v, a = state(robot)
    scaled = q.copy()
    for joint, length in zip(
        robot.joint_names, np.geomspace(1e-3, 50.0, len(robot.joint_names)), strict=True
    ):
        place = robot.q_slice(joint)
        if place.stop - place.start >= 4:
            scaled[place.stop - 4 : place.stop] *= length
    forces = robot.inverse_dynamics(q, v, a)
    plain = psiphi.dense(psiphi.algebra.mass, robot, q) @ a
    kernel = robot.compile(psiphi.algebra.mass @ psiphi.algebra.joint_vector("x"), rolled=rolled)
    for some in (q, scaled, np.stack([scaled, q, scaled])):
        assert close(kernel(some, a), plain, 1e-12)
        assert close(robot.inverse_dynamics(some, v, a), forces, 1e-12)
    assert np.isnan(kernel(np.zeros(robot.nq), a)).any()
