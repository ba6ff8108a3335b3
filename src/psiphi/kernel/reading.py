"""Readings: what of the matrix of an expression is wanted, where it is not the matrix itself.

A reading is traced with the matrix, so that only the entries it needs are computed.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import field

from psiphi.frozen import frozen
from psiphi.kernel.program.program import Output
from psiphi.recursion.bodies.mechanism import Mechanism
from psiphi.recursion.numbers.arithmetic import Arithmetic, Number

Rows = Sequence[Sequence[Number]]


@frozen
class Reading:
    """Results as functions of the entries of a matrix; `name` stands for the reading in keys of code.

    `kept` are the rows and columns of those that are a part of the matrix.
    """

    name: str
    results: Callable[[Mechanism, Rows, Arithmetic], tuple[Output, ...]]
    kept: slice | None = field(default=None, compare=False)  # the name tells, and slices have no hash
