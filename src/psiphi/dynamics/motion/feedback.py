"""Joint forces that follow from the state: expressions and laws that are traced into a step of motion."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import field
from typing import TypeAlias

from psiphi.dynamics.motion.traced import Arrays, Numbers, traced
from psiphi.errors import InputError
from psiphi.frozen import frozen
from psiphi.kernel.native import NativeFunction, compile_program
from psiphi.kernel.program.functions import GraphArithmetic
from psiphi.kernel.request import Request
from psiphi.kernel.tracing import inlined
from psiphi.model import Model
from psiphi.recursion.numbers.arithmetic import Number
from psiphi.recursion.numbers.vectors import plus, times

Learning: TypeAlias = Callable[[GraphArithmetic, Numbers, Numbers, Arrays], Arrays]
Forces: TypeAlias = Callable[[GraphArithmetic, Numbers, Numbers, Arrays], Numbers]
Driving: TypeAlias = Callable[[Numbers, Arrays], tuple[Numbers, Numbers]]

TIMES = 3
"""Of what moves, the values at the beginning, the middle and the end of a step: all that methods ask for."""


@frozen
class Feedback:
    """Joint forces (nv) as a function of q, v and arrays: gains, references, feed-forward.

    key      names it in any process
    arrays   what is given besides the state, with the numbers in a row
    moving   those of them that move within a step, and are streamed for its three times
    learned  those of them that the law changes itself from step to step
    forces   the function, traced
    learning the rates of what is learned by name, traced
    prescribed, driving
             the places in v of rates that are prescribed, and from v and the arrays the forces of the others
             and the accelerations of these, (nv) each: what steps move by
    """

    key: str
    arrays: Mapping[str, int] = field(compare=False)
    forces: Forces = field(compare=False)
    moving: frozenset[str] = frozenset()
    learned: frozenset[str] = frozenset()
    learning: Learning | None = field(default=None, compare=False)
    prescribed: tuple[int, ...] = ()
    driving: Driving | None = field(default=None, compare=False)

    @property
    def carried(self) -> dict[str, int]:
        """What is learned, as a step carries it."""
        return {stream_name(name): self.arrays[name] for name in self.arrays if name in self.learned}

    @property
    def streamed(self) -> dict[str, int]:
        """The arrays as a step reads them."""
        return {
            stream_name(name): TIMES * size if name in self.moving else size
            for name, size in self.arrays.items()
            if name not in self.learned
        }

    def after_learning(self, arithmetic: GraphArithmetic, x: Arrays) -> Arrays:
        """What is learned when a step begins, by its rate there: it holds throughout the step."""
        assert self.learning is not None
        rates = self.learning(arithmetic, x["q"], x["v"], self.read(x, 0.0))
        return {
            stream_name(name): [
                plus(p, times(x["dt"][0], rate)) for p, rate in zip(x[stream_name(name)], y, strict=True)
            ]
            for name, y in rates.items()
        }

    def read(self, streams: Arrays, part: Number) -> dict[str, Numbers]:
        """The arrays when a part of the step has passed."""
        return {
            name: at_part(part, streams[stream_name(name)])
            if name in self.moving
            else streams[stream_name(name)]
            for name in self.arrays
        }

    def function(self, model: Model, rates: int | None = None) -> NativeFunction:
        """The forces compiled: (q, v, arrays) → tau (..., nv), for as many rates as the model if None."""
        nv = model.nv if rates is None else rates
        sizes = {"q": model.nq, "v": nv, **{stream_name(x): n for x, n in self.arrays.items()}}

        def compute(arithmetic: GraphArithmetic, x: Arrays) -> Arrays:
            rest = {name: x[stream_name(name)] for name in self.arrays}
            return {"tau": self.forces(arithmetic, x["q"], x["v"], rest)}

        return compile_program(
            lambda: traced(sizes, compute), key=repr(("feedback", model.key, nv, self.key))
        )


def stream_name(array: str) -> str:
    """By which a step knows an array, apart from its own, and from what it writes and reads twice."""
    return f"{array}_of_law"


def at_part(part: Number, values: Numbers) -> list[Number]:
    """What takes three values in a step, when a part of it has passed: the parabola through them."""
    count = len(values) // TIMES
    weights = ((1.0 - part) * (1.0 - 2.0 * part), 4.0 * part * (1.0 - part), part * (2.0 * part - 1.0))
    rows = [[times(w, x) for x in values[i * count : (i + 1) * count]] for i, w in enumerate(weights)]
    return [plus(plus(x, y), z) for x, y, z in zip(*rows, strict=True)]


def feedback_of(request: Request) -> Feedback:
    """The joint forces that an expression stands for, with its inputs as arrays."""
    request.check()
    model = request.model
    if request.varying:
        raise InputError(
            f"torque: '{request.expression}' has {', '.join(request.varying)} as arguments, which a torque "
            "knows nothing of; compile it for the robot whose constants they are."
        )
    if request.shapes() != [(request.rates,)]:
        raise InputError(
            f"torque: '{request.expression}' is no vector of joint forces of {model.name!r}; give an "
            f"expression with {request.rates} numbers, one for each rate."
        )
    arrays = {x.name: x.size for x in request.arguments() if x.name not in ("q", "v")}

    def forces(arithmetic: GraphArithmetic, q: Numbers, v: Numbers, x: Arrays) -> Numbers:
        (tau,) = inlined(request, arithmetic, {**x, "q": q, "v": v})
        return tau

    return Feedback(request.key, arrays, forces)
