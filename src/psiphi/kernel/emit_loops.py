"""Rolled programs as LLVM IR: loops over bodies, a block of lanes at a time.

The workspace holds, each number as one vector of lanes, what bodies keep, the seats in which they exchange
numbers, and the elements of arguments and results that are in use (loops_layout.py); a single row has its
arguments and results in place. Data of the system come in tables behind the arguments and results, so the
code is the same for any number of bodies.
"""

from __future__ import annotations

from psiphi.kernel.emit_batch import BLOCK, Emission, function, module, return_with_nan, row_pointers
from psiphi.kernel.emit_columns import clear, columns_in, columns_out, scan
from psiphi.kernel.emit_lanes import Lanes, Writer
from psiphi.kernel.emit_steps import emit_step, word_of_body
from psiphi.kernel.loops import LoopProgram, Pass, Step
from psiphi.kernel.loops_layout import (
    ARRAY_PLACE,
    ARRAY_SIZE,
    ARRAY_WHOLE,
    ARRAY_WORDS,
    ARRAYS_WORD,
    BODIES_WORD,
    CHUNK_WORD,
    CHUNKS_WORD,
    CLASS,
    OFFSETS,
    PARENT_SEAT,
    SEAT,
    SEATS_WORD,
    Group,
    PassLayout,
    groups_of,
    pass_layouts,
    seat_width,
)
from psiphi.kernel.loops_seats import TIPS
from psiphi.kernel.target import Target

TABLES = ("bodies", "constants", "words", "chunks")
_PASS = "(ptr %bodies, ptr %constants, i64 %first_body, i64 %end_body, ptr %kept, ptr %seats, ptr %arrays)"


def emit_loop(program: LoopProgram, target: Target) -> Emission:
    """IR of a module; its workspace is given as bytes for each body, each seat and each column of arrays."""
    return _LoopEmitter(program, target).emission()


class _LoopEmitter:
    """The parts of the module share where things are."""

    def __init__(self, program: LoopProgram, target: Target) -> None:
        self.program = program
        self.target = target
        self.arrays = {name: place for place, name in enumerate((*program.arguments, *program.results))}
        self.layouts = pass_layouts(program)
        self.seat_width = seat_width(program)

    def emission(self) -> Emission:
        functions = [
            self._pass(number, sweep, layout)
            for number, (sweep, layout) in enumerate(zip(self.program.passes, self.layouts, strict=True))
        ]
        functions.append(clear(self.target))
        if self.target.lanes > 1:
            functions += [columns_in(self.target), columns_out(self.target)]
        else:
            functions.append(scan(self.target))
        functions.append(self._block())
        ir = module(self.target, functions, len(self.program.arguments), len(self.program.results))
        vector = self.target.lanes * self.target.precision.size
        columns = vector if self.target.lanes > 1 else 0
        return Emission(ir, (self.program.kept * vector, self.seat_width * vector, columns))

    # Passes over some bodies

    def _pass(self, number: int, sweep: Pass, layout: PassLayout) -> str:
        """A loop over bodies that branches on their class."""
        lanes = Lanes(Writer(), self.target)
        writer = lanes.writer
        writer.write("entry:")
        for name, place in self.arrays.items():
            writer.write(f"%array_{name} = load ptr, ptr {_word(writer, '%arrays', place)}")
        writer.write("br label %loop")
        writer.write("loop:")
        writer.write("%visited = phi i64 [%first_body, %entry], [%next, %end]")
        writer.write("%more = icmp slt i64 %visited, %end_body")
        writer.write("br i1 %more, label %visit, label %done")
        writer.write("visit:")
        writer.write("%next = add i64 %visited, 1")
        body = "%visited"
        if not sweep.outward:  # from the last body to the first
            total = writer.assign("add i64 %first_body, %end_body")
            body = writer.assign(f"sub i64 {total}, %next")
        self._body(lanes, body, sweep, layout)
        self._cases(lanes, sweep, layout)
        writer.write("end:")
        writer.write("br label %loop")
        writer.write("done:")
        writer.write("ret void")
        return function(writer, f"void @pass_{number}{_PASS}")

    def _body(self, lanes: Lanes, body: str, sweep: Pass, layout: PassLayout) -> None:
        """The addresses of what belongs to a body."""
        writer, count = lanes.writer, lanes.count
        row = writer.assign(f"mul i64 {body}, {OFFSETS + len(layout.offsets)}")
        writer.write(f"%row = getelementptr i32, ptr %bodies, i64 {row}")
        _pointer(lanes, "%own_constants", "%constants", body, len(layout.constants))
        _pointer(lanes, "%own_kept", "%kept", body, self.program.kept * count)
        if sweep.exchanged:
            for name, column in (("%own_seat", SEAT), ("%parent_seat", PARENT_SEAT)):
                _pointer(lanes, name, "%seats", word_of_body(writer, column), self.seat_width * count)

    def _cases(self, lanes: Lanes, sweep: Pass, layout: PassLayout) -> None:
        """The steps of the classes; equal ones are written once."""
        writer = lanes.writer
        labels: dict[str, str] = {}
        steps: list[tuple[str, Step]] = []
        cases: list[str] = []
        for number, step in enumerate(sweep.steps):
            if step is not None:
                if step.digest not in labels:
                    labels[step.digest] = f"step_{number}"
                    steps.append((f"step_{number}", step))
                cases.append(f"i64 {number}, label %{labels[step.digest]}")
        if len(steps) == 1 and len(cases) == len(sweep.steps):
            writer.write(f"br label %{steps[0][0]}")
        else:
            writer.write(f"switch i64 {word_of_body(writer, CLASS)}, label %end [ {' '.join(cases)} ]")
        for label, step in steps:
            writer.write(f"{label}:")
            emit_step(lanes, step, layout)
            writer.write("br label %end")

    # All of them

    def _block(self) -> str:
        """All passes for one block of rows."""
        return _BlockEmitter(self.program, self.target, self.arrays, self.layouts, self.seat_width).emit()


class _BlockEmitter:
    """The function that moves arrays in and out of lanes and calls the passes, chunk by chunk.

    %nothing is the sum of nothing so far (emit_batch), in memory; `places` are the addresses of the columns
    of arrays, or of the arrays themselves for a single row.
    """

    def __init__(
        self,
        program: LoopProgram,
        target: Target,
        arrays: dict[str, int],
        layouts: list[PassLayout],
        width: int,
    ) -> None:
        self.program, self.arrays, self.layouts, self.seat_width = program, arrays, layouts, width
        self.lanes = Lanes(Writer(), target)
        self.writer = self.lanes.writer
        self.places: list[str] = []
        self.tables: dict[str, str] = {}
        self.count = self.rows = self.seats = ""

    def emit(self) -> str:
        lanes, writer, count = self.lanes, self.writer, self.lanes.count
        writer.write("entry:")
        alignment = count * lanes.precision.size
        writer.write(f"%nothing = alloca {lanes.type}, align {alignment}")
        writer.write(f"%arrays = alloca [{len(self.arrays)} x ptr], align 8")
        self.rows = writer.assign(f"alloca [{len(self.arrays) * count} x ptr], align 8")
        lanes.store(lanes.constant(0.0), "%nothing", 0)
        for place, name in enumerate(TABLES):
            self.tables[name] = self._load("%table", 2 * (len(self.arrays) + place), "ptr")
        chunk_count = self._load(self.tables["words"], CHUNKS_WORD)
        chunk = self._load(self.tables["words"], CHUNK_WORD)
        self.count = self._load(self.tables["words"], BODIES_WORD)
        self.seats = self._behind("%workspace", self.count, self.program.kept)
        columns = self._behind(self.seats, self._load(self.tables["words"], SEATS_WORD), self.seat_width)
        for name, place in self.arrays.items():
            self._array(name, place, columns)
        here = "entry"
        for number, group in enumerate(groups_of(self.program)):
            here = self._group(number, group, chunk, chunk_count, here)
        if count > 1:
            for name in self.program.results:
                self._move_out(self.arrays[name], "0", self._array_word(self.arrays[name], ARRAY_WHOLE))
        return_with_nan(lanes, lanes.load("%nothing", 0))
        return function(writer, BLOCK)

    def _array(self, name: str, place: int, columns: str) -> None:
        """Find an array; bring it in, or clear it, where that is not done chunk by chunk."""
        lanes, writer = self.lanes, self.writer
        pointers = row_pointers(lanes, place)
        for lane, pointer in enumerate(pointers):
            writer.write(f"store ptr {pointer}, ptr {_word(writer, self.rows, place * lanes.count + lane)}")
        if lanes.count == 1:
            self.places.append(pointers[0])
        else:
            self.places.append(self._behind(columns, self._array_word(place, ARRAY_PLACE), 1))
        writer.write(f"store ptr {self.places[place]}, ptr {_word(writer, '%arrays', place)}")
        if name in self.program.sums_in_results:
            size = writer.assign(f"mul i64 {self._array_word(place, ARRAY_SIZE)}, {lanes.count}")
            writer.write(f"call void @clear(ptr {self.places[place]}, i64 {size})")
        elif name in self.program.arguments and lanes.count > 1:
            self._move_in(place, "0", self._array_word(place, ARRAY_WHOLE))
        elif name in self.program.arguments:
            size = self._array_word(place, ARRAY_SIZE)
            found = writer.assign(f"call {lanes.type} @scan(ptr {self.places[place]}, i64 {size})")
            lanes.store(lanes.add(lanes.load("%nothing", 0), found), "%nothing", 0)

    def _group(self, number: int, group: Group, chunk: str, chunk_count: str, here: str) -> str:
        """A loop over chunks; in each the passes of the group one after the other."""
        lanes, writer = self.lanes, self.writer
        if not group.outward:
            for place in range(self.seat_width):
                lanes.store(lanes.constant(0.0), self.seats, (TIPS * self.seat_width + place) * lanes.count)
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
        fits = writer.assign(f"icmp slt i64 {beyond}, {self.count}")
        end = writer.assign(f"select i1 {fits}, i64 {beyond}, i64 {self.count}")
        ranges: dict[str, tuple[str, str]] = {}
        if lanes.count > 1:
            for name in sorted(group.reads | group.writes):
                ranges[name] = self._range(name, which, chunk_count)
                if name in group.reads:
                    self._move_in(self.arrays[name], *ranges[name])
        for each in group.passes:
            self._call(each, first, end)
        for name in sorted(group.writes & ranges.keys()):
            self._move_out(self.arrays[name], *ranges[name])
        writer.write(f"br label %group_{number}")
        writer.write(f"end_{number}:")
        return f"end_{number}"

    def _range(self, name: str, which: str, chunk_count: str) -> tuple[str, str]:
        """The elements of an array in a chunk; its columns then count from the first of them."""
        writer, place = self.writer, self.arrays[name]
        row = writer.assign(f"mul i64 {chunk_count}, {place}")
        word = writer.assign(f"mul i64 {writer.assign(f'add i64 {row}, {which}')}, 2")
        entry = writer.assign(f"getelementptr i64, ptr {self.tables['chunks']}, i64 {word}")
        start, size = self._load(entry, 0), self._load(entry, 1)
        back = writer.assign(f"mul i64 {start}, {-self.lanes.count}")
        shifted = self.lanes.element(self.places[place], back)
        writer.write(f"store ptr {shifted}, ptr {_word(writer, '%arrays', place)}")
        return start, size

    def _call(self, number: int, first: str, end: str) -> None:
        before = self.layouts[:number]
        words = sum(OFFSETS + len(layout.offsets) for layout in before)
        numbers = sum(len(layout.constants) for layout in before)
        skipped = self.writer.assign(f"mul i64 {self.count}, {words}")
        bodies = self.writer.assign(f"getelementptr i32, ptr {self.tables['bodies']}, i64 {skipped}")
        skipped = self.writer.assign(f"mul i64 {self.count}, {numbers}")
        constants = self.lanes.element(self.tables["constants"], skipped)
        self.writer.write(
            f"call void @pass_{number}(ptr {bodies}, ptr {constants}, i64 {first}, i64 {end}, "
            f"ptr %workspace, ptr {self.seats}, ptr %arrays)"
        )

    def _move_in(self, place: int, start: str, size: str) -> None:
        lanes = self.lanes
        found = self._move("columns_in", place, start, size)
        lanes.store(lanes.add(lanes.load("%nothing", 0), found), "%nothing", 0)

    def _move_out(self, place: int, start: str, size: str) -> None:
        self._move("columns_out", place, start, size)

    def _move(self, how: str, place: int, start: str, size: str) -> str:
        rows = _word(self.writer, self.rows, place * self.lanes.count)
        return self.writer.assign(
            f"call {self.lanes.type} @{how}(ptr {rows}, i64 {start}, i64 {size}, ptr {self.places[place]})"
        )

    def _array_word(self, place: int, word: int) -> str:
        return self._load(self.tables["words"], ARRAYS_WORD + ARRAY_WORDS * place + word)

    def _load(self, pointer: str, word: int, kind: str = "i64") -> str:
        place = self.writer.assign(f"getelementptr i64, ptr {pointer}, i64 {word}")
        return self.writer.assign(f"load {kind}, ptr {place}")

    def _behind(self, start: str, rows: str, width: int) -> str:
        """The address behind so many rows of vectors."""
        offset = self.writer.assign(f"mul i64 {rows}, {width * self.lanes.count}")
        return self.lanes.element(start, offset)


def _word(writer: Writer, pointer: str, place: int) -> str:
    """The address of a pointer among others."""
    return writer.assign(f"getelementptr ptr, ptr {pointer}, i64 {place}")


def _pointer(lanes: Lanes, name: str, start: str, row: str, width: int) -> None:
    offset = lanes.writer.assign(f"mul i64 {row}, {width}")
    lanes.writer.write(f"{name} = getelementptr {lanes.number}, ptr {start}, i64 {offset}")
