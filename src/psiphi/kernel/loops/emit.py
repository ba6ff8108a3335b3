"""Rolled programs as LLVM IR: loops over bodies, a block of rows at a time.

A block has two *strands*, each with a row in every lane, that take turns at every body: while one waits for
what its parent or its children have just computed, the processor works on the other. Where bodies
need nothing of each other, strands are visited together.

The workspace holds, each number as one vector of lanes, what bodies keep, the seats in which they exchange
numbers, and the elements of arguments and results that are in use (layout.py); a single row has its
arguments and results in place. Data of the system come in tables behind the arguments and results, so the
code is the same for any number of bodies.
"""

from __future__ import annotations

from psiphi.kernel.code.target import Target
from psiphi.kernel.emit.batch import BLOCK, Emission, function, module, row_pointers
from psiphi.kernel.emit.columns import clear, columns_in, columns_out
from psiphi.kernel.emit.lanes import PREFETCH, Lanes, Writer
from psiphi.kernel.emit.not_finite import bad_lanes, scan, void_rows
from psiphi.kernel.loops.emit_passes import PassEmitter, pointer_word
from psiphi.kernel.loops.layout import (
    ARRAY_PLACE,
    ARRAY_SIZE,
    ARRAY_WHOLE,
    ARRAY_WORDS,
    ARRAYS_WORD,
    BODIES_WORD,
    CHUNK_WORD,
    CHUNKS_WORD,
    COLUMNS_WORD,
    OFFSETS,
    SEATS_WORD,
    TIPS,
    Group,
    groups_of,
    pass_layouts,
    seat_width,
)
from psiphi.kernel.loops.program import LoopProgram

TABLES = ("bodies", "constants", "words", "chunks")
_STRANDS = 2


def emit_loop(program: LoopProgram, target: Target, *, far: bool = False) -> Emission:
    """IR of a module; its workspace is given as bytes for each body, each seat and each column of arrays.

    `far` says that what bodies keep does not stay in the caches (layout.py).
    """
    strands = _STRANDS if target.lanes > 1 else 1
    arrays = {name: place for place, name in enumerate((*program.arguments, *program.results))}
    passes = PassEmitter(program, target, strands, arrays, far=far)
    functions = [passes.emit(number) for number in range(len(program.passes))]
    functions.append(clear(target))
    if far:
        functions.append(PREFETCH)
    functions += [columns_in(target), columns_out(target)] if target.lanes > 1 else [scan(target)]
    functions.append(_BlockEmitter(program, target, strands, arrays).emit())
    functions.append(void_rows(target, len(program.arguments), len(program.results)))
    ir = module(target, functions, strands)
    vector = strands * target.lanes * target.precision.size
    columns = vector if target.lanes > 1 else 0
    return Emission(ir, (program.kept * vector, seat_width(program) * vector, columns))


class _BlockEmitter:
    """Writes the function that moves arrays in and out of lanes and calls the passes, chunk by chunk.

    `firsts` are the first rows of the strands, `places` the addresses of the columns of arrays for the first
    strand, or of the arrays themselves for a single row; %rows has the addresses of the rows of every array
    for each strand and lane, %nothing the sums of nothing so far (not_finite.py) of the strands.
    """

    def __init__(self, program: LoopProgram, target: Target, strands: int, arrays: dict[str, int]) -> None:
        self.program, self.strands, self.arrays = program, strands, arrays
        self.layouts = pass_layouts(program)
        self.seat_width = seat_width(program)
        self.lanes = Lanes(Writer(), target)
        self.writer = self.lanes.writer
        self.tables: dict[str, str] = {}
        self.firsts: list[str] = []
        self.places: list[str] = []
        self.bodies = self.seats = self.active = self.kept_between = self.columns_between = ""

    def emit(self) -> str:
        lanes, writer, count = self.lanes, self.writer, self.lanes.count
        writer.write("entry:")
        sums = f"[{self.strands} x {lanes.type}]"
        writer.write(f"%nothing = alloca {sums}, align {count * lanes.precision.size}")
        writer.write(f"%arrays = alloca [{len(self.arrays)} x ptr], align 8")
        writer.write(f"%rows = alloca [{self.strands * len(self.arrays) * count} x ptr], align 8")
        for place, name in enumerate(TABLES):
            self.tables[name] = writer.word("%table", 2 * (len(self.arrays) + place), "ptr")
        self.bodies = self._table_word(BODIES_WORD)
        self.kept_between = writer.assign(f"mul i64 {self.bodies}, {self.program.kept * count}")
        kept = writer.assign(f"mul i64 {self.kept_between}, {self.strands}")
        self.seats = lanes.element("%workspace", kept)
        columns = self._behind(self.seats, self._table_word(SEATS_WORD), self.strands * self.seat_width)
        self.columns_between = writer.assign(f"mul i64 {self._table_word(COLUMNS_WORD)}, {count}")
        self._find_strands()
        for strand in range(self.strands):
            lanes.store(lanes.constant(0.0), "%nothing", strand * count)
        for name, place in self.arrays.items():
            self._array(name, place, columns)
        here = "entry"
        for number, group in enumerate(groups_of(self.program)):
            here = self._group(number, group, here)
        if count > 1:
            for name in self.program.results:
                whole = self._array_word(self.arrays[name], ARRAY_WHOLE)
                self._move("columns_out", self.arrays[name], "0", whole)
        for strand, first in enumerate(self.firsts):
            bad = bad_lanes(lanes, lanes.load("%nothing", strand * count))
            writer.write(f"call void @void_rows(ptr %table, i64 {first}, i64 %last, i64 {bad})")
        writer.write("ret void")
        return function(writer, BLOCK)

    def _find_strands(self) -> None:
        """The first row of each strand, and how many strands have rows at all."""
        self.active, self.firsts = "1", ["%first"]
        for strand in range(1, self.strands):
            first = self.writer.assign(f"add i64 %first, {strand * self.lanes.count}")
            inside = self.writer.assign(f"icmp sle i64 {first}, %last")
            self.active = self.writer.assign(f"select i1 {inside}, i64 {strand + 1}, i64 {self.active}")
            self.firsts.append(first)

    def _array(self, name: str, place: int, columns: str) -> None:
        """Find an array; bring it in, or clear it, where that is not done chunk by chunk."""
        lanes, writer = self.lanes, self.writer
        pointers = [pointer for first in self.firsts for pointer in row_pointers(lanes, place, first=first)]
        for lane, pointer in enumerate(pointers):
            word = place * len(pointers) + lane
            writer.write(f"store ptr {pointer}, ptr {pointer_word(writer, '%rows', word)}")
        if lanes.count == 1:
            self.places.append(pointers[0])
        else:
            self.places.append(self._behind(columns, self._array_word(place, ARRAY_PLACE), 1))
        writer.write(f"store ptr {self.places[place]}, ptr {pointer_word(writer, '%arrays', place)}")
        size = self._array_word(place, ARRAY_SIZE)
        if name in self.program.sums_in_results:
            numbers = writer.assign(f"mul i64 {size}, {lanes.count}")
            for strand in range(self.strands):
                start = self._of_strand(self.places[place], strand)
                writer.write(f"call void @clear(ptr {start}, i64 {numbers})")
        elif name in self.program.arguments and lanes.count > 1:
            self._move("columns_in", place, "0", self._array_word(place, ARRAY_WHOLE))
        elif name in self.program.arguments:
            found = writer.assign(f"call {lanes.type} @scan(ptr {self.places[place]}, i64 {size})")
            lanes.store(lanes.add(lanes.load("%nothing", 0), found), "%nothing", 0)

    def _group(self, number: int, group: Group, here: str) -> str:
        """A loop over chunks; in each the passes of the group one after the other."""
        lanes, writer = self.lanes, self.writer
        chunk, chunk_count = self._table_word(CHUNK_WORD), self._table_word(CHUNKS_WORD)
        if not group.outward:
            width = self.strands * self.seat_width
            for place in range(width):
                lanes.store(lanes.constant(0.0), self.seats, (TIPS * width + place) * lanes.count)
        writer.write(f"br label %group_{number}")
        writer.write(f"group_{number}:")
        writer.write(f"%done_{number} = phi i64 [0, %{here}], [%next_{number}, %chunk_{number}]")
        writer.write(f"%more_{number} = icmp slt i64 %done_{number}, {chunk_count}")
        writer.write(f"br i1 %more_{number}, label %chunk_{number}, label %end_{number}")
        writer.write(f"chunk_{number}:")
        writer.write(f"%next_{number} = add i64 %done_{number}, 1")
        which = (
            f"%done_{number}" if group.outward else writer.assign(f"sub i64 {chunk_count}, %next_{number}")
        )
        first = writer.assign(f"mul i64 {which}, {chunk}")
        beyond = writer.assign(f"add i64 {first}, {chunk}")
        end = writer.least(beyond, self.bodies)
        ranges: dict[str, tuple[str, str]] = {}
        if lanes.count > 1:
            for name in sorted(group.reads | group.writes):
                ranges[name] = self._range(name, which, chunk_count)
                if name in group.reads:
                    self._move("columns_in", self.arrays[name], *ranges[name])
        for each in group.passes:
            self._call(each, first, end)
        for name in sorted(group.writes & ranges.keys()):
            self._move("columns_out", self.arrays[name], *ranges[name])
        writer.write(f"br label %group_{number}")
        writer.write(f"end_{number}:")
        return f"end_{number}"

    def _range(self, name: str, which: str, chunk_count: str) -> tuple[str, str]:
        """The elements of an array in a chunk; its columns then count from the first of them."""
        writer, place = self.writer, self.arrays[name]
        row = writer.assign(f"mul i64 {chunk_count}, {place}")
        word = writer.assign(f"mul i64 {writer.assign(f'add i64 {row}, {which}')}, 2")
        entry = writer.assign(f"getelementptr i64, ptr {self.tables['chunks']}, i64 {word}")
        start, size = writer.word(entry, 0), writer.word(entry, 1)
        back = writer.assign(f"mul i64 {start}, {-self.lanes.count}")
        shifted = self.lanes.element(self.places[place], back)
        writer.write(f"store ptr {shifted}, ptr {pointer_word(writer, '%arrays', place)}")
        return start, size

    def _call(self, number: int, first: str, end: str) -> None:
        """Run a pass over some bodies."""
        before = self.layouts[:number]
        words = sum(OFFSETS + len(layout.offsets) for layout in before)
        numbers = sum(layout.constants for layout in before)
        skipped = self.writer.assign(f"mul i64 {self.bodies}, {words}")
        bodies = self.writer.assign(f"getelementptr i32, ptr {self.tables['bodies']}, i64 {skipped}")
        skipped = self.writer.assign(f"mul i64 {self.bodies}, {numbers}")
        constants = self.lanes.element(self.tables["constants"], skipped)
        self.writer.write(
            f"call void @pass_{number}(ptr {bodies}, ptr {constants}, i64 {first}, i64 {end}, "
            f"i64 {self.active}, ptr %workspace, i64 {self.kept_between}, ptr {self.seats}, ptr %arrays, "
            f"i64 {self.columns_between})"
        )

    def _move(self, how: str, place: int, start: str, size: str) -> None:
        """Elements of an array into columns or out of them, for each strand that has rows."""
        lanes, writer = self.lanes, self.writer
        for strand in range(self.strands):
            rows = pointer_word(writer, "%rows", (place * self.strands + strand) * lanes.count)
            there = writer.assign(f"icmp sgt i64 {self.active}, {strand}")
            count = writer.assign(f"select i1 {there}, i64 {size}, i64 0")
            columns = self._of_strand(self.places[place], strand)
            found = writer.assign(
                f"call {lanes.type} @{how}(ptr {rows}, i64 {start}, i64 {count}, ptr {columns})"
            )
            if how == "columns_in":
                total = lanes.add(lanes.load("%nothing", strand * lanes.count), found)
                lanes.store(total, "%nothing", strand * lanes.count)

    def _of_strand(self, columns: str, strand: int) -> str:
        behind = self.writer.assign(f"mul i64 {self.columns_between}, {strand}")
        return self.lanes.element(columns, behind)

    def _table_word(self, word: int) -> str:
        return self.writer.word(self.tables["words"], word)

    def _array_word(self, place: int, word: int) -> str:
        return self._table_word(ARRAYS_WORD + ARRAY_WORDS * place + word)

    def _behind(self, start: str, rows: str, width: int) -> str:
        """The address behind so many rows of vectors."""
        offset = self.writer.assign(f"mul i64 {rows}, {width * self.lanes.count}")
        return self.lanes.element(start, offset)
