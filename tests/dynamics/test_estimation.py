"""The estimation view: means and covariances of body forces are those of Gaussian conditioning.

The truth here is a joint normal distribution of all body forces and all joint forces, as plain matrices,
conditioned on the joint forces that an estimate may know.
"""

from __future__ import annotations

import inspect

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from psiphi import Robot
from psiphi.algebra import H, M, R, dense, phi
from psiphi.dynamics.estimation import Estimation
from psiphi.errors import InputError
from psiphi.formats.robots import random_tree


class Gaussian:
    """z = φw and y = Hz + noise at one configuration: cov(w) = M, cov(noise) = R."""

    def __init__(self, robot: Robot, q: np.ndarray) -> None:
        shift, inertia, axes, noise = (dense(x, robot, q) for x in (phi, M, H, R))
        self.forces = shift @ inertia @ shift.T
        self.crossed = self.forces @ axes.T
        self.measured = axes @ self.crossed + noise
        merged = robot.model.merged()
        self.joints = [np.arange(place.start, place.stop) for place in merged.v_tree_slices]
        self.parents = merged.parents

    def outward(self, body: int, own: bool) -> np.ndarray:
        """The joint forces of the bodies that hang on a body, with or without its own."""
        members = [body]
        for k in range(body + 1, len(self.parents)):
            if self.parents[k] in members:
                members.append(k)
        return np.concatenate([self.joints[k] for k in members if own or k != body] or [np.zeros(0, int)])

    def given(self, body: int, known: np.ndarray, y: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """Mean and covariance of the force on a body, given these joint forces."""
        rows = slice(6 * body, 6 * body + 6)
        crossed = self.crossed[rows][:, known]
        gain = np.linalg.solve(self.measured[np.ix_(known, known)], crossed.T).T
        return gain @ y[known], self.forces[rows, rows] - gain @ crossed.T


def agrees(robot: Robot, q: np.ndarray, tau: np.ndarray, tolerance: float) -> None:
    """All six estimates of every body."""
    view, truth = robot.estimation(q), Gaussian(robot, q)
    everything = np.arange(robot.nv)
    for k in range(len(robot.body_names)):
        for means, covariances, known in (
            (view.predicted_means, view.predicted_covariances, truth.outward(k, own=False)),
            (view.updated_means, view.updated_covariances, truth.outward(k, own=True)),
            (view.smoothed_means, view.smoothed_covariances, everything),
        ):
            mean, covariance = truth.given(k, known, tau)
            size = np.abs(truth.forces[6 * k : 6 * k + 6, 6 * k : 6 * k + 6]).max()
            assert np.abs(covariances[k] - covariance).max() <= tolerance * size
            assert np.abs(means(tau)[k] - mean).max() <= tolerance * max(1.0, np.abs(mean).max())


ROBOTS = st.builds(
    lambda seed, bodies, base, rotors, kinds: Robot(
        random_tree(seed, bodies=bodies, base=base, rotors=rotors, kinds=kinds, branching=0.5)
    ),
    st.integers(0, 10**6),
    st.integers(1, 6),
    st.sampled_from(["fixed", "free"]),
    st.booleans(),
    st.sampled_from([("revolute", "universal", "prismatic"), ("helical", "spherical", "planar")]),
)


@settings(max_examples=5, deadline=None, suppress_health_check=list(HealthCheck))
@given(ROBOTS)
def test_estimates_are_those_of_gaussian_conditioning(robot: Robot) -> None:
    rng = np.random.default_rng(0)
    agrees(robot, robot.random_configuration(rng), rng.normal(size=robot.nv), 1e-10)


def test_two_roots_and_every_kind_of_joint() -> None:
    robot = Robot(random_tree(0, bodies=8, roots=2, rotors=True))
    rng = np.random.default_rng(3)
    agrees(robot, robot.random_configuration(rng), rng.normal(size=robot.nv), 1e-10)


@pytest.fixture(scope="module")
def robot() -> Robot:
    return Robot(random_tree(11, bodies=5, kinds=("revolute", "spherical"), rotors=True))


def test_batches_broadcast(robot: Robot) -> None:
    rng = np.random.default_rng(1)
    q, tau = robot.random_configuration(rng, (3, 1)), rng.normal(size=(2, robot.nv))
    view, n = robot.estimation(q), len(robot.body_names)
    for means in (view.predicted_means, view.updated_means, view.smoothed_means, view.costates):
        found = means(tau)
        assert found.shape == (3, 2, n, 6)
        for out in (np.empty((3, 2, n, 6)), np.empty((3, 2, n, 7))[..., :6]):
            assert means(tau, out=out, threads=2) is out
            np.testing.assert_array_equal(out, found)
    out = np.empty((3, 2, robot.nv))
    assert view.innovations(tau, out=out) is out
    np.testing.assert_array_equal(out, view.innovations(tau))
    with pytest.raises(InputError, match=r"out: .*\(3, 2, 5, 6\)"):
        view.costates(tau, out=np.empty((3, 2, 6, 5)))
    for found in (view.predicted_covariances, view.updated_covariances, view.smoothed_covariances):
        assert found.shape == (3, 1, n, 6, 6)
    assert view.innovations(tau).shape == (3, 2, robot.nv)
    alone = robot.estimation(q[2, 0])
    np.testing.assert_array_equal(view.smoothed_means(tau)[2, 1], alone.smoothed_means(tau[1]))
    np.testing.assert_array_equal(view.smoothed_covariances[2, 0], alone.smoothed_covariances)


def test_the_smoother_of_bryson_and_frazier(robot: Robot) -> None:
    """x̂ = ẑ + Pλ, S = P − PΩP, and Ω is the covariance of the costates [R87 61, 65, 66]."""
    rng = np.random.default_rng(2)
    q, tau = robot.random_configuration(rng), rng.normal(size=robot.nv)
    view = robot.estimation(q)
    P, omega = view.predicted_covariances, view.costate_covariances
    corrected = view.predicted_means(tau) + (P @ view.costates(tau)[..., None])[..., 0]
    np.testing.assert_allclose(view.smoothed_means(tau), corrected, atol=1e-10)
    np.testing.assert_allclose(view.smoothed_covariances, P - P @ omega @ P, atol=1e-10 * np.abs(P).max())
    costates = dense(phi.T @ H.T, robot, q)
    spread = costates @ np.linalg.solve(robot.mass_matrix(q), costates.T)
    for k in range(len(P)):
        rows = slice(6 * k, 6 * k + 6)
        np.testing.assert_allclose(omega[k], spread[rows, rows], atol=1e-10 * np.abs(omega[k]).max())


def test_estimates_get_better_and_explain_the_measurements(robot: Robot) -> None:
    """P ≥ P⁺ ≥ S ≥ 0; Hx̂ + Rθ̈ = τ, and the innovations have the covariances D."""
    rng = np.random.default_rng(4)
    q, tau = robot.random_configuration(rng), rng.normal(size=robot.nv)
    view = robot.estimation(q)
    size = np.abs(view.predicted_covariances).max()
    for wider, narrower in (
        (view.predicted_covariances, view.updated_covariances),
        (view.updated_covariances, view.smoothed_covariances),
        (view.smoothed_covariances, np.zeros(())),
    ):
        assert np.linalg.eigvalsh(wider - narrower).min() >= -1e-12 * size
    accelerations = robot.mass_matrix_solve(q, tau)
    explained = dense(H, robot, q) @ view.smoothed_means(tau).ravel() + dense(R, robot, q) @ accelerations
    np.testing.assert_allclose(explained, tau, atol=1e-10)
    whitened = np.linalg.solve(view.innovation_covariances, view.innovations(tau))
    np.testing.assert_allclose(view.innovations(tau) @ whitened, tau @ accelerations, rtol=1e-10)


def test_without_rotors_the_own_joint_leaves_no_doubt() -> None:
    """HP⁺ = 0 [R87 XI]."""
    robot = Robot(random_tree(3, bodies=4, kinds=("revolute", "universal")))
    q = robot.random_configuration(np.random.default_rng(0))
    after, axes = robot.estimation(q).updated_covariances, dense(H, robot, q)
    for k, place in enumerate(robot.model.merged().v_tree_slices):
        left = axes[place, 6 * k : 6 * k + 6] @ after[k]
        assert np.abs(left).max() <= 1e-12 * np.abs(robot.estimation(q).predicted_covariances[k]).max()


def test_mimic_joints_are_part_of_those_that_lead_them() -> None:
    """λ = φ*H*𝓜⁻¹τ and its covariance, from Jacobians of the independent rates."""
    robot = Robot(random_tree(7, bodies=4, kinds=("revolute",), mimic=0.9))
    q, tau = robot.neutral(), np.ones(robot.nv)
    view, inverse = robot.estimation(q), robot.mass_matrix_inverse(q)
    J = robot.jacobian(q, robot.body_names, "local").reshape(-1, 6, robot.nv)
    np.testing.assert_allclose(view.costates(tau), J @ inverse @ tau, rtol=1e-9, atol=1e-9)
    np.testing.assert_allclose(
        view.costate_covariances, J @ inverse @ np.swapaxes(J, -1, -2), rtol=1e-9, atol=1e-9
    )


@pytest.mark.parametrize("name", [name for name in vars(Estimation) if not name.startswith("_")])
def test_estimates_tell_shape_cost_and_source(name: str) -> None:
    text = inspect.getdoc(inspect.getattr_static(Estimation, name)) or ""
    assert "(..., " in text
    assert "O(N)" in text
    assert "[R87 " in text
