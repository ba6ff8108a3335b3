"""Large matrices, column by column: a function of O(N) on unit vectors, all of them a batch.

A matrix as one program has N² operations at the least, which takes long to trace and to compile. The columns
of a Jacobian need one function of O(N), the `jvp` of the kernel, and those of a matrix X its product X x with
a vector; both are loops over bodies where that is possible. Where they are not, a Jacobian as one program
runs many times faster than its columns: `prepare` compiles it, and whoever finds it on disk calls it.
"""

from __future__ import annotations

from dataclasses import replace
from itertools import product
from math import prod
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from psiphi.kernel.call.safe import Call, settle
from psiphi.kernel.function import Derivative, Function
from psiphi.kernel.kernel import Deferred, Kernel, kernel_of
from psiphi.kernel.native import is_compiled
from psiphi.kernel.program.signature import Operations, Result, Signature
from psiphi.kernel.thresholds import BYTECODE_COLUMNS, PREPARED_UP_TO
from psiphi.locks import cached_property

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from types import MethodType

    from psiphi.algebra.derivation import Derivation
    from psiphi.kernel.program.program import Program
    from psiphi.kernel.request import Request
    from psiphi.kernel.rolled.tracing import RolledCandidate
    from psiphi.kernel.tracing import Candidate
    from psiphi.model import Model

Array = NDArray[Any]

ROWS_AT_ONCE = 4096
"""How many columns are computed in one call, at the most: some megabytes."""


class Columns(Function):
    """∂f/∂x of a kernel for the arguments x of these names, as `kernel.jacobian` gives it.

    f may be given by columns itself. What is called is then a `jvp` of the function behind them, or of its
    `jvp`: for each block of results with a unit vector in each of several arguments, and zero in the rest.
    """

    def __init__(self, of: Function, names: tuple[str, ...]) -> None:
        self.of, self.names = of, names
        self._whole: Derivative | None = None
        function, blocks = of.by_unit_vectors
        self.function = function.jvp
        self.kept = of.kept
        self.blocks = tuple((*block, self._varied(function, name)) for block in blocks for name in names)
        super().__init__(self.function.native)
        self.native.bytecode_rows = BYTECODE_COLUMNS
        self.call = self._matrices

    def __reduce__(self) -> tuple[type[Columns], tuple[object, ...]]:
        return type(self), (self.of, self.names)

    def __repr__(self) -> str:
        return f"<columns by {', '.join(self.names)} of {self.of}: {self.signature}>"

    @property
    def signature(self) -> Signature:
        given = self.of.signature
        results = tuple(
            Result(f"{result.name}_by_{name}", (*result.shape, *self._shape(name)))
            for result in given.results
            for name in self.names
        )
        return Signature(given.arguments, results, self.operations)

    @property
    def operations(self) -> Operations:
        """Those of all columns."""
        sizes = {x.name: x.size for x in self.function.signature.arguments}
        return self.function.operations * sum(prod(sizes[unit] for unit in block) for block in self.blocks)

    @property
    def key(self) -> str:
        return repr(("columns", *self.names, self.of.key))

    @property
    def model(self) -> Model:
        return self.of.model

    @property
    def program(self) -> Program:
        return self.of.derived("jacobian", self.names)

    @property
    def by_unit_vectors(self) -> tuple[Function, tuple[tuple[str, ...], ...]]:
        return self.function, self.blocks

    def shortcut(self, method: MethodType) -> Callable[..., Any] | None:
        return None

    def _by_columns(self, names: tuple[str, ...]) -> bool:
        return True

    def _varied(self, function: Function, name: str) -> str:
        """What the variation of an argument is called in the `jvp` of a function."""
        arguments = function.signature.argument_names
        return self.function.signature.argument_names[len(arguments) + arguments.index(name)]

    def _shape(self, name: str) -> tuple[int, ...]:
        unit = self.blocks[self.names.index(name)][-1]
        return next(x.shape for x in self.function.signature.arguments if x.name == unit)

    def prepare(self, *, batch: bool = True, compiled: bool = False) -> None:
        """Also compile the whole matrix as one program where that may take long, and call it from now on."""
        if compiled and self.of.loops is None and self.of._expected(self.names) <= PREPARED_UP_TO:
            self._whole = self._whole or Derivative(self.of, "jacobian", self.names)
            self._whole.prepare(batch=batch, compiled=True)
        else:
            super().prepare(batch=batch, compiled=compiled)

    def _matrices(self, /, *arrays: object, out: object = None, threads: int = 1, **named: object) -> Any:
        if self._whole is not None:
            return self._whole.call(*arrays, out=out, threads=threads, **named)
        call = settle(self.signature, arrays, named, out)
        return _filled(self.signature, self.function, self.blocks, threads, call, self.kept)


class MatrixByColumns(Kernel):
    """The matrix X of a kernel, whose product X x with any vector is the kernel `of`."""

    def __init__(self, request: Request | Deferred) -> None:
        self._given = request
        self.of = kernel_of(_product(self._request))
        self._rolled = self.of._rolled
        Function.__init__(self, self.of.native)
        self.native.bytecode_rows = BYTECODE_COLUMNS
        self.call = self._matrix

    @property
    def signature(self) -> Signature:
        given = self.of.signature
        rows, columns = (len(range(size)[self.kept]) for size in self._request.shapes()[0])
        result = replace(given.results[0], shape=(rows, columns))
        return Signature(given.arguments[:-1], (result,), self.operations)

    @property
    def kept(self) -> slice:
        reading = self._request.reading
        return slice(None) if reading is None or reading.kept is None else reading.kept

    @property
    def by_unit_vectors(self) -> tuple[Function, tuple[tuple[str, ...], ...]]:
        return self.of, ((self.of.signature.argument_names[-1],),)

    def _by_columns(self, names: tuple[str, ...]) -> bool:
        return True

    @property
    def operations(self) -> Operations:
        """Those of all columns."""
        size = self.of.signature.arguments[-1].size
        return self.of.operations * len(range(size)[self.kept])

    @cached_property
    def derivation(self) -> Derivation:
        """How its product with a vector was rewritten."""
        return self.of.derivation

    @property
    def solving(self) -> str:
        return self.of.solving

    @property
    def _candidate(self) -> Candidate | RolledCandidate:
        return self.of._candidate

    @property
    def loops(self) -> None:
        return None

    @property
    def program(self) -> Program:
        return self._unrolled.program

    def shortcut(self, method: MethodType) -> Callable[..., Any] | None:
        return None

    def _matrix(self, /, *arrays: object, out: object = None, threads: int = 1, **named: object) -> Any:
        call = settle(self.signature, arrays, named, out)
        return _filled(self.signature, *self.by_unit_vectors, threads, call, self.kept)


def jacobian_by_columns(of: Function, names: tuple[str, ...]) -> Function:
    """A Jacobian that is large, as one program where that is on disk, compiled ahead."""
    whole = repr(("jacobian", *names, of.key))
    return Derivative(of, "jacobian", names) if is_compiled(whole) else Columns(of, names)


def _product(request: Request) -> Request:
    """For X x, with x as the last argument."""
    from psiphi.algebra.construction import symbol
    from psiphi.algebra.spaces import Space

    X, taken = request.expression, {argument.name for argument in request.arguments()}
    name = next(x for x in ("x", "column", "column_of_matrix") if x not in taken)
    order = (*(argument.name for argument in request.arguments()), name)
    product = X @ symbol(name, X.domain, Space.ONE)
    return replace(request, expression=product, order=order, slopes=(), reading=None)


def _filled(
    signature: Signature,
    function: Function,
    blocks: Sequence[Sequence[str]],
    threads: int,
    call: Call,
    kept: slice,
) -> Any:
    """The results of a call, for each block of arguments of the function that are unit vectors.

    Further arguments that the call does not have are zero. Of rows and first columns `kept` are asked for.
    """
    if call.rows:
        given = {
            x.name: np.broadcast_to(array.reshape(-1, *x.shape), (call.rows, *x.shape))
            for array, x in zip(call.inputs, signature.arguments, strict=True)
        }
        rest = {x.name: x for x in function.signature.arguments if x.name not in given}
        zeros = {name: np.zeros(x.shape, call.precision.dtype) for name, x in rest.items()}
        pairs = zip(call.results, signature.results, strict=True)
        results = [x.reshape(call.rows, *result.shape) for x, result in pairs]
        for place, block in enumerate(blocks):
            units = [np.eye(rest[name].size, dtype=call.precision.dtype) for name in block]
            units[0] = units[0][kept]
            vectors = {name: x.reshape(-1, *rest[name].shape) for name, x in zip(block, units, strict=True)}
            _fill(results[place :: len(blocks)], function, given, vectors, zeros, threads, kept)
    first, *rest_of_results = call.results
    return call.results if rest_of_results else first


def _fill(
    results: list[Array],
    function: Function,
    given: dict[str, Array],
    units: dict[str, Array],
    zeros: dict[str, Array],
    threads: int,
    kept: slice,
) -> None:
    """The results of one block, some rows and columns at a time."""
    sizes = [*map(len, units.values())]
    columns, own = prod(sizes), sum(x.ndim - 1 for x in units.values())
    flat = [x.reshape(*x.shape[: x.ndim - own], columns) for x in results]
    wide, high = min(columns, ROWS_AT_ONCE), max(1, ROWS_AT_ONCE // max(1, columns))
    for start, first in product(range(0, len(flat[0]), high), range(0, columns, wide)):
        rows, some = slice(start, start + high), slice(first, min(first + wide, columns))
        places = np.unravel_index(np.arange(columns)[some], sizes)
        vectors = {name: x[i] for (name, x), i in zip(units.items(), places, strict=True)}
        arrays = {**zeros, **{name: x[rows, None] for name, x in given.items()}, **vectors}
        ordered = [arrays[name] for name in function.signature.argument_names]
        found = function.call(*ordered, threads=threads)
        for result, each in zip(flat, found if len(flat) > 1 else (found,), strict=True):
            result[rows, ..., some] = np.moveaxis(each[..., kept], 1, -1)
