"""Compiled functions: NumPy arrays in, NumPy arrays out."""

from __future__ import annotations

import ctypes
import threading
from collections.abc import Callable
from typing import Any

import numpy as np
from numpy.typing import NDArray

from psiphi.errors import InputError
from psiphi.kernel import isa, llvm
from psiphi.kernel.call import Call, settle
from psiphi.kernel.emit_batch import ENTRY
from psiphi.kernel.emit_unrolled import emit_unrolled
from psiphi.kernel.program import Argument, Program, verify
from psiphi.kernel.signature import Result, Signature
from psiphi.kernel.target import Precision, Target


class NativeFunction:
    """A program as machine code: `f(*arrays, out=None, threads=1)`, arrays also by the names of arguments.

    Code is generated when it is first needed, apart for float64 and float32, for single rows and for batches.
    """

    def __init__(self, build: Callable[[], Program]) -> None:
        self._program = build()
        verify(self._program)
        self.signature = Signature.of(self._program)
        self._isa = isa.selected()
        self._loaded: dict[Target, tuple[llvm.LoadedObject, Any]] = {}
        self._lock = threading.Lock()

    @property
    def arguments(self) -> tuple[Argument, ...]:
        return self.signature.arguments

    @property
    def outputs(self) -> tuple[Result, ...]:
        return self.signature.results

    @property
    def operations(self) -> Any:
        return self.signature.operations

    @property
    def ir(self) -> str:
        """The LLVM IR of the float64 batch code."""
        return emit_unrolled(self._program, Target.wide(self._isa, Precision.DOUBLE))

    def __call__(
        self, *arrays: object, out: object = None, threads: object = 1, **named: object
    ) -> NDArray[Any] | tuple[NDArray[Any], ...]:
        if isinstance(threads, bool) or not isinstance(threads, int) or threads < 1:
            raise InputError(f"`threads` must be a positive integer, not {threads!r}.")
        call = settle(self.signature, arrays, named, out)
        if call.rows:
            self._run(call, threads)
        first, *rest = call.results
        return call.results if rest else first

    def _run(self, call: Call, threads: int) -> None:
        make = Target.narrow if call.rows == 1 else Target.wide
        target = make(self._isa, call.precision)
        function = self._function(target)
        # Whole blocks for each thread; results do not depend on where a row stands.
        share = -(-call.rows // (threads * target.lanes)) * target.lanes
        parts = [(first, min(share, call.rows - first)) for first in range(0, call.rows, share)]
        workers = [threading.Thread(target=_run_part, args=(function, call, *part)) for part in parts[1:]]
        for worker in workers:
            worker.start()
        _run_part(function, call, *parts[0])
        for worker in workers:
            worker.join()

    def _function(self, target: Target) -> Any:
        with self._lock:
            if target not in self._loaded:
                code = llvm.assemble(emit_unrolled(self._program, target), target.isa.cpu)
                loaded = llvm.LoadedObject(code)
                function = loaded.function(ENTRY, ctypes.c_void_p, ctypes.c_int64, ctypes.c_void_p)
                self._loaded[target] = (loaded, function)
            return self._loaded[target][1]


def _run_part(function: Any, call: Call, first: int, rows: int) -> None:
    size = call.precision.size
    table: list[int] = []
    for array, stride in zip(call.inputs, call.strides, strict=True):
        table += [array.ctypes.data + first * stride * size, stride]
    for array in call.results:
        stride = array.size // call.rows
        table += [array.ctypes.data + first * stride * size, stride]
    words = np.array(table, np.int64)
    function(words.ctypes.data, rows, None)


def compile_program(build: Program | Callable[[], Program], *, key: str | None = None) -> NativeFunction:
    """Compile a program, or what `build` returns, to a native function."""
    return NativeFunction((lambda: build) if isinstance(build, Program) else build)
