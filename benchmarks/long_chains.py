"""Chains that only psiphi's loops over bodies can do: what one link costs as the chain grows.

Pinocchio needs memory in proportion to the cube of the length, MuJoCo to its square.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

import numpy as np

import psiphi
from benchmarks.dynamics import relative_error
from benchmarks.mujoco_side import MujocoSide
from benchmarks.quantities import FORWARD_DYNAMICS, INVERSE_DYNAMICS, Array, Inputs, Quantity
from benchmarks.timing import Budget, Contender, Timing, race
from psiphi import Robot

BATCH = 16
_LONGEST_IN_MUJOCO = 1_000
_TOLERANCE = 1e-9


@dataclass(frozen=True)
class LongChain:
    """Seconds per row, and the largest relative error of the checks."""

    joints: int
    quantity: str
    batch: int
    error: float
    time: Timing

    @property
    def per_link(self) -> float:
        return self.time.best / self.joints


def measure_chain(joints: int, budget: Budget) -> Iterator[LongChain]:
    """Inverse and forward dynamics of a chain of revolute joints, checked first.

    Inverse dynamics is compared with MuJoCo's where that can hold the chain, and must undo forward dynamics.
    """
    robot = psiphi.robots.random_tree(1, bodies=joints, kinds=("revolute",), branching="chain")
    drawn = Inputs.drawn(robot, BATCH)
    inputs = replace(drawn, tau=robot.inverse_dynamics(drawn.q, drawn.v, drawn.a))
    error = _residual(robot, inputs)
    if joints <= _LONGEST_IN_MUJOCO:
        error = max(error, _difference_from_mujoco(robot, inputs))
    if not error <= _TOLERANCE:
        raise SystemExit(f"chain of {joints} joints: wrong by {error:.1e}, relative.")
    for quantity in (INVERSE_DYNAMICS, FORWARD_DYNAMICS):
        samples = race([_contender(robot, quantity, inputs)], budget)[quantity.name]
        yield LongChain(joints, quantity.name, BATCH, error, Timing.of(samples))


def _residual(robot: Robot, inputs: Inputs) -> float:
    found: Array = robot.forward_dynamics(inputs.q, inputs.v, inputs.tau)
    return relative_error(robot.inverse_dynamics(inputs.q, inputs.v, found), inputs.tau)


def _difference_from_mujoco(robot: Robot, inputs: Inputs) -> float:
    contender = MujocoSide(robot.model).contenders(INVERSE_DYNAMICS, inputs)[0]
    contender.timer().timeit(1)
    assert contender.result is not None
    return relative_error(contender.result(), inputs.tau[:1])


def _contender(robot: Robot, quantity: Quantity, inputs: Inputs) -> Contender:
    arrays = dict(zip(quantity.inputs, inputs.of(quantity), strict=True))
    names = {**arrays, "f": robot.kernel(quantity.name).call, "out": np.empty((BATCH, robot.nv))}
    return Contender(quantity.name, f"f({', '.join(quantity.inputs)}, out=out)", names, BATCH)
