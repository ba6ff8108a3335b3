"""Kernels under CasADi: values, Jacobians by coordinates, and Hessians."""

from __future__ import annotations

import numpy as np
import pytest

import psiphi
from psiphi.compat.casadi import function

casadi = pytest.importorskip("casadi", reason="CasADi is an extra: pip install 'psiphi[casadi]'")


def case(robot: psiphi.Robot):
    rng = np.random.default_rng(0)
    return robot.random_configuration(rng), *rng.standard_normal((2, robot.nv))


def test_values_and_jacobians_are_those_of_the_kernel() -> None:
    robot = psiphi.robots.planar_chain(2)
    kernel = robot.kernel("forward_dynamics")
    f, given = function(kernel), case(robot)
    assert f.name_in() == ["q", "v", "tau"]
    assert np.array_equal(f(*given).full().ravel(), kernel(*given))
    wanted = kernel.jacobian("q", "v", "tau")(*given)
    for ours, theirs in zip(wanted, f.jacobian()(*given, 0), strict=True):
        assert np.allclose(theirs.full(), ours, rtol=1e-14, atol=1e-14)
    matrix = function(robot.kernel("mass_matrix"))(given[0])
    assert np.array_equal(matrix.full(), robot.mass_matrix(given[0]))
    jacobian = function(robot.kernel("inverse_dynamics").jacobian("q", "v"))
    for ours, theirs in zip(robot.inverse_dynamics_derivatives(*given), jacobian(*given), strict=False):
        assert np.allclose(theirs.full(), ours, rtol=1e-13, atol=1e-13)  # not symmetric: rows are rows


def test_second_derivatives() -> None:
    robot = psiphi.robots.planar_chain(2)
    q, v, tau = case(robot)
    x = casadi.MX.sym("q", 2)
    cost = 0.5 * casadi.sumsqr(function(robot.kernel("forward_dynamics"))(x, v, tau))
    slope, hessian = casadi.gradient(cost, x), casadi.hessian(cost, x)[0]
    both, step = casadi.Function("both", [x], [slope, hessian]), 1e-5
    rows = [(both(q + step * e)[0] - both(q - step * e)[0]).full().ravel() / (2 * step) for e in np.eye(2)]
    assert np.allclose(both(q)[1].full(), rows, rtol=1e-6, atol=1e-6 * np.abs(rows).max())


def test_coordinates_of_free_spherical_and_planar_joints_are_differentiated() -> None:
    """Central differences in the coordinates themselves, quaternions of any length among them."""
    robot = psiphi.robots.random_tree(1, bodies=3, kinds=("spherical", "planar"), base="free")
    kernel = robot.kernel("center_of_mass")
    q = 1.7 * robot.random_configuration(np.random.default_rng(0))
    step = 1e-6
    wanted = (kernel(q + step * np.eye(robot.nq)) - kernel(q - step * np.eye(robot.nq))).T / (2 * step)
    assert np.allclose(function(kernel).jacobian()(q, 0).full(), wanted, atol=1e-7)
