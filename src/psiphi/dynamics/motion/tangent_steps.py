"""Steps of motion along with a variation of them: how far a motion beside the first one strays from it.

    δq⁺ = ∂q⁺/∂q δq + ∂q⁺/∂v δv + ∂q⁺/∂τ δτ + …,    δv⁺ = ∂v⁺/∂q δq + ∂v⁺/∂v δv + ∂v⁺/∂τ δτ + …

δq has as many numbers as there are rates.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TypeAlias

from psiphi.dynamics.motion.implied_accelerations import values, with_residuals
from psiphi.dynamics.motion.steps import Step
from psiphi.dynamics.motion.traced import Arrays, traced
from psiphi.kernel.iterate.iteration import Iteration, Phase
from psiphi.kernel.iterate.slots import NEXT
from psiphi.kernel.native import NativeFunction, compile_program
from psiphi.kernel.program.copying import Copy
from psiphi.kernel.program.differentiate import jvp
from psiphi.kernel.program.functions import GraphArithmetic
from psiphi.kernel.program.program import Program
from psiphi.kernel.request import PARAMETERS
from psiphi.model import Model
from psiphi.recursion.manifold.joints import lowered, normalized
from psiphi.recursion.numbers.arithmetic import Number

Start: TypeAlias = Callable[[Model, Sequence[Number], GraphArithmetic], Sequence[Number]]


def tangent_iteration(step: Step) -> Iteration:
    """Steps of q, v, d_q and d_v, with d_x for all that is streamed, and for parameters."""
    state, given, streamed = _arrays(step)
    phase = Phase("tangent", lambda: _program(step, {**given, **streamed}))
    return Iteration(f"tangent {step.key}", (phase,), given, streamed, state)


def tangent_function(step: Step) -> NativeFunction:
    """One such step by itself, called with its arrays by name; quaternions may have any length."""
    _, given, streamed = _arrays(step)
    sizes = {**given, **streamed}
    return compile_program(lambda: _program(step, sizes, normalized), key=f"one tangent {step.key}")


def _arrays(step: Step) -> tuple[dict[str, int], dict[str, int], dict[str, int]]:
    """The sizes of what moves on, of all that is given once, and of what is given for each step."""
    nq, nv = step.model.nq, step.nv
    state = {"q": nq, "v": nv, "d_q": step.model.nv, "d_v": nv}
    varied = {f"d_{name}": size for name, size in step.given.items() if name == PARAMETERS}
    streamed = {**step.streamed, **{f"d_{name}": size for name, size in step.streamed.items()}}
    return state, {**state, **step.given, **varied}, streamed


def _program(step: Step, sizes: Mapping[str, int], start: Start = lambda model, q, _: q) -> Program:
    """The program of a step from arrays of these sizes, which begins with what `start` makes of q."""

    def compute(arithmetic: GraphArithmetic, x: Arrays) -> Arrays:
        x = {**x, "q": start(step.model, x["q"], arithmetic)}
        after, accelerations = values(step, arithmetic, x)
        slope = jvp(*with_residuals(step))
        copy = Copy(slope, arithmetic.graph, {"q": x["q"], "d_dt": [0.0], **accelerations})
        moves = dict(zip([output.name for output in slope.outputs], copy.outputs(), strict=True))
        return {
            "q": after["q"],
            "v": after["v"],
            "d_q": lowered(step.model, after["q"], moves[f"d_q{NEXT}"], arithmetic),
            "d_v": moves[f"d_v{NEXT}"],
        }

    return traced(sizes, compute, NEXT)
