"""The form in which a program is emitted, by its size."""

from __future__ import annotations

from functools import cache

from psiphi.kernel.code.target import Target
from psiphi.kernel.emit.batch import BLOCK, Emission, function, module, row_pointers
from psiphi.kernel.emit.lanes import Lanes, Writer
from psiphi.kernel.emit.not_finite import return_with_nan, void_rows_of
from psiphi.kernel.emit.values import Tiling, Values
from psiphi.kernel.program.instructions import lower
from psiphi.kernel.program.program import Program
from psiphi.kernel.thresholds import LONG_ROW, SPLIT_FROM, SPLIT_NODES_PER_RESULT, UNROLLED_LIMIT


def emit_program(program: Program, target: Target) -> Emission:
    """The module that evaluates a program on batches, or on single rows where the target has one lane."""
    nodes, results = len(program.nodes), sum(output.size for output in program.outputs)
    matrices = any(len(output.shape) > 1 for output in program.outputs)
    if target.lanes == 1 and target.isa.bits and (program.limbs or matrices):
        from psiphi.kernel.packed.emit import emit_packed  # not needed for arms
        from psiphi.kernel.packed.packing import WIDTH, pack

        packing = pack(program, min(WIDTH, target.angles))
        if packing is not None:
            return emit_packed(program, packing, target)
    long_rows = any(output.size >= LONG_ROW for output in program.outputs)
    is_long = (
        target.lanes > 1 and nodes > SPLIT_FROM and (long_rows or nodes > SPLIT_NODES_PER_RESULT * results)
    )
    if not is_long and nodes <= UNROLLED_LIMIT:
        return emit_unrolled(program, target)
    from psiphi.kernel.emit.split import emit_split

    return emit_split(program, target)


def emit_unrolled(program: Program, target: Target) -> Emission:
    """One straight line of code, which is the fastest for small and middling programs."""
    lanes = Lanes(Writer(), target)
    tiling = Tiling(program, lanes.count)

    def rows(array: int) -> list[str]:
        return row_pointers(lanes, array, tiling.distance(array))

    values = Values(lanes, tiling, tiling.arguments, cache(rows))
    values.compute(lower(program), tiling.early)
    values.write(tiling.late)
    values.read_others()
    return_with_nan(lanes, values.nothing or lanes.constant(0.0))
    return Emission(module(target, [function(lanes.writer, BLOCK), void_rows_of(program, target)]))
