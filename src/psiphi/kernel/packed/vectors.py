"""Values of a program in the lanes of vectors, and by themselves: where they are, and how they get there."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from psiphi.kernel.code.target import Target
from psiphi.kernel.emit.lanes import Lanes, Writer, number_literal


class Vectors:
    """Names in the IR of the values of nodes; a node of -1 in a lane means that anything may stand there.

    Whatever is brought into other lanes, is brought there once.
    """

    def __init__(self, writer: Writer, target: Target, constants: Mapping[int, float]) -> None:
        self.writer = writer
        self._target = target
        self._constants = constants
        self._lanes: dict[int, Lanes] = {}
        # The vector of a node, its lane there, and the width.
        self._place: dict[int, tuple[str, int, int]] = {}
        self._written: dict[str, str] = {}

    def lanes(self, width: int) -> Lanes:
        """Arithmetic on vectors of a width."""
        if width not in self._lanes:
            self._lanes[width] = Lanes(self.writer, replace(self._target, lanes=width))
        return self._lanes[width]

    def put(self, vector: str, nodes: Sequence[int]) -> None:
        """Remember that a vector has the values of these nodes in its lanes."""
        self._place.update((node, (vector, lane, len(nodes))) for lane, node in enumerate(nodes) if node >= 0)

    def scalar(self, node: int, minus: bool = False) -> str:
        """A value by itself."""
        return self.vector((node,), (minus,))

    def vector(self, nodes: Sequence[int], minus: Sequence[bool] = ()) -> str:
        """Values in lanes, or minus them where that is said."""
        wanted = [node for node in nodes if node >= 0]
        if all(node in self._constants for node in wanted):
            return self._literal(nodes, minus or [False] * len(nodes))
        return self._negated(self._found(nodes, wanted), minus)

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
        vector, lane, size = self._place.get(wanted[0], ("", 0, 0))
        if width == size and all(
            node < 0 or self._place.get(node) == (vector, lane, size) for lane, node in enumerate(nodes)
        ):
            return vector
        if width == 1:
            return self._element(vector, lane, size)
        lanes = self.lanes(width)
        if all(node == wanted[0] for node in wanted):
            element = self.scalar(wanted[0])
            first = self._once(f"insertelement {lanes.type} poison, {lanes.number} {element}, i32 0")
            zeros = f"<{width} x i32> zeroinitializer"
            return self._once(f"shufflevector {lanes.type} {first}, {lanes.type} poison, {zeros}")
        built = "poison"
        for lane, node in enumerate(nodes):
            if node >= 0:
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
