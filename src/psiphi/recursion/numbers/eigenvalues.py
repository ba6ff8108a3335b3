"""Any power of a small symmetric positive definite matrix, by eigenvalues: rotations in turn [Jacobi 1846].

    A = V diag(λ) V*,    A^p = V diag(λ^p) V*

A rotation in the plane (i, j) makes the entry (i, j) zero. Programs cannot wait for the others to vanish, so
that there are SWEEPS rounds of all planes; each squares what is left. λ^p is a product of square roots of
square roots, those of the binary digits of p.

The rate of A^p is V F V*, where F is V*ȦV times the divided differences of x^p between eigenvalues, place by
place. Roots and products have rules for these that lose no digits where eigenvalues meet.
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from itertools import combinations, combinations_with_replacement
from typing import NamedTuple

from psiphi.errors import CompileError
from psiphi.recursion.numbers.arithmetic import Arithmetic, Number
from psiphi.recursion.numbers.dual import dual, held, highest_level, rate_of
from psiphi.recursion.numbers.orthogonal_factors import sign
from psiphi.recursion.numbers.small_matrices import Rows, multiply, units
from psiphi.recursion.numbers.vectors import dot, is_zero, minus, negative, plus, times

SWEEPS = 7
DIGITS = 56
_LEAST = 2.0**-1000  # so that nothing is divided by zero


class _Divided(NamedTuple):
    """A function at two places, and its divided difference (f(x) − f(y)) / (x − y)."""

    first: Number
    second: Number
    slope: Number

    def times(self, other: _Divided) -> _Divided:
        slope = plus(times(self.first, other.slope), times(self.slope, other.second))
        return _Divided(times(self.first, other.first), times(self.second, other.second), slope)

    def root(self, arithmetic: Arithmetic) -> _Divided:
        x, y = arithmetic.sqrt(self.first), arithmetic.sqrt(self.second)
        return _Divided(x, y, times(self.slope, arithmetic.reciprocal(plus(x, y))))

    def reciprocal(self, arithmetic: Arithmetic) -> _Divided:
        x, y = arithmetic.reciprocal(self.first), arithmetic.reciprocal(self.second)
        return _Divided(x, y, negative(times(self.slope, times(x, y))))


def power_by_eigenvalues(matrix: Rows, exponent: Fraction, arithmetic: Arithmetic) -> list[list[Number]]:
    """A^p."""
    level = highest_level([y for row in matrix for y in row])
    if level is None or len(matrix) == 1:
        values, vectors = eigenvalues(matrix, arithmetic)
        powers = [_power(_Divided(x, x, 0.0), exponent, arithmetic).first for x in values]
        return _between(vectors, lambda i, j: powers[i] if i == j else 0.0)
    value = [[held(y, level) for y in row] for row in matrix]
    if highest_level([y for row in value for y in row]) is not None:
        raise CompileError(
            f"the second derivative of a power {exponent} is not compiled: those of whole and half ones are."
        )
    values, vectors = eigenvalues(value, arithmetic)
    columns = list(zip(*vectors, strict=True))
    rates = [multiply([[rate_of(y, level) for y in row] for row in matrix], x) for x in columns]

    def entry(i: int, j: int) -> Number:
        found = _power(_Divided(values[i], values[j], 1.0), exponent, arithmetic)
        rate = times(found.slope, dot(columns[i], rates[j]))
        return dual(found.first if i == j else 0.0, rate, level)

    return _between(vectors, entry)


def _between(vectors: Rows, entry: Callable[[int, int], Number]) -> list[list[Number]]:
    """V X V* of a symmetric X."""
    n = len(vectors)
    X: list[list[Number]] = [[0.0] * n for _ in range(n)]
    for i, j in combinations_with_replacement(range(n), 2):
        X[i][j] = X[j][i] = entry(i, j)
    inner = [multiply(X, row) for row in vectors]
    return [[dot(row, column) for column in inner] for row in vectors]


def eigenvalues(matrix: Rows, arithmetic: Arithmetic) -> tuple[list[Number], list[list[Number]]]:
    """λ and V, whose columns are the eigenvectors."""
    n = len(matrix)
    A = [list(row) for row in matrix]
    V: list[list[Number]] = [[*unit] for unit in units(n)]
    for _ in range(SWEEPS if n > 1 else 0):
        for i, j in combinations(range(n), 2):
            if not is_zero(A[i][j]):
                c, s = _rotation(A[i][i], A[i][j], A[j][j], arithmetic)
                for row in (*A, *V):
                    row[i], row[j] = _turned(c, s, row[i], row[j])
                pairs = [_turned(c, s, x, y) for x, y in zip(A[i], A[j], strict=True)]
                A[i], A[j] = [x for x, _ in pairs], [y for _, y in pairs]
                A[i][j] = A[j][i] = 0.0
    return [A[i][i] for i in range(n)], V


def _rotation(a: Number, b: Number, d: Number, arithmetic: Arithmetic) -> tuple[Number, Number]:
    """c and s of the smaller rotation that makes [[a, b], [b, d]] diagonal: t = 2b / (d − a ± √…)."""
    apart, twice = minus(d, a), plus(b, b)
    root = arithmetic.sqrt(plus(plus(times(apart, apart), times(twice, twice)), _LEAST))
    signed = times(sign(apart, arithmetic), root)
    t = times(twice, arithmetic.reciprocal(plus(apart, signed)))
    c = arithmetic.reciprocal(arithmetic.sqrt(plus(times(t, t), 1.0)))
    return c, times(t, c)


def _turned(c: Number, s: Number, x: Number, y: Number) -> tuple[Number, Number]:
    return minus(times(c, x), times(s, y)), plus(times(s, x), times(c, y))


def _power(x: _Divided, exponent: Fraction, arithmetic: Arithmetic) -> _Divided:
    """x^p: the whole part by products, the rest digit by digit."""
    base = x.reciprocal(arithmetic) if exponent < 0 else x
    whole, rest = divmod(abs(exponent), 1)
    found = _Divided(1.0, 1.0, 0.0)
    for digit in bin(whole)[2:]:
        found = found.times(found)
        found = found.times(base) if digit == "1" else found
    root = base
    for _ in range(DIGITS):
        if not rest:
            break
        root, rest = root.root(arithmetic), 2 * rest
        if rest >= 1:
            found, rest = found.times(root), rest - 1
    return found
