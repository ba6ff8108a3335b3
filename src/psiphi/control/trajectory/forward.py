"""The forward pass of iLQR: motions under u + αk + K (x ⊖ x̄), held within limits, in native code."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from numpy.typing import NDArray

from psiphi.control.trajectory.backward import Knots, placed
from psiphi.dynamics.motion.steps import Step
from psiphi.kernel.iterate.iteration import Iteration, Phase
from psiphi.kernel.iterate.slots import NEXT
from psiphi.kernel.program.copying import Copy
from psiphi.kernel.program.functions import GraphArithmetic, maximum, minimum
from psiphi.kernel.program.program import Argument, Output, Program
from psiphi.kernel.program.scalar import Graph, Value
from psiphi.recursion.manifold.joints import difference
from psiphi.recursion.numbers.vectors import dot

Array = NDArray[Any]


def forward_iteration(knots: Knots) -> Iteration:
    """Knots from the first to the last.

    given     q, v, dt, alpha, limits `least` and `most` of the forces, the parameters of the cost; zeros for
              `used` and `cost`
    streamed  the motion before, q_before, v_before and u, and k and K
    sampled   q, v, `used`, the forces of the step that leads there, and the `cost` of all knots before
    """
    robot, m = knots.robot, len(knots.joints)
    nq, nv = robot.nq, robot.nv
    own = {name: x.shape[-1] for name, x in knots.stage.parameters.items()}
    given = {"q": nq, "v": nv, "dt": 1, "alpha": 1, "used": m, "cost": 1, **own}
    if knots.bounded:
        given |= {"least": m, "most": m}
    streamed = {"q_before": nq, "v_before": nv, "u": m, "k": m, "K": m * 2 * nv}
    sizes = {name: n for name, n in {**given, **streamed}.items() if name not in ("dt", "used")}

    def law() -> Program:
        graph = Graph()
        arguments = tuple(Argument(name, (size,)) for name, size in sizes.items())
        x = {each.name: each.scalars(graph) for each in arguments}
        apart = difference(robot.model, x["q_before"], x["q"], GraphArithmetic(graph))
        change = [*apart, *(a - b for a, b in zip(x["v"], x["v_before"], strict=True))]
        used: list[Value] = []
        for i in range(m):
            row: Sequence[Value] = x["K"][i * 2 * nv : (i + 1) * 2 * nv]
            force = x["u"][i] + x["alpha"][0] * x["k"][i] + dot(row, change)
            if knots.bounded:
                force = minimum(maximum(force, x["least"][i]), x["most"][i])
            used.append(force)
        tau = placed(used, knots.joints, nv)
        (here,) = Copy(knots.stage.whole(), graph, {"u": used}).outputs()[0]
        results = {"used": used, "tau": tau, "cost" + NEXT: [x["cost"][0] + here]}
        return Program(arguments, tuple(Output(name, (len(y),), tuple(y)) for name, y in results.items()))

    phases = (Phase("law", law), *Step(robot.model, "semi_implicit", knots.acting).phases())
    return Iteration(
        f"ilqr forward {knots.key}", phases, given, streamed, {"q": nq, "v": nv, "used": m, "cost": 1}
    )
