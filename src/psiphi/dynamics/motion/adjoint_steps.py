"""Steps of motion backwards, for what a cost of the states owes to where they come from.

With λ_q (nv) and λ_v the slopes of a cost along the state after a step, along its rates on the manifold,

    λ_q ← λ_q ∂q⁺/∂q + λ_v ∂v⁺/∂q + g_q
    λ_v ← λ_q ∂q⁺/∂v + λ_v ∂v⁺/∂v + g_v
    λ_τ = λ_q ∂q⁺/∂τ + λ_v ∂v⁺/∂τ,    λ_p ← λ_q ∂q⁺/∂p + λ_v ∂v⁺/∂p + λ_p

are those along the state before it, where g are the slopes of the cost along that state itself. What else is
given anew for each step has slopes like the forces τ; parameters p are the same in all steps.
"""

from __future__ import annotations

from psiphi.dynamics.motion.feedback import stream_name
from psiphi.dynamics.motion.implied_accelerations import values, with_residuals
from psiphi.dynamics.motion.steps import Step
from psiphi.dynamics.motion.traced import Arrays, traced
from psiphi.kernel.iterate.iteration import Iteration, Phase
from psiphi.kernel.iterate.slots import NEXT
from psiphi.kernel.program.copying import Copy
from psiphi.kernel.program.differentiate import vjp
from psiphi.kernel.program.functions import GraphArithmetic
from psiphi.kernel.program.scalar import Value, add
from psiphi.kernel.request import PARAMETERS
from psiphi.recursion.manifold.joints import lifted


def slopes_by_step(step: Step) -> dict[str, int]:
    """What is given anew for each step and has slopes: all but what a law reads of time."""
    moving = () if step.feedback is None else map(stream_name, step.feedback.moving)
    return {name: size for name, size in step.streamed.items() if name not in set(moving)}


def adjoint_iteration(step: Step) -> Iteration:
    """Steps backwards: streams are in the order in which they are read, the last time first.

    q_after and v_after are the state after the last step; l_q, l_v, l_tau and others by name are λ. Where a
    step has one acceleration, it is known by the change of v.
    """
    nq, nv = step.model.nq, step.model.nv
    by_step = slopes_by_step(step)
    totals = {name: size for name, size in step.given.items() if name == PARAMETERS}
    slopes = {"l_q": nv, "l_v": nv, **{f"l_{name}": n for name, n in {**totals, **by_step}.items()}}
    streamed = {"q": nq, "v": nv, **step.streamed, "g_q": nv, "g_v": nv}
    given = {**slopes, "q_after": nq, "v_after": nv, **step.given}
    once = step.dynamics.is_solution and len(step.evaluations) == 1

    def compute(arithmetic: GraphArithmetic, x: Arrays) -> Arrays:
        coordinates = lifted(step.model, x["q_after"], x["l_q"], arithmetic)
        slope = vjp(*with_residuals(step))
        inputs = {f"cotangent_q{NEXT}": coordinates, f"cotangent_v{NEXT}": x["l_v"]}
        rate = arithmetic.reciprocal(x["dt"][0])
        known = [(b - a) * rate for a, b in zip(x["v"], x["v_after"], strict=True)] if once else None
        copy = Copy(slope, arithmetic.graph, {**inputs, **values(step, arithmetic, x, known)[1]})
        owed = dict(zip([output.name for output in slope.outputs], copy.outputs(), strict=True))

        def total(name: str, more: str) -> list[Value]:
            return [add(a, b) for a, b in zip(owed[f"gradient_{name}"], x[more], strict=True)]

        return {
            "l_q": total("q", "g_q"),
            "l_v": total("v", "g_v"),
            **{f"l_{name}": total(name, f"l_{name}") for name in totals},
            **{f"l_{name}": owed[f"gradient_{name}"] for name in by_step},
            "q_after": x["q"],
            "v_after": x["v"],
        }

    phase = Phase("adjoint", lambda: traced({**streamed, **given}, compute, NEXT))
    return Iteration(f"adjoint {step.key}", (phase,), given, streamed, slopes)
