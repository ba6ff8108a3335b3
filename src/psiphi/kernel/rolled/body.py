"""One symbolic body of a class, visited by the interpreter of sweeps.

The body is a mechanism of its own: body 0 is the body itself, with numbers from a table, and body 1 stands
for its parent. What the parent holds and what the children sent are inputs, whose structure is found by
iteration: beginning with nothing, every class is traced until no class hands on more than expected.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import chain
from typing import Any, cast

from psiphi.algebra.expression import Rows
from psiphi.algebra.spaces import Space
from psiphi.errors import CompileError
from psiphi.frozen import frozen
from psiphi.kernel.program.functions import GraphArithmetic
from psiphi.kernel.program.scalar import Graph, Value
from psiphi.kernel.rolled.classes import BodyClass
from psiphi.kernel.rolled.links import (
    FRAME_WIDTH,
    LINK_WIDTH,
    expansion_from,
    inertia_from,
    inertia_numbers,
    link_from,
    seat_from,
)
from psiphi.model.joints.kinds import JOINT_KINDS
from psiphi.recursion.bodies.bias import AngularMotion
from psiphi.recursion.bodies.bodies import Bodies, Places
from psiphi.recursion.bodies.links import Link
from psiphi.recursion.bodies.mechanism import Mechanism
from psiphi.recursion.bodies.poses import placed
from psiphi.recursion.frames.transforms import Transform
from psiphi.recursion.inertias.inertias import ZERO_INERTIA, RigidInertia, SymmetricBlocks
from psiphi.recursion.inertias.whole_robot import InverseOfWhole
from psiphi.recursion.numbers.arithmetic import Number
from psiphi.recursion.numbers.small_matrices import AlwaysSingular
from psiphi.recursion.numbers.vectors import UPPER, ZERO, ZERO_SPATIAL, Vector, dot, plus, symmetric
from psiphi.recursion.sweeps.interpret import Interpreter
from psiphi.recursion.sweeps.operations.motion import AngularVelocities
from psiphi.recursion.sweeps.operations.operation import At, Id
from psiphi.recursion.sweeps.operations.vectors import Dot
from psiphi.recursion.sweeps.program import SweepProgram

BODY, PARENT = 0, 1

_NO_MATRICES: Any = None  # `can_roll` refuses programs that need whole vectors or matrices

TABLE = "table"
"""The input that stands for the body's row of numbers."""

FROM_PARENT, RECEIVED, ARGUMENT = "parent ", "received ", "argument "
"""Other inputs stand for a definition at the parent, its sum over the children, an argument of the caller."""


# Values as numbers


def numbers_of(value: Any) -> tuple[Number, ...]:
    """The numbers a value consists of; those that repeat by symmetry once."""
    match value:
        case AngularMotion():
            return *value.velocity, *value.carried, *value.relative, *value.drift
        case RigidInertia():
            return inertia_numbers(value)
        case Transform():
            return *chain(*value.rotation), *value.position
        case InverseOfWhole(rotational=J):
            return value.reciprocal_mass, *value.center, *(J[i][j] for i, j in UPPER)
        case SymmetricBlocks(angular=A, coupling=C, linear=L):
            upper = [(A[i][j], L[i][j]) for i, j in UPPER]
            return *(a for a, _ in upper), *chain(*C), *(b for _, b in upper)
        case _:
            return tuple(value)


def value_of(form: type, numbers: Sequence[Number]) -> Any:
    """The value of a form with these numbers."""
    if form is AngularMotion:
        x = tuple(numbers)
        return AngularMotion(x[:3], x[3:6], x[6:12], x[12:])
    if form is RigidInertia:
        return inertia_from(numbers)
    if form is Transform:
        return placed((_three(numbers, 0), _three(numbers, 3), _three(numbers, 6)), _three(numbers, 9))
    if form is InverseOfWhole:
        return InverseOfWhole(numbers[0], _three(numbers, 1), symmetric(*numbers[4:]))
    if form is SymmetricBlocks:
        coupling = (_three(numbers, 6), _three(numbers, 9), _three(numbers, 12))
        return SymmetricBlocks(symmetric(*numbers[:6]), coupling, symmetric(*numbers[15:]))
    return tuple(numbers)


def _three(x: Sequence[Number], start: int) -> Vector:
    return x[start], x[start + 1], x[start + 2]


@frozen
class Expected:
    """What is known of a value before it arrives: its form, and its numbers, None for those that vary."""

    form: type
    numbers: tuple[float | None, ...]

    def value(self, graph: Graph, source: str) -> Any:
        """The value, with inputs of the graph for what varies."""
        return value_of(
            self.form,
            [graph.input(source, i) if number is None else number for i, number in enumerate(self.numbers)],
        )


def widened(expected: Expected | None, value: Any) -> Expected | None:
    """What is known of a value that is either as expected or this one; None stands for zero."""
    if value is None and expected is None:
        return None
    numbers = _numbers(value, expected)
    known = (0.0,) * len(numbers) if expected is None else expected.numbers
    form = cast(type, type(value)) if expected is None else expected.form
    both = zip(known, numbers, strict=True)
    return Expected(form, tuple(a if type(b) is float and a == b else None for a, b in both))


@dataclass
class Exchange:
    """What bodies hand to their children, and what they send to their parents, as far as it is known."""

    handed: dict[Id, Expected | None] = field(default_factory=dict[Id, Expected | None])
    sent: dict[Id, Expected | None] = field(default_factory=dict[Id, Expected | None])


# Traces


@frozen
class Trace:
    """What one visit computes, as scalars of one graph.

    handed, sent   by definition: what children read of this body, what it adds to its parent's sums
    result         this body's elements of the result, or its contribution to sums over all bodies
    """

    handed: Mapping[Id, tuple[Value, ...]]
    sent: Mapping[Id, tuple[Value, ...]]
    result: tuple[Value, ...]


def inherited(program: SweepProgram) -> tuple[Id, ...]:
    """The values that bodies read at their parents."""
    found: dict[Id, None] = {}
    for definition in program.definitions.values():
        both = zip(definition.operands, definition.reads, strict=True)
        found.update(dict.fromkeys(operand for operand, place in both if At.PARENT in place))
        if definition.operation.continues:
            found[definition.id] = None
    return tuple(found)


def exchanged(program: SweepProgram, classes: Sequence[BodyClass], gravity: Vector) -> list[Trace]:
    """The traces of all classes, each expecting no more and no less than what the others hand on."""
    exchange = Exchange()
    for value in inherited(program):
        is_angular = isinstance(program.definitions[value].operation, AngularVelocities)
        exchange.handed[value] = Expected(AngularMotion, (0.0,) * 18) if is_angular else None
    while True:
        found = Exchange(dict(exchange.handed), dict(exchange.sent))
        traces: list[Trace] = []
        refused: CompileError | None = None
        for body_class in classes:
            try:
                traces.append(_OneBody(program, body_class, gravity, exchange).trace(found))
            except ZeroDivisionError:
                refused = CompileError("rolled: a division by what is zero for every body of a class.")
            except AlwaysSingular as singular:  # until it is known what bodies receive
                refused = singular
        if found != exchange:
            exchange = found
        elif refused is not None:
            raise refused
        else:
            return traces


class _BodyOfClass(Bodies):
    """Bodies whose class, and not their place among others, says whether their joint is prescribed."""

    prescribed = False

    def kept(self, rows: Rows, space: Space, k: int) -> list[bool]:
        return [self.prescribed == rows.prescribed] * len(self.mechanism.links[k].v)


class _OneBody:
    """A body of a class, with the interpreter that visits it."""

    def __init__(
        self, program: SweepProgram, body_class: BodyClass, gravity: Vector, exchange: Exchange
    ) -> None:
        self.graph = Graph()
        self.program, self.body_class, self.exchange = program, body_class, exchange
        mechanism = _mechanism(self.graph, body_class, gravity)
        q = self.graph.inputs(ARGUMENT + "q", mechanism.nq)
        v = self.graph.inputs(ARGUMENT + "v", mechanism.nv)
        self.bodies = _BodyOfClass(mechanism, GraphArithmetic(self.graph), q, v)
        self.bodies.prescribed = body_class.prescribed
        inputs = {s: self._input(s.name, s.range) for s in program.inputs}
        self.interpreter = Interpreter(program, self.bodies, inputs, _NO_MATRICES)

    def _input(self, name: str, space: Space) -> Places:
        own = self.bodies.mechanism
        sizes = {
            Space.JOINT: own.nv_tree,
            Space.BODY: 6,
            Space.FRAME: 6 * len(own.frames),
            Space.WORLD: 6,
        }
        values: list[Number] = [*self.graph.inputs(ARGUMENT + name, sizes.get(space, own.nv))]
        return self.bodies.split(space, values + [0.0] * 6 if space is Space.BODY else values)

    def trace(self, found: Exchange) -> Trace:
        """Visit the body, and widen what is known of the values that bodies exchange."""
        values, received = self.interpreter.values, self.interpreter.received
        for value, definition in self.program.definitions.items():
            self.interpreter.hold(definition, [None] * self.bodies.places(definition.space))
            if definition.operation.adds_up_children:
                expected = None if self.body_class.is_tip else self.exchange.sent.get(value)
                received[value] = [expected and expected.value(self.graph, f"{RECEIVED}{value}"), None]
        for value, expected in self.exchange.handed.items():
            values[value][PARENT] = expected and expected.value(self.graph, f"{FROM_PARENT}{value}")
        local = [
            definition
            for step in self.program.passes
            for definition in map(self.program.definitions.__getitem__, step.values)
            if not definition.is_global
        ]
        for definition in local:
            self.interpreter.visit(definition, BODY)

        handed: dict[Id, tuple[Value, ...]] = {}
        sent: dict[Id, tuple[Value, ...]] = {}
        if not self.body_class.is_tip:
            for value in self.exchange.handed:
                found.handed[value] = widened(found.handed[value], values[value][BODY])
                handed[value] = _numbers(values[value][BODY], found.handed[value])
        if not self.body_class.is_root:
            for definition in local:
                if definition.operation.adds_up_children:
                    share = self.interpreter.share(definition, BODY)
                    known = found.sent[definition.id] = widened(found.sent.get(definition.id), share)
                    sent[definition.id] = _numbers(share, known)
        return Trace(handed, sent, self._result())

    def _result(self) -> tuple[Value, ...]:
        (result,) = self.program.results
        definition = self.program.definitions[result]
        values = self.interpreter.values
        if isinstance(definition.operation, Dot):
            return (self._share_of_product(*definition.operands),)
        if definition.is_global:
            forces = [values[definition.operands[0]][BODY], None]
            if definition.space is Space.WORLD:  # E_0*
                return self.bodies.force_on_world(forces) or ZERO_SPATIAL
            return self.bodies.independent_forces(forces)  # coupling*
        if definition.space in (Space.JOINT, Space.BODY):
            own = [values[result][BODY], None]
            size = self.bodies.dimension(definition.space, BODY)
            return tuple(self.bodies.joined(definition.space, own)[:size])
        return tuple(self.bodies.joined(definition.space, values[result]))

    def _share_of_product(self, left: Id, right: Id) -> Value:
        """What this body, or its frames, add to x* y."""
        in_frames = self.program.definitions[left].space is Space.FRAME
        places = range(len(self.bodies.mechanism.frames)) if in_frames else (BODY,)
        total: Number = 0.0
        for k in places:
            x, y = (self.interpreter.values[operand][k] for operand in (left, right))
            total = total if x is None or y is None else plus(total, dot(x, y))
        return total


def _numbers(value: Any, expected: Expected | None) -> tuple[Value, ...]:
    if value is None:
        return () if expected is None else (0.0,) * len(expected.numbers)
    return numbers_of(value)


def _mechanism(graph: Graph, body_class: BodyClass, gravity: Vector) -> Mechanism:
    """The body and its parent; of the parent nothing is known but that it is there."""
    row: list[Number] = [
        graph.input(TABLE, place) if number is None else number
        for place, number in enumerate(body_class.numbers)
    ]
    kind = JOINT_KINDS[body_class.kind]
    ratio, offset, rate_ratio = expansion_from(row)
    seats = [row[LINK_WIDTH + FRAME_WIDTH * i :] for i in range(body_class.frames)]
    return Mechanism(
        links=(
            replace(
                link_from(row, body_class.kind, -1 if body_class.is_root else PARENT, kind.nq, kind.nv),
                children=() if body_class.is_tip else (PARENT,),
            ),
            _PARENT_LINK,
        ),
        gravity=gravity,
        loops=(),
        frames=tuple(seat_from(seat, BODY) for seat in seats),
        nq=kind.nq,
        nv=kind.nv,
        nq_tree=kind.nq,
        nv_tree=kind.nv,
        q_expansion=tuple((i, ratio, offset) for i in range(kind.nq)),
        v_expansion=tuple((i, rate_ratio) for i in range(kind.nv)),
        canonical=False,
        factors=None,
    )


_PARENT_LINK = Link(
    name="parent",
    parent=-1,
    children=(),
    kind="free",
    lever=ZERO,
    turns=(),
    slide=0.0,
    angles=(),
    hinge=None,
    orientation=None,
    pitch=0.0,
    inertia=ZERO_INERTIA,
    rotor=0.0,
    q=(),
    v=(),
    boundary=Transform(),
)
