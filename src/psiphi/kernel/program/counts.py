"""Exact operation counts of a scalar program."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, fields

from psiphi.kernel.program.operations import OPERATIONS
from psiphi.kernel.program.program import Program
from psiphi.kernel.program.scalar import COS, SIN


@dataclass(frozen=True)
class Operations:
    """How often each kind of operation is executed for one row of the batch.

    `add` holds subtractions too; sin and cos of one angle are one `sincos`; `select` holds minima, maxima,
    magnitudes and choices, and `arctan2` the angles of points.  Sign changes are counted apart, in `neg`, and
    are no part of `total`: they fold into the additions around them.  So are the `tests` of pivots, one for
    each row of a matrix that may be singular.
    """

    mul: int = 0
    add: int = 0
    div: int = 0
    sqrt: int = 0
    sincos: int = 0
    neg: int = 0
    tests: int = 0
    select: int = 0
    arctan2: int = 0

    @property
    def total(self) -> int:
        return self.mul + self.add + self.div + self.sqrt + self.sincos + self.select + self.arctan2

    def __add__(self, other: Operations) -> Operations:
        return Operations(*(getattr(self, x.name) + getattr(other, x.name) for x in fields(self)))

    def __mul__(self, times: int) -> Operations:
        return Operations(*(getattr(self, x.name) * times for x in fields(self)))


def count(program: Program) -> Operations:
    """The operations of one evaluation of a program."""
    counts = Counter(OPERATIONS[node.op].cost for node in program.nodes)
    angles = {node.left.id for node in program.nodes if node.op is SIN or node.op is COS}
    del counts[""]
    return Operations(**{**counts, "sincos": len(angles)})
