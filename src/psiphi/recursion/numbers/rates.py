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


def of_sum(a: Arithmetic, x: Numbers, result: Number, dx: Numbers) -> Number:
    return plus(dx[0], dx[1])


def of_difference(a: Arithmetic, x: Numbers, result: Number, dx: Numbers) -> Number:
    return minus(dx[0], dx[1])


def of_product(a: Arithmetic, x: Numbers, result: Number, dx: Numbers) -> Number:
    return plus(times(dx[0], x[1]), times(x[0], dx[1]))


def of_negative(a: Arithmetic, x: Numbers, result: Number, dx: Numbers) -> Number:
    return negative(dx[0])


def of_reciprocal(a: Arithmetic, x: Numbers, result: Number, dx: Numbers) -> Number:
    return negative(times(dx[0], times(result, result)))


def of_sqrt(a: Arithmetic, x: Numbers, result: Number, dx: Numbers) -> Number:
    return times(dx[0], times(0.5, a.reciprocal(result)))


def of_sin(a: Arithmetic, x: Numbers, result: Number, dx: Numbers) -> Number:
    return times(a.cos(x[0]), dx[0])


def of_cos(a: Arithmetic, x: Numbers, result: Number, dx: Numbers) -> Number:
    return negative(times(a.sin(x[0]), dx[0]))


def of_significant(a: Arithmetic, x: Numbers, result: Number, dx: Numbers) -> Number:
    return dx[0]


def of_or_zero(a: Arithmetic, x: Numbers, result: Number, dx: Numbers) -> Number:
    return a.or_zero(dx[0])


def of_absolute(a: Arithmetic, x: Numbers, result: Number, dx: Numbers) -> Number:
    return a.select(x[0], dx[0], negative(dx[0]))


def of_minimum(a: Arithmetic, x: Numbers, result: Number, dx: Numbers) -> Number:
    return a.select(minus(x[0], x[1]), dx[1], dx[0])


def of_maximum(a: Arithmetic, x: Numbers, result: Number, dx: Numbers) -> Number:
    return a.select(minus(x[1], x[0]), dx[1], dx[0])


def of_select(a: Arithmetic, x: Numbers, result: Number, dx: Numbers) -> Number:
    return a.select(x[0], dx[1], dx[2])


def of_arctan2(a: Arithmetic, x: Numbers, result: Number, dx: Numbers) -> Number:
    square = plus(times(x[0], x[0]), times(x[1], x[1]))
    inverse = a.reciprocal(square)
    return minus(times(times(x[1], inverse), dx[0]), times(times(x[0], inverse), dx[1]))
