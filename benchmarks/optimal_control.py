"""iLQR of a Panda from one configuration to another, against crocoddyl where it is installed.

    python -m benchmarks.optimal_control [problems ...]

Both sides minimise the same cost over the same steps, from the same forces, until nothing is left to gain;
the arm is weightless, so that both begin at rest. Times are of the processor, per knot and iteration of a
whole call, the least of many.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Callable
from dataclasses import replace
from importlib.util import find_spec
from typing import Any

import numpy as np

from benchmarks.robots import panda
from psiphi import Robot
from psiphi.control import Quadratic, ilqr

STEPS, DT, CALLS = 100, 0.01, 100


def least(call: Callable[[], Any]) -> float:
    """Seconds of the processor that a call takes at least."""
    found = []
    for _ in range(CALLS):
        start = time.process_time()
        call()
        found.append(time.process_time() - start)
    return min(found)


def ours(problems: int) -> tuple[float, float]:
    """The cost found, and microseconds per knot and iteration."""
    robot = Robot(replace(panda().robot.model, gravity=(0.0, 0.0, 0.0)))
    q = robot.neutral()
    goal = q + 0.3
    stage, final = Quadratic(0.5 * DT, 0.5e-3 * DT, q=goal), Quadratic(50.0, q=goal)
    options = {"steps": STEPS, "dt": DT, "limits": False, "damping": False, "friction": False}
    starts = q if problems == 1 else np.tile(q, (problems, 1))

    def call() -> Any:
        return ilqr(robot, starts, np.zeros(robot.nv), stage, final, **options)

    plan = call()
    passes = STEPS * problems * (int(plan.iterations.max()) + 1)
    return float(plan.cost.flat[0]), 1e6 * least(call) / passes


def theirs() -> tuple[float, float]:
    """The same by crocoddyl's SolverDDP, in one thread."""
    import crocoddyl
    import pinocchio as pin

    model = panda().pin_model
    model.gravity = pin.Motion.Zero()
    state = crocoddyl.StateMultibody(model)
    actuation = crocoddyl.ActuationModelFull(state)
    goal = np.concatenate([pin.neutral(model) + 0.3, np.zeros(model.nv)])

    def knot(weight: float, dt: float) -> Any:
        costs = crocoddyl.CostModelSum(state, actuation.nu)
        residuals = (
            ("state", crocoddyl.ResidualModelState(state, goal, actuation.nu), weight),
            ("forces", crocoddyl.ResidualModelControl(state, actuation.nu), 1e-3),
        )
        for name, residual, own in residuals:
            costs.addCost(name, crocoddyl.CostModelResidual(state, residual), own)
        dynamics = crocoddyl.DifferentialActionModelFreeFwdDynamics(state, actuation, costs)
        return crocoddyl.IntegratedActionModelEuler(dynamics, dt)

    start = np.concatenate([pin.neutral(model), np.zeros(model.nv)])
    problem = crocoddyl.ShootingProblem(start, [knot(1.0, DT)] * STEPS, knot(100.0, 0.0))
    problem.nthreads = 1  # threads that wait for each other would count as well
    solver = crocoddyl.SolverDDP(problem)
    solver.th_stop = 1e-12
    states, forces = [start] * (STEPS + 1), [np.zeros(model.nv)] * STEPS

    def call() -> Any:
        return solver.solve(states, forces, 100)

    call()
    return solver.cost, 1e6 * least(call) / (STEPS * (solver.iter + 1))


def main(*counts: str) -> None:
    other = theirs() if find_spec("crocoddyl") else None
    if other:
        print(f"crocoddyl, one problem: {other[1]:.2f} us per knot and iteration, cost {other[0]:.10f}")
    for problems in map(int, counts or ("1", "64")):
        cost, own = ours(problems)
        print(f"psiphi, {problems} at once: {own:.2f} us per knot and iteration, cost {cost:.10f}", end="")
        print(f", {other[1] / own:.1f} times as fast" if other else "")


if __name__ == "__main__":
    main(*sys.argv[1:])
