"""How accelerations change with q, v and tau where springs, dampers and friction act: a = 𝓜⁻¹(tau + p − C).

With p(q, v) what the joints and tendons do by themselves, and a_f the slope along forces,

    δa = (a_q + a_f p_q) δq + (a_v + a_f p_v) δv + a_f δtau.
"""

from __future__ import annotations

from itertools import product
from typing import TYPE_CHECKING

from psiphi.dynamics import catalogue
from psiphi.dynamics.motion.acting_forces import NOTHING, Acting, acting_forces
from psiphi.kernel.native import NativeFunction, compile_program
from psiphi.kernel.program.copying import Copy
from psiphi.kernel.program.differentiate import jacobian
from psiphi.kernel.program.functions import GraphArithmetic
from psiphi.kernel.program.program import Argument, Output, Program
from psiphi.kernel.program.scalar import Graph, Value, add, multiply, subtract
from psiphi.kernel.tracing import variation_of_q
from psiphi.model import Model

if TYPE_CHECKING:
    from psiphi.robot import Robot


def force_slopes(model: Model, acting: Acting) -> NativeFunction:
    """∂p/∂q and ∂p/∂v, (..., nv, nv) each, at (q, v)."""
    return compile_program(
        lambda: jacobian(_own_forces(model, acting), ("q", "v")),
        key=repr(("slopes of acting forces", model.key, acting)),
    )


def acceleration_slopes(robot: Robot, acting: Acting) -> Program:
    """∂a/∂q, ∂a/∂v and ∂a/∂tau, (nv, nv) each, from q, v and tau; forces given have no limits."""
    slopes = robot.kernel("forward_dynamics").jacobian("q", "v", "tau").program
    model, acting = robot.model, acting.on(robot.model)
    if acting == NOTHING:
        return slopes
    graph, nv = Graph(), model.nv
    forces, along_q, along_v = _moving(model, acting, graph)
    by_q, by_v, by_tau = Copy(slopes, graph, {"tau": forces}).outputs()
    made = (_chained(by_q, by_tau, along_q, nv), _chained(by_v, by_tau, along_v, nv), tuple(by_tau))
    outputs = tuple(Output(x.name, x.shape, y) for x, y in zip(slopes.outputs, made, strict=True))
    return Program(slopes.arguments, outputs)


def motion_slopes(robot: Robot, acting: Acting) -> Program:
    """∂tau/∂q, ∂tau/∂v and ∂tau/∂a, (nv, nv) each, of the tau that makes a, from q, v and tau."""
    dynamics = robot.kernel("forward_dynamics").program
    slopes = robot.kernel("inverse_dynamics").jacobian("q", "v", "acceleration").program
    graph = Graph()
    forces, along_q, along_v = _moving(robot.model, acting.on(robot.model), graph)
    (a,) = Copy(dynamics, graph, {"tau": forces}).outputs()
    by_q, by_v, by_a = Copy(slopes, graph, {"acceleration": a}).outputs()
    made = (map(subtract, by_q, along_q), map(subtract, by_v, along_v), by_a)
    outputs = tuple(Output(x.name, x.shape, tuple(y)) for x, y in zip(slopes.outputs, made, strict=True))
    return Program(dynamics.arguments, outputs)


def _moving(model: Model, acting: Acting, graph: Graph) -> tuple[list[Value], list[Value], list[Value]]:
    """tau + p, and the slopes of p along q and v."""
    own = _own_forces(model, acting)
    forces = [
        add(x, y) for x, y in zip(graph.inputs("tau", model.nv), Copy(own, graph).outputs()[0], strict=True)
    ]
    along_q, along_v = Copy(jacobian(own, ("q", "v")), graph).outputs()
    return forces, along_q, along_v


def _own_forces(model: Model, acting: Acting) -> Program:
    """p at (q, v)."""
    graph = Graph()
    arithmetic = GraphArithmetic(graph)
    arguments = Argument("q", (model.nq,)), Argument("v", (model.nv,))
    q, v = (argument.scalars(graph) for argument in arguments)
    forces = acting_forces(model, acting, [0.0] * model.nv, q, v, arithmetic)
    mechanism = catalogue.request(model, "forward_dynamics").simplest_mechanism
    output = Output("forces", (model.nv,), tuple(forces))
    return Program(arguments, (output,), (), (variation_of_q(mechanism, q, arithmetic),))


def _chained(whole: list[Value], left: list[Value], right: list[Value], n: int) -> tuple[Value, ...]:
    """whole + left right, of n × n entries by rows."""
    found = list(whole)
    for i, j, k in product(range(n), repeat=3):
        found[i * n + j] = add(found[i * n + j], multiply(left[i * n + k], right[k * n + j]))
    return tuple(found)
