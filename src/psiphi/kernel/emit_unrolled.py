"""A program as one straight line of code: the fastest form of small and middling programs."""

from __future__ import annotations

from psiphi.kernel.emit_arithmetic import emit_outputs
from psiphi.kernel.emit_batch import (
    BLOCK,
    Emission,
    function,
    module,
    return_with_nan,
    row_pointers,
    sum_of_nothing,
)
from psiphi.kernel.emit_lanes import Lanes, Writer
from psiphi.kernel.emit_rows import load_columns, store_columns
from psiphi.kernel.program import Program
from psiphi.kernel.target import Target


def emit_unrolled(program: Program, target: Target) -> Emission:
    """IR of a module whose entry point evaluates the program on a batch."""
    lanes = Lanes(Writer(), target)
    columns: dict[tuple[str, int], str] = {}
    for place, argument in enumerate(program.arguments):
        loaded = load_columns(lanes, row_pointers(lanes, place), argument.size)
        columns.update(((argument.name, index), column) for index, column in enumerate(loaded))
    nothing = sum_of_nothing(lanes, list(columns.values()))

    outputs = emit_outputs(lanes, program, columns)

    for place, results in enumerate(outputs, start=len(program.arguments)):
        store_columns(lanes, row_pointers(lanes, place, len(results)), results)
    return_with_nan(lanes, nothing)

    return Emission(
        module(target, [function(lanes.writer, BLOCK)], len(program.arguments), len(program.outputs))
    )
