"""Derivatives along rates of the joints: plain matrices against differences, compiled code against these."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import psiphi
from psiphi.algebra import (
    A_0,
    C_M,
    E_0,
    X_0,
    A_dot,
    D,
    Delta_phi,
    E_b,
    E_phi,
    G,
    Gamma_dot,
    H,
    H_dot,
    I,
    J,
    K_Gamma,
    M,
    Omega,
    P,
    P_Gamma,
    a,
    b,
    bend,
    body_vector,
    cross,
    crossbar,
    dense,
    derivative,
    g,
    inv,
    joint_vector,
    mass,
    parse,
    phi,
    phi_b,
    prove,
    psi,
    r,
    rate,
    tendons,
    v,
    zero,
)
from psiphi.algebra.derivatives import definition
from psiphi.algebra.expression import Expr, Symbol, symbols_of
from psiphi.algebra.identities import Condition
from psiphi.algebra.operators import C_f, M_b, N, Q, gearing, r_b
from psiphi.algebra.writing.latex import to_latex
from psiphi.algebra.writing.text import to_ascii
from psiphi.errors import ExpressionError, SpaceError
from psiphi.formats.robots import five_bar
from robots import Case, case, cases

U, W, X = joint_vector("u"), joint_vector("w"), joint_vector("x")
F, Y = body_vector("f"), body_vector("y")
TORQUE = H @ phi @ (M @ phi.T @ (H.T @ X + a) + b)

# Nodes


def test_a_rate_is_the_derivative_along_v() -> None:
    assert rate(mass) is derivative(mass, along=v)


def test_what_is_given_is_held() -> None:
    assert derivative(mass @ X, along=U) is derivative(mass, along=U) @ X
    for x in (tendons, U, v, cross(F)):
        assert derivative(x, along=U) is zero(x.range, x.domain)


def test_second_derivatives_are_derivatives_of_derivatives() -> None:
    first = derivative(mass, along=U)
    assert derivative(first, along=W) is not derivative(derivative(mass, along=W), along=U)
    assert derivative(rate(mass), along=U).T is derivative(rate(mass), along=U)
    with pytest.raises(ExpressionError, match="second rate"):
        rate(derivative(rate(mass), along=U))


@pytest.mark.parametrize("along", [F, mass @ U, H, U + W])
def test_a_direction_is_a_named_vector_of_joint_rates(along: Expr) -> None:
    with pytest.raises(ExpressionError, match="joint_vector"):
        derivative(mass, along=along)


def test_vectors_of_joints_cross_with_nothing() -> None:
    with pytest.raises(SpaceError, match="body or frame vector"):
        cross(X)


@pytest.mark.parametrize(
    ("x", "text", "latex"),
    [
        (derivative(mass, along=U), "derivative(H phi M phi* H*; u)", r"\partial_{u}\left(H \phi M"),
        (derivative(phi.T, along=U) @ F, "derivative(phi*; u) f", r"\partial_{u}\left(\phi^{*}\right) f"),
        (cross(phi.T @ H.T @ U) @ F, "cross{phi* H* u} f", r"\mathrm{cross}_{\{\phi^{*}"),
        (crossbar(M @ F), "crossbar{M f}", r"\mathrm{crossbar}_{\{M f\}}"),
        (bend(X, v) @ U, "bend{x; v} u", r"\mathrm{bend}_{\{x;\, v\}} u"),
    ],
)
def test_derivatives_are_written_and_read(x: Expr, text: str, latex: str) -> None:
    assert to_ascii(x) == text
    spaces = {"u": "joint", "x": "joint", "f": "body"}
    assert parse(text, vectors=spaces) is x
    assert parse(str(x), vectors=spaces) is x
    assert to_latex(x).startswith(latex)
    assert eval(repr(x), dict(vars(psiphi.algebra))) is x


@pytest.mark.parametrize("text", ["derivative(mass)", "derivative(2; u)", "derivative(mass; f_) phi f_"])
def test_texts_without_a_derivative_are_pointed_at(text: str) -> None:
    with pytest.raises(ExpressionError, match=r"\^"):
        parse(text)


# Plain matrices

SYMBOLS = (H, E_phi, phi, Delta_phi, r, P, D, G, psi, Omega, P_Gamma, K_Gamma, E_b, phi_b, E_0)
MOVING = (a, b, g, H_dot, C_M, Gamma_dot, A_dot, A_0, X_0, J)
COMPOSED = (D**0.5, inv(mass), TORQUE, rate(mass), cross(phi.T @ H.T @ v), crossbar(phi @ M @ a))
TWICE = (phi, mass, inv(mass), P, C_M, H_dot, a, b, TORQUE)


def value(x: Expr, robot: Case, q: np.ndarray, given: dict[str, np.ndarray]) -> np.ndarray:
    return dense(x, robot.model, q, v=robot.v, frames=robot.frames, **given)


def difference(x: Expr, robot: Case, along: Symbol, given: dict[str, np.ndarray]) -> np.ndarray:
    """The derivative of the matrix of x by a formula of tenth order along `robot.integrate`."""
    model, h, weights = robot.model.merged(), 0.004, (5 / 6, -5 / 21, 5 / 84, -5 / 504, 1 / 1260)

    def there(t: float) -> np.ndarray:
        held = {name: number for name, number in given.items() if name in robot.vectors(x)}
        return value(x, robot, model.integrate(robot.q, given[along.name], t), held)

    return sum(w * (there(i * h) - there(-i * h)) for i, w in enumerate(weights, start=1)) / h


def check(x: Expr, robot: Case, along: Symbol = U) -> None:
    change = derivative(x, along=along)
    given = robot.vectors(x, change)
    found, expected = value(change, robot, robot.q, given), difference(x, robot, along, given)
    held = {name: number for name, number in given.items() if name in robot.vectors(x)}
    size = max(1.0, np.abs(expected).max(), np.abs(value(x, robot, robot.q, held)).max())
    assert np.abs(found - expected).max() <= 1e-9 * size


@pytest.mark.parametrize("x", [*SYMBOLS, *MOVING, *COMPOSED], ids=str)
def test_each_symbol_has_its_derivative(x: Expr) -> None:
    check(x, case(6, bodies=5, mimic=0.0))


@pytest.mark.parametrize("x", TWICE, ids=str)
def test_each_symbol_has_its_second_derivative(x: Expr) -> None:
    check(derivative(x, along=U), case(6, bodies=5, mimic=0.0), W)


@settings(max_examples=4, deadline=None)
@given(cases(), st.permutations([*SYMBOLS, *MOVING, *COMPOSED, *(derivative(x, along=W) for x in TWICE)]))
def test_derivatives_are_those_of_the_manifold(robot: Case, expressions: list[Expr]) -> None:
    if robot.model.nv == robot.model.nv_tree:  # mimic joints move by themselves along a vector of all joints
        for x in expressions[:10]:
            check(x, robot)


@pytest.mark.parametrize("x", [Q, r_b, C_f, M_b], ids=str)
def test_derivatives_of_the_free_flyer(x: Expr) -> None:
    check(x, case(2, Condition.FREE_FLYING, bodies=5, mimic=0.0))


def test_loops_turn_with_their_frames() -> None:
    model = five_bar()
    rng = np.random.default_rng(2)
    robot = Case(model, model.random_configuration(rng), rng.normal(size=model.nv), (), 0)
    for x in (N, N @ phi.T @ H.T, gearing):
        check(x, robot)


@pytest.mark.parametrize("x", [a, b, C_M, H_dot, Gamma_dot], ids=str)
def test_definitions_in_cross_products_are_those_of_the_papers(x: Symbol) -> None:
    meaning = definition(x)
    assert meaning is not None
    for seed in range(4):
        robot = case(seed, bodies=6)
        found, expected = (dense(y, robot.model, robot.q, v=robot.v) for y in (meaning, x))
        assert np.abs(found - expected).max() <= 1e-13 * max(1.0, np.abs(expected).max())


def test_crossings_are_what_they_say() -> None:
    robot = case(1, bodies=3)
    given = robot.vectors(F, Y)
    left, right = (value(x, robot, robot.q, given) for x in (cross(F) @ Y, crossbar(Y) @ F))
    assert np.array_equal(left, right)
    bar = value(crossbar(F), robot, robot.q, {"f": given["f"]})
    assert np.array_equal(bar, -bar.T)


# Derivatives by a vector

CORIOLIS = H @ phi @ (M @ phi.T @ H_dot.T + C_M @ phi.T @ H.T)
BY_VECTORS = {
    "mass matrix": mass @ X,
    "its inverse": inv(mass) @ X,
    "inverse dynamics": TORQUE,
    "forward dynamics": inv(mass) @ (X - H @ phi @ (M @ phi.T @ a + b)),
    "kinetic energy": v.T @ mass @ v / 2,
    "a Jacobian": J @ X,
    "Coriolis forces": CORIOLIS @ X,
    "a product of numbers": (X.T @ X) @ (X.T @ mass @ X) @ (v.T @ mass @ v),
}


def columns(x: Expr, robot: Case, by: str, given: dict[str, np.ndarray]) -> np.ndarray:
    """The derivative of x by "q", "v" or "x", a column at a time, by a formula of tenth order."""
    h, weights = 0.004, (5 / 6, -5 / 21, 5 / 84, -5 / 504, 1 / 1260)

    def there(change: np.ndarray) -> np.ndarray:
        q = robot.model.merged().integrate(robot.q, change) if by == "q" else robot.q
        rates = robot.v + change if by == "v" else robot.v
        inputs = {"x": given["x"] + change} if by == "x" else given
        return dense(x, robot.model, q, v=rates, frames=robot.frames, **inputs)

    def column(e: np.ndarray) -> np.ndarray:
        steps = enumerate(weights, start=1)
        return sum(w * (there(i * h * e) - there(-i * h * e)) for i, w in steps) / h

    return np.stack([column(e) for e in np.eye(robot.model.nv_tree)], axis=-1)


@pytest.mark.parametrize(
    ("name", "by"),
    [(name, by) for name, x in BY_VECTORS.items() for by in "qvx" if by != "x" or X in symbols_of(x)],
)
def test_derivatives_by_a_vector_have_directions_for_columns(name: str, by: str) -> None:
    x = BY_VECTORS[name]
    change = derivative(x, by)
    for seed, base in ((3, "fixed"), (8, "free")):
        robot = case(seed, bodies=4, mimic=0.0, base=base, roots=1)
        given = robot.vectors(x)
        found = value(change, robot, robot.q, {s: y for s, y in given.items() if s in robot.vectors(change)})
        expected = columns(x, robot, by, given)
        assert found.shape == expected.shape
        assert np.abs(found - expected).max() <= 1e-9 * max(1.0, np.abs(expected).max())


def test_what_only_a_filter_says_has_no_matrix_of_derivatives() -> None:
    with pytest.raises(ExpressionError, match=r"kernel\.jacobian"):
        derivative(P @ F, "q")
    for x, by in ((X @ (X.T @ X), "x"), (mass @ v @ (v.T @ X), "v"), (J @ X @ (X.T @ mass @ X), "x")):
        with pytest.raises(ExpressionError, match="times an operator, which has no form"):
            derivative(x, by)
    with pytest.raises(ExpressionError, match="there are 'q', 'v', 'x'"):
        derivative(mass @ X, "y")
    with pytest.raises(ExpressionError, match="is an operator"):
        derivative(mass, "q")
    with pytest.raises(ExpressionError, match="along one vector"):
        derivative(mass @ X, "q", along=U)


# Proofs

PROVED = {
    "transition": (derivative(phi, along=U), phi @ derivative(E_phi, along=U) @ phi),
    "commutator": (derivative(phi, along=U), phi @ cross(phi.T @ H.T @ U) - cross(phi.T @ H.T @ U) @ phi),
    "inverse": (derivative(inv(mass), along=U), -inv(mass) @ derivative(mass, along=U) @ inv(mass)),
    "filter": (derivative(psi @ inv(psi), along=U), zero(psi.range, psi.domain)),
}


@pytest.mark.parametrize("name", PROVED)
def test_the_rules_of_differentiation_are_proved(name: str) -> None:
    assert prove(*PROVED[name])


# Compiled code

COMPILED = {
    "mass matrix": derivative(mass, along=U) @ X,
    "its inverse": derivative(inv(mass) @ X, along=U),
    "inverse dynamics": derivative(TORQUE, along=U),
    "a matrix": derivative(mass, along=U),
    "a filter": derivative(H @ psi @ phi @ G, along=U) @ X,
    "a number": derivative(X.T @ mass @ X, along=U),
    "a Jacobian": derivative(J, along=U) @ X,
    "twice": derivative(derivative(TORQUE, along=U), along=W),
    "twice along one": derivative(derivative(inv(mass), along=U), along=U) @ X,
    "of a rate": derivative(rate(mass), along=U) @ X,
    "the curvature of the manifold": derivative(derivative(TORQUE, along=U), along=W)
    - derivative(derivative(TORQUE, along=W), along=U),
    "a root": derivative((I + H @ phi @ K_Gamma) @ X, along=U),
    "the second derivative of D": derivative(derivative(D, along=U), along=W),
    "inverse dynamics by q": derivative(TORQUE, "q"),
    "inverse dynamics by q, times a vector": derivative(TORQUE, "q") @ W,
    "inverse dynamics by v": derivative(TORQUE, "v"),
    "forward dynamics by q": derivative(inv(mass) @ X, "q"),
    "a Jacobian by q": derivative(X_0 @ J @ X, "q"),
    "kinetic energy by q": derivative(X.T @ mass @ X, "q"),
}


@pytest.mark.parametrize("name", COMPILED)
def test_compiled_derivatives_are_those_of_plain_matrices(name: str) -> None:
    x = COMPILED[name]
    for seed, base in ((3, "fixed"), (4, "free"), (7, "fixed")):
        kinds = {"kinds": ("universal", "revolute")} if seed == 7 else {}
        robot = case(seed, bodies=4, mimic=0.0, base=base, roots=1, **kinds)
        kernel = psiphi.Robot(robot.model).compile(x, frames=robot.frames if "Jacobian" in name else ())
        given = robot.vectors(x)
        moving = (
            {"v": robot.v} if any(argument.name == "v" for argument in kernel.signature.arguments) else {}
        )
        expected = value(x, robot, robot.q, given)
        size = max(1.0, np.abs(expected).max())
        assert np.abs(kernel(robot.q, **moving, **given) - expected).max() <= 1e-12 * size
