"""Kernels: operator expressions compiled for one robot."""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property
from typing import Any

from numpy.typing import NDArray

from psiphi.algebra.derivation import Derivation
from psiphi.algebra.derive import derive
from psiphi.algebra.expression import Expr
from psiphi.kernel.counts import Operations
from psiphi.kernel.native import NativeFunction, compile_loop, compile_program
from psiphi.kernel.rolled_tracing import RolledCandidate, cheapest_rolled
from psiphi.kernel.signature import Signature
from psiphi.kernel.tracing import Candidate, Request, cheapest, derivation_form
from psiphi.recursion.describe import describe

FACTORED = "P = W diag(w) W*: the filter runs on factors (UD)"


class Kernel:
    """A compiled expression: `kernel(q, ..., out=None, threads=1)`, arrays also by name.

    Leading dimensions are the batch and broadcast. `kernel.call` is the same function with the least
    overhead.
    """

    def __init__(self, request: Request) -> None:
        request.check()
        self._request = request
        self._rolled = cheapest_rolled(request)
        self._native: NativeFunction = (
            compile_loop(self._rolled.program, self._rolled.tables)
            if self._rolled is not None
            else compile_program(lambda: self._unrolled.program, key=request.key)
        )
        self.call: Callable[..., Any] = self._native.call

    def __call__(self, *arrays: object, **options: object) -> NDArray[Any]:
        return self.call(*arrays, **options)

    def __repr__(self) -> str:
        return f"<Kernel {self.expression} for {self._request.model.name!r}: {self.signature}>"

    @property
    def expression(self) -> Expr:
        """What was compiled, as written."""
        return self._request.expression

    @property
    def signature(self) -> Signature:
        """Arguments and result with their shapes, without the batch."""
        return self._native.signature

    @property
    def operations(self) -> Operations:
        """Exact counts of the compiled program: .mul .add .div .sqrt .sincos .total."""
        return self._native.operations

    @property
    def rolled(self) -> bool:
        """Whether the code is loops over bodies."""
        return self._rolled is not None

    @property
    def form(self) -> str:
        """Which form of the derivation was the cheapest for this robot."""
        return self._candidate.form

    @cached_property
    def derivation(self) -> Derivation:
        """How the expression was rewritten into the compiled form."""
        return derive(self.expression, derivation_form(self._candidate.form))

    @cached_property
    def algorithm(self) -> str:
        """The sweeps as loops over bodies."""
        told = describe(*self._candidate.polynomials)
        return f"{told}\n{FACTORED}" if self._request.factored else told

    @property
    def ir(self) -> str:
        """The LLVM IR of the float64 code for batches."""
        return self._native.ir

    def prepare(self, *, batch: bool = True) -> None:
        """Generate the machine code now instead of at the first call."""
        self._native.prepare(batch=batch)

    @cached_property
    def _unrolled(self) -> Candidate:
        return cheapest(self._request)

    @property
    def _candidate(self) -> Candidate | RolledCandidate:
        return self._rolled if self._rolled is not None else self._unrolled


def compile_expression(request: Request) -> Kernel:
    """The kernel of a request."""
    return Kernel(request)
