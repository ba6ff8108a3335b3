"""Derivations: they never change the value, leave no recursive inverse behind, and read as in the papers."""

from __future__ import annotations

import pytest
from expressions import TREE_LETTERS, expressions
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st

from psiphi.algebra import (
    D,
    H,
    I,
    J,
    K,
    M,
    R,
    a,
    b,
    body_vector,
    coordinate_vector,
    derive,
    forward_dynamics,
    frame_vector,
    inv,
    joint_vector,
    mass,
    phi,
    psi,
)
from psiphi.algebra.construction import symbol
from psiphi.algebra.dense import dense, relative_difference
from psiphi.algebra.derive import forms
from psiphi.algebra.expression import Expr, Inverse, children
from psiphi.algebra.rewriting.cost import is_recursive
from psiphi.algebra.rewriting.polynomial import MAX_WORDS, Polynomial, expand
from psiphi.algebra.spaces import Space
from psiphi.errors import ExpressionError, UnknownNameError
from psiphi.recursion.sweeps.lowering import lower
from psiphi.recursion.sweeps.text import sweep_count
from robots import Case, case, cases

TAU, F, W = joint_vector("tau"), frame_vector("f"), body_vector("w")
FD = inv(mass) @ (TAU - H @ phi @ (M @ phi.T @ a + b))


def recursive_inverses(x: Expr) -> list[Expr]:
    """The inverses that would need a dense matrix."""
    found = [x] if isinstance(x, Inverse) and is_recursive(x) else []
    return found + [y for child in children(x) for y in recursive_inverses(child)]


def applied(x: Expr) -> Polynomial:
    """x, or its product with an input vector, multiplied out."""
    return expand(x if x.is_vector else x @ symbol("u", x.domain, Space.ONE))


PAPERS = {
    "inverse mass matrix": (inv(mass), 2),
    "geared": (inv(mass + R), 2),
    "operational-space inertia": (J @ inv(mass) @ J.T, 2),
    "tip-force accelerations": (inv(mass) @ J.T @ F, 2),
    "innovations": (inv(I + H @ phi @ K), 1),
    "link accelerations": (phi.T @ H.T @ inv(mass), 2),
    "stiff contact": (inv(mass + J.T @ J), 2),
    "squared Jacobian": (inv(J.T @ J), 2),
    "inverse of the inverse": (inv(inv(mass)) @ TAU, 2),
    "mass times its inverse": (mass @ inv(mass) @ TAU, 0),
    "geared mass times its inverse": ((mass + R) @ inv(mass + R) @ TAU, 0),
    "filter of the filter": (inv(H @ psi @ M @ psi.T @ H.T), 0),
    "smoother": (inv(inv(M) + phi.T @ H.T @ inv(D) @ H @ phi) @ W, 2),
    "compliant contact": (inv(I + J @ inv(mass) @ J.T) @ F, 2),
    "rigid inverse": (inv(phi @ M @ phi.T), 0),
    "new transition operator": (inv(I + phi @ M) @ W, 1),
    "sum": (inv(mass) @ TAU + inv(mass) @ J.T @ F, 2),
    "product": (J @ inv(mass) @ mass @ inv(mass) @ J.T, 2),
    "forward dynamics": (FD, 2),
}


@pytest.mark.parametrize("name", PAPERS)
def test_removes_every_recursive_inverse_with_the_fewest_recursions(name: str) -> None:
    expression, recursions = PAPERS[name]
    derivation = derive(expression)
    assert recursive_inverses(derivation.result) == []
    assert derivation.recursions == recursions
    assert derivation.sweeps == sweep_count(lower([applied(derivation.result)]))


# J*J is singular unless the frames hold every joint, so its inverse has no value to compare on random robots.
@pytest.mark.parametrize("name", [name for name in PAPERS if name != "squared Jacobian"])
def test_every_step_keeps_the_value(name: str) -> None:
    expression, _ = PAPERS[name]
    for seed in range(3):
        robot = case(seed, bodies=6)
        before = expression
        options = {"v": robot.v, "frames": robot.frames, "vectors": robot.vectors(expression)}
        for step in derive(expression).steps:
            assert step.before is before
            assert relative_difference(step.before, step.after, robot.model, robot.q, **options) < 1e-10
            before = step.after


def test_what_has_no_recursion_stays_a_dense_inverse() -> None:
    for expression in (inv(J @ inv(mass) @ J.T), inv(phi + phi.T)):
        (left,) = recursive_inverses(derive(expression).result)
        assert isinstance(left, Inverse)
        assert not recursive_inverses(left.base)


@settings(max_examples=150, deadline=None, suppress_health_check=list(HealthCheck))
@given(
    expressions(letters=TREE_LETTERS),
    cases(),
    st.sampled_from(["fewest sweeps", "as written", "M kept", "M eliminated"]),
)
def test_random_expressions_keep_their_value(expression: Expr, robot: Case, form: str) -> None:
    options = {"v": robot.v, "frames": robot.frames, "vectors": robot.vectors(expression)}
    try:
        result = derive(expression, form).result  # type: ignore[arg-type]
    except ExpressionError as error:
        assume(str(MAX_WORDS) not in str(error))  # too long to multiply out
        raise
    try:
        dense(expression, robot.model, robot.q, **options)
    except ExpressionError:  # a singular matrix by chance
        assume(False)
    assert relative_difference(expression, result, robot.model, robot.q, **options) < 1e-9


@settings(max_examples=40, deadline=None, suppress_health_check=list(HealthCheck))
@given(expressions(depth=4), cases())
def test_all_forms_are_equal(expression: Expr, robot: Case) -> None:
    options = {"v": robot.v, "frames": robot.frames, "vectors": robot.vectors(expression)}
    for _, p in forms(expression):
        found = relative_difference(expression, p.expression(), robot.model, robot.q, **options)
        assert found < 1e-9


def test_forward_dynamics_by_name_have_the_recursions_of_the_paper() -> None:
    # The papers count the sweep for velocities as well, which FD3 and FD4 fold into φ*a or need besides.
    named = [forward_dynamics(name) for name in ("FD1", "FD2", "FD3", "FD4")]
    assert [derivation.recursions for derivation in named] == [4, 4, 3, 2]
    assert [derivation.sweeps for derivation in named] == [3, 3, 3, 3]  # velocities out, filter in, out again
    with pytest.raises(UnknownNameError, match="FD1, FD2, FD3, FD4"):
        forward_dynamics("FD5")


# A subtracts the accelerations of the two tips that are held together: A = [I, −I] of RJK (22).
A = symbol("A", Space.FRAME, Space.FRAME)
GOLDENS = {
    "inverse_mass_matrix": inv(mass),
    "tip_force_accelerations": -inv(mass) @ J.T @ F,
    "operational_space_inertia": J @ inv(mass) @ J.T,
    "diagonalised_velocity": inv((I + H @ phi @ K) @ D**0.5).T @ TAU,
    "diagonalised_forces": inv((I + H @ phi @ K) @ D**0.5) @ TAU,
    "diagonalised_mass": inv((I + H @ phi @ K) @ D**0.5) @ mass @ inv((I + H @ phi @ K) @ D**0.5).T,
    "two_arm_closed_chain": -inv(A @ J @ inv(mass) @ J.T @ A.T) @ A @ J @ inv(mass) @ TAU,
}


@pytest.mark.parametrize("name", GOLDENS)
def test_derivation_reads_as_in_the_papers(name: str, golden) -> None:
    golden(f"derivations/{name}.txt", str(derive(GOLDENS[name])))


@pytest.mark.parametrize("name", ["FD1", "FD2", "FD3", "FD4"])
def test_forward_dynamics_reads_as_in_the_papers(name: str, golden) -> None:
    golden(f"derivations/{name}.txt", str(forward_dynamics(name)))


def test_coupled_coordinates_keep_a_dense_inverse() -> None:
    from psiphi.algebra import coupling

    u = coordinate_vector("u")
    result = derive(inv(coupling.T @ mass @ coupling) @ u).result
    assert len(recursive_inverses(result)) == 1
