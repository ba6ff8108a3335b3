"""The form in which a program is emitted, by its size."""

from __future__ import annotations

from psiphi.kernel.emit_batch import Emission
from psiphi.kernel.emit_split import emit_split
from psiphi.kernel.emit_unrolled import emit_unrolled
from psiphi.kernel.program import Program
from psiphi.kernel.target import Target

# Live nodes beyond which the time to compile one function grows faster than its length.
UNROLLED_LIMIT = 6_000
# Live nodes beyond which, in batches, code does not stay decoded in the processor from one block to the next.
# Matrices gain nothing from strips: moving them takes more than computing them.
STRIPS_FROM = 1_200
_NODES_PER_RESULT = 16


def emit_program(program: Program, target: Target) -> Emission:
    """The module that evaluates a program on batches."""
    nodes, results = len(program.nodes), sum(output.size for output in program.outputs)
    strips = target.lanes > 1 and nodes > max(STRIPS_FROM, _NODES_PER_RESULT * results)
    emit = emit_split if strips or nodes > UNROLLED_LIMIT else emit_unrolled
    return emit(program, target)
