"""`Plan`: everything that decides what an ensemble is, as a file can say it.

    {"psiphi_ensemble": 1, "rows": 1000000, "steps": 1000, "dt": 0.001, "seed": 0, "every": 100,
     "draws": {"q": {"kind": "configurations"}, "v": {"kind": "normal", "mean": 0.0, "deviation": 0.1}}}

What is left out has its default. A plan and a robot make the same numbers wherever they are computed.
"""

from __future__ import annotations

import json
import math
from collections.abc import Mapping
from dataclasses import field, fields, replace
from typing import Any

import numpy as np

from psiphi.dynamics.motion.methods import check_method
from psiphi.ensemble.draws import Draw, as_draw
from psiphi.ensemble.observed import shape_of
from psiphi.errors import ArgumentTypeError, InputError, PsiphiError, UnknownNameError
from psiphi.frozen import frozen
from psiphi.kernel.code.isa import selected
from psiphi.model.arguments import count, instance_argument, names_argument, number_array, positive_number
from psiphi.model.parameters import parameters_of
from psiphi.robot import Robot
from psiphi.version import __version__

VERSION = 1
STATE = ("q", "v", "torque")
FORCE = "force:"

CHUNK_BYTES, LEAST_CHUNK, MOST_CHUNK = 1 << 24, 256, 1 << 14
"""Chunks are of a power of two of rows whose numbers take about so many bytes, within these bounds."""


@frozen
class Plan:
    """An ensemble: what is drawn, how it moves, what is kept. See `psiphi.ensemble.run`."""

    rows: int
    steps: int
    dt: float
    draws: Mapping[str, Draw]
    seed: int = 0
    chunk: int | None = None
    method: str = "semi_implicit"
    every: int = 1
    hold: int = 1
    damping: bool = True
    friction: bool = True
    springs: bool = True
    effort_limits: bool = True
    limits: bool = True
    dtype: str = "float64"
    keep: tuple[str, ...] = ("q", "v")
    summarize: tuple[str, ...] = ()
    quantiles: tuple[float, ...] = (0.05, 0.25, 0.5, 0.75, 0.95)
    law: str | None = None
    operators: Mapping[str, str] = field(default_factory=dict[str, str])
    function: str | None = None
    fma: bool = field(default_factory=lambda: selected().fma)
    psiphi: str = __version__

    @property
    def chunks(self) -> int:
        """How many chunks there are."""
        return -(-self.rows // self.rows_per_chunk)

    @property
    def rows_per_chunk(self) -> int:
        """How many rows a chunk has; the last one may have fewer."""
        if self.chunk is None:
            raise InputError("chunk: not settled; `settled` does.")
        return self.chunk

    @property
    def samples(self) -> int:
        """How many states of a motion are kept, its start among them."""
        return self.steps // self.every + 1

    def bounds(self, chunk: int) -> tuple[int, int]:
        """The first row of a chunk, and the first after it."""
        start = chunk * self.rows_per_chunk
        return start, min(start + self.rows_per_chunk, self.rows)

    def parameters(self) -> tuple[str, ...]:
        """The parameters of the robot among what is drawn."""
        return tuple(name for name in self.draws if is_parameter(name))

    def shape(self, name: str, robot: Robot) -> tuple[int, ...]:
        """The shape of what is drawn under a name, for a row."""
        draw = self.draws[name]
        if name in ("q", "v"):
            return (robot.nq if name == "q" else robot.nv,)
        if name == "torque" or name.startswith(FORCE):
            times = draw.shape[:1] if len(draw.shape) > 1 else ()
            return (*times, robot.nv if name == "torque" else 6)
        if is_parameter(name):
            return (sum(x.size for x in parameters_of(robot.model, [name])),)
        return draw.shape

    def as_data(self) -> dict[str, Any]:
        """For JSON."""
        data = {each.name: getattr(self, each.name) for each in fields(self)}
        data["draws"] = {name: draw.as_data() for name, draw in self.draws.items()}
        return {"psiphi_ensemble": VERSION, **data}

    def text(self) -> str:
        """The plan as the text of a file."""
        return json.dumps(self.as_data(), indent=1, allow_nan=False) + "\n"

    def with_functions(self, functions: Mapping[str, Any]) -> Plan:
        """With the functions that draw what a file cannot say."""
        instance_argument("functions", functions, Mapping)
        unknown = [
            x for x in functions if x != "law" and (x not in self.draws or self.draws[x].kind != "function")
        ]
        if unknown:
            raise UnknownNameError(f"functions: nothing is drawn by a function under {', '.join(unknown)}.")
        draws = {
            name: Draw("function", function=functions[name]) if name in functions else draw
            for name, draw in self.draws.items()
        }
        return replace(self, draws=draws)


def is_parameter(name: str) -> bool:
    """Whether a name is one that `robot.varying` takes."""
    return name in ("gravity", "inertia", "armature", "damping", "placement") or (
        ":" in name and not name.startswith(FORCE)
    )


def plan_from(data: Mapping[str, Any]) -> Plan:
    """A plan from what a JSON file holds."""
    version = data.get("psiphi_ensemble", VERSION)
    if version != VERSION:
        raise InputError(f"plan: is of version {version!r}; this psiphi reads version {VERSION}.")
    known = {each.name for each in fields(Plan)}
    given = {name: value for name, value in data.items() if name != "psiphi_ensemble"}
    unknown = [name for name in given if name not in known]
    if unknown:
        raise UnknownNameError(f"plan: {', '.join(unknown)} unknown; it may have {', '.join(sorted(known))}.")
    missing = [name for name in ("rows", "steps", "dt", "draws") if name not in given]
    if missing:
        raise InputError(f"plan: {', '.join(missing)} missing.")
    if not isinstance(given["draws"], Mapping):
        raise ArgumentTypeError("draws: give names and distributions.")
    given["draws"] = {str(name): as_draw(str(name), draw) for name, draw in given["draws"].items()}
    for name in ("keep", "summarize"):
        if name in given:
            if isinstance(given[name], str):
                raise ArgumentTypeError(f"{name}: give a list.")
            given[name] = names_argument(name, given[name])
    if "quantiles" in given:
        given["quantiles"] = tuple(number_array("quantiles", given["quantiles"]).ravel().tolist())
    return Plan(**given)


def settled(plan: Plan, robot: Robot) -> Plan:
    """The plan, checked for a robot, with a size of chunks."""
    count("rows", plan.rows)
    count("seed", plan.seed, 0, math.inf)
    for name in ("steps", "every", "hold"):
        count(name, getattr(plan, name))
    positive_number("dt", plan.dt)
    check_method(plan.method)
    if not isinstance(plan.dtype, str) or plan.dtype not in ("float64", "float32"):
        raise InputError(f"dtype: {plan.dtype!r} given; give 'float64' or 'float32'.")
    if plan.steps % plan.every:
        raise InputError(
            f"every: {plan.steps} steps are no multiple of {plan.every}; give a divisor of them."
        )
    quantiles = number_array("quantiles", plan.quantiles)
    if not ((quantiles >= 0.0) & (quantiles <= 1.0)).all():
        raise InputError("quantiles: give numbers from 0 to 1.")
    if not (plan.keep or plan.summarize):
        raise InputError("keep: nothing is kept and nothing is summarized.")
    _check_draws(plan, robot)
    per_row = sum(plan.samples * int(np.prod(shape_of(x, robot))) for x in (*plan.keep, *plan.summarize))
    per_row += sum(int(np.prod(plan.shape(name, robot))) for name in plan.draws)
    rows = max(1, CHUNK_BYTES // max(1, per_row * np.dtype(plan.dtype).itemsize))
    suiting = min(max(1 << (rows.bit_length() - 1), LEAST_CHUNK), MOST_CHUNK)
    chunk = suiting if plan.chunk is None else count("chunk", plan.chunk)
    return replace(plan, chunk=min(chunk, plan.rows))


def _check_draws(plan: Plan, robot: Robot) -> None:
    controlled = plan.law is not None or plan.function is not None
    for name in plan.draws:
        if name.startswith(FORCE):
            robot.frame_pose(robot.neutral(), name.removeprefix(FORCE))  # says what is wrong with the name
        elif name not in STATE and not is_parameter(name) and not controlled:
            raise UnknownNameError(
                f"draws: {name!r} is neither {', '.join(STATE)}, force:FRAME nor a parameter of "
                "`robot.varying`; other names are arguments of a law."
            )
    if controlled and "torque" in plan.draws:
        raise InputError("draws: there are a torque and a law; give one of them.")
    missing = [name for name in ("q", "v") if name not in plan.draws]
    if missing:
        raise InputError(f"draws: {' and '.join(missing)} missing: where do the motions start?")
    for name, draw in plan.draws.items():
        if draw.kind == "configurations" and name != "q":
            raise InputError(f"draws: {name!r} is no configuration.")
        if draw.kind == "function" and draw.function is None:
            continue
        try:
            value = draw.rows(plan.seed, name, 0, 1, robot.model, plan.shape(name, robot))
        except ValueError as problem:
            if isinstance(problem, PsiphiError):
                raise
            raise InputError(
                f"draws: {name!r} has numbers of shape {draw.shape} for a row of {plan.shape(name, robot)}."
            ) from None
        if not np.isfinite(value).all():
            raise InputError(f"draws: {name!r} gives numbers that are not finite.")
    times = -(-plan.steps // plan.hold)
    for name, draw in plan.draws.items():
        if name == "torque" or name.startswith(FORCE):
            given = draw.shape[0] if len(draw.shape) > 1 else times
            if given != times:
                raise InputError(
                    f"draws: {name!r} has {given} times; {plan.steps} steps with hold={plan.hold} have "
                    f"{times}."
                )
