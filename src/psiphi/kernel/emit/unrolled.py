"""A program as one straight line of code: the fastest form of small and middling programs."""

from __future__ import annotations

from functools import cache

from psiphi.kernel.code.target import Target
from psiphi.kernel.emit.batch import BLOCK, Emission, function, module, row_pointers
from psiphi.kernel.emit.lanes import Lanes, Writer
from psiphi.kernel.emit.not_finite import return_with_nan, void_rows_of
from psiphi.kernel.emit.values import Tiling, Values
from psiphi.kernel.program.instructions import lower
from psiphi.kernel.program.program import Program


def emit_unrolled(program: Program, target: Target) -> Emission:
    """IR of a module whose entry point evaluates the program on a batch."""
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
