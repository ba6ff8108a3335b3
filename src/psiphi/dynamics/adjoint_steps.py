"""Steps of motion backwards, for what a cost of the states owes to where they come from.

With λ_q (nv) and λ_v the slopes of a cost along the state after a step, along its rates on the manifold,

    λ_q ← λ_q ∂q⁺/∂q + λ_v ∂v⁺/∂q + g_q
    λ_v ← λ_q ∂q⁺/∂v + λ_v ∂v⁺/∂v + g_v
    λ_τ = λ_q ∂q⁺/∂τ + λ_v ∂v⁺/∂τ

are those along the state before it, where g are the slopes of the cost along that state itself.
"""

from __future__ import annotations

from psiphi.dynamics.implied_accelerations import values, with_residuals
from psiphi.dynamics.steps import Step
from psiphi.kernel.iterate.iteration import Iteration, Phase
from psiphi.kernel.iterate.slots import NEXT
from psiphi.kernel.program.copying import Copy
from psiphi.kernel.program.differentiate import vjp
from psiphi.kernel.program.functions import GraphArithmetic
from psiphi.kernel.program.program import Argument, Output, Program
from psiphi.kernel.program.scalar import Graph
from psiphi.recursion.manifold.joints import lifted


def adjoint_iteration(step: Step) -> Iteration:
    """Steps backwards: streams are in the order in which they are read, the last time first.

    q_after is the configuration after the last step; l_q, l_v and l_tau are λ.
    """
    nq, nv = step.model.nq, step.model.nv
    slopes = {"l_q": nv, "l_v": nv, "l_tau": nv}
    streamed = {"q": nq, "v": nv, "tau": nv, "g_q": nv, "g_v": nv}
    given = {**slopes, "q_after": nq, "dt": 1}

    def build() -> Program:
        graph = Graph()
        arithmetic = GraphArithmetic(graph)
        arguments = tuple(Argument(name, (size,)) for name, size in {**streamed, **given}.items())
        x = {array.name: array.scalars(graph) for array in arguments}
        coordinates = lifted(step.model, x["q_after"], x["l_q"], arithmetic)
        slope = vjp(*with_residuals(step))
        inputs = {f"cotangent_q{NEXT}": coordinates, f"cotangent_v{NEXT}": x["l_v"]}
        copy = Copy(slope, graph, {**inputs, **values(step, arithmetic, x)})
        names = [output.name for output in slope.outputs]
        owed = dict(zip(names, copy.outputs(), strict=True))
        results = {
            "l_q": [a + b for a, b in zip(owed["gradient_q"], x["g_q"], strict=True)],
            "l_v": [a + b for a, b in zip(owed["gradient_v"], x["g_v"], strict=True)],
            "l_tau": owed["gradient_tau"],
            "q_after": x["q"],
        }
        outputs = tuple(Output(name + NEXT, (len(y),), tuple(y)) for name, y in results.items())
        return Program(arguments, outputs)

    return Iteration(f"adjoint {step.key}", (Phase("adjoint", build),), given, streamed, slopes)
