"""Numbers that carry derivatives along: what makes of an evaluation the evaluation of its derivative.

A `Dual` is x + ẋ ε with ε² = 0. Run on duals, the interpreter of sweeps finds values and derivatives
together, of whatever it can evaluate; no recursion is differentiated by hand. The two parts are numbers of
any type, so that the same holds for batches and for traced programs. What has no derivative is no dual:
derivatives that are zero whatever the inputs are cost nothing, as other zeros do.

Each direction of derivatives has a *level*, an ε of its own. The parts of a dual are duals of lower levels:
the second derivative is the part at one level of the part at another.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from psiphi.recursion.numbers.arithmetic import Arithmetic, Number
from psiphi.recursion.numbers.rates import RATES
from psiphi.recursion.numbers.vectors import is_zero, minus, negative, plus, times


class Dual:
    """A number and its rate in the direction of a level."""

    __slots__ = ("level", "rate", "value")
    __array_ufunc__ = None  # so that NumPy's arrays leave the arithmetic to us

    def __init__(self, value: Number, rate: Number, level: int = 0) -> None:
        self.value = value
        self.rate = rate
        self.level = level

    def __add__(self, other: Number) -> Number:
        level, x, dx, y, dy = _parts(self, other)
        return dual(plus(x, y), plus(dx, dy), level)

    __radd__ = __add__

    def __sub__(self, other: Number) -> Number:
        level, x, dx, y, dy = _parts(self, other)
        return dual(minus(x, y), minus(dx, dy), level)

    def __rsub__(self, other: Number) -> Number:
        return dual(minus(other, self.value), negative(self.rate), self.level)

    def __mul__(self, other: Number) -> Number:
        level, x, dx, y, dy = _parts(self, other)
        return dual(times(x, y), plus(times(dx, y), times(x, dy)), level)

    __rmul__ = __mul__

    def __neg__(self) -> Dual:
        return Dual(negative(self.value), negative(self.rate), self.level)

    def __repr__(self) -> str:
        return f"{self.value} + {self.rate} ε{self.level}"


def _parts(x: Dual, y: Number) -> tuple[int, Number, Number, Number, Number]:
    """The higher of the levels of two numbers, and of each its value and rate at that level."""
    if not isinstance(y, Dual) or y.level < x.level:
        return x.level, x.value, x.rate, y, 0.0
    if y.level > x.level:
        return y.level, x, 0.0, y.value, y.rate
    return x.level, x.value, x.rate, y.value, y.rate


def dual(value: Number, rate: Number, level: int = 0) -> Number:
    """The number of this value and rate, a plain one where there is no rate."""
    return value if is_zero(rate) else Dual(value, rate, level)


def held(x: Number, level: int = 0) -> Number:
    """x without its rate at a level."""
    return _at(x, level, lambda y: y.value, lambda y: y)


def rate_of(x: Number, level: int = 0) -> Number:
    """The rate of x at a level."""
    return _at(x, level, lambda y: y.rate, lambda _: 0.0)


def _at(x: Number, level: int, there: Callable[[Dual], Number], below: Callable[[Number], Number]) -> Number:
    if not isinstance(x, Dual) or x.level < level:
        return below(x)
    if x.level == level:
        return there(x)
    return dual(_at(x.value, level, there, below), _at(x.rate, level, there, below), x.level)


def plain(x: Number) -> Number:
    """x without any rate."""
    while isinstance(x, Dual):
        x = x.value
    return x


def moving(x: Number) -> Number:
    """x less what it is without any rate."""
    return dual(moving(x.value), x.rate, x.level) if isinstance(x, Dual) else 0.0


def levels(numbers: Iterable[Number]) -> set[int]:
    """The levels at which one of the numbers, or of their parts, has a rate."""
    duals = [x for x in numbers if isinstance(x, Dual)]
    parts = [part for x in duals for part in (x.value, x.rate)]
    return {x.level for x in duals} | (levels(parts) if parts else set())


def highest_level(numbers: Iterable[Number]) -> int | None:
    """The highest level at which one of the numbers has a rate."""
    return max((x.level for x in numbers if isinstance(x, Dual)), default=None)


def _function(name: str) -> Any:
    """The elementary function of that name, for duals."""

    def applied(self: DualArithmetic, *operands: Number) -> Number:
        return self.with_rate(name, *operands)

    return applied


class DualArithmetic:
    """The elementary functions of duals, made of those of their parts."""

    def __init__(self, inner: Arithmetic) -> None:
        self.inner = inner

    sin, cos, sqrt, reciprocal = map(_function, ("sin", "cos", "sqrt", "reciprocal"))
    significant, or_zero, absolute = map(_function, ("significant", "or_zero", "absolute"))
    minimum, maximum, select = map(_function, ("minimum", "maximum", "select"))
    arctan2 = _function("arctan2")

    def with_rate(self, name: str, *operands: Number) -> Number:
        level = highest_level(operands)
        if level is None:
            return getattr(self.inner, name)(*operands)
        values = [held(x, level) for x in operands]
        result = self.with_rate(name, *values)
        return dual(result, RATES[name](self, values, result, [rate_of(x, level) for x in operands]), level)
