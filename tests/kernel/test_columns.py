"""Jacobians of loops over bodies, column by column = those of the whole program."""

from __future__ import annotations

import pickle

import numpy as np
import pytest

from psiphi import Robot
from psiphi.algebra import H, M, body_operator, inv, joint_vector, phi
from psiphi.dynamics.catalogue import QUANTITIES
from psiphi.dynamics.features import Features
from psiphi.errors import ArgumentTypeError, CompileError, InputError
from psiphi.formats.robots import random_tree
from psiphi.kernel import columns, robot_size, thresholds
from psiphi.kernel import kernel as kernel_module
from psiphi.kernel.columns import Columns, MatrixByColumns
from psiphi.kernel.kernel import Kernel
from psiphi.kernel.tracing import MOST_JOINTS_FACTORED

NAMES = ("q", "v", "tau")


@pytest.fixture(scope="module")
def kernels():
    robot = Robot(random_tree(3, bodies=5, base="free"))
    expression = QUANTITIES["forward_dynamics"].expression(Features.of(robot.model))
    rolled, unrolled = (robot.compile(expression, rolled=x) for x in (True, False))
    return robot, rolled.jacobian(*NAMES), unrolled.jacobian(*NAMES)


def test_columns_are_those_of_the_whole_matrix(kernels):
    robot, columns, whole = kernels
    assert isinstance(columns, Columns)
    assert not isinstance(whole, Columns)
    assert [x.shape for x in columns.signature.results] == [x.shape for x in whole.signature.results]
    assert [x.name for x in columns.signature.results] == [x.name for x in whole.signature.results]
    rng = np.random.default_rng(0)
    q = robot.random_configuration(rng, (3, 2))
    v, tau = rng.standard_normal((2, robot.nv)), rng.standard_normal(robot.nv)
    for found, expected in zip(columns(q, v, tau), whole(q, v, tau), strict=True):
        assert found.shape == (3, 2, robot.nv, robot.nv)
        np.testing.assert_allclose(found, expected, rtol=1e-10, atol=1e-10 * np.abs(expected).max())
    one = columns(q[1, 0], v[0], tau)
    again = columns(q[1, 0], v[0], tau=tau, threads=2)
    for first, second in zip(one, again, strict=True):
        np.testing.assert_array_equal(first, second)


def test_results_go_where_they_are_asked_to(kernels):
    robot, columns, _ = kernels
    q, v = robot.neutral(), np.ones(robot.nv)
    out = tuple(np.empty((robot.nv, robot.nv)) for _ in NAMES)
    assert all(x is y for x, y in zip(columns(q, v, v, out=out), out, strict=True))
    single = columns(*(x.astype(np.float32) for x in (q, v, v)))
    for found, expected in zip(single, out, strict=True):
        assert found.dtype == np.float32
        np.testing.assert_allclose(found, expected, rtol=1e-3, atol=1e-3 * np.abs(expected).max())
    assert [x.shape for x in columns(np.empty((0, robot.nq)), v, v)] == [(0, robot.nv, robot.nv)] * 3
    sent = pickle.loads(pickle.dumps(columns))
    np.testing.assert_array_equal(sent(q, v, v)[0], out[0])
    with pytest.raises(InputError, match="must have shape"):
        columns(q[:-1], v, v)
    with pytest.raises(ArgumentTypeError, match="no argument 'torque'"):
        columns(q, v, torque=v)
    with pytest.raises(CompileError, match="rolled=False"):
        _ = columns.packed


def test_large_robots_have_derivatives():
    robot = Robot(random_tree(5, bodies=52, kinds=["revolute"]))
    rng = np.random.default_rng(1)
    q = robot.random_configuration(rng)
    v, tau = rng.standard_normal((2, robot.nv))
    by_q, by_v, by_tau = robot.forward_dynamics_derivatives(q, v, tau)
    np.testing.assert_allclose(
        by_tau, robot.mass_matrix_inverse(q), rtol=0, atol=1e-10 * np.abs(by_tau).max()
    )
    u, h = rng.standard_normal(robot.nv), 1e-6
    for slope, ahead, behind in (
        (by_q, (robot.integrate(q, u, h), v), (robot.integrate(q, u, -h), v)),
        (by_v, (q, v + h * u), (q, v - h * u)),
    ):
        rate = (robot.forward_dynamics(*ahead, tau) - robot.forward_dynamics(*behind, tau)) / (2 * h)
        np.testing.assert_allclose(slope @ u, rate, rtol=0, atol=1e-6 * np.abs(rate).max())


@pytest.mark.parametrize(
    "name",
    [
        "mass_matrix",
        "mass_matrix_inverse",
        "coriolis_matrix",
        "mass_matrix_rate",
        "free_flying_mass_matrix",
    ],
)
def test_matrices_of_large_robots_by_columns(name, monkeypatch: pytest.MonkeyPatch):
    """= those of one program, of all joints and of mimic joints; told as what they are."""
    monkeypatch.setattr(robot_size, "ROLLED_FROM", 5)
    monkeypatch.setattr(kernel_module, "MATRICES_UP_TO", 100)
    robot = Robot(random_tree(7, bodies=9, base="free", mimic=0.3 if name == "coriolis_matrix" else 0.0))
    kernel, whole = robot.kernel(name), Kernel(robot.kernel(name)._given)
    rng = np.random.default_rng(0)
    given = [robot.random_configuration(rng, (3, 2)), rng.standard_normal((2, robot.nv))]
    arrays = given[: len(whole.signature.arguments)]
    expected = whole(*arrays)
    np.testing.assert_allclose(
        kernel(*arrays), expected, rtol=1e-10, atol=1e-10 * np.abs(expected).max(), err_msg=name
    )
    assert isinstance(kernel, MatrixByColumns)
    assert kernel.signature.results == whole.signature.results
    assert kernel.signature.arguments == whole.signature.arguments
    assert str(kernel.derivation.result).endswith(" x")
    assert kernel.operations.total == expected.shape[-1] * kernel.of.operations.total
    d_q = rng.standard_normal(robot.nv)
    slopes = [f.jvp(*arrays, *(d_q for _ in arrays)) for f in (kernel, whole)]
    assert kernel.jvp.signature.argument_names == whole.jvp.signature.argument_names
    np.testing.assert_allclose(*slopes, rtol=1e-10, atol=1e-10 * np.abs(slopes[1]).max())


def test_columns_by_operators_that_are_given(monkeypatch: pytest.MonkeyPatch):
    """Derivatives by the entries of blocks have the shape of the blocks, as in one program."""
    robot = Robot(random_tree(2, bodies=2))
    kernel = robot.compile(inv(H @ phi @ (M + body_operator("load")) @ phi.T @ H.T) @ joint_vector("tau"))
    whole = kernel.jacobian("load")
    monkeypatch.setattr(kernel_module, "MATRICES_UP_TO", 100)
    by_columns = Robot(robot.model).compile(kernel.expression).jacobian("load")
    assert isinstance(by_columns, Columns)
    assert not isinstance(whole, Columns)
    assert by_columns.signature.results == whole.signature.results
    rng = np.random.default_rng(0)
    q, tau, half = robot.random_configuration(rng, (3,)), rng.standard_normal(robot.nv), rng.random((2, 6, 6))
    given = (q, tau, half @ half.swapaxes(1, 2))
    expected = whole(*given)
    np.testing.assert_allclose(by_columns(*given), expected, rtol=0, atol=1e-10 * np.abs(expected).max())
    twice, expected = by_columns.jacobian("load", "tau")(*given), whole.jacobian("load", "tau")(*given)
    for x, y in zip(twice, expected, strict=True):
        np.testing.assert_allclose(x, y, rtol=0, atol=1e-10 * np.abs(y).max())


def test_loops_that_have_no_part_in_a_matrix_do_not_make_it_one_program(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(robot_size, "ROLLED_FROM", 5)
    monkeypatch.setattr(kernel_module, "MATRICES_UP_TO", 100)
    tree = random_tree(7, bodies=9)
    robot = Robot(tree.with_loop(tree.body_names[3], tree.body_names[7], "point"))
    assert isinstance(robot.kernel("coriolis_matrix"), MatrixByColumns)


def test_what_was_compiled_ahead_is_one_program_from_then_on(monkeypatch: pytest.MonkeyPatch):
    """On the robot that was prepared, and on all that find its code."""
    monkeypatch.setattr(kernel_module, "MATRICES_UP_TO", 100)
    model = random_tree(6, bodies=6, base="free")
    robot, name = Robot(model), "momentum_derivatives"
    rng = np.random.default_rng(0)
    state = robot.random_configuration(rng, (3,)), rng.standard_normal((3, robot.nv))
    by_columns = robot.momentum_derivatives(*state)
    function = robot.function(name)
    assert isinstance(function, Columns)
    robot.prepare(name)
    monkeypatch.setattr(columns, "_filled", None)
    again = Robot(model)
    for found in (robot.momentum_derivatives(*state), again.momentum_derivatives(*state)):
        for x, y in zip(found, by_columns, strict=True):
            np.testing.assert_allclose(x, y, rtol=1e-10, atol=1e-10 * np.abs(y).max())
    assert not isinstance(again.function(name), Columns)
    assert again.function(name).operations.total < function.operations.total


def test_regressors_are_one_program():
    """A parameter is of one body: what differs from zero is far less than a product with every column."""
    kernel = Robot(random_tree(0, bodies=24, kinds=["revolute"])).kernel(
        "inverse_dynamics", varying=("inertia",)
    )
    assert kernel.operations.total * kernel.model.nv > thresholds.MATRICES_UP_TO
    assert not isinstance(kernel.jacobian("parameters"), Columns)


def test_forward_dynamics_by_forces_is_one_program(monkeypatch: pytest.MonkeyPatch):
    """It is the inverse mass matrix, of which a product with every column takes many times the operations."""
    monkeypatch.setattr(kernel_module, "MATRICES_UP_TO", 100)
    robot = Robot(random_tree(6, bodies=6, kinds=["revolute", "prismatic"], base="free"))
    kernel = robot.kernel("forward_dynamics")
    by_tau = kernel.jacobian("tau")
    assert not isinstance(by_tau, Columns)
    assert by_tau.operations.total < 3 * kernel.operations.total
    rng = np.random.default_rng(0)
    q, v, tau = robot.random_configuration(rng), *rng.standard_normal((2, robot.nv))
    np.testing.assert_allclose(by_tau(q, v, tau), robot.mass_matrix_inverse(q), rtol=1e-9, atol=1e-9)


def test_regressors_of_large_robots_go_by_columns(monkeypatch: pytest.MonkeyPatch):
    """What is known of derivatives by q, v and a says nothing of those by parameters."""
    monkeypatch.setattr(kernel_module, "MATRICES_UP_TO", 100)
    robot = Robot(random_tree(2, bodies=6, base="free"))
    kernel = robot.kernel("inverse_dynamics", varying=("inertia",))
    assert isinstance(kernel.jacobian("parameters"), Columns)
    rng = np.random.default_rng(2)
    q, (v, a) = robot.random_configuration(rng), rng.standard_normal((2, robot.nv))
    Y = robot.inverse_dynamics_regressor(q, v, a)
    expected = robot.inverse_dynamics(q, v, a)
    np.testing.assert_allclose(Y @ robot.inertial_parameters(), expected, rtol=1e-11, atol=1e-11)


@pytest.mark.parametrize("quantity", ["inverse_dynamics", "forward_dynamics"])
def test_second_derivatives_by_columns_are_those_of_one_program(quantity: str):
    robot = Robot(random_tree(3, bodies=4, base="free"))
    kernel, rng = robot.kernel(quantity), np.random.default_rng(3)
    names = kernel.signature.argument_names
    state = [robot.random_configuration(rng, (2,)), *rng.standard_normal((2, 2, robot.nv))]
    nested = Columns(kernel, names).jacobian("q", "v")
    assert isinstance(nested, Columns)
    whole = kernel.jacobian(*names).jacobian("q", "v")
    assert nested.signature.results == whole.signature.results
    for x, y in zip(nested(*state), whole(*state), strict=True):
        np.testing.assert_allclose(x, y, rtol=1e-10, atol=1e-10 * np.abs(y).max(initial=1.0))


def test_deep_robots_go_by_columns():
    """The structure tells that the Jacobian of a chain is long; that of a tree of as many joints is not."""
    chain, tree = (random_tree(5, bodies=49, kinds=["revolute"], branching=x) for x in ("chain", 1.0))
    assert isinstance(Robot(chain).kernel("inverse_dynamics").jacobian("q", "v"), Columns)
    assert not isinstance(Robot(tree).kernel("inverse_dynamics").jacobian("q", "v"), Columns)


def test_robots_with_limbs_are_one_program_up_to_forty_rates():
    limbs = random_tree(10, bodies=35, kinds=["revolute"], base="free", branching=0.7)
    assert not Robot(limbs).kernel("forward_dynamics")._by_columns(("q", "v"))


def test_joints_of_several_rates_are_solved_by_the_form_with_fewer_operations():
    robot = Robot(random_tree(9, bodies=8))
    assert robot.nv > MOST_JOINTS_FACTORED
    assert robot.kernel("forward_dynamics").jacobian(*NAMES).operations.total <= 52_558  # 106,807 by factors


def test_second_derivatives_in_loops_over_bodies_are_differences_of_the_first():
    robot = Robot(random_tree(5, bodies=51, kinds=["revolute"]))
    rng = np.random.default_rng(5)
    q, v, a, along = rng.standard_normal((4, robot.nv))
    by_qq, _, by_qv, by_aq = robot.inverse_dynamics_second_derivatives(q, v, a)
    step = 1e-5
    ahead, behind = (robot.inverse_dynamics_derivatives(q + x * along, v, a) for x in (step, -step))
    for found, x, y in zip((by_qq, by_aq), np.array(ahead)[[0, 2]], np.array(behind)[[0, 2]], strict=True):
        slope = (x - y) / (2 * step)
        np.testing.assert_allclose(found @ along, slope, atol=1e-6 * np.abs(slope).max())
    ahead, behind = (robot.inverse_dynamics_derivatives(q, v + x * along, a)[0] for x in (step, -step))
    np.testing.assert_allclose(by_qv @ along, (ahead - behind) / (2 * step), atol=1e-6 * np.abs(ahead).max())


def test_the_derivative_of_a_matrix_by_columns_is_that_along_each_coordinate():
    robot = Robot(random_tree(5, bodies=51, kinds=["revolute"]))
    q, along = np.random.default_rng(5).standard_normal((2, robot.nv))
    kernel = MatrixByColumns(robot.kernel("mass_matrix").request)
    found = kernel.jacobian("q")(q) @ along
    np.testing.assert_allclose(found, robot.mass_matrix_derivative(q, along), rtol=1e-10, atol=1e-10)
