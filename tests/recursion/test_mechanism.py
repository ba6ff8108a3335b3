"""Mechanisms: what they keep of the model, and the boundary between working frames and the model's."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from moving_robots import (
    MOVING_KINDS,
    as_matrix,
    blocks_of,
    body_vector,
    full,
    moving,
    random_state,
    relative_error,
)

from psiphi.algebra.dense import dense
from psiphi.algebra.inputs import body_vector as symbolic_body_vector
from psiphi.algebra.operators import B, E_phi, M, P, phi
from psiphi.errors import UnknownNameError
from psiphi.formats.robots.random_tree import random_tree
from psiphi.model import Body, Joint, Model
from psiphi.recursion.bodies.mechanism import Mechanism
from psiphi.recursion.numbers.vectors import ZERO_SPATIAL, add_spatial
from psiphi.spatial import Inertia, Pose

BOTH = pytest.mark.parametrize("canonical", [False, True])


def spatials(flat: np.ndarray) -> list[tuple]:
    return [tuple(flat[6 * k : 6 * k + 6]) for k in range(len(flat) // 6)]


def one_joint(kind: str, axis: tuple[float, float, float]) -> Model:
    inertia = Inertia(1.0, (0.1, 0.2, 0.3), np.diag([0.02, 0.03, 0.04]))
    joints = [Joint(f"j{k}", kind, Pose(position=(0.3, 0.2, 0.1)), axis=axis) for k in range(2)]
    return Model("two", [Body(f"b{k}", k - 1, joint, inertia) for k, joint in enumerate(joints)])


@BOTH
def test_e_phi_is_similar_across_the_boundary(canonical: bool) -> None:
    """φ applied in working frames, with vectors that pass the boundary, is φ of the model."""
    model = random_tree(1, bodies=8, roots=2)
    q, v, _ = random_state(model, 1)
    robot = moving(model, q, v, canonical=canonical)
    links = robot.mechanism.links
    given_forces = np.random.default_rng(0).normal(size=6 * len(links))
    forces = [k.boundary.force_from_parent(x) for k, x in zip(links, spatials(given_forces), strict=True)]
    for k in reversed(range(len(links))):
        if links[k].parent >= 0:
            carried = robot.transforms[k].force_to_parent(forces[k])
            forces[links[k].parent] = add_spatial(forces[links[k].parent], carried)
    found = body_vector([k.boundary.force_to_parent(x) for k, x in zip(links, forces, strict=True)])
    f = symbolic_body_vector("f")
    assert relative_error(found, dense(phi @ f, model, q, f=given_forces)) < 1e-13


@BOTH
def test_symmetric_blocks_pass_the_boundary(canonical: bool) -> None:
    """M of the working frames, brought to the model's frames, is M of the model."""
    model = random_tree(2, bodies=7).merged()
    expected = dense(M, model, model.neutral())
    for k, link in enumerate(Mechanism.from_model(model, canonical=canonical).links):
        block = expected[6 * k : 6 * k + 6, 6 * k : 6 * k + 6]
        assert relative_error(full(link.boundary.inertia_to_parent(link.inertia)), block) < 1e-14
        assert relative_error(full(link.boundary.inertia_to_parent(link.inertia.blocks())), block) < 1e-14


@BOTH
def test_frames_are_those_of_the_model(canonical: bool) -> None:
    model = random_tree(3, bodies=9, kinds=None)
    names = [*model.frame_names, "world"]
    q, v, _ = random_state(model, 3)
    robot = moving(model, q, v, canonical=canonical, frames=names)
    expected = dense(B, model, q, frames=names)
    for i, (name, seat) in enumerate(zip(names, robot.mechanism.frames, strict=True)):
        assert seat.name == name
        columns = expected[:, 6 * i : 6 * i + 6]
        if seat.body < 0:
            assert not columns.any()
            continue
        found = as_matrix(robot.mechanism.links[seat.body].boundary.force_to_parent) @ as_matrix(
            seat.transform.force_to_parent
        )
        assert relative_error(found, columns[6 * seat.body : 6 * seat.body + 6]) < 1e-14


def test_unknown_frames_are_named() -> None:
    with pytest.raises(UnknownNameError, match="frame_00"):
        Mechanism.from_model(random_tree(0), frames=["frame_00"])


@given(seed=st.integers(0, 10**6))
@settings(max_examples=20, deadline=None)
def test_mimic_joints_follow(seed: int) -> None:
    model = random_tree(seed, bodies=9, kinds=["revolute", "prismatic", "spherical"], mimic=0.6)
    mechanism = Mechanism.from_model(model)
    rng = np.random.default_rng(seed)
    q, v = model.random_configuration(rng), rng.normal(size=model.nv)
    assert np.allclose(
        mechanism.tree_configuration(q.tolist()), model.tree_configuration(q), rtol=0, atol=1e-15
    )
    assert np.allclose(mechanism.tree_velocity(v.tolist()), model.coupling @ v, rtol=0, atol=1e-15)
    tree_forces = rng.normal(size=model.nv_tree)
    found = mechanism.independent_forces(tree_forces.tolist())
    assert np.allclose(found, model.coupling.T @ tree_forces, rtol=0, atol=1e-14)


def test_what_is_kept_of_the_model() -> None:
    model = random_tree(8, bodies=10, roots=2, rotors=True)
    merged, mechanism = model.merged(), Mechanism.from_model(model)
    assert mechanism.parents == merged.parents
    assert mechanism.children == merged.children
    assert mechanism.gravity == merged.gravity
    for k, (body, link) in enumerate(zip(merged.bodies, mechanism.links, strict=True)):
        assert (link.name, link.kind) == (body.name, body.joint.kind.name)
        assert link.rotor == body.joint.rotor.reflected_inertia
        assert link.q == tuple(range(merged.nq_tree)[merged.q_tree_slices[k]])
        assert link.v == tuple(range(merged.nv_tree)[merged.v_tree_slices[k]])


@pytest.mark.parametrize("kind", ["revolute", "prismatic", "helical", "planar"])
@pytest.mark.parametrize("axis", [(1, 0, 0), (0, 1, 0), (0, 0, 1), (-1, 0, 0), (0, -1, 0), (0, 0, -1)])
def test_axes_along_coordinates_need_no_arithmetic(kind: str, axis: tuple[float, float, float]) -> None:
    """All constants are 0 and ±1: the numbers of the file stay what they are, bit by bit."""
    model = one_joint(kind, axis)
    for body, link in zip(model.bodies, Mechanism.from_model(model).links, strict=True):
        turned = link.boundary.rotate_to_parent((1.0, 2.0, 3.0))
        assert sorted(map(abs, turned)) == [1.0, 2.0, 3.0]
        assert np.array_equal(link.boundary.rotate_to_parent((0.0, 0.0, 1.0)), body.joint.axis)
        moment = link.boundary.rotate_to_parent(link.inertia.moment)
        assert np.array_equal(moment, body.inertia.mass * body.inertia.center)


@pytest.mark.parametrize("kind", MOVING_KINDS)
def test_zeros_that_are_known_pass_the_boundary_as_such(kind: str) -> None:
    for link in Mechanism.from_model(random_tree(1, bodies=2, kinds=[kind])).links:
        assert link.boundary.force_to_parent(ZERO_SPATIAL) == ZERO_SPATIAL


def test_articulated_inertias_pass_the_boundary() -> None:
    """P of the model seen from the working frames of its bodies satisfies the recursion there."""
    model = random_tree(5, bodies=5, kinds=["revolute", "spherical"])
    q, v, _ = random_state(model, 5)
    robot = moving(model, q, v)
    articulated, step = dense(P, model, q), dense(E_phi, model, q)
    for k, link in enumerate(robot.mechanism.links):
        if link.parent < 0:
            continue
        rows, above = slice(6 * k, 6 * k + 6), slice(6 * link.parent, 6 * link.parent + 6)
        crossing = np.linalg.inv(as_matrix(link.boundary.force_to_parent))
        working = crossing @ articulated[rows, rows] @ crossing.T
        carried = robot.transforms[k].inertia_to_parent(blocks_of(working))
        found = full(robot.mechanism.links[link.parent].boundary.inertia_to_parent(carried))
        expected = step[above, rows] @ articulated[rows, rows] @ step[above, rows].T
        assert relative_error(found, expected) < 1e-13
