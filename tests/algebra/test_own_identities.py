"""Identities and operators of one's own: used in derivations, told there, refused where they are false."""

from __future__ import annotations

import numpy as np
import pytest

import psiphi
from psiphi.algebra import (
    D,
    H,
    I,
    K,
    Reach,
    Space,
    dense,
    derive,
    inv,
    joint_vector,
    mass,
    phi,
    prove,
    psi,
    symbol,
)
from psiphi.algebra.identities import Identity, identity_named
from psiphi.errors import BudgetError, ExpressionError, PsiphiError

tau = joint_vector("tau")
Z = symbol("Z", Space.JOINT, Space.JOINT, Reach.CAUSAL, invertible=True)
DEFINITION = Identity("whitening filter", Z, I - H @ psi @ K, "own")


def test_an_operator_of_ones_own_is_derived_by_its_definition() -> None:
    derivation = derive(Z.T @ inv(D) @ Z @ tau, using=[DEFINITION])
    assert [step.rule for step in derivation.steps[:2]] == ["whitening filter", "whitening filter"]
    assert derivation.result is derive(inv(mass) @ tau).result
    assert derivation.sweeps == 2


def test_an_operator_of_ones_own_is_compiled() -> None:
    robot = psiphi.robots.panda()
    kernel = robot.compile(derive(Z.T @ inv(D) @ Z @ tau, using=[DEFINITION]))
    assert kernel.expression is Z.T @ inv(D) @ Z @ tau
    assert kernel.derivation.expression is kernel.expression
    assert kernel.derivation.steps[0].rule == "whitening filter"
    q = robot.random_configuration(np.random.default_rng(0))
    force = np.random.default_rng(1).standard_normal(robot.nv)
    expected = dense(inv(mass) @ tau, robot, q, tau=force)
    assert np.abs(kernel(q, force) - expected).max() <= 1e-10 * np.abs(expected).max()
    with pytest.raises(PsiphiError, match="Z"):
        robot.compile(Z @ tau)


def test_an_identity_of_ones_own_lowers_the_cost() -> None:
    """Three terms that no rule of the definitions contracts without being told where they come from."""
    row = Identity("own", H @ phi @ K - H @ psi @ K - H @ psi @ K @ H @ phi @ K, 0 * mass, "own")
    x = H @ phi @ K @ tau - H @ psi @ K @ tau - H @ psi @ K @ H @ phi @ K @ tau + tau
    derivation = derive(x, "as written", using=[row])
    assert derivation.steps[0].rule == "own"
    assert derivation.result is tau


def test_adjoints_and_multiples_are_recognised() -> None:
    derivation = derive(2 * (Z.T @ tau) + tau, "as written", using=[DEFINITION])
    (step,) = derivation.steps
    assert step.place is Z.T
    assert prove(derivation.result, 3 * tau - 2 * (K.T @ psi.T @ H.T @ tau))


@pytest.mark.parametrize(
    ("row", "kind", "message"),
    [
        (Identity("wrong", H @ phi, H @ psi, "own"), ExpressionError, "'wrong' is false: robot"),
        (identity_named("RJK 20, decomposition"), ExpressionError, "holds for a chain"),
        (Identity("growing", phi, phi @ inv(psi) @ psi, "own"), BudgetError, "applies without end"),
    ],
)
def test_what_does_not_hold_for_every_robot_is_refused(row: Identity, kind: type, message: str) -> None:
    with pytest.raises(kind, match=message):
        derive(H @ phi @ psi.T @ H.T @ tau, using=[row])
