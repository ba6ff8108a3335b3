"""Chains that only psiphi's loops over bodies can do: what one link costs as the chain grows.

Pinocchio needs memory in proportion to the cube of the length, MuJoCo to its square.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
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


def measure_chains(lengths: Sequence[int], budget: Budget) -> Iterator[LongChain]:
    """Inverse and forward dynamics of chains of revolute joints, checked first.

    Chains are compared with each other: they run in turns, and in bursts as long as the longest chain takes.
    Inverse dynamics is compared with MuJoCo's where that can hold the chain, and must undo forward dynamics.
    """
    robots = {joints: _chain(joints) for joints in lengths}
    inputs = {joints: _inputs(robot) for joints, robot in robots.items()}
    errors = {joints: _error(robot, inputs[joints]) for joints, robot in robots.items()}
    samples: dict[str, dict[str, list[float]]] = {}
    for quantity in (INVERSE_DYNAMICS, FORWARD_DYNAMICS):
        contenders = [_contender(robot, quantity, inputs[joints]) for joints, robot in robots.items()]
        longest = max((min(contender.timer().repeat(3, 1)) for contender in contenders), default=0.0)
        samples[quantity.name] = race(contenders, replace(budget, burst=max(budget.burst, longest)))
    for joints in lengths:
        for quantity, times in samples.items():
            yield LongChain(joints, quantity, BATCH, errors[joints], Timing.of(times[str(joints)]))


def _chain(joints: int) -> Robot:
    return psiphi.robots.random_tree(1, bodies=joints, kinds=("revolute",), branching="chain")


def _inputs(robot: Robot) -> Inputs:
    drawn = Inputs.drawn(robot, BATCH)
    return replace(drawn, tau=robot.inverse_dynamics(drawn.q, drawn.v, drawn.a))


def _error(robot: Robot, inputs: Inputs) -> float:
    error = _residual(robot, inputs)
    if robot.nv <= _LONGEST_IN_MUJOCO:
        error = max(error, _difference_from_mujoco(robot, inputs))
    if not error <= _TOLERANCE:
        raise SystemExit(f"chain of {robot.nv} joints: wrong by {error:.1e}, relative.")
    return error


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
    return Contender(str(robot.nv), f"f({', '.join(quantity.inputs)}, out=out)", names, BATCH)
