"""Where bytecode comes from: traced and encoded, or remembered on disk."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from psiphi.kernel.bytecode.bytecode import TABLES, Bytecode
from psiphi.kernel.code import cache
from psiphi.kernel.code.progress import telling
from psiphi.kernel.code.target import Precision, Target
from psiphi.kernel.source import ProgramSource, no_collection
from psiphi.locks import COMPILING

if TYPE_CHECKING:
    from psiphi.kernel.emit.batch import Emission


class BytecodeSource:
    """A program as bytecode; the machine code is that of the interpreter for as many arrays."""

    def __init__(self, source: ProgramSource) -> None:
        self._source = source
        self.signature = source.signature
        self._arrays = len(self.signature.arguments), len(self.signature.results)
        self.key = f"interpreter for {self._arrays}"
        self._bytecode: Bytecode | None = None
        self._converted: dict[Precision, tuple[Any, ...]] = {}

    @property
    def copies(self) -> tuple[int, ...]:
        return (self._encoded().slots,)

    def emit(self, target: Target) -> Emission:
        from psiphi.kernel.bytecode.interpreter import (
            emit_interpreter,  # not needed where the code is on disk
        )

        return emit_interpreter(target, *self._arrays)

    def tables(self, precision: Precision) -> tuple[Any, ...]:
        if precision not in self._converted:
            bytecode = self._encoded()
            found = {**vars(bytecode), "constants": bytecode.constants.astype(precision.dtype)}
            self._converted[precision] = tuple(np.ascontiguousarray(found[name]) for name in TABLES)
        return self._converted[precision]

    def _encoded(self) -> Bytecode:
        with COMPILING:
            if self._bytecode is None:
                key = cache.key_of("bytecode", self._source.key)
                self._bytecode = cache.read(key, Bytecode.from_entry)
                if self._bytecode is None:
                    self._bytecode = self._written()
                    cache.write(key, self._bytecode.entry())
            return self._bytecode

    def _written(self) -> Bytecode:
        from psiphi.kernel.bytecode.encoding import encode

        with no_collection(), telling("tracing"):
            return encode(self._source.traced())
