"""Robots and batches at the edge: one joint, none, no rows, and single precision."""

from __future__ import annotations

import numpy as np

from psiphi import Robot
from psiphi.formats.robots import random_tree

OF_Q = ("mass_matrix", "mass_matrix_inverse", "gravity_forces", "center_of_mass", "potential_energy")
OF_V = ("bias_forces", "kinetic_energy", "momentum", "coriolis_matrix")


def test_one_joint() -> None:
    robot = Robot(random_tree(0, bodies=1, kinds=("revolute",)))
    q, v, tau = np.array([[0.4], [1.0]]), np.array([[0.3], [-2.0]]), np.ones((2, 1))
    mass, bias = robot.mass_matrix(q), robot.bias_forces(q, v)
    assert np.allclose(robot.forward_dynamics(q, v, tau), (tau - bias) / mass[..., 0], rtol=1e-13)
    assert np.allclose(robot.mass_matrix_determinant(q), mass[:, 0, 0], rtol=1e-14)
    assert np.allclose(robot.innovations_factor(q), 1.0)
    assert np.allclose(robot.coriolis_matrix(q, v)[..., 0], 0.0, atol=1e-13)


def test_nothing_that_moves_and_nothing_to_compute() -> None:
    model = random_tree(0, bodies=2, kinds=("revolute",))
    robot, none = Robot(model), np.zeros(0)
    for name in OF_Q:
        rows = getattr(robot, name)(np.zeros((0, 2)))
        assert rows.shape == (0, *getattr(robot, name)(np.zeros(2)).shape)
    for joint in model.joint_names:
        model = model.lock(joint, 0.0)
    still = Robot(model)
    assert still.mass_matrix_determinant(none) == 1.0
    assert still.coriolis_matrix(none, none).shape == (0, 0)
    assert still.potential_energy(none) == 0.0
    assert not still.momentum(none, none).any()


def test_single_precision_of_the_catalogue() -> None:
    robot = Robot(random_tree(4, bodies=6, branching=0.5))
    rng = np.random.default_rng(0)
    q, v = robot.random_configuration(rng, (8,)), rng.normal(size=(8, robot.nv))
    for name in (*OF_Q, *OF_V):
        arrays = (q,) if name in OF_Q else (q, v)
        exact = getattr(robot, name)(*arrays)
        single = getattr(robot, name)(*(x.astype(np.float32) for x in arrays))
        assert single.dtype == np.float32
        assert np.abs(single - exact).max() <= 1e-4 * np.abs(exact).max()
