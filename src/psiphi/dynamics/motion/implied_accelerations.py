"""A step for its derivatives: accelerations are known by the equation that they solve.

With the residual ρ = tau − C − 𝓜a, in which a is held,

    δa = 𝓜⁻¹δρ,    λ*δa = μ*δρ with μ = 𝓜⁻¹λ:

inverse dynamics is differentiated in the place of forward dynamics, whose filter serves both a and μ.
"""

from __future__ import annotations

from dataclasses import replace

from psiphi.dynamics.motion.step_dynamics import Arrays, Numbers
from psiphi.dynamics.motion.steps import Step
from psiphi.kernel.program.copying import Copy
from psiphi.kernel.program.differentiate import Implied
from psiphi.kernel.program.functions import GraphArithmetic
from psiphi.kernel.program.program import Output, Program

HELD, FOUND, RESIDUAL = "held_{}", "a_{}", "residual_{}"
"""What the accelerations of an evaluation are called in its residual and elsewhere, and the residual."""


def with_residuals(step: Step) -> tuple[Program, list[Implied]]:
    """A step of which the accelerations are inputs, with the residuals as further results.

    Where loops hold, accelerations solve no single equation, and are differentiated as they are computed.
    """
    nv = step.model.nv
    implied: list[Implied] = []

    def accelerate(arithmetic: GraphArithmetic, q: Numbers, v: Numbers, x: Arrays) -> Numbers:
        if not step.dynamics.is_solution:
            return step.dynamics.acceleration(arithmetic, q, v, x)
        number = len(implied)
        held = arithmetic.graph.inputs(HELD.format(number), nv)
        residual = step.dynamics.residual(arithmetic, q, v, x, held)
        a = arithmetic.graph.inputs(FOUND.format(number), nv)

        def solve(copy: Copy, right_side: Numbers) -> Numbers:
            there = {name: [copy.value(y) for y in numbers] for name, numbers in {**x, "q": q}.items()}
            return step.dynamics.solve(GraphArithmetic(copy.graph), there["q"], there, right_side)

        implied.append(Implied(a, residual, solve))
        return a

    program = step.program(accelerate)
    residuals = (
        Output(RESIDUAL.format(number), (nv,), tuple(each.residual)) for number, each in enumerate(implied)
    )
    return replace(program, outputs=(*program.outputs, *residuals)), implied


def values(
    step: Step, arithmetic: GraphArithmetic, x: Arrays, known: Numbers | None = None
) -> tuple[Arrays, dict[str, Numbers]]:
    """The arrays after a step, and the inputs of derivatives of `with_residuals` that are no arguments.

    known   the acceleration of a step that has one
    """
    found: dict[str, Numbers] = {}

    def accelerate(arithmetic: GraphArithmetic, q: Numbers, v: Numbers, x: Arrays) -> Numbers:
        a = step.dynamics.acceleration(arithmetic, q, v, x) if known is None else known
        if not step.dynamics.is_solution:
            return a
        number = len(found) // 3
        found[HELD.format(number)] = found[FOUND.format(number)] = a
        found[f"cotangent_{RESIDUAL.format(number)}"] = [0.0] * len(a)
        return a

    return step.after(arithmetic, x, accelerate), found
