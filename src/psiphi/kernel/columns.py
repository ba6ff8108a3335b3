"""Jacobians of large robots, column by column: variations along unit vectors, all of them a batch.

A Jacobian as one program has N² operations at the least, which takes long to trace and to compile. Its
columns need one function of O(N), the `jvp` of the kernel, which is loops over bodies where that is.
"""

from __future__ import annotations

from dataclasses import fields
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from psiphi.kernel.call.safe import settle
from psiphi.kernel.function import Function
from psiphi.kernel.program.signature import Operations, Result, Signature

if TYPE_CHECKING:
    from collections.abc import Callable
    from types import MethodType

    from psiphi.kernel.program.program import Program
    from psiphi.model import Model

Array = NDArray[Any]

ROWS_AT_ONCE = 4096
"""How many variations are computed in one call, at the most: some megabytes."""


class Columns(Function):
    """∂f/∂x of a kernel for the arguments x of these names, as `kernel.jacobian` gives it."""

    def __init__(self, of: Function, names: tuple[str, ...]) -> None:
        self.of, self.names = of, names
        super().__init__(of.jvp.native)
        self.call = self._matrices

    def __reduce__(self) -> tuple[type[Columns], tuple[object, ...]]:
        return type(self), (self.of, self.names)

    def __repr__(self) -> str:
        return f"<columns by {', '.join(self.names)} of {self.of}: {self.signature}>"

    @property
    def signature(self) -> Signature:
        given = self.of.signature
        results = tuple(
            Result(f"{result.name}_by_{name}", (*result.shape, self._size(name)))
            for result in given.results
            for name in self.names
        )
        return Signature(given.arguments, results, self.operations)

    @property
    def operations(self) -> Operations:
        """Those of all columns."""
        columns, one = sum(map(self._size, self.names)), self.of.jvp.operations
        return Operations(*(columns * getattr(one, field.name) for field in fields(one)))

    @property
    def key(self) -> str:
        return repr(("columns", *self.names, self.of.key))

    @property
    def model(self) -> Model:
        return self.of.model

    @property
    def program(self) -> Program:
        return self.of.program  # which says that loops over bodies are none

    def shortcut(self, method: MethodType) -> Callable[..., Any] | None:
        return None

    def _size(self, name: str) -> int:
        return next(x.size for x in self.of.jvp.signature.arguments if x.name == f"d_{name}")

    def _matrices(self, /, *arrays: object, out: object = None, threads: int = 1, **named: object) -> Any:
        signature = self.signature
        call = settle(signature, arrays, named, out)
        if call.rows:
            inputs = [
                np.broadcast_to(x.reshape(-1, *argument.shape), (call.rows, *argument.shape))
                for x, argument in zip(call.inputs, signature.arguments, strict=True)
            ]
            pairs = zip(call.results, signature.results, strict=True)
            results = [x.reshape(call.rows, *result.shape) for x, result in pairs]
            for place, name in enumerate(self.names):
                self._fill(results[place :: len(self.names)], inputs, name, threads)
        first, *rest = call.results
        return call.results if rest else first

    def _fill(self, results: list[Array], inputs: list[Array], name: str, threads: int) -> None:
        """The matrices by one argument, some rows at a time."""
        jvp, dtype = self.of.jvp, inputs[0].dtype
        variations = [
            np.eye(x.size, dtype=dtype) if x.name == f"d_{name}" else np.zeros(x.shape, dtype)
            for x in jvp.signature.arguments[len(inputs) :]
        ]
        step = max(1, ROWS_AT_ONCE // self._size(name))
        for start in range(0, len(inputs[0]), step):
            rows = slice(start, start + step)
            found = jvp.call(*(x[rows, None] for x in inputs), *variations, threads=threads)
            for result, columns in zip(results, found if len(results) > 1 else (found,), strict=True):
                result[rows] = np.moveaxis(columns, 1, -1)
