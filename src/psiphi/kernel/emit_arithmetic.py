"""Instructions as LLVM IR."""

from __future__ import annotations

from collections.abc import Iterable

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
            values[results[0]] = _emit(lanes, kind, inputs)


def _emit(lanes: Lanes, kind: Kind, inputs: list[str]) -> str:
    match kind:
        case Kind.ADD:
            return lanes.add(*inputs)
        case Kind.SUBTRACT:
            return lanes.subtract(*inputs)
        case Kind.MULTIPLY:
            return lanes.multiply(*inputs)
        case Kind.MULTIPLY_ADD:
            return lanes.multiply_add(*inputs)
        case Kind.MULTIPLY_SUBTRACT:
            a, b, c = inputs
            return lanes.multiply_add(a, b, lanes.negate(c))
        case Kind.SUBTRACT_PRODUCT:
            a, b, c = inputs
            return lanes.multiply_add(a, lanes.negate(b), c)
        case Kind.NEGATE:
            return lanes.negate(*inputs)
        case Kind.RECIPROCAL:
            return lanes.reciprocal(*inputs)
        case Kind.SQRT:
            return lanes.sqrt(*inputs)
        case Kind.SINCOS:
            raise AssertionError("SINCOS has two results")
