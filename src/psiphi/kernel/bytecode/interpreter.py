"""The interpreter of bytecode: the same machine code for all programs of so many arguments and outputs.

A block has as many rows as fill two cache lines with one number of each; a single row is a block by itself.
Every slot is a vector of them, so that what it takes to read an instruction is shared by all rows of a block.
"""

from __future__ import annotations

from collections.abc import Callable

from psiphi.kernel.bytecode.bytecode import SLOT, TABLES, WORDS
from psiphi.kernel.bytecode.encoding import OTHERS
from psiphi.kernel.code.target import CACHE_LINE, Target
from psiphi.kernel.emit.batch import BLOCK, Emission, declarations, function, module, row_pointers
from psiphi.kernel.emit.columns import columns_in, columns_out
from psiphi.kernel.emit.lanes import Lanes, Writer
from psiphi.kernel.emit.not_finite import bad_lanes, void_rows
from psiphi.kernel.program.operations import OPERATIONS, emit_operation
from psiphi.kernel.program.scalar import Op

_RUN = "void @run_{}(ptr %list, i64 %count, ptr %workspace)"
_ARITY = 100  # operations tell by their number how many operands they have


def emit_interpreter(target: Target, arguments: int, outputs: int) -> Emission:
    """IR of the interpreter; its workspace is given as bytes for each slot."""
    strips = 2 * CACHE_LINE // (target.lanes * target.precision.size) if target.lanes > 1 else 1
    whole = target.times(strips)
    functions = [declarations([whole])] if strips > 1 else []
    functions.append(_run(whole, 0, _fused))
    for kind, op in enumerate(OTHERS, 1):
        functions.append(_run(whole, kind, lambda lanes, words, op=op: _other(lanes, op, words)))
    functions += [columns_in(target, strips), columns_out(target, strips, listed=True)]
    functions.append(_Block(target, strips, arguments, outputs).emit())
    functions.append(void_rows(target, arguments, outputs))
    size = whole.lanes * target.precision.size
    return Emission(module(target, functions, strips), (size,))


def _run(target: Target, kind: int, execute: Callable[[Lanes, list[str]], None]) -> str:
    """A function that executes instructions of one kind one after the other."""
    lanes = Lanes(Writer(), target)
    writer = lanes.writer
    writer.write("entry:")
    writer.write("%some = icmp sgt i64 %count, 0")
    writer.write("br i1 %some, label %loop, label %done")
    writer.write("loop:")
    writer.write("%step = phi i64 [0, %entry], [%next, %loop]")
    words: list[str] = []
    start = writer.assign(f"getelementptr [{WORDS} x i32], ptr %list, i64 %step")
    for word in range(WORDS):
        place = writer.assign(f"getelementptr i32, ptr {start}, i64 {word}")
        words.append(writer.assign(f"load i32, ptr {place}"))
    execute(lanes, words)
    writer.write("%next = add i64 %step, 1")
    writer.write("%more = icmp slt i64 %next, %count")
    writer.write("br i1 %more, label %loop, label %done")
    writer.write("done:")
    writer.write("ret void")
    return function(writer, _RUN.format(kind))


def _fused(lanes: Lanes, words: list[str]) -> None:
    """± a · b ± c."""
    result, a, b, c = words
    x, y, z = _load(lanes, a), _signed(lanes, b), _signed(lanes, c)
    _store(lanes, lanes.multiply_add(x, y, z), result)


def _other(lanes: Lanes, op: Op, words: list[str]) -> None:
    if op is Op.SINCOS:
        sine, cosine = emit_operation(lanes, op, [_load(lanes, words[1])])
        _store(lanes, sine, words[0])
        _store(lanes, cosine, words[2])
        return
    inputs = [_load(lanes, word) for word in words[1 : 1 + op // _ARITY]]
    _store(lanes, OPERATIONS[op].emit(lanes, *inputs), words[0])


def _slot(lanes: Lanes, word: str) -> str:
    number = lanes.writer.assign(f"zext i32 {word} to i64")
    return lanes.element("%workspace", lanes.writer.assign(f"mul i64 {number}, {lanes.count}"))


def _load(lanes: Lanes, word: str) -> str:
    return lanes.load(_slot(lanes, word), 0)


def _store(lanes: Lanes, value: str, word: str) -> None:
    lanes.store(value, _slot(lanes, word), 0)


def _signed(lanes: Lanes, word: str) -> str:
    """What a slot holds, with the sign turned where the highest bit of the word says so."""
    writer, bits = lanes.writer, 8 * lanes.precision.size
    value = lanes.bits(_load(lanes, writer.assign(f"and i32 {word}, {SLOT}")))
    wide = word if bits == 32 else writer.assign(f"zext i32 {word} to i64")
    shifted = wide if bits == 32 else writer.assign(f"shl i64 {wide}, 32")
    sign = writer.assign(f"and i{bits} {shifted}, {-(1 << (bits - 1))}")
    return lanes.from_bits(lanes.integer_operation("xor", value, lanes.spread(sign, f"i{bits}")))


class _Block:
    """Writes the function that brings rows into slots, executes run after run, and takes results out."""

    def __init__(self, target: Target, strips: int, arguments: int, outputs: int) -> None:
        self.strips, self.arguments, self.outputs = strips, arguments, outputs
        self.target = target
        self.lanes = Lanes(Writer(), target)
        self.writer = self.lanes.writer

    def emit(self) -> str:
        writer, lanes = self.writer, self.lanes
        writer.write("entry:")
        writer.write(f"%rows = alloca [{lanes.count} x ptr], align 8")
        arrays = self.arguments + self.outputs
        tables = {name: writer.word("%table", 2 * (arrays + k), "ptr") for k, name in enumerate(TABLES)}
        lengths = {name: writer.word("%table", 2 * (arrays + k) + 1) for k, name in enumerate(TABLES)}
        self._constants(tables["constants"], lengths["constants"])
        firsts = ["%first"]
        for strip in range(1, self.strips):
            firsts.append(self._strip(strip))
        sums = [self._arguments(strip, first, tables) for strip, first in enumerate(firsts)]
        self._runs(tables["runs"], lengths["runs"], tables["instructions"])
        for strip, first in enumerate(firsts):
            self._outputs(strip, first, tables)
            bad = bad_lanes(lanes, sums[strip])
            writer.write(f"call void @void_rows(ptr %table, i64 {first}, i64 %last, i64 {bad})")
        writer.write("ret void")
        return function(writer, BLOCK)

    def _strip(self, strip: int) -> str:
        """The first row of a strip; strips without rows do the last row again."""
        first = self.writer.assign(f"add i64 %first, {strip * self.lanes.count}")
        return self.writer.least(first, "%last")

    def _constants(self, constants: str, count: str) -> None:
        """Fill the slots of constants, in the first block of a call; nothing is ever written over them."""
        writer, lanes = self.writer, Lanes(self.writer, self.target.times(self.strips))
        writer.write("%begins = icmp eq i64 %first, 0")
        writer.write("br i1 %begins, label %fill, label %filled")
        writer.write("fill:")
        writer.write("%filling = phi i64 [0, %entry], [%following, %fill]")
        number = writer.assign(f"load {lanes.number}, ptr {lanes.element(constants, '%filling')}")
        place = lanes.element("%workspace", writer.assign(f"mul i64 %filling, {lanes.count}"))
        lanes.store(lanes.spread(number, lanes.number), place, 0)
        writer.write("%following = add i64 %filling, 1")
        writer.write(f"%unfilled = icmp slt i64 %following, {count}")
        writer.write("br i1 %unfilled, label %fill, label %filled")
        writer.write("filled:")

    def _arguments(self, strip: int, first: str, tables: dict[str, str]) -> str:
        """Bring the rows of a strip in; the sum of nothing of all arguments."""
        lanes, writer = self.lanes, self.writer
        total = lanes.constant(0.0)
        for array in range(self.arguments):
            size = writer.word(tables["sizes"], array)
            columns = self._columns(strip, writer.word(tables["places"], array))
            self._find_rows(array, first)
            found = writer.assign(
                f"call {lanes.type} @columns_in(ptr %rows, i64 0, i64 {size}, ptr {columns})"
            )
            total = lanes.add(total, found)
        return total

    def _outputs(self, strip: int, first: str, tables: dict[str, str]) -> None:
        for array in range(self.arguments, self.arguments + self.outputs):
            size, start = self.writer.word(tables["sizes"], array), self.writer.word(tables["places"], array)
            places = self.writer.assign(f"getelementptr i32, ptr {tables['results']}, i64 {start}")
            self._find_rows(array, first)
            self.writer.assign(
                f"call {self.lanes.type} @columns_out(ptr %rows, i64 0, i64 {size}, "
                f"ptr {self._columns(strip, '0')}, ptr {places})"
            )

    def _find_rows(self, array: int, first: str) -> None:
        """Write down the addresses of the rows of an array."""
        for lane, row in enumerate(row_pointers(self.lanes, array, first=first)):
            place = self.writer.assign(f"getelementptr ptr, ptr %rows, i64 {lane}")
            self.writer.write(f"store ptr {row}, ptr {place}")

    def _columns(self, strip: int, slot: str) -> str:
        """Where a strip has its part of a slot."""
        count = self.lanes.count
        numbers = self.writer.assign(f"mul i64 {slot}, {self.strips * count}")
        return self.lanes.element("%workspace", self.writer.assign(f"add i64 {numbers}, {strip * count}"))

    def _runs(self, runs: str, count: str, instructions: str) -> None:
        writer = self.writer
        writer.write("br label %runs")
        writer.write("runs:")
        writer.write("%run = phi i64 [0, %filled], [%next_run, %ran]")
        writer.write("%done = phi i64 [0, %filled], [%next_done, %ran]")
        writer.write(f"%more_runs = icmp slt i64 %run, {count}")
        writer.write("br i1 %more_runs, label %execute, label %finished")
        writer.write("execute:")
        entry = writer.assign(f"getelementptr [2 x i64], ptr {runs}, i64 %run")
        kind, length = writer.word(entry, 0), writer.word(entry, 1)
        start = writer.assign(f"getelementptr [{WORDS} x i32], ptr {instructions}, i64 %done")
        kinds = range(len(OTHERS) + 1)
        cases = " ".join(f"i64 {k}, label %kind_{k}" for k in kinds)
        writer.write(f"switch i64 {kind}, label %ran [ {cases} ]")
        for k in kinds:
            writer.write(f"kind_{k}:")
            writer.write(f"call void @run_{k}(ptr {start}, i64 {length}, ptr %workspace)")
            writer.write("br label %ran")
        writer.write("ran:")
        writer.write("%next_run = add i64 %run, 1")
        writer.write(f"%next_done = add i64 %done, {length}")
        writer.write("br label %runs")
        writer.write("finished:")
