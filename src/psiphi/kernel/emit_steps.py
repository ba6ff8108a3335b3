"""The steps of rolled programs as LLVM IR: what one visit to a body does.

Around a step stand %row, the body's row in the table of bodies, the addresses %own_constants, %own_kept,
%own_seat and %parent_seat, and %array_NAME for each array.
"""

from __future__ import annotations

from psiphi.kernel.emit_arithmetic import emit_instruction
from psiphi.kernel.emit_lanes import Lanes, Writer
from psiphi.kernel.instructions import lower
from psiphi.kernel.loops import (
    AddToElements,
    AddToSum,
    Constants,
    Elements,
    FromParent,
    Kept,
    Read,
    StartSum,
    Step,
    Sums,
    ToChildren,
    Write,
)
from psiphi.kernel.loops_layout import OFFSETS, PassLayout
from psiphi.kernel.scalar import CONSTANT, INPUT, Scalar, Value


def emit_step(lanes: Lanes, step: Step, layout: PassLayout) -> None:
    """Write a step: numbers are loaded where they are first used, and stored as soon as they are there."""
    _StepEmitter(lanes, step, layout).emit()


def word_of_body(writer: Writer, column: int) -> str:
    """A number of the body's row in the table of bodies."""
    place = writer.assign(f"getelementptr i32, ptr %row, i64 {column}")
    return writer.assign(f"sext i32 {writer.assign(f'load i32, ptr {place}')} to i64")


class _StepEmitter:
    def __init__(self, lanes: Lanes, step: Step, layout: PassLayout) -> None:
        self.lanes, self.step, self.layout = lanes, step, layout
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
            inputs = [self.values[operand] for operand in instruction.operands]
            names = emit_instruction(self.lanes, instruction.kind, inputs)
            self.values.update(zip(instruction.results, names, strict=True))
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
        """Write the load of an input, or name a constant."""
        node = self.nodes[identity]
        if node.op is CONSTANT:
            return self.lanes.constant(node.value)
        read, index = self.inputs[node.argument, node.index]
        pointer, offset = self._address(read, index)
        if isinstance(read, Constants):
            return _spread(self.lanes, pointer, offset)
        return self.lanes.load(pointer, offset)

    def _store(self, value: str, write: Write, index: int) -> None:
        pointer, offset = self._address(write, index)
        if isinstance(write, AddToSum | AddToElements):
            value = self.lanes.add(self.lanes.load(pointer, offset), value)
        self.lanes.store(value, pointer, offset)

    def _address(self, place: Read | Write, index: int) -> tuple[str, int]:
        """Where a number that is read or written stands: a pointer, and how far behind it."""
        lanes, layout = self.lanes, self.layout
        match place:
            case Constants(column):
                return "%own_constants", layout.constants.index(column + index)
            case Kept(start):
                return "%own_kept", (start + index) * lanes.count
            case ToChildren(start) | Sums(start):
                return "%own_seat", (layout.seat_place + start + index) * lanes.count
            case FromParent(start) | StartSum(start) | AddToSum(start):
                return "%parent_seat", (layout.seat_place + start + index) * lanes.count
            case Elements(array, column) | AddToElements(array, column):
                word = word_of_body(lanes.writer, OFFSETS + layout.offsets.index(column))
                offset = lanes.writer.assign(f"mul i64 {word}, {lanes.count}")
                return lanes.element(f"%array_{array}", offset), index * lanes.count


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
