"""The functions that per-body computations need beside +, − and ·, for one type of numbers.

The primitives of this package are generic: they run on NumPy arrays, which evaluates a batch, and on traced
scalars, which records a program. Constants are plain floats in both cases.
"""

from __future__ import annotations

from typing import Any, Protocol, TypeAlias

import numpy as np

Number: TypeAlias = Any
"""A float (a constant known in advance), a NumPy array of the batch, or a traced scalar."""


LOST = 2.0**14
"""What cancellation leaves of a number is taken for nothing when it is at most so many roundings of it.

In double precision that is 3.6e-12 of the number, in single precision 2e-3.
"""


class Arithmetic(Protocol):
    """Elementary functions of one type of numbers."""

    def sin(self, x: Number) -> Number: ...
    def cos(self, x: Number) -> Number: ...
    def sqrt(self, x: Number) -> Number: ...
    def reciprocal(self, x: Number) -> Number: ...
    def significant(self, x: Number, size: Number) -> Number: ...
    def or_zero(self, x: Number) -> Number: ...
    def absolute(self, x: Number) -> Number: ...
    def minimum(self, x: Number, y: Number) -> Number: ...
    def maximum(self, x: Number, y: Number) -> Number: ...
    def select(self, test: Number, positive: Number, otherwise: Number) -> Number: ...
    def arctan2(self, y: Number, x: Number) -> Number: ...


class NumpyArithmetic:
    """The arithmetic of floats and of arrays over a batch."""

    sin: Any = staticmethod(np.sin)
    cos: Any = staticmethod(np.cos)
    sqrt: Any = staticmethod(np.sqrt)
    absolute: Any = staticmethod(np.abs)
    minimum: Any = staticmethod(np.minimum)  # NaN where one of both is
    maximum: Any = staticmethod(np.maximum)

    def reciprocal(self, x: Number) -> Number:
        return np.divide(1.0, x)

    def significant(self, x: Number, size: Number) -> Number:
        """x where x > LOST · ε · size, with ε the rounding of the precision; NaN elsewhere."""
        precision = np.result_type(x, size)
        epsilon = np.finfo(precision if precision.kind == "f" else np.float64).eps
        return np.where(x > LOST * epsilon * size, x, np.nan)

    def or_zero(self, x: Number) -> Number:
        """x where it is a number, 0 where it is NaN."""
        return np.where(np.isnan(x), 0.0, x)

    def select(self, test: Number, positive: Number, otherwise: Number) -> Number:
        """One value where test > 0, another where test ≤ 0, NaN where the test is NaN."""
        precision = np.result_type(test, positive, otherwise)
        tests = [np.greater(test, 0.0), np.less_equal(test, 0.0)]
        return np.select(tests, [positive, otherwise], np.nan).astype(precision)

    def arctan2(self, y: Number, x: Number) -> Number:
        """The angle of the point (x, y) in (−π, π]; zeros have no sign."""
        return np.arctan2(np.add(y, 0.0), np.add(x, 0.0))
