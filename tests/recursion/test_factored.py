"""Filters on factors of P: equal to the plain ones on ordinary robots, better on very unequal ones."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from exact_solution import exact_solution, relative_error
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.typing import NDArray

import psiphi
from psiphi.algebra import (
    D,
    Gamma,
    H,
    I,
    J,
    K,
    M,
    P,
    P_Gamma,
    R,
    Space,
    a,
    b,
    dense,
    inv,
    joint_vector,
    mass,
    phi,
)
from psiphi.algebra.derive import forms
from psiphi.algebra.expression import Expr, symbols_of
from psiphi.errors import CompileError, InputError
from psiphi.formats.robots import random_tree
from psiphi.kernel.kernel import Kernel
from psiphi.kernel.request import Request
from psiphi.model import Body, Joint, Model
from psiphi.recursion.bodies.mechanism import Mechanism
from psiphi.recursion.numbers.arithmetic import NumpyArithmetic
from psiphi.recursion.sweeps.evaluate import evaluate_together
from psiphi.spatial.inertia import Inertia
from psiphi.spatial.pose import Pose

Array = NDArray[np.float64]
T = joint_vector("T")
bias = H @ phi @ (M @ phi.T @ a + b)

carrying = mass + H @ phi @ Gamma + Gamma.T @ phi.T @ H.T + R

EXPRESSIONS = (
    inv(mass) @ (T - bias),
    inv(mass + R) @ (T - bias),
    inv(mass),
    inv(mass + R),
    inv(carrying) @ T,
    inv(carrying),
    P,
    P_Gamma,
    (I + H @ phi @ K) @ D**0.5,
)


def value_in_factors(x: Expr, model: Model, q: Array, v: Array, tau: Array) -> list[Array]:
    mechanism = Mechanism.from_model(model, factored=True)
    inputs = {"T": (Space.JOINT, list(tau))}
    found = [
        evaluate_together([p], mechanism, NumpyArithmetic(), list(q), list(v), inputs)[0] for _, p in forms(x)
    ]
    return [np.array(values, dtype=float) for values in found]


def check(model: Model, seed: int) -> None:
    rng = np.random.default_rng(seed)
    q, v = model.random_configuration(rng), rng.normal(size=model.nv)
    tau = rng.normal(size=model.nv_tree)
    for x in EXPRESSIONS:
        vectors = {"T": tau} if T in symbols_of(x) else {}
        expected = np.asarray(dense(x, model, q, v=v, vectors=vectors)).ravel()
        for found in value_in_factors(x, model, q, v, tau):
            np.testing.assert_allclose(found, expected, rtol=0, atol=1e-10 * np.abs(expected).max())


@settings(max_examples=12, deadline=None)
@given(seed=st.integers(0, 10_000), bodies=st.integers(1, 7), base=st.sampled_from(["fixed", "free"]))
def test_every_form_equals_dense_matrices(seed: int, bodies: int, base: str) -> None:
    """Trees of every kind of joint; rotors are noise, of which some joints of a tree have none."""
    check(random_tree(seed, bodies=bodies, base=base, rotors="carried"), seed)


def test_bodies_without_mass_and_point_masses() -> None:
    """P of a body without mass has the rank of what it carries."""
    model = random_tree(4, bodies=6, kinds=("revolute",), branching="chain")
    point = Inertia(2.0, (0.3, -0.2, 0.5), np.zeros((3, 3)))
    rod = Inertia(1.0, (0.5, 0.0, 0.0), np.diag([0.0, 0.1, 0.1]))
    inertias = {1: Inertia.zero(), 2: Inertia.zero(), 3: point, 4: rod}
    bodies = [replace(x, inertia=inertias.get(k, x.inertia)) for k, x in enumerate(model.bodies)]
    check(replace(model, bodies=tuple(bodies)), 0)


def arm(masses: list[float], axes: list[str], parents: list[int] | None = None) -> Model:
    """Slender links of one metre each on the ends of their parents."""
    direction = {"x": (1, 0, 0), "y": (0, 1, 0), "z": (0, 0, 1)}
    bodies: list[Body] = []
    for k, (m, axis) in enumerate(zip(masses, axes, strict=True)):
        parent = k - 1 if parents is None else parents[k]
        place = Pose.identity() if parent < 0 else Pose(None, (1.0, 0.0, 0.0))
        inertia = Inertia(m, (0.5, 0.0, 0.0), m * np.diag([1e-4, 1 / 12, 1 / 12]))
        bodies.append(
            Body(f"link{k}", parent, Joint(f"joint{k}", "revolute", place, direction[axis]), inertia)
        )
    return Model("arm", tuple(bodies))


UNEQUAL = {
    "heavy tip, stretched": (arm([1.0, 1.0, 1e8], ["z", "z", "z"]), 1e-4),
    "very heavy tip, stretched more": (arm([1.0, 1.0, 1e14], ["z", "z", "z"]), 1e-6),
    "across a plane": (arm([1.0] * 5 + [1e10], ["y", "z", "y", "z", "y", "z"]), 1e-5),
    "two heavy hands": (arm([1.0, 1.0, 1e10, 1.0, 1e9], ["z", "z", "z", "z", "z"], [-1, 0, 1, 0, 3]), 1e-4),
}


@pytest.mark.parametrize("name", UNEQUAL)
def test_factors_keep_the_digits_that_the_plain_recursion_loses(name: str) -> None:
    """A heavy load pulls along a nearly straight arm: its joints feel the light links, across."""
    model, bend = UNEQUAL[name]
    robot = psiphi.Robot(model)
    rng = np.random.default_rng(0)
    q = bend * rng.uniform(0.5, 2.0, (24, model.nv)) * rng.choice([-1.0, 1.0], (24, model.nv))
    y = rng.normal(size=(24, model.nv))
    expected = np.array([exact_solution(model, *row) for row in zip(q, y, strict=True)])
    solve = inv(mass) @ joint_vector("y")
    plain = relative_error(Kernel(Request(model, solve, form="as written"))(q, y), expected)
    best = relative_error(robot.mass_matrix_solve(q, y), expected)
    factored = relative_error(robot.compile(solve, riccati="UD")(q, y), expected)
    assert np.median(plain) > 1e-10
    assert np.median(best) > 1e-10
    assert factored.max() < 1e-13


def test_forward_dynamics_in_batches_and_single_precision() -> None:
    robot = psiphi.robots.quadruped()
    rng = np.random.default_rng(1)
    q, v, tau = robot.random_configuration(rng, (5,)), rng.normal(size=(5, 18)), rng.normal(size=(5, 18))
    expected = robot.forward_dynamics(q, v, tau)
    scale = np.abs(expected).max()
    assert np.abs(robot.forward_dynamics(q, v, tau, method="UD") - expected).max() < 1e-10 * scale
    forces = {next(name for name in robot.frame_names if "foot" in name): rng.normal(size=6)}
    again = robot.forward_dynamics(q, v, tau, forces, method="UD")
    assert np.abs(again - robot.forward_dynamics(q, v, tau, forces)).max() < 1e-10 * scale
    single = robot.forward_dynamics(*(x.astype(np.float32) for x in (q, v, tau)), method="UD")
    assert single.dtype == np.float32
    assert np.abs(single - expected).max() < 1e-4 * scale


def test_operations_grow_as_the_number_of_bodies() -> None:
    counts = []
    for n in (10, 20, 40):
        chain = random_tree(3, bodies=n, kinds=("revolute",), branching="chain")
        kernel = psiphi.Robot(chain).kernel("forward_dynamics", method="UD")
        counts.append(kernel.operations.total)
    assert counts[2] - counts[1] == 2 * (counts[1] - counts[0])
    assert counts[1] - counts[0] <= 10 * 1107
    assert "factors (UD)" in kernel.algorithm
    assert not kernel.rolled


def test_what_has_no_factors_is_refused() -> None:
    robot = psiphi.robots.panda()
    with pytest.raises(InputError, match="neither 'plain' nor 'UD'"):
        robot.compile(inv(mass), riccati="QR")
    with pytest.raises(InputError, match="no filter runs"):
        robot.kernel("inverse_dynamics", riccati="UD")
    with pytest.raises(CompileError, match="only that of M has"):
        robot.compile(inv(mass + J.T @ J), [robot.frame_names[-1]], riccati="UD").prepare()
    with pytest.raises(InputError, match="rolled"):
        robot.compile(inv(mass) @ T, riccati="UD", rolled=True)
    wrong = replace(robot.model.bodies[2], inertia=Inertia(1.0, (0, 0, 0), np.diag([1.0, 1.0, -1.0])))
    bodies = (*robot.model.bodies[:2], wrong, *robot.model.bodies[3:])
    unreal = psiphi.Robot(replace(robot.model, bodies=bodies))
    with pytest.raises(CompileError, match="not positive semidefinite"):
        unreal.compile(inv(mass), riccati="UD").prepare()
