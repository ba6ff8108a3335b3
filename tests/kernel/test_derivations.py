"""What a kernel says it runs is what it runs: its derivation ends in what sweeps are read off."""

from __future__ import annotations

import numpy as np
import pytest

import psiphi
from psiphi.algebra import (
    C_M,
    D,
    H,
    H_dot,
    M,
    Space,
    a,
    b,
    body_vector,
    dense,
    derivative,
    diagonal,
    inv,
    joint_vector,
    mass,
    phi,
    psi,
)
from psiphi.algebra.dense import relative_difference
from psiphi.algebra.derivation import Derivation
from psiphi.algebra.expression import Diagonal, Expr, Inverse, children
from psiphi.algebra.lowered import JOINT_FACTORS, derivation_of
from psiphi.algebra.operators import base_family
from psiphi.algebra.rewriting.abbreviations import unabbreviated
from psiphi.algebra.rewriting.joint_factors import JointFactorization
from psiphi.algebra.rewriting.matrix_forms import gram_form, with_composites
from psiphi.algebra.rewriting.polynomial import Polynomial, expand
from psiphi.dynamics.catalogue import QUANTITIES, request
from psiphi.errors import PsiphiError
from psiphi.formats.robots import BUNDLED, random_tree
from psiphi.kernel.tracing import candidates, cheapest
from psiphi.model import Model
from psiphi.recursion.matrices.columns import Columns
from psiphi.recursion.matrices.matrices import MatrixEvaluator
from psiphi.recursion.sweeps.lowering import lower
from psiphi.recursion.sweeps.text import sweep_count

w = body_vector("w")


def lowered(p: Polynomial) -> Polynomial:
    """What becomes sweeps: a vector or F* X G as it is, another matrix by composites."""
    if p.domain is Space.ONE or gram_form(p) is not None:
        return unabbreviated(p)
    return with_composites(p)


def catalogue(model: Model):
    """All expressions that the catalogue has for a robot."""
    for name in QUANTITIES:
        try:
            found = request(model, name, model.body_names[-1:])
            found.check()
        except PsiphiError:
            continue  # a robot without loops, one that is held, …
        yield name, found.expressions


def matrices_within(derivation: Derivation) -> list[Derivation]:
    """The matrices that a result is computed from, as a whole."""
    inner = [
        x for x in derivation.within if not isinstance(x.expression, Diagonal) and not x.result.is_vector
    ]
    return [x for part in inner for x in (part, *matrices_within(part))]


@pytest.mark.parametrize("robot", BUNDLED)
def test_derivations_end_in_what_is_lowered(robot: str) -> None:
    count = 0
    for name, expressions in catalogue(BUNDLED[robot]()):
        for form, polynomials in candidates(expressions):
            for expression, p in zip(expressions, polynomials, strict=True):
                derivation = derivation_of(expression, form)
                assert derivation.expression is expression
                assert unabbreviated(expand(derivation.result)) == lowered(p), (name, form)
                before = expression
                for step in derivation.steps:
                    assert step.before is before
                    before = step.after
                assert before is derivation.result
                for part in matrices_within(derivation):
                    assert expand(part.result) == lowered(expand(part.expression)), (name, form)
                if p.domain is Space.ONE:
                    assert derivation.sweeps == sweep_count(lower([p])), (name, form)
                count += 1
    assert count > 60


@pytest.mark.parametrize("whole", [True, False])
def test_cross_products_are_of_one_vector_which_is_derived(whole: bool) -> None:
    tau, u = joint_vector("tau"), joint_vector("u")
    by_q = derivative(inv(mass) @ (tau - H @ phi @ (M @ phi.T @ a + b)), "q")
    expression = by_q if whole else by_q @ u
    for form, (p,) in candidates([expression]):
        derivation = derivation_of(expression, form)
        assert unabbreviated(expand(derivation.result)) == lowered(p)
        assert whole or derivation.sweeps == sweep_count(lower([p]))
        vectors = [x for x in derivation.within if x.expression.is_vector]
        assert vectors
        assert all(x.result is not x.expression for x in vectors)  # no system is left in them
        assert not any(isinstance(s, Inverse) and s.base == mass for x in vectors for s in nodes(x.result))
        assert len(p.terms) < 70


def nodes(x: Expr) -> list[Expr]:
    return [x, *(y for child in children(x) for y in nodes(child))]


def test_matrices_are_evaluated_in_the_form_that_is_told(monkeypatch) -> None:
    """The words that columns are computed of are those at the end of the derivation."""
    seen: list[Polynomial] = []
    columns = Columns.blocks

    def spied(self: Columns, p: Polynomial):
        seen.append(p)
        return columns(self, p)

    monkeypatch.setattr(Columns, "blocks", spied)
    kernel = psiphi.robots.panda().compile(psiphi.algebra.mass)
    told = expand(kernel.derivation.result)
    assert len(kernel.derivation.steps) == 1
    assert seen
    assert all(p == told for p in seen)


FORMED = {
    "factors of a mass matrix": ("panda", "forward_dynamics"),
    "a filter": ("quadruped", "mass_matrix_inverse"),
    "an inverse on frames": ("quadruped", "operational_space_inertia"),
    "an inverse on loops": ("four_bar", "constrained_acceleration"),
}


@pytest.mark.parametrize("name", FORMED)
def test_every_matrix_that_is_formed_is_told(name: str, monkeypatch) -> None:
    """Those that are inverted or factored stand among the matrices within the derivation."""
    seen: list[Polynomial] = []
    matrix = MatrixEvaluator._matrix

    def spied(self: MatrixEvaluator, p: Polynomial):
        seen.append(p)
        return matrix(self, p)

    monkeypatch.setattr(MatrixEvaluator, "_matrix", spied)
    bundled, quantity = FORMED[name]
    model = BUNDLED[bundled]()
    found = request(model, quantity, model.body_names[-1:])
    derivation = derivation_of(found.expression, cheapest(found).form)
    told = [lowered(expand(x.expression)) for x in matrices_within(derivation)]
    told.append(unabbreviated(expand(derivation.result)))
    assert seen
    assert all(lowered(p) in told for p in seen)


def test_what_is_within_is_printed() -> None:
    told = str(psiphi.robots.panda().kernel("forward_dynamics").derivation)
    assert "where\n  H φ M φ* H*\n= H (r φ* − r + φ r) H*\n" in told
    told = str(psiphi.robots.quadruped().kernel("mass_matrix_inverse").derivation)
    assert "where\n  diag(ψ_R* H* D_R⁻¹ H ψ_R)\n= Ω_R\n" in told


def test_the_mass_matrix_is_said_with_composite_bodies() -> None:
    (step,) = psiphi.robots.panda().kernel("mass_matrix").derivation.steps
    assert str(step) == "φ M φ* = r φ* − r + φ r    RK88 a.45, psi = phi"


def test_factors_of_the_mass_matrix_are_a_step() -> None:
    kernel = psiphi.robots.panda().kernel("forward_dynamics")
    assert kernel.form == JOINT_FACTORS
    assert str(kernel.derivation.result) == "W* δ W (τ − H φ (M φ* a + b))"
    assert "[RJK 11]" in kernel.derivation.steps[-1].identity
    assert str(kernel.derivation.sweeps) in kernel.algorithm.splitlines()[-1]


@pytest.mark.parametrize(
    "robot", [psiphi.robots.panda(), psiphi.robots.random_tree(1, bodies=4, base="free")]
)
def test_factors_of_the_mass_matrix_have_a_value_of_their_own(robot: psiphi.Robot) -> None:
    """So that what a kernel says it runs can be compared with what was asked for."""
    letters, tau = JointFactorization(base_family), joint_vector("tau")
    rng = np.random.default_rng(0)
    q, x = robot.random_configuration(rng), rng.standard_normal(robot.nv)
    for factor in (letters.W, letters.W.T, letters.delta):
        expected = dense(factor @ tau, robot, q, tau=x)
        found = robot.compile(factor @ tau)(q, x)
        np.testing.assert_allclose(found, expected, rtol=0, atol=1e-10 * np.abs(expected).max())
    result = derivation_of(inv(mass), JOINT_FACTORS).result
    assert str(result) == "W* δ W"
    expected = np.linalg.inv(dense(mass, robot, q))
    np.testing.assert_allclose(dense(result, robot, q), expected, rtol=0, atol=1e-10 * np.abs(expected).max())


EXPRESSIONS = {
    "composites": phi @ M @ phi.T,
    "Coriolis": H @ phi @ (M @ phi.T @ H_dot.T + C_M @ phi.T @ H.T),
    "diagonal part of a sandwich": diagonal(phi @ M @ phi.T) @ w,
    "diagonal part of an inverse": diagonal(inv(mass)),
    "an inverse as a whole": inv(phi @ M @ phi.T + phi.T @ phi) @ w,
    "shared paths": inv(mass),
    "compliances": diagonal(psi.T @ H.T @ inv(D) @ H @ psi) @ w,
}


@pytest.mark.parametrize("name", EXPRESSIONS)
def test_every_last_step_keeps_the_value(name: str) -> None:
    x = EXPRESSIONS[name]
    derivation = derivation_of(x, "as written")
    steps = [step for part in (derivation, *derivation.told_within) for step in part.steps]
    assert steps
    for seed in range(3):
        rng = np.random.default_rng(seed)
        model = random_tree(seed, bodies=6, base="free" if seed else "fixed")
        q, rates = model.random_configuration(rng), rng.standard_normal(model.nv)
        given = rng.standard_normal(6 * len(model.merged().bodies))
        for step in steps:
            vectors = {"w": given} if step.before.is_vector else {}
            difference = relative_difference(step.before, step.after, model, q, v=rates, vectors=vectors)
            assert difference < 1e-10, str(step)


def test_the_mass_matrix_of_the_joints_alone_is_derived_from_its_definition() -> None:
    derivation = psiphi.robots.free_flyer().kernel("free_flying_mass_matrix").derivation
    assert str(derivation.expression).startswith("H (φ M φ* − φ M φ* Π_root r⁻¹ Π_root φ M φ*) H*")
    assert derivation.steps[0].identity == "RJ identity 7 on trees [RJ 32]"
