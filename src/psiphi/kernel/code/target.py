"""What code is generated for: an instruction set, a type of numbers, and how many rows run side by side."""

from __future__ import annotations

from dataclasses import replace
from enum import Enum
from typing import Any

import numpy as np

from psiphi.frozen import frozen
from psiphi.kernel.code.isa import Isa

CACHE_LINE = 64
"""Bytes that memory is moved by: what a prefetch brings, and what workspaces are aligned to."""

ENTRY = "psiphi_rows"
"""The function that every compiled program has; emit/batch.py says what it takes."""


class Precision(Enum):
    """The type of all numbers in a compiled function: its name in NumPy, and in LLVM."""

    DOUBLE = ("float64", "double", "i64", 8)
    SINGLE = ("float32", "float", "i32", 4)

    def __init__(self, name_in_numpy: str, number: str, integer: str, size: int) -> None:
        self.name_in_numpy = name_in_numpy
        self.number = number
        self.integer = integer
        self.size = size
        self.dtype: np.dtype[Any] = np.dtype(name_in_numpy)


@frozen
class Target:
    """One way to compile a program; rows of the batch lie side by side in `lanes`."""

    isa: Isa
    precision: Precision
    lanes: int

    @classmethod
    def wide(cls, isa: Isa, precision: Precision) -> Target:
        """As many rows at once as a register holds: for batches."""
        return cls(isa, precision, isa.lanes(precision.size))

    @classmethod
    def narrow(cls, isa: Isa, precision: Precision) -> Target:
        """One row at a time, with the same results bit for bit: for single calls."""
        return cls(isa, precision, 1)

    @property
    def angles(self) -> int:
        """How many angles of a row stand side by side in a vector, where rows do not."""
        return 1 if self.lanes > 1 else self.isa.lanes(self.precision.size)

    def times(self, count: int) -> Target:
        """With so many times the lanes."""
        return replace(self, lanes=count * self.lanes)

    def __str__(self) -> str:
        return f"{self.isa.name}-{self.precision.name_in_numpy}x{self.lanes}"
