"""A large program as many functions over a workspace, so that the time to compile it grows in proportion.

A block has several *strips*, each with a row in every lane and a workspace of its own.  Every function works
on all of them, one after the other, before the next function is called: its code is fetched and decoded once
for all strips, and the processor starts on a strip while the one before it waits for its last results.

The workspace of a strip has slots of one vector each.  Arguments are transposed into slots, each part of the
program loads what it needs from slots and stores what later parts need, and results are transposed out of
slots.  A slot is used again once its value has been read for the last time.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from psiphi.kernel.emit_arithmetic import emit_instructions
from psiphi.kernel.emit_batch import (
    BLOCK,
    Emission,
    bad_lanes,
    function,
    module,
    row_pointers,
    sum_of_nothing,
)
from psiphi.kernel.emit_lanes import Lanes, Writer
from psiphi.kernel.emit_rows import load_columns, store_columns
from psiphi.kernel.instructions import Instruction, Kind, lower
from psiphi.kernel.program import Program
from psiphi.kernel.scalar import Op, Scalar
from psiphi.kernel.target import Target

# The length of parts, in instructions, and the number of strips, with which the code was found fastest.
PART = 150
STRIPS = 4
# Sine and cosine expand to about as many instructions.
_SINCOS_LENGTH = 35
# Columns that one function transposes.
_COLUMNS = 128
_NOTHING = 0
_PART = "void @{}(ptr %table, i64 %first_row, i64 %last, ptr %strips, i64 %count)"
_CALL = "void @{}(ptr %table, i64 %first, i64 %last, ptr %workspace, i64 %count)"


def emit_split(program: Program, target: Target, part: int = PART) -> Emission:
    """IR of a module whose entry point evaluates the program on a batch, in parts of the given length."""
    parts = _parts(lower(program), part)
    slots = _assign_slots(program, parts)
    constants = {node.id: node.value for node in program.nodes if node.op is Op.CONSTANT}
    vectors = 1 + max(slots.values(), default=0)
    functions: list[str] = []
    calls: list[str] = []

    def add(name: str, body: Callable[[Lanes], None]) -> None:
        """Write a function that does something to every strip, and call it from the block."""
        functions.append(_for_every_strip(target, vectors, _PART.format(name), body))
        calls.append(f"call {_CALL.format(name)}")

    add("start", lambda lanes: lanes.store(lanes.constant(0.0), "%workspace", _NOTHING))
    inputs = {(node.argument, node.index): node.id for node in program.nodes if node.op is Op.INPUT}
    for place, argument in enumerate(program.arguments):
        for start in range(0, argument.size, _COLUMNS):
            columns = range(start, min(start + _COLUMNS, argument.size))
            wanted = [slots.get(inputs.get((argument.name, index), -1)) for index in columns]
            add(f"load_{place}_{start}", lambda lanes, w=wanted, p=place, s=start: _load(lanes, p, s, w))
    for number, instructions in enumerate(parts):
        add(f"part_{number}", lambda lanes, i=instructions: _compute(lanes, i, slots, constants))
    for place, output in enumerate(program.outputs, start=len(program.arguments)):
        for start in range(0, output.size, _COLUMNS):
            some = output.scalars[start : start + _COLUMNS]
            known = [slots[value.id] if isinstance(value, Scalar) else float(value) for value in some]
            add(
                f"store_{place}_{start}",
                lambda lanes, k=known, p=place, s=start, z=output.size: _store(lanes, p, z, s, k),
            )

    add("finish", _void_bad_rows)
    functions.append(_block(target, calls))
    return Emission(
        module(target, functions, len(program.arguments), len(program.outputs), STRIPS),
        workspace=(STRIPS * vectors * target.lanes * target.precision.size,),
    )


def _for_every_strip(target: Target, vectors: int, signature: str, body: Callable[[Lanes], None]) -> str:
    """A function with a loop around a body that finds its rows at %first, and its slots in %workspace."""
    lanes = Lanes(Writer(), target)
    writer = lanes.writer
    writer.write("entry:")
    writer.write("br label %strip")
    writer.write("strip:")
    writer.write("%number = phi i64 [0, %entry], [%next, %strip]")
    writer.write(f"%rows_before = mul i64 %number, {target.lanes}")
    writer.write("%first = add i64 %first_row, %rows_before")
    writer.write(f"%numbers_before = mul i64 %number, {vectors * target.lanes}")
    writer.write(f"%workspace = getelementptr {lanes.number}, ptr %strips, i64 %numbers_before")
    body(lanes)
    writer.write("%next = add i64 %number, 1")
    writer.write("%more = icmp slt i64 %next, %count")
    writer.write("br i1 %more, label %strip, label %done")
    writer.write("done:")
    writer.write("ret void")
    return function(writer, signature)


def _block(target: Target, calls: Sequence[str]) -> str:
    """The function of a block: as many strips as have rows, through one function after the other."""
    writer = Writer()
    rows = writer.assign("sub i64 %last, %first")
    begun = writer.assign(f"udiv i64 {rows}, {target.lanes}")
    some = writer.assign(f"add i64 {begun}, 1")
    few = writer.assign(f"icmp ult i64 {some}, {STRIPS}")
    writer.write(f"%count = select i1 {few}, i64 {some}, i64 {STRIPS}")
    for call in calls:
        writer.write(call)
    writer.write("ret void")
    return function(writer, BLOCK)


def _void_bad_rows(lanes: Lanes) -> None:
    bad = bad_lanes(lanes, lanes.load("%workspace", _NOTHING))
    lanes.writer.write(f"call void @void_rows(ptr %table, i64 %first, i64 %last, i64 {bad})")


def _parts(instructions: Iterable[Instruction], length: int) -> list[list[Instruction]]:
    parts: list[list[Instruction]] = [[]]
    filled = 0
    for instruction in instructions:
        if filled >= length:
            parts.append([])
            filled = 0
        parts[-1].append(instruction)
        filled += _SINCOS_LENGTH * len(instruction.operands) if instruction.kind is Kind.SINCOS else 1
    return parts


def _assign_slots(program: Program, parts: Sequence[Sequence[Instruction]]) -> dict[int, int]:
    """A slot for every input, every value that crosses from one part to another, and every result."""
    constants = {node.id for node in program.nodes if node.op is Op.CONSTANT}
    produced = {node.id: -1 for node in program.nodes if node.op is Op.INPUT}
    last_use: dict[int, int] = {}
    for number, part in enumerate(parts):
        for instruction in part:
            produced.update((result, number) for result in instruction.results)
            for operand in instruction.operands:
                if operand not in constants and produced[operand] != number:
                    last_use[operand] = number
    for output in program.outputs:
        for value in output.scalars:
            if isinstance(value, Scalar):
                last_use[value.id] = len(parts)

    slots: dict[int, int] = {}
    free: list[int] = []
    used = _NOTHING + 1
    expiring: dict[int, list[int]] = {}
    for number in range(-1, len(parts)):
        free.extend(slots[identity] for identity in expiring.pop(number - 1, ()))
        born = (
            (identity for identity, origin in produced.items() if origin == -1)
            if number == -1
            else (result for instruction in parts[number] for result in instruction.results)
        )
        for identity in born:
            if identity in last_use:
                if free:
                    slots[identity] = free.pop()
                else:
                    slots[identity] = used
                    used += 1
                expiring.setdefault(last_use[identity], []).append(identity)
    return slots


class _Values(dict[int, str]):
    """The names of values in one part; those from elsewhere are loaded where they are first used."""

    def __init__(self, lanes: Lanes, slots: dict[int, int], constants: dict[int, float]) -> None:
        super().__init__()
        self._lanes, self._slots, self._constants = lanes, slots, constants

    def __missing__(self, identity: int) -> str:
        if identity in self._constants:
            value = self._lanes.constant(self._constants[identity])
        else:
            value = self._lanes.load("%workspace", self._slots[identity] * self._lanes.count)
        self[identity] = value
        return value


def _compute(
    lanes: Lanes, part: Sequence[Instruction], slots: dict[int, int], constants: dict[int, float]
) -> None:
    values = _Values(lanes, slots, constants)
    for instruction in part:
        emit_instructions(lanes, (instruction,), values)
        for result in instruction.results:
            if result in slots:
                lanes.store(values[result], "%workspace", slots[result] * lanes.count)


def _load(lanes: Lanes, place: int, start: int, wanted: Sequence[int | None]) -> None:
    rows = [lanes.element(row, start) for row in row_pointers(lanes, place)]
    columns = load_columns(lanes, rows, len(wanted))
    for column, slot in zip(columns, wanted, strict=True):
        if slot is not None:
            lanes.store(column, "%workspace", slot * lanes.count)
    nothing = lanes.add(lanes.load("%workspace", _NOTHING), sum_of_nothing(lanes, columns))
    lanes.store(nothing, "%workspace", _NOTHING)


def _store(lanes: Lanes, place: int, size: int, start: int, known: Sequence[int | float]) -> None:
    columns = [
        lanes.constant(value) if isinstance(value, float) else lanes.load("%workspace", value * lanes.count)
        for value in known
    ]
    rows = [lanes.element(row, start) for row in row_pointers(lanes, place, size)]
    store_columns(lanes, rows, columns)
