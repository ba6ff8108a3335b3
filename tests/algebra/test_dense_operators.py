"""Each symbol is what its declaration says: shape, adjoint, symmetry, definiteness, reach; any family."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given, settings

from psiphi.algebra.construction import diagonal, identity, symbol
from psiphi.algebra.dense import dense, relative_difference
from psiphi.algebra.families import lyapunov, resolvent, riccati
from psiphi.algebra.identities import Condition
from psiphi.algebra.operators import (
    OPERATORS,
    B,
    D,
    Delta_phi,
    E_phi,
    E_psi,
    H,
    I,
    M,
    P,
    R,
    S,
    geared_family,
    phi,
    r,
)
from psiphi.algebra.reach import Reach
from psiphi.algebra.spaces import Space
from psiphi.model.kinematics import body_poses
from psiphi.spatial import Inertia, Pose
from robots import Case, case, cases

GEARED = {
    f"{x.name}_R": x
    for x in (
        *(geared_family.P, geared_family.D, geared_family.G, geared_family.K, geared_family.E_psi),
        *(
            geared_family.psi,
            geared_family.L,
            geared_family.Psi,
            geared_family.Delta_psi,
            geared_family.Omega,
        ),
    )
}
SYMBOLS = {name: x for name, x in {**OPERATORS, **GEARED}.items() if x.domain is not Space.ONE}
few = settings(max_examples=5, deadline=None)


def closed(robot: Case) -> Case:
    """The robot held by its last body and, where it has joints of one coordinate, with two of them geared."""
    model = robot.model.with_loop("world", robot.model.body_names[-1], "hinge", name="held")
    simple = [name for name in model.joint_names if model.joint(name).kind.nq == 1]
    if simple:
        second = simple[-1] if len(simple) > 1 else ""
        model = model.with_loop(simple[0], second, "joint", name="geared", coefficients=(0.3, -0.5, 0.7))
    return replace(robot, model=model)


free_flying = cases(Condition.FREE_FLYING).map(closed)


def ancestors(parents: tuple[int, ...], body: int) -> set[int]:
    """The proper ancestors of a body."""
    found: set[int] = set()
    while parents[body] >= 0:
        body = parents[body]
        found.add(body)
    return found


def carriers(robot: Case, space: Space) -> np.ndarray:
    """For each row of a space, the body it belongs to."""
    merged = robot.model.merged()
    match space:
        case Space.JOINT:
            return np.repeat(range(len(merged.bodies)), [body.joint.kind.nv for body in merged.bodies])
        case Space.BODY:
            return np.repeat(range(len(merged.bodies)), 6)
        case _:
            return np.repeat([merged.frame(name).body for name in robot.frames], 6)


@pytest.mark.parametrize("name", SYMBOLS)
@few
@given(robot=free_flying)
def test_the_adjoint_moves_to_the_other_side_of_a_scalar_product(name: str, robot: Case) -> None:
    """⟨A x, y⟩ = ⟨x, A* y⟩; where A declares to be symmetric, A* is A itself."""
    A = SYMBOLS[name]
    x, y = symbol("x", A.domain, Space.ONE), symbol("y", A.range, Space.ONE)
    values = robot.vectors(x, y)
    left, right = y.T @ A @ x, x.T @ A.T @ y
    options = {"v": robot.v, "frames": robot.frames, "vectors": values}
    assert relative_difference(left, right, robot.model, robot.q, **options) <= 1e-12
    scalar = dense(left, robot.model, robot.q, **options)
    matrix = dense(A, robot.model, robot.q, v=robot.v, frames=robot.frames)
    assert scalar.shape == ()
    rounding = 1e-13 * np.abs(values["y"]) @ np.abs(matrix) @ np.abs(values["x"])
    assert abs(scalar - values["y"] @ matrix @ values["x"]) <= rounding


@pytest.mark.parametrize("name", SYMBOLS)
@few
@given(robot=free_flying)
def test_shape_and_declared_facts(name: str, robot: Case) -> None:
    A = SYMBOLS[name]
    matrix = dense(A, robot.model, robot.q, v=robot.v, frames=robot.frames)
    assert matrix.shape == (robot.sizes[A.range], robot.sizes[A.domain])
    if A.positive:
        assert np.linalg.eigvalsh(matrix).min(initial=1.0) > 0.0
    if A.invertible:
        assert np.linalg.matrix_rank(matrix) == len(matrix)


@pytest.mark.parametrize("name", [name for name, x in SYMBOLS.items() if x.reach is not Reach.FULL])
@few
@given(robot=free_flying)
def test_no_block_lies_outside_the_declared_reach(name: str, robot: Case) -> None:
    A = SYMBOLS[name]
    parents = robot.model.merged().parents
    matrix = dense(A, robot.model, robot.q, v=robot.v, frames=robot.frames)
    allowed = {
        Reach.MEMORYLESS: lambda i, j: i == j,
        Reach.SHIFT: lambda i, j: parents[j] == i,
        Reach.STRICTLY_CAUSAL: lambda i, j: i in ancestors(parents, j),
        Reach.CAUSAL: lambda i, j: i == j or i in ancestors(parents, j),
        Reach.SHIFT_BACK: lambda i, j: parents[i] == j,
        Reach.ANTICAUSAL: lambda i, j: i == j or j in ancestors(parents, i),
    }[A.reach]
    rows, columns = carriers(robot, A.range), carriers(robot, A.domain)
    outside = np.array([[not allowed(i, j) for j in columns] for i in rows]).reshape(matrix.shape)
    assert np.abs(matrix[outside]).max(initial=0.0) <= 1e-12 * np.abs(matrix).max(initial=0.0)


@few
@given(robot=cases())
def test_any_riccati_family_factors_its_covariance(robot: Case) -> None:
    """H φ X φ* H* + Y = (I + HφK) D (I + HφK)* for a process noise and a measurement noise of our own."""
    family = riccati(2 * M + B @ B.T, R + D)
    factor = I + H @ phi @ family.K
    lhs = H @ phi @ family.X @ phi.T @ H.T + family.Y
    found = relative_difference(lhs, factor @ family.D @ factor.T, robot.model, robot.q, frames=robot.frames)
    assert found <= 1e-12


@few
@given(robot=cases())
def test_any_composite_family_sums_over_what_is_carried(robot: Case) -> None:
    family = lyapunov(P + B @ B.T)
    lhs = diagonal(phi @ family.X @ phi.T)
    assert relative_difference(lhs, family.r, robot.model, robot.q, frames=robot.frames) <= 1e-12


@few
@given(robot=cases())
def test_a_resolvent_family_inverts_its_shift(robot: Case) -> None:
    family = resolvent(0.5 * E_phi - 2 * E_psi)
    assert (
        relative_difference(family.chi @ (I - family.X), identity(Space.BODY), robot.model, robot.q) <= 1e-12
    )


def test_members_of_different_families_differ() -> None:
    robot = case(1)
    for x in (geared_family.P, geared_family.D, geared_family.psi):
        plain = OPERATORS[x.name]
        assert relative_difference(x, plain, robot.model, robot.q) > 1e-3


def test_a_shift_block_is_the_pose_of_the_child_in_its_parent() -> None:
    """Moments about the parent's origin: n + p × f, all turned into the parent's axes."""
    robot = case(9, bodies=2, branching="chain", roots=1, kinds=["revolute"])
    joint = robot.model.bodies[1].joint
    turn, move = joint.kind.pose(joint, robot.model.tree_configuration(robot.q)[robot.model.q_tree_slices[1]])
    R, p = joint.placement.rotation @ turn, joint.placement.position + joint.placement.rotation @ move
    force = np.arange(1.0, 7.0)
    carried = np.concatenate([R @ force[:3] + np.cross(p, R @ force[3:]), R @ force[3:]])
    block = dense(E_phi, robot.model, robot.q)[:6, 6:]
    np.testing.assert_allclose(block @ force, carried, rtol=1e-14)
    np.testing.assert_array_equal(dense(S, robot.model, robot.q)[:6, 6:], np.eye(6))
    np.testing.assert_array_equal(dense(Delta_phi, robot.model, robot.q)[6:, 6:], block)


@few
@given(robot=free_flying)
def test_composites_are_the_inertias_of_the_locked_robot(robot: Case) -> None:
    """The total at the root, by Inertia's own addition in the frame of the root."""
    merged = robot.model.merged()
    rotations, positions = body_poses(merged, robot.q)
    root = Pose(rotations[0], positions[0])
    total = Inertia.zero()
    for k, body in enumerate(merged.bodies):
        total = total + body.inertia.expressed_in(root.inverse() @ Pose(rotations[k], positions[k]))
    np.testing.assert_allclose(dense(r, robot.model, robot.q)[:6, :6], total.matrix(), rtol=1e-11, atol=1e-12)
