"""Checks of a rolled program and its tables: compiled code follows them without looking."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

from psiphi.errors import CompileError
from psiphi.kernel.loops.program import (
    WORLD,
    AddToElements,
    AddToSum,
    Constants,
    Elements,
    FromParent,
    Kept,
    LoopProgram,
    LoopTables,
    Pass,
    Read,
    StartSum,
    Step,
    Sums,
    ToChildren,
    Write,
    starts_sums,
)
from psiphi.kernel.program.program import verify

# Tables hold offsets and numbers of rows in 32 bits.
_LARGEST = 2**31 - 1


def verify_loop(program: LoopProgram, tables: LoopTables) -> None:
    """Raise CompileError where the program is not well formed or the tables do not fit it."""
    _verify_tables(program, tables)
    written = {result.name: np.zeros(result.size, bool) for result in tables.results}
    for name in program.sums_in_results & set(written):
        written[name][:] = True
    kept = [np.zeros(program.kept, bool) for _ in range(int(tables.classes.max(initial=0)) + 1)]
    for sweep in program.passes:
        if tables.bodies and len(sweep.steps) <= int(tables.classes.max()):
            raise CompileError(f"A pass has steps for {len(sweep.steps)} classes, the bodies have more.")
        _verify_exchange(sweep, tables)
        for number, step in enumerate(sweep.steps[: len(kept)]):
            if step is not None:
                verify(step.program)
                bodies = np.flatnonzero(tables.classes == number)
                for place, width, writes in _accesses(step):
                    _verify_access(place, width, tables, bodies)
                    if isinstance(place, Kept):
                        _verify_kept(place, width, writes, kept[number])
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
    if max(count, *(array.size for array in (*tables.arguments, *tables.results)), 0) > _LARGEST:
        raise CompileError("A system of this size has no tables.")


def _verify_access(place: Read | Write, width: int, tables: LoopTables, bodies: NDArray[np.int64]) -> None:
    match place:
        case Constants(column):
            if not 0 <= column <= tables.constants.shape[1] - width:
                raise CompileError(f"{place} with {width} numbers is outside the table of constants.")
        case Elements(array, column) | AddToElements(array, column):
            sizes = {item.name: item.size for item in (*tables.arguments, *tables.results)}
            if array not in sizes or not 0 <= column < tables.offsets.shape[1]:
                raise CompileError(f"{place} names no array, or no column of the table of offsets.")
            starts = tables.offsets[bodies, column]
            if ((starts < 0) | (starts > sizes[array] - width)).any():
                raise CompileError(f"{place} with {width} numbers is outside the array of {sizes[array]}.")
        case _:
            pass


def _verify_kept(place: Kept, width: int, writes: bool, known: NDArray[np.bool_]) -> None:
    """Bodies keep what they set themselves; a step reads before it writes."""
    places = slice(place.place, place.place + width)
    if place.place < 0 or place.place + width > len(known) or not (writes or known[places].all()):
        raise CompileError(f"{place} with {width} numbers is outside of what is kept, or was not set before.")
    known[places] = True


def _verify_exchange(sweep: Pass, tables: LoopTables) -> None:
    """Whatever is read of a parent or of children was set there in the same pass."""
    is_parent = np.zeros(tables.bodies + 1, bool)
    is_parent[tables.parents] = True
    is_first, is_root = starts_sums(tables.parents), tables.parents == WORLD
    required = np.zeros(sweep.exchanged, bool)
    for number, step in enumerate(sweep.steps):
        members = tables.classes == number
        for place, width, _ in _accesses(step) if step is not None and members.any() else ():
            match place:
                case ToChildren(start) | FromParent(start):
                    fits = sweep.outward and not (isinstance(place, FromParent) and is_root[members].any())
                case Sums(start):
                    fits = not sweep.outward
                case StartSum(start):
                    fits = not sweep.outward and bool(is_first[members].all())
                case AddToSum(start):
                    fits = not sweep.outward and not (is_first | is_root)[members].any()
                case _:
                    continue
            if not fits or not 0 <= start <= sweep.exchanged - width:
                raise CompileError(f"{place} with {width} numbers has no place in this pass.")
            if isinstance(place, FromParent | Sums):
                required[start : start + width] = True
    # Those who have to set what is required.
    givers = is_parent[:-1] if sweep.outward else ~is_root
    for number, step in enumerate(sweep.steps):
        if not givers[tables.classes == number].any():
            continue
        given = np.zeros(sweep.exchanged, bool)
        for place, width, _ in _accesses(step) if step is not None else ():
            if isinstance(place, ToChildren | StartSum | AddToSum):
                given[place.place : place.place + width] = True
        if (required & ~given).any():
            raise CompileError(f"Class {number} does not set what other bodies read of it.")
