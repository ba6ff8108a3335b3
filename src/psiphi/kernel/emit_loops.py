"""Rolled programs as LLVM IR: loops over bodies, a block of lanes at a time.

The workspace holds for each body, the world first, its fields, each number as one vector of lanes.  Data
of the system come in tables behind the arguments and results: parents, classes, constants, offsets, the
state of the world, and the sizes of the arguments.  So the code is the same for any number of bodies.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from psiphi.kernel.emit_arithmetic import emit_outputs
from psiphi.kernel.emit_batch import BLOCK, Emission, function, module, row_pointers
from psiphi.kernel.emit_lanes import Lanes, Writer
from psiphi.kernel.emit_rows import load_columns, store_columns
from psiphi.kernel.loops import (
    AddToParent,
    Constants,
    Elements,
    LoopProgram,
    LoopTables,
    Own,
    Parent,
    Pass,
    Step,
)
from psiphi.kernel.target import Target

TABLES = ("parents", "classes", "constants", "offsets", "world", "sizes")
_STEP = "(ptr %own, ptr %parent, ptr %constants, ptr %offsets, ptr %rows)"
# Numbers that are looked at together in the search for those that are not finite.
_SCANNED = 8


def emit_loop(program: LoopProgram, target: Target, constants: int, offsets: int) -> Emission:
    """IR of a module for tables with so many columns of constants and of offsets."""
    return _LoopEmitter(program, target, constants, offsets).emission()


def world_row(program: LoopProgram, tables: LoopTables) -> NDArray[np.float64]:
    """The state of the world as it stands in the workspace."""
    row = np.zeros(sum(field.width for field in program.fields))
    for field, start in _slots(program).items():
        values = tables.world.get(field, ())
        row[start : start + len(values)] = values
    return row


def _slots(program: LoopProgram) -> dict[str, int]:
    """Where fields start in the row of a body; those to clear come first, so that clearing is one stretch."""
    slots: dict[str, int] = {}
    used = 0
    for field in sorted(program.fields, key=lambda field: field not in program.cleared):
        slots[field.name] = used
        used += field.width
    return slots


class _LoopEmitter:
    """The parts of the module share where things are."""

    def __init__(self, program: LoopProgram, target: Target, constants: int, offsets: int) -> None:
        self.program = program
        self.target = target
        self.columns = {"constants": constants, "offsets": offsets}
        self.arrays = {name: place for place, name in enumerate((*program.arguments, *program.results))}
        self.slots = _slots(program)
        self.cleared = sum(field.width for field in program.cleared)
        self.width = sum(field.width for field in program.fields)

    def emission(self) -> Emission:
        functions = [
            self._step(step, f"step_{number}_{kind}")
            for number, sweep in enumerate(self.program.passes)
            for kind, step in enumerate(sweep.steps)
            if step is not None
        ]
        functions += [self._scan(), self._block()]
        ir = module(self.target, functions, len(self.program.arguments), len(self.program.results))
        return Emission(ir, workspace=self.width * self.target.lanes * self.target.precision.size)

    def _step(self, step: Step, name: str) -> str:
        """One visit to a body."""
        lanes = Lanes(Writer(), self.target)
        columns: dict[tuple[str, int], str] = {}
        for argument, read in zip(step.program.arguments, step.reads, strict=True):
            match read:
                case Constants(column):
                    found = [_spread(lanes, "%constants", column + k) for k in range(argument.size)]
                case Own(field):
                    found = self._load(lanes, "%own", field, argument.size)
                case Parent(field):
                    found = self._load(lanes, "%parent", field, argument.size)
                case Elements(array, column):
                    found = load_columns(lanes, self._element_rows(lanes, array, column), argument.size)
            columns.update(((argument.name, index), value) for index, value in enumerate(found))

        outputs = emit_outputs(lanes, step.program, columns)
        for output, results, write in zip(step.program.outputs, outputs, step.writes, strict=True):
            match write:
                case Own(field):
                    self._store(lanes, results, "%own", field)
                case AddToParent(field):
                    for k, value in enumerate(results):
                        if output.scalars[k] != 0.0:
                            place = (self.slots[field] + k) * lanes.count
                            lanes.store(lanes.add(lanes.load("%parent", place), value), "%parent", place)
                case Elements(array, column):
                    store_columns(lanes, self._element_rows(lanes, array, column), results)
        lanes.writer.write("ret void")
        return function(lanes.writer, f"void @{name}{_STEP}")

    def _load(self, lanes: Lanes, body: str, field: str, size: int) -> list[str]:
        start = self.slots[field]
        return [lanes.load(body, (start + k) * lanes.count) for k in range(size)]

    def _store(self, lanes: Lanes, values: list[str], body: str, field: str) -> None:
        start = self.slots[field]
        for k, value in enumerate(values):
            lanes.store(value, body, (start + k) * lanes.count)

    def _element_rows(self, lanes: Lanes, array: str, column: int) -> list[str]:
        """For each lane, the address of the elements of this body."""
        writer = lanes.writer
        offset_place = writer.assign(f"getelementptr i64, ptr %offsets, i64 {column}")
        offset = writer.assign(f"load i64, ptr {offset_place}")
        rows: list[str] = []
        for lane in range(lanes.count):
            place = writer.assign(
                f"getelementptr ptr, ptr %rows, i64 {self.arrays[array] * lanes.count + lane}"
            )
            rows.append(lanes.element(writer.assign(f"load ptr, ptr {place}"), offset))
        return rows

    def _block(self) -> str:
        """All passes for one block of rows."""
        lanes = Lanes(Writer(), self.target)
        writer = lanes.writer
        count = lanes.count
        writer.write("entry:")
        rows = writer.assign(f"alloca [{len(self.arrays) * count} x ptr], align 8")
        pointers = {name: row_pointers(lanes, place) for name, place in self.arrays.items()}
        for place, name in enumerate(self.arrays):
            for lane, pointer in enumerate(pointers[name]):
                slot = writer.assign(f"getelementptr ptr, ptr {rows}, i64 {place * count + lane}")
                writer.write(f"store ptr {pointer}, ptr {slot}")
        tables = {
            name: self._table_word(writer, 2 * (len(self.arrays) + place), "ptr")
            for place, name in enumerate(TABLES)
        }
        bodies = self._table_word(writer, 2 * len(self.arrays) + 1, "i64")

        for slot in range(self.width):
            lanes.store(_spread(lanes, tables["world"], slot), "%workspace", slot * count)
        here = "entry"
        if self.cleared:
            here = self._clear(lanes, bodies, here)
        for number, sweep in enumerate(self.program.passes):
            here = self._pass(lanes, number, sweep, tables, bodies, rows, here)
        self._finish(lanes, pointers, tables["sizes"])
        return function(writer, BLOCK)

    def _table_word(self, writer: Writer, word: int, kind: str) -> str:
        place = writer.assign(f"getelementptr i64, ptr %table, i64 {word}")
        return writer.assign(f"load {kind}, ptr {place}")

    def _body(self, lanes: Lanes, row: str) -> str:
        """The state of a body; row 0 is the world."""
        offset = lanes.writer.assign(f"mul i64 {row}, {self.width * lanes.count}")
        return lanes.element("%workspace", offset)

    def _clear(self, lanes: Lanes, bodies: str, here: str) -> str:
        writer = lanes.writer
        writer.write("br label %clear")
        writer.write("clear:")
        writer.write(f"%cleared = phi i64 [0, %{here}], [%cleared_next, %clear_body]")
        writer.write(f"%clear_more = icmp slt i64 %cleared, {bodies}")
        writer.write("br i1 %clear_more, label %clear_body, label %clear_done")
        writer.write("clear_body:")
        writer.write("%cleared_next = add i64 %cleared, 1")
        body = self._body(lanes, "%cleared_next")
        for slot in range(self.cleared):
            lanes.store(lanes.constant(0.0), body, slot * lanes.count)
        writer.write("br label %clear")
        writer.write("clear_done:")
        return "clear_done"

    def _pass(
        self,
        lanes: Lanes,
        number: int,
        sweep: Pass,
        tables: dict[str, str],
        bodies: str,
        rows: str,
        here: str,
    ) -> str:
        """A loop over the bodies that branches on their class."""
        writer = lanes.writer
        writer.write(f"br label %pass_{number}")
        writer.write(f"pass_{number}:")
        writer.write(f"%visited_{number} = phi i64 [0, %{here}], [%next_{number}, %visited_{number}_end]")
        writer.write(f"%more_{number} = icmp slt i64 %visited_{number}, {bodies}")
        writer.write(f"br i1 %more_{number}, label %visit_{number}, label %pass_{number}_done")
        writer.write(f"visit_{number}:")
        writer.write(f"%next_{number} = add i64 %visited_{number}, 1")
        k = f"%visited_{number}" if sweep.outward else writer.assign(f"sub i64 {bodies}, %next_{number}")
        own = self._body(lanes, writer.assign(f"add i64 {k}, 1"))
        parent_place = writer.assign(f"getelementptr i64, ptr {tables['parents']}, i64 {k}")
        parent_number = writer.assign(f"load i64, ptr {parent_place}")
        parent = self._body(lanes, writer.assign(f"add i64 {parent_number}, 1"))
        constants_offset = writer.assign(f"mul i64 {k}, {self.columns['constants']}")
        constants = lanes.element(tables["constants"], constants_offset)
        offsets_offset = writer.assign(f"mul i64 {k}, {self.columns['offsets']}")
        offsets = writer.assign(f"getelementptr i64, ptr {tables['offsets']}, i64 {offsets_offset}")
        class_place = writer.assign(f"getelementptr i64, ptr {tables['classes']}, i64 {k}")
        kind = writer.assign(f"load i64, ptr {class_place}")
        end = f"%visited_{number}_end"
        steps = [place for place, step in enumerate(sweep.steps) if step is not None]
        cases = " ".join(f"i64 {place}, label %case_{number}_{place}" for place in steps)
        writer.write(f"switch i64 {kind}, label {end} [ {cases} ]")
        for place in steps:
            writer.write(f"case_{number}_{place}:")
            writer.write(
                f"call void @step_{number}_{place}"
                f"(ptr {own}, ptr {parent}, ptr {constants}, ptr {offsets}, ptr {rows})"
            )
            writer.write(f"br label {end}")
        writer.write(f"visited_{number}_end:")
        writer.write(f"br label %pass_{number}")
        writer.write(f"pass_{number}_done:")
        return f"pass_{number}_done"

    def _finish(self, lanes: Lanes, pointers: dict[str, list[str]], sizes: str) -> None:
        """Rows in which an argument is not finite are overwritten with NaN."""
        writer = lanes.writer
        mask = "0"
        for place, name in enumerate(self.program.arguments):
            size_place = writer.assign(f"getelementptr i64, ptr {sizes}, i64 {place}")
            size = writer.assign(f"load i64, ptr {size_place}")
            for lane, row in enumerate(pointers[name]):
                bad = writer.assign(f"call i64 @scan(ptr {row}, i64 {size})")
                bit = writer.assign(f"shl i64 {bad}, {lane}")
                mask = writer.assign(f"or i64 {mask}, {bit}")
        writer.write(f"call void @void_rows(ptr %table, i64 %first, i64 %last, i64 {mask})")
        writer.write("ret void")

    def _scan(self) -> str:
        """1 where a row has a number that is not finite, else 0."""
        number, size = self.target.precision.number, self.target.precision.size
        some = f"<{_SCANNED} x {number}>"
        writer = Writer()
        # x − x is zero for finite x, and NaN otherwise.
        writer.lines = f"""entry:
  %whole = and i64 %size, -{_SCANNED}
  br label %vectors
vectors:
  %i = phi i64 [0, %entry], [%i_next, %vector]
  %sum = phi {some} [zeroinitializer, %entry], [%sum_next, %vector]
  %more = icmp slt i64 %i, %whole
  br i1 %more, label %vector, label %single
vector:
  %place = getelementptr {number}, ptr %row, i64 %i
  %x = load {some}, ptr %place, align {size}
  %difference = fsub {some} %x, %x
  %sum_next = fadd {some} %sum, %difference
  %i_next = add i64 %i, {_SCANNED}
  br label %vectors
single:
  %found = fcmp uno {some} %sum, zeroinitializer
  %bits = bitcast <{_SCANNED} x i1> %found to i{_SCANNED}
  %any = icmp ne i{_SCANNED} %bits, 0
  br label %rest
rest:
  %j = phi i64 [%whole, %single], [%j_next, %one]
  %bad = phi i1 [%any, %single], [%bad_next, %one]
  %more_rest = icmp slt i64 %j, %size
  br i1 %more_rest, label %one, label %done
one:
  %one_place = getelementptr {number}, ptr %row, i64 %j
  %y = load {number}, ptr %one_place
  %y_difference = fsub {number} %y, %y
  %y_bad = fcmp uno {number} %y_difference, %y_difference
  %bad_next = or i1 %bad, %y_bad
  %j_next = add i64 %j, 1
  br label %rest
done:
  %answer = zext i1 %bad to i64
  ret i64 %answer""".split("\n")
        return function(writer, "i64 @scan(ptr %row, i64 %size)")


def _spread(lanes: Lanes, pointer: str, offset: int) -> str:
    """One number of a table in every lane."""
    writer = lanes.writer
    place = lanes.element(pointer, offset)
    value = writer.assign(f"load {lanes.number}, ptr {place}")
    if lanes.count == 1:
        return value
    first = writer.assign(f"insertelement {lanes.type} poison, {lanes.number} {value}, i32 0")
    return lanes.shuffle(first, first, [0] * lanes.count, lanes.count)
