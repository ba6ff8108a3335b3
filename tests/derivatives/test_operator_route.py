"""Derivatives of inverse dynamics as operator expressions: against plain matrices, and what they cost."""

from __future__ import annotations

import numpy as np
import pytest
from differences import close

import psiphi
import psiphi.kernel.native
from psiphi import Robot, robots
from psiphi.algebra import joint_vector
from psiphi.algebra.expression import symbols_of
from psiphi.algebra.gradients import gradients
from psiphi.formats.robots.random_tree import random_tree
from psiphi.kernel.program.differentiate import jacobian

STILL = ["revolute", "prismatic", "helical", "spherical", "planar", "free"]


@pytest.mark.parametrize(("seed", "base"), [(0, "fixed"), (1, "free"), (2, "fixed")])
def test_against_plain_matrices(seed, base):
    """`dense` makes of the letters what their definitions say, by cross products."""
    robot = Robot(random_tree(seed, bodies=6, kinds=STILL, base=base))
    rng = np.random.default_rng(seed)
    q = robot.random_configuration(rng)
    v, a = rng.normal(size=(2, robot.nv))
    letters = gradients(joint_vector("acceleration"), None)
    found = robot.inverse_dynamics_derivatives(q, v, a)
    for x, matrix in ((letters.by_configuration(), found[0]), (letters.by_velocity(), found[1])):
        expected = psiphi.dense(x, robot, q, v=v, acceleration=a)
        close(matrix, expected, 1e-12)
        close(robot.compile(x)(q, v, a), expected, 1e-12)
        applied = robot.compile(x @ joint_vector("u"))  # in sweeps, outward and inward
        close(applied(q, v, acceleration=a, u=a), expected @ a, 1e-12)


@pytest.mark.parametrize("by", ["q", "v"])
def test_every_step_from_the_derivative_holds(by):
    """From derivative(τ, …) of the algebra to what is compiled."""
    robot = Robot(random_tree(4, bodies=6, kinds=STILL, base="free"))
    rng = np.random.default_rng(0)
    q = robot.random_configuration(rng)
    v, a = rng.normal(size=(2, robot.nv))
    letters = gradients(joint_vector("acceleration"), None)
    derivation = letters.derivation(by)
    expected = robot.inverse_dynamics_derivatives(q, v, a)[0 if by == "q" else 1]
    assert derivation.result is (letters.by_configuration() if by == "q" else letters.by_velocity())
    for x in (derivation.expression, *(step.after for step in derivation.steps)):
        given = {"acceleration": a} if joint_vector("acceleration") in symbols_of(x) else {}
        close(psiphi.dense(x, robot, q, v=v, **given), expected, 1e-11)


@pytest.mark.parametrize("rotors", [False, True])
def test_against_differentiation_of_the_program(rotors):
    """The same numbers from the other route."""
    robot = Robot(random_tree(3, bodies=7, kinds=STILL, mimic=0.3, rotors=rotors))
    rng = np.random.default_rng(0)
    q = robot.random_configuration(rng)
    v, a = rng.normal(size=(2, robot.nv))
    kernel = robot.kernel("inverse_dynamics")
    other = psiphi.kernel.native.compile_program(jacobian(kernel.program, ["q", "v", "acceleration"]))
    for found, expected in zip(robot.inverse_dynamics_derivatives(q, v, a), other(q, v, a), strict=True):
        close(found, expected, 1e-12)


@pytest.mark.parametrize(
    ("name", "inverse", "forward"),
    [
        ("ur5", (553, 491), (1008, 920)),
        ("panda", (1353, 1196), (2305, 2067)),
        ("quadruped", (2226, 1938), (6818, 6079)),
    ],
)
def test_operations(name, inverse, forward):
    """∂/∂(q, v), the cheaper of both routes."""
    robot = getattr(robots, name)()
    for quantity, expected in (("inverse_dynamics", inverse), ("forward_dynamics", forward)):
        found = robot.kernel(quantity).jacobian("q", "v").operations
        assert (found.mul, found.add) == expected
