"""Systems of loops of many equations: solved in NumPy between calls at first, to the same as compiled."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from psiphi import Robot
from psiphi.dynamics.loops import many_equations
from psiphi.dynamics.motion import single_step
from psiphi.errors import InputError
from psiphi.formats.robots.random_tree import random_tree
from psiphi.kernel import kernel

CHAIN = random_tree(4, bodies=4, kinds=["spherical"], branching="chain")
RING = CHAIN.with_loop("frame_0", "frame_3", "point")
ASKED: dict[str, Callable[..., Any]] = {
    "constrained_forward_dynamics": lambda robot, q, v, tau: robot.constrained_forward_dynamics(q, v, tau),
    "damped": lambda robot, *at: robot.constrained_forward_dynamics(*at, damping=1e-3),
    "constrained_acceleration": lambda robot, q, v, tau: robot.constrained_acceleration(q, v, tau),
    "constrained_velocity": lambda robot, q, v, tau: robot.constrained_velocity(q, v),
    "constraint_inertia": lambda robot, q, v, tau: robot.constraint_inertia(q),
    "constrained_operational_space_compliance": lambda robot, q, v, tau: (
        robot.constrained_operational_space_compliance(q, ["body_2"])
    ),
    "constrained_forward_dynamics_derivatives": lambda robot, q, v, tau: (
        robot.constrained_forward_dynamics_derivatives(q, v, tau)
    ),
    "step": lambda robot, q, v, tau: robot.step(q, v, tau, 1e-3),
}


@pytest.fixture(scope="module")
def states():
    robot, rng = Robot(RING), np.random.default_rng(3)
    q = robot.assemble(robot.random_configuration(rng)).q
    q = np.stack([q, robot.assemble(robot.integrate(q, 0.3 * rng.standard_normal(robot.nv))).q])
    v, tau = rng.standard_normal((2, 2, robot.nv))
    return q, robot.project_velocity(q, v), tau


@pytest.fixture
def few(monkeypatch: pytest.MonkeyPatch):
    for module in (many_equations, single_step, kernel):
        monkeypatch.setattr(module, "MOST_EQUATIONS", 2)
    monkeypatch.setattr(kernel, "BYTECODE_BETWEEN", 0)


def compare(found: Any, expected: Any) -> None:
    pairs = zip(found, expected, strict=True) if isinstance(expected, tuple) else [(found, expected)]
    for x, y in pairs:
        assert x.shape == y.shape
        np.testing.assert_allclose(x, y, rtol=0, atol=1e-9 * max(1.0, np.abs(y).max()))


@pytest.mark.parametrize("name", ASKED)
def test_by_calls_they_are_those_of_compiled_code(
    name: str, states: Any, few: None, monkeypatch: pytest.MonkeyPatch
):
    by_calls = ASKED[name](Robot(RING), *states)
    with monkeypatch.context() as patch:
        for module in (many_equations, single_step):
            patch.setattr(module, "MOST_EQUATIONS", 24)
        compare(by_calls, ASKED[name](Robot(RING), *states))


@pytest.mark.parametrize("name", ASKED)
def test_they_are_in_the_precision_of_what_is_given(name: str, states: Any, few: None) -> None:
    found = ASKED[name](Robot(RING), *(x.astype(np.float32) for x in states))
    for x in found if isinstance(found, tuple) else (found,):
        assert x.dtype == np.float32


def test_redundant_ones_have_the_same_derivatives(
    states: Any, few: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    """By the least forces in NumPy and in compiled code, and by differences along the loops."""
    twice = RING.with_loop("frame_0", "frame_3", "point", name="again")
    by_calls = Robot(twice).constrained_forward_dynamics_derivatives(*states)
    monkeypatch.setattr(many_equations, "MOST_EQUATIONS", 24)
    robot = Robot(twice)
    compare(by_calls, robot.constrained_forward_dynamics_derivatives(*states))
    (q, _), (v, _), (tau, _) = states
    way = robot.project_velocity(q, np.ones(robot.nv))
    ahead, behind = (
        robot.constrained_forward_dynamics(robot.assemble(robot.integrate(q, h * way)).q, v, tau)
        for h in (1e-5, -1e-5)
    )
    for slope, x, y in zip((by_calls[0], by_calls[3]), ahead, behind, strict=True):
        expected = (x - y) / 2e-5
        np.testing.assert_allclose(slope[0] @ way, expected, rtol=0, atol=1e-6 * np.abs(expected).max())


def test_prepared_ones_and_those_of_many_rows_are_compiled(
    states: Any, few: None, monkeypatch: pytest.MonkeyPatch
):
    name = "constrained_acceleration"
    robot, busy = Robot(RING), Robot(RING)
    expected = robot.constrained_acceleration(*states)
    monkeypatch.setattr(many_equations, "BYTECODE_ROWS", 3)
    busy.constrained_acceleration(*states)
    robot.prepare(name)
    monkeypatch.setattr(Robot, "_least", None)
    for ready in (robot, busy, Robot(RING)):  # the last one finds code on disk
        compare(ready.constrained_acceleration(*states), expected)


def test_steps_between_calls_are_not_linearized(states: Any, few: None) -> None:
    with pytest.raises(InputError, match=r"Leave dt out, or take robot\.embedded"):
        Robot(RING).linearized(*states, dt=1e-3)


@pytest.mark.parametrize("rows", [2, 3])
def test_parameters_go_with_their_rows(rows: int, states: Any, few: None) -> None:
    """As many rows as equations too, 3: the parameters of a row were taken for those of an equation."""
    robot = Robot(RING)
    q, v, tau = (np.repeat(x[:1], rows, axis=0) for x in states)
    varied, parameters = robot.varying("payload:body_2"), np.zeros((rows, 10))
    parameters[:, 0], parameters[:, [4, 6, 9]] = np.arange(1.0, rows + 1), 0.1
    asked: list[Callable[..., Any]] = [
        lambda *at, **given: varied.project_velocity(at[0], at[2], **given),
        lambda *at, **given: varied.constrained_forward_dynamics(*at, damping=1e-3, **given)[0],
        lambda *at, **given: varied.constrained_forward_dynamics_derivatives(*at, **given)[0],
        lambda *at, **given: varied.constrained_acceleration(*at, **given),
    ]
    for ask in asked:
        alone = [ask(*(x[i] for x in (q, v, tau)), parameters=parameters[i]) for i in range(rows)]
        compare(ask(q, v, tau, parameters=parameters), np.array(alone))
    again = Robot(RING.with_loop("frame_0", "frame_3", "point", name="again")).varying("payload:body_2")
    compare(
        again.constrained_acceleration(q, v, tau, parameters=parameters),
        varied.constrained_acceleration(q, v, tau, parameters=parameters),
    )
