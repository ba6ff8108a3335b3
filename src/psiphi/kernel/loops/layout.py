"""How rolled programs and their tables lie in memory, so that long loops wait for it as little as possible.

* Each pass has tables of its own, in which a body has the constants that its step reads and no others.
* Bodies exchange numbers in few seats (`seats_of`).
* Where what bodies keep does not stay in the caches, code prefetches it: then the loop is *far*.
* Rows of arguments and results are left to the processor, which prefetches them itself.
* Passes in one direction that follow each other, a *group*, take turns over *chunks* of bodies, and elements
  of arrays are brought in and out of lanes chunk by chunk. An array whose elements do not follow the order
  of the bodies is brought in and out as a whole.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from psiphi.frozen import frozen
from psiphi.kernel.loops.program import (
    AddToElements,
    Constants,
    Elements,
    Kept,
    LoopProgram,
    LoopTables,
    Pass,
    Step,
)

TIPS = 0
"""The seat that bodies without children share."""

CHUNK = 2048
"""Bodies in a chunk: enough for long runs through the rows of arrays, which the processor prefetches, and few
enough to stay in the caches."""

FAR = 1 << 16
"""Numbers that all bodies keep for a row from which loops are far: some MB for the rows of a block."""

CLASS, SEAT, PARENT_SEAT, OFFSETS = range(4)
"""The columns of a pass's table of bodies; the offsets that it reads come last."""


@frozen
class PassLayout:
    """What a pass reads, and where its numbers begin in a seat.

    constants   how many a body has at most; a step reads its own from the first on (constants_of)
    offsets     the columns of offsets
    """

    constants: int
    offsets: tuple[int, ...]
    seat_place: int


@frozen
class Group:
    """Passes in one direction, by number, and the arrays they read and set."""

    outward: bool
    passes: tuple[int, ...]
    reads: frozenset[str]
    writes: frozenset[str]


def groups_of(program: LoopProgram) -> list[Group]:
    """The passes in groups."""
    runs: list[list[int]] = []
    for number, sweep in enumerate(program.passes):
        if runs and program.passes[runs[-1][0]].outward == sweep.outward:
            runs[-1].append(number)
        else:
            runs.append([number])
    groups: list[Group] = []
    for run in runs:
        steps = [step for number in run for step in _steps(program.passes[number])]
        reads = {read.array for step in steps for read in step.reads if isinstance(read, Elements)}
        writes = {write.array for step in steps for write in step.writes if isinstance(write, Elements)}
        outward = program.passes[run[0]].outward
        groups.append(Group(outward, tuple(run), frozenset(reads), frozenset(writes)))
    return groups


def is_far(program: LoopProgram, tables: LoopTables) -> bool:
    """Whether what the bodies of a system keep is far."""
    return program.kept * tables.bodies >= FAR


def first_touched(program: LoopProgram, number: int) -> list[int]:
    """The places that bodies keep which a pass is the first of its group to read or to set."""
    group = next(group for group in groups_of(program) if number in group.passes)
    before = {place for each in group.passes if each < number for place in _touched(program.passes[each])}
    return sorted(_touched(program.passes[number]) - before)


def _touched(sweep: Pass) -> set[int]:
    return {
        place.place + index
        for step in _steps(sweep)
        for place, array in zip(
            (*step.reads, *step.writes), (*step.program.arguments, *step.program.outputs), strict=True
        )
        if isinstance(place, Kept)
        for index in range(array.size)
    }


def pass_layouts(program: LoopProgram) -> list[PassLayout]:
    """The layout of each pass."""
    layouts: dict[int, PassLayout] = {}
    for group in groups_of(program):
        place = 0
        for number in group.passes:
            sweep = program.passes[number]
            constants = max((len(constants_of(step)) for step in _steps(sweep)), default=0)
            layouts[number] = PassLayout(constants, _offsets_of(sweep), place)
            place += sweep.exchanged
    return [layouts[number] for number in range(len(program.passes))]


def seat_width(program: LoopProgram) -> int:
    """How many numbers a seat has: those of all passes of a group."""
    widths = (sum(program.passes[number].exchanged for number in g.passes) for g in groups_of(program))
    return max(widths, default=0)


def _steps(sweep: Pass) -> list[Step]:
    return [step for step in sweep.steps if step is not None]


def constants_of(step: Step) -> tuple[int, ...]:
    """The columns of constants that a step reads, as they lie in the table of its pass."""
    found = {
        read.column + index
        for argument, read in zip(step.program.arguments, step.reads, strict=True)
        if isinstance(read, Constants)
        for index in range(argument.size)
    }
    return tuple(sorted(found))


def _offsets_of(sweep: Pass) -> tuple[int, ...]:
    return tuple(sorted({place.column for place in element_places(sweep)}))


def element_places(sweep: Pass) -> list[Elements | AddToElements]:
    """Every read or write of elements of arrays in a pass."""
    places = (place for step in _steps(sweep) for place in (*step.reads, *step.writes))
    return [place for place in places if isinstance(place, Elements | AddToElements)]


@frozen(eq=False)
class LoopLayout:
    """The tables as the code reads them.

    bodies      for each pass, then each body: class, seat, parent's seat, offsets
    constants   for each pass, then each body
    words       how many bodies, seats, chunks, bodies in a chunk, and columns there are; for each array its
                size, how much of it is moved at once before or after all passes, where its columns begin
    chunks      for each array, then each chunk: the first element, and how many
    columns     how many columns of arrays there are at a time
    """

    bodies: NDArray[np.int32]
    constants: NDArray[np.float64]
    words: NDArray[np.int64]
    chunks: NDArray[np.int64]
    seats: int
    columns: int


BODIES_WORD, SEATS_WORD, CHUNKS_WORD, CHUNK_WORD, COLUMNS_WORD, ARRAYS_WORD = range(6)
ARRAY_SIZE, ARRAY_WHOLE, ARRAY_PLACE, ARRAY_WORDS = range(4)


def layout_of(program: LoopProgram, tables: LoopTables) -> LoopLayout:
    """The tables of a system, laid out for a program."""
    seats, count = seats_of(tables.parents)
    parent_seats = np.where(tables.parents < 0, TIPS, seats[tables.parents])
    bodies: list[NDArray[np.int32]] = [np.zeros(0, np.int32)]
    constants: list[NDArray[np.float64]] = [np.zeros(0)]
    for sweep, layout in zip(program.passes, pass_layouts(program), strict=True):
        columns = [tables.classes, seats, parent_seats, *tables.offsets[:, layout.offsets].T]
        bodies.append(np.column_stack(columns).astype(np.int32).reshape(-1))
        constants.append(_constants(sweep, layout, tables).reshape(-1))

    chunk = max(1, min(CHUNK, tables.bodies))
    starts = np.arange(0, tables.bodies, chunk)
    words: list[int] = []
    chunks: list[NDArray[np.int64]] = []
    place = 0
    for array in (*tables.arguments, *tables.results):
        # arrays that one chunk takes whole are moved once, not for every group of steps
        ranges = _ranges(program, tables, array.name, array.size, starts) if len(starts) > 1 else None
        whole = array.size if ranges is None else 0
        ranges = np.zeros((len(starts), 2), np.int64) if ranges is None else ranges
        words += [array.size, whole, place]
        place += max(whole, int(ranges[:, 1].max(initial=0)))
        chunks.append(ranges)
    return LoopLayout(
        np.concatenate(bodies),
        np.concatenate(constants),
        np.array([tables.bodies, count, len(starts), chunk, place, *words], np.int64),
        np.stack(chunks),
        count,
        place,
    )


def _constants(sweep: Pass, layout: PassLayout, tables: LoopTables) -> NDArray[np.float64]:
    """The table of constants of a pass."""
    found = np.zeros((tables.bodies, layout.constants))
    for number, step in enumerate(sweep.steps):
        if step is not None:
            members, columns = tables.classes == number, constants_of(step)
            found[members, : len(columns)] = tables.constants[members][:, columns]
    return found


def _ranges(
    program: LoopProgram, tables: LoopTables, array: str, size: int, starts: NDArray[np.int64]
) -> NDArray[np.int64] | None:
    """The elements of each chunk, (first, count), or None where they do not follow each other."""
    accesses = [
        (number, place, width)
        for sweep in program.passes
        for number, step in enumerate(sweep.steps)
        if step is not None
        for place, width in _array_accesses(step, array)
    ]
    setting = [group for group in groups_of(program) if array in group.writes]
    added = array in program.sums_in_results
    if not accesses or not tables.bodies or added or len(setting) > 1:
        return None
    first = np.full(tables.bodies, size)
    last = np.zeros(tables.bodies, np.int64)
    used = np.zeros(tables.bodies, np.int64)
    for number, place, width in dict.fromkeys(accesses):
        members = tables.classes == number
        offsets = tables.offsets[members, place.column]
        first[members] = np.minimum(first[members], offsets)
        last[members] = np.maximum(last[members], offsets + width)
        used[members] += width
    firsts, lasts = np.minimum.reduceat(first, starts), np.maximum.reduceat(last, starts)
    follows = firsts[0] == 0 and lasts[-1] == size and (firsts[1:] == lasts[:-1]).all()
    # Elements that nobody sets must not be brought out.
    complete = not setting or (np.add.reduceat(used, starts) == lasts - firsts).all()
    return np.stack([firsts, lasts - firsts], axis=1) if follows and complete else None


def _array_accesses(step: Step, array: str) -> list[tuple[Elements, int]]:
    sizes = [x.size for x in (*step.program.arguments, *step.program.outputs)]
    places = (*step.reads, *step.writes)
    return [
        (place, size)
        for place, size in zip(places, sizes, strict=True)
        if isinstance(place, Elements) and place.array == array
    ]


def seats_of(parents: NDArray[np.int64]) -> tuple[NDArray[np.int64], int]:
    """The seat of each body, taken only while its children need it, and how many there are.

    A body needs a seat from its own visit to that of its last child, in an outward pass; in an inward pass
    the other way round. Few bodies do so at a time, two in a chain, and few seats stay in the fastest memory
    however many bodies there are. Bodies without children share the seat TIPS, which an inward pass leaves at
    zero.
    """
    count = len(parents)
    last_child = np.full(count + 1, -1)
    np.maximum.at(last_child, parents, np.arange(count))
    seats = [TIPS] * count
    free: list[int] = []
    total = 1
    ancestry: list[int] = parents.tolist()
    last: list[int] = last_child.tolist()
    for k, parent in enumerate(ancestry):
        if last[k] >= 0:
            if not free:
                free.append(total)
                total += 1
            seats[k] = free.pop()
        if parent >= 0 and last[parent] == k:
            free.append(seats[parent])
    return np.array(seats, np.int64), total
