"""Where the code of loops over bodies comes from: emitted for a class of systems, with tables for one."""

from __future__ import annotations

from typing import Any

import numpy as np

from psiphi.kernel.code.target import Precision, Target
from psiphi.kernel.emit.batch import Emission
from psiphi.kernel.loops.emit import TABLES, emit_loop
from psiphi.kernel.loops.layout import is_far, layout_of
from psiphi.kernel.loops.program import LoopProgram, LoopTables, signature_of
from psiphi.kernel.loops.verify import verify_loop


class LoopSource:
    """A rolled program with the tables of one system.

    All systems of the same classes share the code, but for those so large that it prefetches.
    """

    def __init__(self, program: LoopProgram, tables: LoopTables) -> None:
        verify_loop(program, tables)
        self._program = program
        self._far = is_far(program, tables)
        self.key = program.digest + (" far" if self._far else "")
        self.signature = signature_of(program, tables)
        self._layout = layout_of(program, tables)
        self.copies = (tables.bodies, self._layout.seats, self._layout.columns)
        self._converted: dict[Precision, tuple[Any, ...]] = {}

    def emit(self, target: Target) -> Emission:
        return emit_loop(self._program, target, far=self._far)

    def tables(self, precision: Precision) -> tuple[Any, ...]:
        if precision not in self._converted:
            layout = self._layout
            found = {
                "bodies": layout.bodies,
                "constants": layout.constants.astype(precision.dtype),
                "words": layout.words,
                "chunks": layout.chunks,
            }
            self._converted[precision] = tuple(np.ascontiguousarray(found[name]) for name in TABLES)
        return self._converted[precision]
