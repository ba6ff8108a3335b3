"""Derivatives of solutions of systems, whatever their vectors are called and wherever they stand."""

from __future__ import annotations

import numpy as np
import pytest

from psiphi import Robot
from psiphi.algebra import E_0, H, M, inv, joint_operator, joint_vector, mass, phi, world_vector
from psiphi.formats.robots import random_tree

ROBOT = Robot(random_tree(1, bodies=3))


def solution(vector: str, operator: str):
    armature = joint_operator(operator, diagonal=True)
    return inv(mass + armature) @ (joint_vector(vector) - H @ phi @ M @ phi.T @ E_0 @ world_vector("w"))


@pytest.mark.parametrize(
    "name", ["d", "d_x", "cotangent", "cotangent_x", "solution", "right_side", "gradient_q"]
)
@pytest.mark.parametrize("of", ["vector", "operator"])
def test_names_make_no_difference(name: str, of: str) -> None:
    names = ("plain", name) if of == "operator" else (name, "plain")
    kernels = [ROBOT.compile(solution(*x)) for x in (names, ("vector", "operator"))]
    rng = np.random.default_rng(0)
    q = ROBOT.random_configuration(rng)
    given = {x.name: rng.random(x.shape) for x in kernels[1].signature.arguments}
    found = []
    for kernel, (vector, operator) in zip(kernels, (names, ("vector", "operator")), strict=True):
        was = {vector: "vector", operator: "operator"}
        order = [was.get(x, x) for x in kernel.signature.argument_names]
        arrays = [q if x == "q" else given[x] for x in order]
        assert len(kernel.jvp.signature.arguments) == 2 * len(order)
        assert len(kernel.vjp.signature.arguments) == len(order) + 1
        moves = [given[x][: ROBOT.nv] if x == "q" else given[x] for x in order]
        rows = dict(zip(order, kernel.vjp(*arrays, given["vector"]), strict=True))
        by_q = kernel.jacobian("q")(*arrays)
        found.append([kernel.jvp(*arrays, *moves), *(rows[x] for x in sorted(rows)), by_q])
    for one, other in zip(*found, strict=True):
        np.testing.assert_allclose(one, other, rtol=0, atol=1e-10 * np.abs(other).max())


def test_vectors_may_stand_inside_the_system() -> None:
    x, y = joint_vector("x"), joint_vector("y")
    kernel = ROBOT.compile(inv(mass + x @ x.T) @ y)
    rng = np.random.default_rng(0)
    q, (at, right), (dx, dy) = ROBOT.random_configuration(rng), *rng.standard_normal((2, 2, ROBOT.nv))
    found, still = kernel(q, at, right), np.zeros(ROBOT.nv)
    moved = dy - dx * (at @ found) - at * (dx @ found)
    expected = kernel(q, at, moved)
    for slope in (
        kernel.jvp(q, at, right, still, dx, dy),
        kernel.jacobian("x")(q, at, right) @ dx + kernel.jacobian("y")(q, at, right) @ dy,
    ):
        np.testing.assert_allclose(slope, expected, rtol=0, atol=1e-10 * np.abs(expected).max())
    rows = kernel.vjp(q, at, right, right)
    assert abs(rows[1] @ dx + rows[2] @ dy - right @ expected) < 1e-10 * np.abs(expected).max()
