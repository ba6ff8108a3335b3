"""Kernels under JAX: values, both modes of differentiation, batches, and derivatives of derivatives."""

from __future__ import annotations

import numpy as np
import pytest

import psiphi
from psiphi.compat.jax import function
from psiphi.errors import InputError

jax = pytest.importorskip("jax", reason="JAX is an extra: pip install 'psiphi[jax]'")
jax.config.update("jax_enable_x64", True)
jax.config.update("jax_platforms", "cpu")


def case(robot: psiphi.Robot, rows: int = 3):
    rng = np.random.default_rng(0)
    q = robot.random_configuration(rng, batch=(rows,))
    return q, *rng.standard_normal((2, rows, robot.nv))


def test_values_are_those_of_the_kernel_under_jit_and_vmap() -> None:
    kernel = psiphi.robots.ur5().kernel("forward_dynamics")
    f, (q, v, tau) = function(kernel), case(psiphi.robots.ur5())
    wanted = kernel(q, v, tau)
    assert np.array_equal(f(q, v, tau), wanted)
    assert np.array_equal(jax.jit(f)(q, v, tau), wanted)
    assert np.array_equal(jax.vmap(f)(q, v, tau), wanted)
    # One q, and a batch of v within each tau: the mapped dimension is not taken for one of the batch.
    one = jax.vmap(f, in_axes=(None, None, 0))(q[0], v, tau)
    assert np.array_equal(one, kernel(q[0], v, tau[:, None]))
    single = f(*(x.astype(np.float32) for x in (q, v, tau)))
    assert single.dtype == np.float32
    with pytest.raises(InputError, match="must have shape"):
        f(q[:, :5], v, tau)
    with pytest.raises(InputError, match="arrays given"):
        f(q)


def test_derivatives_in_both_modes_and_of_second_order() -> None:
    robot = psiphi.robots.planar_chain(2)
    kernel = robot.kernel("forward_dynamics")
    f, (q, v, tau) = function(kernel), case(robot)
    jacobians = kernel.jacobian("q", "v", "tau")(q, v, tau)
    for modes in (jax.jacfwd, jax.jacrev):
        found = jax.jit(jax.vmap(modes(f, argnums=(0, 1, 2))))(q, v, tau)
        for ours, theirs in zip(jacobians, found, strict=True):
            assert np.allclose(theirs, ours, rtol=1e-12, atol=1e-12)

    def half_square(q):
        return 0.5 * (f(q, v[0], tau[0]) ** 2).sum()

    slope, step = jax.jit(jax.grad(half_square)), 1e-5
    rows = [(slope(q[0] + step * e) - slope(q[0] - step * e)) / (2 * step) for e in np.eye(2)]
    assert np.allclose(
        jax.jit(jax.hessian(half_square))(q[0]), rows, rtol=1e-6, atol=1e-6 * np.abs(rows).max()
    )


def test_coordinates_of_free_spherical_and_planar_joints_are_differentiated() -> None:
    """Central differences in the coordinates themselves, quaternions of any length among them."""
    robot = psiphi.robots.random_tree(1, bodies=3, kinds=("spherical", "planar"), base="free")
    kernel = robot.kernel("center_of_mass")
    q = 1.7 * robot.random_configuration(np.random.default_rng(0))
    step = 1e-6
    wanted = (kernel(q + step * np.eye(robot.nq)) - kernel(q - step * np.eye(robot.nq))).T / (2 * step)
    assert np.allclose(jax.jit(jax.jacrev(function(kernel)))(q), wanted, atol=1e-7)


def test_several_results() -> None:
    robot = psiphi.robots.planar_chain(2)
    pair = robot.kernel("inverse_dynamics").jacobian("q", "v")
    q, v, a = case(robot)
    found = jax.jvp(lambda q: function(pair)(q, v, a), (q,), (np.ones_like(q),))[1]
    step = 1e-6
    for ours, more, less in zip(found, pair(q + step, v, a), pair(q - step, v, a), strict=True):
        assert np.allclose(ours, (more - less) / (2 * step), atol=1e-7)
