"""How long every function of large robots takes until its first result.

    python -m benchmarks.first_results                    all robots, all functions
    python -m benchmarks.first_results "200 joints" step  those whose names hold these words

Methods are those of states, found by their parameters, and derivatives, rollouts and motions beside
them. Each is called in a process of its own with an empty cache, the compiler imported: seconds of the
processor for one row, for another, and for a batch of sixteen. Loops are closed where they are asked. What
takes longer than 1 s of up to 50 joints, and 3 s of more, is marked. Robots with parameters to be given, and
with loops that are joints, are made in that process, too.
"""

from __future__ import annotations

import inspect
import json
import os
import pkgutil
import sys
import tempfile
import time
from collections.abc import Callable
from dataclasses import replace
from importlib import import_module
from pathlib import Path
from typing import Any

import numpy as np

import psiphi
from psiphi import Robot
from psiphi.model import Frame, Model
from psiphi.robots import random_tree
from psiphi.spatial.pose import Pose
from psiphi.varying import VaryingRobot

BATCHES: tuple[tuple[int, ...], ...] = ((), (), (16,))
VECTORS = ("v", "a", "tau", "x", "y", "along", "v0", "nu")
WITHOUT_BASE = ("rates", "accelerations")
"""Vectors of the joints behind a free base."""
NAMED = ("frame", "frames", "actuated", "external_forces", "motion", "dt")
FEW, MOST = (50, 1.0), 3.0
"""The seconds that robots of few joints may take, and others."""

OTHERS = {
    *("idle_spins", "modal_analysis", "embedded"),  # of one configuration
    *("snapshot", "view"),  # to look at
    "free_flying_mass_matrix_product",  # of vectors of other sizes
}


def tree(joints: int, **options: Any) -> Model:
    """A random tree of revolute joints."""
    return random_tree(5, bodies=joints, kinds=["revolute"], **options).model


def closed(model: Model, equations: int) -> Model:
    """The model with points shared by random bodies, which are in one place at neutral."""
    rng = np.random.default_rng(len(model.bodies))
    robot = Robot(model)
    turns, places = robot.frame_poses(robot.neutral(), model.body_names)
    for number in range(equations // 3):
        first, second = map(int, rng.choice(len(model.bodies), 2, replace=False))
        there = turns[second].T @ (places[first] - places[second])
        end = Frame(f"end_{number}", second, Pose(position=there))
        model = replace(model, frames=(*model.frames, end))
        model = model.with_loop(model.bodies[first].name, end.name, "point", name=f"loop_{number}")
    return model


ROBOTS: dict[str, Callable[[], Model]] = {
    "49 joints": lambda: tree(49),
    "chain of 49 joints": lambda: tree(49, branching="chain"),
    "43 joints on a free base": lambda: tree(44, base="free"),
    "49 joints of all types": lambda: random_tree(5, bodies=33).model,
    "49 joints and 48 equations": lambda: closed(tree(49), 48),
    "49 joints and 24 equations, embedded": lambda: closed(tree(49), 24),
    "49 joints, varying": lambda: tree(49),
    "49 joints, a fifth mimics": lambda: tree(49, mimic=0.2),
    "200 joints": lambda: tree(200),
    "chain of 200 joints": lambda: tree(200, branching="chain"),
    "200 joints and 48 equations": lambda: closed(tree(200), 48),
    "200 joints, a fifth mimics": lambda: tree(200, mimic=0.2),
}

MADE: dict[str, Callable[[Robot], Robot]] = {
    "49 joints and 24 equations, embedded": lambda robot: robot.embedded(robot.neutral()),
    "49 joints, varying": lambda robot: robot.varying("inertia", "gravity"),
}
"""What is made of the robot of a model."""


def functions() -> dict[str, Callable[..., Any]]:
    """What is called, by name: of a robot and the arguments that it names."""
    found: dict[str, Callable[..., Any]] = {}
    for name, method in inspect.getmembers(Robot, inspect.isfunction):
        parameters = list(inspect.signature(method).parameters.values())[1:]
        known = {"q", "q0", "q1", *VECTORS, *WITHOUT_BASE, *NAMED}
        ours = all(
            p.name in known or p.default is not p.empty for p in parameters if p.kind is not p.VAR_KEYWORD
        )
        if parameters and parameters[0].name in ("q", "q0") and ours and name[0] != "_":
            found[name] = method
    for name in OTHERS:
        found.pop(name, None)
    for quantity, third in (("inverse_dynamics", "a"), ("forward_dynamics", "tau")):
        found |= {f"{quantity}.{mode}": _derivative(quantity, mode, third) for mode in ("jvp", "vjp")}
        found[f"{quantity}.jacobian('q')"] = _derivative(quantity, "jacobian", third)
    found["mass_matrix.jacobian('q')"] = lambda robot, q: robot.kernel("mass_matrix").jacobian("q")(q)
    found["linearized(dt=…)"] = lambda robot, q, v, tau: robot.linearized(q, v, tau, dt=1e-3)
    found["prescribed.forward_dynamics"] = lambda robot, q, v, tau: robot.prescribed(
        robot.joint_names[::5]
    ).forward_dynamics(q, v, tau)
    found["inverse_kinematics(…)"] = lambda robot, q, frame: robot.inverse_kinematics(
        {frame: robot.frame_pose(q, frame)}, q0=q
    )
    found["rollout(…)"] = lambda robot, q, v, tau: robot.rollout(q, v, tau, 10, 1e-3)
    found["simulate(…)"] = lambda robot, q, v, tau: robot.simulate(q, v, tau, duration=0.01)
    found["simulate(method='dop853')"] = lambda robot, q, v: robot.simulate(
        q, v, duration=0.01, method="dop853"
    )
    return found


def _derivative(quantity: str, mode: str, third: str) -> Callable[..., Any]:
    def called(robot: Robot, q: Any, v: Any, **others: Any) -> Any:
        (last,) = others.values()
        kernel, more = robot.kernel(quantity), {"jvp": (v, v, last), "vjp": (v,)}.get(mode, ())
        function = kernel.jacobian("q") if mode == "jacobian" else getattr(kernel, mode)
        return function(q, v, last, *more)

    called.__signature__ = inspect.Signature(  # type: ignore[attr-defined]
        [inspect.Parameter(x, inspect.Parameter.POSITIONAL_OR_KEYWORD) for x in ("robot", "q", "v", third)]
    )
    return called


def arguments(robot: Robot, function: Callable[..., Any], batch: tuple[int, ...]) -> dict[str, Any]:
    """A state for a function: at neutral, where loops are closed, and elsewhere without them."""
    rng = np.random.default_rng(7)
    q = robot.neutral() if robot.model.loops else robot.random_configuration(rng)
    last = robot.frame_names[-1]
    named = dict(
        zip(NAMED, (last, [last], robot.joint_names, {last: np.ones(6)}, np.ones(6), 1e-3), strict=True)
    )
    given: dict[str, Any] = {}
    for parameter in list(inspect.signature(function).parameters.values())[1:]:
        if parameter.name in ("q", "q0", "q1"):
            given[parameter.name] = np.broadcast_to(q, (*batch, robot.nq)).copy()
        elif parameter.name in VECTORS:
            rates = parameter.name in ("v", "v0") and robot.model.loops  # which leave loops closed
            given[parameter.name] = rng.standard_normal((*batch, robot.nv)) * (0.0 if rates else 1.0)
        elif parameter.name in WITHOUT_BASE:
            given[parameter.name] = rng.standard_normal((*batch, max(1, robot.nv - 6)))
        elif parameter.default is parameter.empty and parameter.name in named:
            given[parameter.name] = named[parameter.name]
    if isinstance(robot, VaryingRobot) and function.__name__ not in (*robot._manifold, "<lambda>"):
        given["parameters"] = robot.present_parameters()
    return given


def seconds(robot: Robot, name: str, function: Callable[..., Any]) -> list[float] | str:
    """Of each call in turn, or how a robot is refused."""
    times, function = [], getattr(type(robot), name, function)
    for batch in BATCHES:
        given = arguments(robot, function, batch)
        start = time.process_time()
        try:
            function(robot, **given)
        except psiphi.PsiphiError as error:
            return f"{type(error).__name__} after {time.process_time() - start:.2f}: {str(error)[:90]}"
        times.append(time.process_time() - start)
    return times


def apart(task: Callable[[], Any]) -> Any:
    """The answer of a task in a process of its own, with an empty cache."""
    with tempfile.TemporaryDirectory(prefix="psiphi-benchmark-") as directory:
        answer = Path(directory) / "answer.json"
        child = os.fork()
        if not child:
            os.environ["PSIPHI_CACHE_DIR"] = str(Path(directory) / "cache")
            try:
                answer.write_text(json.dumps(task()), encoding="utf-8")
            except BaseException as error:
                answer.write_text(json.dumps(f"{type(error).__name__}: {error}"), encoding="utf-8")
            os._exit(0)
        os.waitpid(child, 0)
        return json.loads(answer.read_text(encoding="utf-8")) if answer.exists() else "died"


def main(robots: str = "", names: str = "") -> None:
    """Print the seconds of the functions of robots."""
    for module in pkgutil.walk_packages(psiphi.__path__, "psiphi."):
        if not any(x in module.name for x in ("__main__", "compat", "__pyinstaller", "jax", "torch")):
            import_module(module.name)
    for title, make in ROBOTS.items():
        if robots not in title:
            continue
        path = Path(tempfile.mkdtemp(prefix="psiphi-benchmark-")) / "robot.json"
        apart(lambda: Robot(make()).save(path))  # noqa: B023
        robot = psiphi.load(path)
        limit = FEW[1] if len(robot.model.bodies) <= FEW[0] else MOST
        made, over = MADE.get(title, lambda robot: robot), 0
        for name, function in functions().items():
            if names in name:
                found = apart(lambda: seconds(made(robot), name, function))  # noqa: B023
                shown = found if isinstance(found, str) else " ".join(f"{x:6.2f}" for x in found)
                late = not isinstance(found, str) and max(found) > limit
                over += late
                print(f"{title:30}{name:45}{shown}{'  <<<' if late else ''}", flush=True)
        print(f"{title}: {over} above {limit:g} s; load {os.getloadavg()[0]:.1f}", flush=True)


if __name__ == "__main__":
    main(*sys.argv[1:])
