"""Derivatives of rolled programs, as rolled programs: forward and reverse mode, step by step, in O(N).

*Forward mode* runs the same passes, every number with its variation beside it. In *reverse mode* each pass
has an adjoint, in the other direction, and these follow in the other order:

| a step | its adjoint |
|---|---|
| reads of its parent / has for its children | adds to its parent's sums / reads its sums |
| reads its sums / adds to those of its parent | has for its children / reads of its parent |
| reads elements of an argument | adds to those of the gradient |
| sets elements of a result | reads those of the cotangent |
| keeps a number / reads it | reads what is owed to it / adds to that |

An adjoint step computes the inner numbers of its step again from what that read. So what bodies keep longer
than without are reads: the numbers of parents and the sums that meet others in products.

q is varied on its manifold, by `robot.integrate(q, dq)` (recursion/bodies/joint_rates.py).
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from psiphi.frozen import frozen
from psiphi.kernel.loops.program import (
    WORLD,
    AddToElements,
    AddToSum,
    Constants,
    Elements,
    FromParent,
    Kept,
    LoopProgram,
    LoopTables,
    Pass,
    Read,
    StartSum,
    Step,
    Sums,
    ToChildren,
    Write,
    Written,
    starts_sums,
)
from psiphi.kernel.loops.pruning import pruned
from psiphi.kernel.loops.reading import Reads, single, step_of
from psiphi.kernel.program.differentiate import Taped, free_prefix, is_zero
from psiphi.kernel.program.functions import GraphArithmetic
from psiphi.kernel.program.program import Argument
from psiphi.kernel.program.scalar import INPUT, Graph, Scalar, Value, add, multiply
from psiphi.kernel.program.signature import Result
from psiphi.model.joints.kinds import JOINT_KINDS
from psiphi.recursion.bodies.joint_rates import coordinate_rates

CONFIGURATION = "q"


@frozen(eq=False)
class Loops:
    """A rolled program of a robot, with the data of one, and how its configuration is varied.

    kinds    the kind of the joints of each class
    starts   (N,) where the rates of each joint start in v
    rates    how many there are
    """

    program: LoopProgram
    tables: LoopTables
    kinds: tuple[str, ...]
    starts: NDArray[np.int64]
    rates: int

    def varied_shape(self, argument: Argument) -> tuple[int, ...]:
        """The shape of the numbers an argument is varied by."""
        return (self.rates,) if argument.name == CONFIGURATION else argument.shape

    def with_starts(self) -> tuple[NDArray[np.int64], int]:
        """The table of offsets with a column for where rates start, its number, and a column of zeros."""
        offsets = self.tables.offsets
        return np.column_stack([offsets, self.starts, np.zeros_like(self.starts)]), offsets.shape[1]


def jvp(loops: Loops) -> Loops:
    """The variations of the results: arguments x, then d_x for each of them; results d_name."""
    program, tables = loops.program, loops.tables
    prefix = free_prefix("d_", (*program.arguments, *program.results))
    offsets, starts = loops.with_starts()
    passes: list[Pass] = []
    for sweep in program.passes:
        beside = _Beside(prefix, starts, program.kept, sweep.exchanged)
        steps = zip(sweep.steps, loops.kinds, strict=True)
        varied = tuple(None if step is None else beside.varied(single(step), kind) for step, kind in steps)
        passes.append(Pass(sweep.outward, 2 * sweep.exchanged, varied))
    arguments = [Argument(prefix + x.name, loops.varied_shape(x)) for x in tables.arguments]
    results = tuple(Result(prefix + x.name, x.shape) for x in tables.results)
    made = replace(tables, arguments=(*tables.arguments, *arguments), results=results, offsets=offsets)
    return _made(loops, passes, made)


def vjp(loops: Loops) -> Loops:
    """What results with given cotangents owe to each argument; results gradient_name, one per argument.

    The cotangent of a single result is called `cotangent`, those of several cotangent_name.
    """
    program, tables = loops.program, loops.tables
    names = (*program.arguments, *program.results)
    prefix, gradient = free_prefix("cotangent_", names), free_prefix("gradient_", names)
    one = len(program.results) == 1
    cotangents = [Argument(prefix[:-1] if one else prefix + x.name, x.shape) for x in tables.results]
    owing = {x.name: y.name for x, y in zip(tables.results, cotangents, strict=True)}
    offsets, starts = loops.with_starts()
    passes = _Reversal(loops, owing, gradient, starts).passes()
    results = tuple(Result(gradient + x.name, loops.varied_shape(x)) for x in tables.arguments)
    made = replace(tables, arguments=(*tables.arguments, *cotangents), results=results, offsets=offsets)
    return _made(loops, passes, made)


def _made(loops: Loops, passes: Sequence[Pass], tables: LoopTables) -> Loops:
    arguments, results = (tuple(x.name for x in each) for each in (tables.arguments, tables.results))
    program = pruned(LoopProgram(0, arguments, results, tuple(passes)))  # which tells how much is kept
    return replace(loops, program=program, tables=tables)


@frozen
class _Beside:
    """Where the variations of numbers are: behind the numbers themselves, in arrays of another name."""

    prefix: str
    starts: int
    kept: int
    exchanged: int

    def varied(self, step: Step, kind: str) -> Step | None:
        """The step with the variations of all numbers; of results these alone."""
        taped = Taped(step.program)
        more = Reads(taped.copy.graph, "more")
        moves = {
            (argument.name, i): move
            for argument, read in step.given
            for i, move in enumerate(self._moves(argument, read, kind, more))
        }
        nodes = [x for x in step.program.nodes if x.op is INPUT and (x.argument, x.index) in moves]
        tangents = taped.forward({x.id: {0: moves[x.argument, x.index]} for x in nodes})
        written: list[Written] = []
        for write, values in step.written:
            varied = tuple(
                tangents.get(x.id, {}).get(0, 0.0) if isinstance(x, Scalar) else 0.0 for x in values
            )
            if isinstance(write, Elements | AddToElements):
                written.append((replace(write, array=self.prefix + write.array), varied))
            else:
                written.append((write, tuple(map(taped.copy.value, values))))
                beyond = self.kept if isinstance(write, Kept) else self.exchanged
                written.append((replace(write, place=beyond + write.place), varied))
        return step_of([*step.given, *more.given], written)

    def _moves(self, argument: Argument, read: Read, kind: str, more: Reads) -> Sequence[Value]:
        match read:
            case Constants():
                return ()
            case Elements(array, _) if array == CONFIGURATION:
                size = JOINT_KINDS[kind].nv
                at = Elements(self.prefix + array, self.starts)
                v = [more.number(at, i, size) for i in range(size)]
                return coordinate_rates(kind, argument.scalars(more.graph), v, GraphArithmetic(more.graph))  # pyright: ignore[reportReturnType]
            case Elements(array, column):
                at = Elements(self.prefix + array, column)
                return [more.number(at, i, argument.size) for i in range(argument.size)]
            case Kept(place):
                return (more.number(Kept(self.kept + place)),)
            case _:
                return (more.number(replace(read, place=self.exchanged + read.place)),)


class _Reversal:
    """The passes of a program, every number that bodies keep in a place of its own, and their adjoints.

    owing      the cotangent of each result
    gradient   what the names of gradients begin with
    starts     the column of offsets that says where rates start
    """

    def __init__(self, loops: Loops, owing: Mapping[str, str], gradient: str, starts: int) -> None:
        self.loops, self.owing, self.gradient, self.starts = loops, owing, gradient, starts
        self.sweeps = loops.program.passes
        tables, classes = loops.tables, range(len(loops.kinds))
        first, parents = (
            starts_sums(tables.parents),
            np.bincount(tables.parents + 1, minlength=tables.bodies + 1),
        )
        members = [tables.classes == number for number in classes]
        self.sends = [StartSum if first[each].any() else AddToSum for each in members]
        self.is_root = [bool((tables.parents[each] == WORLD).any()) for each in members]
        self.is_parent = [bool(parents[1:][each].any()) for each in members]
        self.used = [0 for _ in classes]
        self.steps = [self._assigned(number) for number in classes]
        self.owed: list[dict[int, int]] = [{} for _ in classes]
        """For each class, where what is owed to a number that bodies keep is kept."""

    def passes(self) -> list[Pass]:
        classes = range(len(self.loops.kinds))
        adjoints: list[Pass] = []
        for number in reversed(range(len(self.sweeps))):
            sweep = self.sweeps[number]
            steps = [self._adjoint(number, each) for each in classes]
            read = {
                x.place
                for step in steps
                for x in (step.reads if step is not None else ())
                if isinstance(x, FromParent | Sums)
            }
            filled = tuple(self._filled(step, each, read, sweep.outward) for each, step in enumerate(steps))
            adjoints.append(Pass(not sweep.outward, sweep.exchanged, filled))
        forward = [
            replace(sweep, steps=tuple(_without_results(steps[number]) for steps in self.steps))
            for number, sweep in enumerate(self.sweeps)
        ]
        zeros = [
            (AddToElements(self.gradient + x.name, self.starts + 1), (0.0,))
            for x in self.loops.tables.arguments
            if math.prod(self.loops.varied_shape(x))
        ]
        # Gradients are sums, also those that nobody adds to.
        nothing = Pass(True, 0, (step_of([], zeros), *(None for _ in classes[1:])))
        return [*forward, *adjoints, nothing]

    def _assigned(self, number: int) -> list[Step | None]:
        """The steps of a class; numbers are kept in places that are used once."""
        places: dict[int, int] = {}
        steps: list[Step | None] = []
        for sweep in self.sweeps:
            step = sweep.steps[number]
            if step is not None:
                step = single(step)
                reads = tuple(Kept(places[x.place]) if isinstance(x, Kept) else x for x in step.reads)
                writes: list[Write] = []
                for write in step.writes:
                    if isinstance(write, Kept):
                        places[write.place] = self._new_place(number)
                        write = Kept(places[write.place])
                    writes.append(write)
                step = Step(step.program, reads, tuple(writes))
            steps.append(step)
        return steps

    def _new_place(self, number: int) -> int:
        self.used[number] += 1
        return self.used[number] - 1

    def _adjoint(self, number: int, each: int) -> Step | None:
        """The adjoint of a step; what it reads of parents and sums is kept by the step from now on."""
        step = self.steps[each][number]
        if step is None:
            return None
        taped = Taped(step.program)
        more = Reads(taped.copy.graph, "more")
        owed: dict[int, Value] = {}
        for write, values in step.written:
            for i, x in enumerate(values):
                share = self._share(write, i, len(values), each, more) if isinstance(x, Scalar) else None
                if share is not None and isinstance(x, Scalar):
                    owed[x.id] = add(owed.get(x.id, 0.0), share)
        fixed = {argument.name for argument, read in step.given if isinstance(read, Constants)}
        inputs = {
            (x.argument, x.index): x.id
            for x in step.program.nodes
            if x.op is INPUT and x.argument not in fixed
        }
        found = taped.reverse(owed, inputs.values())
        written: list[Written] = []
        for argument, read in step.given:
            if argument.name not in fixed:
                places = (inputs.get((argument.name, i), -1) for i in range(argument.size))
                shares = [found.get(place, 0.0) for place in places]
                written += self._returned(argument, read, shares, each, more)
        made = step_of([*step.given, *more.given], written)
        return None if made is None else self._taped(made, number, each)

    def _share(self, write: Write, i: int, size: int, each: int, more: Reads) -> Scalar | None:
        """What is owed to a number that is written; None where nothing is."""
        match write:
            case Elements(array, column) | AddToElements(array, column):
                return more.number(Elements(self.owing[array], column), i, size)
            case Kept(place):
                known = self.owed[each].get(place)
                return None if known is None else more.number(Kept(known))
            case ToChildren(place):
                return more.number(Sums(place))
            case StartSum(place) | AddToSum(place):
                return more.number(FromParent(place))

    def _returned(
        self, argument: Argument, read: Read, shares: Sequence[Value], each: int, more: Reads
    ) -> Iterator[Written]:
        """Where what is owed to numbers that are read goes."""
        match read:
            case Elements(array, column):
                if array == CONFIGURATION:
                    shares, column = self._of_rates(argument, shares, each, more.graph), self.starts
                yield AddToElements(self.gradient + array, column), tuple(shares)
            case Kept(place):
                if is_zero(shares[0]):
                    return
                known = self.owed[each].get(place)
                before = 0.0 if known is None else more.number(Kept(known))
                own = self.owed[each][place] = self._new_place(each)
                yield Kept(own), (add(before, shares[0]),)
            case FromParent(place):
                yield self.sends[each](place), (shares[0],)
            case Sums(place):
                yield ToChildren(place), (shares[0],)
            case Constants():
                return

    def _of_rates(
        self, argument: Argument, shares: Sequence[Value], each: int, graph: Graph
    ) -> Sequence[Value]:
        """What is owed to the rates of a joint, where so much is owed to its coordinates."""
        kind = self.loops.kinds[each]
        size, q = JOINT_KINDS[kind].nv, argument.scalars(graph)
        found: list[Value] = []
        for i in range(size):
            unit = [float(i == j) for j in range(size)]
            total: Value = 0.0
            for share, move in zip(
                shares, coordinate_rates(kind, q, unit, GraphArithmetic(graph)), strict=True
            ):
                total = add(total, multiply(share, move))
            found.append(total)
        return found

    def _taped(self, made: Step, number: int, each: int) -> Step:
        """The adjoint step with what its step reads of others taken from where the step keeps it."""
        step = self.steps[each][number]
        assert step is not None
        nodes = {x.argument: x for x in step.program.nodes if x.op is INPUT}
        written, reads = list(step.written), list(made.reads)
        for at, (argument, read) in enumerate(made.given):
            if isinstance(read, FromParent | Sums) and argument.name in nodes:
                place = Kept(self._new_place(each))
                reads[at] = place
                written.append((place, (nodes[argument.name],)))
        self.steps[each][number] = step_of(step.given, written)
        return Step(made.program, tuple(reads), made.writes)

    def _filled(self, step: Step | None, each: int, read: set[int], outward: bool) -> Step | None:
        """The step that has zeros for others where they read something and it has nothing."""
        gives = not self.is_root[each] if outward else self.is_parent[each]
        writes = () if step is None else step.writes
        own = {x.place for x in writes if isinstance(x, ToChildren | StartSum | AddToSum)}
        send = self.sends[each] if outward else ToChildren
        zeros: list[Written] = [(send(place), (0.0,)) for place in sorted(read - own)] if gives else []
        if step is None:
            return step_of([], zeros)
        return step_of(step.given, [*step.written, *zeros])


def _without_results(step: Step | None) -> Step | None:
    if step is None:
        return None
    return step_of(step.given, [x for x in step.written if not isinstance(x[0], Elements | AddToElements)])
