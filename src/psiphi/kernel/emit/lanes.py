"""Writing LLVM IR for vectors with one lane for each row of the batch."""

from __future__ import annotations

import struct
from collections.abc import Sequence

import numpy as np

from psiphi.kernel.code.target import Precision, Target

PREFETCH = "declare void @llvm.prefetch.p0(ptr, i32, i32, i32)"
"""What a module needs whose functions prefetch."""


class Writer:
    """Collects the lines of one function and hands out names for its values."""

    def __init__(self) -> None:
        self.lines: list[str] = []
        self._count = 0

    def assign(self, expression: str) -> str:
        """Write `%n = expression` and return the name."""
        self._count += 1
        name = f"%{self._count}"
        self.lines.append(f"{name} = {expression}")
        return name

    def write(self, line: str) -> None:
        self.lines.append(line)

    def word(self, table: str, place: int, kind: str = "i64") -> str:
        """A word of a table of words: a number, or an address (`ptr`)."""
        return self.assign(f"load {kind}, ptr {self.assign(f'getelementptr i64, ptr {table}, i64 {place}')}")

    def least(self, a: str, b: str) -> str:
        """The smaller one of two numbers."""
        return self.assign(f"select i1 {self.assign(f'icmp slt i64 {a}, {b}')}, i64 {a}, i64 {b}")

    def text(self, signature: str) -> str:
        """The function, complete."""
        return f"define {signature} {{\n" + "\n".join(self.lines) + "\n}\n"


class Lanes:
    """Arithmetic on vectors of one precision, written to a function; one lane means plain numbers."""

    def __init__(self, writer: Writer, target: Target, precision: Precision | None = None) -> None:
        self.writer = writer
        self.target = target
        self.precision = precision or target.precision
        self.count = target.lanes
        self.number = self.precision.number
        self.type = self._vector(self.number)
        self.integer = self._vector(self.precision.integer)
        self.truth = self._vector("i1")
        self.suffix = ("" if self.count == 1 else f"v{self.count}") + f"f{8 * self.precision.size}"

    def _vector(self, element: str) -> str:
        return element if self.count == 1 else f"<{self.count} x {element}>"

    def constant(self, value: float) -> str:
        """The same number in every lane, rounded to the precision."""
        literal = number_literal(value, self.precision)
        return literal if self.count == 1 else f"splat ({self.number} {literal})"

    def integer_constant(self, value: int) -> str:
        return str(value) if self.count == 1 else f"splat ({self.precision.integer} {value})"

    def add(self, a: str, b: str) -> str:
        return self.writer.assign(f"fadd {self.type} {a}, {b}")

    def subtract(self, a: str, b: str) -> str:
        return self.writer.assign(f"fsub {self.type} {a}, {b}")

    def multiply(self, a: str, b: str) -> str:
        return self.writer.assign(f"fmul {self.type} {a}, {b}")

    def negate(self, a: str) -> str:
        return self.writer.assign(f"fneg {self.type} {a}")

    def reciprocal(self, a: str) -> str:
        return self.divide(self.constant(1.0), a)

    def divide(self, a: str, b: str) -> str:
        return self.writer.assign(f"fdiv {self.type} {a}, {b}")

    def sqrt(self, a: str) -> str:
        return self.writer.assign(f"call {self.type} @llvm.sqrt.{self.suffix}({self.type} {a})")

    def absolute(self, a: str) -> str:
        """|a|: the bits without that of the sign."""
        others = (1 << (8 * self.precision.size - 1)) - 1
        return self.from_bits(self.integer_operation("and", self.bits(a), self.integer_constant(others)))

    def multiply_add(self, a: str, b: str, c: str) -> str:
        """a · b + c, with one rounding where the instruction set has it, and two elsewhere."""
        if not self.target.isa.fma:
            return self.add(self.multiply(a, b), c)
        t = self.type
        return self.writer.assign(f"call {t} @llvm.fma.{self.suffix}({t} {a}, {t} {b}, {t} {c})")

    def integer_operation(self, operation: str, a: str, b: str) -> str:
        return self.writer.assign(f"{operation} {self.integer} {a}, {b}")

    def bits(self, a: str) -> str:
        """The numbers as the integers that represent them."""
        return self.writer.assign(f"bitcast {self.type} {a} to {self.integer}")

    def from_bits(self, a: str) -> str:
        return self.writer.assign(f"bitcast {self.integer} {a} to {self.type}")

    def compare(self, relation: str, a: str, b: str) -> str:
        return self.writer.assign(f"fcmp {relation} {self.type} {a}, {b}")

    def select(self, condition: str, a: str, b: str) -> str:
        return self.writer.assign(f"select {self.truth} {condition}, {self.type} {a}, {self.type} {b}")

    def load(self, pointer: str, offset: int) -> str:
        """A vector of the workspace."""
        place = self.element(pointer, offset)
        return self.writer.assign(f"load {self.type}, ptr {place}, align {self.count * self.precision.size}")

    def store(self, value: str, pointer: str, offset: int) -> None:
        place = self.element(pointer, offset)
        alignment = self.count * self.precision.size
        self.writer.write(f"store {self.type} {value}, ptr {place}, align {alignment}")

    def prefetch(self, pointer: str, offset: int | str) -> None:
        """Have the cache line of a number fetched; any address will do."""
        place = self.element(pointer, offset)
        self.writer.write(f"call void @llvm.prefetch.p0(ptr {place}, i32 0, i32 3, i32 1)")

    def element(self, pointer: str, offset: int | str) -> str:
        """The address of a number in an array."""
        if offset == 0:
            return pointer
        return self.writer.assign(f"getelementptr {self.number}, ptr {pointer}, i64 {offset}")

    def shuffle(self, a: str, b: str, picks: Sequence[int], width: int) -> str:
        """Elements of two vectors of `width`, numbered through."""
        kind = f"<{width} x {self.number}>"
        chosen = ", ".join(f"i32 {pick}" for pick in picks)
        return self.writer.assign(f"shufflevector {kind} {a}, {kind} {b}, <{len(picks)} x i32> <{chosen}>")

    def spread(self, value: str, kind: str) -> str:
        """The same number or integer, of a kind, in every lane."""
        if self.count == 1:
            return value
        vector = self._vector(kind)
        first = self.writer.assign(f"insertelement {vector} poison, {kind} {value}, i32 0")
        zeros = f"<{self.count} x i32> zeroinitializer"
        return self.writer.assign(f"shufflevector {vector} {first}, {vector} poison, {zeros}")

    def join(self, values: Sequence[str]) -> str:
        """All values in one vector, one after the other: numbers, or one or two vectors."""
        if len(values) == 1:
            return values[0]
        if self.count > 1:
            first, second = values
            return self.shuffle(first, second, range(2 * self.count), self.count)
        joined = "poison"
        for place, value in enumerate(values):
            joined = self.writer.assign(
                f"insertelement <{len(values)} x {self.number}> {joined}, {self.number} {value}, i32 {place}"
            )
        return joined

    def split(self, joined: str, count: int) -> list[str]:
        """The values that were joined."""
        if count == 1:
            return [joined]
        width = count * self.count
        if self.count > 1:
            return [
                self.shuffle(joined, joined, range(start, start + self.count), width)
                for start in range(0, width, self.count)
            ]
        kind = f"<{width} x {self.number}>"
        return [self.writer.assign(f"extractelement {kind} {joined}, i32 {lane}") for lane in range(width)]


def number_literal(value: float, precision: Precision) -> str:
    """A number as LLVM reads it exactly; single precision too is written as a double."""
    if precision is Precision.SINGLE:
        value = float(np.float32(value))
    return f"0x{struct.unpack('<Q', struct.pack('<d', value))[0]:016X}"
