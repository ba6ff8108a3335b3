"""The steps of rolled programs as LLVM IR: what one visit to a body does.

Around a step stand %row, the body's row in the table of bodies, the addresses %own_constants, %own_kept,
%own_seat and %parent_seat, and %array_NAME for each array. A step for several strands at once finds the
addresses that differ with _STRAND behind their names, and works on vectors of all strands.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from psiphi.kernel.emit.lanes import Lanes, Writer
from psiphi.kernel.loops.layout import OFFSETS, PassLayout, constants_of
from psiphi.kernel.loops.program import (
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
from psiphi.kernel.program.instruction_order import few_values
from psiphi.kernel.program.instructions import Instruction, lower
from psiphi.kernel.program.operations import emit_operation
from psiphi.kernel.program.scalar import CONSTANT, INPUT, Scalar, Value


def emit_step(lanes: Lanes, step: Step, layout: PassLayout, strands: Sequence[str]) -> None:
    """Write a step: numbers are loaded where they are first used, and stored as soon as they are there.

    `strands` are what stands behind the names of addresses, for each of the strands that the step is for.
    """
    _StepEmitter(lanes, step, layout, strands).emit()


def word_of_body(writer: Writer, column: int) -> str:
    """A number of the body's row in the table of bodies."""
    place = writer.assign(f"getelementptr i32, ptr %row, i64 {column}")
    return writer.assign(f"sext i32 {writer.assign(f'load i32, ptr {place}')} to i64")


class _StepEmitter:
    def __init__(self, lanes: Lanes, step: Step, layout: PassLayout, strands: Sequence[str]) -> None:
        self.strand, self.strands = lanes, strands
        self.lanes = Lanes(lanes.writer, lanes.target.times(len(strands)), lanes.precision)
        self.step, self.layout = step, layout
        self.constants = constants_of(step)
        self.values: dict[int, str] = {}  # names; inputs and constants appear where they are first used
        self.inputs = {
            (argument.name, index): (read, index)
            for argument, read in zip(step.program.arguments, step.reads, strict=True)
            for index in range(argument.size)
        }
        self.nodes = {node.id: node for node in step.program.nodes if node.op in (INPUT, CONSTANT)}

    def emit(self) -> None:
        # Strands run side by side, so that registers are short.
        instructions = few_values(lower(self.step.program, crowded=True))
        reading = self._reading(instructions)
        at_once: dict[int, list[tuple[Write, int]]] = {}
        at_last: list[tuple[Write, int, Value]] = []
        for output, write in zip(self.step.program.outputs, self.step.writes, strict=True):
            for index, value in enumerate(output.scalars):
                if isinstance(value, Scalar) and value.id not in self.nodes:
                    at_once.setdefault(value.id, []).append((write, index))
                else:  # read rather than computed
                    at_last.append((write, index, value))
                    reading.update(self._slots_read(value))
        waiting: list[tuple[str, Write, int]] = []
        for instruction in instructions:
            inputs = [self._named(operand) for operand in instruction.operands]
            names = emit_operation(self.lanes, instruction.op, inputs)
            self.values.update(zip(instruction.results, names, strict=True))
            for operand in instruction.operands:
                reading.subtract(self._slots_read(self.nodes.get(operand)))
            waiting += [
                (self.values[result], write, index)
                for result in instruction.results
                for write, index in at_once.get(result, ())
            ]
            waiting = self._stored(waiting, reading)
        ready = [(self._value(value), write, index) for write, index, value in at_last]
        self._stored(ready + waiting, Counter())

    def _reading(self, instructions: Sequence[Instruction]) -> Counter[int]:
        """For each place that is kept, how many times instructions read what is there."""
        operands = (operand for each in instructions for operand in each.operands)
        return Counter(slot for operand in operands for slot in self._slots_read(self.nodes.get(operand)))

    def _slots_read(self, value: Value | None) -> list[int]:
        """The place that is kept which an input stands for, if it is one."""
        if not isinstance(value, Scalar) or value.op is not INPUT:
            return []
        read, index = self.inputs[value.argument, value.index]
        return [read.place + index] if isinstance(read, Kept) else []

    def _stored(
        self, values: list[tuple[str, Write, int]], reading: Counter[int]
    ) -> list[tuple[str, Write, int]]:
        """Store values, but those that go where another one will still be read; answer these."""
        left: list[tuple[str, Write, int]] = []
        for value, write, index in values:
            if isinstance(write, Kept) and reading[write.place + index]:
                left.append((value, write, index))
            else:
                self._store(value, write, index)
        return left

    def _value(self, value: Value) -> str:
        return self._named(value.id) if isinstance(value, Scalar) else self.lanes.constant(value)

    def _named(self, identity: int) -> str:
        if identity not in self.values:
            self.values[identity] = self._load(identity)
        return self.values[identity]

    def _load(self, identity: int) -> str:
        """Write the load of an input, or name a constant."""
        node = self.nodes[identity]
        if node.op is CONSTANT:
            return self.lanes.constant(node.value)
        read, index = self.inputs[node.argument, node.index]
        if isinstance(read, Constants):
            place = self.lanes.element("%own_constants", self.constants.index(read.column + index))
            number = self.lanes.number
            return self.lanes.spread(self.lanes.writer.assign(f"load {number}, ptr {place}"), number)
        return self._loaded(self._addresses(read, index))

    def _store(self, value: str, write: Write, index: int) -> None:
        addresses = self._addresses(write, index)
        if isinstance(write, AddToSum | AddToElements):
            value = self.lanes.add(self._loaded(addresses), value)
        parts = self.strand.split(value, len(self.strands))
        for part, (pointer, offset) in zip(parts, addresses, strict=True):
            self.strand.store(part, pointer, offset)

    def _loaded(self, addresses: Sequence[tuple[str, int]]) -> str:
        return self.strand.join([self.strand.load(pointer, offset) for pointer, offset in addresses])

    def _addresses(self, place: Read | Write, index: int) -> list[tuple[str, int]]:
        """Where a number that is read or written stands in each strand: a pointer, and how far behind it."""
        lanes, layout = self.strand, self.layout
        match place:
            case Kept(start):
                pointers, number = self._pointers("own_kept"), start
            case ToChildren(start) | Sums(start):
                pointers, number = self._pointers("own_seat"), layout.seat_place + start
            case FromParent(start) | StartSum(start) | AddToSum(start):
                pointers, number = self._pointers("parent_seat"), layout.seat_place + start
            case Elements(array, column) | AddToElements(array, column):
                word = word_of_body(lanes.writer, OFFSETS + layout.offsets.index(column))
                offset = lanes.writer.assign(f"mul i64 {word}, {lanes.count}")
                pointers = [lanes.element(pointer, offset) for pointer in self._pointers(f"array_{array}")]
                number = 0
            case Constants():
                raise AssertionError("constants are the same in all strands")
        return [(pointer, (number + index) * lanes.count) for pointer in pointers]

    def _pointers(self, name: str) -> list[str]:
        return [f"%{name}{strand}" for strand in self.strands]
