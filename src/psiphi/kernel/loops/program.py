"""Rolled programs: the same few steps for every body of a system, however many bodies there are.

A pass visits the bodies outward (parents before children) or inward, and executes the step of each body's
class: a small scalar program with these sources and destinations.

    Constants      numbers of the body in a table of the system
    Elements       elements of arguments and results; AddToElements adds to those of a result
    Kept           numbers the body keeps for itself from pass to pass
    ToChildren     in an outward pass, what the body has for its children, who read it FromParent
    StartSum       in an inward pass, what the body has for its parent: the child that is visited first, which
    AddToSum       is the last one in number, starts the parent's sums, and the others add to them
    Sums           in an inward pass, what the children had; zero for a body without children

All reads of a step come before its writes. `LoopProgram` is code and does not know how many bodies there
are; `LoopTables` is the data of one system.
"""

from __future__ import annotations

import hashlib
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from psiphi.frozen import frozen
from psiphi.kernel.program.counts import count
from psiphi.kernel.program.program import Argument, Program
from psiphi.kernel.program.scalar import Scalar, Value
from psiphi.kernel.program.signature import Operations, Result, Signature
from psiphi.locks import cached_property

WORLD = -1


@frozen
class Constants:
    """Numbers of this body's row of the table of constants, from a column on."""

    column: int


@frozen
class Elements:
    """Elements of an argument or a result; where they start stands in a column of the table of offsets."""

    array: str
    column: int


@frozen
class AddToElements:
    """Added to elements of a result, which are zero in the beginning."""

    array: str
    column: int


@frozen
class _Place:
    """Numbers from a place on, among those of one kind."""

    place: int


class Kept(_Place):
    """What this body keeps."""


class ToChildren(_Place):
    """What this body has for its children in this pass."""


class FromParent(_Place):
    """What the parent has for its children in this pass."""


class StartSum(_Place):
    """The first terms of the parent's sums in this pass."""


class AddToSum(_Place):
    """Further terms of the parent's sums in this pass."""


class Sums(_Place):
    """Sums over the children in this pass."""


Read: TypeAlias = Constants | Elements | Kept | FromParent | Sums
Write: TypeAlias = Elements | AddToElements | Kept | ToChildren | StartSum | AddToSum
Written: TypeAlias = tuple[Write, tuple[Value, ...]]


@frozen
class Step:
    """What one visit does: `reads` feed the arguments of the program, `writes` take its outputs, in order."""

    program: Program
    reads: tuple[Read, ...]
    writes: tuple[Write, ...]

    @property
    def given(self) -> list[tuple[Argument, Read]]:
        """The arguments of the program, and where they are read."""
        return list(zip(self.program.arguments, self.reads, strict=True))

    @property
    def written(self) -> list[Written]:
        """Where results of the program go, and which numbers they are."""
        return [(write, x.scalars) for write, x in zip(self.writes, self.program.outputs, strict=True)]

    @cached_property
    def digest(self) -> str:
        """A name for the content, equal in any process."""
        return repr((self.reads, self.writes, self.program.digest))


@frozen
class Pass:
    """One visit to every body.

    exchanged  how many numbers bodies have for their children, or how many sums they have of them
    steps      one for each class, or None for classes that have nothing to do
    """

    outward: bool
    exchanged: int
    steps: tuple[Step | None, ...]


@frozen
class LoopProgram:
    """Passes over bodies that keep so many numbers each; the sizes of arrays depend on the system."""

    kept: int
    arguments: tuple[str, ...]
    results: tuple[str, ...]
    passes: tuple[Pass, ...]

    @cached_property
    def digest(self) -> str:
        """A name for the content, equal in any process."""
        lines = [repr((self.kept, self.arguments, self.results))]
        for sweep in self.passes:
            steps = [step and step.digest for step in sweep.steps]
            lines.append(repr((sweep.outward, sweep.exchanged, steps)))
        return hashlib.sha256("\n".join(lines).encode()).hexdigest()

    @cached_property
    def sums_in_results(self) -> frozenset[str]:
        """The results that steps add to."""
        steps = [step for sweep in self.passes for step in sweep.steps if step is not None]
        writes = {write for step in steps for write in step.writes}
        return frozenset(write.array for write in writes if isinstance(write, AddToElements))


@frozen(eq=False)
class LoopTables:
    """The data of a system of N bodies.

    arguments, results   the arrays, with the sizes they have here
    parents              (N,) the parent of each body, WORLD for roots; parents come before children
    classes              (N,) which step each body executes
    constants            (N, columns) numbers
    offsets              (N, columns) where elements of arrays start
    """

    arguments: tuple[Argument, ...]
    results: tuple[Result, ...]
    parents: NDArray[np.int64]
    classes: NDArray[np.int64]
    constants: NDArray[np.float64]
    offsets: NDArray[np.int64]

    @property
    def bodies(self) -> int:
        return len(self.parents)


def starts_sums(parents: NDArray[np.int64]) -> NDArray[np.bool_]:
    """(N,) whether a body is visited before its siblings in an inward pass; roots are not."""
    last_child = np.full(len(parents) + 1, WORLD)
    np.maximum.at(last_child, parents, np.arange(len(parents)))
    return (last_child[parents] == np.arange(len(parents))) & (parents != WORLD)


def signature_of(program: LoopProgram, tables: LoopTables) -> Signature:
    """What the compiled loop looks like from outside; adding to sums counts as the additions it is."""
    population = np.bincount(tables.classes, minlength=1)
    total = Operations()
    for sweep in program.passes:
        for step, bodies in zip(sweep.steps, population.tolist(), strict=False):
            if step is not None:
                added = sum(
                    isinstance(value, Scalar) or value != 0.0
                    for output, write in zip(step.program.outputs, step.writes, strict=True)
                    if isinstance(write, AddToSum | AddToElements)
                    for value in output.scalars
                )
                total += (count(step.program) + Operations(add=added)) * bodies
    return Signature(tables.arguments, tables.results, total)
