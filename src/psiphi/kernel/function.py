"""What all kernels have in common: they are called, counted, and differentiated.

    kernel.jvp                   arguments, then d_name of each → variation of each result
    kernel.vjp                   arguments, then `cotangent` → one row per argument, q's with nv numbers
    kernel.jacobian("q", "v")    one matrix per name; q's has nv columns, those of robot.integrate(q, dq)
    kernel.packed                the same results without the entries that are always zero

Each is a kernel itself.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable
from types import MethodType
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from psiphi.errors import InputError, UnknownNameError
from psiphi.kernel.native import NativeFunction, Shared, compile_loop, compile_program
from psiphi.kernel.thresholds import BYTECODE_FROM, MATRICES_UP_TO, MORE_IN_JVP, TRACED_UP_TO
from psiphi.locks import COMPILING, cached_property
from psiphi.model import Model

if TYPE_CHECKING:
    from psiphi.kernel.loops.differentiate import Loops
    from psiphi.kernel.program.program import Program
    from psiphi.kernel.program.signature import Operations, Signature


class Function(Shared, ABC):
    """A compiled function of arrays: `f(q, ..., out=None, threads=1)`, arrays also by name.

    Leading dimensions are the batch and broadcast. `f.call` is the same function with the least overhead.
    Pickled, it is what it was made from, not its code, which other processes find on disk or make anew.
    """

    def __init__(self, native: NativeFunction) -> None:
        self.native = native
        self._jacobians: dict[tuple[str, ...], Function] = {}
        self.call: Callable[..., Any] = native.call

    def __call__(self, /, *arrays: object, **options: object) -> Any:
        return self.call(*arrays, **options)

    def _compiled(self) -> NativeFunction:
        return compile_program(lambda: self.program, key=self.key, bytecode_from=self.bytecode_from)

    @property
    def bytecode_from(self) -> int:
        """Nodes from which this is bytecode first."""
        return BYTECODE_FROM

    @property
    def signature(self) -> Signature:
        """Arguments and result with their shapes, without the batch."""
        return self.native.signature

    @property
    def operations(self) -> Operations:
        """Exact counts of the compiled program: .mul .add .div .sqrt .sincos .select .arctan2 .total."""
        return self.native.operations

    @property
    def ir(self) -> str:
        """The LLVM IR of the float64 code for batches."""
        return self.native.ir

    @property
    def c_source(self) -> str:
        """The same function as C99, `void evaluate(const double *q, …, double *result)`, one row a call."""
        from psiphi.kernel.program.c_source import c_source

        return c_source(self.program, "evaluate", repr(self).strip("<>"))

    def shortcut(self, method: MethodType) -> Callable[..., Any] | None:
        """A built-in function for a method that calls this kernel; None where there can be none.

        It takes plain calls itself and hands all others to the method, whose parameters begin with the
        arguments, under names of its own.
        """
        return self.native.shortcut(method)

    def prepare(self, *, batch: bool = True, compiled: bool = False) -> None:
        """Generate the machine code now instead of at the first call.

        `compiled` has it compiled however long that takes, where it would be bytecode (kernel/bytecode/).
        """
        self.native.prepare(batch=batch, compiled=compiled)

    # Derivatives

    @cached_property
    def jvp(self) -> Function:
        """The variations of the results for given variations of the arguments: f.jvp(q, v, …, d_q, d_v, …).

        d_q has nv numbers: q is varied by `robot.integrate(q, d_q)`.
        """
        return self._derivative("jvp")

    @cached_property
    def vjp(self) -> Function:
        """λ*∂f/∂x for each argument x and given cotangents λ of the results: f.vjp(q, v, …, cotangent).

        The row of q has nv numbers. Of several results each has a cotangent of its own, cotangent_name.
        """
        return self._derivative("vjp")

    def _derivative(self, mode: str) -> Function:
        return Derivative(self, mode)

    def jacobian(self, *names: str) -> Function:
        """∂f/∂x for the arguments of these names, (*result, columns), for each result one after the other.

        That of q has nv columns: q is varied by `robot.integrate(q, dq)`.
        """
        known = self.signature.argument_names
        for name in names:
            if name not in known:
                raise UnknownNameError(f"jacobian: no argument {name!r}; there are {', '.join(known)}.")
        if not names or len(set(names)) != len(names):
            raise InputError(f"jacobian: name one or more of {', '.join(known)}, each once, not {names}.")
        if names not in self._jacobians:
            self._jacobians[names] = self._jacobian(names)
        return self._jacobians[names]

    def _jacobian(self, names: tuple[str, ...]) -> Function:
        if not self._by_columns(names):
            return Derivative(self, "jacobian", names)
        from psiphi.kernel.columns import jacobian_by_columns

        return jacobian_by_columns(self, names)

    def second_derivatives(self, first: tuple[str, ...], then: tuple[str, ...]) -> Function:
        """`jacobian(*first).jacobian(*then)`, with no program of the first where that would be long."""
        if MORE_IN_JVP * self._expected(first) <= TRACED_UP_TO:
            return self.jacobian(*first).jacobian(*then)
        from psiphi.kernel.columns import Columns

        return Columns(self, first).jacobian(*then)

    @cached_property
    def packed(self) -> Packed:
        """The results without the entries that are zero whatever the arguments are, (..., n) each."""
        return Packed(self)

    @abstractmethod
    def __reduce__(self) -> tuple[type[Function], tuple[object, ...]]: ...

    def _by_columns(self, names: tuple[str, ...]) -> bool:
        """Whether a Jacobian is computed column by column (kernel/columns.py): of loops, and large ones."""
        return self.loops is not None or self._expected(names) > MATRICES_UP_TO

    def _expected(self, names: tuple[str, ...]) -> int:
        """Operations that are expected of a Jacobian as one program."""
        rows = sum(result.size for result in self.signature.results)
        columns = sum(x.size for x in self.signature.arguments if x.name in names)
        return self.operations.total * min(rows, columns)

    @property
    def by_unit_vectors(self) -> tuple[Function, tuple[tuple[str, ...], ...]]:
        """Another function that gives the results, where some of its arguments are all unit vectors in turn.

        For each block of results these arguments by name, in the order of columns; none here.
        """
        return self, ((),)

    kept = slice(None)
    """The rows and first columns of what unit vectors give that are asked for."""

    @property
    @abstractmethod
    def key(self) -> str:
        """A name for what is computed, in any process."""

    @property
    @abstractmethod
    def model(self) -> Model:
        """The model of the robot that this was compiled for."""

    @property
    def loops(self) -> Loops | None:
        """What is computed, where that is loops over bodies."""
        return None

    @property
    @abstractmethod
    def program(self) -> Program:
        """What is computed, operation by operation."""

    def derived(self, mode: str, names: tuple[str, ...]) -> Program:
        """The cheapest program of a derivative: "jvp", "vjp", or "jacobian" with respect to names."""
        from psiphi.kernel.differentiation import derivative_of_program

        return derivative_of_program(self.program, self.model, mode, names)


class Derivative(Function):
    """The derivative `of` a kernel; `mode` is "jvp", "vjp", or "jacobian" with respect to `names`."""

    def __init__(self, of: Function, mode: str, names: tuple[str, ...] = ()) -> None:
        self.of = of
        self.mode = mode
        self.names = names
        super().__init__(self._compiled())

    def __reduce__(self) -> tuple[type[Derivative], tuple[object, ...]]:
        return type(self), (self.of, self.mode, self.names)

    def __repr__(self) -> str:
        by = f" by {', '.join(self.names)}" if self.names else ""
        return f"<{self.mode}{by} of {self.of}: {self.signature}>"

    @property
    def key(self) -> str:
        return repr((self.mode, *self.names, self.of.key))

    @property
    def model(self) -> Model:
        return self.of.model

    @property
    def bytecode_from(self) -> int:
        return self.of.bytecode_from

    @property
    def loops(self) -> Loops | None:
        return self._loops

    @cached_property
    def _loops(self) -> Loops | None:
        loops = self.of.loops
        if loops is None or self.mode == "jacobian":
            return None
        from psiphi.kernel.loops import differentiate

        with COMPILING:
            return differentiate.jvp(loops) if self.mode == "jvp" else differentiate.vjp(loops)

    def _compiled(self) -> NativeFunction:
        loops = self.loops
        return super()._compiled() if loops is None else compile_loop(loops.program, loops.tables)

    @property
    def program(self) -> Program:
        return self._program

    @cached_property
    def _program(self) -> Program:
        return self.of.derived(self.mode, self.names)


class Packed(Function):
    """The results `of` a kernel without the entries that are zero whatever the arguments are."""

    def __init__(self, of: Function) -> None:
        self.of = of
        super().__init__(self._compiled())

    def __reduce__(self) -> tuple[type[Packed], tuple[object, ...]]:
        return type(self), (self.of,)

    def __repr__(self) -> str:
        return f"<{self.of}, packed: {self.signature}>"

    @property
    def key(self) -> str:
        return repr(("packed", self.of.key))

    @property
    def model(self) -> Model:
        return self.of.model

    @property
    def program(self) -> Program:
        from psiphi.kernel.program.packing_zeros import without_zeros

        return without_zeros(self.of.program)

    @cached_property
    def patterns(self) -> tuple[tuple[NDArray[np.intp], ...], ...]:
        """For each result the places of its entries in the whole array: rows, columns, …"""
        from psiphi.kernel.program.packing_zeros import places

        return places(self.of.program)
