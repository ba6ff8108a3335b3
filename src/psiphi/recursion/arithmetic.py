"""The functions that per-body computations need beside +, − and ·, for one type of numbers.

The primitives of this package are generic: they run on NumPy arrays, which evaluates a batch, and on traced
scalars, which records a program. Constants are plain floats in both cases.
"""

from __future__ import annotations

from typing import Any, Protocol, TypeAlias

import numpy as np

Number: TypeAlias = Any
"""A float (a constant known in advance), a NumPy array of the batch, or a traced scalar."""


class Arithmetic(Protocol):
    """Elementary functions of one type of numbers."""

    def sin(self, x: Number) -> Number: ...
    def cos(self, x: Number) -> Number: ...
    def sqrt(self, x: Number) -> Number: ...
    def reciprocal(self, x: Number) -> Number: ...


class NumpyArithmetic:
    """The arithmetic of floats and of arrays over a batch."""

    def sin(self, x: Number) -> Number:
        return np.sin(x)

    def cos(self, x: Number) -> Number:
        return np.cos(x)

    def sqrt(self, x: Number) -> Number:
        return np.sqrt(x)

    def reciprocal(self, x: Number) -> Number:
        return np.divide(1.0, x)
