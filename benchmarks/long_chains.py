"""Chains that only rolled kernels can do: what one link costs as the chain grows."""

from __future__ import annotations

import importlib
import sys
from collections.abc import Iterator
from dataclasses import dataclass, replace

import numpy as np

import psiphi
from benchmarks.dynamics import relative_error
from benchmarks.quantities import FORWARD_DYNAMICS, INVERSE_DYNAMICS, Array, Inputs, Quantity
from benchmarks.timing import Budget, Contender, Timing, race
from psiphi import Robot

LENGTHS = (1_000, 10_000, 100_000)
BATCH = 16
_TOLERANCE = 1e-9


@dataclass(frozen=True)
class LongChain:
    """Seconds per row, and how far forward and inverse dynamics are from undoing each other."""

    joints: int
    quantity: str
    batch: int
    error: float
    time: Timing

    @property
    def per_link(self) -> float:
        return self.time.best / self.joints


def rolled_kernels_exist() -> bool:
    """Whether kernels are compiled as loops over bodies; without them long chains would take hours."""
    importlib.import_module("psiphi.kernel.kernel")
    return "psiphi.kernel.rolled" in sys.modules


def measure_chain(joints: int, budget: Budget) -> Iterator[LongChain]:
    """Inverse and forward dynamics of a chain of revolute joints, checked on each other first."""
    robot = psiphi.robots.random_tree(1, bodies=joints, kinds=("revolute",), branching="chain")
    drawn = Inputs.drawn(robot, BATCH)
    inputs = replace(drawn, tau=robot.inverse_dynamics(drawn.q, drawn.v, drawn.a))
    error = _residual(robot, inputs)
    if not error <= _TOLERANCE:
        raise SystemExit(
            f"chain {joints}: inverse dynamics does not undo forward dynamics, {error:.1e} relative."
        )
    for quantity in (INVERSE_DYNAMICS, FORWARD_DYNAMICS):
        samples = race([_contender(robot, quantity, inputs)], budget)[quantity.name]
        yield LongChain(joints, quantity.name, BATCH, error, Timing.of(samples))


def _residual(robot: Robot, inputs: Inputs) -> float:
    found: Array = robot.forward_dynamics(inputs.q, inputs.v, inputs.tau)
    return relative_error(robot.inverse_dynamics(inputs.q, inputs.v, found), inputs.tau)


def _contender(robot: Robot, quantity: Quantity, inputs: Inputs) -> Contender:
    arrays = dict(zip(quantity.inputs, inputs.of(quantity), strict=True))
    names = {**arrays, "f": robot.kernel(quantity.name).call, "out": np.empty((BATCH, robot.nv))}
    return Contender(quantity.name, f"f({', '.join(quantity.inputs)}, out=out)", names, BATCH)
