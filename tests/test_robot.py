"""The façade: what users type, in its right and its wrong forms."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

import psiphi
from psiphi import Robot
from psiphi.algebra import D, H, I, J, K, M, R, a, b, body_vector, inv, joint_vector, mass, phi, psi
from psiphi.algebra.dense import dense
from psiphi.errors import ArgumentTypeError, CompileError, InputError, UnknownNameError
from psiphi.formats.robots import BUNDLED, random_tree
from psiphi.spatial.inertia import Inertia

TAU = joint_vector("tau")
PANDA = psiphi.robots.panda()
Q, V = PANDA.neutral(), np.zeros(7)


@pytest.mark.parametrize("name", BUNDLED)
def test_bundled_robots_compute(name: str) -> None:
    robot = getattr(psiphi.robots, name)()
    rng = np.random.default_rng(0)
    q, v, a_ = (
        robot.random_configuration(rng, (3,)),
        rng.normal(size=robot.nv),
        rng.normal(size=(3, robot.nv)),
    )
    tau = robot.inverse_dynamics(q, v, a_)
    assert tau.shape == (3, robot.nv)
    back = robot.forward_dynamics(q, v, tau)
    assert np.abs(back - a_).max() < 1e-12 * np.linalg.cond(robot.mass_matrix(q)).max()


def test_json_round_trip(tmp_path) -> None:
    PANDA.save(tmp_path / "panda.json")
    again = psiphi.load(tmp_path / "panda.json")
    assert again.model == PANDA.model
    assert again.joint_names == PANDA.joint_names


UNFORESEEN = {
    "filtered": (D**-0.5 @ (I - H @ psi @ K) @ TAU, ()),
    "covariance": (H @ psi @ M @ psi.T @ H.T, ()),
    "between frames": (J @ J.T, ("panda_link8", "panda_link4")),
    "composite at frames": (J @ inv(mass) @ J.T, ("panda_link8", "panda_link4")),
    "geared": (inv(mass + R) @ TAU, ()),
    "body": (phi @ M @ phi.T @ body_vector("w"), ()),
    "bias": (H @ phi @ (M @ phi.T @ a + b), ()),
    "energy": (TAU.T @ mass @ TAU, ()),
}


@pytest.mark.parametrize("name", UNFORESEEN)
def test_unforeseen_expressions_compile_and_agree_with_dense_matrices(name: str) -> None:
    expression, frames = UNFORESEEN[name]
    rng = np.random.default_rng(3)
    q, v = PANDA.random_configuration(rng), rng.normal(size=7)
    vectors = {"tau": rng.normal(size=7), "w": rng.normal(size=42)}
    kernel = PANDA.compile(expression, frames=frames)
    names = kernel.signature.argument_names
    used = {n: vectors[n] for n in names if n in vectors}
    arguments = {"q": q, **({"v": v} if "v" in names else {}), **used}
    found = kernel(**arguments)
    expected = dense(expression, PANDA, q, v=v if "v" in names else None, frames=frames, vectors=used)
    assert found.shape == np.shape(expected)
    assert np.abs(found - expected).max() < 1e-11 * np.abs(expected).max()
    batch = kernel(**{n: np.broadcast_to(x, (5, *x.shape)) for n, x in arguments.items()})
    assert np.array_equal(batch, np.broadcast_to(found, (5, *found.shape)))


def test_a_kernel_tells_about_itself() -> None:
    kernel = PANDA.kernel("forward_dynamics")
    assert kernel.operations.total == sum(
        getattr(kernel.operations, kind) for kind in ("mul", "add", "div", "sqrt", "sincos")
    )
    assert kernel.derivation.expression is kernel.expression
    assert "result" in kernel.algorithm
    assert "define" in kernel.ir
    assert kernel.signature.argument_names == ("q", "v", "tau")
    assert "panda" in repr(kernel)
    assert PANDA.kernel("forward_dynamics") is kernel


def test_one_configuration_with_many_torques_broadcasts() -> None:
    many = np.linspace(-1.0, 1.0, 70).reshape(2, 5, 7)
    found = PANDA.mass_matrix_solve(Q, many)
    assert found.shape == (2, 5, 7)
    assert np.allclose(found[1, 3], PANDA.mass_matrix_solve(Q, many[1, 3]), rtol=0, atol=0)


def test_single_precision_where_all_inputs_are() -> None:
    rng = np.random.default_rng(5)
    q, v, t = PANDA.random_configuration(rng, (16,)), rng.normal(size=(16, 7)), rng.normal(size=(16, 7))
    exact = PANDA.inverse_dynamics(q, v, t)
    single = PANDA.inverse_dynamics(*(x.astype(np.float32) for x in (q, v, t)))
    assert single.dtype == np.float32
    assert np.abs(single - exact).max() < 1e-4 * np.abs(exact).max()
    assert PANDA.inverse_dynamics(q.astype(np.float32), v, t).dtype == np.float64


def idle_robot(inertia: Inertia) -> Robot:
    """A chain of four hinges whose last body has the given inertia."""
    model = random_tree(1, bodies=4, kinds=("revolute",), branching="chain")
    *bodies, last = model.bodies
    return Robot(replace(model, bodies=(*bodies, replace(last, inertia=inertia))))


MASSLESS = idle_robot(Inertia.zero())
ON_AXIS = idle_robot(Inertia(1.0, 0.1 * np.asarray(MASSLESS.model.bodies[-1].joint.axis), np.zeros((3, 3))))
READ_ONLY = np.zeros(7)
READ_ONLY.flags.writeable = False

WRONG = {
    "shape": (
        lambda: PANDA.inverse_dynamics(Q[:6], V, V),
        InputError,
        r"q must have shape \(\.\.\., 7\), not \(6,\)",
    ),
    "text": (lambda: PANDA.inverse_dynamics("abc", V, V), ArgumentTypeError, "real numbers"),
    "complex": (lambda: PANDA.inverse_dynamics(Q + 1j, V, V), ArgumentTypeError, "complex128"),
    "broadcast": (
        lambda: PANDA.inverse_dynamics(np.zeros((3, 7)), np.zeros((4, 7)), V),
        InputError,
        r"q \(3, 7\), v \(4, 7\)",
    ),
    "read-only": (lambda: PANDA.inverse_dynamics(Q, V, V, out=READ_ONLY), InputError, "read-only"),
    "overlap": (lambda: PANDA.inverse_dynamics(Q, V, V, out=V), InputError, "shares memory"),
    "out shape": (
        lambda: PANDA.inverse_dynamics(Q, V, V, out=np.zeros(6)),
        InputError,
        r"\(7,\), not \(6,\)",
    ),
    "threads": (lambda: PANDA.inverse_dynamics(Q, V, V, threads=0), InputError, "positive integer"),
    "missing": (lambda: PANDA.kernel("inverse_dynamics")(Q, V), ArgumentTypeError, "Missing acceleration"),
    "frame": (lambda: PANDA.inverse_dynamics(Q, V, V, {"tool": np.zeros(6)}), UnknownNameError, "'tool'"),
    "force shape": (
        lambda: PANDA.inverse_dynamics(Q, V, V, {"panda_link8": np.zeros(5)}),
        InputError,
        r"panda_link8.*\(\.\.\., 6\)",
    ),
    "no frames": (lambda: PANDA.compile(J), InputError, r"frames=\['tool'\]"),
    "frames as text": (lambda: PANDA.compile(J, frames="tool"), ArgumentTypeError, r"\['tool'\]"),
    "not an expression": (lambda: PANDA.compile(3), ArgumentTypeError, "operator expression"),
    "method": (lambda: PANDA.forward_dynamics(Q, V, V, method="FD9"), InputError, "FD1, FD2, FD3, FD4"),
    "quantity": (lambda: PANDA.kernel("nothing"), UnknownNameError, "inverse_dynamics"),
    "not a model": (lambda: Robot("panda"), ArgumentTypeError, "psiphi.Model"),
    "massless leaf": (
        lambda: MASSLESS.forward_dynamics(MASSLESS.neutral(), np.zeros(4), np.zeros(4)),
        CompileError,
        f"joint '{MASSLESS.joint_names[-1]}': nothing resists it",
    ),
    "mass on the axis": (
        lambda: ON_AXIS.mass_matrix_inverse(ON_AXIS.neutral()),
        CompileError,
        f"joint '{ON_AXIS.joint_names[-1]}': nothing resists it",
    ),
}


@pytest.mark.parametrize("name", WRONG)
def test_wrong_input_says_what_is_wrong(name: str) -> None:
    call, error, message = WRONG[name]
    with pytest.raises(error, match=message) as caught:
        call()
    assert isinstance(caught.value, psiphi.PsiphiError)


def test_massless_bodies_do_no_harm_where_nothing_is_inverted() -> None:
    robot = MASSLESS
    assert np.isfinite(robot.inverse_dynamics(robot.neutral(), np.ones(4), np.ones(4))).all()
    between = random_tree(1, bodies=4, kinds=("revolute",), branching="chain")
    first, second, *rest = between.bodies
    inner = Robot(replace(between, bodies=(first, replace(second, inertia=Inertia.zero()), *rest)))
    q, v, t = inner.neutral() + 0.3, np.ones(4), np.ones(4)
    acceleration = inner.forward_dynamics(q, v, t)
    assert np.abs(inner.inverse_dynamics(q, v, acceleration) - t).max() < 1e-9


def test_rows_with_nan_are_the_only_ones_to_suffer() -> None:
    q = np.stack([Q, np.full(7, np.nan), Q, np.full(7, np.inf)])
    found = PANDA.inverse_dynamics(q, V, V)
    assert np.isnan(found[[1, 3]]).all()
    assert np.array_equal(found[0], PANDA.inverse_dynamics(Q, V, V))
    assert np.array_equal(found[2], found[0])


def test_empty_batches_and_robots_that_cannot_move() -> None:
    assert PANDA.inverse_dynamics(np.zeros((0, 7)), V, V).shape == (0, 7)
    model = PANDA.model
    for joint in model.joint_names:
        model = model.lock(joint, 0.0)
    robot, nothing = Robot(model), np.zeros(0)
    assert robot.forward_dynamics(nothing, nothing, nothing).shape == (0,)
    assert robot.mass_matrix_inverse(nothing).shape == (0, 0)
    assert robot.kinetic_energy(nothing, nothing) == 0.0


def test_the_workbench_is_reached_from_the_top() -> None:
    assert psiphi.derive(inv(mass)).sweeps == 2
    assert "sweeps" in str(psiphi.explain(inv(mass) @ TAU))
    assert psiphi.prove(mass, mass)
    assert psiphi.dense(mass, PANDA, Q).shape == (7, 7)
    with pytest.raises(AttributeError, match="nothing"):
        psiphi.nothing  # noqa: B018
