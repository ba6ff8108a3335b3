"""The table of scalar operations: all that the compiler knows of each, one record for one operation.

To add one: name it in `Op` (scalar.py) and write its record here. `Arithmetic` (recursion/numbers/) gets a
method where computations of bodies shall use it, whatever their numbers are.
"""

from __future__ import annotations

import operator
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from psiphi.frozen import frozen
from psiphi.kernel.emit import arithmetic as emitted
from psiphi.kernel.emit.arctan2 import arctan2 as emit_arctan2
from psiphi.kernel.emit.lanes import Lanes
from psiphi.kernel.emit.sincos import sines_and_cosines
from psiphi.kernel.program import functions, scalar
from psiphi.kernel.program.functions import GraphArithmetic
from psiphi.kernel.program.scalar import Op, Value
from psiphi.recursion.numbers.arithmetic import NumpyArithmetic
from psiphi.recursion.numbers.rates import RATES, Rate


def _never(*_: Any) -> Any:
    raise AssertionError("no node has this operation, or no instruction")


@frozen
class Operation:
    """One operation.

    text       how it is written
    value      on floats and NumPy arrays: the judge of compiled code
    trace      on traced scalars and floats, folding what is known in advance
    rate       the rule of its derivative (recursion/numbers/rates.py), for `forward` and `reverse` mode
    emit       the LLVM IR, on names
    c          the expression in C, on its operands
    cost       the field of `Operations` that counts it; none for what costs nothing to speak of
    cycles     after which the result is there, roughly: what matters is which of two values is there first
    length     in instructions of a processor, roughly
    tells      whether the result is not finite wherever an operand is not (witnesses.py)
    commutes   whether operands may change places without changing a bit
    """

    text: str
    value: Callable[..., Any] = _never
    trace: Callable[..., Value] = _never
    rate: Rate = _never
    emit: Callable[..., str] = _never
    c: str = ""
    cost: str = ""
    cycles: int = 4
    length: int = 1
    tells: bool = False
    commutes: bool = False

    def forward(
        self, arithmetic: GraphArithmetic, operands: Sequence[Value], result: Value, tangents: Sequence[Value]
    ) -> Value:
        """The tangent of the result: Σ ∂result/∂operandᵢ · tangentᵢ."""
        return self.rate(arithmetic, operands, result, tangents)

    def reverse(
        self,
        arithmetic: GraphArithmetic,
        operands: Sequence[Value],
        result: Value,
        adjoint: Value,
        place: int,
    ) -> Value:
        """What the adjoint of the result adds to that of one operand: ∂result/∂operand · adjoint.

        Rules are linear: this is the tangent of the result where that of the operand is the adjoint.
        """
        tangents = [adjoint if other == place else 0.0 for other in range(len(operands))]
        return self.rate(arithmetic, operands, result, tangents)


_numpy = NumpyArithmetic()

OPERATIONS: dict[Op, Operation] = {
    Op.INPUT: Operation("an element of an argument"),
    Op.CONSTANT: Operation("a number"),
    Op.ADD: Operation(
        "a + b",
        value=operator.add,
        trace=scalar.add,
        rate=RATES["sum"],
        emit=Lanes.add,
        c="{0} + {1}",
        cost="add",
        cycles=3,
        tells=True,
        commutes=True,
    ),
    Op.SUBTRACT: Operation(
        "a − b",
        value=operator.sub,
        trace=scalar.subtract,
        rate=RATES["difference"],
        emit=Lanes.subtract,
        c="{0} - {1}",
        cost="add",
        cycles=3,
        tells=True,
    ),
    Op.MULTIPLY: Operation(
        "a · b",
        value=operator.mul,
        trace=scalar.multiply,
        rate=RATES["product"],
        emit=Lanes.multiply,
        c="{0} * {1}",
        cost="mul",
        cycles=3,
        tells=True,
        commutes=True,
    ),
    Op.NEGATE: Operation(
        "−a",
        value=operator.neg,
        trace=scalar.negate,
        rate=RATES["negative"],
        emit=Lanes.negate,
        c="-{0}",
        cost="neg",
        tells=True,
    ),
    Op.RECIPROCAL: Operation(
        "1 / a",
        value=_numpy.reciprocal,
        trace=scalar.reciprocal,
        rate=RATES["reciprocal"],
        emit=Lanes.reciprocal,
        c="1.0 / {0}",
        cost="div",
        cycles=13,
    ),
    Op.SQRT: Operation(
        "√a",
        value=np.sqrt,
        trace=scalar.sqrt,
        rate=RATES["sqrt"],
        emit=Lanes.sqrt,
        c="sqrt({0})",
        cost="sqrt",
        cycles=20,
        tells=True,
    ),
    # Instructions have both at once: SINCOS.
    Op.SIN: Operation(
        "sin a", value=np.sin, trace=scalar.sin, rate=RATES["sin"], c="sin({0})", cost="sincos", tells=True
    ),
    Op.COS: Operation(
        "cos a", value=np.cos, trace=scalar.cos, rate=RATES["cos"], c="cos({0})", cost="sincos", tells=True
    ),
    Op.SIGNIFICANT: Operation(
        "a where a > LOST · ε · b, NaN elsewhere",
        value=_numpy.significant,
        trace=functions.significant,
        rate=RATES["significant"],
        emit=emitted.significant,
        c="{0} > LOST * {1} ? {0} : NAN",
        cost="tests",
    ),
    Op.OR_ZERO: Operation(
        "a where it is a number, 0 elsewhere",
        value=_numpy.or_zero,
        trace=functions.or_zero,
        rate=RATES["or_zero"],
        emit=emitted.or_zero,
        c="isnan({0}) ? 0.0 : {0}",
    ),
    Op.ABSOLUTE: Operation(
        "|a|",
        value=np.abs,
        trace=functions.absolute,
        rate=RATES["absolute"],
        emit=Lanes.absolute,
        c="fabs({0})",
        cost="select",
        cycles=1,
        tells=True,
    ),
    Op.MINIMUM: Operation(
        "min(a, b)",
        value=np.minimum,
        trace=functions.minimum,
        rate=RATES["minimum"],
        emit=emitted.minimum,
        c="{0} < {1} || isnan({0}) ? {0} : {1}",
        cost="select",
        length=3,
    ),
    Op.MAXIMUM: Operation(
        "max(a, b)",
        value=np.maximum,
        trace=functions.maximum,
        rate=RATES["maximum"],
        emit=emitted.maximum,
        c="{0} > {1} || isnan({0}) ? {0} : {1}",
        cost="select",
        length=3,
    ),
    Op.SELECT: Operation(
        "b where a > 0, c where a ≤ 0",
        value=_numpy.select,
        trace=functions.select,
        rate=RATES["select"],
        emit=emitted.select,
        c="{0} > 0.0 ? {1} : {0} <= 0.0 ? {2} : NAN",
        cost="select",
        length=4,
    ),
    Op.ARCTAN2: Operation(
        "the angle of the point (b, a)",
        value=_numpy.arctan2,
        trace=functions.arctan2,
        rate=RATES["arctan2"],
        emit=emit_arctan2,
        c="atan2({0} + 0.0, {1} + 0.0)",
        cost="arctan2",
        cycles=120,
        length=45,
    ),
    Op.MULTIPLY_ADD: Operation("a · b + c", emit=Lanes.multiply_add),
    Op.MULTIPLY_SUBTRACT: Operation("a · b − c", emit=emitted.multiply_subtract),
    Op.SUBTRACT_PRODUCT: Operation("c − a · b", emit=emitted.subtract_product),
    Op.SINCOS: Operation("sin a, cos a, sin b, cos b, …", cycles=60, length=35),
}


def emit_operation(lanes: Lanes, op: Op, inputs: Sequence[str]) -> list[str]:
    """Write an instruction on named operands; the names of its results."""
    return sines_and_cosines(lanes, inputs) if op is Op.SINCOS else [OPERATIONS[op].emit(lanes, *inputs)]
