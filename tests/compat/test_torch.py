"""Kernels under PyTorch: values, and gradients of first and second order against differences."""

from __future__ import annotations

import numpy as np
import pytest

import psiphi
from psiphi.compat.torch import function
from psiphi.errors import InputError

torch = pytest.importorskip("torch", reason="PyTorch is an extra: pip install 'psiphi[torch]'")


def case(robot: psiphi.Robot, rows: int = 3):
    rng = np.random.default_rng(0)
    q = robot.random_configuration(rng, batch=(rows,))
    return tuple(torch.tensor(x, requires_grad=True) for x in (q, *rng.standard_normal((2, rows, robot.nv))))


def test_values_are_those_of_the_kernel() -> None:
    robot = psiphi.robots.ur5()
    kernel = robot.kernel("forward_dynamics")
    f, (q, v, tau) = function(kernel), case(robot)
    given = [x.detach().numpy() for x in (q, v, tau)]
    assert np.array_equal(f(q, v, tau).detach().numpy(), kernel(*given))
    assert np.array_equal(
        f(q[0], v, tau[:, None]).detach().numpy(), kernel(given[0][0], given[1], given[2][:, None])
    )
    assert f(*(x.float() for x in (q, v, tau))).dtype == torch.float32
    with pytest.raises(InputError, match="must have shape"):
        f(q[:, :5], v, tau)
    with pytest.raises(InputError, match="tensors given"):
        f(q)


def test_gradients_of_first_and_second_order() -> None:
    robot = psiphi.robots.planar_chain(2)
    f, (q, v, tau) = function(robot.kernel("forward_dynamics")), case(robot)
    jacobians = robot.kernel("forward_dynamics").jacobian("q", "v", "tau")(
        *(x.detach().numpy() for x in (q, v, tau))
    )
    found = torch.autograd.functional.jacobian(lambda *x: f(*x).sum(0), (q, v, tau))
    for ours, theirs in zip(jacobians, found, strict=True):
        assert np.allclose(theirs.permute(1, 0, 2), ours, rtol=1e-12, atol=1e-12)
    assert torch.autograd.gradcheck(f, (q[0], v, tau))  # one q with several v: their slopes are summed
    assert torch.autograd.gradgradcheck(f, (q[:1], v[:1], tau[:1]))


def test_coordinates_of_free_spherical_and_planar_joints_are_differentiated() -> None:
    """PyTorch's own differences in the coordinates themselves, quaternions of any length among them."""
    robot = psiphi.robots.random_tree(1, bodies=3, kinds=("spherical", "planar"), base="free")
    q = torch.tensor(1.7 * robot.random_configuration(np.random.default_rng(0)), requires_grad=True)
    assert torch.autograd.gradcheck(function(robot.kernel("center_of_mass")), (q,))
    assert torch.autograd.gradgradcheck(function(robot.kernel("potential_energy")), (q,))


def test_several_results() -> None:
    robot = psiphi.robots.planar_chain(2)
    given = case(robot, rows=1)
    assert torch.autograd.gradcheck(function(robot.kernel("inverse_dynamics").jacobian("q", "v")), given)
