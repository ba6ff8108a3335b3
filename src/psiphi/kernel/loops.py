"""Rolled programs: the same few steps for every body of a system, however many bodies there are.

Each body has a row of state: named fields of some numbers each.  A pass visits the bodies outward
(parents before children) or inward, and executes the step of the body's class: a small scalar program
that reads constants of the body, its own fields, its parent's fields and elements of the arguments, and
that sets its own fields, adds to its parent's fields and sets elements of the results.  All reads of a
step come before its writes.

The world is the parent of the roots, with fields of given values.  All other fields are zero in the
beginning.

`LoopProgram` is code and does not know how many bodies there are; `LoopTables` is the data of one system.
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import ArrayLike, NDArray

from psiphi.kernel.counts import Operations, count
from psiphi.kernel.program import Argument, Program, evaluate
from psiphi.kernel.scalar import Scalar
from psiphi.kernel.signature import Result, Signature

WORLD = -1


@dataclass(frozen=True)
class Constants:
    """Numbers of this body's row of the constant table, from a column on."""

    column: int


@dataclass(frozen=True)
class Own:
    """A field of this body."""

    field: str


@dataclass(frozen=True)
class Parent:
    """A field of this body's parent."""

    field: str


@dataclass(frozen=True)
class Elements:
    """Elements of an argument or a result; where they start stands in a column of the table of offsets."""

    array: str
    column: int


@dataclass(frozen=True)
class AddToParent:
    """Added to a field of this body's parent."""

    field: str


Read: TypeAlias = Constants | Own | Parent | Elements
Write: TypeAlias = Own | AddToParent | Elements


@dataclass(frozen=True)
class Step:
    """What one visit does: `reads` feed the arguments of the program, `writes` take its outputs, in order."""

    program: Program
    reads: tuple[Read, ...]
    writes: tuple[Write, ...]


@dataclass(frozen=True)
class Pass:
    """One visit to every body; a step for each class, or None for classes that have nothing to do."""

    outward: bool
    steps: tuple[Step | None, ...]


@dataclass(frozen=True)
class Field:
    """Numbers every body keeps under a name."""

    name: str
    width: int


@dataclass(frozen=True)
class LoopProgram:
    """Passes over bodies; `arguments` and `results` are names, since their sizes depend on the system."""

    fields: tuple[Field, ...]
    arguments: tuple[str, ...]
    results: tuple[str, ...]
    passes: tuple[Pass, ...]

    @cached_property
    def cleared(self) -> tuple[Field, ...]:
        """Fields that have to be set to zero first, since not every body sets them before they are used."""
        return tuple(field for field in self.fields if not self._set_before_use(field.name))

    def _set_before_use(self, field: str) -> bool:
        for sweep in self.passes:
            steps = [step for step in sweep.steps if step is not None]
            reads = {read for step in steps for read in step.reads}
            writes = {write for step in steps for write in step.writes}
            if not {Own(field), Parent(field), AddToParent(field)} & (reads | writes):
                continue
            return (
                Own(field) not in reads
                and AddToParent(field) not in writes
                and (sweep.outward or Parent(field) not in reads)
                and all(step is not None and Own(field) in step.writes for step in sweep.steps)
            )
        return True

    @cached_property
    def digest(self) -> str:
        """A name for the content, equal in any process."""
        lines = [repr((self.fields, self.arguments, self.results))]
        for sweep in self.passes:
            for step in sweep.steps:
                content = step and (step.reads, step.writes, step.program.digest)
                lines.append(repr((sweep.outward, content)))
        return hashlib.sha256("\n".join(lines).encode()).hexdigest()


@dataclass(frozen=True, eq=False)
class LoopTables:
    """The data of a system of N bodies.

    arguments, results   the arrays, with the sizes they have here
    parents              (N,) the parent of each body, WORLD for roots; parents come before children
    classes              (N,) which step each body executes
    constants            (N, columns) numbers
    offsets              (N, columns) where elements of arrays start
    world                values of fields of the world; others are zero
    """

    arguments: tuple[Argument, ...]
    results: tuple[Result, ...]
    parents: NDArray[np.int64]
    classes: NDArray[np.int64]
    constants: NDArray[np.float64]
    offsets: NDArray[np.int64]
    world: Mapping[str, tuple[float, ...]]

    @property
    def bodies(self) -> int:
        return len(self.parents)


def signature_of(program: LoopProgram, tables: LoopTables) -> Signature:
    """What the compiled loop looks like from outside; adding to a parent counts as the additions it is."""
    population = np.bincount(tables.classes, minlength=1)
    total = Operations()
    for sweep in program.passes:
        for step, bodies in zip(sweep.steps, population.tolist(), strict=False):
            if step is not None:
                added = sum(
                    isinstance(value, Scalar) or value != 0.0
                    for output, write in zip(step.program.outputs, step.writes, strict=True)
                    if isinstance(write, AddToParent)
                    for value in output.scalars
                )
                total += (count(step.program) + Operations(add=added)) * bodies
    return Signature(tables.arguments, tables.results, total)


def evaluate_loop(
    program: LoopProgram, tables: LoopTables, arrays: Mapping[str, ArrayLike]
) -> tuple[NDArray[Any], ...]:
    """Run a loop on NumPy arrays with leading batch dimensions: the judge of the compiled code."""
    flat: dict[str, NDArray[Any]] = {}
    batches: list[tuple[int, ...]] = []
    for argument in tables.arguments:
        array = np.asarray(arrays[argument.name], float)
        batch = array.shape[: array.ndim - len(argument.shape)]
        flat[argument.name] = array.reshape((*batch, argument.size))
        batches.append(batch)
    batch = np.broadcast_shapes(*batches) if batches else ()
    for result in tables.results:
        flat[result.name] = np.zeros((*batch, result.size))
    # The state of the world is the last row, which index WORLD finds.
    state = {field.name: np.zeros((tables.bodies + 1, *batch, field.width)) for field in program.fields}
    for name, values in tables.world.items():
        state[name][WORLD] = values

    for sweep in program.passes:
        for body in range(tables.bodies) if sweep.outward else reversed(range(tables.bodies)):
            step = sweep.steps[int(tables.classes[body])]
            if step is not None:
                _visit(step, tables, body, state, flat)
    return tuple(flat[result.name].reshape(batch + result.shape) for result in tables.results)


def _visit(
    step: Step,
    tables: LoopTables,
    body: int,
    state: Mapping[str, NDArray[Any]],
    flat: Mapping[str, NDArray[Any]],
) -> None:
    parent = int(tables.parents[body])
    inputs: dict[str, NDArray[Any]] = {}
    for argument, read in zip(step.program.arguments, step.reads, strict=True):
        match read:
            case Constants(column):
                found = tables.constants[body, column : column + argument.size]
            case Own(field):
                found = state[field][body]
            case Parent(field):
                found = state[field][parent]
            case Elements(array, column):
                start = int(tables.offsets[body, column])
                found = flat[array][..., start : start + argument.size]
        inputs[argument.name] = found.reshape(found.shape[:-1] + argument.shape)

    for output, write, values in zip(
        step.program.outputs, step.writes, evaluate(step.program, inputs), strict=True
    ):
        values = values.reshape((*values.shape[: values.ndim - len(output.shape)], output.size))
        match write:
            case Own(field):
                state[field][body] = values
            case AddToParent(field):
                state[field][parent] += values
            case Elements(array, column):
                start = int(tables.offsets[body, column])
                flat[array][..., start : start + output.size] = values
