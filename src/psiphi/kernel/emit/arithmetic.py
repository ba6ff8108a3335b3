"""Instructions as LLVM IR."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from psiphi.kernel.emit.lanes import Lanes
from psiphi.kernel.emit.sincos import sines_and_cosines
from psiphi.kernel.program.instructions import Kind


def emit_instruction(lanes: Lanes, kind: Kind, inputs: Sequence[str]) -> list[str]:
    """Write one instruction on named operands; the names of its results."""
    return sines_and_cosines(lanes, inputs) if kind is Kind.SINCOS else [_EMIT[kind](lanes, *inputs)]


def _multiply_subtract(lanes: Lanes, a: str, b: str, c: str) -> str:
    return lanes.multiply_add(a, b, lanes.negate(c))


def _subtract_product(lanes: Lanes, a: str, b: str, c: str) -> str:
    return lanes.multiply_add(a, lanes.negate(b), c)


def _subtract_both(lanes: Lanes, a: str, b: str, c: str) -> str:
    return lanes.multiply_add(a, lanes.negate(b), lanes.negate(c))


_EMIT: dict[Kind, Callable[..., str]] = {
    Kind.ADD: Lanes.add,
    Kind.SUBTRACT: Lanes.subtract,
    Kind.MULTIPLY: Lanes.multiply,
    Kind.MULTIPLY_ADD: Lanes.multiply_add,
    Kind.MULTIPLY_SUBTRACT: _multiply_subtract,
    Kind.SUBTRACT_PRODUCT: _subtract_product,
    Kind.SUBTRACT_BOTH: _subtract_both,
    Kind.NEGATE: Lanes.negate,
    Kind.RECIPROCAL: Lanes.reciprocal,
    Kind.SQRT: Lanes.sqrt,
    Kind.SIGNIFICANT: Lanes.significant,
    Kind.OR_ZERO: Lanes.or_zero,
}
