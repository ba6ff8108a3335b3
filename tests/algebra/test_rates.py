"""Rates of expressions: as nodes, as text, and as plain matrices against differences along the motion."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from psiphi.algebra import (
    A_0,
    C_M,
    D_R,
    E_0,
    P_R,
    X_0,
    A_dot,
    B,
    D,
    Delta_phi,
    E_b,
    E_phi,
    E_psi_Gamma,
    G,
    H,
    H_dot,
    I,
    J,
    K,
    K_Gamma,
    L,
    M,
    Omega,
    P,
    P_Gamma,
    Psi,
    R,
    Space,
    a,
    b,
    coupling,
    dense,
    diagonal,
    g,
    identity,
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
    refute,
    structure,
    v,
    zero,
)
from psiphi.algebra.expression import Expr, symbols_of
from psiphi.algebra.identities import Condition
from psiphi.algebra.operators import C_b, C_f, M_b, N, Q, gearing, r_b, r_reduced
from psiphi.algebra.writing.latex import to_latex
from psiphi.algebra.writing.text import to_ascii, to_text
from psiphi.errors import ExpressionError, InputError, SpaceError
from psiphi.formats.robots import five_bar, random_tree
from psiphi.model import Body, Model
from psiphi.spatial import Inertia
from robots import Case, case, cases

TAU = joint_vector("tau")


# Nodes


def test_what_never_changes_has_no_rate() -> None:
    for x in (coupling, v, TAU, identity(Space.BODY), 3 * coupling, coupling.T @ coupling):
        assert rate(x) is zero(x.range, x.domain)


def test_inertias_frames_and_rotors_have_no_rates_on_trees_of_rigid_bodies() -> None:
    model = random_tree(0, bodies=3, rotors=True)
    q, rates = model.neutral(), np.ones(model.nv)
    for x in (M, 3 * M, B.T @ M @ B, R, R @ R):
        assert rate(x) is not zero(x.range, x.domain)
        assert not dense(rate(x), model, q, v=rates, frames=model.frame_names[-1:]).any()


def test_constants_leave_a_rate() -> None:
    assert rate(2 * phi) is 2 * rate(phi)
    assert rate(coupling.T @ mass @ coupling) is coupling.T @ rate(mass) @ coupling
    assert rate(mass @ TAU) is rate(mass) @ TAU
    assert rate(I + H @ phi @ K) is rate(H @ phi @ K)
    assert rate(TAU.T @ mass @ TAU) is TAU.T @ rate(mass) @ TAU


def test_a_rate_keeps_spaces_symmetry_and_reach() -> None:
    assert (rate(K).range, rate(K).domain) == (K.range, K.domain)
    assert rate(mass).T is rate(mass)
    assert rate(phi).T is rate(phi.T)
    assert structure(rate(phi)).reach.is_inward
    assert structure(rate(P)).symmetric
    assert not structure(rate(P)).positive
    assert symbols_of(rate(mass)) == symbols_of(mass) | {v}
    with pytest.raises(SpaceError):
        rate(H) @ TAU


@pytest.mark.parametrize("x", [rate(phi), H @ rate(phi) @ M, rate(phi) - phi])
def test_second_rates_are_refused(x: Expr) -> None:
    with pytest.raises(ExpressionError, match="second rate"):
        rate(x)


def test_an_identity_without_space_has_no_rate() -> None:
    with pytest.raises(ExpressionError, match="I alone"):
        rate(I)


@pytest.mark.parametrize(
    ("x", "text", "plain", "latex"),
    [
        (rate(mass), "rate(H φ M φ* H*)", "rate(H phi M phi* H*)", r"\tfrac{d}{dt}\left(H \phi M"),
        (rate(phi.T), "rate(φ*)", "rate(phi*)", r"\tfrac{d}{dt}\left(\phi^{*}\right)"),
        (H @ rate(psi @ K), "H rate(ψ K)", "H rate(psi K)", r"H \tfrac{d}{dt}\left(\psi K\right)"),
    ],
)
def test_rates_are_written_and_read(x: Expr, text: str, plain: str, latex: str) -> None:
    assert (to_text(x), to_ascii(x)) == (text, plain)
    assert parse(text) is x
    assert parse(plain) is x
    assert to_latex(x).startswith(latex)
    assert eval(repr(x), {**globals(), "rate": rate}) is x


def test_a_text_without_a_rate_is_pointed_at() -> None:
    with pytest.raises(ExpressionError, match="a number has no rate"):
        parse("rate(2) phi")
    with pytest.raises(ExpressionError, match="second rate"):
        parse("H rate(rate(phi))")


# Proofs


PROVED = {
    "sum": (rate(phi + psi), rate(phi) + rate(psi)),
    "product": (rate(phi @ psi), rate(phi) @ psi + phi @ rate(psi)),
    "transition": (rate(phi), phi @ rate(E_phi) @ phi),
    "inverse": (rate(inv(mass)), -inv(mass) @ rate(mass) @ inv(mass)),
    "identity of the papers": (rate(phi @ E_phi), rate(phi)),
    "adjoint": (rate(mass), rate(H @ phi) @ M @ phi.T @ H.T + H @ phi @ M @ rate(H @ phi).T),
}


@pytest.mark.parametrize("name", PROVED)
def test_the_rules_of_differentiation_are_proved(name: str) -> None:
    assert prove(*PROVED[name])


def test_what_is_no_rate_is_not_proved() -> None:
    wrong = rate(phi @ psi), rate(phi) @ rate(psi)
    assert not prove(*wrong)
    assert refute(*wrong, trials=2) is not None


# Plain matrices

SYMBOLS = (H, E_phi, phi, Delta_phi, L, Psi, r, P, D, G, psi, Omega, P_R, E_b, phi_b)
CORRELATED = (P_Gamma, K_Gamma, E_psi_Gamma)
MOVING = (a, b, H_dot, C_M)
OF_FRAMES = (A_0, X_0, A_dot, E_0, J)
COMPOSED = (
    (I + H @ phi @ K) @ D**0.5,
    D_R**-1.5,
    inv(mass),
    diagonal(inv(mass)),
    g,
    H @ phi @ (M @ phi.T @ a + b),
)


def difference_along_the_motion(x: Expr, robot: Case, h: float = 0.004) -> np.ndarray:
    """d/dt of the matrix of x by a formula of tenth order, q moving with constant v."""
    model = robot.model.merged()

    def there(t: float) -> np.ndarray:
        return dense(x, model, model.integrate(robot.q, robot.v, t), v=robot.v, frames=robot.frames)

    weights = (5 / 6, -5 / 21, 5 / 84, -5 / 504, 1 / 1260)
    return sum(w * (there(i * h) - there(-i * h)) for i, w in enumerate(weights, start=1)) / h


def check(x: Expr, robot: Case) -> None:
    found = dense(rate(x), robot.model, robot.q, v=robot.v, frames=robot.frames)
    expected = difference_along_the_motion(x, robot)
    size = max(np.abs(expected).max(initial=0.0), np.abs(dense_of(x, robot)).max())
    assert np.abs(found - expected).max() <= 1e-9 * size


def dense_of(x: Expr, robot: Case) -> np.ndarray:
    return dense(x, robot.model, robot.q, v=robot.v, frames=robot.frames)


@settings(max_examples=4, deadline=None)
@given(cases(), st.permutations([*SYMBOLS, *CORRELATED, *MOVING, *OF_FRAMES, *COMPOSED]))
def test_dense_rates_are_those_of_the_motion(robot: Case, expressions: list[Expr]) -> None:
    for x in expressions[:15]:
        check(x, robot)


@pytest.mark.parametrize("x", [*SYMBOLS, *MOVING, *OF_FRAMES, *COMPOSED], ids=str)
def test_each_symbol_has_its_rate(x: Expr) -> None:
    check(x, case(6, bodies=5))


@pytest.mark.parametrize("x", [Q, r_b, C_f, C_b, r_reduced, M_b], ids=str)
def test_rates_of_the_free_flyer(x: Expr) -> None:
    check(x, case(2, Condition.FREE_FLYING, bodies=5))


def test_universal_joints_turn_their_axes() -> None:
    robot = case(3, bodies=2, kinds=("universal",), mimic=0.0)
    for x in (H, H_dot, a, H @ phi @ (M @ phi.T @ a + b)):
        check(x, robot)
        assert np.abs(dense(rate(x), robot.model, robot.q, v=robot.v)).max() > 1e-3


def test_equal_eigenvalues_have_a_rate_of_their_powers() -> None:
    """A ball of equal moments on a spherical joint: the blocks of D are multiples of I."""
    ball = Inertia(2.0, (0.0, 0.0, 0.0), 0.3 * np.eye(3))
    tree = random_tree(1, bodies=2, kinds=("revolute", "spherical"), branching="chain")
    bodies = [Body(x.name, x.parent, x.joint, ball) for x in tree.bodies]
    model = Model("balls", bodies, tree.frames)
    rng = np.random.default_rng(0)
    robot = Case(model, model.random_configuration(rng), rng.normal(size=model.nv), (), 0)
    check(D**0.5, robot)
    check(D**-0.5, robot)


def test_rates_need_velocities() -> None:
    robot = case(0, bodies=3)
    with pytest.raises(InputError, match="give v"):
        dense(rate(mass), robot.model, robot.q)


def test_loops_turn_with_their_frames() -> None:
    model = five_bar()
    rng = np.random.default_rng(2)
    robot = Case(model, model.random_configuration(rng), rng.normal(size=model.nv), (), 0)
    for x in (N, N @ phi.T @ H.T, gearing):
        check(x, robot)
