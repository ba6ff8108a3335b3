"""How long one evaluation of the forward dynamics takes, in several ways."""

from __future__ import annotations

import timeit

import numpy as np

from psiphi.algebra import dense
from psiphi.demo.checks import DENSE_BODIES, State
from psiphi.demo.pinocchio_twin import PinocchioTwin
from psiphi.frozen import frozen
from psiphi.kernel.kernel import Kernel
from psiphi.robot import Robot

BATCH = 1024
ROUNDS, BURST = 30, 3e-3  # the best of so many rounds, each about so many seconds


@frozen
class Timing:
    """Seconds for one evaluation; `ours` for what psiphi compiled."""

    label: str
    seconds: float
    ours: bool

    @property
    def in_words(self) -> str:
        """`47 ns`, `1.8 µs` or `3.2 ms`."""
        nanoseconds = self.seconds * 1e9
        for unit, size in (("ns", 1.0), ("µs", 1e3), ("ms", 1e6), ("s", 1e9)):
            amount = nanoseconds / size
            if amount < 999.5:
                return f"{amount:.0f} {unit}" if amount >= 99.5 else f"{amount:.3g} {unit}"
        return f"{amount:.0f} s"


def timings(robot: Robot, kernel: Kernel, twin: PinocchioTwin | None) -> list[Timing]:
    """psiphi for a batch and for one call, Pinocchio for both, and plain matrices; the fastest first."""
    state = State.random(robot, BATCH)
    q, v, tau = state.q, state.v, state.tau
    batch_names = {"call": kernel.call, "q": q, "v": v, "tau": tau, "out": np.empty_like(tau)}
    one = {name: array[0].copy() for name, array in (("q", q), ("v", v), ("tau", tau))}
    single_names = {"call": kernel.call, **one, "out": np.empty(robot.nv)}
    call = "call(q, v, tau, out=out)"
    found = [
        Timing(f"psiphi, in a batch of {BATCH}", best_time(call, batch_names) / BATCH, True),
        Timing("psiphi, in one call from Python", best_time(call, single_names), True),
    ]
    if twin is not None:
        in_batch = twin.batch_call(q, v, tau)
        if in_batch is not None:
            found.append(Timing(f"Pinocchio, in a batch of {BATCH}", best_time(*in_batch) / BATCH, False))
        found.append(
            Timing(
                "Pinocchio, in one call from Python", best_time(*twin.single_call(q[0], v[0], tau[0])), False
            )
        )
    if len(robot.body_names) <= DENSE_BODIES:
        names = {"dense": dense, "x": kernel.expression, "robot": robot, **one}
        found.append(
            Timing("plain matrices in NumPy", best_time("dense(x, robot, q, v=v, tau=tau)", names, 3), False)
        )
    return found


def best_time(statement: str, names: dict[str, object], rounds: int = ROUNDS) -> float:
    """The least time of a statement over some rounds: what it takes when nothing disturbs it."""
    timer = timeit.Timer(statement, globals=names)
    number = max(1, round(BURST / max(timer.timeit(1), timer.timeit(1), 1e-9)))
    number = max(1, round(BURST / (timer.timeit(number) / number)))
    return min(timer.repeat(rounds, number)) / number
