"""Systems that are solved by calling LAPACK, and what they are a part of, against plain matrices."""

from __future__ import annotations

import numpy as np
import pytest

from psiphi import PsiphiError, Robot, dense
from psiphi.algebra import (
    B,
    H,
    M,
    Space,
    body_vector,
    derivative,
    diagonal,
    identity,
    inv,
    joint_operator,
    joint_vector,
    phi,
    rate,
)
from psiphi.errors import SingularError
from psiphi.flexible import beam
from psiphi.formats.robots import planar_chain, random_tree
from psiphi.kernel import kernel as kernel_module
from psiphi.kernel import robot_size
from psiphi.kernel.columns import MatrixByColumns
from psiphi.kernel.program.functions import GraphArithmetic
from psiphi.kernel.program.program import Argument
from psiphi.kernel.program.scalar import Graph
from psiphi.kernel.solves import Solved, solve
from psiphi.kernel.thresholds import TooLarge
from psiphi.recursion.numbers.solving import solver_of

mass = H @ phi @ M @ phi.T @ H.T
X = mass @ mass + identity(Space.JOINT)
tau, w = joint_vector("tau"), body_vector("w")
rod = joint_operator("rod", diagonal=True)

VECTORS = {
    "solution": inv(X) @ tau,
    "among others": tau - mass @ inv(X + rod) @ (tau + H @ phi @ w) + inv(X + rod) @ tau,
    "number": tau.T @ inv(X) @ H @ phi @ inv(M + phi) @ w,
    "row": w.T @ inv(M + phi),
    "diagonal": diagonal(inv(M + phi)) @ w,
    "diagonal of joints": diagonal(mass @ mass) @ tau,
    "rate": rate(inv(X)) @ tau,
    "one in another": inv(M + phi @ inv(phi.T @ phi.T + M) @ phi) @ w,
}
MATRICES = {
    "inverse": inv(M + phi),
    "product": mass @ mass @ mass,
    "frames": inv(M + phi) @ B,
    "by q": derivative(inv(X) @ tau, "q"),  # cross products with solutions
}


def robot_of(monkeypatch: pytest.MonkeyPatch, most: int) -> Robot:
    monkeypatch.setattr(kernel_module, "TRACED_UP_TO", most)
    return Robot(random_tree(3, bodies=6, base="free"))


def given_to(kernel, robot, batch, rng):
    return {
        x.name: robot.random_configuration(rng, batch) if x.name == "q" else rng.random((*batch, *x.shape))
        for x in kernel.signature.arguments
    }


@pytest.mark.parametrize("name", [*VECTORS, *MATRICES])
@pytest.mark.parametrize("rolled", [False, True])
def test_against_plain_matrices(name: str, rolled: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    """Of robots of any size once they turn out to be large; of large ones at once, the rest in loops."""
    robot = robot_of(monkeypatch, 2_000_000 if rolled else 300)
    if rolled:
        monkeypatch.setattr(robot_size, "ROLLED_FROM", 2)
        monkeypatch.setattr(kernel_module, "MATRICES_UP_TO", 100)
    expression = {**VECTORS, **MATRICES}[name]
    frames = [robot.frame_names[-1]] if name == "frames" else []
    kernel = robot.compile(expression, frames=frames)
    if not (rolled and name == "frames"):
        assert isinstance(kernel, Solved if name in VECTORS else MatrixByColumns)
    given = given_to(kernel, robot, (2, 3), np.random.default_rng(1))
    found, expected = kernel(**given), dense(expression, robot, frames=frames, **given)
    np.testing.assert_allclose(found, expected, rtol=0, atol=1e-10 * np.abs(expected).max())
    if name == "solution":
        single = kernel(**{x: y.astype(np.float32) for x, y in given.items()})
        assert single.dtype == np.float32
        np.testing.assert_allclose(single, expected, rtol=0, atol=1e-3 * np.abs(expected).max())
        assert "as a matrix" in kernel.algorithm
        assert kernel.derivation.result is expression
        assert kernel.operations.tests == robot.nv


@pytest.mark.parametrize("name", ["solution", "among others", "number", "row", "one in another"])
@pytest.mark.parametrize("rolled", [False, True])
def test_derivatives_against_differences(name: str, rolled: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    robot = robot_of(monkeypatch, 2_000_000 if rolled else 300)
    if rolled:
        monkeypatch.setattr(robot_size, "ROLLED_FROM", 2)
    kernel = robot.compile(VECTORS[name])
    assert isinstance(kernel, Solved)
    rng = np.random.default_rng(1)
    given = given_to(kernel, robot, (2,), rng)
    moves = {x: rng.standard_normal((2, robot.nv) if x == "q" else y.shape) for x, y in given.items()}

    def at(h: float) -> np.ndarray:
        moved = {x: y + h * moves[x] for x, y in given.items() if x != "q"}
        return dense(VECTORS[name], robot, robot.integrate(given["q"], h * moves["q"]), **moved)

    weights, h = (4 / 5, -1 / 5, 4 / 105, -1 / 280), 2e-3
    expected = sum(w / h * (at(i * h) - at(-i * h)) for i, w in enumerate(weights, 1))
    size = np.abs(expected).max()
    found = kernel.jvp(**given, **{f"d_{x}": y for x, y in moves.items()})
    np.testing.assert_allclose(found, expected, rtol=0, atol=1e-9 * size)
    jacobians = kernel.jacobian(*given)(**given)
    columns = zip(jacobians if len(given) > 1 else (jacobians,), moves.values(), strict=True)
    product = sum(np.einsum("b...i,bi->b...", x, dx) for x, dx in columns)
    np.testing.assert_allclose(product, found, rtol=0, atol=1e-11 * size)
    cotangent = rng.standard_normal(found.shape)
    rows = kernel.vjp(**given, cotangent=cotangent)
    owed = sum(np.sum(row * dx) for row, dx in zip(rows, moves.values(), strict=True))
    assert abs(owed - np.sum(cotangent * found)) < 1e-11 * size * cotangent.size


def test_what_has_no_derivatives_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    robot = robot_of(monkeypatch, 300)
    kernel = robot.compile(VECTORS["diagonal"])
    with pytest.raises(PsiphiError, match="LAPACK"):
        kernel.jvp(robot.neutral(), *np.zeros((2, 36))[:, : robot.nv])
    with pytest.raises(PsiphiError, match="LAPACK"):
        _ = robot.compile(VECTORS["solution"]).jvp.jvp


def test_diagonal_parts_of_flexible_robots(monkeypatch: pytest.MonkeyPatch) -> None:
    chain = planar_chain(3)
    section = {"density": 2700.0, "area": 1e-4, "second_moments": (1e-9, 1e-9), "young": 7e10}
    modes = beam(length=1.0, **section, modes=2, elements=8)
    robot = Robot(chain.with_modes(chain.bodies[1].name, modes))
    monkeypatch.setattr(kernel_module, "TRACED_UP_TO", 300)
    expression = diagonal(inv(M + phi @ phi.T)) @ w
    kernel = robot.compile(expression)
    assert isinstance(kernel, Solved)
    given = given_to(kernel, robot, (2,), np.random.default_rng(1))
    np.testing.assert_allclose(kernel(**given), dense(expression, robot, **given), rtol=1e-10, atol=1e-10)


def test_frames_of_large_robots_may_be_named_twice() -> None:
    robot = Robot(planar_chain(50))
    q, last = np.linspace(0.0, 1.0, 50), robot.frame_names[-1]
    found = robot.compile(mass + H @ phi @ B @ B.T @ phi.T @ H.T, frames=[last, last])(q)
    expected = dense(mass + H @ phi @ B @ B.T @ phi.T @ H.T, robot, q, frames=[last, last])
    np.testing.assert_allclose(found, expected, rtol=0, atol=1e-12 * np.abs(expected).max())


def test_factors_that_turn_out_to_be_large() -> None:
    """They are told as such, and not as singular: then LAPACK is called."""
    graph = Graph(most=100)
    entries = Argument("A", (6, 6)).scalars(graph)
    with pytest.raises(TooLarge):
        solver_of([entries[6 * i : 6 * i + 6] for i in range(6)], M + phi, GraphArithmetic(graph))


def test_singular_rows_are_named(monkeypatch: pytest.MonkeyPatch) -> None:
    robot = robot_of(monkeypatch, 300)
    kernel = robot.compile(inv(mass @ rod) @ tau)
    assert isinstance(kernel, Solved)
    q, rods = robot.neutral(), np.ones((3, robot.nv))
    rods[1, 2] = 0.0
    with pytest.raises(SingularError, match="row 1 of the batch"):
        kernel(q, rod=rods, tau=np.ones(robot.nv))
    found = kernel.call(q, rod=rods, tau=np.ones(robot.nv))
    assert np.isfinite(found[[0, 2]]).all()
    assert np.isnan(found[1]).all()


def test_singular_to_rounding() -> None:
    rng = np.random.default_rng(0)
    half = rng.standard_normal((30, 29))
    pair = np.stack([half @ half.T, np.diag(10.0 ** np.linspace(-9, 9, 30))])
    found = solve(pair, np.ones((30, 1)))
    assert np.isnan(found[0]).all()
    np.testing.assert_allclose(found[1, :, 0], 10.0 ** np.linspace(9, -9, 30), rtol=1e-12)
