"""What is inferred of an expression, case by case, and against dense matrices of random robots."""

from __future__ import annotations

import numpy as np
import pytest
from expressions import TREE_LETTERS, expressions
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from numpy.typing import NDArray
from tree_patterns import allowed

from psiphi.algebra.construction import diagonal, identity, zero
from psiphi.algebra.dense import dense
from psiphi.algebra.expression import Expr
from psiphi.algebra.inputs import joint_vector
from psiphi.algebra.inverse import inv
from psiphi.algebra.operators import B, D, E_phi, E_psi, G, H, I, J, K, M, P, Phi, R, mass, phi, phi_b, psi
from psiphi.algebra.reach import Reach
from psiphi.algebra.spaces import Space
from psiphi.algebra.structure import structure
from psiphi.errors import PsiphiError
from robots import Case, case

Array = NDArray[np.float64]
JOINT, BODY, FRAME = Space.JOINT, Space.BODY, Space.FRAME

whitening = I - H @ psi @ K


@pytest.mark.parametrize(
    ("expression", "reach"),
    [
        (M, Reach.MEMORYLESS),
        (H @ P @ H.T, Reach.MEMORYLESS),
        (E_phi @ P @ E_phi.T, Reach.MEMORYLESS),
        (E_phi.T @ P @ E_phi, Reach.FULL),  # two children of one body
        (K, Reach.SHIFT),
        (E_phi - K @ H, Reach.SHIFT),
        (E_phi @ E_phi, Reach.STRICTLY_CAUSAL),
        (H @ psi @ K, Reach.STRICTLY_CAUSAL),
        (Phi, Reach.STRICTLY_CAUSAL),
        (whitening, Reach.CAUSAL),
        (whitening.T, Reach.ANTICAUSAL),
        (K.T, Reach.SHIFT_BACK),
        (phi_b, Reach.ANTICAUSAL),
        (mass, Reach.COMPARABLE),
        (inv(mass), Reach.FULL),
        (inv(whitening), Reach.CAUSAL),
        (inv(D), Reach.MEMORYLESS),
        (D**-0.5, Reach.MEMORYLESS),
        (diagonal(inv(mass)), Reach.MEMORYLESS),
        (zero(JOINT, BODY), Reach.MEMORYLESS),
        (identity(BODY), Reach.MEMORYLESS),
    ],
    ids=str,
)
def test_reach_of_expressions(expression: Expr, reach: Reach) -> None:
    assert structure(expression).reach is reach


def test_the_reach_in_the_wide_sense() -> None:
    assert structure(M).memoryless
    assert structure(M).reach.is_inward
    assert structure(M).reach.is_outward
    assert structure(K).reach.is_strict
    assert structure(whitening).reach.is_inward
    assert not structure(whitening).reach.is_outward
    assert not structure(whitening).reach.is_strict
    assert structure(whitening.T).reach.is_outward


def values(x: Expr) -> list[Array]:
    """The expression as a matrix, for robots of one to six bodies."""
    robots = [case(seed, bodies=1 + seed) for seed in range(6)]
    return [dense(x, robot.model, robot.q, frames=robot.frames) for robot in robots]


@pytest.mark.parametrize(
    "expression",
    [
        M,
        mass,
        H @ phi @ (M + P) @ phi.T @ H.T,
        D + K.T @ M @ K,
        mass + R,
        I + J @ J.T,
        phi @ M @ phi.T,
        whitening.T @ inv(D) @ whitening,
        inv(mass),
        diagonal(mass),
    ],
    ids=str,
)
def test_positive_definite(expression: Expr) -> None:
    facts = structure(expression)
    assert facts.positive
    assert facts.semidefinite
    assert facts.symmetric
    assert facts.invertible
    for A in values(expression):
        assert np.linalg.eigvalsh(A).min() > 0.0


@pytest.mark.parametrize(
    "expression", [J @ J.T, B.T @ M @ B, H @ G @ D @ G.T @ H.T, R, zero(BODY, BODY)], ids=str
)
def test_semidefinite_but_perhaps_not_definite(expression: Expr) -> None:
    assert structure(expression).semidefinite
    assert not structure(expression).positive


@pytest.mark.parametrize("expression", [mass - D, -M, mass + H @ K, H, G @ H, phi + phi.T, M @ P], ids=str)
def test_nothing_is_said_where_nothing_is_known(expression: Expr) -> None:
    assert not structure(expression).semidefinite
    assert not structure(expression).positive


@pytest.mark.parametrize(
    "expression",
    [
        I - E_phi,
        2 * identity(JOINT) + H @ phi @ K,
        whitening.T,
        phi @ M @ psi.T,
        -2 * identity(BODY),
    ],
    ids=str,
)
def test_invertible(expression: Expr) -> None:
    facts = structure(expression)
    assert facts.invertible
    for A in values(expression):
        assert np.linalg.matrix_rank(A) == len(A)


@pytest.mark.parametrize("expression", [H, E_phi, I - phi, I - G @ H, E_psi + K @ H, R], ids=str)
def test_not_known_to_be_invertible(expression: Expr) -> None:
    assert not structure(expression).invertible


def test_a_symmetric_expression_reads_the_same_backwards() -> None:
    assert structure(mass + R).symmetric
    assert structure(phi + phi.T).symmetric
    assert not structure(M @ P).symmetric
    assert not structure(H).symmetric
    assert not structure(joint_vector("tau")).symmetric


def bodies_of(robot: Case, space: Space) -> list[int]:
    """The body that each component of a space belongs to; -1 for a frame on the world."""
    model = robot.model.merged()
    if space is BODY:
        return [k for k in range(len(model.bodies)) for _ in range(6)]
    if space is FRAME:
        return [model.frame(name).body for name in robot.frames for _ in range(6)]
    return [k for k, part in enumerate(model.v_tree_slices) for _ in range(part.stop - part.start)]


@settings(max_examples=150, deadline=None, derandomize=True)
@given(data=st.data(), seed=st.integers(0, 2**32 - 1), bodies=st.integers(1, 7))
def test_what_is_inferred_is_true_of_dense_matrices(data: st.DataObject, seed: int, bodies: int) -> None:
    range_, domain = data.draw(st.sampled_from([(JOINT, JOINT), (BODY, BODY), (FRAME, FRAME), (JOINT, BODY)]))
    x = data.draw(expressions(range_, domain, depth=4, letters=TREE_LETTERS))
    robot = case(seed, bodies=bodies)
    try:
        A = dense(x, robot.model, robot.q, v=robot.v, frames=robot.frames, vectors=robot.vectors(x))
    except PsiphiError:
        assume(False)  # singular, or too close to it
    assume(np.isfinite(A).all())
    facts, size = structure(x), np.abs(A).max(initial=1.0)

    rows, columns = bodies_of(robot, range_), bodies_of(robot, domain)
    parents = (*robot.model.merged().parents, -1)  # the last one stands for the world, where a frame may be
    outside = ~allowed(facts.reach, parents)[np.ix_(rows, columns)]
    assert np.abs(A[outside]).max(initial=0.0) <= 1e-8 * size
    if facts.symmetric:
        assert np.abs(A - A.T).max(initial=0.0) <= 1e-8 * size
    if facts.semidefinite:
        assert np.linalg.eigvalsh(A + A.T).min(initial=0.0) >= -1e-8 * size
