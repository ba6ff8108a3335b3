"""Everything that the demonstration finds out about a robot, in the order in which it is told."""

from __future__ import annotations

import os
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from psiphi.checks import Check
from psiphi.demo.checks import check
from psiphi.demo.motion import Motion, let_go
from psiphi.demo.pinocchio_twin import twin_of
from psiphi.demo.timings import Timing, timings
from psiphi.errors import ModelError
from psiphi.frozen import frozen
from psiphi.kernel.kernel import Kernel
from psiphi.recursion.sweeps.explain import Explanation, explain
from psiphi.robot import Robot

QUANTITY = "forward_dynamics"
LOOPS_OPEN = "The loops that close it are left open: the tree alone moves."

Say = Callable[[str, str], None]
"""How progress is told: a stage, and a line about it."""


@frozen
class Compilation:
    """Seconds to machine code for batches: from the expression, and from the object code kept on disk."""

    cold: float
    warm: float


@frozen
class Findings:
    """What the page and the terminal show."""

    robot: Robot
    explanation: Explanation
    kernel: Kernel
    compilation: Compilation
    checks: tuple[Check, ...]
    timings: tuple[Timing, ...]
    motion: Motion

    @property
    def all_hold(self) -> bool:
        return all(one.holds for one in self.checks)


def demonstrate(robot: Robot, say: Say) -> Findings:
    """Derive, explain, compile, check, time and simulate the forward dynamics of a robot."""
    if robot.nv == 0:
        raise ModelError(f"model {robot.model.name!r}: no joint of it moves, so there is nothing to show.")
    say("robot", f"{robot.model.name}: {len(robot.body_names)} bodies, {robot.nv} degrees of freedom")
    if robot.model.loops:
        say("robot", LOOPS_OPEN)
    kernel = robot.kernel(QUANTITY)
    explanation = explain(kernel.expression)
    _tell_derivation(explanation, say)

    compilation = _compile(robot)
    cold, warm = compilation.cold * 1e3, compilation.warm * 1e3
    say("compiled", f"in {cold:.0f} ms; {warm:.1f} ms the next time, from the disk cache")
    counts = kernel.operations
    say("compiled", f"{counts.total} operations: {counts.mul} multiplications, {counts.add} additions, …")

    twin = twin_of(robot.model)
    checks = check(robot, kernel, twin)
    _tell_checks(checks, say)
    measured = timings(robot, kernel, twin)
    for timing in measured:
        say("time", f"{timing.label}: {timing.in_words}")
    motion = let_go(robot, lambda news: say("simulation", news))
    energy = motion.energy_check()
    _tell_checks([energy], say)
    return Findings(robot, explanation, kernel, compilation, (*checks, energy), tuple(measured), motion)


def _tell_derivation(explanation: Explanation, say: Say) -> None:
    derivation = explanation.derivation
    say("expression", str(derivation.expression))
    for step in derivation.steps:
        say("derivation", f"= {step.after}    {step.identity}")
    for line in explanation.algorithm.splitlines():
        say("sweeps", line)


def _tell_checks(checks: list[Check], say: Say) -> None:
    for one in checks:
        say("check", one.in_words)


def _compile(robot: Robot) -> Compilation:
    """Compile twice in a cache of its own: the first time there is nothing in it, the second time all is."""
    with _empty_cache():
        return Compilation(_seconds_to_code(robot), _seconds_to_code(robot))


def _seconds_to_code(robot: Robot) -> float:
    started = time.perf_counter()
    Robot(robot.model).kernel(QUANTITY).prepare()
    return time.perf_counter() - started


@contextmanager
def _empty_cache() -> Iterator[None]:
    before = os.environ.get("PSIPHI_CACHE_DIR")
    with tempfile.TemporaryDirectory(prefix="psiphi-demo-") as directory:
        os.environ["PSIPHI_CACHE_DIR"] = directory
        try:
            yield
        finally:
            if before is None:
                del os.environ["PSIPHI_CACHE_DIR"]
            else:
                os.environ["PSIPHI_CACHE_DIR"] = before
