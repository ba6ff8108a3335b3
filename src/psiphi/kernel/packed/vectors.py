"""Values of a program in the lanes of vectors, and by themselves: where they are, and how they get there."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import TypeAlias

from psiphi.kernel.code.target import Target
from psiphi.kernel.emit.batch import row_pointers
from psiphi.kernel.emit.lanes import Lanes, Writer, number_literal
from psiphi.kernel.emit.rows import load_tile

# A value that is stored: that of a node, or minus it where that is said; or a number.
Stored: TypeAlias = tuple[int, bool] | float


class Vectors:
    """Names in the IR of the values of nodes; a node of -1 in a lane means that anything may stand there.

    Whatever is brought into other lanes, is brought there once, and arguments are read where they are first
    needed: to keep thousands of them from the start would take longer than all the rest, to compile and to
    run. The code may be in parts, functions of their own: what a later part needs is kept in the workspace,
    of which `space` numbers are used.
    """

    def __init__(
        self,
        target: Target,
        constants: Mapping[int, float],
        inputs: Mapping[int, tuple[int, int]],
        seeds: Sequence[Sequence[int]],
        last_part: Mapping[int, int],
    ) -> None:
        """`inputs` are the nodes of arguments, in the table and in their rows; those of `seeds` are read side
        by side. `last_part` is the last one that needs a node.
        """
        self.space = 0
        self._inputs = inputs
        self._seeds = {node: nodes for nodes in seeds for node in nodes}
        self._target = target
        self._constants = constants
        self._last_part = last_part
        # The vector of a node, its lane there, and the width; vectors are numbered through.
        self._place: dict[int, tuple[int, int, int]] = {}
        self._vectors = 0
        self._slot: dict[int, int] = {}
        self._free: defaultdict[int, list[int]] = defaultdict(list)  # slots, by width
        self._expiring: defaultdict[int, list[tuple[int, int]]] = defaultdict(list)
        self._part = -1
        self.begin()

    def begin(self) -> None:
        """Begin a part."""
        for width, slot in self._expiring.pop(self._part, ()):
            self._free[width].append(slot)
        self._part += 1
        self.writer = Writer()
        self._lanes: dict[int, Lanes] = {}
        self._name: dict[int, str] = {}
        self._written: dict[str, str] = {}
        self._rows: dict[int, str] = {}

    def lanes(self, width: int) -> Lanes:
        """Arithmetic on vectors of a width."""
        if width not in self._lanes:
            self._lanes[width] = Lanes(self.writer, replace(self._target, lanes=width))
        return self._lanes[width]

    def row(self, array: int, size: int | None = None) -> str:
        """The address of a row of an argument, or of a result of so many numbers."""
        if array not in self._rows:
            (self._rows[array],) = row_pointers(self.lanes(1), array, size)
        return self._rows[array]

    def put(self, vector: str, nodes: Sequence[int]) -> None:
        """Remember that a vector has the values of these nodes in its lanes."""
        number, width = self._vectors, len(nodes)
        self._vectors += 1
        self._name[number] = vector
        self._place.update((node, (number, lane, width)) for lane, node in enumerate(nodes) if node >= 0)
        last = max([self._last_part.get(node, 0) for node in nodes if node >= 0], default=0)
        if last > self._part:
            self._slot[number] = self._free[width].pop() if self._free[width] else self._new_slot(width)
            self._expiring[last].append((width, self._slot[number]))
            self.lanes(width).store(vector, "%workspace", self._slot[number])

    def _where(self, node: int) -> tuple[int, int, int] | None:
        """The vector of a node, its lane there, and the width; None for constants."""
        if node not in self._place and node in self._inputs:
            nodes = self._seeds.get(node, (node,))
            self.put(self._joined([self._read(x) if x >= 0 else None for x in nodes]), nodes)
        return self._place.get(node)

    def _read(self, node: int) -> str:
        """An element of an argument."""
        array, index = self._inputs[node]
        return load_tile(self.lanes(1), [self.row(array)], range(index, index + 1))[0]

    def _joined(self, elements: Sequence[str | None]) -> str:
        """Elements side by side."""
        if len(elements) == 1 and elements[0] is not None:
            return elements[0]
        lanes, built = self.lanes(len(elements)), "zeroinitializer"
        for lane, element in enumerate(elements):
            if element is not None:
                built = self._once(
                    f"insertelement {lanes.type} {built}, {lanes.number} {element}, i32 {lane}"
                )
        return built

    def _new_slot(self, width: int) -> int:
        slot = -(-self.space // width) * width
        self.space = slot + width
        return slot

    def _named(self, number: int, width: int) -> str:
        """A vector in this part."""
        if number not in self._name:
            self._name[number] = self.lanes(width).load("%workspace", self._slot[number])
        return self._name[number]

    def scalar(self, node: int, minus: bool = False) -> str:
        """A value by itself."""
        return self.vector((node,), (minus,))

    def vector(self, nodes: Sequence[int], minus: Sequence[bool] = ()) -> str:
        """Values in lanes, or minus them where that is said."""
        wanted = [node for node in nodes if node >= 0]
        if all(node in self._constants for node in wanted):
            return self._literal(nodes, minus or [False] * len(nodes))
        return self._negated(self._found(nodes, wanted), minus)

    def stretch(self, values: Sequence[Stored]) -> tuple[str, int]:
        """The first of some values, as many as lie side by side in a vector: a power of two of them."""
        first, *others = values
        if not isinstance(first, tuple):
            return self.lanes(1).constant(first), 1
        node, minus = first
        vector, lane, size = self._where(node) or (-1, 0, 1)
        count = 1
        for number, other in enumerate(others[: size - 1 - lane], start=lane + 1):
            if not isinstance(other, tuple) or other[1] != minus:
                break
            if self._where(other[0]) != (vector, number, size):
                break
            count += 1
        count = 1 << (count.bit_length() - 1)
        if count == 1:
            return self.scalar(node, minus), 1
        whole = self._negated(self._named(vector, size), [minus] * size)
        return self.lanes(size).shuffle(whole, whole, range(lane, lane + count), size), count

    def _negated(self, vector: str, minus: Sequence[bool]) -> str:
        """A vector, or minus it in some lanes."""
        if not any(minus):
            return vector
        lanes = self.lanes(len(minus))
        if all(minus):
            return self._once(f"fneg {lanes.type} {vector}")
        number = lanes.precision.integer
        sign = 1 << (8 * lanes.precision.size - 1)
        signs = ", ".join(f"{number} {sign if negative else 0}" for negative in minus)
        bits = self._once(f"bitcast {lanes.type} {vector} to {lanes.integer}")
        turned = self._once(f"xor {lanes.integer} {bits}, <{signs}>")
        return self._once(f"bitcast {lanes.integer} {turned} to {lanes.type}")

    def _found(self, nodes: Sequence[int], wanted: Sequence[int]) -> str:
        width = len(nodes)
        vector, lane, size = self._where(wanted[0]) or (-1, 0, 0)
        if width == size and all(
            node < 0 or self._where(node) == (vector, lane, size) for lane, node in enumerate(nodes)
        ):
            return self._named(vector, size)
        if width == 1:
            return self._element(self._named(vector, size), lane, size)
        lanes = self.lanes(width)
        if all(node == wanted[0] for node in wanted):
            element = self.scalar(wanted[0])
            first = self._once(f"insertelement {lanes.type} poison, {lanes.number} {element}, i32 0")
            zeros = f"<{width} x i32> zeroinitializer"
            return self._once(f"shufflevector {lanes.type} {first}, {lanes.type} poison, {zeros}")
        places = [self._where(node) for node in nodes]
        there = Counter(
            place[0] for lane, place in enumerate(places) if place is not None and place[1:] == (lane, width)
        )
        most = max(there, key=there.__getitem__, default=-1)
        built = "zeroinitializer" if most < 0 else self._named(most, width)
        for lane, node in enumerate(nodes):
            if node >= 0 and places[lane] != (most, lane, width):
                element = f"{lanes.number} {self.scalar(node)}"
                built = self._once(f"insertelement {lanes.type} {built}, {element}, i32 {lane}")
        return built

    def _element(self, vector: str, lane: int, size: int) -> str:
        if size == 1:
            return vector
        return self._once(f"extractelement {self.lanes(size).type} {vector}, i32 {lane}")

    def _literal(self, nodes: Sequence[int], minus: Sequence[bool]) -> str:
        lanes = self.lanes(len(nodes))
        numbers = [self._constants[x] for x in nodes if x >= 0]
        signed = [
            -self._constants.get(x, numbers[0]) if negative else self._constants.get(x, numbers[0])
            for x, negative in zip(nodes, minus, strict=True)
        ]
        if len(set(signed)) == 1:
            return lanes.constant(signed[0])
        return "<" + ", ".join(f"{lanes.number} {number_literal(x, lanes.precision)}" for x in signed) + ">"

    def _once(self, expression: str) -> str:
        if expression not in self._written:
            self._written[expression] = self.writer.assign(expression)
        return self._written[expression]
