"""Whole rollouts against MuJoCo's: `python -m benchmarks.rollouts [ROBOT ...] [--steps N]`.

Both take steps of one length by one method, semi-implicit or RK4, without contacts and limits, on one
thread; MuJoCo stores every step, and so does psiphi here. One robot takes 5 times as many steps as 64 do.
Both are timed in turn, in bursts of calls of about 25 ms, and the best burst counts: a single call of 64
robots takes psiphi 0.2 ms, and would tell what the caches are like after 20 ms of MuJoCo. Below the table
stands what storing, forces, payloads, gradients, float32 and a second thread cost, as ratios to a rollout
of the same batch that stores its last state alone.
"""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Callable, Mapping
from typing import Any

import mujoco
import numpy as np
from mujoco import rollout as mujoco_rollout

from benchmarks.mujoco_side import mujoco_model
from benchmarks.robots import SUBJECTS
from benchmarks.timing import Budget, Contender, race
from psiphi import Robot
from psiphi.algebra import joint_operator, joint_vector, v

DT = 1e-3
LONGER = 5
"""Times as many steps are taken where there is one robot."""
BURST = 25e-3
"""Seconds of one contender in a round."""
METHODS = {
    "semi_implicit": mujoco.mjtIntegrator.mjINT_EULER,
    "rk4": mujoco.mjtIntegrator.mjINT_RK4,
}
ROBOTS = ("UR5", "Panda", "ANYmal", "Talos")
NOTHING = {"damping": False, "friction": False, "springs": False, "effort_limits": False, "limits": False}


def least(calls: Mapping[str, Callable[[], object]], rounds: int) -> dict[str, float]:
    """Seconds of each call, in the best of some rounds."""
    contenders = [Contender(name, "call()", {"call": call}) for name, call in calls.items()]
    return {name: min(found) for name, found in race(contenders, Budget(0.0, rounds, BURST)).items()}


def states(robot: Robot, rows: int) -> tuple[np.ndarray, np.ndarray]:
    rng = np.random.default_rng(0)
    return robot.random_configuration(rng, batch=(rows,)), 0.1 * rng.standard_normal((rows, robot.nv))


def against_mujoco(robot: Robot, steps: int, rounds: int) -> list[tuple[str, int, float, float]]:
    """Method, rows, and nanoseconds of a step of psiphi and of MuJoCo."""
    model = mujoco_model(robot.model.merged())
    model.opt.timestep = DT
    model.opt.disableflags |= int(mujoco.mjtDisableBit.mjDSBL_CONTACT | mujoco.mjtDisableBit.mjDSBL_LIMIT)
    data = mujoco.MjData(model)
    size = mujoco.mj_stateSize(model, mujoco.mjtState.mjSTATE_FULLPHYSICS)
    found: list[tuple[str, int, float, float]] = []
    for method, integrator in METHODS.items():
        model.opt.integrator = integrator
        for rows in (1, 64):
            q, rates = states(robot, rows)
            count = LONGER * steps if rows == 1 else steps
            start = np.zeros((rows, size))
            mujoco.mj_getState(model, data, start[0], mujoco.mjtState.mjSTATE_FULLPHYSICS)
            start[:] = start[0]

            def ours(q: Any = q, rates: Any = rates, method: str = method, count: int = count) -> object:
                return robot.rollout(q, rates, None, count, DT, method=method, **NOTHING)

            def theirs(start: Any = start, count: int = count) -> object:
                return mujoco_rollout.rollout(model, [data], start, nstep=count)

            spent = least({"ours": ours, "theirs": theirs}, rounds)
            each = {name: x / (rows * count) * 1e9 for name, x in spent.items()}
            found.append((method, rows, each["ours"], each["theirs"]))
    return found


def costs(robot: Robot, steps: int, rounds: int) -> dict[str, float]:
    """What else a rollout may do, as ratios to one that stores its last state alone."""
    rows = 256
    q, rates = states(robot, rows)
    frame = robot.body_names[-1]
    # parameters are not looked at here, which takes NumPy as long as some dozens of steps
    loaded, heavy = (robot.varying(x, physical=False) for x in (f"payload:{frame}", "inertia"))
    loads, masses = (np.tile(x.present_parameters(), (rows, 1)) for x in (loaded, heavy))
    gains = {"kd": np.ones(robot.nv), "feed": np.zeros(robot.nv)}
    law = joint_vector("feed") - joint_operator("kd", diagonal=True) @ v
    torque = np.zeros((steps, rows, robot.nv))
    slopes = np.ones((steps + 1, rows, robot.nv))
    single = [x.astype(np.float32) for x in (q, rates)]

    def run(
        *state: Any, of: Robot = robot, tau: Any = None, times: int = 1, every: int = steps, **options: Any
    ) -> object:
        return of.rollout(
            *(state or (q, rates)), tau, times * steps, DT, every=every, **{**NOTHING, **options}
        )

    calls = {
        "plain": run,
        "every step stored": lambda: run(every=1),
        "every tenth stored": lambda: run(every=10),
        "torques for each row and step": lambda: run(tau=torque),
        "torques, and every step stored": lambda: run(tau=torque, every=1),
        "forces of the file, end stops": lambda: run(
            damping=True, friction=True, springs=True, effort_limits=True, limits=True
        ),
        "feedback −K_d v + feed": lambda: run(tau=law, inputs=gains),
        "implicit": lambda: run(method="implicit", damping=True),
        "a payload for each row": lambda: run(of=loaded, parameters=loads),
        "all inertias for each row": lambda: run(of=heavy, parameters=masses),
        "float32": lambda: run(*single),
        "gradient": lambda: robot.rollout.vjp(q, rates, torque, steps, DT, slopes, slopes, **NOTHING),
    }
    spent = least(calls, rounds)
    # a thread wakes up in the time of some hundred steps
    threads = least({str(n): lambda n=n: run(threads=n, times=10) for n in (1, 2)}, rounds)
    ratios = {name: x / spent["plain"] for name, x in spent.items() if name != "plain"}
    whole = spent["torques, and every step stored"]
    ratios["gradient, to a rollout with torques that stores every step"] = spent["gradient"] / whole
    ratios["two threads, 10 times as many steps, to one"] = threads["2"] / threads["1"]
    still = np.zeros((rows, robot.nv))
    asked = {"given": lambda: run(every=1), "asked": lambda: run(tau=lambda t, q, v: still, every=1)}
    spent = least(asked, rounds)
    ratios["a function, µs a step above"] = (spent["asked"] - spent["given"]) / steps * 1e6
    return ratios


def main() -> int:
    """Measure and print."""
    parser = argparse.ArgumentParser(
        prog="python -m benchmarks.rollouts", description="Rollouts, and MuJoCo's."
    )
    parser.add_argument("robots", nargs="*", default=ROBOTS, metavar="ROBOT", help=", ".join(ROBOTS))
    parser.add_argument("--steps", type=int, default=200)
    parser.add_argument("--rounds", type=int, default=7)
    options = parser.parse_args()
    steps = f"{options.steps} steps of 1 ms, {LONGER} times as many of one robot"
    print(f"MuJoCo {mujoco.__version__}, {steps}, load {os.getloadavg()[0]:.1f}\n")
    print("| | | one robot, ns | MuJoCo | times | 64 robots, ns | MuJoCo | times |\n" + "|---" * 8 + "|")
    robots = {name: SUBJECTS[name]().robot for name in options.robots}
    for name, robot in robots.items():
        found = against_mujoco(robot, options.steps, options.rounds)
        for method in METHODS:
            cells = [
                cell
                for own, _, ours, theirs in found
                if own == method
                for cell in (f"{ours:.0f}", f"{theirs:.0f}", f"{theirs / ours:.3g}")
            ]
            print(f"| {name} | {method} | " + " | ".join(cells) + " |", flush=True)
    for name, robot in robots.items():
        print(f"\n{name}, 256 rows, times a rollout that stores its last state:\n")
        for what, ratio in costs(robot, options.steps, options.rounds).items():
            print(f"- {what}: {ratio:.2f}", flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
