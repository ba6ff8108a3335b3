"""The motions of some rows of an ensemble: what is drawn for them, and what follows from it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import lru_cache, partial
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from psiphi.algebra.reading.parse import parse
from psiphi.dynamics.motion.options import Options
from psiphi.ensemble.plan import FORCE, STATE, Plan
from psiphi.errors import InputError
from psiphi.kernel.kernel import Kernel
from psiphi.robot import Robot
from psiphi.simulation.compiled_torque import compiled_torque, is_compiled

Array = NDArray[Any]
Functions = Mapping[str, Any]


class Moved(NamedTuple):
    """Some rows: what was drawn, (rows, ...); their motions, (samples, rows, n); joint forces on request."""

    drawn: dict[str, Array]
    q: Array
    v: Array
    tau: Callable[[], Array]


def moved(
    plan: Plan, robot: Robot, start: int, stop: int, functions: Functions, every: int | None = None
) -> Moved:
    """The rows from start to stop."""
    drawn = {
        name: np.ascontiguousarray(
            draw.rows(plan.seed, name, start, stop, robot.model, plan.shape(name, robot)), plan.dtype
        )
        for name, draw in plan.draws.items()
    }
    every, moving, parameters = every or plan.every, moving_robot(plan, robot), parameters_among(plan, drawn)
    options: dict[str, Any] = {x: getattr(plan, x) for x in Options.__annotations__ if hasattr(plan, x)}
    options["every"] = every
    options["parameters"] = parameters
    forces = {x.removeprefix(FORCE): _time_first(drawn[x]) for x in drawn if x.startswith(FORCE)}
    if forces:
        options["external_forces"] = forces
    state = drawn["q"], drawn["v"]
    known = (*STATE, *plan.parameters())
    others = {name: x for name, x in drawn.items() if name not in known and not name.startswith(FORCE)}
    law = _law(plan, robot, functions)
    if law is not None and not is_compiled(law):
        found = moving.simulate(
            *state,
            partial(law, **others),
            duration=plan.steps * plan.dt,
            dt=plan.dt,
            progress=False,
            **options,
        )
        return Moved(drawn, found.q.astype(plan.dtype), found.v.astype(plan.dtype), lambda: found.tau)
    passed = np.arange(0, plan.steps + 1, every)
    if law is not None:
        inputs = {name: _time_first(x) for name, x in others.items()}
        if getattr(compiled_torque(robot, law, inputs), "learned", None):
            raise InputError("law: one that learns goes on from motion to motion; robot.rollout follows it.")
        rolled = moving.rollout(*state, law, plan.steps, plan.dt, inputs=inputs, **options)
        q, v = rolled.q, rolled.v

        def control() -> Array:
            compiled = compiled_torque(robot, law, inputs)
            assert compiled is not None
            time = passed * plan.dt
            return compiled.forces(robot, time, q.astype(float), v.astype(float), passed, plan.hold, {})

        return Moved(drawn, q, v, control)
    torque = _time_first(drawn["torque"] if "torque" in drawn else np.zeros_like(drawn["v"]))
    rolled = moving.rollout(*state, torque, plan.steps, plan.dt, **options)
    places = np.minimum(passed // plan.hold, len(torque) - 1)
    return Moved(drawn, rolled.q, rolled.v, lambda: np.broadcast_to(torque[places], rolled.v.shape))


def parameters_among(plan: Plan, drawn: Mapping[str, Array]) -> Array | None:
    """The parameters of `robot.varying`, one after the other, (rows, p)."""
    names = plan.parameters()
    return np.concatenate([drawn[name] for name in names], axis=-1) if names else None


def moving_robot(plan: Plan, robot: Robot) -> Robot:
    """The robot, with the parameters that are drawn as arguments."""
    names = plan.parameters()
    return _varying(robot, names) if names else robot


@lru_cache(maxsize=2)
def _varying(robot: Robot, names: tuple[str, ...]) -> Robot:
    return robot.varying(*names)


def _time_first(x: Array) -> Array:
    """(times, rows, n) of (rows, times, n), and (1, rows, n) of (rows, n)."""
    return x[None] if x.ndim == 2 else np.ascontiguousarray(np.moveaxis(x, 1, 0))


@lru_cache(maxsize=2)
def _compiled(robot: Robot, law: str, operators: tuple[tuple[str, str], ...]) -> Kernel:
    """A law as an expression of the robot's own model, whatever varies in what moves."""
    return robot.compile(parse(law, operators=dict(operators)))


def _law(plan: Plan, robot: Robot, functions: Functions) -> Any:
    if plan.law is not None:
        return _compiled(robot, plan.law, tuple(plan.operators.items()))
    if plan.function is not None and "law" not in functions:
        raise InputError(
            f"law: motions follow {plan.function}, which no file keeps; give it again as "
            "functions={'law': …}."
        )
    return functions.get("law")
