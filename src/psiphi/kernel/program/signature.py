"""What a compiled function looks like from outside: known without its program, where the code is on disk."""

from __future__ import annotations

import math
from dataclasses import fields
from typing import TYPE_CHECKING

from psiphi.frozen import frozen
from psiphi.locks import cached_property

if TYPE_CHECKING:
    from psiphi.kernel.program.scalar import Graph, Scalar


@frozen
class Result:
    """An array a compiled function returns; the shape is without the batch."""

    name: str
    shape: tuple[int, ...]

    @property
    def size(self) -> int:
        return math.prod(self.shape)


@frozen
class Argument(Result):
    """An array a program reads, e.g. q of shape (7,)."""

    def scalars(self, graph: Graph) -> list[Scalar]:
        """The elements as scalars of a graph, in row-major order."""
        return graph.inputs(self.name, self.size)


@frozen
class Operations:
    """How often each kind of operation is executed for one row of the batch.

    `add` holds subtractions too; sin and cos of one angle are one `sincos`; `select` holds minima, maxima,
    magnitudes and choices, and `arctan2` the angles of points.  Sign changes are counted apart, in `neg`, and
    are no part of `total`: they fold into the additions around them.  So are the `tests` of pivots, one for
    each row of a matrix that may be singular.
    """

    mul: int = 0
    add: int = 0
    div: int = 0
    sqrt: int = 0
    sincos: int = 0
    neg: int = 0
    tests: int = 0
    select: int = 0
    arctan2: int = 0

    @property
    def total(self) -> int:
        return self.mul + self.add + self.div + self.sqrt + self.sincos + self.select + self.arctan2

    def __add__(self, other: Operations) -> Operations:
        return Operations(*(getattr(self, x.name) + getattr(other, x.name) for x in fields(self)))

    def __mul__(self, times: int) -> Operations:
        return Operations(*(getattr(self, x.name) * times for x in fields(self)))


@frozen
class Signature:
    """Arguments, results, and the exact cost of one evaluation."""

    arguments: tuple[Argument, ...]
    results: tuple[Result, ...]
    operations: Operations

    @cached_property
    def argument_names(self) -> tuple[str, ...]:
        return tuple(argument.name for argument in self.arguments)

    def __str__(self) -> str:
        def shown(array: Result) -> str:
            return f"{array.name} (...{''.join(f', {extent}' for extent in array.shape)})"

        arguments = ", ".join(shown(argument) for argument in self.arguments)
        return f"({arguments}) -> {', '.join(shown(result) for result in self.results)}"
