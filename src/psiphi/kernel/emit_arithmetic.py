"""Instructions as LLVM IR."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from psiphi.kernel.emit_lanes import Lanes
from psiphi.kernel.emit_sincos import sincos
from psiphi.kernel.instructions import Instruction, Kind


def emit_instructions(lanes: Lanes, instructions: Iterable[Instruction], values: dict[int, str]) -> None:
    """Write instructions; `values` maps nodes to their names in the IR, and gains those computed here."""
    for kind, results, operands in instructions:
        inputs = [values[operand] for operand in operands]
        if kind is Kind.SINCOS:
            for result, value in zip(results, sincos(lanes, inputs[0]), strict=True):
                values[result] = value
        else:
            values[results[0]] = _EMIT[kind](lanes, *inputs)


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
}
