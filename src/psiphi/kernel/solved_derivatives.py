"""Derivatives of vectors for which LAPACK solves a system, z = X⁻¹y (solves.py).

    δz = X⁻¹(δy − δX z),    μ*δz = ν*δy − ν*δX z with ν = X⁻*μ,    z held in δX z

δy, δX z and the variation of what is left once z is known are derivatives of kernels, in loops over bodies
where those are.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from psiphi.kernel.call.safe import settle
from psiphi.kernel.function import Function
from psiphi.kernel.program.differentiate import free_prefix
from psiphi.kernel.program.signature import Argument, Operations, Result, Signature

if TYPE_CHECKING:
    from types import MethodType

    from psiphi.kernel.program.program import Program
    from psiphi.kernel.solves import Solved
    from psiphi.model import Model

Array = NDArray[Any]
Arrays = dict[str, Array]


class SolvedDerivative(Function):
    """The `jvp` or the `vjp` of such a vector."""

    def __init__(self, of: Solved, mode: str) -> None:
        self.of, self.mode = of, mode
        parts = (of.of, of.product, *of.vectors.values())
        self._derived: dict[Function, Function] = {part: getattr(part, mode) for part in parts}
        super().__init__(self._derived[of.of].native)
        self.call = self._called

    def __reduce__(self) -> tuple[type[SolvedDerivative], tuple[object, ...]]:
        return type(self), (self.of, self.mode)

    def __repr__(self) -> str:
        return f"<{self.mode} of {self.of}: {self.signature}>"

    @property
    def key(self) -> str:
        return repr((self.mode, self.of.key))

    @property
    def model(self) -> Model:
        return self.of.model

    @property
    def program(self) -> Program:
        return self.of.program  # there is none, and that says why

    @property
    def signature(self) -> Signature:
        given = self.of.signature
        slopes = [Argument(x.name, self.of.variation(x)) for x in given.arguments]
        if self.mode == "jvp":
            varied = [Argument(self._prefix("d_") + x.name, x.shape) for x in slopes]
            results = [Result(self._prefix("d_") + x.name, x.shape) for x in given.results]
            return Signature((*given.arguments, *varied), tuple(results), self.operations)
        cotangent = Argument(self._prefix("cotangent_")[:-1], given.results[0].shape)
        results = [Result(self._prefix("gradient_") + x.name, x.shape) for x in slopes]
        return Signature((*given.arguments, cotangent), tuple(results), self.operations)

    def _prefix(self, prefix: str) -> str:
        given = self.of.signature
        return free_prefix(prefix, [x.name for x in (*given.arguments, *given.results)])

    @property
    def operations(self) -> Operations:
        """Those of the vector, and of the derivatives of its parts."""
        times = len(self.of.vectors)
        parts = sum((self._derived[x].operations for x in self.of.vectors.values()), start=Operations())
        own = self._derived[self.of.of].operations + self._derived[self.of.product].operations * times
        return self.of.operations + parts + own

    def shortcut(self, method: MethodType) -> None:
        return None

    def _called(self, /, *arrays: object, out: object = None, threads: int = 1, **named: object) -> Any:
        call = settle(self.signature, arrays, named, out)
        if call.rows:
            names = [argument.name for argument in self.signature.arguments]
            bound: dict[str, Any] = {**dict(zip(names, arrays, strict=False)), **named}
            inputs = [np.asarray(bound[name], call.precision.dtype) for name in names]
            known = len(self.of.signature.arguments)
            found = self._variations if self.mode == "jvp" else self._gradients
            for result, each in zip(
                call.results, found(inputs[:known], inputs[known:], threads), strict=True
            ):
                result[...] = each
        first, *rest = call.results
        return call.results if rest else first

    def _variations(self, inputs: list[Array], varied: list[Array], threads: int) -> list[Array]:
        of = self.of
        given, matrix = of.solutions(inputs, threads)
        moves = dict(zip(of.signature.argument_names, varied, strict=True))
        for name, right in of.vectors.items():
            z = given[name]
            left = self._jvp(
                of.product, {**given, of.column: z}, {**moves, of.column: np.zeros_like(z)}, threads
            )
            moves[name] = of.applied(matrix, self._jvp(right, given, moves, threads) - left)
        return [self._jvp(of.of, given, moves, threads)]

    def _jvp(self, part: Function, given: Arrays, moves: Arrays, threads: int) -> Array:
        names = part.signature.argument_names
        arrays = [*(given[name] for name in names), *(moves[name] for name in names)]
        return self._derived[part].call(*arrays, threads=threads)

    def _gradients(self, inputs: list[Array], cotangents: list[Array], threads: int) -> list[Array]:
        of = self.of
        given, matrix = of.solutions(inputs, threads)
        rows: Arrays = dict.fromkeys(of.signature.argument_names, np.zeros(()))
        self._add_vjp(rows, of.of, given, cotangents[0], threads)
        for name, right in of.vectors.items():
            owed = of.applied(np.swapaxes(matrix, -1, -2), rows[name])
            self._add_vjp(rows, right, given, owed, threads)
            self._add_vjp(rows, of.product, {**given, of.column: given[name]}, -owed, threads)
        return [rows[name] for name in of.signature.argument_names]

    def _add_vjp(self, rows: Arrays, part: Function, given: Arrays, cotangent: Array, threads: int) -> None:
        names = part.signature.argument_names
        found = self._derived[part].call(*(given[name] for name in names), cotangent, threads=threads)
        for name, row in zip(names, found if len(names) > 1 else (found,), strict=True):
            rows[name] = rows.get(name, 0.0) + row
