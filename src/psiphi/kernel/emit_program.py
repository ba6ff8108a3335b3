"""The form in which a program is emitted, by its size."""

from __future__ import annotations

from psiphi.kernel.emit_batch import Emission
from psiphi.kernel.emit_split import emit_split
from psiphi.kernel.emit_unrolled import emit_unrolled
from psiphi.kernel.program import Program
from psiphi.kernel.target import Target

# Live nodes above which the time to compile one function grows faster than its length.
UNROLLED_LIMIT = 6_000


def emit_program(program: Program, target: Target) -> Emission:
    """The module that evaluates a program on batches."""
    emit = emit_unrolled if len(program.nodes) <= UNROLLED_LIMIT else emit_split
    return emit(program, target)
