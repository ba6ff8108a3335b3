"""The rates of elementary functions: one rule each, for duals and for programs alike.

A rule is given an arithmetic, the operands, the result and the rates of the operands, and answers the rate of
the result. Rules are linear in the rates; of one that is a plain zero nothing is computed, and what does not
depend on rates comes first, to be shared by many of them. Where a function has a corner the rate is that of
the side which the function answers: of |x| at 0 it is −ẋ.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypeAlias

from psiphi.recursion.numbers.arithmetic import Arithmetic, Number
from psiphi.recursion.numbers.vectors import minus, negative, plus, times

Numbers: TypeAlias = Sequence[Number]
Rate: TypeAlias = Callable[[Arithmetic, Numbers, Number, Numbers], Number]


def _of_arctan2(a: Arithmetic, x: Numbers, result: Number, dx: Numbers) -> Number:
    square = plus(times(x[0], x[0]), times(x[1], x[1]))
    inverse = a.reciprocal(square)
    return minus(times(times(x[1], inverse), dx[0]), times(times(x[0], inverse), dx[1]))


RATES: dict[str, Rate] = {
    "sum": lambda a, x, result, dx: plus(dx[0], dx[1]),
    "difference": lambda a, x, result, dx: minus(dx[0], dx[1]),
    "product": lambda a, x, result, dx: plus(times(dx[0], x[1]), times(x[0], dx[1])),
    "negative": lambda a, x, result, dx: negative(dx[0]),
    "reciprocal": lambda a, x, result, dx: negative(times(dx[0], times(result, result))),
    "sqrt": lambda a, x, result, dx: times(dx[0], times(0.5, a.reciprocal(result))),
    "sin": lambda a, x, result, dx: times(a.cos(x[0]), dx[0]),
    "cos": lambda a, x, result, dx: negative(times(a.sin(x[0]), dx[0])),
    "significant": lambda a, x, result, dx: dx[0],
    "or_zero": lambda a, x, result, dx: a.or_zero(dx[0]),
    "absolute": lambda a, x, result, dx: a.select(x[0], dx[0], negative(dx[0])),
    "minimum": lambda a, x, result, dx: a.select(minus(x[0], x[1]), dx[1], dx[0]),
    "maximum": lambda a, x, result, dx: a.select(minus(x[1], x[0]), dx[1], dx[0]),
    "select": lambda a, x, result, dx: a.select(x[0], dx[1], dx[2]),
    "arctan2": _of_arctan2,
}
