"""Expressions as users write them, compiled, against plain matrices: what was found wrong once."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

import numpy as np
import pytest

from psiphi import Robot, algebra, dense, explain, robots
from psiphi.algebra import diagonal, inv
from psiphi.algebra.construction import identity, symbol, zero
from psiphi.algebra.dense import relative_difference
from psiphi.algebra.derivatives import derivative, rate
from psiphi.algebra.expression import Expr
from psiphi.algebra.inputs import (
    body_operator,
    body_vector,
    frame_operator,
    frame_vector,
    joint_operator,
    joint_vector,
    world_vector,
)
from psiphi.algebra.operators import (
    A_0,
    C_M,
    X_0,
    B,
    D,
    D_Gamma,
    Delta_phi,
    Delta_psi,
    E_phi,
    G,
    Gamma,
    Gamma_dot,
    H,
    H_dot,
    I,
    J,
    L,
    M,
    P,
    Phi,
    Pi_tip,
    Psi,
    R,
    S,
    a,
    b,
    coupling,
    cross,
    crossbar,
    mass,
    phi,
)
from psiphi.algebra.spaces import Space
from psiphi.errors import CompileError, InputError, PsiphiError, SingularError
from psiphi.formats.robots.random_tree import random_tree

JOINT, LOOP, WORLD, ONE = Space.JOINT, Space.LOOP, Space.WORLD, Space.ONE
f, w, x = frame_vector("f"), body_vector("w"), joint_vector("x")


def assert_compiled_is_dense(
    expression: Expr, robot: Robot, frames: Sequence[str] = (), *, rolled: bool | None = None
) -> None:
    """The kernel and plain matrices agree to 1e-10, on three rows."""
    kernel = robot.compile(expression, frames=frames, rolled=rolled)
    rng = np.random.default_rng(1)
    q = robot.random_configuration(rng, (3,))
    given = {a.name: rng.standard_normal((3, *a.shape)) for a in kernel.signature.arguments if a.name != "q"}
    found = kernel(q, **given)
    names = {name.replace("_prime", "'"): value for name, value in given.items()}
    wanted = dense(expression, robot, q, v=names.pop("v", None), frames=frames, vectors=names)
    np.testing.assert_allclose(found, wanted, rtol=0, atol=1e-10 * np.abs(wanted).max())


@pytest.mark.parametrize("name", ["z1", "t9", "unit", "omega", "ends", "x'", "P_", "result", "self"])
def test_a_vector_may_have_any_name(name: str) -> None:
    robot = Robot(random_tree(5, bodies=3))
    assert_compiled_is_dense(inv(mass) @ joint_vector(name), robot)
    assert_compiled_is_dense(phi @ body_vector(name), robot)
    assert_compiled_is_dense(B.T @ phi.T @ body_vector(name), robot, [robot.frame_names[-1]])
    assert_compiled_is_dense(mass @ joint_vector(name), robot, rolled=True)


@pytest.mark.parametrize("name", ["result", "cotangent", "d_q"])
def test_derivatives_by_a_vector_may_have_any_name(name: str) -> None:
    robot = Robot(random_tree(5, bodies=3))
    kernel, plain = (robot.compile(inv(mass) @ joint_vector(x)) for x in (name, "y"))
    q = robot.random_configuration(np.random.default_rng(2))
    y, dq, dy = np.random.default_rng(3).standard_normal((3, robot.nv))
    np.testing.assert_allclose(kernel.jvp(q, y, dq, dy), plain.jvp(q, y, dq, dy), rtol=1e-10, atol=1e-10)
    for found, wanted in zip(kernel.vjp(q, y, dy), plain.vjp(q, y, dy), strict=True):
        np.testing.assert_allclose(found, wanted, rtol=1e-10, atol=1e-10)


def test_recursions_are_called_otherwise_than_vectors() -> None:
    told = str(explain(inv(mass) @ joint_vector("z1")))
    assert "z1(c) − H(c) z2(c)" in told
    assert "z3(k) = " in told
    assert "z1(k) = " not in told


def test_names_that_would_be_one_argument_are_refused() -> None:
    with pytest.raises(InputError, match="x_prime"):
        robots.panda().compile(joint_vector("x'") + joint_vector("x_prime"))
    with pytest.raises(InputError, match="two vectors are called 'x'"):
        robots.panda().compile(H @ body_vector("x") + joint_vector("x"))
    with pytest.raises(InputError, match="two vectors are called 'x'"):
        dense(H @ body_vector("x") + joint_vector("x"), robots.panda(), np.zeros(7), x=np.zeros(7))


IN_FRAMES = {
    "I + B*PB": inv(I + B.T @ P @ B) @ f,
    "inertias of bodies at frames": inv(B.T @ M @ B + I / 100) @ f,
    "a matrix": inv(I + B.T @ P @ B),
    "a sandwich": J.T @ inv(I + B.T @ P @ B) @ J,
    "a power": (I + B.T @ P @ B) ** -0.5 @ f,
    "axes of the world": inv(A_0) @ f,
    "motions of the world": inv(X_0 + I) @ f,
}


@pytest.mark.parametrize("name", IN_FRAMES)
def test_inverses_between_frames_join_the_frames_of_one_body(name: str) -> None:
    assert_compiled_is_dense(IN_FRAMES[name], robots.nine_link_tree(), ["link_4", "link_3", "link_4"])


def test_frames_on_the_world_move_with_no_body() -> None:
    model = random_tree(2)
    assert_compiled_is_dense(inv(I + B.T @ P @ B) @ f, Robot(model), ["world", model.frame_names[-1]])


ON_BODIES = {
    "a matrix": inv(M + phi @ M @ phi.T),
    "its diagonal": diagonal(inv(M + phi @ phi.T)) @ w,
    "both ways": inv(phi + phi.T) @ w,
    "outward": inv(M + phi.T @ M @ phi) @ w,
    "not symmetric": inv(M + phi @ M @ phi) @ w,
    "of a moving robot": inv(I + C_M) @ w,
}


@pytest.mark.parametrize("name", ON_BODIES)
def test_inverses_between_bodies(name: str) -> None:
    assert_compiled_is_dense(ON_BODIES[name], Robot(random_tree(3, bodies=2)))


STEPS: dict[str, Expr] = {
    str(X): X
    for X in (
        *(E_phi @ M @ E_phi.T, S @ M @ S.T, Gamma_dot @ D_Gamma @ Gamma_dot.T, E_phi @ C_M @ E_phi.T),
        *(E_phi @ H.T @ Gamma.T + Gamma @ H @ E_phi.T, rate(E_phi) @ M @ rate(E_phi).T, E_phi @ P @ E_phi.T),
        *(diagonal(phi.T @ M @ phi), diagonal(E_phi.T @ P @ E_phi)),
    )
}


@pytest.mark.parametrize("name", STEPS)
def test_blocks_that_reach_a_child_and_come_back_are_inverted(name: str) -> None:
    robot = Robot(random_tree(49764, bodies=3, rotors="carried"))
    assert_compiled_is_dense(inv(I + M + STEPS[name]) @ w, robot)


@pytest.mark.parametrize("X", [M + E_phi @ M @ E_phi.T, M + C_M @ C_M.T, M + rate(P) @ rate(P)], ids=str)
def test_filters_of_what_reaches_a_child_or_moves(X: Expr) -> None:
    assert_compiled_is_dense(inv(H @ phi @ X @ phi.T @ H.T) @ x, Robot(random_tree(49764, bodies=3)))


def test_derivatives_inside_an_inverse_do_not_run_in_loops() -> None:
    with pytest.raises(InputError, match="rolled"):
        robots.planar_chain(3).compile(inv(I + rate(X_0.T)) @ f, frames=["tip"], rolled=True)


def test_what_a_second_derivative_is_applied_to_is_held_by_both() -> None:
    u = joint_vector("u")
    second = derivative(rate(phi), along=u)
    assert_compiled_is_dense(second @ (b + derivative(phi @ w, along=u)), Robot(random_tree(0, bodies=3)))


def test_what_only_rounding_keeps_from_being_singular_is_refused() -> None:
    robot = Robot(random_tree(85192, bodies=2))
    with pytest.raises(PsiphiError, match="singular"):
        robot.compile(inv(I - Phi.T @ Phi) @ w)(robot.neutral(), w=np.ones(12))


def test_an_inverse_meets_itself_without_becoming_that_of_something_symmetric() -> None:
    robot, Y = robots.puma560(), inv((A_0 - 2 * I).T)
    assert_compiled_is_dense(Y @ Y @ f, robot, ["link_2"])
    assert_compiled_is_dense(inv(3 * I + phi) @ inv(3 * I + phi) @ w, robot)


@pytest.mark.parametrize("expression", [b.T @ H.T @ x, b.T @ H_dot.T @ x, a.T @ M @ phi.T @ H.T @ x], ids=str)
def test_biases_feel_the_frames_of_bodies_in_rows_too(expression: Expr) -> None:
    assert_compiled_is_dense(expression, Robot(random_tree(3, bodies=3)))


ON_JOINTS = {
    "indefinite": inv(mass @ mass - I) @ x,
    "an indefinite covariance": inv(mass - I) @ x,
    "not symmetric": inv(mass + H @ phi @ C_M @ phi.T @ H.T) @ x,
    "a matrix that is not symmetric": inv(mass @ (R + I) + I),
    "half a product": inv(I + mass @ H @ phi @ H.T) @ x,
}


@pytest.mark.parametrize("name", ON_JOINTS)
def test_inverses_between_joints_need_be_neither_definite_nor_symmetric(name: str) -> None:
    for model in (random_tree(2, bodies=3), random_tree(4, bodies=3, base="free", rotors=True)):
        assert_compiled_is_dense(ON_JOINTS[name], Robot(model))


@pytest.mark.parametrize(("name", "frame"), [("quadruped", "LF_foot"), ("panda", "panda_link4")])
def test_damped_least_squares_is_compiled_for_any_frame(name: str, frame: str) -> None:
    damped = inv(J.T @ J + I / 100) @ J.T @ f
    assert_compiled_is_dense(damped, getattr(robots, name)(), [frame])


def test_a_row_that_is_singular_is_named() -> None:
    robot = robots.ur5()
    kernel = robot.compile(inv(mass - joint_vector("x") @ joint_vector("x").T) @ joint_vector("y"))
    q = robot.random_configuration(np.random.default_rng(0), (4,))
    y, x_ = np.ones(6), np.zeros((4, 6))
    x_[2, 1] = 1.0 / np.sqrt(np.linalg.inv(robot.mass_matrix(q[2]))[1, 1])  # a rank less
    with pytest.raises(SingularError, match="row 2 of the batch"):
        kernel(q, x_, y)
    assert np.isnan(kernel.call(q, x_, y)).any(axis=1).tolist() == [False, False, True, False]


@pytest.mark.parametrize("expression", [inv(R) @ x, inv(Pi_tip) @ w, inv(B.T @ H.T @ H @ B) @ f], ids=str)
def test_what_is_singular_in_every_configuration_has_no_value(expression: Expr) -> None:
    with pytest.raises((CompileError, SingularError)):
        assert_compiled_is_dense(expression, robots.panda(), ["panda_link8"])


y = joint_vector("y")
ANY = {
    "an outer product": x @ y.T,
    "a row": x.T @ mass,
    "a row of body space": w.T @ phi,
    "the inverse of a number": inv(x.T @ mass @ x) @ x.T @ y,
    "a row divided by a number": inv(x.T @ mass @ x) @ x.T,
    "a number and one": I + 2 * x.T @ y,
    "numbers handed over": S,
    "numbers handed back": S.T @ M @ w,
    "Φ": Phi,
    "Δ_φ": Delta_phi,
    "its inverse": inv(Delta_phi) @ w,
    "L": L @ x,
    "Ψ*": Psi.T @ w,
    "Δ_ψ": Delta_psi @ w,
    "S in an inverse": inv(M + S + S.T) @ w,
    "a third": D ** Fraction(1, 3) @ x,
    "a block with columns that never change": rate(G @ H),
    "a power of constants": M**0.25 @ w,
    "a decimal fraction": (R + I) ** 0.3 @ x,
    "minus two thirds": D ** Fraction(-2, 3),
    "cross products in an inverse": inv(5 * I + cross(w) @ cross(w).T) @ w,
    "a diagonal of coordinates": diagonal(coupling.T @ mass @ coupling),
}


@pytest.mark.parametrize("name", ANY)
def test_any_vector_matrix_or_number_becomes_native_code(name: str) -> None:
    for model in (random_tree(7, bodies=2), random_tree(8, bodies=4, base="free", mimic=0.5)):
        assert_compiled_is_dense(ANY[name], Robot(model))


@pytest.mark.parametrize(
    "shape", [(ONE, ONE), (ONE, JOINT), (JOINT, ONE), (LOOP, LOOP), (WORLD, ONE)], ids=str
)
def test_zero_is_compiled_in_every_space(shape: tuple[Space, Space]) -> None:
    robot = Robot(random_tree(2).with_loop("world", "body_3", "hinge"))
    found = robot.compile(zero(*shape))(robot.neutral())
    assert not np.any(found)
    assert found.shape == dense(zero(*shape), robot, robot.neutral()).shape


def test_products_of_vectors_of_frames_in_loops() -> None:
    assert_compiled_is_dense(
        f.T @ B.T @ B @ f, robots.panda(), ["panda_link4"] * 2 + ["panda_link8"], rolled=True
    )


PAYLOAD, ARMATURE = body_operator("payload"), joint_operator("armature", diagonal=True)
STIFFNESS = frame_operator("stiffness")
GIVEN = {
    "a payload in the mass matrix": inv(H @ phi @ (M + PAYLOAD) @ phi.T @ H.T) @ x,
    "its inverse as a matrix": inv(H @ phi @ (M + PAYLOAD) @ phi.T @ H.T),
    "an armature": inv(mass + ARMATURE) @ x,
    "a stiffness at frames": inv(mass + J.T @ STIFFNESS @ J) @ x,
    "a rate": rate(H @ phi @ (M + PAYLOAD) @ phi.T @ H.T) @ x,
    "a power": (M + PAYLOAD) ** 0.5 @ w,
    "of a frame": inv(STIFFNESS + I) @ f,
    "a diagonal of frames in an inverse": inv(5 * I + inv(I + diagonal(B.T @ phi.T @ phi @ B))) @ f,
    "cross products at frames": crossbar(STIFFNESS @ f) @ crossbar(f) @ crossbar(f),
    "an inertia alone": PAYLOAD,
    "blocks of joints": (mass + joint_operator("blocks", diagonal=False)) @ x,
}


@pytest.mark.parametrize("name", GIVEN)
def test_operators_can_be_given(name: str) -> None:
    for model in (random_tree(7, bodies=3), random_tree(8, bodies=2, base="free")):
        robot, frames = Robot(model), [model.frame_names[-1], model.frame_names[0], model.frame_names[-1]]
        kernel = robot.compile(GIVEN[name], frames)
        rng = np.random.default_rng(2)
        q, given = robot.random_configuration(rng, (3,)), {}
        for argument in kernel.signature.arguments[1:]:
            numbers = rng.standard_normal((3, *argument.shape))
            if len(argument.shape) == 3:
                numbers = numbers @ numbers.swapaxes(-1, -2)
            given[argument.name] = numbers**2 if argument.name == "armature" else numbers
        found = kernel(q, **given)
        wanted = dense(GIVEN[name], robot, q, v=given.pop("v", None), frames=frames, vectors=given)
        np.testing.assert_allclose(found, wanted, rtol=0, atol=1e-10 * np.abs(wanted).max())


def test_a_payload_makes_one_filter_of_linear_cost() -> None:
    counts = [
        Robot(random_tree(1, bodies=n, kinds=["revolute"], branching="chain"))
        .compile(inv(H @ phi @ (M + PAYLOAD) @ phi.T @ H.T) @ x, rolled=False)
        .operations.total
        for n in (20, 30, 40)
    ]
    assert counts[2] - counts[1] < 1.1 * (counts[1] - counts[0])


def test_what_is_given_is_checked() -> None:
    robot = robots.panda()
    with pytest.raises(InputError, match=r"payload.*\(\.\.\., 7, 6, 6\)"):
        dense(PAYLOAD, robot, np.zeros(7), payload=np.zeros((6, 6)))
    with pytest.raises(InputError, match="two vectors are called 'payload'"):
        robot.compile(PAYLOAD @ body_vector("payload"))
    for name in ("an armature", "blocks of joints"):
        assert eval(repr(GIVEN[name]), vars(algebra)) is GIVEN[name]


def test_a_vector_of_the_world_is_itself_in_loops_too() -> None:
    with pytest.raises(InputError, match="does not run in loops"):
        robots.puma560().compile(world_vector("y"), rolled=True)


def test_numbers_too_large_to_be_compared_are_not_equal() -> None:
    robot = robots.panda()
    q = robot.random_configuration(np.random.default_rng(0))
    assert relative_difference(b, 2 * b, robot, q, v=np.full(7, 1e200)) == np.inf
    assert relative_difference(b, 2 * b, robot, q, v=np.ones(7)) > 0.1


def test_numbers_are_packed_as_vectors_are() -> None:
    robot, x = Robot(random_tree(1, bodies=2)), joint_vector("x")
    for expression, kept in ((x.T @ mass @ x, 1), (0 * (x.T @ x), 0), (x, robot.nv)):
        packed = robot.compile(expression).packed
        (places,) = packed.patterns
        assert packed.signature.results[0].shape == (kept,)
        assert len(places) == (expression is x)
        assert all(len(axis) == kept for axis in places)


@pytest.mark.parametrize("space", [Space.BODY, Space.JOINT, Space.FRAME])
def test_powers_that_make_a_whole_one(space: Space) -> None:
    """X^(1/3) X^(2/3) = X, where X is a sum, which no sweep has as a letter."""
    robot = Robot(random_tree(1, bodies=3, rotors=True))
    one, z = identity(space), symbol("z", space, Space.ONE)
    X = one + {Space.BODY: M, Space.JOINT: R, Space.FRAME: B.T @ M @ B}[space]
    half, third = X ** Fraction(1, 2), X ** Fraction(1, 3)
    q, frames = robot.random_configuration(np.random.default_rng(0)), [robot.frame_names[-1]]
    for made, simple in (
        (half @ half @ z, X @ z),
        (third @ third**2 @ third @ z, X @ third @ z),
        (third**5 @ half**-2 @ third @ z, X @ z),
        (half @ (half + one) @ z, (X + half) @ z),
        (inv(one + half @ half) @ z, inv(one + X) @ z),
        (diagonal(half @ half) @ z, X @ z),
    ):
        kernel = robot.compile(made, frames=frames)
        given = np.random.default_rng(1).random(kernel.signature.arguments[-1].shape)
        expected = dense(simple, robot, q, frames=frames, z=given)
        np.testing.assert_allclose(kernel(q, given), expected, rtol=0, atol=1e-12 * np.abs(expected).max())
        assert relative_difference(made, simple, robot.model, q, frames=frames, vectors={"z": given}) < 1e-12
        assert str(explain(made))


def test_a_transition_and_its_adjoint_have_nothing_between_them() -> None:
    """φ φ* is no composite body, wherever it stands."""
    x = derivative(phi @ phi.T @ H.T @ joint_vector("x"), "q")
    robot = Robot(random_tree(1, bodies=3))
    q, given = robot.random_configuration(np.random.default_rng(0)), np.arange(1.0, robot.nv + 1)
    kernel = robot.compile(x)
    expected = dense(x, robot, q, x=given)
    np.testing.assert_allclose(kernel(q, given), expected, rtol=0, atol=1e-12 * np.abs(expected).max())
    assert "φ φ*" in str(explain(x))
    result = dense(kernel.derivation.result, robot, q, x=given)
    np.testing.assert_allclose(result, expected, rtol=0, atol=1e-12 * np.abs(expected).max())
