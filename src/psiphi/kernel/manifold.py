"""Functions of configurations as scalar programs, compiled for a model like all others."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypeAlias

from psiphi.kernel.native import NativeFunction, compile_program
from psiphi.kernel.program.functions import GraphArithmetic
from psiphi.kernel.program.program import Argument, Output, Program
from psiphi.kernel.program.scalar import Graph, Value
from psiphi.model import Model
from psiphi.recursion.manifold import joints
from psiphi.recursion.numbers.vectors import dot

Numbers: TypeAlias = Sequence[Value]
Compute: TypeAlias = Callable[[Model, GraphArithmetic, dict[str, Numbers]], Numbers]


def manifold_function(model: Model, name: str) -> NativeFunction:
    """One of FUNCTIONS, compiled for a model; quaternions may have any length."""
    return compile_program(lambda: _traced(model, name), key=repr(("manifold", model.key, name)))


def _traced(model: Model, name: str) -> Program:
    arguments, result, compute = FUNCTIONS[name]
    graph = Graph()
    arithmetic = GraphArithmetic(graph)
    arrays = tuple(Argument(each, _shape(model, each)) for each in arguments)
    given: dict[str, Numbers] = {each.name: each.scalars(graph) for each in arrays}
    for each in arguments:
        if each.startswith("q"):
            given[each] = joints.normalized(model, given[each], arithmetic)
    values = tuple(compute(model, arithmetic, given))
    graph.close()
    return Program(arrays, (Output("result", _shape(model, result), values),))


def _shape(model: Model, array: str) -> tuple[int, ...]:
    """Configurations are called q, velocities v; all else is one number."""
    return {"q": (model.nq,), "v": (model.nv,)}.get(array[:1], ())


def _integrate(model: Model, arithmetic: GraphArithmetic, x: dict[str, Numbers]) -> Numbers:
    (dt,) = x["dt"]
    return joints.integrate(model, x["q"], [dt * rate for rate in x["v"]], arithmetic)


def _difference(model: Model, arithmetic: GraphArithmetic, x: dict[str, Numbers]) -> Numbers:
    return joints.difference(model, x["q0"], x["q1"], arithmetic)


def _interpolate(model: Model, arithmetic: GraphArithmetic, x: dict[str, Numbers]) -> Numbers:
    (share,) = x["share"]
    apart = joints.difference(model, x["q0"], x["q1"], arithmetic)
    return joints.integrate(model, x["q0"], [share * rate for rate in apart], arithmetic)


def _distance(model: Model, arithmetic: GraphArithmetic, x: dict[str, Numbers]) -> Numbers:
    apart = joints.difference(model, x["q0"], x["q1"], arithmetic)
    return [arithmetic.sqrt(dot(apart, apart))]


FUNCTIONS: dict[str, tuple[tuple[str, ...], str, Compute]] = {
    "integrate": (("q", "v", "dt"), "q", _integrate),
    "difference": (("q0", "q1"), "v", _difference),
    "interpolate": (("q0", "q1", "share"), "q", _interpolate),
    "distance": (("q0", "q1"), "", _distance),
    "normalized": (("q",), "q", lambda model, arithmetic, x: x["q"]),
}
"""By name: arguments, result, and how it is computed."""
