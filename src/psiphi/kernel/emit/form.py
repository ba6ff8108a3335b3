"""The form in which a program is emitted, by its size."""

from __future__ import annotations

from psiphi.kernel.code.target import Target
from psiphi.kernel.emit.batch import Emission
from psiphi.kernel.emit.unrolled import emit_unrolled
from psiphi.kernel.emit.values import LONG_ROW
from psiphi.kernel.large import PACKED_LIMIT, SPLIT_FROM, SPLIT_NODES_PER_RESULT, UNROLLED_LIMIT
from psiphi.kernel.program.program import Program


def emit_program(program: Program, target: Target) -> Emission:
    """The module that evaluates a program on batches, or on single rows where the target has one lane."""
    nodes, results = len(program.nodes), sum(output.size for output in program.outputs)
    if target.lanes == 1 and target.isa.bits and program.limbs:
        from psiphi.kernel.packed.emit import emit_packed  # not needed for arms
        from psiphi.kernel.packed.packing import WIDTH, pack

        packing = pack(program) if nodes <= WIDTH * PACKED_LIMIT else None
        if packing is not None and len(packing.steps) <= PACKED_LIMIT:
            return emit_packed(program, packing, target)
    long_rows = any(output.size >= LONG_ROW for output in program.outputs)
    is_long = (
        target.lanes > 1 and nodes > SPLIT_FROM and (long_rows or nodes > SPLIT_NODES_PER_RESULT * results)
    )
    if not is_long and nodes <= UNROLLED_LIMIT:
        return emit_unrolled(program, target)
    from psiphi.kernel.emit.split import emit_split

    return emit_split(program, target)
