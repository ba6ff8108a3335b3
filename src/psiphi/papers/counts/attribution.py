"""Operation counts by kind of recursion: every operation of a program belongs to the line it came from.

The lines of the sweeps are run on symbols as the compiler does; operations that no result needs are left out,
and those that two lines share belong to the first. The sum over all lines is the count of the program.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable
from dataclasses import replace
from typing import Any

from psiphi.algebra.rewriting.polynomial import Polynomial
from psiphi.algebra.spaces import Space
from psiphi.errors import InputError
from psiphi.kernel.program.functions import GraphArithmetic
from psiphi.kernel.program.program import Output, Program
from psiphi.kernel.program.scalar import Graph, Op
from psiphi.kernel.program.signature import Operations
from psiphi.kernel.request import Request, argument_name
from psiphi.kernel.tracing import candidates, cheapest
from psiphi.recursion.bodies.embedded_bodies import bodies_of
from psiphi.recursion.matrices.matrices import MatrixEvaluator
from psiphi.recursion.sweeps.interpret import Interpreter
from psiphi.recursion.sweeps.lowering import lower
from psiphi.recursion.sweeps.operations.operation import Definition, Direction

Label = Callable[[Definition, Direction], str]
"""The name of the kind of recursion that a line belongs to, told with the direction of its pass."""

ELSEWHERE = "elsewhere"
_KINDS = {Op.MULTIPLY: "mul", Op.ADD: "add", Op.SUBTRACT: "add", Op.RECIPROCAL: "div", Op.SQRT: "sqrt"}


def operations_by_line(request: Request, form: str, label: Label) -> dict[str, Operations]:
    """The operations of one form of a vector expression for a robot, by kind of recursion."""
    (polynomial,) = dict(candidates((request.expression,))).get(form, (None,))
    if polynomial is None or polynomial.domain is not Space.ONE:
        raise InputError(f"form: {request.expression} has no vector form {form!r}.")
    program, origin = _traced(replace(request, form=form), polynomial, label)
    counts: dict[str, dict[str, int]] = defaultdict(lambda: defaultdict(int))
    for node in program.nodes:
        if node.op in _KINDS:
            counts[origin[node.id]][_KINDS[node.op]] += 1
    return {name: Operations(**found) for name, found in counts.items()}


def _traced(request: Request, p: Polynomial, label: Label) -> tuple[Program, list[str]]:
    """The scalar program, and for each node of its graph the line that made it."""
    graph = Graph()
    arguments = request.arguments()
    scalars: dict[str, Any] = {argument.name: argument.scalars(graph) for argument in arguments}
    mechanism = cheapest(request).mechanism
    bodies = bodies_of(mechanism, GraphArithmetic(graph), scalars["q"], scalars.get("v"))
    places = {s: bodies.split(s.range, scalars[argument_name(name)]) for name, s in request.vectors().items()}
    tracer = _Attributing(label, graph, lower([p]), bodies, places, MatrixEvaluator(bodies, places))
    (result,) = tracer.run()
    output = Output("result", request.shapes()[0], tuple(bodies.joined(p.range, result)))
    tracer.claim(ELSEWHERE)
    return Program(arguments, (output,)), tracer.origin


class _Attributing(Interpreter):
    """Runs a sweep program and remembers which line made which node."""

    def __init__(self, label: Label, graph: Graph, *parts: Any) -> None:
        super().__init__(*parts)
        self.graph = graph
        self.origin: list[str] = []
        self.lines = {
            value: label(self.program.definitions[value], step.direction)
            for step in self.program.passes
            for value in step.values
        }

    def claim(self, name: str) -> None:
        """All nodes that nobody owns yet."""
        self.origin += [name] * (len(self.graph.nodes) - len(self.origin))

    def visit(self, definition: Definition, k: int) -> None:
        self.claim(ELSEWHERE)
        super().visit(definition, k)
        self.claim(self.lines[definition.id])

    def share(self, definition: Definition, k: int) -> Any:
        self.claim(ELSEWHERE)
        sent = super().share(definition, k)
        self.claim(self.lines[definition.id])
        return sent
