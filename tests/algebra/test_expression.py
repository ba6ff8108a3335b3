"""Expressions as values: interned, frozen, checked where operators meet; the laws of adjoints and sums."""

from __future__ import annotations

import copy
import gc
import sys
import threading
from fractions import Fraction

import numpy as np
import pytest
from expressions import ALL_LETTERS, COMMON_LETTERS, expressions
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from psiphi.algebra.construction import adjoint, diagonal, identity, linear, product, symbol, zero
from psiphi.algebra.dense import dense
from psiphi.algebra.expression import (
    Expr,
    Identity,
    Product,
    Sum,
    children,
    is_zero,
    split_coefficient,
    symbols_of,
)
from psiphi.algebra.inputs import body_vector, coordinate_vector, frame_vector, joint_vector
from psiphi.algebra.inverse import inv
from psiphi.algebra.operators import B, D, E_phi, G, H, I, J, K, M, P, R, a, b, mass, phi, psi
from psiphi.algebra.reach import Reach
from psiphi.algebra.spaces import Space
from psiphi.errors import ArgumentTypeError, ExpressionError, PsiphiError, SpaceError
from robots import case

JOINT, BODY, FRAME, ONE = Space.JOINT, Space.BODY, Space.FRAME, Space.ONE
tau, f = joint_vector("tau"), frame_vector("f")


# -- equal subexpressions are one ----------------------------------------------------------------------------


def test_equal_expressions_are_one_object() -> None:
    assert H @ phi @ M @ phi.T @ H.T is mass
    assert (H @ phi) @ (M @ (phi.T @ H.T)) is mass
    assert M + P is P + M
    assert inv(mass) is inv(H @ phi @ M @ phi.T @ H.T)
    assert D**-0.5 is D ** Fraction(-1, 2)
    assert diagonal(mass) is diagonal(mass)
    assert joint_vector("tau") is tau
    assert joint_vector("x") is not body_vector("x")
    assert symbol("X", BODY, BODY, Reach.SHIFT) is not symbol("X", BODY, BODY)
    assert symbol("X", BODY, BODY, positive=True) is symbol("X", BODY, BODY, positive=True, symmetric=True)


def test_a_sum_does_not_depend_on_who_built_it_first() -> None:
    x, y = body_vector("x_first"), body_vector("y_first")
    one = str(y + x)
    gc.collect()
    assert str(x + y) == one
    assert [term for _, term in (b + M @ phi.T @ a + B @ f).terms] == [M @ phi.T @ a, b, B @ f]


def test_nodes_are_shared_between_threads() -> None:
    interval = sys.getswitchinterval()
    sys.setswitchinterval(1e-6)  # so that threads meet inside the constructor
    found: list[list[Expr]] = []
    start = threading.Barrier(8)

    def build() -> None:
        start.wait()
        found.append([body_vector(f"x{i}") + M @ body_vector(f"y{i}") for i in range(60)])

    threads = [threading.Thread(target=build) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    sys.setswitchinterval(interval)
    assert all(x is y for other in found[1:] for x, y in zip(found[0], other, strict=True))


def test_nodes_that_nobody_holds_are_forgotten() -> None:
    from psiphi.algebra.interning import _NODES

    phi @ body_vector("soon_gone")
    gc.collect()
    assert not any(
        isinstance(node, Product) and "soon_gone" in {s.name for s in symbols_of(node)}
        for node in list(_NODES.values())
    )


def test_nodes_are_frozen_and_copies_are_themselves() -> None:
    with pytest.raises(AttributeError, match="frozen"):
        mass.factors = ()  # type: ignore[attr-defined]
    with pytest.raises(AttributeError, match="frozen"):
        H.name = "G"
    with pytest.raises(AttributeError, match="frozen"):
        del H.name
    with pytest.raises(AttributeError):
        H.colour = "red"  # type: ignore[attr-defined]
    assert copy.copy(mass) is mass
    assert copy.deepcopy([mass, {"tau": tau}]) == [mass, {"tau": tau}]


# -- spaces --------------------------------------------------------------------------------------------------


def test_spaces_of_compositions() -> None:
    assert (J.range, J.domain) == (FRAME, JOINT)
    assert (mass.range, mass.domain) == (JOINT, JOINT)
    assert ((mass @ tau).range, (mass @ tau).domain) == (JOINT, ONE)
    assert (mass @ tau).is_vector
    assert not mass.is_vector
    assert ((tau.T @ tau).range, (tau.T @ tau).domain) == (ONE, ONE)
    assert coordinate_vector("y").range is Space.COORDINATE


def test_operators_that_do_not_meet_are_refused_at_the_place() -> None:
    with pytest.raises(SpaceError) as caught:
        M @ phi @ H @ K
    message = str(caught.value).splitlines()
    assert "'φ' (body ← body) cannot act on 'H' (joint ← body)" in message[0]
    assert message[1].strip() == "M φ H"
    assert message[2].index("^") == message[1].index(" H")
    assert "must have range body" in message[3]
    assert isinstance(caught.value, TypeError)


def test_vectors_act_on_nothing_but_numbers() -> None:
    with pytest.raises(SpaceError, match="joint vector"):
        tau @ tau
    assert isinstance(tau @ tau.T, Product)


def test_terms_between_different_spaces_are_refused() -> None:
    with pytest.raises(SpaceError, match=r"cannot add 'H' \(joint ← body\) and 'G' \(body ← joint\)"):
        H + G
    with pytest.raises(SpaceError, match="within one space"):
        I + H
    with pytest.raises(SpaceError, match="within one space"):
        I - tau


@pytest.mark.parametrize(
    "make",
    [
        lambda: H @ 3,
        lambda: H + 1,
        lambda: H - "x",
        lambda: H * phi,
        lambda: H * "2",
        lambda: H * True,
        lambda: M ** "2",
        lambda: inv(3),
        lambda: diagonal(None),
        lambda: np.eye(3) @ H,
        lambda: H @ np.eye(3),
        lambda: H * (1 + 2j),
    ],
)
def test_what_is_no_expression_or_number_is_refused_kindly(make: object) -> None:
    with pytest.raises((ArgumentTypeError, TypeError)):
        make()  # type: ignore[operator]


def test_a_wrong_type_of_operand_is_told_what_to_write() -> None:
    with pytest.raises(ArgumentTypeError, match="write I for the identity"):
        H @ phi + 1
    with pytest.raises(ArgumentTypeError, match="compose with '@'"):
        H * phi


@pytest.mark.parametrize("number", [float("nan"), float("inf"), -float("inf")])
def test_coefficients_are_finite(number: float) -> None:
    with pytest.raises(ExpressionError, match="finite"):
        number * M
    with pytest.raises(ExpressionError, match="by zero"):
        M / 0


# -- identity and zero ---------------------------------------------------------------------------------------


def test_the_identity_takes_the_space_of_what_it_meets() -> None:
    assert I @ H is H
    assert H @ I is H
    assert I @ I is I
    assert I + I is 2 * I
    assert (I + H @ phi @ K).terms[0][1] is identity(JOINT)
    assert I + E_phi is identity(BODY) + E_phi
    assert isinstance(identity(BODY) @ identity(BODY), Identity)
    with pytest.raises(SpaceError):
        identity(JOINT) @ phi
    with pytest.raises(SpaceError):
        identity(JOINT) + E_phi


def test_zero_swallows_products_and_vanishes_in_sums() -> None:
    nothing = zero(JOINT, BODY)
    assert H - H is nothing
    assert nothing @ phi is nothing
    assert is_zero(phi.T @ nothing.T)
    assert (phi.T @ nothing.T).domain is JOINT
    assert H + nothing is H
    assert 0 * H is nothing
    assert nothing.T is zero(BODY, JOINT)
    assert diagonal(zero(BODY, BODY)) is zero(BODY, BODY)
    with pytest.raises(SpaceError):
        nothing @ H


# -- sums and scalars ----------------------------------------------------------------------------------------


def test_like_terms_are_collected() -> None:
    assert M + M is 2 * M
    assert 2 * M - M is M
    assert (M + P) + (M - P) is 2 * M
    assert (M + P) - (M + P) is zero(BODY, BODY)
    assert sum([M, P, M]) is 2 * M + P
    assert M - P is -(P - M)
    assert +1 * M is M


def test_scalars_are_exact_and_move_to_the_front() -> None:
    assert 0.5 * M is M / 2
    assert M * Fraction(1, 3) is M / 3
    assert np.int64(2) * M is 2 * M
    assert np.float32(0.5) * M is M / 2
    assert (2 * H) @ (3 * phi) is 6 * (H @ phi)
    assert split_coefficient(H @ (-2 * phi)) == (Fraction(-2), H @ phi)
    assert split_coefficient(M + P) == (Fraction(1), M + P)
    assert inv(2 * M) is inv(M) / 2
    assert diagonal(3 * phi) is 3 * diagonal(phi)
    big = 10**30 * M
    assert big.terms[0][0] == 10**30


@settings(max_examples=60, deadline=None)
@given(data=st.data())
def test_sums_are_a_commutative_group_and_scalars_distribute(data: st.DataObject) -> None:
    shape = data.draw(st.sampled_from([(JOINT, BODY), (BODY, BODY), (FRAME, ONE)]))
    x, y, z = (data.draw(expressions(*shape, depth=3, letters=ALL_LETTERS)) for _ in range(3))
    assert x + y is y + x
    assert (x + y) + z is x + (y + z)
    assert x - x is zero(*shape)
    assert x + (-y) is x - y
    assert 2 * (x + y) is 2 * x + 2 * y
    assert (2 * x) / 2 is x


# -- products and adjoints -----------------------------------------------------------------------------------


@settings(max_examples=100, deadline=None)
@given(data=st.data())
def test_laws_of_products_and_adjoints(data: st.DataObject) -> None:
    spaces = [data.draw(st.sampled_from([JOINT, BODY, FRAME])) for _ in range(3)]
    A = data.draw(expressions(spaces[0], spaces[1], depth=3, letters=ALL_LETTERS))
    X = data.draw(expressions(spaces[1], spaces[2], depth=3, letters=ALL_LETTERS))
    Y = data.draw(expressions(spaces[2], ONE, depth=2, letters=ALL_LETTERS))
    # a multiple of I goes into a sum, and does not come out of it again
    assume(not any(isinstance(split_coefficient(x)[1], Identity) for x in (A, X)))
    assert (A @ X) @ Y is A @ (X @ Y)
    assert (A @ X).T is X.T @ A.T
    assert A.T.T is A
    assert (A.T.range, A.T.domain) == (A.domain, A.range)
    other = data.draw(expressions(spaces[0], spaces[1], depth=3, letters=ALL_LETTERS))
    assert (A - 3 * other).T is A.T - 3 * other.T


def test_adjoints_of_every_kind_of_node() -> None:
    assert M.T is M
    assert H.T.T is H
    assert I.T is I
    assert inv(phi).T is inv(phi.T)
    assert (D**-0.5).T is D**-0.5
    assert diagonal(phi @ M).T is diagonal(M @ phi.T)
    assert (I - H @ psi @ K).T is I - K.T @ psi.T @ H.T
    with pytest.raises(ArgumentTypeError):
        adjoint("H")  # type: ignore[arg-type]


@settings(max_examples=40, deadline=None, derandomize=True)
@given(x=expressions(depth=4), seed=st.integers(0, 2**32 - 1), bodies=st.integers(1, 6))
def test_the_adjoint_is_the_transpose(x: Expr, seed: int, bodies: int) -> None:
    robot = case(seed, bodies=bodies)
    settings_ = {"v": robot.v, "frames": robot.frames, "vectors": robot.vectors(x)}
    A, transposed = (dense(y, robot.model, robot.q, **settings_) for y in (x, x.T))
    assert np.abs(A.T - transposed).max(initial=0.0) <= 1e-8 * np.abs(A).max(initial=1.0)


# -- inverses and powers -------------------------------------------------------------------------------------


def test_inverses_cancel_and_do_not_nest() -> None:
    assert inv(inv(mass)) is mass
    assert inv(I) is I
    assert inv(3 * I) is I / 3
    assert inv(-2 * I) is -I / 2
    assert inv(D**0.5) is D**-0.5
    assert M**-1 is inv(M)
    assert M**2 is M @ M
    assert M**1 is M
    assert M**0 is identity(BODY)
    assert (D**0.5) ** 2 is D
    assert (D**0.5) ** 0.5 is D**0.25
    assert inv(D) ** 0.5 is D**-0.5
    assert I**0.5 is I


@pytest.mark.parametrize("expression", [H, tau, B, H @ phi], ids=str)
def test_what_acts_between_two_spaces_has_no_inverse(expression: Expr) -> None:
    with pytest.raises(ExpressionError, match="within one space"):
        inv(expression)
    with pytest.raises(ExpressionError, match="no powers"):
        expression**2


@pytest.mark.parametrize("expression", [E_phi, K @ H, H @ psi @ K, psi @ E_phi, E_phi.T], ids=str)
def test_what_is_nilpotent_has_no_inverse(expression: Expr) -> None:
    with pytest.raises(ExpressionError, match="some power of it is zero"):
        inv(expression)


def test_other_inverses_and_powers_that_do_not_exist() -> None:
    with pytest.raises(ExpressionError, match=r"inv\(0\)"):
        inv(M - M)
    with pytest.raises(ExpressionError, match="positive definite, memoryless"):
        phi**0.5
    with pytest.raises(ExpressionError, match="positive definite, memoryless"):
        mass**0.5
    with pytest.raises(ExpressionError, match="positive definite, memoryless"):
        R**0.5
    with pytest.raises(ExpressionError, match="tells its space"):
        (2 * I) ** 0.5
    with pytest.raises(SpaceError, match="no diagonal part"):
        diagonal(H)


# -- names ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["", "1x", "x y", "x*", "θ", "a.b", "x'y", "_x"])
def test_a_vector_needs_a_plain_name(name: str) -> None:
    with pytest.raises(ExpressionError, match="cannot name a vector"):
        joint_vector(name)


@pytest.mark.parametrize(
    "name", ["H", "phi", "P_R", "psi_R", "mass", "I", "I_body", "inv", "q", "v", "phi_tilde"]
)
def test_a_vector_cannot_take_the_name_of_something_else(name: str) -> None:
    with pytest.raises(ExpressionError, match="choose another name"):
        body_vector(name)


# -- walking -------------------------------------------------------------------------------------------------


def test_children_and_symbols() -> None:
    x = (I - H @ psi @ K).T @ inv(D) @ tau
    assert symbols_of(x) == {H, psi, K, D, tau}
    assert children(x)[1] is inv(D)
    assert children(inv(D)) == (D,)
    assert children(H.T) == ()
    assert set(children(M + P)) == {M, P}


@settings(max_examples=100, deadline=None)
@given(x=expressions(letters=ALL_LETTERS))
def test_every_node_keeps_the_promises_of_its_kind(x: Expr) -> None:
    pending = [x]
    while pending:
        node = pending.pop()
        if isinstance(node, Product):
            assert len(node.factors) >= 2
            assert not any(isinstance(y, (Product, Identity)) or is_zero(y) for y in node.factors)
            assert all(split_coefficient(y)[0] == 1 for y in node.factors)
            assert product(node.factors) is node
        if isinstance(node, Sum):
            assert not any(isinstance(y, Sum) for _, y in node.terms)
            assert all(c for c, _ in node.terms)
            assert len({y for _, y in node.terms}) == len(node.terms)
            assert not node.terms or linear(node.terms) is node
        pending.extend(children(node))


def test_errors_of_the_algebra_are_errors_of_psiphi() -> None:
    for error in (SpaceError, ExpressionError, ArgumentTypeError):
        assert issubclass(error, PsiphiError)


def test_letters_of_the_strategy_cover_all_shapes() -> None:
    for range_ in (JOINT, BODY, FRAME, ONE):
        for domain in (JOINT, BODY, FRAME, ONE):
            letters = COMMON_LETTERS[range_, domain]
            assert letters
            assert all((x.range, x.domain) == (range_, domain) for x in letters)
