"""Instructions as LLVM IR."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping

from psiphi.kernel.emit_lanes import Lanes
from psiphi.kernel.emit_sincos import sines_and_cosines
from psiphi.kernel.instructions import Instruction, Kind, lower
from psiphi.kernel.program import Program
from psiphi.kernel.scalar import CONSTANT, INPUT, Scalar


def emit_instructions(lanes: Lanes, instructions: Iterable[Instruction], values: dict[int, str]) -> None:
    """Write instructions; `values` maps nodes to their names in the IR, and gains those computed here."""
    for kind, results, operands in instructions:
        inputs = [values[operand] for operand in operands]
        if kind is Kind.SINCOS:
            for result, value in zip(results, sines_and_cosines(lanes, inputs), strict=True):
                values[result] = value
        else:
            values[results[0]] = _EMIT[kind](lanes, *inputs)


def emit_outputs(lanes: Lanes, program: Program, columns: Mapping[tuple[str, int], str]) -> list[list[str]]:
    """Write a whole program; from the names of the elements of its arguments to those of its outputs."""
    values: dict[int, str] = {}
    for node in program.nodes:
        if node.op is INPUT:
            values[node.id] = columns[node.argument, node.index]
        elif node.op is CONSTANT:
            values[node.id] = lanes.constant(node.value)
    emit_instructions(lanes, lower(program), values)
    return [
        [values[x.id] if isinstance(x, Scalar) else lanes.constant(x) for x in output.scalars]
        for output in program.outputs
    ]


def _multiply_subtract(lanes: Lanes, a: str, b: str, c: str) -> str:
    return lanes.multiply_add(a, b, lanes.negate(c))


def _subtract_product(lanes: Lanes, a: str, b: str, c: str) -> str:
    return lanes.multiply_add(a, lanes.negate(b), c)


_EMIT: dict[Kind, Callable[..., str]] = {
    Kind.ADD: Lanes.add,
    Kind.SUBTRACT: Lanes.subtract,
    Kind.MULTIPLY: Lanes.multiply,
    Kind.MULTIPLY_ADD: Lanes.multiply_add,
    Kind.MULTIPLY_SUBTRACT: _multiply_subtract,
    Kind.SUBTRACT_PRODUCT: _subtract_product,
    Kind.NEGATE: Lanes.negate,
    Kind.RECIPROCAL: Lanes.reciprocal,
    Kind.SQRT: Lanes.sqrt,
    Kind.SIGNIFICANT: Lanes.significant,
    Kind.OR_ZERO: Lanes.or_zero,
}
