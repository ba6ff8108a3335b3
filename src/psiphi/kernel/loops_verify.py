"""Checks of a rolled program and its tables: compiled code follows them without looking."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from psiphi.errors import CompileError
from psiphi.kernel.loops import (
    WORLD,
    AddToParent,
    Constants,
    Elements,
    LoopProgram,
    LoopTables,
    Own,
    Parent,
    Read,
    Step,
    Write,
)
from psiphi.kernel.program import verify


def verify_loop(program: LoopProgram, tables: LoopTables) -> None:
    """Raise CompileError where the program is not well formed or the tables do not fit it."""
    _verify_tables(program, tables)
    widths = {field.name: field.width for field in program.fields}
    written = {result.name: np.zeros(result.size, bool) for result in tables.results}
    for sweep in program.passes:
        if tables.bodies and len(sweep.steps) <= int(tables.classes.max()):
            raise CompileError(f"A pass has steps for {len(sweep.steps)} classes, the bodies have more.")
        for number, step in enumerate(sweep.steps):
            if step is not None:
                verify(step.program)
                bodies = np.flatnonzero(tables.classes == number)
                for place, width, writes in _accesses(step):
                    _verify_access(place, width, widths, tables, bodies)
                    if writes and isinstance(place, Elements):
                        starts = tables.offsets[bodies, place.column]
                        written[place.array][starts[:, None] + np.arange(width)] = True
    for name, covered in written.items():
        if not covered.all():
            raise CompileError(f"Element {int(np.argmin(covered))} of the result {name} is never set.")


def _accesses(step: Step) -> Iterator[tuple[Read | Write, int, bool]]:
    """Every read and write of a step with its width."""
    if len(step.reads) != len(step.program.arguments) or len(step.writes) != len(step.program.outputs):
        raise CompileError("A step needs one read for each argument and one write for each output.")
    for argument, read in zip(step.program.arguments, step.reads, strict=True):
        yield read, argument.size, False
    for output, write in zip(step.program.outputs, step.writes, strict=True):
        yield write, output.size, True


def _verify_tables(program: LoopProgram, tables: LoopTables) -> None:
    names = tuple(argument.name for argument in tables.arguments)
    results = tuple(result.name for result in tables.results)
    if names != program.arguments or results != program.results:
        raise CompileError(
            f"The tables are for {names} -> {results}, "
            f"the program is for {program.arguments} -> {program.results}."
        )
    count = tables.bodies
    shapes = {
        "classes": tables.classes.shape[:1],
        "constants": tables.constants.shape[:1],
        "offsets": tables.offsets.shape[:1],
    }
    for name, shape in shapes.items():
        if shape != (count,):
            raise CompileError(f"The table of {name} must have {count} rows, one for each body, not {shape}.")
    if not ((tables.parents >= WORLD) & (tables.parents < np.arange(count))).all():
        raise CompileError("Parents must come before their children, and the parent of a root is the world.")
    if (tables.classes < 0).any():
        raise CompileError("Classes are counted from zero.")
    if not np.isfinite(tables.constants).all():
        raise CompileError("The table of constants has an entry that is not finite.")
    widths = {field.name: field.width for field in program.fields}
    for field, values in tables.world.items():
        if widths.get(field) != len(values):
            raise CompileError(
                f"The world has {len(values)} values for {field}, which is no field of that width."
            )


def _verify_access(
    place: Read | Write, width: int, widths: dict[str, int], tables: LoopTables, bodies: np.ndarray
) -> None:
    match place:
        case Own(field) | Parent(field) | AddToParent(field):
            if widths.get(field) != width:
                raise CompileError(f"{place} is accessed with {width} numbers; fields are {widths}.")
        case Constants(column):
            if not 0 <= column <= tables.constants.shape[1] - width:
                raise CompileError(f"{place} with {width} numbers is outside the table of constants.")
        case Elements(array, column):
            sizes = {item.name: item.size for item in (*tables.arguments, *tables.results)}
            if array not in sizes or not 0 <= column < tables.offsets.shape[1]:
                raise CompileError(f"{place} names no array, or no column of the table of offsets.")
            starts = tables.offsets[bodies, column]
            if ((starts < 0) | (starts > sizes[array] - width)).any():
                raise CompileError(f"{place} with {width} numbers is outside the array of {sizes[array]}.")
