"""Expressions and kernels go to other processes by what they are made of, without any code."""

from __future__ import annotations

import pickle
import subprocess
import sys

import numpy as np
import pytest

import psiphi
from psiphi import Robot
from psiphi.algebra import H, M, inv, joint_vector, phi
from psiphi.algebra.derivatives import derivative
from psiphi.algebra.identities import TABLE
from psiphi.formats.robots.random_tree import random_tree

ROBOT = Robot(random_tree(2, bodies=2))
MASS = H @ phi @ M @ phi.T @ H.T


def test_expressions_are_the_nodes_that_are_there() -> None:
    sides = [side for identity in TABLE for side in (identity.lhs, identity.rhs)]
    sides.append(derivative(inv(MASS) @ joint_vector("tau"), "q"))
    for loaded, side in zip(pickle.loads(pickle.dumps(sides)), sides, strict=True):
        assert loaded is side


@pytest.mark.parametrize(
    "kernel",
    [
        ROBOT.kernel("forward_dynamics"),
        ROBOT.kernel("frame_pose", [ROBOT.frame_names[-1]]),
        ROBOT.kernel("inverse_dynamics", varying=["gravity"]),
        ROBOT.kernel("inverse_dynamics").jacobian("q"),
        ROBOT.kernel("mass_matrix").packed,
        ROBOT.compile(inv(MASS) @ joint_vector("tau")),
        psiphi.robots.planar_chain(60).kernel("gravity_forces"),
    ],
    ids=["quantity", "frames", "varying", "derivative", "packed", "expression", "loops over bodies"],
)
def test_kernels_give_the_same_bits(kernel) -> None:
    loaded = pickle.loads(pickle.dumps(kernel))
    assert loaded.key == kernel.key
    rng = np.random.default_rng(0)
    arrays = [rng.standard_normal((2, *argument.shape)) for argument in kernel.signature.arguments]
    for x, y in zip(kernel(*arrays), loaded(*arrays), strict=True):  # several results, or rows of one
        np.testing.assert_array_equal(x, y)


def test_another_process_computes_the_same() -> None:
    code = "import pickle, sys; kernel, q = pickle.load(sys.stdin.buffer); print(kernel(q).tolist())"
    kernel, q = ROBOT.kernel("mass_matrix"), ROBOT.neutral()
    sent = pickle.dumps((kernel, q))
    found = subprocess.run([sys.executable, "-c", code], input=sent, capture_output=True, check=True).stdout
    assert found.decode().strip() == str(kernel(q).tolist())
