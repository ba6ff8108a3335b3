"""What a step of motion asks for: the acceleration at some place, and what becomes of it."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TypeAlias

from psiphi.dynamics.motion.closed_loops import SWEEPS, Projection
from psiphi.dynamics.motion.step_dynamics import Arrays, Dynamics, Numbers
from psiphi.frozen import frozen
from psiphi.kernel.program.functions import GraphArithmetic
from psiphi.recursion.numbers.arithmetic import Number

Then: TypeAlias = Callable[[GraphArithmetic, Arrays, Numbers, Numbers, Numbers], Arrays]


@frozen
class Evaluation:
    """A place q, v at which the acceleration is wanted, and what follows from it.

    arrays    the arrays that are read, with their sizes
    at        q and v from the arrays
    then      what the arrays become, given them and q, v and a there; None for `at` where nothing is asked
    part      how much of the step has passed there, from 0 to 1
    loops     evaluations of equal loops run again while these arrays tell so (kernel.iterate.Phase)
    """

    name: str
    arrays: Mapping[str, int]
    then: Then
    at: Callable[[GraphArithmetic, Arrays], tuple[Numbers, Numbers]] | None = None
    part: Callable[[Arrays], Number] = lambda x: 0.0
    loops: tuple[str, ...] = ()


def ending(robot: Dynamics, q: str = "q", v: str = "v") -> Sequence[Evaluation]:
    """What closes the loops of a state at the end of a step."""
    loops, model, varying = robot.loops, robot.model, robot.varying
    if loops is None or (isinstance(loops, Projection) and not loops.closing):
        return []

    def sweep(arithmetic: GraphArithmetic, x: Arrays, *_: Numbers) -> Arrays:
        return {q: loops.swept(model, arithmetic, {**x, "q": x[q]}, varying)}

    def settle(arithmetic: GraphArithmetic, x: Arrays, *_: Numbers) -> Arrays:
        return {v: loops.settled(model, arithmetic, {**x, "q": x[q], "v": x[v]}, varying)}

    given = {**robot.given, q: model.nq}
    return [
        *(Evaluation(f"close {q}", given, sweep),) * SWEEPS,
        Evaluation(f"settle {q}", {**given, v: robot.nv}, settle),
    ]
