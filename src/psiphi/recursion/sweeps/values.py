"""Values of sweeps: a tuple of numbers at each place, or None where it is zero whatever the inputs are."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from psiphi.recursion.numbers.arithmetic import Number
from psiphi.recursion.numbers.vectors import added, is_zero_vector, minus, times

Value = tuple[Number, ...]
Places = list[Any]


def part(of: Callable[[Number, int], Number], x: Value | None, level: int) -> Value | None:
    """The value or the rate of each number at a level (dual.py), None where all of it is zero."""
    found = () if x is None else tuple(of(y, level) for y in x)
    return None if is_zero_vector(found) else found


def together(x: Any, y: Any) -> Any:
    """x + y of vectors, which are tuples, or inertias; None stands for zero."""
    return added(x, y) if x is None or y is None or isinstance(x, tuple) else x + y


def combination(coefficients: Sequence[float], values: Sequence[Value | None]) -> Value | None:
    """Σ coefficient · value."""
    total: Value | None = None
    for c, value in zip(coefficients, values, strict=True):
        if value is None:
            continue
        if total is not None and c == -1.0:
            total = tuple(minus(a, b) for a, b in zip(total, value, strict=True))
        else:
            total = added(total, value if c == 1.0 else tuple(times(c, x) for x in value))
    return total
