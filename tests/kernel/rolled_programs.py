"""Rolled programs for tests: recurrences on a tree of planar rotations, with two classes of bodies."""

from __future__ import annotations

import math

import numpy as np

from psiphi.kernel.loops import (
    AddToParent,
    Constants,
    Elements,
    Field,
    LoopProgram,
    LoopTables,
    Own,
    Parent,
    Pass,
    Step,
)
from psiphi.kernel.program import Argument, Output, Program
from psiphi.kernel.scalar import Graph, cos, sin
from psiphi.kernel.signature import Result


def tree_program() -> LoopProgram:
    """Outward: points p = R(q) (parent's p + c); inward: sums of what lies beyond.

    Class 0 has one coordinate; class 1 has two, and adds nothing to one of the sums of its parent.
    """
    return LoopProgram(
        fields=(Field("rotation", 2), Field("point", 2), Field("sum", 3)),
        arguments=("q", "w"),
        results=("tau", "points"),
        passes=(
            Pass(outward=True, steps=(_outward(1), _outward(2))),
            Pass(outward=False, steps=(_inward(1), _inward(2))),
        ),
    )


def _outward(coordinates: int) -> Step:
    graph = Graph()
    shift, point = graph.inputs("shift", 2), graph.inputs("point", 2)
    angles = graph.inputs("q", coordinates)
    angle = angles[0] if coordinates == 1 else angles[0] + 2.0 * angles[1]
    c, s = cos(angle), sin(angle)
    x, y = point[0] + shift[0], point[1] + shift[1]
    moved = (c * x - s * y, s * x + c * y)
    return Step(
        Program(
            (Argument("shift", (2,)), Argument("point", (2,)), Argument("q", (coordinates,))),
            (Output("rotation", (2,), (c, s)), Output("point_", (2,), moved), Output("seen", (2,), moved)),
        ),
        reads=(Constants(1), Parent("point"), Elements("q", 0)),
        writes=(Own("rotation"), Own("point"), Elements("points", 1)),
    )


def _inward(coordinates: int) -> Step:
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
    return Step(
        Program(
            tuple(Argument(name, (size,)) for name, size in arguments),
            (Output("tau", (coordinates,), torques), Output("up", (3,), passed_on)),
        ),
        reads=(Constants(0), Own("rotation"), Own("point"), Own("sum"), Elements("w", 2)),
        writes=(Elements("tau", 0), AddToParent("sum")),
    )


def tree_tables(bodies: int, *, chain: bool = False, seed: int = 0) -> LoopTables:
    """A tree of so many bodies, or a chain; every third body is of class 1."""
    rng = np.random.default_rng(seed)
    parents = [
        -1 if chain and k == 0 else k - 1 if chain else int(rng.integers(-1, k)) for k in range(bodies)
    ]
    classes = np.arange(bodies) % 3 == 2
    coordinates = np.where(classes, 2, 1)
    starts = np.concatenate([[0], np.cumsum(coordinates)])
    total = int(starts[-1])
    offsets = np.stack([starts[:-1], 2 * np.arange(bodies), np.arange(bodies)], axis=1)
    return LoopTables(
        arguments=(Argument("q", (total,)), Argument("w", (bodies,))),
        results=(Result("tau", (total,)), Result("points", (bodies, 2))),
        parents=np.array(parents, np.int64).reshape(bodies),
        classes=classes.astype(np.int64),
        constants=rng.uniform(0.2, 0.6, (bodies, 3)),
        offsets=offsets.astype(np.int64),
        world={"point": (1.0, -2.0)},
    )


def by_hand(tables: LoopTables, q, w):
    """The same recurrences as plain loops over floats, for one row."""
    bodies = tables.bodies
    points = [(1.0, -2.0)] * (bodies + 1)
    rotations = [(1.0, 0.0)] * bodies
    sums = [[0.0, 0.0, 0.0] for _ in range(bodies + 1)]
    tau = [0.0] * tables.arguments[0].size
    for k in range(bodies):
        start = tables.offsets[k, 0]
        angle = q[start] + 2.0 * q[start + 1] if tables.classes[k] else q[start]
        c, s = math.cos(angle), math.sin(angle)
        x = points[tables.parents[k]][0] + tables.constants[k, 1]
        y = points[tables.parents[k]][1] + tables.constants[k, 2]
        rotations[k], points[k] = (c, s), (c * x - s * y, s * x + c * y)
    for k in reversed(range(bodies)):
        mass, (px, py), (c, s) = tables.constants[k, 0], points[k], rotations[k]
        x, y, z = sums[k][0] + mass * px, sums[k][1] + mass * py * w[k], sums[k][2] + mass
        start = tables.offsets[k, 0]
        tau[start] = x * py - y * px
        if tables.classes[k]:
            tau[start + 1] = 2.0 * tau[start]
        up = sums[tables.parents[k]]
        up[0] += 0.5 * (c * x + s * y)
        up[1] += 0.5 * (c * y - s * x)
        up[2] += 0.0 if tables.classes[k] else z
    return np.array(tau), np.array(points[:-1]).reshape(bodies, 2)
