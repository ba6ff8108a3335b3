"""What a compiled function looks like from outside."""

from __future__ import annotations

import math
from dataclasses import dataclass

from psiphi.kernel.program.counts import Operations, count
from psiphi.kernel.program.program import Argument, Program
from psiphi.locks import cached_property


@dataclass(frozen=True)
class Result:
    """An array a compiled function returns; the shape is without the batch."""

    name: str
    shape: tuple[int, ...]

    @property
    def size(self) -> int:
        return math.prod(self.shape)


@dataclass(frozen=True)
class Signature:
    """Arguments, results, and the exact cost of one evaluation."""

    arguments: tuple[Argument, ...]
    results: tuple[Result, ...]
    operations: Operations

    @classmethod
    def of(cls, program: Program) -> Signature:
        results = tuple(Result(output.name, output.shape) for output in program.outputs)
        return cls(program.arguments, results, count(program))

    @cached_property
    def argument_names(self) -> tuple[str, ...]:
        return tuple(argument.name for argument in self.arguments)

    def __str__(self) -> str:
        def shown(array: Argument | Result) -> str:
            return f"{array.name} (...{''.join(f', {extent}' for extent in array.shape)})"

        arguments = ", ".join(shown(argument) for argument in self.arguments)
        return f"({arguments}) -> {', '.join(shown(result) for result in self.results)}"
