"""The operators of loops: compiled code = plain matrices, and rates are rates."""

from __future__ import annotations

import numpy as np
import pytest

from psiphi import Robot, robots
from psiphi.algebra import (
    B,
    H,
    H_dot,
    I,
    J,
    N,
    N_dot,
    dense,
    frame_vector,
    gearing,
    gearing_dot,
    inv,
    loop_operator,
    loop_vector,
    mass,
    parse,
    phi,
    refute,
    v,
)
from psiphi.algebra.expression import Expr, symbols_of
from psiphi.algebra.operators import MOVING
from psiphi.errors import InputError
from psiphi.formats.robots import random_tree
from psiphi.kernel.kernel import Kernel
from psiphi.kernel.request import Request
from psiphi.model import LOOP_KINDS, Model
from psiphi.recursion.frames.gauge import frames_are_free, inertias_are_free

F, U, GIVING = frame_vector("f"), loop_vector("u"), loop_operator("giving")
J_C: Expr = N @ phi.T @ H.T + gearing
J_C_DOT: Expr = N @ phi.T @ H_dot.T + N_dot @ phi.T @ H.T + gearing_dot
COMPLIANCE: Expr = J_C @ inv(mass) @ J_C.T
EXPRESSIONS = {
    str(x): x
    for x in (
        N,
        N.T @ U,
        N_dot,
        N_dot.T @ U,
        gearing,
        gearing.T @ U,
        gearing_dot,
        gearing_dot.T @ U,
        J_C,
        J_C_DOT @ v,
        N @ B @ F - U,
    )
}
OF_FEW_LOOPS = {
    str(x): x
    for x in (
        COMPLIANCE,
        COMPLIANCE @ U,
        U.T @ COMPLIANCE @ U,
        inv(COMPLIANCE + I) @ (U - J_C @ inv(mass) @ J.T @ F),
        inv(COMPLIANCE + GIVING) @ GIVING @ U,
    )
}


def closed(model: Model, seed: int, kinds=tuple(LOOP_KINDS)) -> Model:
    """The model with a loop of each kind, between bodies or to the world, in either direction."""
    rng = np.random.default_rng(seed)
    bodies = model.merged().bodies
    simple = [body.joint.name for body in bodies if body.joint.kind.nv == 1 and body.joint.mimic is None]
    for kind in kinds:
        if kind == "joint":
            ends = rng.choice(simple, 2, replace=False)
            model = model.with_loop(*map(str, ends), kind, name=kind, coefficients=rng.uniform(-1, 1, 4))
            continue
        two = rng.choice([body.name for body in bodies], 2, replace=False)
        first, second = rng.permutation([*two, "world"])[:2]
        axes = dict(zip(("axis", "axis2"), rng.standard_normal((2, 3)), strict=True))
        length = 1.0 if kind == "distance" else None
        model = model.with_loop(str(first), str(second), kind, name=kind, length=length, **axes)
    return model.with_loop(simple[0], "", "joint", name="held", coefficients=(0.3,))


@pytest.fixture(scope="module", params=["fixed", "free"])
def robot(request) -> Robot:
    return Robot(closed(random_tree(4, bodies=9, base=request.param, rotors=True), 1))


@pytest.mark.parametrize("expression", EXPRESSIONS.values(), ids=list(EXPRESSIONS))
def test_compiled_code_is_the_dense_value(robot: Robot, expression: Expr):
    check(robot, expression)


@pytest.mark.parametrize("expression", OF_FEW_LOOPS.values(), ids=list(OF_FEW_LOOPS))
@pytest.mark.parametrize("base", ["fixed", "free"])
def test_compliances_with_their_blocks_across_loops(base: str, expression: Expr):
    tree = random_tree(4, bodies=9, base=base, rotors=True)
    check(Robot(closed(tree, 2, ("hinge", "sliding_contact", "joint"))), expression)


def check(robot: Robot, expression: Expr) -> None:
    rng = np.random.default_rng(0)
    q, rates = robot.random_configuration(rng, (2,)), rng.standard_normal((2, robot.nv))
    frames = [robot.body_names[-1], robot.body_names[2]]
    sizes = {"u": robot.model.loop_size, "f": 12, "giving": robot.model.loop_size}
    given = {s.name: rng.uniform(0, 1, sizes[s.name]) for s in symbols_of(expression) if s in (F, U, GIVING)}
    moving = bool(MOVING & symbols_of(expression))
    used = frames if "B" in {s.name for s in symbols_of(expression)} else []
    expected = dense(expression, robot, q, v=rates, frames=used, vectors=given)
    kernel = robot.compile(expression, used)
    result = kernel(q, rates, **given) if moving else kernel(q, **given)
    np.testing.assert_allclose(result, expected, rtol=1e-10, atol=1e-12 * np.abs(expected).max())


def test_rates_are_rates(robot: Robot):
    """d/dt of the dense Jacobian along a motion, by differences."""
    rng = np.random.default_rng(5)
    q, rates, step = robot.random_configuration(rng), rng.standard_normal(robot.nv), 1e-5
    before, after = (dense(J_C, robot, robot.integrate(q, rates, x)) for x in (-step, step))
    found = dense(J_C_DOT, robot, q, v=rates)
    np.testing.assert_allclose(found, (after - before) / (2 * step), atol=1e-7)


def test_no_joint_space_result_feels_the_choice_of_frames_or_of_inertias():
    assert frames_are_free(COMPLIANCE)
    assert inertias_are_free(COMPLIANCE)
    assert frames_are_free(J_C_DOT @ v)
    assert not frames_are_free(N)  # it takes motions of bodies, which their frames are part of


def test_two_vectors_from_one_kernel_are_those_of_two():
    robot = Robot(closed(random_tree(4, bodies=9), 1, ("hinge", "joint")))
    rng = np.random.default_rng(1)
    q, u = robot.random_configuration(rng, (3,)), rng.standard_normal(robot.model.loop_size)
    first, second = J_C.T @ U, COMPLIANCE @ U
    both = Kernel(Request(robot.model, first, beside=(second,)))
    for result, expression in zip(both(q, u), (first, second), strict=True):
        np.testing.assert_allclose(result, robot.compile(expression)(q, u), rtol=1e-12, atol=1e-12)
    apart = sum(robot.compile(x).operations.total for x in (first, second))
    assert both.operations.total < apart
    assert "result_1" in both.algorithm


def test_loops_are_read_and_written_as_text():
    text = "inv(N phi* H* inv(mass) H phi N* + I) u"
    expression = parse(text)
    assert expression is inv(N @ phi.T @ H.T @ inv(mass) @ H @ phi @ N.T + I) @ U
    assert eval(repr(expression), vars(__import__("psiphi.algebra", fromlist=["x"]))) is expression
    assert refute(N @ phi.T, N) is not None
    assert refute(N @ phi.T @ H.T, (H @ phi @ N.T).T) is None


def test_a_robot_without_loops_has_no_such_operators():
    with pytest.raises(InputError, match="has none"):
        robots.panda().compile(N @ phi.T @ H.T)
    with pytest.raises(InputError, match="has none"):
        dense(N, robots.panda(), np.zeros(7))
