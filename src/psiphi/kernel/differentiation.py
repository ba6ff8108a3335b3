"""Which program computes a derivative of a request: the cheapest of those that are equal.

Any program can be differentiated operation by operation (program/differentiate.py). The solution of a linear
system has a shorter way: x = A⁻¹y solves A x = y, so that with the residual ρ(x) = y − A x

    δx = A⁻¹ δρ,    λ*δx = μ*δρ with μ = A⁻*λ,        x held in δρ:

the filter behind A⁻¹ is not differentiated. Forward dynamics is so differentiated by way of inverse dynamics.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from psiphi.algebra.expression import Inverse, Product, adjoint, product, symbol
from psiphi.algebra.spaces import Space
from psiphi.kernel.packed.limbs import limbs_alike
from psiphi.kernel.program import differentiate
from psiphi.kernel.program.copying import Copy, program_of
from psiphi.kernel.program.counts import count
from psiphi.kernel.program.program import Argument, Output, Program
from psiphi.kernel.program.scalar import Graph, Value
from psiphi.kernel.tracing import PARAMETERS, Request, candidates, cheapest, trace
from psiphi.model import Model

SOLUTION, RIGHT_SIDE = "solution", "right_side"


def derivative_of_program(program: Program, model: Model, mode: str, names: Sequence[str]) -> Program:
    """The derivative of a program, operation by operation."""
    match mode:
        case "jvp":
            made = differentiate.jvp(program)
        case "vjp":
            made = differentiate.vjp(program)
        case _:
            made = differentiate.jacobian(program, names)
    return replace(made, limbs=limbs_alike(model, made.arguments) if program.limbs else ())


def derivative_of_request(request: Request, found: Program, mode: str, names: Sequence[str]) -> Program:
    """The derivative of what is requested, of which `found` is the cheapest program."""
    system = System.of(request)
    if system is None:
        return derivative_of_program(found, request.model, mode, names)
    made = list(system.derivatives(found, mode, names))
    if mode != "jacobian":
        made.append(derivative_of_program(found, request.model, mode, names))
    best = min(made, key=lambda program: count(program).total)
    return replace(best, limbs=limbs_alike(request.model, best.arguments) if found.limbs else ())


@dataclass(frozen=True)
class System:
    """A x = y, as requests for the residual y − A x and for the solution A⁻¹ y of any right side."""

    residual: Request
    solve: Request

    @staticmethod
    def of(request: Request) -> System | None:
        """The symmetric system that an expression is the solution of, if it is one."""
        x = request.expression
        taken = {SOLUTION, RIGHT_SIDE} & request.vectors().keys()
        if request.beside or request.reading is not None or request.skipping or taken:
            return None
        if not (isinstance(x, Product) and isinstance(x.factors[0], Inverse) and x.domain is Space.ONE):
            return None
        inverse, y = x.factors[0], product(x.factors[1:])
        A = inverse.base
        if adjoint(A) is not A:
            return None
        given = tuple(argument.name for argument in request.arguments())
        state = tuple(name for name in given if name in ("q", "v", PARAMETERS))
        solution, right_side = (symbol(name, A.range, Space.ONE) for name in (SOLUTION, RIGHT_SIDE))
        plain = replace(request, form=None, solving=None, rolled=False)
        return System(
            replace(plain, expression=y - A @ solution, order=(*given, SOLUTION)),
            replace(plain, expression=inverse @ right_side, order=(*state, RIGHT_SIDE)),
        )

    def derivatives(self, value: Program, mode: str, names: Sequence[str]) -> Iterator[Program]:
        """The programs of a derivative of x, whose own program is `value`."""
        residual = cheapest(self.residual).program
        match mode:
            case "jvp":
                yield self._jvp(value, residual)
            case "vjp":
                yield self._vjp(value, residual)
            case _:
                slopes = differentiate.jacobian(residual, names)
                for form, polynomials in candidates(self.solve.expressions):
                    yield _jacobian(value, slopes, trace(self.solve, form, polynomials).program)

    def _jvp(self, value: Program, residual: Program) -> Program:
        """A⁻¹ δρ."""
        graph = Graph()
        x = Copy(value, graph)
        held = {SOLUTION: x.outputs()[0], f"d_{SOLUTION}": [0.0] * residual.arguments[-1].size}
        slope = Copy(differentiate.jvp(residual), graph, held)
        solved = Copy(cheapest(self.solve).program, graph, {RIGHT_SIDE: slope.outputs()[0]})
        (output,) = value.outputs
        arguments = [a for a in slope.source.arguments if a.name not in held]
        made = Output(f"d_{output.name}", output.shape, tuple(solved.outputs()[0]))
        return program_of([x, slope, solved], arguments, [made])

    def _vjp(self, value: Program, residual: Program) -> Program:
        """μ*δρ with μ = A⁻¹λ."""
        graph = Graph()
        x = Copy(value, graph)
        (output,) = value.outputs
        cotangent = Argument("cotangent", output.shape)
        solved = Copy(cheapest(self.solve).program, graph, {RIGHT_SIDE: cotangent.scalars(graph)})
        held = {SOLUTION: x.outputs()[0], cotangent.name: solved.outputs()[0]}
        slope = Copy(differentiate.vjp(residual), graph, held)
        rows = zip(slope.source.outputs, slope.outputs(), strict=True)
        made = [replace(row, scalars=tuple(values)) for row, values in rows]
        return program_of([x, slope, solved], (*value.arguments, cotangent), made[:-1])


def _jacobian(value: Program, slopes: Program, solve: Program) -> Program:
    """A⁻¹ ∂ρ, column by column; the factors of A are made once."""
    graph = Graph()
    x = Copy(value, graph)
    slope = Copy(slopes, graph, {SOLUTION: x.outputs()[0]})
    rows = value.outputs[0].size
    made: list[Output] = []
    for output, entries in zip(slopes.outputs, slope.outputs(), strict=True):
        width = output.size // rows if rows else 0
        columns: list[list[Value]] = []
        for j in range(width):
            columns += Copy(solve, graph, {RIGHT_SIDE: entries[j::width]}).outputs()
        scalars = tuple(entry for row in zip(*columns, strict=True) for entry in row)
        made.append(replace(output, scalars=scalars))
    return program_of([x, slope], value.arguments, made)
