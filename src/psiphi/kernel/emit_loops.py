"""Rolled programs as LLVM IR: loops over bodies, a block of lanes at a time.

The workspace holds, each number as one vector of lanes, what bodies keep, the seats in which they exchange
numbers, and all arguments and results as columns; a single row has its arguments and results in place.
Data of the system come in tables behind the arguments and results, so the code is the same for any
number of bodies.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

from psiphi.kernel.emit_arithmetic import emit_instructions
from psiphi.kernel.emit_batch import BLOCK, Emission, function, module, return_with_nan, row_pointers
from psiphi.kernel.emit_columns import clear, columns_in, columns_out, scan
from psiphi.kernel.emit_lanes import Lanes, Writer
from psiphi.kernel.instructions import lower
from psiphi.kernel.loops import (
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
)
from psiphi.kernel.loops_seats import TIPS, seats_of
from psiphi.kernel.scalar import CONSTANT, INPUT, Scalar, Value
from psiphi.kernel.target import Target

TABLES = ("bodies", "constants", "sizes")
_PASS = "(ptr %bodies, i64 %count, ptr %constants, ptr %kept, ptr %seats, ptr %arrays)"
# The first columns of the table of bodies, before the offsets.
_CLASS, _SEAT, _PARENT_SEAT, _OFFSETS = range(4)


def emit_loop(program: LoopProgram, target: Target, constants: int, offsets: int) -> Emission:
    """IR of a module for tables with so many columns of constants and of offsets.

    The workspace is given as bytes for each body, each seat and each element of an array.
    """
    return _LoopEmitter(program, target, constants, offsets).emission()


def loop_tables(
    tables: LoopTables,
) -> tuple[tuple[NDArray[np.int32], NDArray[np.int64]], tuple[int, int, int]]:
    """The tables of bodies and of sizes, and how many bodies, seats and elements there are."""
    seats, count = seats_of(tables.parents)
    parent_seats = np.where(tables.parents < 0, TIPS, seats[tables.parents])
    bodies = np.column_stack([tables.classes, seats, parent_seats, tables.offsets]).astype(np.int32)
    sizes = np.array([array.size for array in (*tables.arguments, *tables.results)], np.int64)
    starts = np.cumsum(sizes) - sizes
    words = np.concatenate([[count], np.column_stack([starts, sizes]).reshape(-1)])
    return (bodies, words), (tables.bodies, count, int(sizes.sum()))


class _LoopEmitter:
    """The parts of the module share where things are."""

    def __init__(self, program: LoopProgram, target: Target, constants: int, offsets: int) -> None:
        self.program = program
        self.target = target
        self.columns = {"constants": constants, "bodies": _OFFSETS + offsets}
        self.arrays = {name: place for place, name in enumerate((*program.arguments, *program.results))}
        self.exchanged = max((sweep.exchanged for sweep in program.passes), default=0)

    def emission(self) -> Emission:
        functions = [self._pass(sweep, number) for number, sweep in enumerate(self.program.passes)]
        if self.target.lanes > 1:
            functions += [columns_in(self.target), columns_out(self.target)]
        else:
            functions.append(scan(self.target))
        functions += [clear(self.target), self._block()]
        ir = module(self.target, functions, len(self.program.arguments), len(self.program.results))
        vector = self.target.lanes * self.target.precision.size
        columns = vector if self.target.lanes > 1 else 0
        return Emission(ir, (self.program.kept * vector, self.exchanged * vector, columns))

    # The passes

    def _pass(self, sweep: Pass, number: int) -> str:
        """A loop over the bodies that branches on their class."""
        lanes = Lanes(Writer(), self.target)
        writer = lanes.writer
        writer.write("entry:")
        for name, place in self.arrays.items():
            word = writer.assign(f"getelementptr ptr, ptr %arrays, i64 {place}")
            writer.write(f"%array_{name} = load ptr, ptr {word}")
        if not sweep.outward:
            for place in range(sweep.exchanged):
                lanes.store(lanes.constant(0.0), "%seats", (TIPS * self.exchanged + place) * lanes.count)
        writer.write("br label %loop")
        writer.write("loop:")
        writer.write("%visited = phi i64 [0, %entry], [%next, %end]")
        writer.write("%more = icmp slt i64 %visited, %count")
        writer.write("br i1 %more, label %visit, label %done")
        writer.write("visit:")
        writer.write("%next = add i64 %visited, 1")
        backward = "sub i64 %count, %next"
        body = "%visited" if sweep.outward else writer.assign(backward)
        self._body(lanes, body)
        self._cases(lanes, sweep)
        writer.write("end:")
        writer.write("br label %loop")
        writer.write("done:")
        writer.write("ret void")
        return function(writer, f"void @pass_{number}{_PASS}")

    def _body(self, lanes: Lanes, body: str) -> None:
        """The addresses of what belongs to a body."""
        writer, count = lanes.writer, lanes.count
        row = writer.assign(f"mul i64 {body}, {self.columns['bodies']}")
        writer.write(f"%row = getelementptr i32, ptr %bodies, i64 {row}")
        self._pointer(lanes, "%own_constants", "%constants", body, self.columns["constants"])
        self._pointer(lanes, "%own_kept", "%kept", body, self.program.kept * count)
        if self.exchanged:
            for name, column in (("%own_seat", _SEAT), ("%parent_seat", _PARENT_SEAT)):
                self._pointer(lanes, name, "%seats", self._word(writer, column), self.exchanged * count)

    def _pointer(self, lanes: Lanes, name: str, start: str, row: str, width: int) -> None:
        offset = lanes.writer.assign(f"mul i64 {row}, {width}")
        lanes.writer.write(f"{name} = getelementptr {lanes.number}, ptr {start}, i64 {offset}")

    def _word(self, writer: Writer, column: int) -> str:
        """A number of the body's row in the table of bodies."""
        place = writer.assign(f"getelementptr i32, ptr %row, i64 {column}")
        return writer.assign(f"sext i32 {writer.assign(f'load i32, ptr {place}')} to i64")

    def _cases(self, lanes: Lanes, sweep: Pass) -> None:
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
            kind = self._word(writer, _CLASS)
            writer.write(f"switch i64 {kind}, label %end [ {' '.join(cases)} ]")
        for label, step in steps:
            writer.write(f"{label}:")
            _StepEmitter(lanes, step, self._address).emit()
            writer.write("br label %end")

    def _address(self, lanes: Lanes, place: Read | Write, index: int) -> tuple[str, int]:
        """Where a number that is read or written stands: a pointer, and how far behind it."""
        match place:
            case Constants(column):
                return "%own_constants", column + index
            case Kept(start):
                return "%own_kept", (start + index) * lanes.count
            case ToChildren(start) | Sums(start):
                return "%own_seat", (start + index) * lanes.count
            case FromParent(start) | StartSum(start) | AddToSum(start):
                return "%parent_seat", (start + index) * lanes.count
            case Elements(array, column) | AddToElements(array, column):
                word = self._word(lanes.writer, _OFFSETS + column)
                offset = lanes.writer.assign(f"mul i64 {word}, {lanes.count}")
                return lanes.element(f"%array_{array}", offset), index * lanes.count

    # All of them

    def _block(self) -> str:
        """All passes for one block of rows."""
        lanes = Lanes(Writer(), self.target)
        writer, count = lanes.writer, lanes.count
        writer.write("entry:")
        rows = writer.assign(f"alloca [{max(1, len(self.arrays) * count)} x ptr], align 8")
        arrays = writer.assign(f"alloca [{max(1, len(self.arrays))} x ptr], align 8")
        tables = {
            name: _load(writer, "%table", 2 * (len(self.arrays) + place), "ptr")
            for place, name in enumerate(TABLES)
        }
        bodies = _load(writer, "%table", 2 * len(self.arrays) + 1, "i64")
        seats = self._behind(lanes, "%workspace", bodies, self.program.kept)
        columns = self._behind(lanes, seats, _load(writer, tables["sizes"], 0, "i64"), self.exchanged)

        sizes: list[str] = []
        places: list[str] = []
        nothing = lanes.constant(0.0)
        for place, name in enumerate(self.arrays):
            pointers = row_pointers(lanes, place)
            start = _load(writer, tables["sizes"], 1 + 2 * place, "i64")
            sizes.append(_load(writer, tables["sizes"], 2 + 2 * place, "i64"))
            places.append(self._behind(lanes, columns, start, 1) if count > 1 else pointers[0])
            _store(writer, places[-1], arrays, place)
            for lane, pointer in enumerate(pointers):
                _store(writer, pointer, rows, place * count + lane)
            if name in self.program.arguments:
                found = self._arrive(lanes, rows, place, sizes[-1], places[-1])
                nothing = lanes.add(nothing, found)
            elif name in self.program.sums_in_results:
                length = writer.assign(f"mul i64 {sizes[-1]}, {count}")
                writer.write(f"call void @clear(ptr {places[-1]}, i64 {length})")

        given = f"ptr {tables['bodies']}, i64 {bodies}, ptr {tables['constants']}"
        for number in range(len(self.program.passes)):
            writer.write(f"call void @pass_{number}({given}, ptr %workspace, ptr {seats}, ptr {arrays})")
        if count > 1:
            for name in self.program.results:
                place = self.arrays[name]
                start = writer.assign(f"getelementptr ptr, ptr {rows}, i64 {place * count}")
                writer.assign(
                    f"call {lanes.type} @columns_out(ptr {start}, i64 {sizes[place]}, ptr {places[place]})"
                )
        return_with_nan(lanes, nothing)
        return function(writer, BLOCK)

    def _arrive(self, lanes: Lanes, rows: str, place: int, size: str, columns: str) -> str:
        """Put an argument where the passes read it; the sum of nothing over its elements."""
        if lanes.count == 1:
            return lanes.writer.assign(f"call {lanes.type} @scan(ptr {columns}, i64 {size})")
        start = lanes.writer.assign(f"getelementptr ptr, ptr {rows}, i64 {place * lanes.count}")
        return lanes.writer.assign(f"call {lanes.type} @columns_in(ptr {start}, i64 {size}, ptr {columns})")

    def _behind(self, lanes: Lanes, start: str, rows: str, width: int) -> str:
        """The address behind so many rows of vectors."""
        offset = lanes.writer.assign(f"mul i64 {rows}, {width * lanes.count}")
        return lanes.element(start, offset)


_Address = Callable[[Lanes, Read | Write, int], tuple[str, int]]


class _StepEmitter:
    """Writes one step: numbers are loaded where they are first used, and stored as soon as they are there."""

    def __init__(self, lanes: Lanes, step: Step, address: _Address) -> None:
        self.lanes, self.step, self.address = lanes, step, address
        self.values = _Values(self)
        self.inputs = {
            (argument.name, index): (read, index)
            for argument, read in zip(step.program.arguments, step.reads, strict=True)
            for index in range(argument.size)
        }
        self.nodes = {node.id: node for node in step.program.nodes if node.op in (INPUT, CONSTANT)}
        self.kept = {read.place + index for read, index in self.inputs.values() if isinstance(read, Kept)}

    def emit(self) -> None:
        at_once: dict[int, list[tuple[Write, int]]] = {}
        waiting: list[tuple[Write, int, Value]] = []
        for output, write in zip(self.step.program.outputs, self.step.writes, strict=True):
            for index, value in enumerate(output.scalars):
                if self._must_wait(value, write, index) or not isinstance(value, Scalar):
                    waiting.append((write, index, value))
                else:
                    at_once.setdefault(value.id, []).append((write, index))
        for instruction in lower(self.step.program):
            emit_instructions(self.lanes, (instruction,), self.values)
            for result in instruction.results:
                for write, index in at_once.get(result, ()):
                    self._store(self.values[result], write, index)
        ready = [(self._value(value), write, index) for write, index, value in waiting]
        for value, write, index in ready:
            self._store(value, write, index)

    def _must_wait(self, value: Value, write: Write, index: int) -> bool:
        """Whether a value is read rather than computed, or goes where another one may still be read."""
        if not isinstance(value, Scalar) or value.id in self.nodes:
            return True
        return isinstance(write, Kept) and write.place + index in self.kept

    def _value(self, value: Value) -> str:
        return self.values[value.id] if isinstance(value, Scalar) else self.lanes.constant(value)

    def load(self, identity: int) -> str:
        node = self.nodes[identity]
        if node.op is CONSTANT:
            return self.lanes.constant(node.value)
        read, index = self.inputs[node.argument, node.index]
        pointer, offset = self.address(self.lanes, read, index)
        if isinstance(read, Constants):
            return _spread(self.lanes, pointer, offset)
        return self.lanes.load(pointer, offset)

    def _store(self, value: str, write: Write, index: int) -> None:
        pointer, offset = self.address(self.lanes, write, index)
        if isinstance(write, AddToSum | AddToElements):
            value = self.lanes.add(self.lanes.load(pointer, offset), value)
        self.lanes.store(value, pointer, offset)


class _Values(dict[int, str]):
    """The names of values in a step; inputs and constants appear where they are first used."""

    def __init__(self, emitter: _StepEmitter) -> None:
        super().__init__()
        self._emitter = emitter

    def __missing__(self, identity: int) -> str:
        self[identity] = value = self._emitter.load(identity)
        return value


def _spread(lanes: Lanes, pointer: str, offset: int) -> str:
    """One number of a table in every lane."""
    writer = lanes.writer
    place = lanes.element(pointer, offset)
    value = writer.assign(f"load {lanes.number}, ptr {place}")
    if lanes.count == 1:
        return value
    first = writer.assign(f"insertelement {lanes.type} poison, {lanes.number} {value}, i32 0")
    return lanes.shuffle(first, first, [0] * lanes.count, lanes.count)


def _load(writer: Writer, pointer: str, word: int, kind: str) -> str:
    place = writer.assign(f"getelementptr i64, ptr {pointer}, i64 {word}")
    return writer.assign(f"load {kind}, ptr {place}")


def _store(writer: Writer, value: str, pointer: str, word: int) -> None:
    place = writer.assign(f"getelementptr ptr, ptr {pointer}, i64 {word}")
    writer.write(f"store ptr {value}, ptr {place}")
