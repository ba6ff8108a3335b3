"""Rolled kernels: a sweep program for a robot as loops over its bodies, however many there are.

    robot     a row of numbers for each body (robot.py, links.py)
    classes   bodies whose code is the same (classes.py)
    trace     the interpreter of sweeps visits one symbolic body of each class (body.py)
    traffic   what bodies hand to their children and send to their parents (traffic.py)
    steps     the visit cut into the passes over the tree (steps.py)

The code depends on the classes alone, so it takes as long to compile for ten bodies as for ten thousand.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np
from numpy.typing import NDArray

from psiphi.algebra import operators as op
from psiphi.algebra.construction import adjoint
from psiphi.algebra.spaces import Space
from psiphi.frozen import frozen
from psiphi.kernel.loops.differentiate import Loops
from psiphi.kernel.loops.program import (
    AddToElements,
    Elements,
    LoopProgram,
    LoopTables,
    Pass,
    Read,
    Written,
    starts_sums,
)
from psiphi.kernel.loops.pruning import compacted
from psiphi.kernel.program.program import Argument, result_name
from psiphi.kernel.program.scalar import INPUT, Scalar
from psiphi.kernel.program.signature import Result
from psiphi.kernel.rolled.body import ARGUMENT, exchanged
from psiphi.kernel.rolled.classes import BodyClass, Classification, classified, numbers_among_equals
from psiphi.kernel.rolled.robot import RolledRobot
from psiphi.kernel.rolled.steps import PREPARATION, Cut, Locate, Timetable
from psiphi.kernel.rolled.traffic import Traffic, Visit, ancestors, replayed, traffic_of
from psiphi.model.joints.kinds import JOINT_KINDS
from psiphi.recursion.numbers.vectors import is_zero_vector
from psiphi.recursion.sweeps.operations.operation import Definition, Direction, Id
from psiphi.recursion.sweeps.operations.vectors import Apply, Dot
from psiphi.recursion.sweeps.program import SweepProgram


def can_roll(program: SweepProgram, robot: RolledRobot) -> bool:
    """Whether a sweep program runs in loops: values belong to bodies, but for a sum over them as result.

    What is beside a body does not: it would have to be told apart for every child.
    """
    if len(program.results) != 1 or not len(robot):
        return False
    result = program.definitions[program.results[0]]
    if result.space is Space.FRAME and bool((robot.frame_bodies < 0).any()):
        return False
    if result.space in (Space.ONE, Space.WORLD, Space.COORDINATE) and not _is_sum(result):
        return False
    summed = [program.definitions[x].space for x in result.operands] if _is_sum(result) else []
    if not set(summed) <= {Space.JOINT, Space.BODY, Space.FRAME}:  # what no body has a share in
        return False
    if Space.FRAME in summed and bool((robot.frame_bodies < 0).any()):
        return False
    if not all(definition.operation.runs_in_loops for definition in program.definitions.values()):
        return False
    return all(
        not definition.is_global or (definition is result and _is_sum(definition))
        for definition in program.definitions.values()
    )


def _is_sum(definition: Definition) -> bool:
    match definition.operation:
        case Dot():
            return True
        case Apply(letter=letter):
            return letter in (adjoint(op.coupling), adjoint(op.E_0))
        case _:
            return False


def roll(
    program: SweepProgram,
    robot: RolledRobot,
    arguments: Sequence[Argument],
    names: Mapping[str, str],
    *,
    tips_apart: bool = False,
    dofs: Sequence[int] = (),
) -> Loops:
    """The loops and their tables for a program that `can_roll`.

    `arguments` are those of the compiled function, in order; `names` says which of them holds the input
    vector of a name; `tips_apart` whether Π_tip occurs, `dofs` what Π_p keeps (classes.py).
    """
    return _Roller(program, robot, tuple(arguments), names, tips_apart, dofs).rolled()


@frozen
class _Offset:
    """A column of the table of offsets: where the elements of a body start in vectors of a space."""

    space: str
    frame: int = 0


class _Roller:
    def __init__(
        self,
        program: SweepProgram,
        robot: RolledRobot,
        arguments: tuple[Argument, ...],
        names: Mapping[str, str],
        tips_apart: bool,
        dofs: Sequence[int],
    ) -> None:
        self.program, self.robot, self.arguments, self.names = program, robot, arguments, names
        self.name = result_name(arguments)
        self.spaces = {s.name: s.range for s in program.inputs}
        self.result = program.definitions[program.results[0]]
        boundaries = Space.BODY in (self.result.space, *self.spaces.values())
        self.classification: Classification = classified(
            robot, boundaries=boundaries, tips_apart=tips_apart, dofs=dofs
        )
        traces = exchanged(program, self.classification.classes, robot.gravity)
        self.traffic, self.visits = traffic_of(traces)
        self.adds = any(not is_zero_vector(visit.result) for visit in self.visits)
        self.timetable = _timetable(program, self.traffic)
        self.offsets: dict[_Offset, int] = {}

    def rolled(self) -> Loops:
        cuts = [
            Cut(visit, self.traffic, self.timetable, self._results(each, visit), self._locate(each))
            for each, visit in zip(self.classification.classes, self.visits, strict=True)
        ]
        # Bodies that start their parent's sums have steps of their own.
        starts = starts_sums(self.robot.parents)
        found, members = np.unique(2 * self.classification.members + starts, return_inverse=True)
        variants: list[int] = found.tolist()
        steps = [cuts[variant // 2].steps(bool(variant % 2)) for variant in variants]
        passes: list[Pass] = []
        for number in range(self.timetable.passes):
            of_classes = tuple(by_pass[number] for by_pass in steps)
            if any(step is not None for step in of_classes):
                handed, sums = self.timetable.handed_in(number), self.timetable.received_in(number)
                passes.append(Pass(_is_outward(self.program, number), len(handed or sums), of_classes))
        names = tuple(argument.name for argument in self.arguments)
        return Loops(
            compacted(LoopProgram(0, names, (self.name,), tuple(passes))),
            self._tables(members.reshape(-1)),
            tuple(self.classification.classes[variant // 2].kind for variant in variants),
            self.robot.v_starts,
            self.robot.nv,
        )

    def _offset(self, space: str, frame: int = 0) -> int:
        return self.offsets.setdefault(_Offset(space, frame), len(self.offsets))

    def _locate(self, body_class: BodyClass) -> Locate:
        def locate(node: Scalar) -> tuple[Read, int, int]:
            name = node.argument.removeprefix(ARGUMENT)
            if name == "q":
                return Elements("q", self._offset("q")), node.index, JOINT_KINDS[body_class.kind].nq
            space = self.spaces.get(name, Space.COORDINATE)
            column, width = _column(space, body_class.kind)
            frame, index = divmod(node.index, width) if space is Space.FRAME else (0, node.index)
            return Elements(self.names.get(name, "v"), self._offset(column, frame)), index, width

        return locate

    def _results(self, body_class: BodyClass, visit: Visit) -> list[Written]:
        """What a body has of the result: its elements, those of its frames, or its part of a sum."""
        space, result = self.result.space, visit.result
        is_sum = space in (Space.ONE, Space.WORLD, Space.COORDINATE)
        if is_sum and self.adds and is_zero_vector(result):
            return []
        write = AddToElements if is_sum else Elements
        column, width = _column(space, body_class.kind)
        return [
            (write(self.name, self._offset(column, part)), result[width * part : width * (part + 1)])
            for part in range(body_class.frames if space is Space.FRAME else 1)
        ]

    def _tables(self, classes: NDArray[np.int64]) -> LoopTables:
        return LoopTables(
            arguments=self.arguments,
            results=(Result(self.name, self._result_shape()),),
            parents=self.robot.parents,
            classes=classes,
            constants=self._constants(),
            offsets=np.stack(
                [_starts(self.robot, offset) for offset in self.offsets]
                or [np.zeros(len(self.robot), np.int64)],
                axis=1,
            ),
        )

    def _constants(self) -> NDArray[np.float64]:
        """The columns of the table; bodies whose class does not read one have zero there."""
        rows, members = self.classification.rows, self.classification.members
        constants = np.zeros((len(rows), len(self.traffic.columns)))
        for number, visit in enumerate(self.visits):
            bodies = np.flatnonzero(members == number)
            columns = sorted(set(visit.constants.values()))
            nodes, own = [self.traffic.columns[column] for column in columns], rows[bodies]
            for column, values in zip(
                columns, replayed(nodes, lambda x, own=own: own[:, x.index]), strict=True
            ):
                constants[bodies, column] = values
        return constants

    def _result_shape(self) -> tuple[int, ...]:
        sizes = {
            Space.ONE: (),
            Space.WORLD: (6,),
            Space.COORDINATE: (self.robot.nv,),
            Space.FRAME: (6 * len(self.robot.frame_bodies),),
            Space.BODY: (6 * len(self.robot),),
            Space.JOINT: (self.robot.nv_tree,),
        }
        return sizes[self.result.space]


def _column(space: Space, kind: str) -> tuple[str, int]:
    """The column of offsets for vectors of a space, and how many of their numbers a body or a frame has."""
    match space:
        case Space.FRAME | Space.BODY:
            return space.name.lower(), 6
        case Space.JOINT:
            return "joint", JOINT_KINDS[kind].nv
        case Space.ONE | Space.WORLD:
            return "all", 1 if space is Space.ONE else 6
        case _:
            return "v", JOINT_KINDS[kind].nv


def _is_outward(program: SweepProgram, number: int) -> bool:
    return number == PREPARATION or program.passes[number - 1].direction is Direction.OUTWARD


def _timetable(program: SweepProgram, traffic: Traffic) -> Timetable:
    """A parent's value is there in the pass that computes it where roots come first, else in the next one."""
    passes = 1 + len(program.passes)
    computed = {value: number for number, step in enumerate(program.passes, 1) for value in step.values}
    handed: list[int] = []
    for node in traffic.handed:
        values = {Id(int(leaf.argument)) for leaf in ancestors([node]) if leaf.op is INPUT}
        ready = max(computed[value] for value in values)
        handed.append(next(number for number in range(ready, passes) if _is_outward(program, number)))
    received = tuple(computed[value] for value, _ in traffic.received)
    result = program.definitions[program.results[0]]
    sources = result.operands if result.is_global else (result.id,)
    return Timetable(passes, tuple(handed), received, max(computed[value] for value in sources))


def _starts(robot: RolledRobot, offset: _Offset) -> NDArray[np.int64]:
    match offset.space:
        case "q":
            return robot.q_starts
        case "v":
            return robot.v_starts
        case "joint":
            return robot.joint_starts
        case "body":
            return 6 * np.arange(len(robot))
        case "frame":
            on_body = np.flatnonzero(robot.frame_bodies >= 0)
            bodies = robot.frame_bodies[on_body]
            chosen = numbers_among_equals(bodies) == offset.frame
            starts = np.zeros(len(robot), np.int64)
            starts[bodies[chosen]] = 6 * on_body[chosen]
            return starts
        case _:
            return np.zeros(len(robot), np.int64)
