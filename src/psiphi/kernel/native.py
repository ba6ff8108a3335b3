"""Compiled functions: NumPy arrays in, NumPy arrays out."""

from __future__ import annotations

from collections.abc import Callable
from numbers import Integral
from types import MethodType
from typing import TYPE_CHECKING, Any, NoReturn, Self

import numpy as np
from numpy.typing import DTypeLike, NDArray

from psiphi.errors import ArgumentTypeError, InputError
from psiphi.kernel.call.direct import Description, DirectCall, direct_call
from psiphi.kernel.call.run import run
from psiphi.kernel.call.safe import Call, settle
from psiphi.kernel.call.staged import StagedRows
from psiphi.kernel.code import isa
from psiphi.kernel.code.target import Precision, Target
from psiphi.kernel.code.variant import Variant, is_on_disk, load, obtain
from psiphi.kernel.program.signature import Argument, Operations, Result, Signature
from psiphi.kernel.source import ProgramSource, Source
from psiphi.kernel.thresholds import BYTECODE_FROM, BYTECODE_ROWS, COMPILED_UP_TO, NODES_PER_RESULT
from psiphi.locks import COMPILING

if TYPE_CHECKING:
    from psiphi.kernel.loops.program import LoopProgram, LoopTables
    from psiphi.kernel.program.program import Program


class Shared:
    """What copies share."""

    def __copy__(self) -> Self:
        return self

    def __deepcopy__(self, memo: object) -> Self:
        return self


class NativeFunction(Shared):
    """A program as machine code: `f(*arrays, out=None, threads=1)`, arrays also by the names of arguments.

    Results of rows depend neither on the batch around them nor on `threads`, bit for bit.  Code is generated
    when it is first needed, apart for float64 and float32, for single rows and for batches; `prepare` does it
    beforehand.  `f.call` is the same function with the least overhead: a built-in one where that is possible.
    """

    def __init__(self, source: Source, compiled: Source | None = None, *, gives_way: bool = False) -> None:
        """`compiled` is the same as code of its own, which runs in the place of `source` once it is made.

        That is when `prepare` asks for it and, where `source` gives way, after so many `bytecode_rows`.
        """
        self.bytecode_rows = BYTECODE_ROWS
        self._source = source
        self._compiled = compiled or source
        self._gives_way = gives_way
        self._giving_way: dict[tuple[Precision, bool], int] = {}  # and the rows that were computed
        self._isa = isa.selected()
        self._variants: dict[tuple[Precision, bool], Variant] = {}
        self._direct: list[DirectCall] = []
        self._staged: tuple[StagedRows, ...] = ()
        description = Description.of_compiled(source.signature)
        self.call: Callable[..., Any] = self._in_front_of(self._call_safely, description) or self._call_safely

    def __reduce__(self) -> NoReturn:
        raise ArgumentTypeError(
            "Machine code belongs to a process. Send the kernel or the robot instead: code that is on disk "
            "is loaded in milliseconds."
        )

    @property
    def signature(self) -> Signature:
        return self._source.signature

    @property
    def arguments(self) -> tuple[Argument, ...]:
        return self.signature.arguments

    @property
    def outputs(self) -> tuple[Result, ...]:
        return self.signature.results

    @property
    def operations(self) -> Operations:
        """Exact counts of the operations of one row."""
        return self.signature.operations

    @property
    def ir(self) -> str:
        """The LLVM IR of the float64 code for batches."""
        return self._source.emit(Target.wide(self._isa, Precision.DOUBLE)).ir

    def __repr__(self) -> str:
        return f"<NativeFunction {self.signature}>"

    def __call__(self, /, *arrays: object, **options: object) -> NDArray[Any] | tuple[NDArray[Any], ...]:
        return self.call(*arrays, **options)

    def _call_safely(
        self, /, *arrays: object, out: object = None, threads: object = 1, **named: object
    ) -> NDArray[Any] | tuple[NDArray[Any], ...]:
        if isinstance(threads, bool) or not isinstance(threads, Integral) or threads < 1:
            raise InputError(f"`threads` must be a positive integer, not {threads!r}.")
        if threads == 1 and not named:
            for rows in self._staged:
                answer = rows.call(arrays, out)
                if answer is not None:
                    return answer
        call = settle(self.signature, arrays, named, out)
        if call.rows:
            self._run(call, int(threads))
        first, *rest = call.results
        return call.results if rest else first

    def shortcut(self, method: MethodType) -> Callable[..., Any] | None:
        """A built-in function for a method that calls this one; None where there can be none.

        It takes plain calls itself and hands all others to the method, whose parameters begin with the
        arguments, under names of its own.
        """
        return self._in_front_of(method, Description.of_method(self.signature, method))

    def _in_front_of(self, safe: MethodType, description: Description) -> Callable[..., Any] | None:
        direct = direct_call(self.signature, safe, description)
        if direct is None:
            return None
        with COMPILING:
            for (precision, batch), variant in self._variants.items():
                if (precision, batch) not in self._giving_way:
                    direct.use(variant, batch, self._source.tables(precision))
            self._direct.append(direct)
        return direct.function

    def prepare(self, dtype: DTypeLike = np.float64, *, batch: bool = True, compiled: bool = False) -> None:
        """Generate the code for batches, or for single rows, of a type of numbers now.

        `compiled` has it compiled however long that takes, where it would stay bytecode.
        """
        for precision in Precision:
            if np.dtype(dtype) == precision.dtype:
                if self._gives_way or (compiled and self._compiled is not self._source):
                    self._compile(precision, batch)
                else:
                    self.variant(precision, batch)
                return
        raise InputError(f"Compiled functions work in float64 and float32, not in {np.dtype(dtype)}.")

    def _run(self, call: Call, threads: int) -> None:
        variant = self.variant(call.precision, call.rows > 1, call.rows)
        run(variant, call, self.tables(call.precision), threads)

    def tables(self, precision: Precision) -> tuple[Any, ...]:
        """What the code reads besides arguments."""
        return self._source.tables(precision)

    def variant(self, precision: Precision, batch: bool, rows: int = 0) -> Variant:
        """The machine code for batches or single rows, of which so many are to be computed."""
        found = self._variants.get((precision, batch))
        if found is None:
            found = self._obtain(precision, batch)
        computed = self._giving_way.get((precision, batch))
        if computed is None:
            return found
        if computed + rows > self.bytecode_rows:
            return self._compile(precision, batch)
        self._giving_way[precision, batch] = computed + rows  # others may count at the same time, roughly
        return found

    def _obtain(self, precision: Precision, batch: bool) -> Variant:
        target = self._target(precision, batch)
        # in some milliseconds, while others may be compiling
        compiled = load(self._compiled, target)
        variant = compiled or load(self._source, target)
        with COMPILING:
            if (precision, batch) not in self._variants:
                variant = variant or obtain(self._source, target)
                if self._gives_way and compiled is None:
                    self._giving_way[precision, batch] = 0
                    self._variants[precision, batch] = variant
                else:
                    self._use(variant, batch)
            return self._variants[precision, batch]

    def _compile(self, precision: Precision, batch: bool) -> Variant:
        """Code of its own, from now on."""
        with COMPILING:
            waits = (precision, batch) in self._giving_way or not self._gives_way
            if waits or (precision, batch) not in self._variants:
                self._use(obtain(self._compiled, self._target(precision, batch)), batch)
                self._giving_way.pop((precision, batch), None)
            return self._variants[precision, batch]

    def _target(self, precision: Precision, batch: bool) -> Target:
        return (Target.wide if batch else Target.narrow)(self._isa, precision)

    def _use(self, variant: Variant, batch: bool) -> None:
        """Run this code from now on."""
        precision = variant.target.precision
        for direct in self._direct:
            direct.use(variant, batch, self._source.tables(precision))
        if StagedRows.suit(variant):
            rows = StagedRows(self.signature, variant, self._source.tables(precision), batch=batch)
            others = (x for x in self._staged if x.dtype is not rows.dtype or x.batch is not batch)
            self._staged = (*others, rows)
        self._variants[precision, batch] = variant


def compile_program(
    build: Program | Callable[[], Program], *, key: str | None = None, bytecode_from: int = BYTECODE_FROM
) -> NativeFunction:
    """A native function of a program, or of the program that `build` traces.

    `key` names the program across processes: where code of that key is in the cache, `build` is never called.
    Programs of equal keys must be equal. One of `bytecode_from` nodes or more is interpreted as bytecode
    until it has run often.
    """
    source = ProgramSource(build if callable(build) else lambda: build, key)
    size = source.nodes + NODES_PER_RESULT * sum(result.size for result in source.signature.results)
    if size < bytecode_from:
        return NativeFunction(source)
    from psiphi.kernel.bytecode.source import BytecodeSource

    return NativeFunction(BytecodeSource(source), source, gives_way=size < COMPILED_UP_TO)


def is_compiled(key: str) -> bool:
    """Whether code of the program of a key is on disk, for batches in double precision."""
    return is_on_disk(key, Target.wide(isa.selected(), Precision.DOUBLE))


def compile_loop(program: LoopProgram, tables: LoopTables) -> NativeFunction:
    """A native function of a rolled program for one system; its code is shared by all systems it fits."""
    from psiphi.kernel.loops.source import LoopSource

    return NativeFunction(LoopSource(program, tables))
