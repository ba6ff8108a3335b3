"""What a motion in native steps is asked for with, checked: the step, and arrays by rows of the batch."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import replace
from functools import lru_cache
from typing import TYPE_CHECKING, Any, Unpack

import numpy as np
from numpy.typing import ArrayLike, NDArray

from psiphi.dynamics.motion.feedback import stream_name
from psiphi.dynamics.motion.methods import check_method
from psiphi.dynamics.motion.options import Chosen, Options
from psiphi.dynamics.motion.steps import EXTERNAL, Step
from psiphi.embedded import EmbeddedRobot
from psiphi.errors import ArgumentTypeError, InputError
from psiphi.frozen import frozen
from psiphi.kernel.request import PARAMETERS
from psiphi.kernel.robot_size import loops_suit
from psiphi.kernel.thresholds import MOST_EQUATIONS
from psiphi.locks import cached_property
from psiphi.model import Model
from psiphi.model.arguments import (
    broadcast_batch,
    configuration_argument,
    count,
    is_single,
    positive_number,
    vector_argument,
)
from psiphi.model.joints.joint import Rotor
from psiphi.simulation.compiled_torque import CompiledTorque, Law, compiled_torque, is_compiled
from psiphi.simulation.held_torque import held, held_torque
from psiphi.simulation.start_on_loops import followed, started_on_loops
from psiphi.simulation.torque import TorqueFunction
from psiphi.varying import VaryingRobot

if TYPE_CHECKING:
    from psiphi.algebra.expression import Expr
    from psiphi.kernel.kernel import Kernel
    from psiphi.robot import Robot

Array = NDArray[Any]

FINEST = 64.0
"""Roundings to which errors of steps are held at least."""


@frozen
class Plan:
    """A motion to be computed.

    start      q, v and what else is given once, (rows, n) or (1, n)
    streams    what is given for each control period, (1 or times, 1 or rows, n)
    law        the torque, where it is compiled into the step
    function   the torque, where it is asked for once a control period
    times      those at which steps begin, and the end of the last, where they are not multiples of dt
    """

    step: Step
    batch: tuple[int, ...]
    start: dict[str, Array]
    streams: dict[str, Array]
    law: CompiledTorque | None
    function: TorqueFunction | None
    steps: int
    dt: float
    times: Array | None
    every: int
    hold: int
    threads: int

    @property
    def states(self) -> tuple[str, ...]:
        """The arrays that are carried from step to step: q, v, and what a law learns."""
        return tuple(self.step.states)

    def learned(self, states: Mapping[str, Array]) -> dict[str, Array]:
        """What the law learns, by name, of the arrays of a motion."""
        names = () if self.law is None else self.law.learned
        return {name: self.by_batch(states[stream_name(name)]) for name in names}

    def tell_learned(self, states: Mapping[str, Array]) -> None:
        """Tells the law what it learned in a motion."""
        if self.law is not None and self.law.tell is not None:
            self.law.tell({name: x[-1].copy() for name, x in self.learned(states).items()})

    @property
    def rows(self) -> int:
        return len(self.start["q"])

    @property
    def dtype(self) -> np.dtype[Any]:
        return self.start["q"].dtype

    @cached_property
    def time(self) -> Array:
        """The times at which steps begin, and the end of the last."""
        return self.dt * np.arange(self.steps + 1) if self.times is None else self.times

    @property
    def samples(self) -> int:
        return self.steps // self.every + 1

    @property
    def is_empty(self) -> bool:
        """Whether nothing moves."""
        return not (self.rows and self.step.nv)

    def by_batch(self, x: Array) -> Array:
        """Rows, the last but one dimension, as the batch that they were given in."""
        return x.reshape(*x.shape[:-2], *self.batch, x.shape[-1])


def planned(
    robot: Robot,
    q0: ArrayLike,
    v0: ArrayLike,
    torque: ArrayLike | Expr | Kernel | Law | TorqueFunction | None,
    steps: int,
    dt: float,
    *,
    times: Array | None = None,
    tolerance: float = 1e-9,
    diagonalized: bool = False,
    **options: Unpack[Options],
) -> Plan:
    """The plan of a motion; arguments as for `Rollout`, of which `times` have more digits than `dt`."""
    chosen = Chosen.of(options)
    method, every, threads = chosen.method, chosen.every, chosen.threads
    hold = 1 if chosen.hold is None else chosen.hold
    check_method(method)
    if method == "implicit" and robot.model.is_flexible and isinstance(robot, EmbeddedRobot):
        raise InputError(
            "method: 'implicit' has no embedded loops beside flexible bodies; give the robot itself."
        )
    if not steps_natively(robot):
        raise InputError(
            f"method: {robot.model.name!r} has loops, which steps in native code do not follow where there "
            "are very many bodies or equations; robot.simulate steps by 'rk4' or 'semi_implicit' without."
        )
    count("steps", steps, 0)
    for name, value in (("every", every), ("hold", hold), ("threads", threads)):
        count(name, value)
    if steps % every:
        raise InputError(f"every: {steps} steps are no multiple of {every}; give a divisor of them.")
    dt, asked, law = positive_number("dt", dt), chosen.acting, None
    if torque is not None or chosen.inputs:
        law = compiled_torque(robot, torque, chosen.inputs, asked, dt)
    if law is None and is_compiled(torque) and not callable(torque):
        raise InputError(f"torque: {type(torque).__name__} is called step by step; robot.simulate does so.")
    function: Any = torque if law is None and callable(torque) else None
    array: Any = torque if law is None and function is None else None
    model, dtype = robot.model, _precision(q0, v0, array)
    q, v = configuration_argument(model, "q0", q0), vector_argument("v0", v0, robot.nv)
    varying, given = given_parameters(robot, chosen.parameters)
    batch = broadcast_batch(q0=q, v0=v, **given)
    places, rates = on_manifold(robot, by_rows(q, batch, dtype)), by_rows(v, batch, dtype)
    with robot._taking(given.get(PARAMETERS)):
        loops = followed(robot, chosen.projection, chosen.baumgarte)
        if loops is not None and len(places):
            state = (x.astype(float).reshape(*batch, x.shape[-1]) for x in (places, rates))
            places, rates = (by_rows(x, batch, dtype) for x in started_on_loops(robot, loops, *state))
    start = {"q": places, "v": rates, "dt": np.array([[dt]], dtype)}
    for name, x in given.items():
        start[name] = x.astype(dtype).reshape(1, -1) if x.ndim == 1 else by_rows(x, batch, dtype)
    periods = -(-steps // hold)
    if law is None:
        streams = {"tau": held_torque(array, periods, batch, robot.nv, dtype)}
    else:
        time = dt * np.arange(steps + 1) if times is None else times
        streams = law.streams(time, hold, batch, dtype)
        start |= {stream_name(name): by_rows(x, batch, dtype) for name, x in law.learned.items()}
    frames, forces = _streamed_forces(model, chosen.external_forces, periods, batch, dtype)
    feedback = None if law is None else law.feedback
    if diagonalized and (loops or frames or varying or method == "implicit" or loops_suit(model)):
        raise InputError(
            "velocities: 'diagonalized' are those of robots without loops, external forces, parameters and "
            "very many bodies, and of explicit methods; give 'joint'."
        )
    step = Step(model, method, asked, feedback, frames, varying, loops, diagonalized)
    step = _on_robot(step, bool(chosen.armature))
    streams |= forces
    if step.is_adaptive:
        finest = FINEST * np.finfo(dtype).eps
        held = function is not None or bool(step.learned) or any(len(x) > 1 for x in streams.values())
        start["tolerance"] = np.full((1, 1), max(positive_number("tolerance", tolerance), finest), dtype)
        start["held"] = np.full((1, 1), held, dtype)
        start |= {name: np.zeros((len(places), size), dtype) for name, size in step.carried.items()}
    return Plan(step, batch, start, streams, law, function, steps, dt, times, every, hold, threads)


@lru_cache(maxsize=16)
def _on_robot(asked: Step, armature: bool) -> Step:
    """A step with what there is on its robot of what was asked for, the same object for the next motion."""
    model = asked.model if armature else without_armature(asked.model)
    return replace(asked, model=model, acting=asked.acting.on(asked.model, asked.varying))


def steps_natively(robot: Robot) -> bool:
    """Whether the steps of a robot run in native code: not where its loops are too many."""
    embedded = isinstance(robot, EmbeddedRobot)
    if not (robot.model.loops or embedded):
        return True
    most = MOST_EQUATIONS if not embedded and robot.has_redundant_loops else 2 * MOST_EQUATIONS
    return not loops_suit(robot.model) and robot.model.loop_size <= most


def without_armature(model: Model) -> Model:
    """The model without inertias of rotors."""
    bodies = [replace(body, joint=replace(body.joint, rotor=Rotor())) for body in model.bodies]
    return replace(model, bodies=tuple(bodies))


def given_parameters(robot: Robot, parameters: ArrayLike | None) -> tuple[tuple[str, ...], dict[str, Array]]:
    """What varies of a robot, and its values, (..., p)."""
    if isinstance(robot, VaryingRobot):
        return robot.varies, {PARAMETERS: np.asarray(robot.checked_parameters(parameters))}
    if parameters is not None:
        raise InputError("parameters: nothing varies; robot.varying(…) makes a robot that takes some.")
    return (), {}


def _streamed_forces(
    model: Model,
    given: Mapping[str, ArrayLike] | None,
    times: int,
    batch: tuple[int, ...],
    dtype: np.dtype[Any],
) -> tuple[tuple[str, ...], dict[str, Array]]:
    """The frames that forces act on, and the forces by period and row, (1 or times, 1 or rows, 6 frames)."""
    if not given:
        return (), {}
    if not isinstance(given, Mapping):  # pyright: ignore[reportUnnecessaryIsInstance]
        raise ArgumentTypeError("external_forces: give a mapping from frame names to (..., 6).")
    for frame in given:
        model.frame(frame)
    rows = [held(f"external_forces[{name!r}]", x, times, batch, 6, dtype) for name, x in given.items()]
    shape = np.broadcast_shapes(*(x.shape for x in rows))
    whole = np.concatenate([np.broadcast_to(x, shape) for x in rows], axis=-1)
    return tuple(given), {EXTERNAL: np.ascontiguousarray(whole)}


def by_rows(x: Array, batch: tuple[int, ...], dtype: np.dtype[Any]) -> Array:
    """An array (..., n) as rows of the batch, (rows, n)."""
    if x.shape[:-1] != batch:
        x = np.broadcast_to(x, (*batch, x.shape[-1]))
    return np.ascontiguousarray(x if len(batch) == 1 else x.reshape(math.prod(batch), x.shape[-1]), dtype)


def on_manifold(robot: Robot, q: Array) -> Array:
    """Configurations (..., nq) with quaternions of unit length."""
    return robot.normalized(q) if turns(robot.model) else q


def turns(model: Model) -> bool:
    """Whether a model has quaternions."""
    return any("quaternion" in group.kind.coordinates for group in model.coordinates.groups)


def _precision(q0: ArrayLike, v0: ArrayLike, torque: ArrayLike | None) -> np.dtype[Any]:
    """float32 where everything given is."""
    given = (q0, v0) if torque is None else (q0, v0, torque)
    return np.dtype(np.float32 if all(map(is_single, given)) else np.float64)
