"""Rates through the interpreter on dual numbers and through compiled code, against exact dense rates."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from itertools import product
from typing import Any

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from numpy.typing import NDArray

from psiphi import Robot
from psiphi.algebra import (
    A_0,
    C_R,
    E_0,
    A_dot,
    B_dot,
    D,
    H,
    I,
    J,
    K,
    M,
    N,
    P,
    R,
    a,
    b,
    body_vector,
    coordinate_vector,
    coupling,
    dense,
    derivative,
    g,
    gearing,
    gearing_dot,
    inv,
    joint_vector,
    mass,
    phi,
    psi,
    r,
    rate,
    v,
)
from psiphi.algebra.expression import Expr
from psiphi.algebra.operators import geared_family
from psiphi.algebra.rewriting.polynomial import expand
from psiphi.formats.robots import random_tree
from psiphi.kernel.program.counts import count
from psiphi.kernel.request import Request
from psiphi.kernel.tracing import cheapest
from psiphi.model import Model
from psiphi.recursion.bodies.mechanism import Mechanism
from psiphi.recursion.numbers.arithmetic import Number, NumpyArithmetic
from psiphi.recursion.numbers.dual import Dual, DualArithmetic, dual, held, rate_of
from psiphi.recursion.numbers.eigenvalues import power
from psiphi.recursion.numbers.small_matrices import Factors, multiply, units
from psiphi.recursion.numbers.vectors import dot
from psiphi.recursion.sweeps.evaluate import evaluate_together

Array = NDArray[np.float64]
X, U, F = joint_vector("x"), coordinate_vector("u"), body_vector("f")

# Numbers


def roundabout(x: Any, y: Any, arithmetic: Any) -> Any:
    """Every operation there is, with constants on either side."""
    s, c = arithmetic.sin(x * 2.0), arithmetic.cos(3.0 - y)
    z = arithmetic.sqrt(4.0 + s * c - x) * (0.5 * y - 1.0)
    return -z + arithmetic.reciprocal(1.5 + z * z) - (z - x) * (1.0 + y) + x - 1.0


def test_duals_differentiate_like_a_complex_step() -> None:
    """Im f(x + i h ẋ)/h is the derivative to the last digit where h² is nothing."""
    rng = np.random.default_rng(0)
    x, y, dx, dy = rng.uniform(-0.9, 0.9, size=(4, 100))
    found = roundabout(Dual(x, dx), Dual(y, dy), DualArithmetic(NumpyArithmetic()))
    h = 1e-100
    expected = roundabout(x + 1j * h * dx, y + 1j * h * dy, NumpyArithmetic())
    np.testing.assert_allclose(found.value, expected.real, rtol=1e-14)
    np.testing.assert_allclose(found.rate, expected.imag / h, rtol=1e-12, atol=1e-13)


def test_what_has_no_rate_is_a_plain_number() -> None:
    x = Dual(2.0, 3.0)
    assert type(x - x) is float
    assert type(dual(1.0, 0.0)) is float
    assert (held(x), rate_of(x)) == (2.0, 3.0)
    assert (held(1.0), rate_of(1.0)) == (1.0, 0.0)
    product = np.array([1.0, 2.0]) * x
    assert isinstance(product, Dual)
    np.testing.assert_array_equal(product.rate, [3.0, 6.0])


@pytest.mark.parametrize("n", [1, 2, 3, 6])
@pytest.mark.parametrize("spread", [0.0, 3.0, 8.0])
def test_roots_of_matrices_and_their_rates(n: int, spread: float) -> None:
    """Against eigenvalues; the rates against the equation X Ẋ + Ẋ X = Ȧ that defines them."""
    rng = np.random.default_rng(n)
    basis = np.linalg.qr(rng.normal(size=(20, n, n)))[0]
    values = 10.0 ** rng.uniform(-spread, 0.0, size=(20, n))
    A = (basis * values[:, None]) @ np.swapaxes(basis, 1, 2)
    A, A_dot = (A + np.swapaxes(A, 1, 2)) / 2, rng.normal(size=(20, n, n))
    A_dot = A_dot + np.swapaxes(A_dot, 1, 2)
    entries = [[Dual(A[:, i, j], A_dot[:, i, j]) for j in range(n)] for i in range(n)]
    halves = (Fraction(1, 2), Fraction(-1, 2))
    found = [power(entries, half, DualArithmetic(NumpyArithmetic())) for half in halves]
    root, inverse_root = (
        np.array([[held(x) for x in row] for row in rows]).transpose(2, 0, 1) for rows in found
    )
    rates, inverse_rates = (
        np.array([[rate_of(x) for x in row] for row in rows]).transpose(2, 0, 1) for rows in found
    )
    expected = (basis * np.sqrt(values)[:, None]) @ np.swapaxes(basis, 1, 2)
    worst = 1e-14 * 10.0**spread
    np.testing.assert_allclose(root, expected, atol=worst)
    np.testing.assert_allclose(root @ inverse_root, np.broadcast_to(np.eye(n), (20, n, n)), atol=10 * worst)
    scale = np.abs(rates).max()
    np.testing.assert_allclose(root @ rates + rates @ root, A_dot, atol=100 * worst * max(1.0, scale))
    np.testing.assert_allclose(
        inverse_rates, -inverse_root @ rates @ inverse_root, atol=10 * worst * np.abs(inverse_rates).max()
    )


# Expressions

EXPRESSIONS: dict[str, Expr] = {
    "transition": rate(phi) @ F,
    "mass matrix": rate(mass),
    "mass matrix of coordinates": rate(coupling.T @ mass @ coupling),
    "of an argument that moves": inv(mass) @ rate(mass) @ inv(mass) @ X,
    "inverse": rate(inv(mass + R)) @ X,
    "inverse of coupled joints": rate(inv(coupling.T @ mass @ coupling)) @ U,
    "gravity": rate(H @ phi @ M @ phi.T @ g),
    "biases": rate(H @ phi @ (M @ phi.T @ a + b)) + H @ phi @ b,
    "square root": rate((I + H @ phi @ K) @ D**0.5).T @ v,
    "geared": rate(geared_family.psi @ geared_family.K) @ X,
    "Jacobian": rate(J),
    "world axes": rate(A_0 @ J) @ v,
    "momentum": rate(E_0.T @ phi @ M @ phi.T @ H.T) @ v,
    "articulated inertias": rate(P),
    "composites": rate(r) @ F,
    "a number": rate(v.T @ mass @ v),
    "two at once": rate(psi) @ F - rate(phi.T) @ H.T @ X,
    "of a family": H @ phi @ rate(P) @ phi.T @ H.T,
}


def moving_robot(seed: int, bodies: int, **options: Any) -> Robot:
    return Robot(random_tree(seed, bodies=bodies, roots=min(2, bodies), rotors=True, **options))


def arguments(robot: Robot, x: Expr, batch: tuple[int, ...] = ()) -> dict[str, Array]:
    rng = np.random.default_rng(5)
    sizes = {"x": robot.model.nv_tree, "u": robot.nv, "f": 6 * len(robot.body_names)}
    names = Request(robot.model, x).vectors()
    return {name: rng.normal(size=(*batch, sizes[name])) for name in names}


def compare(robot: Robot, x: Expr, run: Callable[..., Array], tolerance: float = 1e-11) -> None:
    rng = np.random.default_rng(1)
    q, v_ = robot.random_configuration(rng, (2,)), rng.normal(size=(2, robot.nv))
    frames, vectors = robot.frame_names[-2:], arguments(robot, x, (2,))
    expected = dense(x, robot, q, v=v_, frames=frames, vectors=vectors)
    found = run(q, v_, frames, vectors)
    assert found.shape == expected.shape
    assert np.abs(found - expected).max() <= tolerance * max(1.0, np.abs(expected).max())


def compiled(robot: Robot, x: Expr) -> Callable[..., Array]:
    return lambda q, v_, frames, vectors: robot.compile(x, frames=frames)(q, v_, **vectors)


def interpreted(robot: Robot, x: Expr) -> Callable[..., Array]:
    def run(q: Array, v_: Array, frames: tuple[str, ...], vectors: dict[str, Array]) -> Array:
        mechanism = Mechanism.from_model(robot.model, frames=frames)
        spaces = Request(robot.model, x, frames).vectors()
        inputs = {name: (spaces[name].range, list(values.T)) for name, values in vectors.items()}
        numbers = evaluate_together([expand(x)], mechanism, NumpyArithmetic(), list(q.T), list(v_.T), inputs)[
            0
        ]
        flat = np.stack([np.broadcast_to(y, (len(q),)) for y in numbers], axis=-1)
        return flat.reshape(len(q), *Request(robot.model, x, frames).shapes()[0])

    return run


@pytest.mark.parametrize("name", EXPRESSIONS)
def test_compiled_rates_are_the_dense_ones(name: str) -> None:
    robot = moving_robot(3, 5, mimic=0.3 if "coordinates" in name or "coupled" in name else 0.0)
    compare(robot, EXPRESSIONS[name], compiled(robot, EXPRESSIONS[name]))


INTERPRETED = [x for name, x in EXPRESSIONS.items() if "inverse" not in name and "argument" not in name]


@settings(max_examples=6, deadline=None, suppress_health_check=list(HealthCheck))
@given(
    st.integers(0, 10**6), st.integers(1, 9), st.sampled_from(["fixed", "free"]), st.sampled_from([0.0, 0.4])
)
def test_interpreted_rates_on_random_robots(seed: int, bodies: int, base: str, mimic: float) -> None:
    robot = Robot(random_tree(seed, bodies=bodies, base=base, mimic=mimic, rotors=True))  # type: ignore[arg-type]
    for x in INTERPRETED:
        compare(robot, x, interpreted(robot, x), tolerance=1e-10)


@pytest.mark.parametrize("kind", ["universal", "planar", "spherical", "free", "helical"])
def test_one_body_on_each_kind_of_joint(kind: str) -> None:
    robot = Robot(random_tree(4, bodies=1, kinds=(kind,)))
    for x in (rate(mass) @ X, rate(H @ phi @ (M @ phi.T @ a + b)), rate(A_0 @ J) @ v):
        compare(robot, x, interpreted(robot, x))


def test_large_robots_have_rates_too() -> None:
    """Where other vectors run in loops over bodies, a rate is compiled without."""
    robot = Robot(random_tree(1, bodies=55, kinds=("revolute", "prismatic"), branching=0.3))
    x = rate(mass) @ X
    assert not robot.compile(x).rolled
    assert robot.compile(mass @ X).rolled
    compare(robot, x, compiled(robot, x))


# Costs


def operations(model: Model, x: Expr) -> int:
    return count(cheapest(Request(model, x)).program).total


def chain(n: int, *kinds: str) -> Model:
    return random_tree(n, bodies=n, kinds=kinds or ("revolute", "prismatic"), branching="chain")


def test_what_does_not_change_costs_nothing() -> None:
    """Slides alone leave every inertia as it is turned: only levers change."""
    assert operations(chain(4, "prismatic"), rate(H @ phi @ M @ phi.T @ g)) == 0
    assert operations(chain(4, "prismatic"), rate(mass) @ X) == 0
    assert operations(chain(4), rate(H)) == 0


def test_values_and_rates_are_computed_together() -> None:
    model = chain(6, "revolute")
    solved = inv(mass) @ X
    alone, changing = operations(model, solved), operations(model, rate(inv(mass)) @ X)
    assert operations(model, solved + rate(inv(mass)) @ X) <= changing + 0.1 * alone
    assert changing < 5 * alone


def test_rates_of_vectors_are_linear_in_the_number_of_bodies() -> None:
    for x in (rate(mass) @ X, rate(inv(mass)) @ X):
        ten, twenty, forty = (operations(chain(n, "revolute"), x) for n in (10, 20, 40))
        assert abs((forty - twenty) - 2 * (twenty - ten)) <= 0.02 * forty


@pytest.mark.parametrize(
    "x",
    [
        rate(gearing),
        derivative(gearing @ mass, along=X) @ X,
        rate(gearing.T),
        derivative(gearing_dot, along=X) @ X,
    ],
    ids=str,
)
def test_ratios_of_curved_gears_change_with_the_joints(x: Expr) -> None:
    """They were taken for constants: rate(gearing) was zero."""
    model = random_tree(3, bodies=3, kinds=("revolute", "prismatic"))
    robot = Robot(model.with_loop("joint_0", "joint_2", "joint", coefficients=(0.1, 2.0, 0.3, -0.4)))
    rng = np.random.default_rng(0)
    known = {
        "q": robot.random_configuration(rng),
        "v": rng.standard_normal(3),
        X.name: np.array([0.3, 1, -2]),
    }
    kernel = robot.compile(x)
    given = {argument.name: known[argument.name] for argument in kernel.signature.arguments}
    expected = dense(x, robot, known["q"], v=known["v"], vectors={n: given[n] for n in given if n == X.name})
    assert np.abs(expected).max() > 1e-3
    np.testing.assert_allclose(kernel(**given), expected, rtol=1e-12, atol=1e-14)


@pytest.mark.parametrize("kinds", [("revolute",), ("spherical", "universal"), ("free", "planar")])
def test_rates_of_any_power(kinds: tuple[str, ...]) -> None:
    """Also where only something else moves; (I + D)^⅓ of a free joint has eigenvalues that all but meet."""
    robot = Robot(random_tree(1, bodies=3, kinds=kinds))
    rng = np.random.default_rng(0)
    q, v, x = robot.random_configuration(rng), *rng.standard_normal((2, robot.nv))
    for y in (rate(D ** Fraction(1, 3)), D ** Fraction(-5, 3) @ rate(mass), rate((1000 * I + D) ** 0.3)):
        found = robot.compile(y @ X)(q, v, x)
        expected = dense(y @ X, robot, q, v=v, vectors={X.name: x})
        np.testing.assert_allclose(found, expected, rtol=0, atol=1e-11 * np.abs(expected).max())


@pytest.mark.parametrize("exponent", [Fraction(1, 3), Fraction(-1, 3)])
def test_derivatives_of_powers_of_every_order(exponent: Fraction) -> None:
    """X X X = A^±1 with all rates up to the third, two eigenvalues being equal."""
    rng, arithmetic = np.random.default_rng(0), DualArithmetic(NumpyArithmetic())
    V = np.linalg.qr(rng.standard_normal((4, 4)))[0]
    A = V @ np.diag([2.0, 2.0, 0.3, 5.0]) @ V.T
    parts = rng.standard_normal((7, 4, 4))
    parts = parts + np.swapaxes(parts, 1, 2)

    def entry(i: int, j: int) -> Number:
        d = parts[:, i, j].tolist()
        first, second = (Dual(Dual(x, y), Dual(z, w), 1) for x, y, z, w in ([A[i, j], *d[:3]], d[3:]))
        return Dual(first, second, 2)

    matrix = [[entry(i, j) for j in range(4)] for i in range(4)]
    X = power(matrix, exponent, arithmetic)
    expected = matrix if exponent > 0 else Factors.of(matrix, arithmetic).inverse()
    cubed = [[dot(multiply(X, multiply(X, row)), unit) for unit in units(4)] for row in X]
    for i, j, *parts_taken in product(range(4), range(4), *[(held, rate_of)] * 3):
        found, wanted = cubed[i][j], expected[i][j]
        for level, part in zip((2, 1, 0), parts_taken, strict=True):
            found, wanted = part(found, level), part(wanted, level)
        assert found == pytest.approx(wanted, rel=1e-11, abs=1e-9)


@pytest.mark.parametrize("n", [2, 3, 4, 6])
@pytest.mark.parametrize("unit", [1.0, 1e-9])
def test_powers_of_matrices_whose_eigenvalues_come_in_groups(n: int, unit: float) -> None:
    """X X X = A; a seventh sweep left a billionth of some 6 × 6, and small units gave NaN."""
    rng = np.random.default_rng(0)
    V = np.linalg.qr(rng.standard_normal((40000, n, n)))[0]
    sizes = 1e-4 ** rng.integers(0, 3, (40000, n)) * (1.0 + 1e-9 * rng.standard_normal((40000, n)))
    A = unit * (V * sizes[:, None]) @ np.swapaxes(V, 1, 2)
    entries = [[A[:, i, j] for j in range(n)] for i in range(n)]
    X = np.array(power(entries, Fraction(1, 3), NumpyArithmetic())).transpose(2, 0, 1)
    assert np.abs(X @ X @ X - A).max() < 1e-13 * unit


def test_second_derivatives_of_any_power_are_compiled() -> None:
    robot, Y = Robot(random_tree(1, bodies=3, kinds=("spherical",))), joint_vector("y")
    rng = np.random.default_rng(0)
    q, v, x, y = robot.random_configuration(rng), *rng.standard_normal((3, robot.nv))
    second = derivative(rate(D ** Fraction(1, 3)), along=Y) @ X
    found = robot.compile(second)(q=q, v=v, **{X.name: x, "y": y})
    first = robot.compile(rate(D ** Fraction(1, 3)) @ X)
    steps = (1e-3, 2e-3, 3e-3)
    ends = [[first(robot.integrate(q, side * h * y), v, x) for side in (1, -1)] for h in steps]
    differences = [(ahead - behind) / (2 * h) for (ahead, behind), h in zip(ends, steps, strict=True)]
    expected = 1.5 * differences[0] - 0.6 * differences[1] + 0.1 * differences[2]
    np.testing.assert_allclose(found, expected, rtol=0, atol=1e-9 * np.abs(expected).max())


@pytest.mark.parametrize(
    "moving", [derivative(A_0, along=X), A_dot, B_dot, C_R, rate(N), rate(gearing)], ids=str
)
def test_what_has_no_formula_is_differentiated_densely_too(moving: Expr) -> None:
    model = random_tree(8, bodies=5).with_loop("frame_0", "body_4", "hinge")
    robot, rng, frames = Robot(model), np.random.default_rng(3), ["body_2"]
    q, v_ = robot.random_configuration(rng), rng.standard_normal(robot.nv)
    expression = derivative(moving, along=joint_vector("y"))
    kernel = robot.compile(expression, frames)
    given = {"v": v_} | {x: rng.standard_normal(robot.nv) for x in kernel.signature.argument_names[1:]}
    found = kernel(q, **{x: given[x] for x in kernel.signature.argument_names[1:]})
    expected = dense(expression, robot, q, frames=frames, **given)
    np.testing.assert_allclose(found, expected, atol=1e-10 * max(1.0, np.abs(expected).max()))
