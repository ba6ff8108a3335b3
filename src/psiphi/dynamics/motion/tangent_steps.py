"""Steps of motion along with a variation of them: how far a motion beside the first one strays from it.

    δq⁺ = ∂q⁺/∂q δq + ∂q⁺/∂v δv + ∂q⁺/∂τ δτ + …,    δv⁺ = ∂v⁺/∂q δq + ∂v⁺/∂v δv + ∂v⁺/∂τ δτ + …

δq has as many numbers as there are rates.
"""

from __future__ import annotations

from collections.abc import Sequence

from psiphi.dynamics.motion.implied_accelerations import values, with_residuals
from psiphi.dynamics.motion.steps import Step
from psiphi.kernel.iterate.iteration import Iteration, Phase
from psiphi.kernel.iterate.slots import NEXT
from psiphi.kernel.program.copying import Copy
from psiphi.kernel.program.differentiate import jvp
from psiphi.kernel.program.functions import GraphArithmetic
from psiphi.kernel.program.program import Argument, Output, Program
from psiphi.kernel.program.scalar import Graph, Value
from psiphi.kernel.tracing import PARAMETERS
from psiphi.recursion.manifold.joints import lowered


def tangent_iteration(step: Step) -> Iteration:
    """Steps of q, v, d_q and d_v, with d_x for all that is streamed, and for parameters."""
    nq, nv = step.model.nq, step.model.nv
    state = {"q": nq, "v": nv, "d_q": nv, "d_v": nv}
    streamed = {**step.streamed, **{f"d_{name}": size for name, size in step.streamed.items()}}
    varied = {f"d_{name}": size for name, size in step.given.items() if name == PARAMETERS}
    given = {**state, **step.given, **varied}

    def build() -> Program:
        graph = Graph()
        arithmetic = GraphArithmetic(graph)
        arguments = tuple(Argument(name, (size,)) for name, size in {**given, **streamed}.items())
        x = {array.name: array.scalars(graph) for array in arguments}
        after, accelerations = values(step, arithmetic, x)
        slope = jvp(*with_residuals(step))
        copy = Copy(slope, graph, {"d_dt": [0.0], **accelerations})
        moves = dict(zip([output.name for output in slope.outputs], copy.outputs(), strict=True))
        results: dict[str, Sequence[Value]] = {
            "q": after["q"],
            "v": after["v"],
            "d_q": lowered(step.model, after["q"], moves[f"d_q{NEXT}"], arithmetic),
            "d_v": moves[f"d_v{NEXT}"],
        }
        outputs = tuple(Output(name + NEXT, (len(y),), tuple(y)) for name, y in results.items())
        return Program(arguments, outputs)

    return Iteration(f"tangent {step.key}", (Phase("tangent", build),), given, streamed, state)
