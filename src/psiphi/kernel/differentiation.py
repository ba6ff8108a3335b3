"""Which program computes a derivative of a request: the cheapest of those that are equal.

Any program can be differentiated operation by operation (program/differentiate.py). The solution of a linear
system has a shorter way: x = A⁻¹y solves A x = y, so that with the residual ρ(x) = y − A x

    δx = A⁻¹ δρ,    λ*δx = μ*δρ with μ = A⁻*λ,        x held in δρ:

the filter behind A⁻¹ is not differentiated. Forward dynamics is so differentiated by way of inverse dynamics.
Where a part of ∂ρ is known to be A Y, that of ∂x is Y, and nothing is solved for it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace

from psiphi.algebra.construction import adjoint, product, symbol
from psiphi.algebra.expression import Expr, Inverse, Product
from psiphi.algebra.inputs import input_operators, input_vectors, symbols_within
from psiphi.algebra.lowered import JOINT_FACTORS
from psiphi.algebra.rewriting.polynomial import Polynomial
from psiphi.algebra.spaces import Space
from psiphi.frozen import frozen
from psiphi.kernel.packed.limbs import limbs_alike
from psiphi.kernel.program import differentiate
from psiphi.kernel.program.copying import Copy, depending_on, program_of
from psiphi.kernel.program.counts import fewest
from psiphi.kernel.program.program import Argument, Output, Program
from psiphi.kernel.program.scalar import Graph, Value
from psiphi.kernel.request import PARAMETERS, SOLUTION, Request, argument_name
from psiphi.kernel.robot_size import mean_depth
from psiphi.kernel.tracing import MOST_JOINTS_FACTORED, candidates, cheapest, trace
from psiphi.model import Model
from psiphi.recursion.numbers.vectors import plus

RIGHT_SIDE = "right_side"
DEEPEST_FACTORED = 18
"""Joints on the way to a body, on the average, up to which factors of a mass matrix are the shortest way to
solve for many right sides: of chains up to 35 joints."""


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
    if system is not None:
        made = list(system.derivatives(found, mode, names))
        if mode != "jacobian":
            made.append(derivative_of_program(found, request.model, mode, names))
    elif mode == "jacobian":
        made = list(_jacobians(request, found, names))
    else:
        return derivative_of_program(found, request.model, mode, names)
    best = fewest(made)
    return replace(best, limbs=limbs_alike(request.model, best.arguments) if found.limbs else ())


def _jacobians(request: Request, program: Program, names: Sequence[str]) -> Iterator[Program]:
    """The Jacobian operation by operation, and by the expressions that are known for it."""
    if not _by_slopes_alone(request, names):
        yield differentiate.jacobian(program, names)
    if any(name in dict(request.slopes) for name in names):
        yield _by_slopes(request, program, names)


def _by_slopes_alone(request: Request, names: Sequence[str]) -> bool:
    """Expressions that are known take fewer operations of all robots with many joints."""
    known = any(name in dict(request.slopes) for name in names)
    return known and request.model.nv_tree > MOST_JOINTS_FACTORED


def _by_slopes(request: Request, program: Program, names: Sequence[str]) -> Program:
    """The Jacobian of a program by the expressions that are known for it, the rest operation by operation."""
    first, *more = _slopes(request, program, names)
    if not more:
        return first
    graph = Graph()
    copies = [Copy(each, graph) for each in (first, *more)]
    return program_of(copies, program.arguments, _in_order(copies, program, names))


def _slopes(request: Request, program: Program, names: Sequence[str]) -> list[Program]:
    """The same as one program for what is known, and one for the rest."""
    known = {name: x for name, x in request.slopes if name in names}
    (result,) = program.outputs
    matrices = _matrices(request, program, list(known.values()))
    renamed = tuple(
        Output(f"{result.name}_by_{name}", (*result.shape, x.size // result.size if x.size else 0), x.scalars)
        for name, x in zip(known, matrices.outputs, strict=True)
    )
    rest = [name for name in names if name not in known]
    made = replace(matrices, arguments=program.arguments, outputs=renamed)
    return [made, differentiate.jacobian(program, rest)] if rest else [made]


def _in_order(copies: Iterable[Copy], program: Program, names: Sequence[str]) -> list[Output]:
    """The results of copies, as a Jacobian by these names has them."""
    made = {
        output.name: replace(output, scalars=tuple(entries))
        for copy in copies
        for output, entries in zip(copy.source.outputs, copy.outputs(), strict=True)
    }
    return [made[f"{program.outputs[0].name}_by_{name}"] for name in names]


def _matrices(request: Request, program: Program, expressions: Sequence[Expr]) -> Program:
    """Matrices that belong to the derivatives of a program, of arguments that it has."""
    first, *more = expressions
    asked = replace(
        request,
        expression=first,
        beside=tuple(more),
        form="as written",
        slopes=(),
        derivative_of=request.expression,
    )
    needed = {"q", "v", PARAMETERS, *map(argument_name, asked.vectors())}
    order = tuple(argument.name for argument in program.arguments if argument.name in needed)
    return cheapest(replace(asked, order=order)).program


@frozen
class System:
    """A x = y, as requests for the residual y − A x, the solution A⁻¹ y of any right side, and A⁻¹ itself.

    `solved` are the parts Y of ∂x for which ∂ρ = A Y + …, by the names of arguments.
    """

    A: Expr
    residual: Request
    solve: Request
    inverse: Request
    solved: dict[str, Expr]

    @staticmethod
    def of(request: Request) -> System | None:
        """The symmetric system that an expression is the solution of, if it is one."""
        x = request.expression
        if request.beside or request.reading is not None or request.skipping:
            return None
        if not (isinstance(x, Product) and isinstance(x.factors[0], Inverse) and x.domain is Space.ONE):
            return None
        inverse, y = x.factors[0], product(x.factors[1:])
        A = inverse.base
        if adjoint(A) is not A:
            return None
        given = tuple(argument.name for argument in request.arguments())
        taken = {SOLUTION, RIGHT_SIDE} & {*given}
        if taken or any(differentiate.free_prefix(x, given) != x for x in ("d_", "cotangent_")):
            return None
        inside = symbols_within([A])
        inputs = map(argument_name, (*input_vectors(inside), *input_operators(inside)))
        within = {"q", "v", PARAMETERS, *inputs}
        state = tuple(name for name in given if name in within)
        solution, right_side = (symbol(name, A.range, Space.ONE) for name in (SOLUTION, RIGHT_SIDE))
        plain = replace(request, form=None, solving=None, rolled=False, solved=())
        return System(
            A,
            replace(plain, expression=y - A @ solution, order=(*given, SOLUTION)),
            replace(plain, expression=inverse @ right_side, order=(*state, RIGHT_SIDE), slopes=()),
            replace(plain, expression=inverse, order=state, slopes=()),
            dict(request.solved),
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
                slopes, parts = self._slopes(residual, names)
                columns = sum(output.shape[-1] for each in slopes for output in each.outputs)
                apart = replace(self.solve, limbs_apart=True)
                solves = {
                    form: trace(apart, form, polynomials).program
                    for form, polynomials in _forms(apart).items()
                }
                form = min(solves, key=lambda form: _work(solves[form], columns))
                inverses = dict(candidates(self.inverse.expressions))
                inverse = trace(self.inverse, form, inverses[form]).program if form in inverses else None
                yield _jacobian(value, residual, names, slopes, solves[form], inverse, parts)

    def _slopes(
        self, residual: Program, names: Sequence[str]
    ) -> tuple[Sequence[Program], dict[str, Program]]:
        """∂ρ less A Y, and Y by names."""
        parts = {name: self.solved[name] for name in names if name in self.solved}
        if not parts and not _by_slopes_alone(self.residual, names):
            return [fewest(_jacobians(self.residual, residual, names))], {}
        rest = [(name, x - self.A @ parts[name] if name in parts else x) for name, x in self.residual.slopes]
        slopes = _slopes(replace(self.residual, slopes=tuple(rest)), residual, names)
        return slopes, {name: _matrices(self.residual, residual, [Y]) for name, Y in parts.items()}

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


def _forms(request: Request) -> dict[str, tuple[Polynomial, ...]]:
    """The forms to solve for many right sides: of robots with many joints the one for their depth.

    Where joints between bodies have several degrees of freedom, depth does not tell, and all are tried.
    """
    forms = dict(candidates(request.expressions))
    if not request.has_joint_factors:
        forms.pop(JOINT_FACTORS, None)
    is_plain = all(body.joint.kind.nv <= 1 for body in request.model.bodies if body.parent >= 0)
    if is_plain and request.model.nv_tree > MOST_JOINTS_FACTORED and JOINT_FACTORS in forms:
        factored = mean_depth(request.model) <= DEEPEST_FACTORED
        forms = {name: x for name, x in forms.items() if (name == JOINT_FACTORS) is factored}
    return forms


def _work(solve: Program, columns: int) -> int:
    """How many operations it takes to solve for so many right sides; factors are made once."""
    each = len(depending_on(solve, RIGHT_SIDE))
    return len(solve.nodes) - each + columns * each


def _jacobian(
    value: Program,
    residual: Program,
    names: Sequence[str],
    slopes: Sequence[Program],
    solve: Program,
    inverse: Program | None,
    parts: Mapping[str, Program],
) -> Program:
    """A⁻¹ ∂ρ, column by column, but A⁻¹ itself where ∂ρ = I; the factors of A are made once.

    They also give x = A⁻¹ρ(0), by fewer operations than its own program would take beside them. To what is
    solved for are added the parts that need no solving, by names.
    """
    graph = Graph()
    still = Copy(residual, graph, {SOLUTION: [0.0] * residual.arguments[-1].size})
    solved = Copy(solve, graph, {RIGHT_SIDE: still.outputs()[0]})
    held = {SOLUTION: solved.outputs()[0]}
    copies = [Copy(each, graph, held) for each in slopes]
    rows = value.outputs[0].size
    ones = tuple(float(i == j) for i in range(rows) for j in range(rows))
    made: list[Output] = []
    for name, output in zip(names, _in_order(copies, residual, names), strict=True):
        entries: Sequence[Value] = output.scalars
        if inverse is not None and entries == ones:
            entries = Copy(inverse, graph).outputs()[0]
        else:
            width = output.size // rows if rows else 0
            columns = solved.outputs_at(RIGHT_SIDE, [entries[j::width] for j in range(width)])
            entries = [entry for row in zip(*columns, strict=True) for entry in row]
        if name in parts:
            copies.append(Copy(parts[name], graph))
            entries = [plus(x, y) for x, y in zip(entries, copies[-1].outputs()[0], strict=True)]
        made.append(replace(output, scalars=tuple(entries)))
    return program_of([*copies, solved], value.arguments, made)
