"""Exact operation counts of a scalar program."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass

from psiphi.kernel.program.program import Program
from psiphi.kernel.program.scalar import COS, SIN, Op


@dataclass(frozen=True)
class Operations:
    """How often each kind of operation is executed for one row of the batch.

    `add` holds subtractions too; sin and cos of one angle are one `sincos`.  Sign changes are counted apart,
    in `neg`, and are no part of `total`: they fold into the additions around them.  So are the `tests` of
    pivots, one for each row of a matrix that may be singular.
    """

    mul: int = 0
    add: int = 0
    div: int = 0
    sqrt: int = 0
    sincos: int = 0
    neg: int = 0
    tests: int = 0

    @property
    def total(self) -> int:
        return self.mul + self.add + self.div + self.sqrt + self.sincos

    def __add__(self, other: Operations) -> Operations:
        return Operations(
            self.mul + other.mul,
            self.add + other.add,
            self.div + other.div,
            self.sqrt + other.sqrt,
            self.sincos + other.sincos,
            self.neg + other.neg,
            self.tests + other.tests,
        )

    def __mul__(self, times: int) -> Operations:
        return Operations(
            self.mul * times,
            self.add * times,
            self.div * times,
            self.sqrt * times,
            self.sincos * times,
            self.neg * times,
            self.tests * times,
        )


def count(program: Program) -> Operations:
    """The operations of one evaluation of a program."""
    of = Counter([node.op for node in program.nodes])
    angles = {node.left.id for node in program.nodes if node.op is SIN or node.op is COS}
    return Operations(
        mul=of[Op.MULTIPLY],
        add=of[Op.ADD] + of[Op.SUBTRACT],
        div=of[Op.RECIPROCAL],
        sqrt=of[Op.SQRT],
        sincos=len(angles),
        neg=of[Op.NEGATE],
        tests=of[Op.SIGNIFICANT],
    )
