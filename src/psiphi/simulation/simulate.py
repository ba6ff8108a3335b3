"""Simulation: the motion of a robot from a state on, under given joint forces."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any, Unpack

import numpy as np
from numpy.typing import ArrayLike, NDArray

from psiphi.algebra.expression import Expr
from psiphi.dynamics.motion.methods import check_method
from psiphi.dynamics.motion.options import Chosen, Options
from psiphi.dynamics.motion.steps_by_calls import StepByCalls
from psiphi.embedded import EmbeddedRobot
from psiphi.errors import InputError, UnknownNameError
from psiphi.frozen import frozen
from psiphi.kernel.kernel import Kernel
from psiphi.kernel.request import PARAMETERS
from psiphi.model.arguments import (
    broadcast_batch,
    configuration_argument,
    count,
    positive_number,
    vector_argument,
)
from psiphi.robot import Robot
from psiphi.simulation.compiled_torque import compiled_torque
from psiphi.simulation.events import EventFunction, watched
from psiphi.simulation.native_motion import checked, native_motion
from psiphi.simulation.plan import given_parameters, on_manifold, planned, steps_natively, without_armature
from psiphi.simulation.progress import Progress, Report
from psiphi.simulation.python_steps import motion_by_calls
from psiphi.simulation.start_on_loops import followed, started_on_loops
from psiphi.simulation.torque import Torque, TorqueFunction
from psiphi.simulation.trajectory import Trajectory

Array = NDArray[np.float64]

BY_CALLS = "rk4", "semi_implicit"
"""Methods of steps between calls."""
VELOCITIES = "joint", "diagonalized"

WHOLE = 1e-9  # how far duration/dt may be from a whole number
MOST_BYTES = 2 * 2**30  # that the samples of a simulation may take


def simulate(
    robot: Robot,
    q0: ArrayLike,
    v0: ArrayLike,
    torque: ArrayLike | TorqueFunction | Expr | None = None,
    *,
    duration: float,
    dt: float = 1e-3,
    tolerance: float = 1e-9,
    velocities: str = "joint",
    progress: bool | Report | None = None,
    to: str | Path | None = None,
    until: EventFunction | Expr | Kernel | None = None,
    **options: Unpack[Options],
) -> Trajectory:
    """The motion from q0 (..., nq) and v0 (..., nv), sampled every dt; see `Robot.simulate`."""
    options = {"method": "rk4", **options}
    chosen = Chosen.of(options)
    method, every, hold, threads = chosen.method, chosen.every, chosen.hold, chosen.threads
    check_method(method)
    if not isinstance(velocities, str) or velocities not in VELOCITIES:
        raise UnknownNameError(
            f"velocities: {velocities!r} is unknown; choose one of {', '.join(VELOCITIES)}."
        )
    numbers = given_parameters(robot, chosen.parameters)[1]
    q, v = _state(robot, q0, v0, numbers)
    for name, value in (("every", every), ("threads", threads), ("hold", 1 if hold is None else hold)):
        count(name, value)
    steps = number_of_steps(duration, dt, q.nbytes + 2 * v.nbytes if to is None else 0, every)
    tolerance = positive_number("tolerance", tolerance)
    native = steps_natively(robot)
    asked = callable(torque) and not isinstance(torque, Kernel)  # a law of psiphi.control may be both
    law = compiled_torque(robot, torque, chosen.inputs, chosen.acting, dt) if native or not asked else None
    as_function = asked and (law is None or hold is not None)
    at_stages = as_function and hold is None and method in ("rk4", "dop853")
    if at_stages and (method == "dop853" or velocities != "joint"):
        raise InputError(
            f"torque: a function is not asked at the stages of {method!r} with {velocities!r} velocities; "
            "give `hold`, the steps for which its answer is held, an expression or a law, or method='rk4' "
            "with 'joint' ones."
        )
    time = np.linspace(0.0, float(duration), steps + 1)
    # A motion that diverges raises an error with its time; NumPy's warnings would add nothing.
    with Progress(progress, float(duration)) as news, np.errstate(over="ignore", invalid="ignore"):
        if native and not at_stages:
            plan = planned(
                robot,
                q,
                v,
                _Function(torque) if as_function else torque,
                steps,
                time[-1] / steps,
                times=time,
                tolerance=tolerance,
                diagonalized=velocities == "diagonalized",
                **options,
            )
            ends = watched(robot, until, tolerance)
            q, v, tau, stopped = native_motion(
                robot.rollout.iteration(plan.step), robot, plan, news, to, ends
            )
            return Trajectory(robot, time[::every], q, v, tau, numbers.get(PARAMETERS), stopped)
        _refuse_without_native_steps(
            {
                "parameters": numbers,
                "external_forces": chosen.external_forces,
                "to": to,
                "until": until,
                "hold": hold,
                "torque": law is not None and not asked,
                f"method {method!r}": method not in BY_CALLS,
                f"velocities {velocities!r}": velocities != "joint",
            }
        )
        if not chosen.armature:
            robot = _without_armature(robot)
        loops = followed(robot, chosen.projection, chosen.baumgarte)
        q, v = started_on_loops(robot, loops, on_manifold(robot, q), v)
        given: Any = torque
        forces = Torque(given, steps, v.shape[:-1], robot.nv)
        step = StepByCalls(robot, method, chosen.acting, loops)
        motion = checked(*motion_by_calls(step, forces, time, q, v, news), time, loops is not None)
    return Trajectory(robot, time[::every], *(x[::every] for x in motion))


def _refuse_without_native_steps(given: Mapping[str, Any]) -> None:
    """What only steps in native code have."""
    for name, value in given.items():
        if value is not None and value is not False and value != {}:
            raise InputError(
                f"{name}: only where steps run in native code: with torques that are given, compiled or held "
                "(`hold`), and loops of few bodies and equations."
            )


def _without_armature(robot: Robot) -> Robot:
    model = without_armature(robot.model)
    if isinstance(robot, EmbeddedRobot):
        return EmbeddedRobot(model, robot.embedding.q, robot.joint_names)
    return Robot(model)


@frozen
class _Function:
    """A law that is called, though it could be compiled."""

    function: Any

    def __call__(self, time: float, q: Array, v: Array) -> ArrayLike:
        return self.function(time, q, v)


def number_of_steps(duration: Any, dt: Any, sample_bytes: int, every: int = 1) -> int:
    """duration/dt, which must be a whole number and leave samples that fit into memory."""
    duration, dt = positive_number("duration", duration), positive_number("dt", dt)
    steps = duration / dt
    size = steps / every * (sample_bytes + np.float64().nbytes)  # and its time
    if size > MOST_BYTES:
        raise InputError(
            f"duration: {duration:g} s with dt = {dt:g} s is {steps / every:.3g} samples of q, v and tau, or "
            f"{size / 2**30:.3g} GiB; {MOST_BYTES / 2**30:g} GiB is the most. Give a larger `every` or dt "
            "(method='dop853' stays as exact), a shorter duration, fewer robots at once, or "
            "to='motion.zarr', which writes the motion to disk as it is computed."
        )
    if steps < 0.5 or abs(steps - round(steps)) > WHOLE * steps:
        whole = max(1, round(steps))
        raise InputError(
            f"duration: {duration:g} s is {steps:.6g} steps of dt = {dt:g} s, which is no whole number. "
            f"Give duration={whole * dt:.12g} or dt={duration / whole:.12g}."
        )
    if round(steps) % every:
        raise InputError(f"every: {round(steps)} steps are no multiple of {every}; give a divisor of them.")
    return round(steps)


def _state(
    robot: Robot, q0: ArrayLike, v0: ArrayLike, parameters: Mapping[str, Array]
) -> tuple[Array, Array]:
    """Both of one batch shape, and finite."""
    q, v = configuration_argument(robot.model, "q0", q0), vector_argument("v0", v0, robot.nv)
    for name, array in (("q0", q), ("v0", v)):
        if not np.isfinite(array).all():
            place = tuple(int(index) for index in np.argwhere(~np.isfinite(array))[0])
            raise InputError(f"{name}: element {place} is {array[place]}; give finite numbers.")
    batch = broadcast_batch(q0=q, v0=v, **parameters)
    return np.array(np.broadcast_to(q, (*batch, robot.nq))), np.array(np.broadcast_to(v, (*batch, robot.nv)))
