"""Rolled programs for tests: recurrences on a tree of planar rotations, with several classes of bodies."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from psiphi.kernel.loops.program import (
    AddToElements,
    AddToSum,
    Constants,
    Elements,
    FromParent,
    Kept,
    LoopProgram,
    LoopTables,
    Pass,
    Read,
    StartSum,
    Step,
    Sums,
    ToChildren,
    Write,
    starts_sums,
)
from psiphi.kernel.program.program import Argument, Output, Program, evaluate
from psiphi.kernel.program.scalar import Graph, cos, sin
from psiphi.kernel.program.signature import Result

WORLD_POINT = (1.0, -2.0)


def tree_program() -> LoopProgram:
    """Outward: points p = R(q) (parent's p + c); inward: sums of what lies beyond, and a sum over all bodies.

    Bodies have one or two coordinates, and the latter add nothing to one of the sums of their parents. They
    are roots, or start the sums of their parents, or add to them: six classes.
    """
    classes = [(coordinates, place) for coordinates in (1, 2) for place in ("root", "first", "later")]
    return LoopProgram(
        kept=4,
        arguments=("q", "w"),
        results=("tau", "points", "total"),
        passes=(
            Pass(outward=True, exchanged=2, steps=tuple(_outward(*each) for each in classes)),
            Pass(outward=False, exchanged=3, steps=tuple(_inward(*each) for each in classes)),
        ),
    )


def _outward(coordinates: int, place: str) -> Step:
    graph = Graph()
    shift = graph.inputs("shift", 2)
    point = WORLD_POINT if place == "root" else graph.inputs("point", 2)
    angles = graph.inputs("q", coordinates)
    angle = angles[0] if coordinates == 1 else angles[0] + 2.0 * angles[1]
    c, s = cos(angle), sin(angle)
    x, y = point[0] + shift[0], point[1] + shift[1]
    moved = (c * x - s * y, s * x + c * y)
    reads = {"shift": (Constants(1), 2), "q": (Elements("q", 0), coordinates)}
    if place != "root":
        reads["point"] = (FromParent(0), 2)
    return Step(
        Program(
            tuple(Argument(name, (size,)) for name, (_, size) in reads.items()),
            (
                Output("rotation", (2,), (c, s)),
                Output("kept_point", (2,), moved),
                Output("handed_point", (2,), moved),
                Output("seen", (2,), moved),
            ),
        ),
        reads=tuple(read for read, _ in reads.values()),
        writes=(Kept(0), Kept(2), ToChildren(0), Elements("points", 1)),
    )


def _inward(coordinates: int, place: str) -> Step:
    graph = Graph()
    mass, rotation = graph.input("mass", 0), graph.inputs("rotation", 2)
    point, total, weight = graph.inputs("point", 2), graph.inputs("sum", 3), graph.input("w", 0)
    here = (total[0] + mass * point[0], total[1] + mass * point[1] * weight, total[2] + mass)
    c, s = rotation
    torque = here[0] * point[1] - here[1] * point[0]
    torques = (torque,) if coordinates == 1 else (torque, 2.0 * torque)
    passed_on = (0.5 * (c * here[0] + s * here[1]), 0.5 * (c * here[1] - s * here[0]), here[2])
    if coordinates == 2:
        passed_on = (*passed_on[:2], 0.0)
    arguments = [("mass", 1), ("rotation", 2), ("point", 2), ("sum", 3), ("w", 1)]
    outputs = [Output("tau", (coordinates,), torques), Output("share", (1,), (torque,))]
    writes = [Elements("tau", 0), AddToElements("total", 3)]
    if place != "root":
        outputs.append(Output("up", (3,), passed_on))
        writes.append(StartSum(0) if place == "first" else AddToSum(0))
    return Step(
        Program(tuple(Argument(name, (size,)) for name, size in arguments), tuple(outputs)),
        reads=(Constants(0), Kept(0), Kept(2), Sums(0), Elements("w", 2)),
        writes=tuple(writes),
    )


def tree_tables(bodies: int, *, chain: bool = False, seed: int = 0) -> LoopTables:
    """A tree of so many bodies, or a chain; every third body has two coordinates."""
    rng = np.random.default_rng(seed)
    ancestry = [
        -1 if chain and k == 0 else k - 1 if chain else int(rng.integers(-1, k)) for k in range(bodies)
    ]
    parents = np.array(ancestry, np.int64).reshape(bodies)
    coordinates = np.where(np.arange(bodies) % 3 == 2, 2, 1)
    starts = np.concatenate([[0], np.cumsum(coordinates)])
    total = int(starts[-1])
    offsets = np.stack([starts[:-1], 2 * np.arange(bodies), np.arange(bodies), np.zeros(bodies)], axis=1)
    place = np.where(parents < 0, 0, np.where(starts_sums(parents), 1, 2))
    return LoopTables(
        arguments=(Argument("q", (total,)), Argument("w", (bodies,))),
        results=(Result("tau", (total,)), Result("points", (bodies, 2)), Result("total", ())),
        parents=parents,
        classes=3 * (coordinates - 1) + place,
        constants=rng.uniform(0.2, 0.6, (bodies, 3)),
        offsets=offsets.astype(np.int64),
    )


def by_hand(tables: LoopTables, q, w):
    """The same recurrences as plain loops over floats, for one row."""
    bodies = tables.bodies
    points = [WORLD_POINT] * (bodies + 1)
    rotations = [(1.0, 0.0)] * bodies
    sums = [[0.0, 0.0, 0.0] for _ in range(bodies + 1)]
    tau = [0.0] * tables.arguments[0].size
    total = 0.0
    for k in range(bodies):
        start = tables.offsets[k, 0]
        angle = q[start] + 2.0 * q[start + 1] if k % 3 == 2 else q[start]
        c, s = math.cos(angle), math.sin(angle)
        x = points[tables.parents[k]][0] + tables.constants[k, 1]
        y = points[tables.parents[k]][1] + tables.constants[k, 2]
        rotations[k], points[k] = (c, s), (c * x - s * y, s * x + c * y)
    for k in reversed(range(bodies)):
        mass, (px, py), (c, s) = tables.constants[k, 0], points[k], rotations[k]
        x, y, z = sums[k][0] + mass * px, sums[k][1] + mass * py * w[k], sums[k][2] + mass
        start = tables.offsets[k, 0]
        tau[start] = x * py - y * px
        total += tau[start]
        if k % 3 == 2:
            tau[start + 1] = 2.0 * tau[start]
        up = sums[tables.parents[k]]
        up[0] += 0.5 * (c * x + s * y)
        up[1] += 0.5 * (c * y - s * x)
        up[2] += 0.0 if k % 3 == 2 else z
    return np.array(tau), np.array(points[:-1]).reshape(bodies, 2), np.array(total)


def evaluate_loop(
    program: LoopProgram, tables: LoopTables, arrays: Mapping[str, ArrayLike]
) -> tuple[NDArray[Any], ...]:
    """Run a loop on NumPy arrays with leading batch dimensions: the judge of the compiled code."""
    flat: dict[str, NDArray[Any]] = {}
    batches: list[tuple[int, ...]] = []
    for argument in tables.arguments:
        array = np.asarray(arrays[argument.name], float)
        batch = array.shape[: array.ndim - len(argument.shape)]
        flat[argument.name] = array.reshape((*batch, argument.size))
        batches.append(batch)
    batch = np.broadcast_shapes(*batches) if batches else ()
    for result in tables.results:
        flat[result.name] = np.zeros((*batch, result.size))

    kept = np.zeros((tables.bodies, *batch, program.kept))
    for sweep in program.passes:
        state = _State(flat, kept, np.zeros((tables.bodies, *batch, sweep.exchanged)))
        for body in range(tables.bodies) if sweep.outward else reversed(range(tables.bodies)):
            step = sweep.steps[int(tables.classes[body])]
            if step is not None:
                _visit(step, tables, body, state)
    return tuple(flat[result.name].reshape(batch + result.shape) for result in tables.results)


@dataclass(frozen=True)
class _State:
    """Arguments and results, what bodies keep, and what they exchange in one pass."""

    arrays: Mapping[str, NDArray[Any]]
    kept: NDArray[Any]
    exchanged: NDArray[Any]


def _visit(step: Step, tables: LoopTables, body: int, state: _State) -> None:
    def numbers(place: Read | Write, size: int) -> NDArray[Any]:
        """A view of the numbers that a read or a write names."""
        match place:
            case Constants(start):
                whole = tables.constants[body]
            case Elements(array, column) | AddToElements(array, column):
                whole, start = state.arrays[array], int(tables.offsets[body, column])
            case Kept(start):
                whole = state.kept[body]
            case ToChildren(start) | Sums(start):
                whole = state.exchanged[body]
            case FromParent(start) | StartSum(start) | AddToSum(start):
                whole = state.exchanged[tables.parents[body]]
        return whole[..., start : start + size]

    inputs: dict[str, NDArray[Any]] = {}
    for argument, read in zip(step.program.arguments, step.reads, strict=True):
        found = numbers(read, argument.size)
        inputs[argument.name] = found.reshape(found.shape[:-1] + argument.shape)
    outputs = evaluate(step.program, inputs)
    for output, write, values in zip(step.program.outputs, step.writes, outputs, strict=True):
        place = numbers(write, output.size)
        values = values.reshape((*values.shape[: values.ndim - len(output.shape)], output.size))
        place[...] = place + values if isinstance(write, AddToSum | AddToElements) else values
