"""A large program as many functions over a workspace, so that the time to compile it grows in proportion.

The workspace has slots of one vector each.  Arguments are transposed into slots, each part of the program
loads what it needs from slots and stores what later parts need, and results are transposed out of slots.
A slot is used again once its value has been read for the last time.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from psiphi.kernel.emit_arithmetic import emit_instructions
from psiphi.kernel.emit_batch import (
    BLOCK,
    Emission,
    function,
    module,
    return_with_nan,
    row_pointers,
    sum_of_nothing,
)
from psiphi.kernel.emit_lanes import Lanes, Writer
from psiphi.kernel.emit_rows import load_columns, store_columns
from psiphi.kernel.instructions import Instruction, Kind, lower
from psiphi.kernel.program import Program
from psiphi.kernel.scalar import Op, Scalar
from psiphi.kernel.target import Target

# The length of parts, in instructions, where compile time and speed were found best.
PART = 500
# Sine and cosine expand to about as many instructions.
_SINCOS_LENGTH = 35
# Columns that one function transposes.
_COLUMNS = 128
_NOTHING = 0


def emit_split(program: Program, target: Target, part: int = PART) -> Emission:
    """IR of a module whose entry point evaluates the program on a batch, in parts of the given length."""
    parts = _parts(lower(program), part)
    slots = _assign_slots(program, parts)
    constants = {node.id: node.value for node in program.nodes if node.op is Op.CONSTANT}
    block = Lanes(Writer(), target)
    block.store(block.constant(0.0), "%workspace", _NOTHING)
    functions: list[str] = []

    def add(name: str, body: Callable[[Lanes], None]) -> None:
        """Write a function, and call it from the block."""
        lanes = Lanes(Writer(), target)
        body(lanes)
        lanes.writer.write("ret void")
        signature = BLOCK.replace("@block", f"@{name}")
        functions.append(function(lanes.writer, signature))
        block.writer.write(f"call {signature}")

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

    return_with_nan(block, block.load("%workspace", _NOTHING))
    functions.append(function(block.writer, BLOCK))
    vectors = 1 + max(slots.values(), default=0)
    return Emission(
        module(target, functions, len(program.arguments), len(program.outputs)),
        workspace=(vectors * target.lanes * target.precision.size,),
    )


def _parts(instructions: Iterable[Instruction], length: int) -> list[list[Instruction]]:
    parts: list[list[Instruction]] = [[]]
    filled = 0
    for instruction in instructions:
        if filled >= length:
            parts.append([])
            filled = 0
        parts[-1].append(instruction)
        filled += _SINCOS_LENGTH if instruction.kind is Kind.SINCOS else 1
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
