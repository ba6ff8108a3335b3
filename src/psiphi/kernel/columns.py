"""Large matrices, column by column: a function of O(N) on unit vectors, all of them a batch.

A matrix as one program has N² operations at the least, which takes long to trace and to compile. The columns
of a Jacobian need one function of O(N), the `jvp` of the kernel, and those of a matrix X its product X x with
a vector; both are loops over bodies where that is possible.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from psiphi.kernel.call.safe import Call, settle
from psiphi.kernel.function import Function
from psiphi.kernel.kernel import Deferred, Kernel, prefers_loops
from psiphi.kernel.large import MATRICES_UP_TO
from psiphi.kernel.program.signature import Operations, Result, Signature
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
        return self.of.jvp.operations * sum(map(self._size, self.names))

    @property
    def key(self) -> str:
        return repr(("columns", *self.names, self.of.key))

    @property
    def model(self) -> Model:
        return self.of.model

    @property
    def program(self) -> Program:
        return self.of.derived("jacobian", self.names)

    def shortcut(self, method: MethodType) -> Callable[..., Any] | None:
        return None

    def _size(self, name: str) -> int:
        return next(x.size for x in self.of.jvp.signature.arguments if x.name == f"d_{name}")

    def _matrices(self, /, *arrays: object, out: object = None, threads: int = 1, **named: object) -> Any:
        jvp = self.of.jvp
        ways = [
            [f"d_{name}" == x.name for x in jvp.signature.arguments[len(self.signature.arguments) :]]
            for name in self.names
        ]
        return _filled(self.signature, jvp, ways, threads, settle(self.signature, arrays, named, out))


class MatrixByColumns(Kernel):
    """The matrix X of a kernel, whose product X x with any vector is the kernel `of`."""

    def __init__(self, request: Request | Deferred) -> None:
        self._given = request
        self.of = Kernel(_product(self._request))
        self._rolled = self.of._rolled
        Function.__init__(self, self.of.native)
        self.call = self._matrix

    @property
    def signature(self) -> Signature:
        given, shape = self.of.signature, self._request.shapes()[0]
        return Signature(given.arguments[:-1], (replace(given.results[0], shape=shape),), self.operations)

    @property
    def operations(self) -> Operations:
        """Those of all columns."""
        return self.of.operations * self.of.signature.arguments[-1].size

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
        return _filled(self.signature, self.of, [[True]], threads, settle(self.signature, arrays, named, out))


def kernel_of(request: Request | Deferred) -> Kernel:
    """The kernel for a request: by columns where a matrix of a large robot would be a long program."""
    if prefers_loops(request):
        from psiphi.kernel.tracing import expected_operations

        made = request.make() if isinstance(request, Deferred) else request
        made.check()
        if made.is_matrix and expected_operations(made) > MATRICES_UP_TO:
            return MatrixByColumns(request)
    return Kernel(request)


def _product(request: Request) -> Request:
    """For X x, with x as the last argument."""
    from psiphi.algebra.expression import symbol
    from psiphi.algebra.spaces import Space

    X, taken = request.expression, {argument.name for argument in request.arguments()}
    name = next(x for x in ("x", "column", "column_of_matrix") if x not in taken)
    order = (*(argument.name for argument in request.arguments()), name)
    return replace(request, expression=X @ symbol(name, X.domain, Space.ONE), order=order, slopes=())


def _filled(
    signature: Signature, function: Function, ways: Sequence[Sequence[bool]], threads: int, call: Call
) -> Any:
    """The results of a call, one after the other for each way: which further argument is a unit vector.

    The others are zero.
    """
    if call.rows:
        inputs = [
            np.broadcast_to(x.reshape(-1, *argument.shape), (call.rows, *argument.shape))
            for x, argument in zip(call.inputs, signature.arguments, strict=True)
        ]
        pairs = zip(call.results, signature.results, strict=True)
        results = [x.reshape(call.rows, *result.shape) for x, result in pairs]
        for place, way in enumerate(ways):
            units = [
                np.eye(x.size, dtype=call.precision.dtype)
                if unit
                else np.zeros(x.shape, call.precision.dtype)
                for x, unit in zip(function.signature.arguments[len(inputs) :], way, strict=True)
            ]
            _fill(results[place :: len(ways)], function, inputs, units, threads)
    first, *rest = call.results
    return call.results if rest else first


def _fill(
    results: list[Array], function: Function, inputs: list[Array], units: list[Array], threads: int
) -> None:
    """The matrices of one way, some rows at a time."""
    step = max(1, ROWS_AT_ONCE // max(map(len, units)))
    for start in range(0, len(inputs[0]), step):
        rows = slice(start, start + step)
        found = function.call(*(x[rows, None] for x in inputs), *units, threads=threads)
        for result, columns in zip(results, found if len(results) > 1 else (found,), strict=True):
            result[rows] = np.moveaxis(columns, 1, -1)
