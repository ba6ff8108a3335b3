"""Numbers that carry their rate along: what makes of an evaluation the evaluation of its derivative.

A `Dual` is x + ẋ ε with ε² = 0. Run on duals, the interpreter of sweeps finds values and rates together, of
whatever it can evaluate; no recursion is differentiated by hand. The two parts are numbers of any type, so
that the same holds for batches and for traced programs. What has no rate is no dual: rates that are zero
whatever the inputs are cost nothing, as other zeros do.
"""

from __future__ import annotations

from psiphi.recursion.numbers.arithmetic import Arithmetic, Number
from psiphi.recursion.numbers.vectors import is_zero, minus, negative, plus, times


class Dual:
    """A number and its rate."""

    __slots__ = ("rate", "value")
    __array_ufunc__ = None  # so that NumPy's arrays leave the arithmetic to us

    def __init__(self, value: Number, rate: Number) -> None:
        self.value = value
        self.rate = rate

    def __add__(self, other: Number) -> Number:
        return dual(plus(self.value, held(other)), plus(self.rate, rate_of(other)))

    __radd__ = __add__

    def __sub__(self, other: Number) -> Number:
        return dual(minus(self.value, held(other)), minus(self.rate, rate_of(other)))

    def __rsub__(self, other: Number) -> Number:
        return dual(minus(other, self.value), negative(self.rate))

    def __mul__(self, other: Number) -> Number:
        value = held(other)
        rate = plus(times(self.rate, value), times(self.value, rate_of(other)))
        return dual(times(self.value, value), rate)

    __rmul__ = __mul__

    def __neg__(self) -> Dual:
        return Dual(negative(self.value), negative(self.rate))

    def __repr__(self) -> str:
        return f"{self.value} + {self.rate} ε"


def dual(value: Number, rate: Number) -> Number:
    """The number of this value and rate, a plain one where there is no rate."""
    return value if is_zero(rate) else Dual(value, rate)


def held(x: Number) -> Number:
    """x without its rate."""
    return x.value if isinstance(x, Dual) else x


def rate_of(x: Number) -> Number:
    """The rate of x."""
    return x.rate if isinstance(x, Dual) else 0.0


class DualArithmetic:
    """The elementary functions of duals, made of those of their parts."""

    def __init__(self, inner: Arithmetic) -> None:
        self.inner = inner

    def sin(self, x: Number) -> Number:
        y = held(x)
        return dual(self.inner.sin(y), times(self.inner.cos(y), rate_of(x)))

    def cos(self, x: Number) -> Number:
        y = held(x)
        return dual(self.inner.cos(y), negative(times(self.inner.sin(y), rate_of(x))))

    def sqrt(self, x: Number) -> Number:
        root = self.inner.sqrt(held(x))
        if not isinstance(x, Dual):
            return root
        return dual(root, times(times(0.5, x.rate), self.inner.reciprocal(root)))

    def reciprocal(self, x: Number) -> Number:
        inverse = self.inner.reciprocal(held(x))
        return dual(inverse, negative(times(rate_of(x), times(inverse, inverse))))

    def significant(self, x: Number, size: Number) -> Number:
        return dual(self.inner.significant(held(x), held(size)), rate_of(x))

    def or_zero(self, x: Number) -> Number:
        return dual(self.inner.or_zero(held(x)), self.inner.or_zero(rate_of(x)))
