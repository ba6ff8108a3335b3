"""Derivatives of programs, as programs: forward and reverse mode, exact, one scalar operation at a time.

    jvp(f)        δf for given variations of the arguments        (Jacobian · vector)
    vjp(f)        λ* ∂f/∂x for given cotangents λ of the results    (vector · Jacobian)
    jacobian(f)   ∂f/∂x, by the cheaper of both modes

They are programs like others, and can be differentiated again. Arguments vary element by element, or as the
program's `variations` say: q by as many numbers as there are rates. Zeros are never computed with. A pivot
test lets the derivative of what it tests through, as it does in recursion/numbers/dual.py.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence

from psiphi.frozen import frozen
from psiphi.kernel.program.copying import Copy, program_of
from psiphi.kernel.program.counts import fewest
from psiphi.kernel.program.functions import GraphArithmetic
from psiphi.kernel.program.operations import OPERATIONS
from psiphi.kernel.program.program import Argument, Output, Program
from psiphi.kernel.program.scalar import INPUT, Op, Scalar, Value, add, multiply, operands

FAR_MORE = 2.5
"""Times as many products of slopes, by which a mode of Jacobians is not tried: it was never the cheaper."""

Tangent = Mapping[int, Value]
"""How a node moves with each column of a variation; not at all with those that are not in it."""


@frozen
class Implied:
    """Inputs x of a program that are no arguments but solve A x = y, told by the residual ρ = y − A x.

    δx = A⁻¹δρ, x held in ρ. Its nodes are made before x, where x has another name, that of an input that is
    no argument either; A is symmetric.

    solve   A⁻¹ of a right side, in the graph of a copy of the program
    """

    x: Sequence[Scalar]
    residual: Sequence[Value]
    solve: Callable[[Copy, Sequence[Value]], Sequence[Value]]


def jvp(program: Program, implied: Sequence[Implied] = ()) -> Program:
    """The variations of the results: arguments x, then d_x for each of them; results d_name."""
    taped = Taped(program, implied)
    prefix = _free("d_", program)
    varied = [Argument(prefix + x.name, taped.shape(x)) for x in program.arguments]
    seeds: dict[int, Tangent] = {}
    for argument, dx in zip(program.arguments, varied, strict=True):
        numbers = dx.scalars(taped.copy.graph)
        for node, moves in taped.moving(argument).items():
            seeds[node] = {0: _total(multiply(x, numbers[column]) for column, x in moves.items())}
    tangents = taped.forward(seeds)
    outputs = [
        Output(prefix + x.name, x.shape, tuple(_of(tangents, y).get(0, 0.0) for y in x.scalars))
        for x in program.outputs
    ]
    return program_of([taped.copy], (*program.arguments, *varied), outputs)


def vjp(program: Program, implied: Sequence[Implied] = ()) -> Program:
    """What results with given cotangents owe to each argument; results gradient_name, one per argument.

    The cotangent of a single result is called `cotangent`, those of several cotangent_name.
    """
    taped = Taped(program, implied)
    prefix = _free("cotangent_", program)
    single = len(program.outputs) == 1
    cotangents = [Argument(prefix[:-1] if single else prefix + x.name, x.shape) for x in program.outputs]
    owed: dict[int, Value] = {}
    for output, cotangent in zip(program.outputs, cotangents, strict=True):
        for value, number in zip(output.scalars, cotangent.scalars(taped.copy.graph), strict=True):
            if isinstance(value, Scalar):
                owed[value.id] = add(owed.get(value.id, 0.0), number)
    moving = [taped.moving(argument) for argument in program.arguments]
    found = taped.reverse(owed, {node for nodes in moving for node in nodes})
    prefix = _free("gradient_", program)
    outputs: list[Output] = []
    for argument, nodes in zip(program.arguments, moving, strict=True):
        row = _row(nodes, found)
        numbers = tuple(row.get(i, 0.0) for i in range(taped.size(argument)))
        outputs.append(Output(prefix + argument.name, taped.shape(argument), numbers))
    return program_of([taped.copy], (*program.arguments, *cotangents), outputs)


def jacobian(program: Program, names: Sequence[str]) -> Program:
    """∂(result)/∂(argument), (*result, columns), for each result and, within it, each name.

    Forward mode takes all columns in one pass, reverse mode a row in each; the one with fewer operations is
    kept. One that would take far more is not tried.
    """
    work = Taped(program).work(names)
    modes = zip((forward_jacobian, reverse_jacobian), work, strict=True)
    return fewest(mode(program, names) for mode, each in modes if each <= FAR_MORE * min(work))


def forward_jacobian(program: Program, names: Sequence[str]) -> Program:
    """The Jacobian by forward mode."""
    taped = Taped(program)
    tangents = taped.forward(taped.columns(names))
    return _matrices(taped, names, lambda value: _of(tangents, value))


def reverse_jacobian(program: Program, names: Sequence[str]) -> Program:
    """The Jacobian by reverse mode."""
    taped = Taped(program)
    moving = taped.columns(names)
    rows: dict[int, Tangent] = {}

    def row(value: Value) -> Tangent:
        if not isinstance(value, Scalar):
            return {}
        if value.id not in rows:
            rows[value.id] = _row(moving, taped.reverse({value.id: 1.0}, moving))
        return rows[value.id]

    return _matrices(taped, names, row)


def _matrices(taped: Taped, names: Sequence[str], row_of: Callable[[Value], Tangent]) -> Program:
    """A matrix per result and name, from the rows over the columns of all names."""
    program = taped.copy.source
    outputs: list[Output] = []
    for output in program.outputs:
        rows = [row_of(value) for value in output.scalars]
        start = 0
        for argument in taped.named(names):
            columns = range(start, start + taped.size(argument))
            entries = tuple(row.get(i, 0.0) for row in rows for i in columns)
            shape = (*output.shape, *taped.shape(argument))
            outputs.append(Output(f"{output.name}_by_{argument.name}", shape, entries))
            start = columns.stop
    return program_of([taped.copy], program.arguments, outputs)


class Taped:
    """A program that was copied, to be extended by derivatives; nodes have the ids of the source."""

    def __init__(self, program: Program, implied: Sequence[Implied] = ()) -> None:
        self.copy = Copy(program)
        self._arithmetic = GraphArithmetic(self.copy.graph)
        self._nodes = program.nodes
        live = {node.id for node in program.nodes}
        found = [([node.id for node in each.x if node.id in live], each) for each in implied]
        self._implied = {min(nodes): each for nodes, each in found if nodes}
        self._variations = {x.argument: x for x in program.variations}
        self._depending: dict[frozenset[int], dict[int, Scalar]] = {}
        self._sound = {x.left.id: x for x in program.nodes if x.op is Op.OR_ZERO}

    # How arguments vary

    def size(self, argument: Argument) -> int:
        """How many numbers an argument is varied by."""
        variation = self._variations.get(argument.name)
        return argument.size if variation is None else variation.size

    def shape(self, argument: Argument) -> tuple[int, ...]:
        """The shape of the numbers an argument is varied by."""
        return (self.size(argument),) if argument.name in self._variations else argument.shape

    def moving(self, argument: Argument, start: int = 0) -> dict[int, Tangent]:
        """How the nodes move that an argument moves; columns begin with `start`.

        Variations may tell of a node twice: a coordinate may be the lever of its joint as it is.
        """
        variation = self._variations.get(argument.name)
        if variation is None:
            inputs = (x for x in self._nodes if x.op is INPUT and x.argument == argument.name)
            return {x.id: {start + x.index: 1.0} for x in inputs}
        value = self.copy.value
        return {
            x.id: {start + column: value(y) for column, y in moves.items()} for x, moves in variation.moving
        }

    def named(self, names: Sequence[str]) -> list[Argument]:
        """The arguments of these names."""
        known = {argument.name: argument for argument in self.copy.source.arguments}
        return [known[name] for name in names]

    def columns(self, names: Sequence[str]) -> dict[int, Tangent]:
        """What the named arguments move, their columns one after the other."""
        found: dict[int, Tangent] = {}
        start = 0
        for argument in self.named(names):
            found |= self.moving(argument, start)
            start += self.size(argument)
        return found

    # The two modes

    def work(self, names: Sequence[str]) -> tuple[int, int]:
        """How many slopes either mode takes: of a node one for each column that moves it, forward, and one
        for each result that it moves, in reverse. Sets are bits of a number.
        """
        columns = {node: sum(1 << column for column in moves) for node, moves in self.columns(names).items()}
        for node in self._nodes:
            moved = columns.get(node.id, 0)
            for operand in operands(node):
                moved |= columns.get(operand.id, 0)
            if moved:
                columns[node.id] = moved
        values = dict.fromkeys(
            x.id for y in self.copy.source.outputs for x in y.scalars if isinstance(x, Scalar)
        )
        results = {value: 1 << place for place, value in enumerate(values) if value in columns}
        for node in reversed(self._nodes):
            for operand in operands(node) if node.id in results else ():
                if operand.id in columns:
                    results[operand.id] = results.get(operand.id, 0) | results[node.id]
        forward, reverse = (sum(x.bit_count() for x in sets.values()) for sets in (columns, results))
        return forward, reverse

    def forward(self, seeds: Mapping[int, Tangent]) -> dict[int, Tangent]:
        """How nodes move where those of the seeds move as given."""
        tangents = dict(seeds)
        for node in self._nodes:
            if node.id in self._implied:
                tangents.update(self._solved(self._implied[node.id], tangents))
            if node.id in tangents:
                continue
            given = [tangents.get(x.id, {}) for x in operands(node)]
            columns = dict.fromkeys(column for x in given for column in x)
            if not columns:
                continue
            record, (values, result) = OPERATIONS[node.op], self._known(node)
            moves: dict[int, Value] = {}
            for column in columns:
                move = record.forward(self._arithmetic, values, result, [x.get(column, 0.0) for x in given])
                if not is_zero(move):
                    moves[column] = move
            if moves:
                tangents[node.id] = moves
        return tangents

    def reverse(self, owed: Mapping[int, Value], stops: Collection[int]) -> dict[int, Value]:
        """What is owed to the nodes at which to stop, where so much is owed to some results."""
        pending, found = dict(owed), dict[int, Value]()
        stops = frozenset((*stops, *(node.id for each in self._implied.values() for node in each.x)))
        if stops not in self._depending:  # kept for the next row
            self._depending[stops] = self._depend(stops)
        needed = self._depending[stops]
        for node in reversed(needed.values()):
            share = pending.pop(node.id, 0.0)
            if node.id in self._implied:
                own = self._implied[node.id]
                found[node.id] = share
                multipliers = own.solve(self.copy, [found.get(x.id, 0.0) for x in own.x])
                for x, more in zip(own.residual, multipliers, strict=True):
                    if isinstance(x, Scalar):
                        pending[x.id] = add(pending.get(x.id, 0.0), more)
            if is_zero(share):
                continue
            if node.id in stops:
                found[node.id] = share
                continue
            record, (values, result) = OPERATIONS[node.op], self._known(node)
            for place, operand in enumerate(operands(node)):
                if operand.id in needed:
                    owes = record.reverse(self._arithmetic, values, result, share, place)
                    pending[operand.id] = add(pending.get(operand.id, 0.0), owes)
        return found

    def _solved(self, own: Implied, tangents: Mapping[int, Tangent]) -> Mapping[int, Tangent]:
        """How a solution moves with its residual."""
        columns = dict.fromkeys(column for x in own.residual for column in _of(tangents, x))
        moves: dict[int, dict[int, Value]] = {node.id: {} for node in own.x}
        for column in columns:
            right_side = [_of(tangents, x).get(column, 0.0) for x in own.residual]
            for node, move in zip(own.x, own.solve(self.copy, right_side), strict=True):
                if not is_zero(move):
                    moves[node.id][column] = move
        return moves

    def _depend(self, on: Collection[int]) -> dict[int, Scalar]:
        """The nodes that depend on some of these, and these, by their ids."""
        found: dict[int, Scalar] = {}
        for node in self._nodes:
            if node.id in on or any(operand.id in found for operand in operands(node)):
                found[node.id] = node
        return found

    def _known(self, node: Scalar) -> tuple[list[Value], Value]:
        """The operands and the result of a node; where a singular pivot is left out, its reciprocal is 0."""
        value = self.copy.value
        return [value(x) for x in operands(node)], value(self._sound.get(node.id, node))


def _row(moving: Mapping[int, Tangent], owed: Mapping[int, Value]) -> dict[int, Value]:
    """What is owed to each column, where so much is owed to the nodes that it moves."""
    row: dict[int, Value] = {}
    for node, moves in moving.items():
        if node in owed:
            for column, x in moves.items():
                row[column] = add(row.get(column, 0.0), multiply(owed[node], x))
    return row


def _of(tangents: Mapping[int, Tangent], value: Value) -> Tangent:
    return tangents.get(value.id, {}) if isinstance(value, Scalar) else {}


def _total(terms: Iterable[Value]) -> Value:
    total: Value = 0.0
    for x in terms:
        total = add(total, x)
    return total


def is_zero(x: Value) -> bool:
    """Whether nothing is added where this is."""
    return not isinstance(x, Scalar) and x == 0.0


def _free(prefix: str, program: Program) -> str:
    return free_prefix(prefix, [x.name for x in (*program.arguments, *program.outputs)])


def free_prefix(prefix: str, names: Sequence[str]) -> str:
    """The prefix, with a number where names of arguments or results begin with it: of a second derivative."""
    stem, order = prefix[:-1], 1
    while any(name == prefix[:-1] or name.startswith(prefix) for name in names):
        order += 1
        prefix = f"{stem}{order}_"
    return prefix
