"""The sweep program: what a derived expression becomes before it meets a robot.

A program is a list of definitions, one value for every body, joint or frame, and the passes over the tree in
which they are computed. It belongs to no robot, like the expression it came from. Values are known by
numbers, never by names: the names of a user's vectors are those of `Input` alone.
"""

from __future__ import annotations

from psiphi.algebra import operators as op
from psiphi.algebra.expression import Symbol
from psiphi.errors import CompileError
from psiphi.frozen import frozen
from psiphi.recursion.sweeps.operations.operation import At, Definition, Direction, Id
from psiphi.recursion.sweeps.operations.vectors import DerivativeOf, Input


@frozen
class Pass:
    """One visit of every body, tips first or roots first, and what is computed there, in order."""

    direction: Direction
    values: tuple[Id, ...]


@frozen
class SweepProgram:
    """Definitions, the passes that compute them, and which of them are the results."""

    definitions: dict[Id, Definition]
    passes: tuple[Pass, ...]
    results: tuple[Id, ...]

    @property
    def inputs(self) -> tuple[Symbol, ...]:
        """The named vectors that the program reads, in order of first use."""
        operations = [d.operation for d in self.definitions.values()]
        found = [operation.symbol for operation in operations if isinstance(operation, Input)]
        return tuple(dict.fromkeys([*found, *(u for u in self._tangents if u is not op.v)]))

    @property
    def _tangents(self) -> list[Symbol]:
        operations = [d.operation for d in self.definitions.values()]
        return [operation.tangent.along for operation in operations if isinstance(operation, DerivativeOf)]


def verify(program: SweepProgram) -> None:
    """Check that every value is computed once, after what it reads."""
    seen: set[Id] = set()
    for step in program.passes:
        for value in step.values:
            if value in seen or value not in program.definitions:
                raise CompileError(f"sweep program: value {value} is computed twice or not defined.")
            definition = program.definitions[value]
            for operand, place in zip(definition.operands, definition.reads, strict=True):
                if not _is_there(operand, place, seen, step):
                    raise CompileError(f"sweep program: value {value} reads {operand} before it is computed.")
            seen.add(value)
    missing = set(program.definitions) - seen
    if missing or not all(value in seen for value in program.results):
        raise CompileError(f"sweep program: {sorted(missing)} are defined but never computed.")


def _is_there(operand: Id, place: At, seen: set[Id], step: Pass) -> bool:
    here = operand in step.values
    if At.CHILDREN in place:
        return step.direction is Direction.INWARD and (here or operand in seen)
    if At.SIBLINGS in place:
        return operand in seen and not here
    if place is At.PARENT and here:
        return step.direction is Direction.OUTWARD
    return operand in seen
